"""What several panels at once want of the board and of each other: lights, outlines, the proof that is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView

from minesweeper_qt.gui.panels.derivation.derivation_panel import NOTHING_ASKED
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.model import Cell, Derivation, State
from tests.gui.support.windows import ALT, CTRL, LEFT, RIGHT, Key, Player


@pytest.fixture
def inspector(player: Player) -> Inspector:
    """The panels of a game whose first click opened an area."""
    player.click((4, 4))
    return player.window.inspector


@pytest.fixture
def both(player: Player, inspector: Inspector) -> Inspector:
    """Proof and derivation are both to be seen."""
    player.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, inspector.docks["derivation"])
    player.qtbot.waitUntil(inspector.derivation_panel.isVisible)
    assert inspector.proof_panel.isVisible()
    return inspector


def has_answered(player: Player) -> None:
    player.qtbot.waitUntil(lambda: not player.session.explanation_service.is_explaining)
    player.qtbot.wait(1)


def mine(player: Player) -> Cell:
    return min(player.session.agent.mines)


def lit(player: Player) -> Highlight:
    return player.window.board_view.highlight


def outlined(player: Player) -> frozenset[Cell]:
    return player.window.board_view.outlined


def ask_why(player: Player, cell: Cell) -> None:
    player.go_to(cell)
    player.key(Key.Key_W)
    has_answered(player)


def choose_row(player: Player) -> Derivation:
    """Select the second row of the table, by keys."""
    panel = player.window.knowledge_panel
    panel.table.setFocus()
    player.key(Key.Key_Home)
    player.key(Key.Key_Down)
    return panel.selected_derivations()[0]


def second_row(tree: QTreeView) -> None:
    """Go to the second row, below the title, by keys."""
    tree.setFocus()
    tree.setCurrentIndex(QModelIndex())
    for _ in range(2):
        QTest.keyClick(tree, Key.Key_Down)


# -- lights


def test_hiding_the_derivation_leaves_the_lights_of_the_proof(player: Player, both: Inspector) -> None:
    ask_why(player, mine(player))
    steps = both.proof_panel.steps
    steps.setFocus()
    player.key(Key.Key_Down)
    step = both.proof_panel.model.highlight(steps.row)
    assert lit(player) == step
    second_row(both.derivation_panel.tree)
    assert lit(player) != step
    both.docks["derivation"].hide()
    assert lit(player) == step


def test_the_panel_with_the_focus_has_the_last_word(player: Player, both: Inspector) -> None:
    ask_why(player, mine(player))
    both.proof_panel.steps.setFocus()
    player.key(Key.Key_End)
    last = lit(player)
    assert last.mines == {mine(player)}
    second_row(both.derivation_panel.tree)
    other = lit(player)
    assert other != last
    both.proof_panel.steps.setFocus()
    assert lit(player) == last
    both.derivation_panel.tree.setFocus()
    assert lit(player) == other


def test_a_late_proof_does_not_take_the_lights_of_who_walks_elsewhere(player: Player, both: Inspector) -> None:
    ask_why(player, mine(player))
    second_row(both.derivation_panel.tree)
    walked = lit(player)
    proof = both.proof_panel
    proof.steps.go_to(len(proof.model.lines) - 1)
    assert lit(player) == walked != proof.model.highlight(proof.steps.row)


def test_esc_turns_the_lights_of_the_derivation_off(player: Player, inspector: Inspector) -> None:
    inspector.bring("derivation")
    derivation = choose_row(player)
    assert lit(player) == highlight_of(derivation)
    assert outlined(player) == derivation.cells
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert lit(player) == Highlight()
    assert outlined(player) == frozenset()
    assert inspector.derivation_panel.heading.text() == NOTHING_ASKED


def test_esc_in_the_table_lets_go_of_its_row_everywhere(player: Player, inspector: Inspector) -> None:
    inspector.bring("derivation")
    choose_row(player)
    player.key(Key.Key_Escape)
    assert player.window.knowledge_panel.table.hasFocus()
    assert lit(player) == Highlight()
    assert outlined(player) == frozenset()
    assert inspector.derivation_panel.derivation is None


def test_a_row_that_goes_by_itself_stays_explained(player: Player, inspector: Inspector) -> None:
    inspector.bring("derivation")
    derivation = choose_row(player)
    while derivation in player.session.sentences():
        player.session.ai_move()
        player.has_learned()
    assert player.window.knowledge_panel.selected_derivations() == []
    assert inspector.derivation_panel.derivation is derivation


# -- outlines


def test_a_panel_that_goes_leaves_the_outlines_of_the_table(player: Player, inspector: Inspector) -> None:
    derivation = choose_row(player)
    inspector.bring("known")
    levels = inspector.levels_panel
    player.qtbot.waitUntil(lambda: levels.model.rowCount() > 0)
    levels.tree.setFocus()
    player.key(Key.Key_End)
    assert outlined(player) == levels.model.cells_at(levels.tree.currentIndex())
    assert outlined(player) != derivation.cells
    inspector.bring("proof")
    assert outlined(player) == derivation.cells


def test_the_outlines_of_the_table_go_and_come_with_it(player: Player, inspector: Inspector) -> None:
    derivation = choose_row(player)
    player.key(Key.Key_G)
    assert outlined(player) == frozenset()
    player.key(Key.Key_K)
    assert outlined(player) == derivation.cells


# -- the proof that is shown


def test_the_table_knows_the_proof_as_long_as_it_is_shown(player: Player, inspector: Inspector) -> None:
    ask_why(player, mine(player))
    context = inspector.knowledge_panel.proxy
    assert context.context.has_proof
    player.key(Key.Key_M)
    player.has_learned()
    assert inspector.proof_panel.model.lines
    assert context.context.has_proof
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert not context.context.has_proof


def test_the_table_forgets_the_proof_when_another_cell_is_asked_about(player: Player, inspector: Inspector) -> None:
    ask_why(player, mine(player))
    player.go_to(min(player.game.clues))
    has_answered(player)
    assert not inspector.knowledge_panel.proxy.context.has_proof
    ask_why(player, mine(player))
    player.key(Key.Key_D)
    assert inspector.knowledge_panel.proxy.context.has_proof
    player.key(Key.Key_Right)
    assert not inspector.knowledge_panel.proxy.context.has_proof


def test_a_flag_on_a_proved_mine_leaves_its_proof(player: Player, inspector: Inspector) -> None:
    cell = mine(player)
    ask_why(player, cell)
    player.click(cell, RIGHT)
    has_answered(player)
    assert cell in player.game.mines_found
    assert inspector.proof_panel.model.lines
    player.click(player.free(), LEFT)
    assert not inspector.proof_panel.model.lines


# -- walking through a derivation


def test_the_table_goes_along_through_a_derivation(player: Player, inspector: Inspector) -> None:
    in_force = player.session.sentences()
    derived = next(derivation for derivation in in_force if derivation.premises)
    base = derived.premises[0]
    inspector.bring("derivation")
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
            assert inspector.knowledge_panel.selected_derivations() == [derivation]
            assert panel.derivation is base
    assert seen


# -- after a loss


def test_two_layouts_after_a_loss_say_what_they_agree_with(player: Player, inspector: Inspector) -> None:
    known = player.session.agent.mines | player.session.agent.safes
    unknown = max(set(player.game.grid.cells) - known - player.game.clues.keys() - player.game.mines)
    ask_why(player, unknown)
    panel = inspector.proof_panel
    assert panel.undecided.isVisible()
    assert not panel.note.isVisible()
    player.click(min(player.game.mines))
    assert player.session.state is State.LOST
    ask_why(player, unknown)
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
    ask_why(player, max(player.covered() - player.session.agent.mines - player.session.agent.safes))
    assert not panel.note.isVisible()
