"""Tests of the panel about the student's agent: its card, and what leads from it elsewhere, by real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.student_agent.finding_view import SEARCHING
from minesweeper_qt.gui.panels.student_agent.student_agent_panel import REFRESH_PAUSE, StudentAgentPanel
from minesweeper_qt.gui.presentation.comparison_text import Tone, reload_line
from minesweeper_qt.gui.student.student_agent_reload import Reload
from minesweeper_qt.model import DIFFICULTIES, Position
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind
from minesweeper_qt.model.student.finding import Case, Finding, Severity, Skill, Symptom
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine, StudentFailure
from tests.gui.support.inspected import POSITION, FixedBoardSource
from tests.gui.support.shown import shown
from tests.gui.support.student_agents import FakeStudentAgent, call_time, difference
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import LEFT, Key

LATER = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHH\n1HHHH\n")
"""More clues: the third move of the fake."""
CASE = Case(2, 2, (((0, 0), 1), ((1, 1), 1)), ((0, 1),), frozenset({(0, 1)}))
FOUND = Finding(
    FindingKind.INCOMPLETE,
    Severity.WEAKNESS,
    1,
    "Your agent does not know that (0, 1) is safe.",
    case=CASE,
    symptom=Symptom.MISSING_SAFE,
    why=("Because of the rule.",),
)
FAILURE = StudentFailure(
    FindingKind.EXCEPTION,
    "add_knowledge((0, 1), 2) raised KeyError: (0, 1)",
    (SourceLine("minesweeper.py", 12, "add_knowledge", "self.mines.remove(cell)"),),
)


@pytest.fixture
def student(qapp: QApplication) -> FakeStudentAgent:
    return FakeStudentAgent()


@pytest.fixture
def source(qapp: QApplication) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def panel(qtbot: QtBot, student: FakeStudentAgent, source: FixedBoardSource) -> StudentAgentPanel:
    """A shown panel without an agent."""
    return shown(qtbot, StudentAgentPanel(student, source), 520, 280)


@pytest.fixture
def changed(student: FakeStudentAgent, panel: StudentAgentPanel, time: WaitingSchedule) -> Callable[[], None]:
    """Return a function that emits ``changed`` and lets the panel follow."""

    def do() -> None:
        student.changed.emit()
        time.wait(REFRESH_PAUSE)
        QApplication.processEvents()

    return do


@pytest.fixture
def look_at_call(panel: StudentAgentPanel, student: FakeStudentAgent, time: WaitingSchedule) -> Callable[[float], None]:
    """Return a function that lets some seconds pass until the panel looks at the call under way."""

    def look(seconds: float) -> None:
        time.wait(1000 * seconds)
        student.progressed.emit()

    return look


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, LEFT)


def text(label: QLabel) -> str:
    return label.text().replace("\N{NO-BREAK SPACE}", " ")


def shown_buttons(panel: StudentAgentPanel) -> list[str]:
    return [button.accessibleName() for button in panel.card.findChildren(QPushButton) if button.isVisible()]


# -- the states of the card


def test_without_an_agent_it_asks_for_a_file(qtbot, panel, student):
    assert not panel.card.isVisible()
    spy = QSignalSpy(panel.open_requested)
    click(panel.open_button)
    assert spy.count() == 1
    student.load()
    student.opened.emit()
    assert panel.card.isVisible()
    assert not panel.open_button.isVisible()
    assert text(panel.card.title) == "Nothing to compare yet"
    student.file = None
    student.opened.emit()
    assert panel.open_button.isVisible()


def test_before_the_first_move_the_card_says_what_n_does(panel, student, changed):
    student.load()
    changed()
    assert text(panel.card.reason).startswith("Next Difference lets your agent play until it differs")


def test_agents_that_agree_are_shown_in_the_colours_of_a_win(panel, student, changed):
    student.load(26)
    changed()
    assert text(panel.card.title) == "No difference in 13 moves"
    assert panel.card.property("tone") == Tone.WIN.value
    assert shown_buttons(panel) == []


def test_agents_that_agree_are_no_success_while_checks_of_the_course_fail(panel, student, changed):
    student.load(26)
    student.failed_checks = ["Sentence 1: known_mines()", "Sentence 2: known_safes()"]
    changed()
    assert text(panel.card.title) == "No difference in 13 moves, but 2 checks of the course fail"
    assert panel.card.property("tone") == Tone.PLAIN.value
    assert "Sentence 1: known_mines() and Sentence 2: known_safes()." in text(panel.card.reason)


def test_the_game_of_a_search_is_named(panel, student, changed):
    student.load(26)
    student.game_number = 7
    changed()
    assert panel.card.caption.text() == "Game 7: Your agent and the reference"
    assert text(panel.card.title) == "No further difference in 6 games", "the seventh is not over"
    student.first_game = 7
    changed()
    assert text(panel.card.title) == "No difference in 13 moves", "the six were games of an older file"
    student.differences = [difference(18)]
    changed()
    assert panel.card.caption.text() == "Game 7: First difference"


@pytest.mark.parametrize("is_late, comes", [(False, "Never found."), (True, "Found too late, not never: ")])
def test_the_cause_stands_on_the_card_with_late_or_never(panel, student, changed, is_late, comes):
    student.load(26)
    student.differences = [difference(18), difference(20)]
    skill = Skill.SUBSET_OF_OLD
    student.diagnosis.found = replace(FOUND, cause=skill, is_late=is_late, is_never=not is_late)
    changed()
    assert comes in text(panel.card.reason)
    assert text(panel.card.reason).startswith(f"Cause: {skill.words}.")


def test_the_first_difference_has_its_move_and_three_buttons(panel, student, changed):
    student.load(26)
    student.differences = [difference(18), difference(20)]
    student.diagnosis.is_running = True
    changed()
    card = panel.card
    assert card.caption.text() == "First difference"
    assert card.place.text() == "move 9 of 13"
    assert text(card.title) == "Your agent does not know that (0, 1) is safe"
    assert shown_buttons(panel) == ["Go to Move 9", "Why?", "Copy as a Test"]
    assert card.property("tone") == Tone.PLAIN.value
    assert not card.copy.isEnabled()
    assert card.copy.toolTip() == SEARCHING
    assert panel.tabs.tabText(0) == "Differences 2"
    student.diagnosis.found, student.diagnosis.is_running = FOUND, False
    changed()
    click(card.copy)
    assert QGuiApplication.clipboard().text().count("ai.add_knowledge(") == 2
    assert "def test_cell_0_1_is_found_to_be_safe():" in QGuiApplication.clipboard().text()


def test_the_buttons_of_a_difference_lead_to_its_move_and_to_the_proof(panel, student, source, changed):
    student.load(8)
    student.differences = [difference(5, cells=((9, 9), (0, 2)))]
    changed()
    asked: list[object] = []
    panel.why_requested.connect(asked.append)
    student.on_show_difference = lambda _: source.set_position(LATER)
    panel.card.go.setFocus()
    QTest.keyClick(panel.card.go, Key.Key_Return)
    assert student.calls == student.differences
    # The move is shown now, so that the button has no effect; the focus stays on the card.
    assert not panel.card.go.isEnabled()
    assert panel.card.why.hasFocus()
    assert panel.highlight_source.outlined == frozenset({(0, 2)})
    QTest.keyClick(panel.card.why, Key.Key_Space)
    assert asked == [(0, 2)]
    other = difference(6)
    panel.differences.difference_chosen.emit(other)
    assert student.calls[-1] is other


def test_what_is_found_out_within_the_move_is_added(panel, student, source, changed):
    student.load(8)
    student.differences = [difference(3)]
    missing, same, seen = RowKind.MISSING, RowKind.SAME, len(POSITION.clues)
    for kind, learned, is_added in ((missing, seen, False), (same, seen, True), (same, seen - 1, False)):
        source.comparison = KnowledgeComparison(learned, verdicts={(0, 1): ComparedVerdict(kind, is_mine=False)})
        source.touch()
        changed()
        assert text(panel.card.reason).endswith("At the end of the move it knows.") == is_added


def test_a_failure_has_the_line_and_two_ways_on(panel, student, changed):
    student.load(16)
    student.failure, student.game.failed = FAILURE, SimpleNamespace(learned=17)
    student.differences = [difference(2)]
    changed()
    card = panel.card
    assert text(card.title) == str(FAILURE)
    assert card.place.text() == "move 9 of 9"
    assert card.code.isVisible()
    assert card.code.text() == "line 12: self.mines.remove(cell)"
    assert card.code.font().family() == QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    assert card.property("tone") == Tone.LOSS.value
    assert shown_buttons(panel) == ["Load Again", "Go On with the Reference"]
    click(card.load_again)
    click(card.go_on)
    assert student.calls == ["reload", "drop"]


def test_a_file_that_can_not_be_imported_says_the_line_and_what_to_do(panel, student, changed):
    student.load(0)
    student.failure = StudentFailure(
        FindingKind.EXCEPTION,
        "the import of minesweeper.py raised ModuleNotFoundError: No module named 'numpy'",
        (SourceLine("minesweeper.py", 1, "<module>", "import numpy"),),
        is_import=True,
        error="ModuleNotFoundError",
        detail="No module named 'numpy'",
        missing_module="numpy",
    )
    changed()
    assert text(panel.card.title) == "minesweeper.py can't be loaded"
    advice = "install numpy, or name a Python that has it by --python."
    assert text(panel.card.reason) == f"Cause: line 1: No module named 'numpy'; {advice}"
    assert not panel.card.code.isVisible()


@pytest.mark.parametrize(
    "size, button", [((8, 8), ["Play CS50"]), ((16, 30), ["Play Expert"]), ((4, 5), ["Load Again"])]
)
def test_an_agent_of_one_size_is_offered_the_level_of_that_size(panel, student, changed, size, button):
    student.load(0)
    student.failure = StudentFailure(FindingKind.API, "hard-coded", own_size=size)
    changed()
    assert text(panel.card.title) == f"Your agent is made for {size[1]}×{size[0]} only"
    assert shown_buttons(panel) == [*button, "Go On with the Reference"]
    started: list[str] = []
    panel.level_requested.connect(started.append)
    if size == (8, 8):
        click(panel.card.play)
        assert started == ["cs50"]


@pytest.mark.parametrize(
    "line, text, tone",
    [
        ((9, False, False, None), "Loaded again: the new agent learns this game…", Tone.PLAIN),
        ((9, True, True, None), "The difference at move 9 is gone. No difference is left so far.", Tone.WIN),
        ((9, True, True, 12), "The difference at move 9 is gone. The next one is at move 12.", Tone.WIN),
        ((9, True, True, 9), "The difference at move 9 is gone. The next one is in the same move.", Tone.WIN),
        ((9, True, False, 2), "The difference at move 9 is still there.", Tone.LOSS),
        ((None, True, False, None), "Loaded again: still no difference.", Tone.WIN),
        ((None, True, False, 2), "Loaded again: a difference is at move 2.", Tone.LOSS),
    ],
)
def test_what_a_changed_file_did(line, text, tone):
    found = reload_line(*line)
    assert (found.text, found.tone) == (text, tone)


@pytest.mark.parametrize("before, following, move", [(18, 24, 12), (17, 18, 9)])
def test_a_changed_file_is_reported_in_the_caption(panel, student, changed, before, following, move):
    student.load(26)
    found = difference(following, cells=((2, 2),))
    student.reloading.last = Reload(difference(before), True, True, found)
    student.differences = [found]
    changed()
    assert panel.card.caption.text() == reload_line(9, True, True, move).text
    assert panel.card.caption.property("tone") == Tone.WIN.value
    student.reloading.last = None
    changed()
    assert panel.card.caption.text() == "First difference"


def test_what_a_changed_file_did_is_no_news_once_there_is_another_difference(panel, student, changed):
    student.load(26)
    student.reloading.last = Reload(difference(18), True, True)
    changed()
    assert panel.card.caption.text().endswith("No difference is left so far.")
    student.differences = [difference(24)]
    changed()
    assert panel.card.caption.text() == "First difference"


def test_the_card_is_about_the_move_that_is_shown_and_else_about_the_first(panel, student, changed, source):
    student.load(26)
    seen = len(source.view.position.clues)
    student.differences = [difference(1), difference(seen, cells=((2, 2),))]
    assert student.turn_of(1) != student.turn_of(seen)
    changed()
    assert panel.card.caption.text() == "Difference 2 of 2"
    assert student.sought is student.differences[1]
    student.diagnosis.found = FOUND
    changed()
    click(panel.card.copy)
    assert "def test_cell_0_1_is_found_to_be_safe():" in QGuiApplication.clipboard().text()
    student.differences = [difference(1), difference(26)]
    changed()
    assert panel.card.caption.text() == "First difference"


def test_a_move_that_cant_be_made_is_in_the_card(panel, student, changed):
    student.load(0)
    student.move = SimpleNamespace(problem="make_safe_move() returned (9, 9), which is not on the board")
    changed()
    assert text(panel.card.title) == "Your agent's move can't be made"
    assert panel.card.property("tone") == Tone.LOSS.value


def test_a_file_that_does_not_load_leaves_the_difference(panel, student, changed):
    student.load(26)
    student.differences = [difference(18)]
    student.reloading.problem = (
        "minesweeper.py has a syntax error in line 12: invalid syntax; the previous agent still plays"
    )
    changed()
    assert text(panel.card.reason).endswith("line 12: invalid syntax; the previous agent still plays")
    assert panel.card.reason.property("tone") == panel.card.caption.property("tone") == Tone.LOSS.value
    assert text(panel.card.title) == "Your agent does not know that (0, 1) is safe"
    assert "Why?" in shown_buttons(panel)


def test_a_long_call_is_announced_with_its_time(panel, student, changed, look_at_call):
    student.load(26)
    student.game.times = [call_time(0.1)]
    student.game.taught = 27
    student.is_thinking = True
    changed()
    look_at_call(0.2)
    assert panel.card.caption.text() == "Your agent and the reference"
    assert panel.card.card.tone is Tone.WIN
    look_at_call(0.3)
    assert panel.card.caption.text() == "Your agent is thinking… (add_knowledge, 0.5 s of 2 s)"
    assert panel.card.card.tone is Tone.PLAIN, "a call that may never end is no success"
    assert panel.card.card.title == "No difference so far"
    student.game.is_created = False
    student.game.times.append(call_time(0.5))
    changed()
    assert panel.card.caption.text() == "Your agent and the reference"
    look_at_call(1.5)
    assert panel.card.caption.text() == "Your agent is thinking… (MinesweeperAI, 1.5 s of 10 s)"
    student.is_thinking = False
    changed()
    assert panel.card.caption.text() == "Your agent and the reference"
    assert panel.card.card.tone is Tone.WIN


def test_a_slow_move_is_announced_without_a_change(panel, student, look_at_call):
    student.load(2)
    student.opened.emit()
    student.is_thinking = True
    look_at_call(0)
    look_at_call(0.4)
    assert panel.card.caption.text() == "Your agent is thinking… (its move, 0.4 s of 2 s)"


def test_the_report_of_an_audit_is_that_of_the_file_before(panel, student, changed):
    student.load(8)
    changed()
    panel.tabs.setCurrentWidget(panel.audit)
    click(panel.audit.run)
    assert student.calls == ["start_audit"]
    student.audit.found = Report(Path("minesweeper.py"), DIFFICULTIES["cs50"], 100, 1)
    student.audit.changed.emit()
    changed()
    assert panel.audit.summary.text() == "Nothing found so far; no game was played."
    student.load(8)  # another file
    changed()
    assert panel.audit.summary.text() == "Before your change: nothing found so far; no game was played."


# -- the layout


@pytest.mark.parametrize("width", [240, 300, 520, 700])
def test_the_height_of_the_card_depends_on_the_width_alone(qtbot, panel, student, changed, width):
    student.load(26)
    panel.resize(width, 300)
    changed()
    heights = {panel.card.height()}
    student.differences = [difference(18)]
    changed()
    heights.add(panel.card.height())
    student.reloading.problem = "A problem in many words. " * 20
    changed()
    heights.add(panel.card.height())
    student.failure = FAILURE
    changed()
    heights.add(panel.card.height())
    assert len(heights) == 1
    assert panel.width() == width
    for button in panel.card.findChildren(QPushButton):
        assert not button.isVisible() or panel.card.rect().contains(button.geometry().translated(button.parent().pos()))


def test_a_long_title_has_a_second_line(panel, student, changed):
    student.load(26)
    panel.resize(420, 300)
    student.differences = [difference(18)]
    changed()
    line = panel.card.title.height()
    student.failure = StudentFailure(FindingKind.EXCEPTION, f"add_knowledge() raised {'long ' * 12}", FAILURE.trace)
    changed()
    assert panel.card.title.height() == 2 * line
    assert not panel.card.title.is_cut


def test_in_a_low_panel_the_card_gives_way_but_for_its_title_and_buttons(panel, student, changed):
    student.load(26)
    student.differences = [difference(18)]
    student.diagnosis.found = replace(FOUND, cause=Skill.SUBSET_OF_OLD)
    changed()
    assert panel.minimumSizeHint().height() < panel.card.height()
    panel.resize(284, panel.minimumSizeHint().height())
    QApplication.processEvents()
    card = panel.card
    assert not card.title.is_cut
    assert card.rect().contains(card.go.geometry().translated(card.go.parentWidget().pos()))


def test_tab_goes_from_the_card_to_the_tabs_and_to_the_page(panel, student, changed):
    student.load(8)
    student.differences = [difference(2)]
    student.diagnosis.found = FOUND
    changed()
    panel.card.go.setFocus()
    expected = [panel.card.go, panel.card.why, panel.card.copy, panel.tabs.tabBar(), panel.differences]
    for widget in expected:
        assert QApplication.focusWidget() is widget
        QTest.keyClick(widget, Key.Key_Tab)
    panel.tabs.tabBar().setFocus()
    QTest.keyClick(panel.tabs.tabBar(), Key.Key_Right)
    assert panel.tabs.currentWidget() is panel.case
    assert "assert (0, 1) in ai.safes" in panel.case.field.toPlainText()


# -- refreshing


def test_a_hidden_panel_does_nothing_until_it_is_shown(qtbot, panel, student, time):
    panel.hide()
    student.load(26)
    student.differences = [difference(18)]
    student.changed.emit()
    assert not time.due
    panel.show()
    assert panel.card.place.text() == "move 9 of 13"
    assert panel.differences.model().rowCount() == 1
