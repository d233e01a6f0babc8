"""Tests of the editor of shortcuts: with real keys, in both windows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from minesweeper_qt.gui.preferences.preferences_dialog import PreferencesDialog
from minesweeper_qt.gui.preferences.shortcut_page import ShortcutPage
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


def opened_page(player: Player) -> ShortcutPage:
    """Open the page with the shortcuts."""
    player.key(Key.Key_Comma, CTRL)
    dialog = player.window.findChild(PreferencesDialog)
    assert dialog is not None
    dialog.pages.setCurrentWidget(dialog.shortcuts)
    player.qtbot.waitUntil(dialog.shortcuts.isVisible)
    return dialog.shortcuts


@pytest.fixture
def page(player: Player) -> ShortcutPage:
    return opened_page(player)


def press(page: ShortcutPage, key: Qt.Key, modifier: Qt.KeyboardModifier = NOTHING) -> None:
    """Press a key in the field for it."""
    field = page.key.findChild(QLineEdit)
    assert field is not None
    page.key.setFocus()
    QTest.keyClick(page.key, key, modifier)


def click(button: QPushButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


def shown(page: ShortcutPage, group: str, name: str) -> str:
    return page._rows[group, name].text(1)


def back_to_the_board(player: Player) -> None:
    player.window.activateWindow()
    player.view.setFocus()
    player.qtbot.waitUntil(player.view.hasFocus)


def test_a_new_key_works_at_once_and_the_old_one_no_more(player: Player, page: ShortcutPage) -> None:
    page.choose("game", "flag")
    press(page, Key.Key_X)
    click(page.replace)
    assert shown(page, "game", "flag") == "X"
    back_to_the_board(player)
    player.key(Key.Key_F)
    assert player.game.mines_found == set()
    player.key(Key.Key_X)
    assert player.game.mines_found == {player.window.board_view.cursor_cell}
    assert player.action("flag").toolTip().endswith("(X)")


def test_a_key_is_added_to_those_that_there_are(player: Player, page: ShortcutPage) -> None:
    page.choose("game", "flag")
    press(page, Key.Key_J, SHIFT)
    click(page.add)
    back_to_the_board(player)
    player.key(Key.Key_F)
    assert player.game.mines_found
    player.key(Key.Key_J, SHIFT)
    assert not player.game.mines_found


def test_a_key_that_has_an_action_is_refused_by_name(player: Player, page: ShortcutPage) -> None:
    page.choose("game", "autoplay")
    press(page, Key.Key_H)
    assert "H belongs to Hint" in page.message.text()
    assert not page.replace.isEnabled()
    assert not page.add.isEnabled()
    press(page, Key.Key_J)
    assert "belongs" not in page.message.text()
    click(page.replace)
    assert shown(page, "game", "autoplay") == "J"
    back_to_the_board(player)
    player.key(Key.Key_J)
    assert player.session.autoplay.is_running or player.game.state.is_over
    player.session.stop_autoplay()


def test_no_key_default_and_default_for_all(player: Player, page: ShortcutPage) -> None:
    page.choose("game", "hint")
    click(page.clear)
    assert shown(page, "game", "hint") == ""
    page.choose("game", "flag")
    press(page, Key.Key_H)
    click(page.replace)
    page.choose("game", "hint")
    click(page.reset)
    assert "belongs to Flag" in page.message.text()
    assert shown(page, "game", "hint") == ""
    click(page.reset_all)
    assert (shown(page, "game", "hint"), shown(page, "game", "flag")) == ("H", "F")
    assert player.action("flag").shortcut().toString() == "F"


def test_both_windows_follow(player: Player, page: ShortcutPage) -> None:
    player.action("sandbox").trigger()
    sandbox = opened_sandbox(player.window)
    page.choose("general", "overlay")
    press(page, Key.Key_Q, CTRL | SHIFT)
    click(page.replace)
    for actions in (player.window.actions_by, sandbox.actions_by):
        assert actions["overlay"].shortcut().toString() == "Ctrl+Shift+Q"
    page.choose("sandbox", "undo")
    press(page, Key.Key_U, CTRL)
    click(page.replace)
    assert sandbox.actions_by["undo"].shortcut().toString() == "Ctrl+U"
    assert player.action("undo").shortcut().toString() == "Ctrl+Z"
    sandbox.close()


def test_a_key_of_the_other_window_is_refused_for_what_both_have(page: ShortcutPage) -> None:
    page.choose("general", "overlay")
    press(page, Key.Key_5)
    assert "writing on the board" in page.message.text()
    press(page, Key.Key_O, CTRL)
    assert "belongs to Open" in page.message.text()


def test_a_key_of_a_panel_is_refused_and_nothing_can_free_it(page: ShortcutPage) -> None:
    page.choose("game", "hint")
    press(page, Key.Key_Backspace)
    assert page.message.text() == "Backspace belongs to going back in the derivation. Press another."
    assert not page.replace.isEnabled()
    assert not page.add.isEnabled()
    press(page, Key.Key_A)
    assert page.message.text().endswith("Take it off there first, or press another.")


def test_keys_come_back_in_the_next_window(make_player: MakePlayer) -> None:
    player = make_player()
    page = opened_page(player)
    page.choose("game", "pause")
    press(page, Key.Key_Pause)
    click(page.replace)
    player.window.close()
    again = make_player()
    assert again.action("pause").shortcut().toString() == "Pause"
    again.click((4, 4))
    again.key(Key.Key_Pause)
    assert again.session.pause.is_on
    again.key(Key.Key_P)
    assert again.session.pause.is_on


def test_the_list_is_filtered_by_action_and_key(page: ShortcutPage) -> None:
    def rows() -> set[str]:
        return {row.text(0) for row in page._rows.values() if not row.isHidden()}

    page.filter.setFocus()
    QTest.keyClicks(page.filter, "auto-p")
    assert rows() == {"Auto-play"}
    page.filter.clear()
    QTest.keyClicks(page.filter, "shift+p")
    assert "Auto-play" in rows()
    page.filter.clear()
    assert len(rows()) > 40


def test_every_action_of_both_windows_is_in_the_list(player: Player, page: ShortcutPage) -> None:
    actions = player.window.actions_by
    names = {name for _, name in page._rows}
    assert {action.objectName() for action in actions.all()} <= names


def test_without_an_action_nothing_can_be_changed(page: ShortcutPage) -> None:
    assert not any(part.isEnabled() for part in (page.key, page.replace, page.add, page.clear, page.reset))
    assert page.reset_all.isEnabled()
