"""Tests of keys while a menu is open: the menu has them all, and the board below none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from minesweeper_qt.model import Guesses
from tests.gui.support.windows import ALT, NOTHING, SHIFT, Key, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)]


def press(player: Player, key: Key, modifier: Qt.KeyboardModifier = NOTHING) -> None:
    """Press a key as the system sends it: to the window, which passes it to an open menu."""
    QTest.keyClick(player.window.windowHandle(), key, modifier)


def open_menu() -> QMenu | None:
    menu = QApplication.activePopupWidget()
    assert menu is None or isinstance(menu, QMenu)
    return menu


def test_letters_choose_in_the_menus_and_do_not_reach_the_board(player: Player) -> None:
    assert player.view.hasFocus()
    press(player, Key.Key_G, ALT)
    for key in (Key.Key_L, Key.Key_G, Key.Key_F):
        assert open_menu() is not None
        press(player, key)
    assert open_menu() is None
    assert player.game.rules.guesses is Guesses.FAIR
    assert not player.game.mines_found


def test_space_in_the_menu_of_a_cell_does_not_reach_the_board(player: Player) -> None:
    player.click((4, 4))
    before = player.snapshot()
    press(player, Key.Key_F10, SHIFT)
    menu = open_menu()
    assert menu is not None
    press(player, Key.Key_Space)
    assert player.snapshot() == before
    menu.close()
