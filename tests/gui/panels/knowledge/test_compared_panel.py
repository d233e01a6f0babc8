"""Tests of the knowledge panel with comparisons of what two agents know: chips, columns, copies, figures, hints."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import USUAL_COLUMNS, Column
from minesweeper_qt.gui.panels.knowledge.panel_texts import (
    BOTH_SETTLED,
    NOTHING_FOUND,
    NOTHING_KNOWN,
    OWN_NOTHING_KNOWN,
)
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation
from minesweeper_qt.model.watch.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import MESSAGE, clue, comparison_of, failure_row, of_each_kind, row_of
from tests.gui.support.knowledge_panels import click_row, model, panel, selection, show_all_button, shown

__all__ = ["model", "panel", "selection"]  # fixtures

# The offscreen platform logs these warnings when a menu opens; they are no fault of the menu.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing the keyboard)")

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
COMPARED = [Column.SENTENCE, Column.YOURS, Column.REFERENCE]
FIRST = [Column.SENTENCE, Column.KIND, Column.PREMISES]


def show(panel: KnowledgePanel, rows: Sequence[ComparedRow], learned: int = 20) -> None:
    """Show a comparison as the session does."""
    now, before = [row.derivation for row in rows], [row.derivation for row in panel._model.rows]
    panel._model.apply([one for one in now if one not in before], [one for one in before if one not in now])
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
    assert compared.bar_text == "Filter: missing"
    assert not compared.chips.all.isChecked()
    qtbot.mouseClick(buttons[RowKind.WRONG], LEFT)
    assert shown(compared) == derivations(rows, RowKind.WRONG, RowKind.MISSING)
    assert compared.bar_text == "Filter: missing or wrong"
    assert compared.figures.text().startswith("Shown: 4 of 8   minesweeper.py")
    qtbot.mouseClick(buttons[RowKind.MISSING], LEFT)
    assert shown(compared) == derivations(rows, RowKind.WRONG)
    qtbot.mouseClick(compared.chips.all, LEFT)
    assert shown(compared) == [row.derivation for row in rows]
    assert [button.isChecked() for button in (compared.chips.all, *buttons.values())] == [True] + [False] * 4
    qtbot.mouseClick(compared.chips.all, LEFT)
    assert compared.chips.all.isChecked(), "it can't be switched off by itself"
    assert compared.bar_text == ""


def test_chips_by_the_keyboard(compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot) -> None:
    compared.filter_field.setFocus()
    for widget in (compared.filter_button, compared.chips.all):
        qtbot.keyClick(QGuiApplication.focusObject(), Key.Key_Tab)
        assert widget.hasFocus()
    for kind in (RowKind.SAME, RowKind.MISSING):
        qtbot.keyClick(QGuiApplication.focusObject(), Key.Key_Right)
        assert compared.chips.buttons[kind].hasFocus()
    qtbot.keyClick(compared.chips.buttons[RowKind.MISSING], Key.Key_Space)
    assert shown(compared) == derivations(rows, RowKind.MISSING)
    qtbot.keyClick(compared.chips.buttons[RowKind.MISSING], Key.Key_Escape)
    assert shown(compared) == [row.derivation for row in rows]
    compared.chips.buttons[RowKind.FURTHER].setFocus()
    qtbot.keyClick(compared.chips.buttons[RowKind.FURTHER], Key.Key_Tab)
    assert compared.table.hasFocus()


def test_chips_have_names(compared: KnowledgePanel) -> None:
    names = [button.accessibleName() for button in compared.chips.findChildren(QToolButton)]
    assert names == ["All 8 rows", "Same: 2 rows", "Missing: 2 rows", "Wrong: 2 rows", "True: 2 rows"]
    further = compared.chips.buttons[RowKind.FURTHER]
    assert further.accessibleDescription() in further.toolTip()
    assert "true, but not by the three rules" in further.toolTip()


def test_chips_combine_with_other_filters_and_show_all_clears_them(
    compared: KnowledgePanel, selection: Selection, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    qtbot.mouseClick(compared.chips.buttons[RowKind.WRONG], LEFT)
    compared.filter_field.setText("board")
    assert shown(compared) == [rows[1].derivation]
    compared.filter_field.setText("")
    selection.select_cell((2, 3))
    assert shown(compared) == [rows[0].derivation]
    assert compared.bar_text.startswith("Filter: wrong\nSentences that mention (2, 3): 1 of 8")
    qtbot.mouseClick(show_all_button(compared), LEFT)
    assert shown(compared) == [row.derivation for row in rows]
    assert compared.chips.all.isChecked()
    assert selection.cell is None


def test_a_filter_by_kind_ends_with_the_comparison(
    compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    qtbot.mouseClick(compared.chips.buttons[RowKind.WRONG], LEFT)
    compared.filter_field.setText("(2, 1)")
    compared.set_comparison(None, int)
    assert shown(compared) == [rows[0].derivation, rows[1].derivation]
    assert compared.bar_text == ""
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


# -- columns


def test_the_columns_of_both_modes(compared: KnowledgePanel) -> None:
    columns = compared._columns
    assert columns.shown == COMPARED
    assert [action.text() for action in columns.actions()][-2:] == ["Yours", "Reference"]
    columns._actions[Column.COUNT].trigger()
    columns._actions[Column.REFERENCE].trigger()
    assert columns.shown == [Column.SENTENCE, Column.COUNT, Column.YOURS]
    compared.set_comparison(None, int)
    assert columns.shown == FIRST
    assert [action.text() for action in columns.actions()] == [
        "Sentence",
        "Count",
        "Size",
        "Kind",
        "Rule",
        "Premises",
        "Move",
    ]
    columns._actions[Column.PREMISES].trigger()
    compared.set_comparison(comparison_of(()), int)
    assert columns.shown == [Column.SENTENCE, Column.COUNT, Column.YOURS]
    compared.set_comparison(None, int)
    assert columns.shown == [Column.SENTENCE, Column.KIND]


def test_each_mode_keeps_its_widths_and_its_order(compared: KnowledgePanel, rows: list[ComparedRow]) -> None:
    header = compared.table.horizontalHeader()
    header.resizeSection(Column.YOURS, 133)
    compared.table.sortByColumn(Column.REFERENCE, Qt.SortOrder.DescendingOrder)
    order = shown(compared)
    compared.set_comparison(None, int)
    assert header.sortIndicatorSection() == -1
    assert shown(compared) == [row.derivation for row in rows]
    header.resizeSection(Column.KIND, 144)
    compared.table.sortByColumn(Column.SIZE, Qt.SortOrder.AscendingOrder)
    show(compared, rows)
    assert header.sectionSize(Column.YOURS) == 133
    assert shown(compared) == order != [row.derivation for row in rows]
    compared.set_comparison(None, int)
    assert header.sectionSize(Column.KIND) == 144
    assert header.sortIndicatorSection() == Column.SIZE


@pytest.mark.parametrize("is_compared", [False, True])
def test_both_states_are_saved_and_restored_in_either_mode(
    compared: KnowledgePanel, selection: Selection, rows: list[ComparedRow], qtbot: QtBot, is_compared: bool
) -> None:
    header = compared.table.horizontalHeader()
    header.resizeSection(Column.YOURS, 133)
    compared._columns._actions[Column.MOVE].trigger()
    compared.table.sortByColumn(Column.YOURS, Qt.SortOrder.DescendingOrder)
    compared.set_comparison(None, int)
    header.resizeSection(Column.KIND, 144)
    compared._columns._actions[Column.SIZE].trigger()
    compared._columns._actions[Column.PREMISES].trigger()
    if is_compared:
        show(compared, rows)
    states = compared.save_state(), compared.save_compared_state()
    other = KnowledgePanel(KnowledgeTableModel(compared), selection)
    qtbot.addWidget(other)
    if not is_compared:
        other.set_comparison(comparison_of(()), int)
    other.restore_state(states[0])
    other.restore_compared_state(states[1])
    other.resize(compared.size())
    other.show()
    other.set_comparison(None, int)
    assert other._columns.shown == [Column.SENTENCE, Column.SIZE, Column.KIND]
    assert other.table.columnWidth(Column.KIND) == 144
    other.set_comparison(comparison_of(()), int)
    assert other._columns.shown == [Column.SENTENCE, Column.MOVE, Column.YOURS, Column.REFERENCE]
    assert other.table.columnWidth(Column.YOURS) == 133
    assert other.table.horizontalHeader().sortIndicatorSection() == Column.YOURS
    assert (other.save_state(), other.save_compared_state()) == states


def test_a_state_of_the_other_mode_is_ignored(compared: KnowledgePanel) -> None:
    states = compared.save_state(), compared.save_compared_state()
    compared.restore_state(states[1])
    compared.restore_compared_state(states[0])
    compared.restore_compared_state(QByteArray(b"{}"))
    assert (compared.save_state(), compared.save_compared_state()) == states
    assert len(json.loads(states[0].data())["widths"]) == len(USUAL_COLUMNS), "older versions can read it"


# -- copies, derivations, figures, hints


def test_copies_have_the_kind_and_the_columns_of_both_agents(compared: KnowledgePanel, qtbot: QtBot) -> None:
    click_row(qtbot, compared, 2)
    click_row(qtbot, compared, 0, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(compared.table, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")] == [
        ["wrong", "{(2, 1), (2, 2), (2, 3)} = 3", "= 3", "= 2"],
        ["missing", "{(0, 4), (0, 5)} = 1", "\N{EN DASH}", "move 10, clue"],
    ]
    compared.menu._copy_csv()
    assert QGuiApplication.clipboard().text().splitlines()[0] == "Compared,Sentence,Yours,Reference"
    compared.set_comparison(None, int)
    compared.menu._copy_csv()
    assert QGuiApplication.clipboard().text().splitlines()[0] == "Sentence,Kind,Premises"


def test_a_failed_call_can_be_read_but_has_no_derivation(
    compared: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot
) -> None:
    show(compared, [*rows, failure_row()])
    requested, opened = QSignalSpy(compared.derivation_requested), QSignalSpy(compared.derivation_opened)
    table = compared.table
    assert table.columnSpan(0, 0) == len(Column)
    assert compared.proxy.index(0, 0).data() == MESSAGE
    click_row(qtbot, compared, 0)
    qtbot.keyClick(table, Key.Key_Return)
    qtbot.mouseDClick(table.viewport(), LEFT, pos=table.visualRect(compared.proxy.index(0, 0)).center())
    qtbot.keyClick(table, Key.Key_Menu)
    (action,) = [action for action in compared.menu.actions() if "Why" in action.text()]
    assert not action.isEnabled()
    compared.menu.close()
    assert (requested.count(), opened.count()) == (0, 0)
    assert compared.selected_derivations() == []
    qtbot.keyClick(table, Key.Key_Down)
    qtbot.keyClick(table, Key.Key_Return)
    assert (requested.count(), opened.count()) == (2, 1)
    assert compared.selected_derivations() == [rows[0].derivation]
    show(compared, rows)
    assert table.columnSpan(0, 0) == 1
    show(compared, [*rows, failure_row()])
    compared.set_comparison(None, int)
    assert table.columnSpan(0, 0) == 1


def test_the_line_with_figures(panel: KnowledgePanel, rows: list[ComparedRow]) -> None:
    panel.set_call_time(12.3)
    show(panel, rows[2:4])
    assert panel.figures.text() == "minesweeper.py · 0 same · 2 missing · 0 wrong · 12 ms a move"
    panel.set_call_time(0.81)
    show(panel, rows)
    assert panel.figures.text() == "minesweeper.py · 2 same · 2 missing · 2 wrong · 2 true · 0.81 ms a move"
    panel.set_call_time(None)
    assert panel.figures.text() == "minesweeper.py · 2 same · 2 missing · 2 wrong · 2 true"
    panel.set_comparison(None, int)
    assert panel.figures.text().startswith("Knowledge base length: ")


def test_why_the_table_is_empty(panel: KnowledgePanel, rows: list[ComparedRow], qtbot: QtBot) -> None:
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
    panel._model.apply((), [row.derivation for row in rows[4:]])
    panel._model.reset()
    panel.set_comparison(None, int)
    assert panel.table.hint == NOTHING_KNOWN


def test_a_menu_of_columns_opens_in_both_modes(compared: KnowledgePanel) -> None:
    columns = compared._columns
    columns.popup(QPoint())
    assert [action.isChecked() for action in columns.actions()] == [column in COMPARED for column in Column]
    columns.close()
