"""The service that finds proofs and levels of reasoning in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer, Request, RequestKind, Worker
from minesweeper_qt.model import Cell, MinesweeperError, Position, ReasoningLevels
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided

SLOW_AFTER = 150
"""Milliseconds after which the user is shown that an explanation takes a while."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation ``found`` for ``cell`` in ``position``, or the ``error`` raised instead."""

    position: Position
    cell: Cell
    found: Proof | Undecided | None = None
    error: Exception | None = None


class ExplanationService(QObject):
    """Explains cells and finds their levels of reasoning, for one position at a time; drops late answers.

    It has a worker of its own, so that neither chances nor moves wait for a long proof.

    Signals: ``explained(Explanation)``; ``levels_changed`` when the levels of a position were found, or why there are
    none; ``became_slow`` when an explanation takes longer than ``SLOW_AFTER``.
    """

    explained = Signal(object)
    levels_changed = Signal()
    became_slow = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requested: dict[RequestKind, Request] = {}
        self._revision = 0
        self._levels_answer: Answer | None = None
        """The last answer about levels."""
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._slow_timer = QTimer(self)
        self._slow_timer.setSingleShot(True)
        self._slow_timer.setInterval(SLOW_AFTER)
        self._slow_timer.timeout.connect(self.became_slow)

    # -- explanations

    def explain(self, position: Position, cell: Cell) -> None:
        """Request an explanation of ``cell`` in place of an earlier request; repeating the same one changes nothing."""
        request = self._requested.get(RequestKind.EXPLAIN)
        if request is None or request.cell != cell or request.position != position:
            self._enqueue(RequestKind.EXPLAIN, position, cell)
            self._slow_timer.start()

    def stop(self) -> None:
        """Cancel the request for an explanation; a search that is running ends soon."""
        self._drop(RequestKind.EXPLAIN)
        self._slow_timer.stop()

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is awaited."""
        return RequestKind.EXPLAIN in self._requested

    # -- levels

    def find_levels(self, position: Position) -> None:
        """Request the levels of ``position``, unless they are known or already requested."""
        request = self._requested.get(RequestKind.LEVELS)
        if request is not None and request.position == position:
            return
        if self._has_levels_of(position):
            # The open request is about another position.
            self._drop(RequestKind.LEVELS)
        else:
            self._enqueue(RequestKind.LEVELS, position)

    def cancel_levels(self) -> None:
        """Cancel the request for levels."""
        self._drop(RequestKind.LEVELS)

    def reasoning_levels(self, position: Position) -> ReasoningLevels | None:
        """Return the levels of ``position`` if they have been found."""
        return self._levels_answer.levels if self._levels_answer is not None and self._has_levels_of(position) else None

    def problem_of(self, position: Position) -> str:
        """Return why there are no levels of ``position``; empty if there are, or if that is not known yet."""
        return self._levels_answer.problem if self._levels_answer is not None and self._has_levels_of(position) else ""

    @property
    def is_finding_levels(self) -> bool:
        """True while levels are awaited."""
        return RequestKind.LEVELS in self._requested

    def _has_levels_of(self, position: Position) -> bool:
        return self._levels_answer is not None and self._levels_answer.request.position == position

    # -- the worker

    def close(self) -> None:
        """Stop for good; return when the thread has ended."""
        self.stop()
        self.cancel_levels()
        self._worker.close()

    def _enqueue(self, kind: RequestKind, position: Position, cell: Cell | None = None) -> None:
        self._drop(kind)
        self._revision += 1
        request = self._requested[kind] = Request(kind, self._revision, position, cell)
        self._worker.enqueue(request)

    def _drop(self, kind: RequestKind) -> None:
        request = self._requested.pop(kind, None)
        if request is not None:
            request.stop.set()
            self._worker.cancel(kind)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        request = answer.request
        if self._requested.get(request.kind) is not request:
            return  # too late: the request was cancelled or replaced
        del self._requested[request.kind]
        if request.kind is RequestKind.LEVELS:
            self._levels_answer = answer
            self.levels_changed.emit()
        else:
            assert request.cell is not None
            self._slow_timer.stop()
            self.explained.emit(Explanation(request.position, request.cell, answer.explanation, answer.error))
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake in the program, shown like any other
