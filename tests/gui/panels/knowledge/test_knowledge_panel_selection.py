"""What is selected in the knowledge panel, by real keys and clicks, and through what comes and goes."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column
from tests.gui.support.knowledge_games import moves
from tests.gui.support.knowledge_panels import click_row, filled, kb, model, panel, shown

__all__ = ["filled", "kb", "model", "panel"]  # fixtures

ESC, DOWN = Qt.Key.Key_Escape, Qt.SortOrder.DescendingOrder
NOBODY = frozenset()


def test_selecting_rows_tells_their_cells(filled, qtbot):
    first, second = shown(filled)[1:3]
    with qtbot.waitSignal(filled.cells_selected) as told:
        click_row(qtbot, filled, 1)
    assert told.args == [first.cells]
    with qtbot.waitSignal(filled.cells_selected) as told:
        click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    assert told.args == [first.cells | second.cells]
    assert filled.selected_derivations() == [first, second]
    with qtbot.waitSignal(filled.cells_selected) as told:
        qtbot.keyClick(filled.table, ESC)
    assert told.args == [NOBODY]


def test_the_keyboard_selects_too(filled, qtbot):
    click_row(qtbot, filled, 0)
    qtbot.keyClick(filled.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert filled.selected_derivations() == shown(filled)[:2]
    qtbot.keyClick(filled.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert filled.selected_derivations() == shown(filled)


@pytest.mark.parametrize("text", ["", "clue"])
@pytest.mark.parametrize("column", [-1, *Column])
def test_the_selection_survives_moves_and_says_when_cells_change(panel, model, qtbot, column, text):
    panel.table.sortByColumn(column, DOWN)
    panel.filter_field.setText(text)
    chance = random.Random(1)
    told: list[frozenset] = [NOBODY]
    panel.cells_selected.connect(told.append)
    survived = 0
    for number, (base, change) in enumerate(moves(16, 30, 99, 4, tell=True)):
        before = {derivation.origin for derivation in panel.selected_derivations()}
        said = len(told)
        model.apply(change.added, change.removed)
        after = set(panel.selected_derivations())
        in_force = {derivation.origin: derivation for derivation in base}
        assert after == {in_force[origin] for origin in before if origin in in_force}
        assert told[-1] == NOBODY.union(*(derivation.cells for derivation in after))
        assert len(told) <= said + 1
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
    with qtbot.waitSignal(filled.cells_selected) as told:
        filled.filter_field.setText("clue")
    assert told.args == [NOBODY]
    assert inferred not in shown(filled)


def test_a_new_game_deselects(filled, model, qtbot):
    click_row(qtbot, filled, 1)
    with qtbot.waitSignal(filled.cells_selected) as told:
        model.reset()
    assert told.args == [NOBODY]
    with qtbot.assertNotEmitted(filled.cells_selected):
        model.reset()


def test_out_of_sight_it_marks_no_cell_and_in_sight_again_what_is_selected(filled, qtbot):
    click_row(qtbot, filled, 1)
    (derivation,) = filled.selected_derivations()
    told = []
    filled.cells_selected.connect(told.append)
    filled.hide()
    assert told == [NOBODY]
    filled.show()
    assert told == [NOBODY, derivation.cells]
    assert filled.selected_derivations() == [derivation]


def test_a_sentence_can_be_selected_without_asking_about_it(filled, qtbot):
    derivations = shown(filled)
    last = derivations[-1]
    with qtbot.assertNotEmitted(filled.derivation_requested), qtbot.waitSignal(filled.cells_selected) as told:
        filled.select_derivation(last)
    assert told.args == [last.cells]
    assert filled.selected_derivations() == [last]
    row = filled.table.visualRect(filled.table.currentIndex())
    assert filled.table.viewport().rect().contains(row), "it is scrolled to"
    qtbot.keyClick(filled.table, Qt.Key.Key_Up)
    assert filled.selected_derivations() == [derivations[-2]], "the arrow keys go on from there"
    with qtbot.assertNotEmitted(filled.derivation_requested), qtbot.waitSignal(filled.cells_selected) as told:
        filled.clear_selection()
    assert told.args == [NOBODY]


def test_selecting_one_of_the_selected_leaves_the_others(filled, qtbot):
    click_row(qtbot, filled, 0)
    click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    both = filled.selected_derivations()
    filled.select_derivation(both[0])
    assert filled.selected_derivations() == both


def test_what_has_no_row_is_not_selected(filled, model, qtbot):
    first, second = shown(filled)[:2]
    click_row(qtbot, filled, 0)
    filled.select_derivation(None)
    model.apply((), [second])
    filled.select_derivation(second)
    assert filled.selected_derivations() == [first]
    filled.filter_field.setText("no such text")
    filled.select_derivation(first)
    assert filled.selected_derivations() == []
