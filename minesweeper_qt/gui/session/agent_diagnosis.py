"""Finds the likely cause and the smallest case of the first difference of the student's agent, in the background."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.background_task import BackgroundTask, Report, ShouldStop
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.difference_diagnosis import DifferenceDiagnosis, diagnose
from minesweeper_qt.model.watch.student_game import StudentGame

_CALM = 300
"""Milliseconds without a change after which the search begins: during Auto-play it would take time from the agent."""


class AgentDiagnosis(QObject):
    """Searches for the cause and the smallest case of one difference at a time.

    Signal: ``changed``, when ``found`` or ``is_running`` has changed. Attribute: ``found``, what was found for the
    difference that was passed to ``follow`` last; ``None`` until then, and without one.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: DifferenceDiagnosis | None = None
        self._file: StudentFile | None = None
        self._difference: Difference | None = None
        self._game: StudentGame | None = None
        self._seed: int | None = None
        self._task = BackgroundTask(self)
        self._task.done.connect(self._on_done)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_CALM)
        self._timer.timeout.connect(self._start)

    @property
    def is_running(self) -> bool:
        """True from the first call of ``follow`` with a difference until its cause and case are searched for."""
        return self._timer.isActive() or self._task.is_running

    def follow(self, file: StudentFile | None, game: StudentGame | None, seed: int | None) -> None:
        """Search for the first difference of ``game``, whose seed this is, unless that was done or is under way."""
        difference = None if game is None else next(iter(game.differences), None)
        if difference is self._difference and file is self._file:
            if self._timer.isActive():
                self._timer.start()
            return
        self._task.cancel()
        self._timer.stop()
        self._file, self._game, self._difference, self.found = file, game, difference, None
        self._seed = seed
        if difference is not None:
            self._timer.start()
        self.changed.emit()

    @Slot()
    def _start(self) -> None:
        file, game, difference = self._file, self._game, self._difference
        if file is None or game is None or difference is None:
            return
        learned, seed = game.learned_game(), self._seed

        def work(report: Report, should_stop: ShouldStop) -> DifferenceDiagnosis:
            return diagnose(file, learned, difference, seed=seed, should_stop=should_stop)

        self._task.start(work)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        self.found = result if isinstance(result, DifferenceDiagnosis) else None
        self.changed.emit()

    def close(self) -> None:
        """Stop searching."""
        self._timer.stop()
        self._task.close()
