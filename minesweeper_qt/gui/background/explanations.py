"""Proofs and levels of reasoning, found in a thread of their own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer, Question, Task, Worker
from minesweeper_qt.model import Cell, Levels, MinesweeperError, Position
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided

PATIENCE = 150
"""Milliseconds after which somebody who waits for an explanation is told that it takes a while."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was found about ``cell`` in ``position``: ``found``, or the ``error`` that came instead."""

    position: Position
    cell: Cell
    found: Proof | Undecided | None = None
    error: Exception | None = None


class Investigator(QObject):
    """Explains cells and sorts them by level, for one position at a time; late answers are dropped.

    It has a worker of its own, so that neither chances nor moves wait for a long proof.

    Signals: ``explained(Explanation)``; ``levels_changed``; ``tried_patience`` when an explanation takes long.
    """

    explained = Signal(object)
    levels_changed = Signal()
    tried_patience = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[Task, Question] = {}
        self._revision = 0
        self._sorted: Answer | None = None
        """The last answer about levels."""
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._patience_timer = QTimer(self)
        self._patience_timer.setSingleShot(True)
        self._patience_timer.setInterval(PATIENCE)
        self._patience_timer.timeout.connect(self.tried_patience)

    # -- explanations

    def explain(self, position: Position, cell: Cell) -> None:
        """Find a proof for ``cell``, in place of what was asked for before."""
        asked = self._asked.get(Task.EXPLAIN)
        if asked is None or asked.cell != cell or asked.position != position:
            self._ask(Task.EXPLAIN, position, cell)
            self._patience_timer.start()

    def stop(self) -> None:
        """Want no explanation any more; one that is being found ends soon."""
        self._drop(Task.EXPLAIN)
        self._patience_timer.stop()

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is on its way."""
        return Task.EXPLAIN in self._asked

    # -- levels

    def follow(self, position: Position) -> None:
        """Find the levels of ``position``, unless they are known or asked for."""
        asked = self._asked.get(Task.LEVELS)
        if asked is not None and asked.position == position:
            return
        if self._is_sorted(position):
            # What was asked for since is of another position.
            self._drop(Task.LEVELS)
        else:
            self._ask(Task.LEVELS, position)

    def stop_following(self) -> None:
        """Want no levels any more."""
        self._drop(Task.LEVELS)

    def levels_of(self, position: Position) -> Levels | None:
        """Return the levels of ``position`` if they have been found."""
        return self._sorted.levels if self._sorted is not None and self._is_sorted(position) else None

    def problem_of(self, position: Position) -> str:
        """Return why there are no levels of ``position``; nothing as long as nobody knows."""
        return self._sorted.problem if self._sorted is not None and self._is_sorted(position) else ""

    @property
    def is_sorting(self) -> bool:
        """True while levels are on their way."""
        return Task.LEVELS in self._asked

    def _is_sorted(self, position: Position) -> bool:
        return self._sorted is not None and self._sorted.question.position == position

    # -- both

    def close(self) -> None:
        """Stop for good; returns when the thread has ended."""
        self.stop()
        self.stop_following()
        self._worker.close()

    def _ask(self, task: Task, position: Position, cell: Cell | None = None) -> None:
        self._drop(task)
        self._revision += 1
        question = self._asked[task] = Question(task, self._revision, position, cell)
        self._worker.ask(question)

    def _drop(self, task: Task) -> None:
        question = self._asked.pop(task, None)
        if question is not None:
            question.stop.set()
            self._worker.forget(task)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        question = answer.question
        if self._asked.get(question.task) is not question:
            return  # too late: nobody waits for it any more
        del self._asked[question.task]
        if question.task is Task.LEVELS:
            self._sorted = answer
            self.levels_changed.emit()
        else:
            assert question.cell is not None
            self._patience_timer.stop()
            self.explained.emit(Explanation(question.position, question.cell, answer.explanation, answer.error))
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake of the program's, shown like any other
