"""Tests of unfolding what a proof rests on, and why what it takes for known is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.why_text import Fold, not_settled_text
from minesweeper_qt.model import Derivation
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import Pattern, PatternKind, Proof, short_heading
from minesweeper_qt.model.evidence.proof_step import MARK, ProofLine, ProofStep
from minesweeper_qt.model.explain.why_not import WhyNot, WhyNotKind, why_not_text
from tests.gui.support.inspected import CELL, POSITION, FixedBoardSource, ask, cells
from tests.gui.support.windows import LEFT, NOTHING, Key

Role = Qt.ItemDataRole
MORE = POSITION.with_marks({(3, 0): "1"})
MINE, SAFE = (1, 1), (0, 2)

CLUE = Derivation(1, Rule.CLUE, cells(MINE), 1, (), 1, (1, 0))
MINE_KNOWN = Derivation(2, Rule.ALL_MINES, cells(MINE), 1, (CLUE,), 1, None)
SAFE_KNOWN = Derivation(3, Rule.MARKED, cells(SAFE), 0, (), 1, None)
SENTENCE = Derivation(4, Rule.CLUE, cells(CELL, SAFE), 0, (), 1, (0, 0))

SHORT = Proof(
    POSITION,
    CELL,
    False,
    Reasoning.SUBSET,
    (
        ProofStep(1, Rule.KNOWN_CELLS, cells(MINE), 1),
        ProofStep(2, Rule.KNOWN_CELLS, cells(SAFE), 0),
        ProofStep(3, Rule.KNOWN_SENTENCE, cells(CELL, SAFE), 0),
        ProofStep(4, Rule.SUBSET, cells(CELL), 0, (3, 1)),
        ProofStep(5, Rule.ALL_SAFE, cells(CELL), 0, (4,)),
    ),
    {1: (MINE_KNOWN,), 2: (SAFE_KNOWN,), 3: (SENTENCE,)},
)

FIRST = ProofLine(f"The 1 at (0, 0) has its mine, (1, 1) {MARK}.", (1,), known=(1, 2), clues=cells((0, 0)))
LAST = ProofLine(f"Of the sentence {MARK} nothing is left, so (0, 1) is safe.", (4, 5), known=(3,), safes=cells(CELL))
LINES = (FIRST, LAST)


@pytest.fixture
def panel(panel: WhyPanel, source: FixedBoardSource, monkeypatch: pytest.MonkeyPatch) -> WhyPanel:
    """A panel that shows the two lines of the proof, with the focus in its list."""
    monkeypatch.setattr("minesweeper_qt.model.evidence.proof.short_lines", lambda proof: LINES)
    panel.resize(420, 500)
    ask(panel, CELL)
    source.worker.answer(SHORT)
    panel.steps.setFocus()
    return panel


def texts(panel: WhyPanel) -> list[str]:
    """Return the text of each row, indented, with what a click on its link does."""
    shown = ((each, "" if each.fold is Fold.ABOVE else each.fold.value) for each in panel.model.rows)
    return ["  " * each.row.depth + f"{each.plain_text} {fold}".strip() for each, fold in shown]


def press(panel: WhyPanel, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(panel.steps, key)


def link_place(panel: WhyPanel, row: int) -> QPoint:
    """Return a place on the link of the row: the first from the left, in steps that no link is narrower than."""
    rect, line = panel.steps.visualRect(panel.model.index(row)), panel.steps.fontMetrics().height()
    points = (
        QPoint(x, y) for y in range(rect.top() + 8, rect.bottom(), line) for x in range(rect.left(), rect.right(), 10)
    )
    return next(point for point in points if panel.steps.link_at(point) == row)


FOLDED = ["The 1 at (0, 0) has its mine, (1, 1). why?", "Of the sentence nothing is left, so (0, 1) is safe. why?"]
UNFOLDED = [
    "The 1 at (0, 0) has its mine, (1, 1). hide",
    "  (1, 1) is a mine: all mines in {(1, 1)} = 1. why?",
    "  (0, 2) is safe: marked.",
    "Of the sentence nothing is left, so (0, 1) is safe. why?",
]


# -- folding


def test_a_short_proof_is_folded_at_first_and_right_goes_into_an_open_row_and_left_comes_out(panel: WhyPanel) -> None:
    assert texts(panel) == FOLDED
    assert not any(panel.model.is_open(row) for row in range(2))
    press(panel, Key.Key_Home, Key.Key_Right, Key.Key_Right)
    assert panel.steps.row == 1
    press(panel, Key.Key_Down, Key.Key_Left)
    assert panel.steps.row == 0
    assert texts(panel) == UNFOLDED
    press(panel, Key.Key_Return)
    assert panel.model.rowCount() == 2
    press(panel, Key.Key_Left)
    assert (panel.steps.row, panel.model.rowCount()) == (0, 2)


@pytest.mark.parametrize("key", [Key.Key_Right, Key.Key_Return, Key.Key_Enter])
def test_keys_unfold_and_fold(panel: WhyPanel, key: Qt.Key) -> None:
    press(panel, Key.Key_Home, key)
    assert texts(panel) == UNFOLDED
    assert panel.steps.row == 0
    press(panel, Key.Key_Left)
    assert texts(panel) == FOLDED


def test_a_click_on_a_mark_unfolds_and_one_beside_it_or_a_press_that_leaves_it_does_not(panel: WhyPanel) -> None:
    viewport = panel.steps.viewport()
    QTest.mousePress(viewport, LEFT, NOTHING, link_place(panel, 0))
    QTest.mouseRelease(viewport, LEFT, NOTHING, link_place(panel, 1))
    assert panel.model.rowCount() == 2
    beside = panel.steps.visualRect(panel.model.index(0)).topLeft() + QPoint(40, 10)
    QTest.mouseClick(viewport, LEFT, NOTHING, beside)
    assert (panel.steps.row, panel.model.rowCount()) == (0, 2)
    for count in (4, 2):
        QTest.mouseClick(viewport, LEFT, NOTHING, link_place(panel, 0))
        assert panel.model.rowCount() == count
    QTest.mouseDClick(viewport, LEFT, NOTHING, beside)
    assert panel.model.rowCount() == 4


def test_the_board_shows_what_is_unfolded_and_the_copy_has_it_without_marks(panel: WhyPanel) -> None:
    press(panel, Key.Key_Home, Key.Key_Right, Key.Key_Down)
    assert panel.highlight_source.highlight == highlight_of(MINE_KNOWN)
    press(panel, Key.Key_End)
    assert panel.highlight_source.highlight is not None
    assert panel.highlight_source.highlight.safes == cells(CELL)
    assert not panel.highlight_source.highlight.supposed_mines
    press(panel, Key.Key_Home, Key.Key_Right)
    QTest.mouseClick(panel.copy_button, LEFT)
    assert QGuiApplication.clipboard().text().split("\n") == [
        short_heading(SHORT),
        "The 1 at (0, 0) has its mine, (1, 1).",
        "  (1, 1) is a mine: all mines in {(1, 1)} = 1.",
        "  (0, 2) is safe: marked.",
        "Of the sentence nothing is left, so (0, 1) is safe.",
    ]


def test_steps_and_play_go_through_what_is_unfolded(panel: WhyPanel) -> None:
    press(panel, Key.Key_Home, Key.Key_Right)
    for row in (1, 2, 3):
        QTest.mouseClick(panel.next_button, LEFT)
        assert panel.steps.row == row
    assert not panel.next_button.isEnabled()
    press(panel, Key.Key_Right)
    assert panel.next_button.isEnabled()


def test_a_renewed_proof_keeps_its_open_rows(panel: WhyPanel, source: FixedBoardSource) -> None:
    press(panel, Key.Key_Home, Key.Key_Right, Key.Key_Down)
    source.set_position(MORE)
    source.worker.answer(SHORT)
    assert texts(panel) == UNFOLDED
    assert panel.steps.row == 1


def test_screen_readers_learn_what_enter_does(panel: WhyPanel) -> None:
    def spoken(row: int) -> str:
        return str(panel.model.index(row).data(Role.AccessibleTextRole))

    assert spoken(0) == "The 1 at (0, 0) has its mine, (1, 1). Enter unfolds what it rests on"
    press(panel, Key.Key_End, Key.Key_Right, Key.Key_Home, Key.Key_Right)
    assert spoken(0).endswith(" Enter folds what it rests on")
    assert spoken(1).endswith(" Enter unfolds what it rests on")
    assert spoken(2) == "(0, 2) is safe: marked."


# -- copying


# -- why what is known is known


@pytest.mark.parametrize("how", ["enter", "link", "double click"])
def test_a_known_fact_unfolds_its_derivation(panel: WhyPanel, how: str) -> None:
    press(panel, Key.Key_Home, Key.Key_Right, Key.Key_Down)
    viewport, rect = panel.steps.viewport(), panel.steps.visualRect(panel.model.index(1))
    for mark, count in (("hide", 5), ("why?", 4)):
        match how:
            case "enter":
                press(panel, Key.Key_Return)
            case "link":
                QTest.mouseClick(viewport, LEFT, NOTHING, link_place(panel, 1))
            case "double click":
                QTest.mouseDClick(viewport, LEFT, NOTHING, rect.topLeft() + QPoint(40, 10))
        assert texts(panel)[1] == f"  (1, 1) is a mine: all mines in {{(1, 1)}} = 1. {mark}"
        assert panel.model.rowCount() == count
        assert panel.steps.row == 1
    press(panel, Key.Key_Right)
    assert texts(panel)[2] == "    {(1, 1)} = 1: clue 1 at (1, 0)."
    assert panel.cell == CELL


# -- patterns


def test_the_name_of_a_pattern_is_a_link_to_the_help(panel: WhyPanel, source: FixedBoardSource) -> None:
    ask(panel, MINE)
    pattern = Pattern(PatternKind.ONE_TWO, is_reduced=True)
    source.worker.answer(replace(SHORT, pattern=pattern))
    assert f">{pattern.title}</a>" in panel.heading.text()
    assert "href" not in panel.heading_text
    spy = QSignalSpy(panel.topic_requested)
    panel.heading.setFocus()
    QTest.keyClick(panel.heading, Key.Key_Tab)
    QTest.keyClick(panel.heading, Key.Key_Return)
    assert spy.count() == 1
    ask(panel, CELL)
    source.worker.answer(SHORT)
    assert "href" not in panel.heading.text()


# -- why the agent has not settled it


def test_why_the_agent_has_not_settled_it_stands_above_the_proof_and_in_the_copy(
    panel: WhyPanel, source: FixedBoardSource
) -> None:
    assert not panel.why_not.isVisible()
    why_not = WhyNot(WhyNotKind.COUNT)
    ask(panel, MINE)
    source.worker.answer(SHORT, why_not)
    assert panel.why_not.isVisible()
    assert panel.why_not.text() == not_settled_text(why_not)
    assert why_not_text(why_not) in panel.why_not.text()
    assert panel.heading.y() < panel.why_not.y() < panel.steps.parentWidget().y()
    QTest.mouseClick(panel.copy_button, LEFT)
    assert QGuiApplication.clipboard().text().split("\n")[1] == not_settled_text(why_not)
    ask(panel, CELL)
    source.worker.answer(SHORT)
    assert not panel.why_not.isVisible()
