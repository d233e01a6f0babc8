"""The one bridge between the model and the window: intents in, one signal for what changed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import is_protected
from minesweeper_qt.gui.session import turn_builder
from minesweeper_qt.gui.session.timeline import SLICE, Timeline
from minesweeper_qt.model import (
    Action,
    AgentMove,
    AgentMoveKind,
    Cell,
    Choice,
    Difficulty,
    IllegalAction,
    Minesweeper,
    Turn,
    Verb,
    play_agent_move,
    play_choice,
)

SPEEDS = (1, 2, 4, 8, 16, 32, 64, 0)
"""Moves per second that Auto-play can be set to; 0 stands for instant."""


class GameSession(Timeline):
    """A running game, and what player and AI do in it.

    Signals besides those of ``Timeline``: ``autoplay_changed(bool)``, and ``strategy_changed`` when ``strategy`` or
    ``uses_mine_count`` is another.

    A big opening teaches the agent thousands of clues. That is done in slices between events: ``is_learning`` is true
    meanwhile and the agent moves only after it. What takes longer than a slice is asked of the ``advice_service``.
    """

    autoplay_changed = Signal(bool)
    strategy_changed = Signal()

    # Asked for before the constructor is through, when the first game starts.
    _speed = SPEEDS[2]
    _is_autoplaying = False

    def __init__(self, difficulty: Difficulty, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(difficulty, seed, parent)
        self.strategy = "cs50"
        self._wants_ai_move = False
        self._autoplay_timer = QTimer(self)
        self._autoplay_timer.setSingleShot(True)
        self._autoplay_timer.timeout.connect(self._autoplay_tick)
        self._learn_timer = QTimer(self)
        self._learn_timer.setSingleShot(True)
        self._learn_timer.timeout.connect(self._learn_tick)
        self.advice_service.move_found.connect(self._on_move_found)
        self.advice_service.became_slow.connect(self._on_became_slow)
        self._say(status_text.ready(self.game))

    @property
    def is_autoplaying(self) -> bool:
        """True from ``start_autoplay`` until it stops or the game ends."""
        return self._is_autoplaying

    @property
    def speed(self) -> int:
        """Auto-play's moves per second; 0 is instant."""
        return self._speed

    # -- the player's intents

    def new_game(self, difficulty: Difficulty | None = None, seed: int | None = None) -> None:
        """Start a new game, at the same level unless one is given; raise ``MineCountError`` as ``Minesweeper``."""
        game = Minesweeper.at_difficulty(difficulty or self.difficulty, seed=seed)
        self.difficulty = difficulty or self.difficulty
        self._begin(game, status_text.ready(game))

    @Slot()
    def restart(self) -> None:
        """Start again with the mines where they were, which the first click then does not move."""
        game = Minesweeper.at_difficulty(self.difficulty, seed=self.game.seed, start=self.game.start)
        self._begin(game, status_text.restarted(game))

    @Slot(object)
    def reveal(self, cell: Cell) -> None:
        """Reveal a covered cell, or chord around a revealed one."""
        self._play(Action(Verb.CHORD if cell in self._view.clues else Verb.REVEAL, cell))

    @Slot(object)
    def chord(self, cell: Cell) -> None:
        """Reveal all covered neighbours of a revealed cell, when the flags around equal its clue."""
        if cell in self._view.clues:
            self._play(Action(Verb.CHORD, cell))

    @Slot(object)
    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on a covered cell, or take it off."""
        if cell not in self._view.clues:
            self._play(Action(Verb.UNFLAG if cell in self._view.flags else Verb.FLAG, cell))

    # -- intents for the AI

    @Slot()
    def ai_move(self) -> None:
        """Let the agent make one move, which stops Auto-play; after what is being learned or thought, if need be."""
        if self._needs_confirmation(self.ai_move):
            return
        self._stop_autoplay()
        if self._state.is_over:
            return
        if self.is_learning:
            self._wants_ai_move = True
            self._say("The AI is still reading the board; it moves right after.")
        elif self._must_think():
            self._wants_ai_move = True
            self._ask_move()
        else:
            self._agent_move()
            self._learn(SLICE)
        self._publish()

    @Slot()
    def start_autoplay(self) -> None:
        """Let the agent play on its own until the game ends, it has no move left, or it is stopped."""
        if not self.is_live:
            # It does not run: whoever shows that it does must know before the question comes.
            self.autoplay_changed.emit(False)
        if self._needs_confirmation(self.start_autoplay) or self._is_autoplaying or self._state.is_over:
            return
        self._learn_timer.stop()
        self._wants_ai_move = False
        self._is_autoplaying = True
        self.autoplay_changed.emit(True)
        self._autoplay_timer.start(0)

    @Slot()
    def stop_autoplay(self) -> None:
        """Stop Auto-play where it is, and forget an AI Move that waits."""
        self._stop_autoplay()
        if self.advice_service.is_choosing:
            self.stop_thinking()

    @Slot()
    def stop_thinking(self) -> None:
        """Want no move and no hint any more, if one is being thought about; what plays by such moves stops."""
        if self.advice_service.is_advising:
            self._stop_autoplay()
            self.advice_service.stop_advising()
            self._say(status_text.STOPPED)
            self._publish()

    @Slot(int)
    def set_speed(self, moves_per_second: int) -> None:
        """Set Auto-play's speed, which a running one takes up at once; 0 is instant."""
        self._speed = moves_per_second
        if self._is_autoplaying:
            self._autoplay_timer.start(self._interval())

    def set_strategy(self, name: str) -> None:
        """Let the AI play by another strategy, from its next move on; one of the agent's own decides what it is told.

        Others leave that as it is: they know the number of mines themselves. Raises ``KeyError`` for no known name.
        """
        if name != self.strategy:
            told = status_text.OWN.get(name, self.uses_mine_count)
            said = status_text.plays_by(name, told)
            self.strategy = name
            self._set_mine_count_use(told)
            self._say(said)
            self.strategy_changed.emit()
            self._publish()

    @Slot(bool)
    def set_uses_mine_count(self, tells: bool) -> None:
        """Tell the agent the number of mines, or make it forget it: it learns this game's clues anew.

        Where the agent itself picks the moves, that is another strategy.
        """
        if tells != self.uses_mine_count:
            if self.strategy in status_text.OWN:
                self.strategy = next(name for name, told in status_text.OWN.items() if told is tells)
            self._set_mine_count_use(tells)
            self._say(status_text.told(self.strategy, tells))
            self.strategy_changed.emit()
            self._publish()

    @Slot()
    def shut_down(self) -> None:
        """Stop all timers and the worker: nothing happens any more."""
        for timer in (self._autoplay_timer, self._learn_timer):
            timer.stop()
        self.clock.stop()
        self._is_autoplaying = False
        self.advice_service.close()
        super().shut_down()

    # -- the course of a game

    def _begin(self, game: Minesweeper, status: str) -> None:
        self._stop_autoplay()
        self._learn_timer.stop()
        self._start(game)
        self._say(status)
        self._publish()

    def _play(self, action: Action) -> None:
        """Carry out what the player wants; what the rules forbid is said, not done."""
        obstacle = "" if self.is_live else turn_builder.obstacle(action, self._view)
        if obstacle:
            self._say(obstacle)
            self._publish()
        if obstacle or self._needs_confirmation(partial(self._play, action)):
            return
        self._stop_autoplay()
        turn, guessed = turn_builder.of_player(action, self._view)
        try:
            played = self.game.play(action)
        except IllegalAction as error:
            self._say(status_text.not_possible(str(error).partition(": ")[2]))
        else:
            self._carry_out(replace(turn, plays=(played,)), guessed, "")
            if not self._state.is_over:
                self._say(status_text.played(played))
            self._learn(SLICE)
        self._publish()

    def _carry_out(self, turn: Turn, guessed: Sequence[Cell], note: str) -> None:
        """Take in what was played, by whoever."""
        self._note_turn(turn)
        for played in turn.plays:
            if self._take(played):
                self._stop_autoplay()
                self._say(status_text.ending(note, played, self.game, self.seconds))
        self._note_guess(turn, guessed)

    def _stop_playing(self) -> None:
        self._stop_autoplay()
        self.advice_service.stop_advising()

    def _stop_autoplay(self) -> None:
        self._wants_ai_move = False
        self._autoplay_timer.stop()
        if self._is_autoplaying:
            self._is_autoplaying = False
            if self.is_learning:
                self._learn_timer.start(0)
            self.autoplay_changed.emit(False)
            self._follow_levels()

    def _set_mine_count_use(self, tells: bool) -> None:
        """Let the agent start anew if it is to be told something else; what is being thought about begins again."""
        self._wants_ai_move = False
        self._revise(clues_changed=False)
        if self._is_autoplaying:
            self._autoplay_timer.start(self._interval())
        if tells != self.uses_mine_count:
            self.uses_mine_count = tells
            before = self._view
            self._meet_agent()
            self._learn_anew(before)

    # -- the AI

    def _must_think(self) -> bool:
        """True when the next move is to be asked of the worker."""
        return self.strategy not in status_text.OWN and self.agent.make_safe_move() is None

    def _ask_move(self) -> None:
        """Ask the worker for the next move."""
        self.advice_service.request_move(self.position, self._view.choice_context(self.strategy))

    def _agent_move(self) -> bool:
        """Let the agent itself make the next move; false when it has none left, or the game is over."""
        was_protected = is_protected(self.game)
        return self._note_move(play_agent_move(self.game, self.agent), None, was_protected)

    def _note_move(self, move: AgentMove, choice: Choice | None, was_protected: bool, rating: str = "") -> bool:
        """Take in a move of the AI's, and the choice of the worker that it carries out; false when it was the last."""
        note = status_text.note(move, choice)
        self._learner.ai_cell = move.cell
        if move.plays:
            guessed = () if move.cell is None else (move.cell,)
            self._carry_out(turn_builder.of_agent(move, choice, self._view, was_protected), guessed, note)
        if self._state.is_over:
            text = self.status
        elif move.kind is AgentMoveKind.LAST:
            text = f"{note} {status_text.stuck(self.game, self.agent)}"
        else:
            text = f"{note} {status_text.played(move.plays[-1])}"
        self._say(f"{text} {rating}".strip())
        return not self._state.is_over and move.kind is not AgentMoveKind.LAST

    def _interval(self) -> int:
        return round(1000 / self._speed) if self._speed else 0

    @Slot()
    def _autoplay_tick(self) -> None:
        """Make moves for one slice (instant) or one move, and ask for the next turn."""
        goes_on = False
        try:
            goes_on = self._autoplay_slice()
        finally:
            self._go_on(goes_on)

    def _go_on(self, goes_on: bool) -> None:
        """Arrange Auto-play's next turn, or stop it: after an error too, for nobody may wait for one that is dead."""
        if not goes_on:
            self._stop_autoplay()
        if self._is_autoplaying and not self.advice_service.is_choosing:
            self._autoplay_timer.start(0 if self.is_learning else self._interval())

    def _autoplay_slice(self) -> bool:
        until = perf_counter() + SLICE
        was_learning = self.is_learning
        self._learn(SLICE)
        goes_on = True
        # At a set speed the pause between two moves comes after the first one's clues are learned.
        while goes_on and not self.is_learning and not (was_learning and self._speed):
            if self._must_think():
                self._ask_move()
                break
            goes_on = self._agent_move()
            self._learn(max(until - perf_counter(), 0))
            if self._speed or perf_counter() >= until:
                break
        self._publish()
        return goes_on

    @Slot(object)
    def _on_move_found(self, answer: Answer) -> None:
        """Make the move that the worker found, if somebody still waits for it."""
        if not (self._is_autoplaying or self._wants_ai_move):
            return
        self._wants_ai_move = goes_on = False
        try:
            if answer.problem:
                self._say(f"The AI found no move: {answer.problem}.")
            else:
                was_protected, rating = is_protected(self.game), status_text.rated(self.game, answer.choice)
                move = play_choice(self.game, self.agent, answer.choice)
                goes_on = self._note_move(move, answer.choice, was_protected, rating)
                self._learn(SLICE)
        finally:
            self._go_on(goes_on)
        self._publish()

    @Slot()
    def _on_became_slow(self) -> None:
        # Not kept: whatever comes of it has something else to say.
        self.status_changed.emit(status_text.THINKING)

    # -- learning

    @Slot()
    def _learn_tick(self) -> None:
        self._learn(SLICE)
        if self._wants_ai_move and not self.is_learning:
            self._wants_ai_move = False
            self.ai_move()
        else:
            self._publish()

    def _learn(self, seconds: float) -> None:
        """Teach the agent what is revealed for about so long; a timer goes on with the rest."""
        self._learner.learn(seconds)
        if self.is_learning and not self._is_autoplaying:
            self._learn_timer.start(0)

    @Slot()
    def _follow_levels(self) -> None:
        # An instant Auto-play passes through thousands of positions that nobody can look at.
        if self._speed or not self._is_autoplaying:
            super()._follow_levels()

    def _publish(self) -> None:
        # An instant Auto-play would have thousands of guesses rated that nobody can read of.
        if self._speed or not self._is_autoplaying:
            self._rate_guess()
        super()._publish()
