"""The session of the game window: turns the user's intents into moves and sends one signal for all their effects.

It is the only bridge between the model and the window.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.gui.presentation import status_text
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
from minesweeper_qt.model.play import turn_builder

SPEEDS = (1, 2, 4, 8, 16, 32, 64, 0)
"""Moves per second that Auto-play can be set to; 0 stands for instant."""


class GameSession(Timeline):
    """A running game with the intents of the player and of the AI.

    Attribute: ``strategy``, the name of the strategy that the AI plays by.

    Signals besides those of ``Timeline``: ``autoplay_changed(bool)``, and ``strategy_changed`` when ``strategy`` or
    ``uses_mine_count`` has changed.

    After a big opening the agent has thousands of clues to learn. It learns them in slices between events:
    ``is_learning`` is true until it is done, and only then does the agent move. Moves that take longer than a slice to
    compute are requested from the ``advice_service``.
    """

    autoplay_changed = Signal(bool)
    strategy_changed = Signal()

    # Defined in the class, since the constructor of the base class starts the first game and reads them.
    _speed = SPEEDS[2]
    _is_autoplaying = False

    def __init__(self, difficulty: Difficulty, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(difficulty, seed, parent)
        self.strategy = "cs50"
        self._is_ai_move_pending = False
        self._autoplay_timer = QTimer(self)
        self._autoplay_timer.setSingleShot(True)
        self._autoplay_timer.timeout.connect(self._autoplay_tick)
        self._learn_timer = QTimer(self)
        self._learn_timer.setSingleShot(True)
        self._learn_timer.timeout.connect(self._learn_tick)
        self.advice_service.move_found.connect(self._on_move_found)
        self.advice_service.became_slow.connect(self._on_became_slow)
        self._set_status(status_text.ready_text(self.game))

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
        """Start a new game, of the same difficulty unless one is given.

        Raises ``MineCountError`` as ``Minesweeper`` does.
        """
        game = Minesweeper.at_difficulty(difficulty or self.difficulty, seed=seed)
        self.difficulty = difficulty or self.difficulty
        self._begin(game, status_text.ready_text(game))

    @Slot()
    def restart(self) -> None:
        """Start again with the same mines, which the first click then does not move."""
        game = Minesweeper.at_difficulty(self.difficulty, seed=self.game.seed, start=self.game.start)
        self._begin(game, status_text.restarted_text(game))

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
        """Stop Auto-play and let the AI make one move, as soon as all clues are learned and the move is computed."""
        if self._request_confirmation(self.ai_move):
            return
        self._stop_autoplay()
        if self._state.is_over:
            return
        if self.is_learning:
            self._is_ai_move_pending = True
            self._set_status("The AI is still reading the board; it moves right after.")
        elif self._needs_worker():
            self._is_ai_move_pending = True
            self._request_move()
        else:
            self._agent_move()
            self._learn(SLICE)
        self._publish()

    @Slot()
    def start_autoplay(self) -> None:
        """Let the AI play until the game ends, it has no move left, or it is stopped."""
        if not self.is_live:
            # It does not run yet: views that show it as running must be corrected before the dialog opens.
            self.autoplay_changed.emit(False)
        if self._request_confirmation(self.start_autoplay) or self._is_autoplaying or self._state.is_over:
            return
        self._learn_timer.stop()
        self._is_ai_move_pending = False
        self._is_autoplaying = True
        self.autoplay_changed.emit(True)
        self._autoplay_timer.start(0)

    @Slot()
    def stop_autoplay(self) -> None:
        """Stop Auto-play and cancel a pending AI Move."""
        self._stop_autoplay()
        if self.advice_service.is_move_requested:
            self.stop_computing()

    @Slot()
    def stop_computing(self) -> None:
        """Cancel the move or hint that is being computed, if there is one, and stop Auto-play."""
        if self.advice_service.is_choice_requested:
            self._stop_autoplay()
            self.advice_service.cancel_choices()
            self._set_status(status_text.STOPPED)
            self._publish()

    @Slot(int)
    def set_speed(self, moves_per_second: int) -> None:
        """Set Auto-play's speed in moves per second, also while it runs; 0 is instant."""
        self._speed = moves_per_second
        if self._is_autoplaying:
            self._autoplay_timer.start(self._interval())

    def set_strategy(self, name: str) -> None:
        """Set the strategy that the AI plays by, from its next move on; raise ``KeyError`` for an unknown name.

        A strategy of the agent's own also sets ``uses_mine_count``. The others leave it as it is, since they use the
        number of mines themselves.
        """
        if name != self.strategy:
            uses_mine_count = status_text.AGENT_STRATEGIES.get(name, self.uses_mine_count)
            status = status_text.strategy_text(name, uses_mine_count)
            self.strategy = name
            self._set_mine_count_use(uses_mine_count)
            self._set_status(status)
            self.strategy_changed.emit()
            self._publish()

    @Slot(bool)
    def set_uses_mine_count(self, enabled: bool) -> None:
        """Set whether the agent knows the number of mines; a change makes it learn this game's clues anew.

        Where the agent itself picks the moves, this changes the strategy too.
        """
        if enabled != self.uses_mine_count:
            if self.strategy in status_text.AGENT_STRATEGIES:
                self.strategy = next(name for name, uses in status_text.AGENT_STRATEGIES.items() if uses is enabled)
            self._set_mine_count_use(enabled)
            self._set_status(status_text.mine_count_text(self.strategy, enabled))
            self.strategy_changed.emit()
            self._publish()

    @Slot()
    def shut_down(self) -> None:
        """Stop all timers and workers: no signal is sent any more."""
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
        self._set_status(status)
        self._publish()

    def _play(self, action: Action) -> None:
        """Carry out an action of the player, or show in the status why the rules forbid it."""
        obstacle = None if self.is_live else turn_builder.obstacle(action, self._view.position)
        if obstacle:
            self._set_status(status_text.obstacle_text(obstacle))
            self._publish()
        if obstacle or self._request_confirmation(partial(self._play, action)):
            return
        self._stop_autoplay()
        turn = turn_builder.player_turn(action, self._view.position, self._view.settled, self.game.protects_first_click)
        try:
            result = self.game.play(action)
        except IllegalAction as error:
            self._set_status(status_text.obstacle_text(error.obstacle))
        else:
            self._process_turn(replace(turn, plays=(result,)), "")
            if not self._state.is_over:
                self._set_status(status_text.result_text(result))
            self._learn(SLICE)
        self._publish()

    def _process_turn(self, turn: Turn, note: str) -> None:
        """Add a turn of the player or the AI to the history and apply its results to the session."""
        self._add_turn(turn)
        for result in turn.plays:
            if self._process_result(result):
                self._stop_autoplay()
                self._set_status(status_text.ending_text(note, result, self.game, self.seconds))
        self._set_guess(turn)

    def _stop_playing(self) -> None:
        self._stop_autoplay()
        self.advice_service.cancel_choices()

    def _stop_autoplay(self) -> None:
        self._is_ai_move_pending = False
        self._autoplay_timer.stop()
        if self._is_autoplaying:
            self._is_autoplaying = False
            if self.is_learning:
                self._learn_timer.start(0)
            self.autoplay_changed.emit(False)
            self._update_levels()

    def _set_mine_count_use(self, enabled: bool) -> None:
        """Replace the agent if the setting changes, and let it learn anew; cancel the move that is being computed."""
        self._is_ai_move_pending = False
        self._revise(clues_changed=False)
        if self._is_autoplaying:
            self._autoplay_timer.start(self._interval())
        if enabled != self.uses_mine_count:
            self.uses_mine_count = enabled
            before = self._view
            self._create_agent()
            self._learn_anew(before)

    # -- the AI

    def _needs_worker(self) -> bool:
        """Return whether the worker must compute the next move."""
        return self.strategy not in status_text.AGENT_STRATEGIES and self.agent.make_safe_move() is None

    def _request_move(self) -> None:
        """Request the next move from the worker."""
        self.advice_service.request_move(self.position, self._view.choice_context(self.strategy))

    def _agent_move(self) -> bool:
        """Let the agent itself make the next move; return false if it has none left, or the game is over."""
        was_protected = self.game.protects_first_click
        return self._process_move(play_agent_move(self.game, self.agent), None, was_protected)

    def _process_move(self, move: AgentMove, choice: Choice | None, was_protected: bool, rating: str = "") -> bool:
        """Process a move of the AI and set the status; return false if it was the last move.

        ``choice`` is the worker's choice that the move carries out, or ``None``; ``rating`` is added to the status.
        """
        note = status_text.agent_move_text(move, choice)
        self._learner.ai_cell = move.cell
        if move.plays:
            self._process_turn(turn_builder.agent_turn(move, choice, self._view.settled, was_protected), note)
        if self._state.is_over:
            text = self.status
        elif move.kind is AgentMoveKind.LAST:
            text = f"{note} {status_text.stuck_text(self.game, self.agent)}"
        else:
            text = f"{note} {status_text.result_text(move.plays[-1])}"
        self._set_status(f"{text} {rating}".strip())
        return not self._state.is_over and move.kind is not AgentMoveKind.LAST

    def _interval(self) -> int:
        return round(1000 / self._speed) if self._speed else 0

    @Slot()
    def _autoplay_tick(self) -> None:
        """Make the moves of one slice (instant), or one move, and schedule the next ones."""
        goes_on = False
        try:
            goes_on = self._autoplay_slice()
        finally:
            self._schedule_next_move(goes_on)

    def _schedule_next_move(self, goes_on: bool) -> None:
        """Schedule Auto-play's next move if it ``goes_on``, else stop it.

        It is called after an error too: Auto-play must not count as running when no next move is scheduled.
        """
        if not goes_on:
            self._stop_autoplay()
        if self._is_autoplaying and not self.advice_service.is_move_requested:
            self._autoplay_timer.start(0 if self.is_learning else self._interval())

    def _autoplay_slice(self) -> bool:
        until = perf_counter() + SLICE
        was_learning = self.is_learning
        self._learn(SLICE)
        goes_on = True
        # At a set speed the pause between two moves starts once the clues of the first one are learned.
        while goes_on and not self.is_learning and not (was_learning and self._speed):
            if self._needs_worker():
                self._request_move()
                break
            goes_on = self._agent_move()
            self._learn(max(until - perf_counter(), 0))
            if self._speed or perf_counter() >= until:
                break
        self._publish()
        return goes_on

    @Slot(object)
    def _on_move_found(self, answer: Answer) -> None:
        """Make the move that the worker found, if Auto-play or a pending AI Move still needs it."""
        if not (self._is_autoplaying or self._is_ai_move_pending):
            return
        self._is_ai_move_pending = goes_on = False
        try:
            if answer.problem:
                self._set_status(f"The AI found no move: {answer.problem}.")
            else:
                was_protected, rating = (
                    self.game.protects_first_click,
                    status_text.rating_text(self.game, answer.choice),
                )
                move = play_choice(self.game, self.agent, answer.choice)
                goes_on = self._process_move(move, answer.choice, was_protected, rating)
                self._learn(SLICE)
        finally:
            self._schedule_next_move(goes_on)
        self._publish()

    @Slot()
    def _on_became_slow(self) -> None:
        # Not kept as the status: the result of the computation sets another one.
        self.status_changed.emit(status_text.THINKING)

    # -- learning

    @Slot()
    def _learn_tick(self) -> None:
        self._learn(SLICE)
        if self._is_ai_move_pending and not self.is_learning:
            self._is_ai_move_pending = False
            self.ai_move()
        else:
            self._publish()

    def _learn(self, seconds: float) -> None:
        """Let the agent learn revealed clues for about ``seconds``; a timer goes on with the rest."""
        self._learner.learn(seconds)
        if self.is_learning and not self._is_autoplaying:
            self._learn_timer.start(0)

    @Slot()
    def _update_levels(self) -> None:
        # An instant Auto-play passes through thousands of positions too quickly to be looked at.
        if self._speed or not self._is_autoplaying:
            super()._update_levels()

    def _publish(self) -> None:
        # An instant Auto-play makes thousands of guesses: ratings of them could not be read.
        if self._speed or not self._is_autoplaying:
            self._rate_guess()
        super()._publish()
