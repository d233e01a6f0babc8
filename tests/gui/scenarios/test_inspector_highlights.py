"""Tests of several panels that share the board: which highlight, outlines and proof are shown."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.model import Cell, Derivation
from tests.gui.support.inspected import lines
from tests.gui.support.knowledge_panels import selected
from tests.gui.support.windows import SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def inspector(player: Player) -> Inspector:
    """The panels of a game whose first click opened an area."""
    player.click((4, 4))
    return player.window.inspector


def mine(player: Player) -> Cell:
    return min(player.session.playthrough.snapshot.mines)


def shown_highlight(player: Player) -> Highlight:
    return player.window.board_view.highlight


def outlined(player: Player) -> frozenset[Cell]:
    return player.window.board_view.outlined


def choose_row(player: Player) -> Derivation:
    """Select the second row of the table, by keys."""
    panel = player.window.knowledge_panel
    panel.table.setFocus()
    player.key(Key.Key_Home)
    player.key(Key.Key_Down)
    return selected(panel)[0]


# -- highlights


def test_a_selected_row_has_outlines_beside_the_highlight_of_a_proof(player: Player, inspector: Inspector) -> None:
    player.ask(mine(player))
    proof = shown_highlight(player)
    assert proof.mines == {mine(player)}
    derivation = choose_row(player)
    assert shown_highlight(player).clues == highlight_of(derivation.origin).clues
    assert outlined(player) == derivation.cells
    inspector.why_panel.copy_button.setFocus()
    assert shown_highlight(player) == proof
    assert outlined(player) == derivation.cells
    choose_row(player)
    player.key(Key.Key_W)
    inspector.why_panel.copy_button.setFocus()
    derivation = selected(inspector.knowledge_panel)[0]
    assert shown_highlight(player) == highlight_of(derivation)
    assert outlined(player) == derivation.cells
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert shown_highlight(player) == Highlight()
    assert outlined(player) == frozenset()
    player.ask(mine(player))
    assert player.window.board_view.marks.selected == mine(player)
    player.key(Key.Key_F6)
    marks = player.window.board_view.marks
    assert (marks.selected, marks.highlight) == (None, Highlight())


# -- outlines


def test_the_outlines_of_the_table_are_shown_while_it_is_visible_and_no_other_panel_has_some(
    player: Player, inspector: Inspector
) -> None:
    derivation = choose_row(player)
    player.key(Key.Key_G)
    assert outlined(player) == frozenset()
    player.key(Key.Key_K)
    assert outlined(player) == derivation.cells
    inspector.bring_to_front("known")
    known = inspector.what_is_known_panel
    player.qtbot.waitUntil(lambda: known.levels is not None)
    known.tree.setFocus()
    player.key(Key.Key_End)
    assert outlined(player) == known.selected_cells != frozenset()
    assert outlined(player) != derivation.cells
    inspector.bring_to_front("why_panel")
    assert outlined(player) == derivation.cells


# -- the proof that is shown


def test_the_table_has_the_proof_until_another_cell_is_asked_about(player: Player, inspector: Inspector) -> None:
    context, view = inspector.knowledge_panel.proxy, player.session.view
    player.ask(max(view.position.covered - view.settled.keys()))
    assert not context.has_proof, "the cell is undecided"
    player.ask(mine(player))
    for _ in range(2):
        player.go_to(min(player.game.clues))
        assert inspector.why_panel.cell == mine(player)
        assert context.has_proof
        # Hidden behind another panel, the panel Why requests nothing.
        player.key(Key.Key_L, SHIFT)
    player.ask(min(player.game.clues))
    assert inspector.why_panel.cell == min(player.game.clues)
    assert not context.has_proof
    player.ask(mine(player))
    player.key(Key.Key_M)
    player.wait_until_learned()
    player.wait_until_explained()
    assert lines(inspector.why_panel)
    assert context.has_proof
    player.key(Key.Key_Escape)
    assert not context.has_proof
