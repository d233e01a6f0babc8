"""Tests of the knowledge table: it shows the agent's sentences, outlines their cells, and filters by cell."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.model import Cell, Reasoning, Rule, reasoning_levels
from tests.gui.support.windows import CTRL, LEFT, Key, MakePlayer, Player


def assert_table_is_knowledge(player: Player) -> None:
    """Check that the table shows exactly the sentences in force, and that the figures below count them.

    The order differs: a sentence that loses settled cells keeps its row, and is a new derivation of the knowledge base.
    """
    agent, window = player.session.playthrough.snapshot, player.window
    assert sorted(player.rows()) == sorted(sentence.text for sentence in agent.sentences)
    derivations = window.knowledge_model.sentences
    assert set(derivations) == set(agent.sentences)
    assert len(derivations) == len(agent.sentences)
    figures = window.knowledge_panel.figures.text()
    assert f"Knowledge base length: {len(agent.sentences)} " in figures
    assert f"Known mines: {len(agent.mines)} " in figures
    assert f"Safe moves remaining: {len(agent.safes - agent.moves_made)}" in figures


def select_rows(player: Player, rows: list[int]) -> None:
    """Click on rows of the table, with Ctrl from the second on."""
    table = player.window.knowledge_panel.table
    for number, row in enumerate(rows):
        spot = table.visualRect(table.model().index(row, 0)).center()
        player.qtbot.mouseClick(table.viewport(), LEFT, CTRL if number else Qt.KeyboardModifier.NoModifier, spot)


@pytest.fixture
def busy(make_player: MakePlayer) -> Player:
    """A game whose first click leaves 17 sentences in force."""
    player = make_player("intermediate", seed=9)
    player.click((8, 8))
    assert len(player.rows()) == 17
    return player


@pytest.mark.slow
def test_the_table_follows_an_instant_autoplay_over_several_slices(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=9)
    player.time.seconds_a_look = SLICE / 2  # so that a slice has a few moves
    slices = []
    player.session.changed.connect(lambda before, now: slices.append(assert_table_is_knowledge(player)))
    player.autoplay()
    assert 2 < len(slices) < len(player.game.history)


@pytest.mark.slow
def test_using_the_mine_count_in_mid_game_changes_the_table_and_leaves_the_board(busy: Player) -> None:
    without = busy.rows()
    busy.go_to((2, 3))
    before = {cell: (busy.face(cell), busy.mark(cell)) for cell in busy.game.grid.cells}
    with busy.qtbot.assertNotEmitted(busy.window.board_model.modelReset):
        busy.key(Key.Key_M)
        busy.wait_until_learned()
        snapshot = busy.session.playthrough.snapshot
        assert busy.session.playthrough.uses_mine_count
        assert_table_is_knowledge(busy)
        assert busy.rows() != without
        assert len(snapshot.sentences[-1].cells) == 256 - len(snapshot.safes) - len(snapshot.mines)
        busy.key(Key.Key_M)
        busy.wait_until_learned()
    assert sorted(busy.rows()) == sorted(without)
    assert {cell: (busy.face(cell), busy.mark(cell)) for cell in busy.game.grid.cells} == before
    assert busy.window.board_view.cursor_cell == (2, 3)
    assert busy.window.knowledge_panel.proxy.filter.cell == (2, 3)
    busy.key(Key.Key_Escape)
    busy.key(Key.Key_M)
    assert "now knows the number of mines" in busy.status


# -- from the table to the board


@pytest.mark.slow
def test_rows_selected_by_mouse_and_keys_outline_exactly_their_cells(busy: Player) -> None:
    view, model, table = busy.window.board_view, busy.window.knowledge_model, busy.window.knowledge_panel.table
    cell = min(model.rows[0].derivation.cells)
    busy.move((0, 0) if cell != (0, 0) else (0, 5))
    before = busy.picture(cell)
    assert view.outlined == frozenset()
    for rows in ([0], [2, 5], [1, 3, 4]):
        select_rows(busy, rows)
        assert view.outlined == frozenset().union(*(model.rows[row].derivation.cells for row in rows))
        assert (busy.picture(cell) != before) is (cell in view.outlined)
    table.clearSelection()
    assert busy.picture(cell) == before
    table.setFocus()
    table.selectionModel().setCurrentIndex(table.model().index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
    busy.key(Key.Key_Down)
    assert view.outlined == model.rows[1].derivation.cells
    busy.key(Key.Key_Escape)
    assert view.outlined == frozenset()
    select_rows(busy, [0, 1])
    busy.action("new_game").trigger()
    assert view.outlined == frozenset()
    assert not table.selectionModel().hasSelection()
    assert busy.rows() == []


# -- from the board to the table


def sentences_mentioning(player: Player, cell: Cell) -> list[str]:
    sentences = player.session.playthrough.snapshot.sentences
    return [sentence.text for sentence in sentences if cell in sentence.cells or sentence.clue == cell]


@pytest.mark.slow
def test_the_table_is_filtered_by_a_cell_or_a_proof_until_all_are_shown(busy: Player) -> None:
    panel = busy.window.knowledge_panel
    cell = min(busy.window.knowledge_model.rows[0].derivation.cells)
    before, steps = busy.snapshot(), len(busy.game.history)
    for way in ("escape", "menu", "button", "filter field", "click"):
        busy.click(cell, LEFT, CTRL)
        assert busy.snapshot() == before
        assert busy.shown_rows() == sentences_mentioning(busy, cell) != []
        assert len(busy.shown_rows()) < len(busy.rows())
        match way:
            case "escape":
                busy.key(Key.Key_Escape)
            case "menu":
                busy.action("show_all").trigger()
            case "button":
                busy.qtbot.mouseClick(panel.show_all_button, LEFT)
            case "filter field":
                panel.filter_field.setFocus()
                busy.key(Key.Key_Escape)
            case "click":
                busy.click(busy.free())
                assert len(busy.game.history) == steps + 1
        assert busy.shown_rows() == busy.rows(), way
        assert panel.proxy.filter.cell is None
    sentence = next(one for one in busy.session.playthrough.snapshot.sentences if one.clue is not None)
    busy.click(sentence.clue, LEFT, CTRL)
    assert busy.shown_rows() == [sentence.text]
    busy.key(Key.Key_Escape)
    while max(reasoning_levels(busy.session.view.position).values(), default=0) <= Reasoning.SUBSET:
        busy.key(Key.Key_A)
        assert not busy.game.state.is_over
    levels = reasoning_levels(busy.session.view.position)
    cell = max(levels, key=levels.__getitem__)
    busy.view.setFocus()
    busy.go_to(cell)
    busy.key(Key.Key_W)
    busy.qtbot.waitUntil(lambda: panel.proxy.has_proof)
    assert busy.shown_rows() == sentences_mentioning(busy, cell)
    panel.filter_button.is_in_proof.trigger()
    used = busy.shown_rows()
    assert 0 < len(used) < len(busy.rows())
    assert used != sentences_mentioning(busy, cell)
    assert panel.bar_label.text().startswith("Filter: used in the proof\n")
    assert panel.figures.text().startswith(f"Shown: {len(used)} of {len(busy.rows())}   Knowledge")
    busy.qtbot.mouseClick(panel.show_all_button, LEFT)
    assert busy.shown_rows() == busy.rows()
    assert panel.proxy.has_proof, "the proof stays"


@pytest.mark.slow
def test_the_sentence_of_the_mine_count_is_the_first_row(make_player: MakePlayer) -> None:
    def first() -> Rule:
        return player.window.knowledge_model.rows[0].derivation.origin.rule

    player = make_player("beginner", seed=1)
    player.action("tell_mines").setChecked(True)
    player.wait_until_learned()
    assert first() is Rule.MINE_COUNT
    player.click((4, 4))
    assert len(player.rows()) > 1
    assert first() is Rule.MINE_COUNT
    # A new agent makes the sentences of the whole game anew.
    player.action("tell_mines").setChecked(False)
    player.wait_until_learned()
    assert first() is not Rule.MINE_COUNT
    player.action("tell_mines").setChecked(True)
    player.wait_until_learned()
    assert first() is Rule.MINE_COUNT
