"""The service that requests chances, risks, hints and moves from a worker.

They take longer than a frame. The service keeps the chances while they are valid and drops late answers.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer, ChoiceContext, Request, RequestKind, Worker
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import Cell, MinesweeperError, Position

STALE_AFTER = 100
"""Milliseconds until the chances of the last position are shown as stale: a quicker answer causes no flicker."""

SLOW_AFTER = 150
"""Milliseconds after which the user is shown that a move or a hint takes a while."""

_CHOICES = (RequestKind.MOVE, RequestKind.HINT)


class AdviceService(QObject):
    """Requests chances, risks, hints and moves from its worker, and drops answers that come too late.

    ``revision`` grows with every change that a choice depends on: of the game, the flags, the agent, the strategy.
    Chances depend on the clues alone, so a flag causes no new request for them. The risk of a move that was made
    depends on nothing that comes after it.

    Signals: ``chances_changed`` (there are new chances, or the old ones became stale), ``move_found(Answer)``,
    ``hint_found(Answer)``, ``risk_found(Answer)``, and ``became_slow`` when a move or hint takes longer than
    ``SLOW_AFTER``.
    """

    chances_changed = Signal()
    move_found = Signal(object)
    hint_found = Signal(object)
    risk_found = Signal(object)
    became_slow = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.revision = 0
        self.chances: Chances | None = None
        """The chances of the present position if ``is_current``, else of an earlier one of the same game."""
        self.is_stale = False
        self.problem = ""
        """The reason why the present position has no chances; else empty."""
        self._clues_revision = 0
        self._chances_revision = -1
        self._risk_revision = 0
        self._requested: dict[RequestKind, int] = {}
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._stale_timer = QTimer(self)
        self._slow_timer = QTimer(self)
        for timer, delay in ((self._stale_timer, STALE_AFTER), (self._slow_timer, SLOW_AFTER)):
            timer.setSingleShot(True)
            timer.setInterval(delay)
        self._stale_timer.timeout.connect(self._mark_stale)
        self._slow_timer.timeout.connect(self.became_slow)

    @property
    def is_current(self) -> bool:
        """True when ``chances`` are those of the present position."""
        return self.chances is not None and self._chances_revision == self._clues_revision

    @property
    def is_move_requested(self) -> bool:
        """True while the answer to ``request_move`` is awaited."""
        return RequestKind.MOVE in self._requested

    @property
    def is_choice_requested(self) -> bool:
        """True while the answer to ``request_move`` or ``request_hint`` is awaited."""
        return any(kind in self._requested for kind in _CHOICES)

    @property
    def is_busy(self) -> bool:
        """True while an answer is awaited that still matters."""
        return bool(self._requested)

    # -- changes

    def revise(self, clues_changed: bool) -> None:
        """Start a new revision: cancel moves and hints, and the chances too if the clues have changed."""
        self.revision += 1
        self.cancel_choices()
        if clues_changed:
            self._clues_revision += 1
            self.problem = ""
            self._drop(RequestKind.CHANCES)

    def cancel_choices(self) -> None:
        """Cancel the requests for a move and a hint."""
        for kind in _CHOICES:
            self._drop(kind)

    def cancel_risk(self) -> None:
        """Cancel the request for a risk."""
        self._drop(RequestKind.RISK)

    def clear_chances(self) -> None:
        """Drop the chances and cancel the request for new ones."""
        self._drop(RequestKind.CHANCES)
        self._stale_timer.stop()
        self.problem = ""
        if self.chances is not None:
            self.chances = None
            self.chances_changed.emit()

    def close(self) -> None:
        """Stop for good; return when the thread has ended."""
        for timer in (self._stale_timer, self._slow_timer):
            timer.stop()
        self.revise(clues_changed=True)
        self.cancel_risk()
        self._worker.close()

    # -- requests

    @property
    def lacks_chances(self) -> bool:
        """True when the chances of the present position are neither known nor requested nor known to be too hard."""
        return not (self.is_current or self.problem or RequestKind.CHANCES in self._requested)

    def request_chances(self, position: Position) -> None:
        """Request the chances of ``position``, which is the present one."""
        if self.chances is not None and not self._stale_timer.isActive() and not self.is_stale:
            self._stale_timer.start()
        self._enqueue(Request(RequestKind.CHANCES, self._clues_revision, position))

    def request_move(self, position: Position, context: ChoiceContext) -> None:
        """Request the next move, unless it is requested already for this revision."""
        self._request_choice(RequestKind.MOVE, position, context)

    def request_hint(self, position: Position, context: ChoiceContext) -> None:
        """Request a hint, unless it is requested already for this revision."""
        self._request_choice(RequestKind.HINT, position, context)

    def request_risk(self, before: Position, cell: Cell) -> None:
        """Request the risk of opening ``cell`` at ``before``, in place of the risk of another move."""
        self._risk_revision += 1
        self._enqueue(Request(RequestKind.RISK, self._risk_revision, before, cell))

    # -- the worker

    def _request_choice(self, kind: RequestKind, position: Position, context: ChoiceContext) -> None:
        if kind not in self._requested:
            self._enqueue(Request(kind, self.revision, position, context=context))
            self._slow_timer.start()

    def _enqueue(self, request: Request) -> None:
        self._requested[request.kind] = request.revision
        self._worker.enqueue(request)

    def _drop(self, kind: RequestKind) -> None:
        if self._requested.pop(kind, None) is not None:
            self._worker.cancel(kind)
        if not self.is_choice_requested:
            self._slow_timer.stop()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        kind = answer.request.kind
        if self._requested.get(kind) != answer.request.revision:
            return  # too late: the request was cancelled or replaced
        del self._requested[kind]
        if not self.is_choice_requested:
            self._slow_timer.stop()
        if kind is RequestKind.CHANCES:
            self._set_chances(answer)
        else:
            signals = {
                RequestKind.MOVE: self.move_found,
                RequestKind.HINT: self.hint_found,
                RequestKind.RISK: self.risk_found,
            }
            signals[kind].emit(answer)
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake in the program, shown like any other

    def _set_chances(self, answer: Answer) -> None:
        self._stale_timer.stop()
        self.problem = answer.problem
        self.chances = answer.chances
        self._chances_revision = answer.request.revision
        self.is_stale = False
        self.chances_changed.emit()

    @Slot()
    def _mark_stale(self) -> None:
        self.is_stale = True
        self.chances_changed.emit()
