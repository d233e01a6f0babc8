"""Tests of several panels that share the board: which highlight, outlines and proof are shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView

from minesweeper_qt.gui.panels.derivation.derivation_panel import NOTHING_SELECTED
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.model import Cell, Derivation, State
from tests.gui.support.knowledge_panels import selected
from tests.gui.support.windows import ALT, CTRL, LEFT, RIGHT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def inspector(player: Player) -> Inspector:
    """The panels of a game whose first click opened an area."""
    player.click((4, 4))
    return player.window.inspector


@pytest.fixture
def both(player: Player, inspector: Inspector) -> Inspector:
    """The panels, with proof and derivation both visible."""
    player.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, inspector.docks["derivation"])
    player.qtbot.waitUntil(inspector.derivation_panel.isVisible)
    assert inspector.proof_panel.isVisible()
    return inspector


def has_answered(player: Player) -> None:
    player.qtbot.waitUntil(lambda: not player.session.explanations.is_explaining)
    player.qtbot.wait(1)


def mine(player: Player) -> Cell:
    return min(player.session.playthrough.snapshot.mines)


def shown_highlight(player: Player) -> Highlight:
    return player.window.board_view.highlight


def outlined(player: Player) -> frozenset[Cell]:
    return player.window.board_view.outlined


def request_why(player: Player, cell: Cell) -> None:
    player.go_to(cell)
    player.key(Key.Key_W)
    has_answered(player)


def choose_row(player: Player) -> Derivation:
    """Select the second row of the table, by keys."""
    panel = player.window.knowledge_panel
    panel.table.setFocus()
    player.key(Key.Key_Home)
    player.key(Key.Key_Down)
    return selected(panel)[0]


def go_to_second_row(tree: QTreeView) -> None:
    """Go to the second row, below the title, by keys."""
    tree.setFocus()
    tree.setCurrentIndex(QModelIndex())
    for _ in range(2):
        QTest.keyClick(tree, Key.Key_Down)


# -- highlights


def test_hiding_the_derivation_restores_the_highlight_of_the_proof(player: Player, both: Inspector) -> None:
    request_why(player, mine(player))
    steps = both.proof_panel.steps
    steps.setFocus()
    player.key(Key.Key_Down)
    step = both.proof_panel.model.highlight(steps.row)
    assert shown_highlight(player) == step
    go_to_second_row(both.derivation_panel.tree)
    assert shown_highlight(player) != step
    both.docks["derivation"].hide()
    assert shown_highlight(player) == step


def test_the_panel_with_the_focus_sets_the_highlight(player: Player, both: Inspector) -> None:
    request_why(player, mine(player))
    both.proof_panel.steps.setFocus()
    player.key(Key.Key_End)
    last = shown_highlight(player)
    assert last.mines == {mine(player)}
    go_to_second_row(both.derivation_panel.tree)
    other = shown_highlight(player)
    assert other != last
    both.proof_panel.steps.setFocus()
    assert shown_highlight(player) == last
    both.derivation_panel.tree.setFocus()
    assert shown_highlight(player) == other


def test_a_late_proof_does_not_replace_the_highlight_of_the_focused_panel(player: Player, both: Inspector) -> None:
    request_why(player, mine(player))
    go_to_second_row(both.derivation_panel.tree)
    expected = shown_highlight(player)
    proof = both.proof_panel
    proof.steps.go_to(len(proof.model.lines) - 1)
    assert shown_highlight(player) == expected != proof.model.highlight(proof.steps.row)


def test_esc_clears_the_highlight_of_the_derivation(player: Player, inspector: Inspector) -> None:
    inspector.bring_to_front("derivation")
    derivation = choose_row(player)
    assert shown_highlight(player).clues == highlight_of(derivation.origin).clues
    assert outlined(player) == derivation.cells
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert shown_highlight(player) == Highlight()
    assert outlined(player) == frozenset()
    assert inspector.derivation_panel.heading.text() == NOTHING_SELECTED


def test_esc_in_the_table_deselects_its_row_everywhere(player: Player, inspector: Inspector) -> None:
    inspector.bring_to_front("derivation")
    choose_row(player)
    player.key(Key.Key_Escape)
    assert player.window.knowledge_panel.table.hasFocus()
    assert shown_highlight(player) == Highlight()
    assert outlined(player) == frozenset()
    assert inspector.derivation_panel.derivation is None


def test_a_row_that_moves_remove_stays_explained(player: Player, inspector: Inspector) -> None:
    inspector.bring_to_front("derivation")
    derivation = choose_row(player)
    player.key(Key.Key_Return)
    while derivation in player.session.view.sentences:
        player.session.autoplay.move()
        player.wait_until_learned()
    assert selected(player.window.knowledge_panel) == []
    assert inspector.derivation_panel.derivation is derivation


# -- outlines


def test_a_panel_that_is_hidden_restores_the_outlines_of_the_table(player: Player, inspector: Inspector) -> None:
    derivation = choose_row(player)
    inspector.bring_to_front("known")
    levels = inspector.levels_panel
    player.qtbot.waitUntil(lambda: levels.levels is not None)
    levels.tree.setFocus()
    player.key(Key.Key_End)
    assert outlined(player) == levels.selected_cells != frozenset()
    assert outlined(player) != derivation.cells
    inspector.bring_to_front("proof")
    assert outlined(player) == derivation.cells


def test_the_outlines_of_the_table_are_shown_while_it_is_visible(player: Player, inspector: Inspector) -> None:
    derivation = choose_row(player)
    player.key(Key.Key_G)
    assert outlined(player) == frozenset()
    player.key(Key.Key_K)
    assert outlined(player) == derivation.cells


# -- the proof that is shown


def test_the_table_has_the_proof_while_it_is_shown(player: Player, inspector: Inspector) -> None:
    request_why(player, mine(player))
    context = inspector.knowledge_panel.proxy
    assert context.has_proof
    player.key(Key.Key_M)
    player.wait_until_learned()
    assert inspector.proof_panel.model.lines
    assert context.has_proof
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert not context.has_proof


def test_the_table_keeps_the_proof_until_another_cell_is_asked_about(player: Player, inspector: Inspector) -> None:
    request_why(player, mine(player))
    for _ in range(2):
        player.go_to(min(player.game.clues))
        assert inspector.proof_panel.cell == mine(player)
        assert inspector.knowledge_panel.proxy.has_proof
        # Hidden behind the derivation, the proof panel requests nothing.
        player.key(Key.Key_D)
    player.key(Key.Key_W)
    has_answered(player)
    assert inspector.proof_panel.cell == min(player.game.clues)
    assert not inspector.knowledge_panel.proxy.has_proof


def test_a_flag_on_a_proved_mine_leaves_its_proof(player: Player, inspector: Inspector) -> None:
    cell = mine(player)
    request_why(player, cell)
    player.click(cell, RIGHT)
    has_answered(player)
    assert cell in player.game.mines_found
    assert inspector.proof_panel.model.lines
    player.click(player.free(), LEFT)
    assert not inspector.proof_panel.model.lines


# -- moving through a derivation


def test_the_table_selects_the_sentence_reached_in_a_derivation(player: Player, inspector: Inspector) -> None:
    in_force = player.session.view.sentences
    derived = next(derivation for derivation in in_force if derivation.premises)
    base = derived.premises[0]
    inspector.bring_to_front("derivation")
    panel = inspector.derivation_panel
    choose_row(player)
    panel.show_derivation(base)
    panel.tree.setFocus()
    seen = []
    for _ in range(6):
        player.key(Key.Key_Down)
        derivation = panel.tree.model().derivation(panel.tree.currentIndex())
        if derivation in in_force:
            seen.append(derivation)
            assert selected(inspector.knowledge_panel) == [derivation]
            assert panel.derivation is base
    assert seen


# -- after a loss


def test_a_note_explains_the_two_layouts_after_a_loss(player: Player, inspector: Inspector) -> None:
    known = player.session.playthrough.snapshot.mines | player.session.playthrough.snapshot.safes
    unknown = max(set(player.game.grid.cells) - known - player.game.clues.keys() - player.game.mines)
    request_why(player, unknown)
    panel = inspector.proof_panel
    assert panel.undecided.isVisible()
    assert not panel.note.isVisible()
    player.click(min(player.game.mines))
    assert player.session.view.state is State.LOST
    request_why(player, unknown)
    assert panel.undecided.isVisible()
    assert panel.note.isVisible()
    assert panel.note.text() == proof_panel_text.LAID_OPEN
    player.key(Key.Key_Z, CTRL)
    has_answered(player)
    assert not panel.note.isVisible()
    player.key(Key.Key_End, ALT)
    has_answered(player)
    assert panel.note.isVisible()
    player.key(Key.Key_N, CTRL)
    player.click((4, 4))
    request_why(
        player,
        max(player.covered() - player.session.playthrough.snapshot.mines - player.session.playthrough.snapshot.safes),
    )
    assert not panel.note.isVisible()
