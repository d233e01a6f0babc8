"""Tests of the audit's page: running and cancelling it, and going through its findings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.student_agent.pages import GAMES_COLUMN, NO_AUDIT, TEXT_COLUMN, AuditPage
from minesweeper_qt.gui.presentation.comparison_text import Tone
from minesweeper_qt.model import DIFFICULTIES
from minesweeper_qt.model.student.finding import Case, Finding, Severity, Skill, Symptom
from minesweeper_qt.model.student.report import AuditProgress, AuditStage, Report, WinComparison
from minesweeper_qt.model.student.skills import SkillResult
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine
from tests.gui.support.shown import shown
from tests.gui.support.student_agents import FakeStudentAgent
from tests.gui.support.windows import LEFT, Key

CASE = Case(1, 2, (((0, 0), 1),), ((0, 1),), frozenset({(0, 1)}))
RAISED = Finding(
    FindingKind.EXCEPTION,
    Severity.ERROR,
    0,
    "add_knowledge((0, 1), 2) raised KeyError: (0, 1)",
    (SourceLine("minesweeper.py", 12, "add_knowledge", "del known[cell]"),),
    details=("First in game 1.",),
)
MISSED = Finding(
    FindingKind.INCOMPLETE,
    Severity.WEAKNESS,
    88,
    "The agent misses a cell that the three rules settle.",
    details=("First in game 1.",),
    cause=next(iter(Skill)),
    case=CASE,
    symptom=Symptom.MISSING_MINE,
    why=("Because all its cells are mines.",),
    first_game=0,
    first_learned=2,
    is_never=True,
)
NOTE = Finding(FindingKind.MUTATION, Severity.NOTE, 1, "The agent changes other cells in moves_made.")


def report(*findings: Finding) -> Report:
    file, wins = Path("/students/minesweeper.py"), WinComparison(55, 6, 13, 26)
    return Report(file, DIFFICULTIES["cs50"], 100, 1, (), findings, wins)


@pytest.fixture
def student(qapp: QApplication) -> FakeStudentAgent:
    return FakeStudentAgent()


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> AuditPage:
    return shown(qtbot, AuditPage(), 520, 260)


def test_the_findings_have_their_rows_and_are_gone_through_one_by_one(
    page: AuditPage, student: FakeStudentAgent
) -> None:
    student.audit.found = report(RAISED, MISSED, NOTE)
    page.show_audit(student.audit)
    model = page.table.model()
    row = [model.index(1, column).data() for column in (TEXT_COLUMN, GAMES_COLUMN)]
    reason = f"{MISSED.cause.value}: {MISSED.cause.words}."
    assert row == [reason, "88 games"]
    spoken = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"Weakness, incomplete, in 88 games: {reason}"
    assert model.index(0, GAMES_COLUMN).data() == ""
    # The findings are gone through one by one.
    assert page.summary.text() == "1 error and 1 weakness; won 61 of 100 games, the reference 68."
    assert page.summary.property("tone") == Tone.PLAIN.value
    details = page.details
    assert details.finding is RAISED
    assert "minesweeper.py:12, in add_knowledge: del known[cell]" in details.field.toPlainText()
    assert not details.show_on_board.isVisible()
    page.table.setFocus()
    QTest.keyClick(page.table, Key.Key_Down)
    assert details.finding is MISSED
    assert details.field.toPlainText() == (
        "WEAKNESS in 88 of 100 games\nNever found.\n"
        "The agent misses a cell that the three rules settle.\nFirst in game 1.\n"
        f"Cause: {MISSED.cause.words}.\nThe smallest case that shows it:\n   ai = MinesweeperAI(1, 2)\n"
        "   ai.add_knowledge((0, 0), 1)\n   assert (0, 1) in ai.mines\nBecause all its cells are mines."
    )
    got: list[object] = []
    details.finding_requested.connect(got.append)
    QTest.mouseClick(details.show_on_board, LEFT)
    assert got == [MISSED]


def test_it_is_run_and_cancelled_by_the_same_place_and_says_why_there_is_no_report(
    page: AuditPage, student: FakeStudentAgent
) -> None:
    requested: list[str] = []
    page.run_requested.connect(lambda: requested.append("run"))
    page.cancel_requested.connect(lambda: requested.append("cancel"))
    assert page.table.hint == NO_AUDIT
    page.run.setFocus()
    QTest.keyClick(page.run, Key.Key_Space)
    student.audit.is_running = True
    page.show_audit(student.audit)
    assert page.run.text() == "Cancel"
    assert page.progress.maximum() == 0  # a bar without an end, until there is progress
    student.audit.progress = AuditProgress(AuditStage.GAMES, 37, 100)
    page.show_audit(student.audit)
    assert (page.progress.value(), page.progress.maximum()) == (37, 100)
    assert page.summary.text() == "games: 37 of 100"
    assert page.run.hasFocus()
    QTest.keyClick(page.run, Key.Key_Return)
    assert requested == ["run", "cancel"]
    student.audit.is_running, student.audit.progress = False, None
    page.show_audit(student.audit)
    assert page.run.text() == "Run the Audit"
    # Why there is no report.
    student.audit.problem = "'minesweeper.py' does not exist"
    page.show_audit(student.audit)
    assert page.table.hint == "'minesweeper.py' does not exist"


def test_skills_and_experiments_are_in_the_words_of_check_and_a_clean_report_is_a_win(
    page: AuditPage, student: FakeStudentAgent
) -> None:
    results = tuple(SkillResult(skill, skill is not Skill.EDGES) for skill in Skill)
    student.audit.found = replace(report(), skills=results)
    page.show_audit(student.audit)
    assert page.skills.text() == f"{len(Skill) - 1} of {len(Skill)} skills; without: edges"
    student.audit.found = report()
    page.show_audit(student.audit)
    assert not page.skills.isVisible()
    # A clean report has the colours of a win.
    assert page.summary.text() == "Nothing found; won 61 of 100 games, the reference 68."
    assert page.summary.property("tone") == Tone.WIN.value
    assert not page.details.isVisible()
    # The row of an experiment says what is wrong.
    text = "An experiment fails:"
    student.audit.found = report(Finding(FindingKind.CHECK, Severity.WEAKNESS, 0, text, cause=Skill.SIZE))
    page.show_audit(student.audit)
    assert page.table.model().index(0, TEXT_COLUMN).data().startswith("size: the agent does not keep the height")
