"""Tests that the editor of shortcuts knows every key that a part of a window handles itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QSpinBox, QWidget

from minesweeper_qt.gui.help.key_table import HELP_KEYS
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.own_keys import PART_KEYS
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import ALT, CTRL, NOTHING, SHIFT, Player

pytestmark = pytest.mark.slow

_OTHERS = (
    *("Escape", "Return", "Enter", "Space", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown"),
    *("Left", "Right", "Up", "Down", "Plus", "Minus", "Asterisk", "Slash", "Comma", "Period"),
)
HELD = (NOTHING, SHIFT, CTRL, ALT, CTRL | SHIFT)


def pressed(name: str) -> Iterator[tuple[Qt.Key, Qt.KeyboardModifier]]:
    return ((getattr(Qt.Key, name), held) for held in HELD)


def combinations() -> list[tuple[Qt.Key, Qt.KeyboardModifier]]:
    """Return the keys of usual keyboards, with what can be held with them."""
    names = [name for name in vars(Qt.Key) if name.startswith("Key_") and len(name) == 5]
    names += [f"Key_F{number}" for number in range(1, 13)]
    names += [f"Key_{name}" for name in _OTHERS]
    return [pair for name in names for pair in pressed(name)]


def taken_by(widget: QWidget) -> set[str]:
    """Return the keys that ``widget`` takes before any shortcut."""
    found = set()
    for key, held in combinations():
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, held)
        event.ignore()
        QApplication.sendEvent(widget, event)
        if event.isAccepted():
            found.add(QKeySequence(QKeyCombination(held, key)).toString())
    return found


def parts(window: BoardWindow) -> Iterator[QWidget]:
    """Yield what can have the focus in ``window``, but for fields, which take all that is typed."""
    for widget in window.findChildren(QWidget):
        is_field = isinstance(widget, (QLineEdit, QSpinBox))
        if widget.window() is window and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not is_field:
            yield widget


def own_actions(window: BoardWindow) -> Iterator[QAction]:
    """Yield the actions with a key that panels of ``window`` have for themselves."""
    for panel in window.inspector.panels.values():
        yield from (action for action in panel.findChildren(QAction) if not action.shortcut().isEmpty())


def test_no_part_has_a_key_that_the_editor_does_not_know(player: Player) -> None:
    player.click((4, 4))
    player.action("sandbox").trigger()
    for window in (player.window, opened_sandbox(player.window)):
        for part in parts(window):
            assert taken_by(part) <= PART_KEYS.keys(), part
        found = {action.shortcut().toString() for action in own_actions(window)}
        assert found, "panels copy by a key"
        assert found <= PART_KEYS.keys()
        keys = {key.toString() for part in window.findChildren(PanelKey) for key in part._keys}
        assert keys
        assert keys <= PART_KEYS.keys()
        assert not window.inspector.knowledge_panel.findChildren(QShortcut)
    player.window.close()


def test_the_editor_knows_the_keys_of_the_help(player: Player) -> None:
    browser = player.window.help_browser()
    assert {shortcut.key().toString() for shortcut in browser.findChildren(QShortcut)} == HELP_KEYS.keys()


def test_no_action_has_a_key_of_a_part_by_default(player: Player) -> None:
    allowed = {name for own in PART_KEYS.values() for name in own.shared} | {"reveal", "flag"}
    for action in player.window.actions_by.all():
        keys = {key.toString() for key in action.shortcuts()}
        assert action.objectName() in allowed or not keys & PART_KEYS.keys(), action.objectName()
    assert not [menu for menu in player.window.findChildren(QMenu) if not menu.actions()]
