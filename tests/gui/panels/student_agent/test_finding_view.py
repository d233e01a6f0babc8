"""Tests of the view of a finding: what it shows, and copying, opening and saving its case by real clicks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.student_agent import finding_view
from minesweeper_qt.gui.panels.student_agent.finding_view import FindingView, SaveTestDialog
from minesweeper_qt.model import Position
from minesweeper_qt.model.student.finding import Case, Finding, Severity, Skill, Symptom
from minesweeper_qt.model.student.student_state import FindingKind
from tests.gui.support.shown import shown
from tests.gui.support.windows import LEFT

SKILL = next(iter(Skill))
CASE = Case(2, 3, (((0, 1), 1), ((0, 2), 1)), ((0, 0),), frozenset({(1, 1)}))
FINDING = Finding(
    FindingKind.INCOMPLETE,
    Severity.WEAKNESS,
    1,
    "Your agent does not know that (0, 0) is safe.",
    cause=SKILL,
    case=CASE,
    symptom=Symptom.MISSING_SAFE,
    why=("Why it follows there:", "1. the first step"),
    first_game=0,
    is_never=True,
)
TEXT = f"""Cause: {SKILL.words}. Never found.

The smallest case that shows it:
   ai = MinesweeperAI(2, 3)
   ai.add_knowledge((0, 1), 1)
   ai.add_knowledge((0, 2), 1)
   assert (0, 0) in ai.safes
Why it follows there:
1. the first step"""


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> FindingView:
    return shown(qtbot, FindingView("The smallest case"), 520, 200)


def test_the_case_is_copied_as_a_test_and_opened_in_the_sandbox(page: FindingView, tmp_path: Path) -> None:
    page.show_finding(FINDING, tmp_path / "minesweeper.py")
    assert page.field.toPlainText() == TEXT
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    assert page.field.document().defaultFont().family() == fixed.family()
    assert not page.show_on_board.isVisible()
    QTest.mouseClick(page.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert "def test_cell_0_0_is_found_to_be_safe():" in copied
    compile(copied, "case", "exec")
    assert page.buttons.note.text() == "Copied."
    got: list[Position] = []
    page.sandbox_requested.connect(got.append)
    QTest.mouseClick(page.open_sandbox, LEFT)
    assert got[0].clues == {(0, 1): 1, (0, 2): 1}
    assert got[0].mines == 1


def test_a_test_is_saved_beside_the_file(page: FindingView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suggested: list[Path] = []

    def ask(start: Path, parent: object) -> Path:
        suggested.append(start)
        return start

    page.show_finding(FINDING, tmp_path / "minesweeper.py")
    with monkeypatch.context() as cancelled:
        cancelled.setattr(finding_view.QFileDialog, "getSaveFileName", lambda *_: ("", ""))
        QTest.mouseClick(page.save, LEFT)
    assert list(tmp_path.iterdir()) == []
    assert page.buttons.note.text() == ""
    monkeypatch.setattr(SaveTestDialog, "ask", ask)
    QTest.mouseClick(page.save, LEFT)
    assert suggested == [tmp_path / "test_minesweeper.py"]
    assert "def test_cell_0_0_is_found_to_be_safe():" in suggested[0].read_text(encoding="utf-8")
    assert page.buttons.note.text() == "Saved as test_minesweeper.py."
    monkeypatch.setattr(SaveTestDialog, "ask", lambda start, parent: tmp_path / "missing" / "test.py")
    QTest.mouseClick(page.save, LEFT)
    assert "test.py can't be written: there is no folder" in page.buttons.note.text()


def test_a_search_and_its_end_without_a_case(page: FindingView, tmp_path: Path) -> None:
    other = QPushButton(page.window())
    other.show()
    QWidget.setTabOrder(page.copy, other)
    page.show_finding(FINDING, tmp_path / "minesweeper.py")
    page.copy.setFocus()
    page.show_nothing(finding_view.SEARCHING)
    assert page.field.placeholderText() == finding_view.SEARCHING
    assert page.field.toPlainText() == ""
    assert not page.copy.isVisible()
    # The focus is where a key has no effect, not in another panel.
    assert page.field.hasFocus()
    nothing = Finding(FindingKind.SENTENCE, Severity.WEAKNESS, 1, "Your agent keeps sentences without cells.")
    page.show_finding(nothing, tmp_path / "minesweeper.py")
    assert page.field.toPlainText() == finding_view.NO_CASE
    assert not page.copy.isVisible()


def test_what_comes_too_late_is_told_beside_the_cause() -> None:
    late = "Found too late, not never: it comes when the same clue is given again."
    for finding, text in (
        (replace(FINDING, cause=None, is_never=False), ""),
        (replace(FINDING, cause=None, is_late=True), late),
        (replace(FINDING, is_late=True), f"Cause: {SKILL.words}. {late}"),
        (replace(FINDING, cause=None), "Never found."),
        (replace(FINDING, symptom=Symptom.WRONG_SAFE, is_never=False), f"Cause: {SKILL.words}."),
    ):
        assert finding_view.cause_text(finding) == text


def test_the_page_fits_a_narrow_panel_from_the_start(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    made = FindingView("The smallest case")
    qtbot.addWidget(made)
    made.show_finding(FINDING, tmp_path / "minesweeper.py")
    made.resize(230, 200)
    with qtbot.waitExposed(made):
        made.show()
    assert made.width() == 230
    assert [button.text() for button in (made.copy, made.open_sandbox, made.save)] == ["Copy", "Sandbox", "Save…"]
    made.resize(520, 200)
    QApplication.processEvents()
    assert made.open_sandbox.text() == "Open in the Sandbox"
