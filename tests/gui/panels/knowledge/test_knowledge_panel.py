"""Tests of the knowledge panel with real keys and clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QMainWindow

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import USUAL_COLUMNS, Column
from minesweeper_qt.gui.panels.knowledge.panel_texts import (
    ALL_SETTLED,
    NOTHING_FOUND,
    NOTHING_KNOWN,
)
from tests.gui.support.knowledge_games import moves
from tests.gui.support.knowledge_panels import (
    click_row,
    filled,
    kb,
    model,
    panel,
    selection,
    show_all_button,
    show_all_columns,
    shown,
)

__all__ = ["filled", "kb", "model", "panel", "selection"]  # fixtures

ESC, DOWN = Qt.Key.Key_Escape, Qt.SortOrder.DescendingOrder


# -- one cell


def test_the_bar_is_visible_while_the_table_is_filtered_by_a_cell(filled, selection, kb, qtbot):
    cell = min(shown(filled)[0].cells)
    mentioning = [derivation for derivation in kb if cell in derivation.cells]
    button = show_all_button(filled)
    assert not button.isVisible()
    selection.select_cell(cell)
    assert button.isVisible()
    assert shown(filled) == mentioning
    assert filled.bar_text == f"Sentences that mention {cell}: {len(mentioning)} of {len(kb)}"
    with qtbot.waitSignal(selection.cell_changed):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert selection.cell is None
    assert not button.isVisible()
    assert shown(filled) == list(kb)
    selection.select_cell(cell)
    assert shown(filled) == mentioning
    selection.select_cell(None)
    assert shown(filled) == list(kb)


@pytest.mark.slow
def test_the_count_in_the_bar_follows_the_knowledge(panel, selection, model, qtbot):
    selection.select_cell((8, 8))
    for number, (base, change) in enumerate(moves(16, 30, 99, 4, with_mine_count=True)):
        model.apply(change.added, change.removed)
        count = sum((8, 8) in derivation.cells or derivation.clue == (8, 8) for derivation in base)
        assert panel.bar_text == f"Sentences that mention (8, 8): {count} of {len(base)}"
        if number == 100:
            break


@pytest.mark.parametrize("where", ["table", "filter_field"])
def test_esc_clears_filters_then_the_selection(filled, selection, kb, qtbot, where):
    widget = getattr(filled, where)
    widget.setFocus()
    selection.select_cell(min(shown(filled)[0].cells))
    filled.filter_field.setText("c")
    click_row(qtbot, filled, 0)
    widget.setFocus()
    cleared = QSignalSpy(selection.cell_changed)
    qtbot.keyClick(widget, ESC)
    assert cleared.count() == 1
    assert shown(filled) == list(kb)
    assert filled.filter_field.text() == ""
    assert len(filled.selected_derivations()) == 1
    qtbot.keyClick(widget, ESC)
    assert not filled.selected_derivations()
    assert cleared.count() == 1


def test_esc_reaches_the_window_when_there_is_nothing_to_clear(model, selection, kb, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = KnowledgePanel(model, selection)
    window.setCentralWidget(panel)
    action = QAction("Something else", window)
    action.setShortcut(QKeySequence(ESC))
    window.addAction(action)
    triggered = QSignalSpy(action.triggered)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    panel.filter_field.setFocus()
    panel.filter_field.setText("clue")
    qtbot.keyClick(panel.filter_field, ESC)
    assert (panel.filter_field.text(), triggered.count()) == ("", 0)
    qtbot.keyClick(panel.filter_field, ESC)
    assert triggered.count() == 1


def test_clearing_only_a_text_does_not_clear_the_cell(filled, selection, kb, qtbot):
    filled.filter_field.setText("clue")
    with qtbot.assertNotEmitted(selection.cell_changed):
        qtbot.keyClick(filled.table, ESC)
    assert shown(filled) == list(kb)


def test_the_focus_stays_in_the_panel_when_the_button_is_hidden(filled, selection, qtbot):
    selection.select_cell((0, 0))
    show_all_button(filled).setFocus()
    qtbot.keyClick(show_all_button(filled), Qt.Key.Key_Space)
    assert filled.table.hasFocus()


# -- search, figures, hints


def test_typing_filters(filled, kb, qtbot):
    filled.focus_filter()
    assert filled.filter_field.hasFocus()
    qtbot.keyClicks(filled.filter_field, "inferred")
    assert (
        shown(filled)
        == [derivation for derivation in kb if derivation.clue is None and derivation is not kb.mine_count]
        != []
    )


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_move_the_focus_from_the_field_to_the_found_rows(filled, qtbot, key):
    filled.focus_filter()
    qtbot.keyClicks(filled.filter_field, "inferred")
    with qtbot.waitSignal(filled.derivation_requested) as requested, qtbot.assertNotEmitted(filled.derivation_opened):
        qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert filled.selected_derivations() == shown(filled)[:1] == requested.args
    qtbot.keyClick(filled.table, Qt.Key.Key_Down)
    assert filled.selected_derivations() == shown(filled)[1:2]
    filled.filter_field.setFocus()
    qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert filled.selected_derivations() == shown(filled)[1:2], "what is selected stays so"


def test_keys_do_not_move_the_focus_to_an_empty_table(filled, qtbot):
    filled.focus_filter()
    qtbot.keyClicks(filled.filter_field, "no such text")
    with qtbot.assertNotEmitted(filled.derivation_requested):
        qtbot.keyClick(filled.filter_field, Qt.Key.Key_Down)
    assert filled.filter_field.hasFocus()


def test_figures(filled, kb, qtbot):
    filled.set_figures(87, 12, 5)
    assert filled.figures.text() == "Knowledge base length: 87   Known mines: 12   Safe moves remaining: 5"
    filled.filter_field.setText("inferred")
    assert filled.figures.text().startswith(f"Shown: {len(shown(filled))} of {len(kb)}   Knowledge base")
    filled.show_all()
    assert "Shown" not in filled.figures.text()


def test_hints(panel, model, kb):
    assert panel.table.hint == NOTHING_KNOWN
    model.apply((), ())
    assert panel.table.hint == NOTHING_KNOWN
    model.apply(list(kb), ())
    assert panel.table.hint == ""
    panel.filter_field.setText("no such text")
    assert panel.table.hint == NOTHING_FOUND
    panel.show_all()
    model.apply((), list(kb))
    assert panel.table.hint == ALL_SETTLED
    model.reset()
    assert panel.table.hint == NOTHING_KNOWN
    panel.set_figures(0, 10, 0)
    assert panel.table.hint == ALL_SETTLED


def test_the_hint_is_painted_and_removed(panel, model, kb):
    bare = panel.table.viewport().grab().toImage()
    panel.table.set_placeholder("")
    assert panel.table.viewport().grab().toImage() != bare


def test_a_hint_that_does_not_fit_is_cut_short(panel):
    panel.resize(200, panel.minimumSizeHint().height())
    seen = []
    for more in ("one", "two"):
        panel.table.set_placeholder("This is how it begins, and on and on and on it goes" + f" {more}" * 60)
        seen.append(panel.table.viewport().grab().toImage())
    assert seen[0] == seen[1], "what is seen is how it begins, and not some lines from the middle"
    panel.table.set_placeholder("Other words" + " two" * 60)
    assert panel.table.viewport().grab().toImage() != seen[0]


# -- copying


def test_copy(filled, qtbot, model):
    show_all_columns(filled)
    filled.table.sortByColumn(Column.SIZE, DOWN)
    mine_count, other = shown(filled)[0], shown(filled)[4]
    click_row(qtbot, filled, 4)
    click_row(qtbot, filled, 0, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(filled.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert [line[0] for line in lines] == [mine_count.text, other.text]
    assert lines[0][1:4] == [str(mine_count.count), str(len(mine_count.cells)), "Mine count"]
    assert [len(line) for line in lines] == [len(USUAL_COLUMNS)] * 2


def test_copy_needs_a_sentence(panel, model, kb, qtbot):
    (action,) = panel.table.actions()
    assert not action.isEnabled()
    model.reset(kb)
    assert action.isEnabled()
    panel.filter_field.setText("no such text")
    assert not action.isEnabled()


# -- sorting and state


def test_clicking_a_title_sorts_and_a_third_click_restores(filled, kb, qtbot):
    filled._columns._actions[Column.COUNT].trigger()
    header = filled.table.horizontalHeader()
    where = QPoint(header.sectionViewportPosition(Column.COUNT) + 10, header.height() // 2)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
        orders.append([derivation.count for derivation in shown(filled)])
    counts = [derivation.count for derivation in kb]
    assert orders == [sorted(counts), sorted(counts, reverse=True), counts]


def test_the_state_is_restored(filled, selection, model, kb, qtbot):
    show_all_columns(filled)
    header = filled.table.horizontalHeader()
    header.resizeSection(Column.RULE, 123)
    filled.table.sortByColumn(Column.SIZE, DOWN)
    state = filled.save_state()
    other = KnowledgePanel(model, selection)
    qtbot.addWidget(other)
    other.restore_state(state)
    other.resize(filled.size())
    other.show()
    assert other.table.horizontalHeader().sectionSize(Column.RULE) == 123
    assert other.save_state() == state
    assert shown(other) == shown(filled)


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"\xff\x00",
        b"null",
        b"[" * 100_000,
        b'{"widths": [], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 1e999], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 0], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 99999999], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, "x"], "sort": [0, false]}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70], "sort": [7, false]}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70], "sort": []}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70]}',
        b"\x00\x00\x00\xff\x00\x00\x00\x00",
    ],
)
def test_a_broken_state_is_ignored(filled, state):
    before = filled.save_state()
    filled.restore_state(QByteArray(state))
    assert filled.save_state() == before


# -- accessibility


def test_names_for_screen_readers_and_the_tab_order(filled, selection, qtbot):
    for widget in (filled, filled.table, filled.filter_field, filled.filter_button, filled.figures):
        assert widget.accessibleName()
    selection.select_cell(min(shown(filled)[0].cells))
    filled.filter_field.setFocus()
    for widget in (filled.filter_button, filled.table, show_all_button(filled)):
        qtbot.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_Tab)
        assert widget.hasFocus()
    selection.select_cell(None)
    click_row(qtbot, filled, 0)
    qtbot.keyClick(filled.table, Qt.Key.Key_Tab)
    assert not filled.table.hasFocus()


def test_rows_follow_the_font(filled):
    rows = filled.table.verticalHeader()
    before = rows.sectionSize(0)
    font = filled.font()
    font.setPointSize(font.pointSize() * 3)
    filled.setFont(font)
    assert rows.sectionSize(0) > 2 * before
