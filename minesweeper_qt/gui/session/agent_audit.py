"""Audits the student's agent in the background, with progress and cancel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.background_task import BackgroundTask, ShouldStop
from minesweeper_qt.gui.background.background_task import Report as Send
from minesweeper_qt.model import audit
from minesweeper_qt.model.audit.progress import Progress
from minesweeper_qt.model.audit.report import Report
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.student.student_file import StudentFile


class AgentAudit(QObject):
    """Runs one audit at a time, and keeps the report of the last one of a file.

    Signal: ``changed``, when an attribute has changed. Attributes: ``report``, ``None`` until an audit has ended;
    ``progress``, how far the audit that runs has got; ``problem``, why there is no report; empty if there is none.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self.progress: Progress | None = None
        self.problem = ""
        self._task = BackgroundTask(self)
        self._task.progressed.connect(self._on_progressed)
        self._task.done.connect(self._on_done)

    @property
    def is_running(self) -> bool:
        """True while an audit runs."""
        return self._task.is_running

    def start(self, file: StudentFile, difficulty: Difficulty) -> None:
        """Audit the agent in ``file`` with games of ``difficulty``."""
        self.report, self.progress, self.problem = None, None, ""

        def work(send: Send, should_stop: ShouldStop) -> Report:
            return audit(file.path, difficulty=difficulty, progress=send, should_stop=should_stop)

        self._task.start(work)
        self.changed.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop the audit that runs; there is no report of it."""
        if self._task.is_running:
            self._task.cancel()
            self.progress = None
            self.changed.emit()

    def clear(self) -> None:
        """Stop the audit that runs, and drop the report: another file is used."""
        self._task.cancel()
        self.report, self.progress, self.problem = None, None, ""
        self.changed.emit()

    def close(self) -> None:
        """Stop the audit, and wait for its end."""
        self._task.close()

    @Slot(object)
    def _on_progressed(self, progress: Progress) -> None:
        self.progress = progress
        self.changed.emit()

    @Slot(object)
    def _on_done(self, result: object) -> None:
        self.progress = None
        if isinstance(result, Report):
            self.report = result
        else:
            self.problem = str(result or "the audit failed by a mistake in the program")
        self.changed.emit()
