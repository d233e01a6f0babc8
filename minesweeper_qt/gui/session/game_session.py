"""The session of the game window: opens games, wires the parts that play them, and announces all changes.

It is the only bridge between the model and the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.autoplay import SLICE, Autoplay
from minesweeper_qt.gui.session.board_search import BoardSearch
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView
from minesweeper_qt.gui.session.clock import Clock, Pause
from minesweeper_qt.gui.session.player_moves import PlayerHelp, PlayerMoves
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import (
    Cell,
    Derivation,
    Difficulty,
    FirstClick,
    Guesses,
    History,
    Minesweeper,
    Playthrough,
    State,
)
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.evidence.cell_text import CellText
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison
from minesweeper_qt.model.play.history import NO_HELP, Help, certified_history

if TYPE_CHECKING:
    from datetime import date

    from minesweeper_qt.model.dealing.no_guess import HardestStep
    from minesweeper_qt.model.evidence.certificate import Certificate
    from minesweeper_qt.model.play.board_code import BoardCode
    from minesweeper_qt.model.play.record import Record


class Guest(Protocol):
    """Someone else's agent, which learns the game beside that of the game; a game with one is not kept.

    Attribute: ``is_searching``, true while games are played one after the other until it differs.
    """

    is_searching: bool

    def follow(self) -> KnowledgeComparison | None:
        """Learn what was revealed since the last call; return what is known at the moment shown, if that is shown."""


class OwnGame(NamedTuple):
    """The game of the player that waits while another one, which ``shown`` names, is shown."""

    history: History
    seconds: float
    help_: Help | None
    questions: frozenset[Cell]
    shown: str


class GameSession(BoardSource):
    """A game that is played, and what is shown of it: makes its parts, and is the only bridge to the window.

    Attributes, the parts: ``player``, the moves of the player; ``autoplay``, those of the AI; ``timeline``, the moment
    shown; ``advice``, chances, choices, hints and ratings; ``help``, what help the player has had; ``status``, the
    status line; ``clock``; ``pause``; ``search``, for a board without a guess. And ``difficulty``; ``guest``, an agent
    beside that of the game; ``own``, the game that waits while another one is shown, ``None`` if none does;
    ``board_name``, that of a board of the day, empty for any other.

    Signal besides that of ``BoardSource``: ``stopping`` when the user stops what runs.
    """

    stopping = Signal()

    def __init__(
        self,
        difficulty: Difficulty,
        seed: int | None = None,
        parent: QObject | None = None,
        *,
        seconds: Callable[[], float] = perf_counter,
    ) -> None:
        self._make_playthrough = partial(Playthrough, clock=seconds)
        game = Minesweeper.at_difficulty(difficulty, seed=seed)
        playthrough = self._make_playthrough(game)
        super().__init__(PositionView.of_game(playthrough), parent)
        self.difficulty = difficulty
        self.guest: Guest | None = None
        self._first_click = FirstClick.OPENING
        self._guesses = Guesses.AS_DEALT
        self._hardest: HardestStep | None = None
        self.own: OwnGame | None = None
        self.board_name = ""
        self._waiting: OwnGame | None = None
        """What ``own`` will be once the next game is opened."""
        self._games = self._agents = 0
        """The numbers of games and of agents so far."""
        self._agent: tuple[Playthrough, int] | None = None
        """What stands for the agent of the last view."""
        touch = self.touch
        self.status = StatusLine(self)
        self.timeline = Timeline(playthrough, self.status, self._leave_moment, touch, self)
        self.advice = Advice(self.worker, self.status, touch, self)
        self.help = PlayerHelp(self.timeline, self.advice, self.status, touch)
        self.search = BoardSearch(self.timeline, self.worker, self.status, touch, self)
        parts = self.timeline, self.advice, self.search
        self.autoplay = Autoplay(*parts, self.status, touch, self._touch_if_learned, self)
        self.player = PlayerMoves(*parts, self.autoplay, self.status, touch)
        self.pause = Pause(self.timeline, self.autoplay, self.advice, self.levels, touch)
        self.clock = Clock(self.timeline, self.pause.begin_after_sleep, touch, self)
        self._learning = schedule.current.timer(self, self._learn_on, repeats=True)
        self.advice.set_history(playthrough.history)
        self.status.set(status_text.ready_text(game))
        self.touch()

    @property
    def playthrough(self) -> Playthrough:
        """The game that is played, with its agent and its history."""
        return self.timeline.playthrough

    @property
    def game(self) -> Minesweeper:
        """The game in its present state, also while an earlier moment is shown."""
        return self.playthrough.game

    @property
    def is_learning(self) -> bool:
        return self.playthrough.has_more

    @property
    def plays_on(self) -> bool:
        """True while Auto-play runs, and between two games of a search."""
        return self.autoplay.is_running or (self.guest is not None and self.guest.is_searching)

    @property
    def is_running(self) -> bool:
        """True while there is anything to stop: Auto-play, a search, or the choice of a move or hint."""
        is_choosing = self.autoplay.is_pending or self.advice.is_choice_requested
        return self.plays_on or is_choosing or self.search.is_busy

    @property
    def is_computing(self) -> bool:
        """True while chances, moves, hints, ratings or a board are awaited."""
        return self.advice.is_busy or self.search.is_busy

    def move_of(self, derivation: Derivation) -> int:
        return self.playthrough.history.move_of(derivation)

    # -- games

    def new_game(self, difficulty: Difficulty | None = None, seed: int | None = None, help_: Help = NO_HELP) -> None:
        """Start a new game, of the same difficulty unless one is given; raise ``MineCountError`` as the game does.

        ``help_``: the help that the player has had already, such as a known board.
        """
        difficulty = difficulty or self.difficulty
        game = Minesweeper.at_difficulty(self._with_rules(difficulty), seed=seed, dealer=FairDealer())
        self.difficulty = difficulty
        self._open(game, None, status_text.ready_text(game), help_)

    def _with_rules(self, difficulty: Difficulty) -> Difficulty:
        return difficulty.with_first_click(self._first_click).with_guesses(self._guesses)

    def restart(self) -> None:
        """Start again with the same mines, which the first click then does not move."""
        game, is_known = self.game.restarted(), bool(self.game.clues or self.game.exploded)
        help_ = Help.KNOWN_BOARD if is_known else self.help.had
        self._open(game, None, status_text.restarted_text(game), help_)

    def open(
        self, game: Minesweeper, history: History | None = None, elapsed: float | None = None, help_: Help | None = None
    ) -> None:
        """Show ``game`` and let it be played on; ``history`` holds the turns of a game that has been played.

        ``elapsed``: the seconds played, by default up to the last turn. ``help_``: the help that the player has had,
        by default a known board, and what else is not known any more if the game is over.
        Raises ``ValueError`` when the history is that of another game, or is lacking.
        """
        if (history is None and game.history) or (history is not None and history.game is not game):
            raise ValueError("a game that was played needs its own history, as Record.history returns it")
        # The preset, however the first click was protected, and whatever becomes of guesses.
        first_click = FirstClick.OPENING if game.rules.cascade else FirstClick.ANYTHING
        rules = replace(game.rules, first_click=first_click, guesses=Guesses.AS_DEALT)
        self.difficulty = Difficulty.of(game.height, game.width, game.mine_total, rules)
        self._open(game, history, status_text.opened_text(game), help_, elapsed)

    def _open(
        self,
        game: Minesweeper,
        history: History | None,
        status: str | CellText,
        help_: Help | None,
        elapsed: float | None = None,
    ) -> None:
        self.pause.end()
        self.autoplay.stop()
        self.own, self._waiting = self._waiting, None
        self.player.questions = frozenset()
        self.board_name = ""
        self.search.asked, self.search.first = self._hardest, None
        self._use(game, history, elapsed)
        self._games += 1
        self.help.begin(help_)
        self.status.set(status)
        self.touch()

    def play_todays_board(self, difficulty: Difficulty, day: date, help_: Help, name: str, says: str) -> None:
        """Start the board of ``day``, by rules of its own; open its first cell, and let the clock wait for the player.

        ``name`` is that of the board, ``says`` the status once it is found.
        """
        from minesweeper_qt.model.dealing.no_guess import HardestStep
        from minesweeper_qt.model.play.board_code import todays_board, todays_reasoning

        code = todays_board(difficulty, day)
        game = Minesweeper.at_difficulty(code.difficulty, seed=code.seed, dealer=FairDealer())
        assert code.start is not None, "it begins with an opening"
        self.difficulty = difficulty
        self._open(game, None, status_text.ready_text(game), help_)
        self.board_name = name
        self.search.asked = HardestStep(todays_reasoning(day))
        self.search.first = code.start, partial(self._open_first, code.start, says)
        self.player.reveal(code.start)

    def _open_first(self, cell: Cell, says: str) -> None:
        self.player.reveal(cell)
        self.playthrough.wait()
        self.status.set(says)
        self.touch()

    def open_code(self, code: BoardCode | Record) -> None:
        """Start a game on the board of ``code``, which then is a known one, with its first cell opened."""
        game, history = code.history()
        self.open(game, history, help_=Help.KNOWN_BOARD)
        self.playthrough.wait()
        self.status.set(status_text.CODE_STARTED)
        self.status.publish()

    def _show_one_way(self, certificate: Certificate) -> None:
        """Show the moves of ``certificate``, from its first position on."""
        self.show_other(certified_history(self.game, certificate), status_text.ONE_WAY)
        self.timeline.show_move(1)

    def show_other(self, history: History, shown: str) -> None:
        """Show another game, which ``shown`` names, while the game of the player waits until ``go_back``."""
        help_ = self.help.had if self.help.is_known else None
        own = self.playthrough.history, self.playthrough.seconds, help_, self.player.questions
        self._waiting = OwnGame(*(own if self.own is None else self.own[:-1]), shown)
        self.open(history.game, history)

    def go_back(self) -> None:
        """Show the game that waits, paused if it is not over; without one, the present moment."""
        own = self.own
        if own is None:
            self.timeline.show_live()
        else:
            self.open(own.history.game, own.history, own.seconds, own.help_)
            self.player.questions = own.questions
            self.pause.begin()

    @property
    def shows_one_way(self) -> bool:
        """True while the moves of a certificate are shown in place of the game that was played."""
        return self.own is not None and self.own.shown == status_text.ONE_WAY

    def toggle_one_way(self) -> None:
        """Show one way to solve the board of the game that is over without a guess, or that game again."""
        if self.shows_one_way:
            self.go_back()
        else:
            self.search.certify(self._show_one_way)

    def branch(self, then_play: bool = True) -> None:
        """Discard the moves after the moment shown and make it the present one; also after a loss or a win.

        Then carry out the intent that waited for confirmation, if ``then_play`` is true.
        """
        intent = self.timeline.take_intent()
        if self.timeline.is_live:
            return
        number = self.timeline.shown_move
        goes_on = f"The game goes on after move {number}." if number else "The same board from its start again."
        self._go_on_after(number, goes_on)
        if then_play and intent is not None:
            intent()

    @property
    def can_take_back(self) -> bool:
        """True after a move of a game that is not won, while that move or the one before it is shown."""
        last = len(self.timeline.moves)
        near = self.timeline.is_live or (self.game.state is State.LOST and self.timeline.shown_move == last - 1)
        return bool(last) and near and self.game.state is not State.WON and not self.pause.is_on

    def take_back(self) -> None:
        """Discard the last move, also the fatal one, and go on with help; do nothing unless ``can_take_back``."""
        if self.can_take_back:
            self._go_on_after(len(self.timeline.moves) - 1, status_text.TAKEN_BACK)

    def _go_on_after(self, number: int, status: str) -> None:
        """Make the moment after move ``number`` the present one."""
        before = self.playthrough
        self.autoplay.stop()
        self._use(*before.history.branch(number), before.seconds)
        self.own = self.own and self.own._replace(shown=status_text.TRIED)
        self.help.go_on()
        self.status.set(status)
        self.touch()

    def _use(self, game: Minesweeper, history: History | None, elapsed: float | None = None) -> None:
        """Play ``game`` with a new agent that knows the same rules as the present one."""
        before = self.playthrough
        made = self._make_playthrough(
            game,
            history=history,
            uses_mine_count=before.uses_mine_count,
            uses_overlap_rule=before.uses_overlap_rule,
            elapsed=elapsed,
        )
        self.timeline.use(made)
        self.advice.set_history(made.history)

    # -- intents of the user

    def request_hint(self) -> None:
        """Find the best next cell and show it, without playing it; if any will do as the first, say so: no help."""
        if self.game.protects_first_click:
            self.status.show("Any cell: the first is safe.")
        elif not self.pause.is_on:
            self.advice.request_hint(self.view)

    def set_first_click(self, first_click: FirstClick) -> None:
        """Protect first clicks like this from now on; a game in which nothing has been done yet begins anew."""
        if first_click is not self._first_click:
            self._first_click = first_click
            self._begin_anew()

    def set_guesses(self, guesses: Guesses, hardest: HardestStep) -> None:
        """Deal guesses like this from now on, as ``set_first_click`` does; ``hardest`` is for boards without one."""
        before, self._guesses, self._hardest = self._guesses, guesses, hardest
        self.search.asked = hardest
        if guesses is not before:
            self._begin_anew()

    def _begin_anew(self) -> None:
        game, rules = self.game, self._with_rules(self.difficulty).rules
        if not game.history and game.rules != rules and game.given_start is None and game.seed is not None:
            self.new_game(seed=game.seed, help_=self.help.had)

    def set_chances_enabled(self, enabled: bool) -> None:
        self.advice.set_enabled(enabled)

    def stop_autoplay(self) -> None:
        """Stop Auto-play, and cancel a pending AI Move."""
        if self.plays_on:
            self.stopping.emit()
        (self.stop_computing if self.advice.is_move_requested else self.autoplay.stop)()

    def stop_computing(self) -> None:
        """Cancel the move or hint that is searched for, if there is one, and stop Auto-play."""
        self.stopping.emit()
        chooses = self.advice.is_choice_requested or self.autoplay.is_pending or self.search.is_busy
        self.autoplay.stop()
        if chooses:
            self.advice.cancel_choices()
            self.status.set(status_text.STOPPED)
            self.touch()

    def shut_down(self) -> None:
        """Stop all timers and threads: no signal is sent any more."""
        self.autoplay.stop()
        self.timeline.stop()
        self.clock.stop()
        self._learning.stop()
        self.advice.close()
        super().shut_down()

    # -- what changes

    def _make_view(self) -> PositionView:
        """Let the parts follow what has changed, and return the view of now."""
        before, playthrough, timeline, autoplay = self.view, self.playthrough, self.timeline, self.autoplay
        if not autoplay.is_instant:
            self._learn()
        if self._agent != (playthrough, playthrough.agents_made):
            self._agent = playthrough, playthrough.agents_made
            self._agents += 1
            timeline.reset_knowledge()
        self.clock.follow()
        self.search.follow()
        questions = self.player.questions if timeline.is_live else frozenset()
        comparison = None if self.guest is None else self.guest.follow()
        now = PositionView.of_game(playthrough, timeline.moment, questions, comparison)
        now = replace(
            now,
            game=self._games,
            agent=self._agents,
            seconds=self.clock.seconds,
            strategy=autoplay.strategy,
            runs=autoplay.is_running,
            plays=timeline.plays,
            announcement=autoplay.announcement,
            sought=self.search.cell,
            may_give_up=self.search.may_give_up,
            certified=self.search.certified_level,
        )
        self.advice.follow(before, now, rates=not autoplay.is_instant)
        self.help.follow()
        return replace(
            now,
            shown=self.advice.shown,
            hint=self.advice.hint,
            hints=self.advice.hints,
            is_help_said=self.help.is_said,
            ai_cell=timeline.ai_cell(_moves_shown(before, now)),
            last_change=timeline.last_change,
            judged=(*playthrough.take_judged(), *self.advice.take_rated()),
        )

    def touch(self) -> None:
        is_outermost = not self._is_announcing
        super().touch()
        if is_outermost and not self.status.is_published:
            self.status.publish()

    def _touch_if_learned(self) -> None:
        """Announce what the agent has learned of the game, if all is learned, and that is shown."""
        is_new = self.playthrough.snapshot is not self.view.snapshot
        if is_new and self.timeline.is_live and not self.playthrough.is_learning:
            self.touch()

    def _learn(self) -> None:
        """Let the agent learn for a moment what is revealed, and the rest of it between the next events."""
        now = schedule.current.now
        self.playthrough.learn(now() + SLICE, now)
        if self.playthrough.has_more:
            self._learning.start()

    def _learn_on(self) -> None:
        """Let the agent learn for a moment; announce what it has learned when it has learned all."""
        self._learn()
        if not self.playthrough.has_more:
            self._learning.stop()
            self.touch()

    def _leave_moment(self) -> None:
        """Stop what plays, before another moment is shown."""
        self.autoplay.stop()
        self.advice.cancel_choices()

    def _update_levels(self) -> None:
        # An instant Auto-play passes through thousands of positions too quickly to be looked at.
        if not self.autoplay.is_instant and not self.pause.is_on:
            super()._update_levels()


def _moves_shown(before: PositionView, now: PositionView) -> int:
    """Return the number of the moves that ``before`` shows, too; 0 for a moment that the user has chosen."""
    is_chosen = now.game != before.game or now.move < before.move or now.is_live is not before.is_live
    return 0 if is_chosen or not (now.is_live or now.move == before.move) else before.move
