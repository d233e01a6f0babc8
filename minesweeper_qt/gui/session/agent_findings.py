"""Audits the student's agent, and finds the cause and the smallest case of its first difference, in the background."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.session.worker import Answer, Kind, Worker
from minesweeper_qt.gui.session.worker import Progress as WorkerProgress
from minesweeper_qt.model import audit
from minesweeper_qt.model.audit.progress import Progress
from minesweeper_qt.model.audit.report import Report
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.difference_diagnosis import DifferenceDiagnosis, diagnose
from minesweeper_qt.model.watch.student_game import StudentGame

_CALM = 300
"""Milliseconds without a change after which a diagnosis begins: during Auto-play it would take time from the agent."""


class AgentAudit(QObject):
    """Runs one audit at a time, and keeps the report of the last one of a file.

    Signal: ``changed``, when an attribute has changed. Attributes: ``report``, ``None`` until an audit has ended;
    ``progress``, how far the audit that runs has got; ``problem``, why there is no report; empty if there is none.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self.progress: Progress | None = None
        self.problem = ""
        self._worker = worker
        worker.progressed.connect(self._on_progressed)
        worker.answered.connect(self._on_answered)

    @property
    def is_running(self) -> bool:
        """True while an audit runs."""
        return self._worker.is_computing(Kind.AUDIT)

    def start(self, file: StudentFile, difficulty: Difficulty) -> None:
        """Audit the agent in ``file`` with games of ``difficulty``."""
        self.report, self.progress, self.problem = None, None, ""
        self._worker.request(Kind.AUDIT, _audit, file, difficulty)
        self.changed.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop the audit that runs; there is no report of it."""
        if self.is_running:
            self._worker.cancel(Kind.AUDIT)
            self.progress = None
            self.changed.emit()

    def clear(self) -> None:
        """Stop the audit that runs, and drop the report: another file is used."""
        self._worker.cancel(Kind.AUDIT)
        self.report, self.progress, self.problem = None, None, ""
        self.changed.emit()

    @Slot(object)
    def _on_progressed(self, progress: WorkerProgress) -> None:
        if progress.request.kind is Kind.AUDIT and progress.reported is not self.progress:
            self.progress = progress.reported
            self.changed.emit()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        if answer.request.kind is Kind.AUDIT:
            self.progress, self.report, self.problem = None, answer.result, answer.problem
            self.changed.emit()


class AgentDiagnosis(QObject):
    """Searches for the cause and the smallest case of one difference at a time.

    Signal: ``changed``, when ``found`` or ``is_running`` has changed. Attribute: ``found``, what was found for the
    difference that was passed to ``follow`` last; ``None`` until then, and without one.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject) -> None:
        super().__init__(parent)
        self.found: DifferenceDiagnosis | None = None
        self._sought: tuple[Any, ...] = (None, None, None, None)
        """The file, its game, its first difference and the seed of the game."""
        self._worker = worker
        worker.answered.connect(self._on_answered)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_CALM)
        self._timer.timeout.connect(self._start)

    @property
    def is_running(self) -> bool:
        """True from the first call of ``follow`` with a difference until its cause and case are searched for."""
        return self._timer.isActive() or self._worker.is_computing(Kind.DIAGNOSIS)

    def follow(self, file: StudentFile | None, game: StudentGame | None, seed: int | None) -> None:
        """Search for the first difference of ``game``, whose seed this is, unless that was done or is under way."""
        difference = None if game is None else next(iter(game.differences), None)
        if file is self._sought[0] and difference is self._sought[2]:
            if self._timer.isActive():
                self._timer.start()
            return
        self.close()
        self._sought, self.found = (file, game, difference, seed), None
        if difference is not None:
            self._timer.start()
        self.changed.emit()

    def close(self) -> None:
        """Stop searching."""
        self._timer.stop()
        self._worker.cancel(Kind.DIAGNOSIS)

    @Slot()
    def _start(self) -> None:
        file, game, difference, seed = self._sought
        self._worker.request(Kind.DIAGNOSIS, _diagnose, file, game.learned_game(), difference, seed)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        if answer.request.kind is Kind.DIAGNOSIS:
            self.found = answer.result
            self.changed.emit()


def _audit(tools: Tools, file: StudentFile, difficulty: Difficulty) -> Report:
    return audit(file.path, difficulty=difficulty, progress=tools.report, should_stop=tools.should_stop)


def _diagnose(
    tools: Tools, file: StudentFile, learned: Any, difference: Difference, seed: int | None
) -> DifferenceDiagnosis:
    return diagnose(file, learned, difference, seed=seed, should_stop=tools.should_stop)
