"""Tests of the actions: each has a shortcut of its own, a tooltip and a place in the menu bar."""

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar

from minesweeper_qt.gui.panels.knowledge.knowledge_table import ColumnsMenu
from minesweeper_qt.model import State
from tests.gui.support.windows import Player


def actions_in(menu: QMenu | QMenuBar) -> Iterator[QAction]:
    for action in menu.actions():
        if action.menu() is not None:
            yield from actions_in(action.menu())
        elif not action.isSeparator():
            yield action


@pytest.mark.slow
def test_every_action_has_shortcut_tooltip_and_text(player: Player) -> None:
    for action in player.window.actions_by.all():
        if action.objectName() in ("keys", "about"):
            continue  # entries of the help menu, of which F1 is the key
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        assert shown, action.text()
        assert action.toolTip().endswith(f" ({shown})")
        assert len(action.toolTip()) > len(shown) + 10
        assert action.statusTip()
        assert action.objectName()


@pytest.mark.slow
def test_every_action_is_in_the_menu_bar_once(player: Player) -> None:
    # The speeds are choices of one setting, which has its keys: slower and faster. Files are no actions.
    choices = [*player.window.speed.menu.actions(), *player.window.agent_files.recent_menu.actions()]
    found = Counter(action.objectName() for action in actions_in(player.window.menuBar()) if action not in choices)
    assert found == Counter(action.objectName() for action in player.window.actions_by.all())


@pytest.mark.slow
def test_tool_bars_hold_nothing_that_the_menu_bar_lacks(player: Player) -> None:
    found = set(actions_in(player.window.menuBar()))
    for bar in player.window.findChildren(QToolBar):
        buttons = {action for action in bar.actions() if not action.isSeparator() and action.text()}
        assert buttons <= found


def test_shortcuts_are_unambiguous(player: Player) -> None:
    # All actions of the window and its panels, except those that work only where the focus is.
    near = (Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut)
    actions = [
        action
        for action in player.window.findChildren(QAction)
        if action.shortcutContext() not in near or action in player.window.actions_by.all()
    ]
    taken = Counter(
        sequence.toString() for action in actions for sequence in action.shortcuts() if not sequence.isEmpty()
    )
    assert [keys for keys, times in taken.items() if times > 1] == []
    assert len(taken) >= len(player.window.actions_by.all())


def test_menu_letters_are_unambiguous(player: Player) -> None:
    for menu in [player.window.menuBar(), *player.window.findChildren(QMenu)]:
        if isinstance(menu, ColumnsMenu):
            continue  # its entries are titles of columns, not commands
        letters = [
            QKeySequence.mnemonic(action.text()).toString() for action in menu.actions() if not action.isSeparator()
        ]
        assert all(letters), [action.text() for action in menu.actions()]
        assert len(set(letters)) == len(letters), letters


@pytest.mark.slow
def test_menus_show_which_checkable_actions_are_on(player: Player) -> None:
    # An icon would stand in the place of the check mark.
    checkable = [action for action in player.window.actions_by.all() if action.isCheckable()]
    assert {"overlay", "risks", "levels", "knowledge", "view_play"} <= {action.objectName() for action in checkable}
    assert not any(action.isIconVisibleInMenu() for action in checkable)


@pytest.mark.slow
@pytest.mark.parametrize("state", ["won", "lost"])
def test_moves_are_disabled_after_the_end(player: Player, state: str) -> None:
    player.end(State(state))
    for name in ("ai_move", "autoplay", "step", "reveal", "flag"):
        assert not player.action(name).isEnabled()
    player.action("new_game").trigger()
    for name in ("ai_move", "autoplay", "step", "reveal", "flag"):
        assert player.action(name).isEnabled()


@pytest.mark.slow
def test_icons_are_drawn_in_the_palettes_colour(player: Player) -> None:
    with_icon = [action for action in player.window.actions_by.all() if not action.icon().isNull()]
    assert len(with_icon) >= 12
    for action in with_icon:
        image = action.icon().pixmap(24, 24).toImage()
        opaque = [
            image.pixelColor(x, y)
            for x in range(image.width())
            for y in range(image.height())
            if image.pixelColor(x, y).alpha() > 200
        ]
        assert opaque, action.text()
