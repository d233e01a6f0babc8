"""Provides a student's agent beside the reference that the test sets as it likes, to the tests of its panel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.report import AuditProgress, Report
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_game import CallTime
from minesweeper_qt.model.student.student_state import StudentFailure
from tests.model.student.support.faults import fault_of

OBSERVATIONS_A_MOVE = 2
"""In the fake each move reveals this number of cells."""


class FakeAudit(QObject):
    """Replaces the ``WorkerTask`` of the audit."""

    changed = Signal()

    def __init__(self, student: FakeStudentAgent) -> None:
        super().__init__(student)
        self._student = student
        self.found: Report | None = None
        self.progress: AuditProgress | None = None
        self.problem = ""
        self.is_running = False

    @Slot()
    def clear(self) -> None:
        self._student.calls.append("clear")


class FakeFindings(QObject):
    """Replaces ``StudentAgentReload`` and the ``WorkerTask`` of the diagnosis."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.last = self.found = None
        self.problem = ""
        self.is_running = False


class FakeStudentAgent(QObject):
    """Replaces ``StudentAgent``: the test sets its attributes and emits ``changed``; the intents are kept in ``calls``.

    ``turn_of`` takes each move for one of ``OBSERVATIONS_A_MOVE`` observations.
    """

    changed = Signal()
    opened = Signal()
    progressed = Signal()
    reloaded = StudentAgent.reloaded

    def __init__(self) -> None:
        super().__init__()
        self.file: StudentFile | None = None
        self.game: SimpleNamespace | None = None
        self.failure: StudentFailure | None = None
        self.differences: Sequence[Fault] = []
        self.comparison = self.move = None
        self.game_number = self.first_game = 1
        self.failed_checks: Sequence[str] = ()
        self.is_thinking = False
        self.reloading, self.diagnosis = FakeFindings(), FakeFindings()
        self.audit = FakeAudit(self)
        self.sought: Fault | None = None
        self.calls: list[object] = []
        self.on_show_difference = None

    def load(self, learned: int = 0) -> None:
        """Have an agent that has learned this number of observations."""
        self.file = StudentFile.of(Path("/students/minesweeper.py"), b"")
        self.game = SimpleNamespace(learned=learned, taught=learned, times=[], output="", failed=None, is_created=True)

    def turn_of(self, learned: int) -> int:
        return -(-learned // OBSERVATIONS_A_MOVE)

    def diagnose(self, fault: Fault) -> None:
        self.sought = fault

    @Slot()
    def reload(self) -> None:
        self.calls.append("reload")

    @Slot()
    def drop(self) -> None:
        self.calls.append("drop")

    @Slot(object)
    def show_difference(self, difference: Fault) -> None:
        self.calls.append(difference)
        if self.on_show_difference is not None:
            self.on_show_difference(difference)

    @Slot()
    def start_audit(self) -> None:
        self.calls.append("start_audit")


def difference(
    learned: int,
    symptom: Symptom = Symptom.MISSING_SAFE,
    cells: tuple[Cell, ...] = ((0, 1),),
    severity: Severity = Severity.WEAKNESS,
    text: str = "(0, 1) is safe, but not in safes",
) -> Fault:
    """Return a difference after ``learned`` observations."""
    seen = Observation((0, 0), 1)
    return fault_of(symptom, severity, form=Rule.SUBSET, learned=learned, cells=cells, text=text, observation=seen)


def call_time(seconds: float, learned: int = 1) -> CallTime:
    """Return the time of a call of ``add_knowledge``."""
    return CallTime(Call.ADD_KNOWLEDGE, learned, seconds)
