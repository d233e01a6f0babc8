"""Tests of the actions: each has a shortcut of its own, a tooltip and a place in the menu bar."""

import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar

from minesweeper_qt.gui.panels.knowledge.knowledge_table import ColumnsMenu
from minesweeper_qt.model import State
from tests.gui.support.windows import MakePlayer, Player

pytestmark = pytest.mark.slow


def actions_in(menu: QMenu | QMenuBar) -> Iterator[QAction]:
    for action in menu.actions():
        if action.menu() is not None:
            yield from actions_in(action.menu())
        elif not action.isSeparator():
            yield action


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_the_menus_of_a_mac_have_no_icons(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    shown = [action for action in make_player().window.actions_by.all() if action.isIconVisibleInMenu()]
    assert bool(shown) == (system == "linux")


class KeysOfMac(QKeySequence):
    def __init__(self, keys: str | QKeySequence.StandardKey) -> None:
        super().__init__("Ctrl+Meta+F" if keys == QKeySequence.StandardKey.FullScreen else keys)


def test_the_key_of_the_system_shows_the_full_screen_too(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for keys in (["F11"], ["F11", "Meta+Ctrl+F"]):
        assert [key.toString() for key in make_player().action("full_screen").shortcuts()] == keys
        monkeypatch.setattr("minesweeper_qt.gui.window.actions.QKeySequence", KeysOfMac)


def test_every_action_has_texts_and_keys_of_its_own_and_a_place_in_the_menus(player_with_panels: Player) -> None:
    window = player_with_panels.window
    every = list(window.actions_by.all())
    for action in every:
        if action.objectName() in ("keys", "about"):
            continue  # entries of the help menu, of which F1 is the key
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        assert shown, action.text()
        assert action.toolTip().endswith(f" ({shown})")
        assert len(action.toolTip()) > len(shown) + 10
        assert action.statusTip()
        assert action.objectName()
    # The speeds are choices of one setting, which has its keys: slower and faster. Files are no actions. Who chooses
    # how guesses are dealt does so seldom.
    files = window.student_agent_files.recent_menu.actions()
    choices = [*window.speed.menu.actions(), *files, *window.actions_by.choices_of_guesses()]
    assert all(action.toolTip() and action.statusTip() for action in window.actions_by.choices_of_guesses())
    in_menus = list(actions_in(window.menuBar()))
    found = Counter(action.objectName() for action in in_menus if action not in choices)
    assert found == Counter(action.objectName() for action in every)
    for bar in window.findChildren(QToolBar):
        buttons = {action for action in bar.actions() if not action.isSeparator() and action.text()}
        assert buttons <= set(in_menus)
    # All actions of the window and its panels, except those that work only where the focus is.
    near = (Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut)
    actions = [
        action
        for action in window.findChildren(QAction)
        if action.shortcutContext() not in near or action in window.actions_by.all()
    ]
    taken = Counter(
        sequence.toString() for action in actions for sequence in action.shortcuts() if not sequence.isEmpty()
    )
    assert [keys for keys, times in taken.items() if times > 1] == []
    assert len(taken) >= len(window.actions_by.all())
    for menu in [window.menuBar(), *window.findChildren(QMenu)]:
        if isinstance(menu, ColumnsMenu):
            continue  # its entries are titles of columns, not commands
        letters = [
            QKeySequence.mnemonic(action.text()).toString() for action in menu.actions() if not action.isSeparator()
        ]
        assert all(letters), [action.text() for action in menu.actions()]
        assert len(set(letters)) == len(letters), letters


def test_actions_show_whether_they_are_on_and_possible(player: Player) -> None:
    # An icon would stand in the place of the check mark.
    checkable = [action for action in player.window.actions_by.all() if action.isCheckable()]
    assert {"overlay", "risks", "levels", "knowledge", "view_play"} <= {action.objectName() for action in checkable}
    assert not any(action.isIconVisibleInMenu() for action in checkable)
    with_icon = [action for action in player.window.actions_by.all() if not action.icon().isNull()]
    assert len(with_icon) >= 12
    for action in with_icon:
        image = action.icon().pixmap(24, 24).toImage()
        places = ((x, y) for x in range(image.width()) for y in range(image.height()))
        assert any(image.pixelColor(x, y).alpha() > 200 for x, y in places), action.text()
    for state in (State.WON, State.LOST):
        player.end(state)
        for name in ("ai_move", "autoplay", "step", "reveal", "flag"):
            assert not player.action(name).isEnabled(), (state, name)
        player.action("new_game").trigger()
        for name in ("ai_move", "autoplay", "step", "reveal", "flag"):
            assert player.action(name).isEnabled(), name
        player.again()
