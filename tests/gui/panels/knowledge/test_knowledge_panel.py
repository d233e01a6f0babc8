"""Tests of the knowledge panel with real keys and clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import NOTHING_FOUND
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import ALL_SETTLED, NOTHING_KNOWN
from minesweeper_qt.model import Position, Rule
from tests.gui.support.escape import escape
from tests.gui.support.inspected import FixedBoardSource
from tests.gui.support.knowledge_games import moves
from tests.gui.support.knowledge_panels import (
    click_row,
    filled,
    kb,
    model,
    panel,
    selected,
    selection,
    show_all_button,
    shown,
)

__all__ = ["filled", "kb", "model", "panel", "selection"]  # fixtures

NO_CELLS = frozenset()


# -- one cell


def test_the_bar_is_visible_while_the_table_is_filtered_by_a_cell(filled, selection, kb, qtbot):
    cell = min(shown(filled)[0].cells)
    mentioning = [derivation for derivation in kb if cell in derivation.cells]
    button = show_all_button(filled)
    assert not button.isVisible()
    selection.select_cell(cell)
    assert button.isVisible()
    assert shown(filled) == mentioning
    assert filled.bar_label.text() == f"Sentences that mention {cell}: {len(mentioning)} of {len(kb)}"
    with qtbot.waitSignal(selection.cell_changed):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert selection.cell is None
    assert not button.isVisible()
    assert shown(filled) == list(kb)
    selection.select_cell(cell)
    assert shown(filled) == mentioning
    selection.select_cell(None)
    assert shown(filled) == list(kb)


def test_a_cell_that_no_sentence_mentions_leaves_the_table_whole(filled, selection, kb):
    filled.filter_field.setText("clue")
    found = shown(filled)
    selection.select_cell((99, 99))
    filled.set_verdict("(99, 99) is safe: revealed.")
    assert shown(filled) == found
    assert filled.bar_label.text() == "(99, 99) is safe: revealed."
    assert filled.figures.text().startswith(f"No sentence mentions (99, 99)   Shown: {len(found)} of {len(kb)}   Know")
    filled.model.reset()
    assert filled.figures.text().startswith("Shown: 0 of 0   Knowledge")


def test_the_count_in_the_bar_follows_the_knowledge(panel, selection, model):
    selection.select_cell((8, 8))
    for number, (base, change) in enumerate(moves(16, 30, 99, 4, with_mine_count=True)):
        model.apply(change.added, change.removed)
        count = sum((8, 8) in derivation.cells or derivation.clue == (8, 8) for derivation in base)
        assert panel.bar_label.text() == (f"Sentences that mention (8, 8): {count} of {len(base)}" if count else "")
        assert panel.proxy.rowCount() == (count or len(base))
        if number == 60:
            break


def test_esc_clears_filters_then_the_selection(filled, selection, kb, qtbot):
    selection.select_cell(min(shown(filled)[0].cells))
    filled.filter_field.setText("c")
    click_row(qtbot, filled, 0)
    cleared = QSignalSpy(selection.cell_changed)
    assert escape(filled)
    assert cleared.count() == 1
    assert shown(filled) == list(kb)
    assert filled.filter_field.text() == ""
    assert len(selected(filled)) == 1
    assert escape(filled)
    assert not selected(filled)
    assert cleared.count() == 1
    assert not escape(filled), "nothing is left to clear"


def test_the_focus_stays_in_the_panel_when_the_button_is_hidden(filled, selection, qtbot):
    selection.select_cell((0, 0))
    show_all_button(filled).setFocus()
    qtbot.keyClick(show_all_button(filled), Qt.Key.Key_Space)
    assert filled.table.hasFocus()


# -- search, figures, hints


def test_typing_filters(filled, kb, qtbot):
    filled.focus_filter()
    assert filled.filter_field.hasFocus()
    qtbot.keyClicks(filled.filter_field, " Differ ence")
    assert shown(filled) == [one for one in kb if one.origin.rule is Rule.SUBSET] != []
    qtbot.keyClicks(filled.filter_field, ", 1 settled")
    qtbot.keyClick(filled.filter_field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(filled.filter_field, "  ")
    assert shown(filled) == list(kb)
    assert not show_all_button(filled).isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_move_the_focus_from_the_field_to_the_found_rows(filled, qtbot, key):
    filled.focus_filter()
    qtbot.keyClicks(filled.filter_field, "difference")
    with qtbot.assertNotEmitted(filled.why_requested):
        qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert selected(filled) == shown(filled)[:1]
    qtbot.keyClick(filled.table, Qt.Key.Key_Down)
    assert selected(filled) == shown(filled)[1:2]
    filled.filter_field.setFocus()
    qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert selected(filled) == shown(filled)[1:2], "what is selected stays so"


def test_figures(filled, selection, kb):
    length, mines, safe_moves = filled.findChild(FixedBoardSource).view.snapshot.figures
    figures = f"Knowledge base length: {length}   Known mines: {mines}   Safe moves remaining: {safe_moves}"
    assert filled.figures.text() == figures
    filled.filter_field.setText("difference")
    assert filled.figures.text() == f"Shown: {len(shown(filled))} of {len(kb)}   {figures}"
    filled.show_all()
    assert filled.figures.text() == figures


def test_hints_are_painted_and_removed(panel, model, kb):
    assert panel.table.hint == ALL_SETTLED
    panel.findChild(FixedBoardSource).start_game(Position.from_text("2x2x1\nHH\nHH\n"))
    model.reset()
    assert panel.table.hint == NOTHING_KNOWN
    model.apply(list(kb), ())
    assert panel.table.hint == ""
    panel.filter_field.setText("no such text")
    assert panel.table.hint == NOTHING_FOUND
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


# -- the selection


def test_selecting_rows_marks_their_cells_and_the_clues_of_their_premises(filled, qtbot, kb):
    first, second = shown(filled)[1:3]
    source = filled.highlight_source
    click_row(qtbot, filled, 1)
    assert source.outlined == first.cells
    click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    assert source.outlined == first.cells | second.cells
    assert source.highlight.all_cells == source.highlight.clues == {first.origin.clue, second.origin.clue}
    assert escape(filled)
    assert (source.outlined, source.highlight) == (NO_CELLS, None)
    sentence = next(one for one in kb if one is not one.origin and one.origin.rule is Rule.SUBSET)
    filled.table.select_row(kb.index(sentence))
    clues = {premise.clue for premise in sentence.origin.premises} - {None}
    assert filled.highlight_source.highlight.clues == clues != set()


def test_the_marks_follow_the_selection_through_moves_and_change_once_a_move(panel, model):
    panel.filter_field.setText("clue")
    received: list[frozenset] = [NO_CELLS]
    panel.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    for number, (base, change) in enumerate(moves(8, 10, 15, 4, with_mine_count=True)):
        before, count = {derivation.origin for derivation in selected(panel)}, len(received)
        model.apply(change.added, change.removed)
        in_force = {derivation.origin: derivation for derivation in base}
        assert set(selected(panel)) == {in_force[origin] for origin in before if origin in in_force}
        assert received[-1] == NO_CELLS.union(*(derivation.cells for derivation in selected(panel)))
        assert len(received) <= count + 2, "once for the frames, once for the clues"
        if number % 9 == 0:
            panel.table.selectAll()


def test_a_hidden_panel_a_filter_and_a_new_game_deselect(filled, qtbot, model):
    click_row(qtbot, filled, 1)
    (derivation,) = selected(filled)
    filled.hide()
    assert filled.highlight_source.outlined == NO_CELLS
    filled.show()
    assert filled.highlight_source.outlined == derivation.cells
    derivations = shown(filled)
    inferred = next(derivation for derivation in derivations if derivation.clue is None)
    click_row(qtbot, filled, derivations.index(inferred))
    filled.filter_field.setText("clue")
    assert filled.highlight_source.outlined == NO_CELLS
    click_row(qtbot, filled, 1)
    model.reset()
    assert filled.highlight_source.outlined == NO_CELLS
