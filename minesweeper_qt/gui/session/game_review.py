"""Reviews the game of a session: requests the judgements on its moves, and goes from one mistake to the next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, Signal

from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model.review import review_words

if TYPE_CHECKING:
    from minesweeper_qt.gui.session.board_source import PositionView
    from minesweeper_qt.gui.session.computations import Tools
    from minesweeper_qt.gui.session.game_session import GameSession
    from minesweeper_qt.model import JudgedMove, Record, Review

_LOOK_INTERVAL = 100


class GameReview(QObject):
    """Finds the review of the game of ``session`` once it is over, and shows its mistakes.

    Signals: ``changed`` when ``found``, ``problem`` or the progress has changed; ``mistake_shown(JudgedMove)`` when
    the moment before a mistake is shown; ``report_made(str)`` with the page that ``make_report`` was to make.
    Attributes: ``found``, ``None`` until it is there; ``problem``, why it can't be; ``judged``, the number of moves
    judged so far.
    """

    changed = Signal()
    report_made = Signal(str)
    mistake_shown = Signal(object)

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.found: Review | None = None
        self.problem = ""
        self._session = session
        self._is_wanted = self._stops = False
        self._mistake: JudgedMove | None = None
        """The one that was gone to last."""
        self._request = self._report = Request()
        self._judged = [0]
        """The thread of the worker counts it up."""
        self._timer = schedule.current.timer(self, self.changed.emit, _LOOK_INTERVAL, repeats=True)
        session.changed.connect(self._on_session_changed)
        session.timeline.stops_after = self._stops_after

    @property
    def is_running(self) -> bool:
        """True while moves are judged."""
        return self._request.is_open

    @property
    def is_busy(self) -> bool:
        """True while moves are judged or the page is made."""
        return self.is_running or self._report.is_open

    @property
    def judged(self) -> int:
        """The number of moves judged so far."""
        return self._judged[0]

    @property
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The moves that missed something certain, the worst first, as in the table."""
        return tuple(move for move in review_words.listed(self.found) if move.is_mistake)

    def set_wanted(self, is_wanted: bool) -> None:
        """Set whether each game is judged as soon as it is over; one that was stopped is judged again."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._start(again=True)

    def _start(self, *, again: bool = False) -> None:
        session = self._session
        is_open = self.found is None and not self.is_running and (again or not self.problem)
        if session.game.state.is_over and is_open:
            from minesweeper_qt.model import Record

            self._judged, self.problem = [0], ""
            record = Record.of_history(session.playthrough.history)
            self._request = session.worker.request(self._on_found, _review, record, self._judged, lane=Lane.LONG)
            self._timer.start()
            self.changed.emit()

    def cancel(self) -> None:
        """Stop judging, or making the page."""
        if self._report.is_open:
            self._report.cancel()
            self._session.status.publish()
        if self.is_running:
            self._end("The review was stopped.")

    def show_next(self, step: int) -> None:
        """Show the moment before the mistake one ``step`` below that gone to last, -1 above it, round and round."""
        mistakes = self.mistakes
        if mistakes:
            place = mistakes.index(self._mistake) + step if self._mistake in mistakes else min(step, 0)
            self.show(mistakes[place % len(mistakes)])

    def show(self, move: JudgedMove) -> None:
        """Show the moment before ``move``, and say what was wrong with it."""
        self._mistake = move
        self._session.timeline.show_move(move.turn - 1)
        self.mistake_shown.emit(move)
        # The card of the result would cover another text.
        self._session.status.show(str(review_words.mistake_text(move)))

    def set_stops(self, stops: bool) -> None:
        """Set whether moves that are shown one after the other stop before each mistake, which a review finds."""
        self._stops = stops
        if stops:
            self._start(again=True)

    def _stops_after(self, number: int) -> bool:
        move = next((move for move in self.mistakes if self._stops and move.turn == number + 1), None)
        if move is not None:
            self.show(move)
        return move is not None

    def make_report(self) -> None:
        """Let the worker make the page of the review, with a proof for each mistake."""
        if self.found is not None:
            self._report.cancel()
            note = f"Reviewed on {QLocale.c().toString(QDate.currentDate(), 'd MMM yyyy')}."
            self._report = self._session.worker.request(self._on_report, _report, self.found, note, lane=Lane.LONG)
            self._session.status.show("The report is being made; Esc stops that.")

    def _on_report(self, answer: Outcome[str]) -> None:
        self._session.status.publish()
        if answer.result is not None:
            self.report_made.emit(answer.result)

    def _on_session_changed(self, before: PositionView, now: PositionView) -> None:
        """Forget the review of another game, or of one that goes on after an earlier move."""
        if now.game != before.game or now.last_move < before.last_move:
            self.found = None
            self._report.cancel()
            self._end("")
        if self._is_wanted or self._stops:
            self._start()

    def _end(self, problem: str) -> None:
        self._request.cancel()
        self._timer.stop()
        self.problem = problem
        self.changed.emit()

    def _on_found(self, answer: Outcome[Review]) -> None:
        self.found = answer.result
        self._end(answer.problem)


def _review(tools: Tools, record: Record, judged: list[int]) -> Review:
    from minesweeper_qt.model import review

    return review(record, should_stop=tools.should_stop, progress=partial(judged.__setitem__, 0))


def _report(tools: Tools, found: Review, note: str) -> str:
    from minesweeper_qt.model.html_page import html_page
    from minesweeper_qt.model.review.review_report import STYLE, ReviewReport

    return html_page("Review", STYLE, [ReviewReport(found, tools.poll, note).section()])
