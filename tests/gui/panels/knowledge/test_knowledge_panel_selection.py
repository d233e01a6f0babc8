"""Tests of the selection in the knowledge panel, by real keys and clicks, and while rows change."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column
from tests.gui.support.knowledge_games import moves
from tests.gui.support.knowledge_panels import click_row, filled, kb, model, panel, selection, shown

__all__ = ["filled", "kb", "model", "panel", "selection"]  # fixtures

ESC, DOWN = Qt.Key.Key_Escape, Qt.SortOrder.DescendingOrder
NO_CELLS = frozenset()


def test_selecting_rows_reports_their_cells(filled, qtbot):
    first, second = shown(filled)[1:3]
    with qtbot.waitSignal(filled.highlight_source.changed):
        click_row(qtbot, filled, 1)
    assert filled.highlight_source.outlined == first.cells
    with qtbot.waitSignal(filled.highlight_source.changed):
        click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    assert filled.highlight_source.outlined == first.cells | second.cells
    assert filled.selected_derivations() == [first, second]
    with qtbot.waitSignal(filled.highlight_source.changed):
        qtbot.keyClick(filled.table, ESC)
    assert filled.highlight_source.outlined == NO_CELLS


def test_the_keyboard_selects_too(filled, qtbot):
    click_row(qtbot, filled, 0)
    qtbot.keyClick(filled.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert filled.selected_derivations() == shown(filled)[:2]
    qtbot.keyClick(filled.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert filled.selected_derivations() == shown(filled)


@pytest.mark.long
@pytest.mark.parametrize("text", ["", "clue"])
@pytest.mark.parametrize("column", [-1, *Column])
def test_the_selection_survives_moves_and_changed_cells_are_reported(panel, model, qtbot, column, text):
    panel.table.sortByColumn(column, DOWN)
    panel.filter_field.setText(text)
    chance = random.Random(1)
    received: list[frozenset] = [NO_CELLS]
    panel.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    survived = 0
    for number, (base, change) in enumerate(moves(16, 30, 99, 4, with_mine_count=True)):
        before = {derivation.origin for derivation in panel.selected_derivations()}
        count_before = len(received)
        model.apply(change.added, change.removed)
        after = set(panel.selected_derivations())
        in_force = {derivation.origin: derivation for derivation in base}
        assert after == {in_force[origin] for origin in before if origin in in_force}
        assert received[-1] == NO_CELLS.union(*(derivation.cells for derivation in after))
        assert len(received) <= count_before + 1
        survived += len(after & set(change.added))
        if number % 3 == 0 and panel.proxy.rowCount():
            flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            index = panel.proxy.index(chance.randrange(panel.proxy.rowCount()), 0)
            panel.table.selectionModel().select(index, flags)
    assert survived > 10


def test_a_filter_that_hides_a_selected_row_deselects_it(filled, qtbot):
    derivations = shown(filled)
    inferred = next(derivation for derivation in derivations if derivation.clue is None)
    click_row(qtbot, filled, derivations.index(inferred))
    with qtbot.waitSignal(filled.highlight_source.changed):
        filled.filter_field.setText("clue")
    assert filled.highlight_source.outlined == NO_CELLS
    assert inferred not in shown(filled)


def test_a_new_game_deselects(filled, model, qtbot):
    click_row(qtbot, filled, 1)
    with qtbot.waitSignal(filled.highlight_source.changed):
        model.reset()
    assert filled.highlight_source.outlined == NO_CELLS
    with qtbot.assertNotEmitted(filled.highlight_source.changed):
        model.reset()


def test_a_hidden_panel_selects_no_cell_and_a_shown_one_its_selected_rows(filled, qtbot):
    click_row(qtbot, filled, 1)
    (derivation,) = filled.selected_derivations()
    received = []
    filled.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    filled.hide()
    assert received == [NO_CELLS]
    filled.show()
    assert received == [NO_CELLS, derivation.cells]
    assert filled.selected_derivations() == [derivation]


def test_a_sentence_can_be_selected_without_a_request_for_its_derivation(filled, qtbot):
    derivations = shown(filled)
    last = derivations[-1]
    with qtbot.assertNotEmitted(filled.derivation_requested), qtbot.waitSignal(filled.highlight_source.changed):
        filled.select_derivation(last)
    assert filled.highlight_source.outlined == last.cells
    assert filled.selected_derivations() == [last]
    row = filled.table.visualRect(filled.table.currentIndex())
    assert filled.table.viewport().rect().contains(row), "it is scrolled to"
    qtbot.keyClick(filled.table, Qt.Key.Key_Up)
    assert filled.selected_derivations() == [derivations[-2]], "the arrow keys go on from there"
    with qtbot.assertNotEmitted(filled.derivation_requested), qtbot.waitSignal(filled.highlight_source.changed):
        filled.clear_selection()
    assert filled.highlight_source.outlined == NO_CELLS


def test_selecting_one_of_the_selected_leaves_the_others(filled, qtbot):
    click_row(qtbot, filled, 0)
    click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    both = filled.selected_derivations()
    filled.select_derivation(both[0])
    assert filled.selected_derivations() == both


def test_a_sentence_without_a_row_is_not_selected(filled, model, qtbot):
    first, second = shown(filled)[:2]
    click_row(qtbot, filled, 0)
    filled.select_derivation(None)
    model.apply((), [second])
    filled.select_derivation(second)
    assert filled.selected_derivations() == [first]
    filled.filter_field.setText("no such text")
    filled.select_derivation(first)
    assert filled.selected_derivations() == []
