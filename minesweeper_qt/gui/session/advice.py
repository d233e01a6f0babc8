"""The chances, moves, hints and ratings of one game, requested from the worker and kept while valid."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Chances
from minesweeper_qt.gui.session.board_source import PositionView, ShownChances
from minesweeper_qt.gui.session.computations import choose, choose_easiest, find_certainty, find_chances, find_risk
from minesweeper_qt.gui.session.status_line import Note, StatusLine
from minesweeper_qt.gui.session.worker import Outcome, Request, T, Worker
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import Cell, Choice, Guesses, History, Position, State, TurnKind
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.play.history import NO_HELP, Help

if TYPE_CHECKING:
    from minesweeper_qt.gui.session.computations import Risk

KEPT_FOR = 300
"""Milliseconds for which the chances of the last position stay: a quicker answer causes no flicker."""

HINTS = "expert"
"""The strategy that computes hints."""

_MAX_WAITING = 100
"""The most moves that wait to be rated; an older one must be requested again."""


class Advice:
    """Requests chances, moves and hints for the present position, and the risks of moves that were made.

    A choice depends on the game, the flags, the agent and the strategy: any change cancels the request for it. Chances
    depend on the clues alone, so a flag causes no new request for them. The risk of a move that was made depends on
    nothing that comes after it; moves are rated one after the other.

    A hint is the best next cell: one that the agent knows to be safe, else the choice of the strategy ``HINTS``; on a
    board that needs no guess one at the least level of reasoning. With ``in_stages`` the first request says how many
    cells are certain, the second lights the clues that prove one, and the third shows it; a guess has no clues.

    ``touch`` announces what was found. ``status`` gets notes: the risk of the last guess, that chances are too hard to
    count, and that a move or hint takes longer than the worker's ``SLOW_AFTER``.
    """

    def __init__(self, worker: Worker, status: StatusLine, touch: Callable[[], None], parent: QObject) -> None:
        self.chances: Chances | None = None
        """The chances of the present position if ``is_current``, else of an earlier one of the same game."""
        self.is_current = False
        """True when ``chances`` are those of the present position."""
        self.problem = ""
        """The reason why the present position has no chances; else empty."""
        self.hint: Cell | None = None
        """The cell of the hint shown."""
        self.hints = 0
        """The number of hints so far."""
        self.in_stages = False
        self.stage = NO_HELP
        """The stage of the hint that is shown."""
        self._found: tuple[Choice | None, frozenset[Cell]] = None, frozenset()
        """What the first stage has found: a cell that the agent does not know, and the clues of the second."""
        self.is_enabled = False
        """True while the chances of every position are requested."""
        self.followed_move = 0
        """The number of the last move while it is a guess whose risk is awaited; else 0."""
        self._last_followed = 0
        """The number of the last move that was followed: after another status its risk is not noted."""
        self._was_too_hard = False
        self._history: History | None = None
        self._unrated: deque[int] = deque(maxlen=_MAX_WAITING)
        self._rated: list[int] = []
        """The numbers of the moves that were rated since ``take_rated``."""
        self._chances_request = self._move_request = self._hint_request = self._risk_request = Request()
        self._worker = worker
        self._status = status
        self._touch = touch
        self._kept_timer = schedule.current.timer(parent, self._hide_chances, KEPT_FOR)

    @property
    def is_move_requested(self) -> bool:
        """True while the answer to ``request_move`` is awaited."""
        return self._move_request.is_open

    @property
    def is_choice_requested(self) -> bool:
        """True while the answer to ``request_move`` or ``request_hint`` is awaited."""
        return self._move_request.is_open or self._hint_request.is_open

    @property
    def is_busy(self) -> bool:
        """True while an answer is awaited that still matters."""
        return self.is_choice_requested or self._chances_request.is_open or self._risk_request.is_open

    @property
    def shown(self) -> ShownChances | None:
        """The chances to show with a position, if they are enabled."""
        return ShownChances(self.chances, self.is_current) if self.is_enabled else None

    # -- changes

    def set_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none."""
        if enabled != self.is_enabled:
            self.is_enabled, self._was_too_hard = enabled, False
            if not enabled:
                self._drop_chances()
            self._touch()

    def follow(self, before: PositionView, now: PositionView, *, rates: bool) -> None:
        """Drop what is not about ``now`` any more, and request the chances that it lacks, if they are enabled.

        If it ``rates``, and the last move of the game was a guess, request the risk of that move too.
        """
        if _choice_depends_on(now) != _choice_depends_on(before):
            self.followed_move, self.hint, self.stage = 0, None, NO_HELP
            self.cancel_choices()
        if now.position is not before.position:
            is_other = now.game != before.game
            if is_other or now.clues.keys() != before.clues.keys():
                self.is_current, self.problem = False, ""
                self._chances_request.cancel()
            if is_other or not before.clues.keys() <= now.clues.keys():
                self._drop_chances()  # those of a later position: its certain cells were not yet certain
        if now.state is State.WON:
            self._drop_chances()
        if now.is_paused:
            return
        if self.is_enabled and now.has_chances and self.lacks_chances:
            self.request_chances(now.position)
        if rates and now.is_live and self._history is not None:
            number = len(self._history.turns)
            if number > self._last_followed and self._is_unrated(number):
                self.followed_move = self._last_followed = number
                self.request_rating(number)

    def cancel_choices(self) -> None:
        """Cancel the requests for a move and a hint."""
        self._move_request.cancel()
        self._hint_request.cancel()

    def cancel_all(self) -> None:
        """Cancel the requests for a move, a hint and chances."""
        self.cancel_choices()
        self._chances_request.cancel()

    def close(self) -> None:
        """Cancel all requests: nothing is announced until there are new ones."""
        self.cancel_all()
        self._kept_timer.stop()
        self._unrated.clear()
        self._risk_request.cancel()

    def _drop_chances(self) -> None:
        self._chances_request.cancel()
        self._kept_timer.stop()
        self.problem = ""
        self.chances, self.is_current = None, False

    # -- chances, moves and hints

    @property
    def lacks_chances(self) -> bool:
        """True when the chances of the present position are neither known nor requested nor known to be too hard."""
        return not (self.is_current or self.problem or self._chances_request.is_open)

    def request_chances(self, position: Position) -> None:
        """Request the chances of ``position``, which is the present one."""
        if self.chances is not None and not self._kept_timer.isActive():
            self._kept_timer.start()
        self._chances_request.cancel()
        self._chances_request = self._worker.request(self._set_chances, find_chances, position)

    def request_move(self, strategy: str, view: PositionView, then: Callable[[Outcome[Choice | None]], None]) -> None:
        """Request the next move at ``view`` by ``strategy`` for ``then``, unless it is requested already."""
        if not self._move_request.is_open:
            self._move_request = self._request_choice(choose, strategy, view, then)

    def request_hint(self, view: PositionView) -> None:
        """Find a hint at ``view``, or its next stage; it is dropped when that changes."""
        if view.state.is_over or self._hint_request.is_open:
            return
        choice, clues = self._found
        if self.in_stages and not self.stage:
            self._hint_request = self._request_choice(find_certainty, HINTS, view, partial(self._set_certainty, view))
        elif self.stage is Help.CERTAINTY and clues:
            self._show_stage(Help.CLUES, status_text.clues_text(clues))
        elif self.stage and choice is not None:
            self._set_hint(view, Outcome(choice))
        else:
            self._find_hint(view)

    def _find_hint(self, view: PositionView) -> None:
        known = view.picker().make_safe_move()
        if known is not None:
            flags = sorted(view.position.flags & view.snapshot.safes)
            wrong = [CellText.of("Your flag on ", cell, " is wrong.") for cell in flags]
            self._show_hint(known, CellText.sentences(_known_text(view, known), *wrong))
        else:
            needs_no_guess = view.rules.guesses is Guesses.NOT_NEEDED and bool(view.clues)
            function = choose_easiest if needs_no_guess else choose
            self._hint_request = self._request_choice(function, HINTS, view, partial(self._set_hint, view))

    def _request_choice(
        self, function: Callable[..., T], strategy: str, view: PositionView, then: Callable[[Outcome[T]], None]
    ) -> Request:
        # Not kept in the status: the result sets another text.
        slow = partial(self._status.show, status_text.THINKING)
        known = view.position, strategy, view.rules, view.seed, view.picker()
        return self._worker.request(then, function, *known, slow=slow)

    def _set_certainty(self, view: PositionView, answer: Outcome[tuple[int, Choice | None, frozenset[Cell]]]) -> None:
        known = view.picker().make_safe_move()
        number, choice, clues = answer.result or (0, None, frozenset())
        if not number and choice is None:
            self._find_hint(view)
            return
        self._found = choice, clues if known is None else _known_text(view, known).marked(CellRole.LIT)
        text = status_text.certainty_text(number, choice, is_fair=view.rules.guesses is Guesses.FAIR)
        self._show_stage(Help.CERTAINTY, text)

    def _show_stage(self, stage: Help, text: str | CellText) -> None:
        self.stage = stage
        self._status.set(text)
        self._touch()

    def _set_hint(self, view: PositionView, answer: Outcome[Choice | None]) -> None:
        choice = answer.result
        if answer.problem:
            self._show_hint(self.hint, f"No hint: {answer.problem}.")
        elif choice is None:
            self._show_hint(None, status_text.no_hint_text(view.position, view.snapshot.mines))
        else:
            # A guess of unknown risk is not shown as a hint.
            is_rated = choice.is_safe or choice.risk is not None
            text = status_text.hint_text(choice, is_fair=view.rules.guesses is Guesses.FAIR)
            self._show_hint(choice.cell if is_rated else None, text)

    def _show_hint(self, cell: Cell | None, text: str | CellText) -> None:
        self.hint = cell
        self.hints += 1
        self._show_stage(NO_HELP if cell is None else Help.HINT, text)

    # -- ratings

    def set_history(self, history: History) -> None:
        """Rate the moves of ``history`` from now on, when requested; cancel the requests about another history."""
        self._history = history
        self._last_followed = 0
        self._was_too_hard = False
        self._unrated.clear()
        self._risk_request.cancel()

    def take_rated(self) -> list[int]:
        """Return the numbers of the moves that were rated since the last call."""
        rated, self._rated = self._rated, []
        return rated

    def request_rating(self, number: int) -> None:
        """Rate move ``number`` before all that wait to be rated; do nothing if it is rated, or was no guess.

        Nothing is done either when it waits already. The first move has the number 1.
        """
        if self._is_unrated(number) and number not in self._unrated:
            self._unrated.append(number)
            self._rate_next()

    def _is_unrated(self, number: int) -> bool:
        if self._history is None:
            return False
        turn = self._history.turns[number - 1]
        return turn.is_safe is False and turn.risk is None and not turn.is_too_hard

    def _rate_next(self) -> None:
        """Request the risk of the move that was requested last, unless one is being computed."""
        while self._history is not None and self._unrated and not self._risk_request.is_open:
            number = self._unrated.pop()
            turn = self._history.turns[number - 1]
            if turn.cell is not None and self._is_unrated(number):
                before = self._history.moment(number - 1).position
                is_chord, then = turn.kind is TurnKind.CHORD, partial(self._set_risk, self._history, number)
                self._risk_request = self._worker.request(then, find_risk, before, turn.cell, is_chord)

    # -- answers

    def _set_chances(self, answer: Outcome[Chances]) -> None:
        self._kept_timer.stop()
        self.problem = answer.problem
        self.chances = answer.result
        self.is_current = self.chances is not None
        if self.problem and not self._was_too_hard:
            too_hard = "Exact chances would take too long here: the board shows only what the AI knows."
            self._status.note(Note.TOO_HARD, too_hard)
        self._was_too_hard = bool(self.problem)
        self._touch()

    def _set_risk(self, history: History, number: int, answer: Outcome[Risk]) -> None:
        history.rate(number, *(answer.result or (None, None)))
        self._rated.append(number)
        if number == self.followed_move:
            self._status.note(Note.RATING, status_text.rated_text(history.turns[number - 1]))
        self._touch()
        self._rate_next()

    def _hide_chances(self) -> None:
        self.chances = None
        self._touch()


def _known_text(view: PositionView, cell: Cell) -> CellText:
    return status_text.proved_hint_text(cell, view.settled[cell], view.position.clues)


def _choice_depends_on(view: PositionView) -> tuple[object, ...]:
    return view.game, view.agent, view.strategy, view.announcement, view.is_live, view.move, view.position
