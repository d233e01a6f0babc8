"""Proofs and levels of reasoning, found in a thread of their own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer, Request, Task, Worker
from minesweeper_qt.model import Cell, MinesweeperError, Position, ReasoningLevels
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided

SLOW_AFTER = 150
"""Milliseconds after which somebody who waits for an explanation is told that it takes a while."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was found about ``cell`` in ``position``: ``found``, or the ``error`` that came instead."""

    position: Position
    cell: Cell
    found: Proof | Undecided | None = None
    error: Exception | None = None


class ExplanationService(QObject):
    """Explains cells and sorts them by level, for one position at a time; late answers are dropped.

    It has a worker of its own, so that neither chances nor moves wait for a long proof.

    Signals: ``explained(Explanation)``; ``levels_changed``; ``became_slow`` when an explanation takes long.
    """

    explained = Signal(object)
    levels_changed = Signal()
    became_slow = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[Task, Request] = {}
        self._revision = 0
        self._sorted: Answer | None = None
        """The last answer about levels."""
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._slow_timer = QTimer(self)
        self._slow_timer.setSingleShot(True)
        self._slow_timer.setInterval(SLOW_AFTER)
        self._slow_timer.timeout.connect(self.became_slow)

    # -- explanations

    def explain(self, position: Position, cell: Cell) -> None:
        """Find a proof for ``cell``, in place of what was asked for before."""
        asked = self._asked.get(Task.EXPLAIN)
        if asked is None or asked.cell != cell or asked.position != position:
            self._enqueue(Task.EXPLAIN, position, cell)
            self._slow_timer.start()

    def stop(self) -> None:
        """Want no explanation any more; one that is being found ends soon."""
        self._drop(Task.EXPLAIN)
        self._slow_timer.stop()

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is on its way."""
        return Task.EXPLAIN in self._asked

    # -- levels

    def find_levels(self, position: Position) -> None:
        """Find the levels of ``position``, unless they are known or asked for."""
        asked = self._asked.get(Task.LEVELS)
        if asked is not None and asked.position == position:
            return
        if self._is_sorted(position):
            # What was asked for since is of another position.
            self._drop(Task.LEVELS)
        else:
            self._enqueue(Task.LEVELS, position)

    def stop_finding_levels(self) -> None:
        """Want no levels any more."""
        self._drop(Task.LEVELS)

    def reasoning_levels(self, position: Position) -> ReasoningLevels | None:
        """Return the levels of ``position`` if they have been found."""
        return self._sorted.levels if self._sorted is not None and self._is_sorted(position) else None

    def problem_of(self, position: Position) -> str:
        """Return why there are no levels of ``position``; nothing as long as nobody knows."""
        return self._sorted.problem if self._sorted is not None and self._is_sorted(position) else ""

    @property
    def is_finding_levels(self) -> bool:
        """True while levels are on their way."""
        return Task.LEVELS in self._asked

    def _is_sorted(self, position: Position) -> bool:
        return self._sorted is not None and self._sorted.request.position == position

    # -- both

    def close(self) -> None:
        """Stop for good; returns when the thread has ended."""
        self.stop()
        self.stop_finding_levels()
        self._worker.close()

    def _enqueue(self, task: Task, position: Position, cell: Cell | None = None) -> None:
        self._drop(task)
        self._revision += 1
        request = self._asked[task] = Request(task, self._revision, position, cell)
        self._worker.enqueue(request)

    def _drop(self, task: Task) -> None:
        request = self._asked.pop(task, None)
        if request is not None:
            request.stop.set()
            self._worker.cancel(task)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        request = answer.request
        if self._asked.get(request.task) is not request:
            return  # too late: nobody waits for it any more
        del self._asked[request.task]
        if request.task is Task.LEVELS:
            self._sorted = answer
            self.levels_changed.emit()
        else:
            assert request.cell is not None
            self._slow_timer.stop()
            self.explained.emit(Explanation(request.position, request.cell, answer.explanation, answer.error))
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake of the program's, shown like any other
