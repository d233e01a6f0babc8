"""Tests of the keyboard focus while panels of the inspector are shown and hidden."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from minesweeper_qt.gui.window.inspector import Inspector
from tests.gui.support.windows import CTRL, LEFT, SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def inspector(player: Player) -> Inspector:
    """The panels of a game whose first click opened an area."""
    player.click((4, 4))
    return player.window.inspector


def has_answered(player: Player) -> None:
    player.qtbot.waitUntil(lambda: not player.session.explanations.is_explaining)
    player.qtbot.wait(1)


def focus() -> QWidget | None:
    return QApplication.focusWidget()


def to_first_cell_of_known(player: Player) -> None:
    """Go to the first cell in What Is Known, by keys."""
    inspector = player.window.inspector
    inspector.bring_to_front("known")
    levels = inspector.levels_panel
    player.qtbot.waitUntil(lambda: levels.levels is not None)
    levels.tree.setFocus()
    player.key(Key.Key_Home)
    player.key(Key.Key_Right)
    player.key(Key.Key_Down)
    assert levels.why.isEnabled()


@pytest.mark.parametrize("how", ["enter", "w", "button"])
def test_why_in_what_is_known_moves_the_focus_to_the_proof(player: Player, inspector: Inspector, how: str) -> None:
    to_first_cell_of_known(player)
    match how:
        case "enter":
            player.key(Key.Key_Return)
        case "w":
            player.key(Key.Key_W)
        case "button":
            inspector.levels_panel.why.setFocus()
            QTest.mouseClick(inspector.levels_panel.why, LEFT)
    has_answered(player)
    assert focus() is inspector.why_panel.steps
    player.key(Key.Key_Down)
    assert inspector.why_panel.steps.row == 0
    assert player.session.timeline.is_live


def test_a_panel_that_covers_the_proof_takes_the_focus(player: Player, inspector: Inspector) -> None:
    inspector.why(min(player.session.playthrough.snapshot.mines))
    has_answered(player)
    inspector.why_panel.steps.setFocus()
    player.key(Key.Key_L, SHIFT)
    assert focus() is inspector.levels_panel.tree


def test_a_panel_that_is_shown_leaves_the_focus_on_the_board(player: Player, inspector: Inspector) -> None:
    player.key(Key.Key_L, SHIFT)
    assert focus() is player.view
    player.key(Key.Key_W)
    assert focus() is player.view


@pytest.mark.parametrize("name, key, modifier", [
    ("knowledge", Key.Key_K, Qt.KeyboardModifier.NoModifier),
    ("why_panel", Key.Key_W, SHIFT),
])  # fmt: skip
@pytest.mark.parametrize("has_timeline", [True, False])
def test_a_panel_that_is_hidden_returns_the_focus_to_the_board(
    player: Player, inspector: Inspector, name: str, key: Qt.Key, modifier: Qt.KeyboardModifier, has_timeline: bool
) -> None:
    inspector.why(min(player.session.playthrough.snapshot.mines))
    has_answered(player)
    inspector.docks["timeline"].setVisible(has_timeline)
    inspector.bring_to_front(name)
    inspector.panels[name].findChild(QAbstractItemView).setFocus()
    assert inspector.panels[name].isAncestorOf(focus())
    player.key(key, modifier)
    assert not inspector.panels[name].isVisible()
    assert focus() is player.view


def test_a_dock_that_is_closed_returns_the_focus_to_the_board(player: Player, inspector: Inspector) -> None:
    inspector.knowledge_panel.table.setFocus()
    inspector.docks["knowledge"].close()
    assert focus() is player.view


@pytest.mark.parametrize("how", ["esc", "new game"])
def test_a_proof_that_is_cleared_returns_the_focus_to_the_board(player: Player, inspector: Inspector, how: str) -> None:
    player.go_to(min(player.session.playthrough.snapshot.mines))
    player.key(Key.Key_W)
    has_answered(player)
    inspector.why_panel.steps.setFocus()
    player.key(Key.Key_Down)
    if how == "esc":
        player.key(Key.Key_Escape)
    else:
        player.key(Key.Key_N, CTRL)
    assert focus() is player.view
    before = player.window.board_view.cursor_cell
    player.key(Key.Key_Down)
    assert player.window.board_view.cursor_cell != before
