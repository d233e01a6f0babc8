"""Tests of the buttons of kinds, and of the panel with comparisons of what two agents know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import NOTHING_FOUND
from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import (
    ALL_SETTLED,
    BOTH_SETTLED,
    OWN_NOTHING_KNOWN,
    KnowledgePanel,
)
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import MESSAGE, clue, comparison_of, failure_row, of_each_kind, row_of, stated
from tests.gui.support.knowledge_panels import click_row, panel, selected, selection, show_all_button, shown

__all__ = ["panel", "selection"]  # fixtures

# The offscreen platform logs these warnings when a menu opens; they are no fault of the menu.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing the keyboard)")

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key


def show(panel: KnowledgePanel, rows: Sequence[ComparedRow], learned: int = 20) -> None:
    """Show a comparison as the session does."""
    now, before = [row.derivation for row in rows], panel.model.sentences
    panel.model.apply([one for one in now if one not in before], [one for one in before if one not in now])
    panel.set_comparison(comparison_of(rows, learned), int, "minesweeper.py")


def chips(panel: KnowledgePanel) -> list[str]:
    """Return the texts of the buttons that are shown."""
    return [button.text() for button in panel.chips.findChildren(QToolButton) if button.isVisible()]


@pytest.fixture
def rows() -> list[ComparedRow]:
    return of_each_kind()


@pytest.fixture
def compared(panel: KnowledgePanel, rows: list[ComparedRow]) -> KnowledgePanel:
    show(panel, rows)
    return panel


def derivations(rows: Sequence[ComparedRow], *kinds: RowKind) -> list[Derivation]:
    return [row.derivation for row in rows if row.kind in kinds]


# -- chips


def test_the_chips_count_the_rows_of_each_kind(compared: KnowledgePanel, rows: list[ComparedRow]) -> None:
    assert chips(compared) == ["All 8", "= Same 2", "\N{MINUS SIGN} Missing 2", "! Wrong 2", "+ True 2"]
    show(compared, [*rows[1:4], rows[7], failure_row()])
    assert chips(compared) == ["All 5", "= Same 1", "\N{MINUS SIGN} Missing 2", "! Wrong 2"]
    compared.set_comparison(None, int)
    assert not compared.chips.isVisible()
    assert shown(compared), "the table has the rows of one agent now"


def test_chips_by_the_mouse(compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot) -> None:
    buttons = compared.chips.buttons
    qtbot.mouseClick(buttons[RowKind.MISSING], LEFT)
    assert shown(compared) == derivations(rows, RowKind.MISSING)
    assert compared.bar_label.text() == "Filter: missing"
    assert not compared.chips.all.isChecked()
    qtbot.mouseClick(buttons[RowKind.WRONG], LEFT)
    assert shown(compared) == derivations(rows, RowKind.WRONG, RowKind.MISSING)
    assert compared.bar_label.text() == "Filter: missing or wrong"
    assert compared.figures.text().startswith("Shown: 4 of 8   minesweeper.py")
    qtbot.mouseClick(buttons[RowKind.MISSING], LEFT)
    assert shown(compared) == derivations(rows, RowKind.WRONG)
    qtbot.mouseClick(compared.chips.all, LEFT)
    assert shown(compared) == [row.derivation for row in rows]
    assert [button.isChecked() for button in (compared.chips.all, *buttons.values())] == [True] + [False] * 4
    qtbot.mouseClick(compared.chips.all, LEFT)
    assert compared.chips.all.isChecked(), "it can't be switched off by itself"
    assert compared.bar_label.text() == ""


def test_chips_combine_with_other_filters_and_end_with_the_comparison(
    compared: KnowledgePanel, selection: Selection, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    qtbot.mouseClick(compared.chips.buttons[RowKind.WRONG], LEFT)
    compared.filter_field.setText("board")
    assert shown(compared) == [rows[1].derivation]
    compared.filter_field.setText("")
    selection.select_cell((2, 3))
    assert shown(compared) == [rows[0].derivation]
    assert compared.bar_label.text().startswith("Filter: wrong\nSentences that mention (2, 3): 1 of 8")
    qtbot.mouseClick(show_all_button(compared), LEFT)
    assert shown(compared) == [row.derivation for row in rows]
    assert compared.chips.all.isChecked()
    assert selection.cell is None
    qtbot.mouseClick(compared.chips.buttons[RowKind.WRONG], LEFT)
    compared.filter_field.setText("(2, 1)")
    compared.set_comparison(None, int)
    assert shown(compared) == [rows[0].derivation, rows[1].derivation]
    assert compared.bar_label.text() == ""
    compared.show_all()
    assert len(shown(compared)) == 8


def test_the_chip_of_true_rows_stays_while_it_is_checked(
    compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    further = compared.chips.buttons[RowKind.FURTHER]
    qtbot.mouseClick(further, LEFT)
    show(compared, rows[:4])
    assert further.isVisible()
    assert compared.table.hint == "Your agent knows nothing here that the reference does not."
    qtbot.mouseClick(further, LEFT)
    assert not further.isVisible()


@pytest.mark.parametrize("numbers", [1, 30])
def test_the_chips_fit_a_narrow_panel(panel: KnowledgePanel, qtbot: QtBot, numbers: int) -> None:
    rows = [row_of(kind, clue([(0, n), (1, n)])) for kind in RowKind for n in range(numbers)]
    show(panel, rows)
    assert "= Same" in chips(panel)[1]
    panel.resize(300, 400)
    qtbot.waitUntil(lambda: panel.chips.width() < 300)
    assert panel.width() == 300
    signs = [f"{sign} {numbers}" for sign in ("=", "\N{MINUS SIGN}", "!", "+")]
    assert chips(panel)[1:] == signs
    assert chips(panel)[0] in (f"All {4 * numbers}", "All")
    buttons = panel.chips.findChildren(QToolButton)

    def fit() -> bool:
        widths = [button.fontMetrics().horizontalAdvance(button.text()) for button in buttons]
        is_whole = all(button.width() > width for button, width in zip(buttons, widths, strict=True))
        return is_whole and buttons[-1].geometry().right() <= panel.chips.width()

    qtbot.waitUntil(fit)
    panel.resize(700, 400)
    qtbot.waitUntil(lambda: "Same" in chips(panel)[1])


# -- rows, figures, hints


def test_of_a_longer_sentence_the_shorter_one_of_the_reference_is_explained(
    compared: KnowledgePanel, qtbot: QtBot
) -> None:
    shorter = clue([(0, 2), (0, 3)])
    show(compared, [row_of(RowKind.SAME, stated([(0, 1), (0, 2), (0, 3)], 1), shorter=shorter)])
    asked = QSignalSpy(compared.why_requested)
    click_row(qtbot, compared, 0)
    qtbot.keyClick(compared.table, Key.Key_Return)
    assert asked.at(0) == [shorter]
    assert compared.highlight_source.highlight.clues == {shorter.clue}


def test_a_failed_call_can_be_read_but_has_no_derivation(
    compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    show(compared, [*rows, failure_row()])
    asked = QSignalSpy(compared.why_requested)
    table = compared.table
    assert table.columnSpan(0, 0) == len(Column)
    assert compared.proxy.index(0, 0).data() == MESSAGE
    click_row(qtbot, compared, 0)
    qtbot.keyClick(table, Key.Key_Return)
    qtbot.mouseDClick(table.viewport(), LEFT, pos=table.visualRect(compared.proxy.index(0, 0)).center())
    qtbot.keyClick(table, Key.Key_Menu)
    assert not compared.menu.why.isEnabled()
    assert not compared.menu.uses.isEnabled()
    compared.menu.close()
    assert asked.count() == 0
    qtbot.keyClick(table, Key.Key_Down)
    qtbot.keyClick(table, Key.Key_Return)
    assert asked.at(0) == [rows[0].derivation]
    assert selected(compared) == [rows[0].derivation]
    show(compared, rows)
    assert table.columnSpan(0, 0) == 1
    show(compared, [*rows, failure_row()])
    compared.set_comparison(None, int)
    assert table.columnSpan(0, 0) == 1


def test_the_line_with_figures_and_why_the_table_is_empty(
    panel: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    show(panel, rows[2:4])
    panel.set_comparison(comparison_of(rows[2:4]), int, "minesweeper.py", 0.0123)
    assert panel.figures.text() == "minesweeper.py · 0 same · 2 missing · 0 wrong · 12 ms a move"
    show(panel, rows)
    assert panel.figures.text() == "minesweeper.py · 2 same · 2 missing · 2 wrong · 2 true"
    panel.set_comparison(None, int)
    assert panel.figures.text().startswith("Knowledge base length: ")
    show(panel, (), 0)
    assert panel.table.hint == OWN_NOTHING_KNOWN
    show(panel, (), 5)
    assert panel.table.hint == BOTH_SETTLED
    show(panel, rows[4:])
    assert panel.table.hint == ""
    qtbot.mouseClick(panel.chips.buttons[RowKind.WRONG], LEFT)
    assert panel.table.hint == "Nothing that your agent states here is wrong."
    qtbot.mouseClick(panel.chips.buttons[RowKind.MISSING], LEFT)
    assert panel.table.hint == NOTHING_FOUND
    qtbot.mouseClick(panel.chips.buttons[RowKind.WRONG], LEFT)
    assert panel.table.hint == "Your agent misses nothing here."
    panel.show_all()
    panel.model.apply((), [row.derivation for row in rows[4:]])
    panel.set_comparison(None, int)
    assert panel.table.hint == ALL_SETTLED
