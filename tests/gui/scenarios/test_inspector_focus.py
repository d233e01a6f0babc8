"""Tests of the keyboard focus while panels of the inspector are shown and hidden."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from minesweeper_qt.gui.window.inspector import Inspector
from tests.gui.support.windows import LEFT, SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def inspector(player: Player) -> Inspector:
    """The panels of a game whose first click opened an area."""
    player.click((4, 4))
    return player.window.inspector


def focus() -> QWidget | None:
    return QApplication.focusWidget()


def to_first_cell_of_known(player: Player) -> None:
    """Go to the first cell in What Is Known, by keys."""
    inspector = player.window.inspector
    inspector.bring_to_front("known")
    known = inspector.what_is_known_panel
    player.qtbot.waitUntil(lambda: known.levels is not None)
    known.tree.setFocus()
    player.key(Key.Key_Home)
    player.key(Key.Key_Right)
    player.key(Key.Key_Down)
    assert known.why.isEnabled()


def test_why_in_what_is_known_moves_the_focus_to_the_proof(player: Player, inspector: Inspector) -> None:
    for how in ("enter", "w", "button"):
        to_first_cell_of_known(player)
        match how:
            case "enter":
                player.key(Key.Key_Return)
            case "w":
                player.key(Key.Key_W)
            case "button":
                inspector.what_is_known_panel.why.setFocus()
                QTest.mouseClick(inspector.what_is_known_panel.why, LEFT)
        player.wait_until_explained()
        assert focus() is inspector.why_panel.steps
        player.key(Key.Key_Down)
        assert inspector.why_panel.steps.row == 0
        assert player.session.timeline.is_live
        player.view.setFocus()
        player.key(Key.Key_Escape)


def test_the_focus_is_on_the_board_or_in_a_panel_that_takes_the_place_of_another(
    player: Player, inspector: Inspector
) -> None:
    player.key(Key.Key_L, SHIFT)
    assert focus() is player.view
    player.key(Key.Key_W)
    assert focus() is player.view
    player.ask(min(player.session.playthrough.snapshot.mines))
    inspector.why_panel.steps.setFocus()
    player.key(Key.Key_L, SHIFT)
    assert focus() is inspector.what_is_known_panel.tree


def test_a_panel_that_is_hidden_returns_the_focus_to_the_board(player: Player, inspector: Inspector) -> None:
    for has_timeline in (True, False):
        player.ask(min(player.session.playthrough.snapshot.mines))
        inspector.docks["timeline"].setVisible(has_timeline)
        for name, *press in (("knowledge", Key.Key_K), ("why_panel", Key.Key_W, SHIFT), ("knowledge", None)):
            inspector.bring_to_front(name)
            inspector.panels[name].findChild(QAbstractItemView).setFocus()
            assert inspector.panels[name].isAncestorOf(focus())
            if press == [None]:
                inspector.docks[name].close()
            else:
                player.key(*press)
            assert not inspector.panels[name].isVisible()
            assert focus() is player.view
