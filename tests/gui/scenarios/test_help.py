"""Scenarios with the help: the chapter that F1 opens, the game beside it, and Ctrl+Q in every window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication

from minesweeper_qt.gui.game.preferences_dialog import PreferencesDialog
from minesweeper_qt.model.board.examples import example_named
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.shown import activate
from tests.gui.support.windows import CTRL, Key, MakePlayer, Player


@pytest.mark.slow
def test_help_opens_at_the_topic_at_hand_returns_to_what_was_read_and_shows_patterns_in_the_sandbox(
    player: Player,
) -> None:
    player.key(Key.Key_F1)
    browser = player.window.help_browser()
    player.qtbot.waitUntil(browser.isActiveWindow)
    assert browser.page.chapter.topic == "mouse-and-keys"
    assert browser.page.hasFocus()
    for name, topic in (("knowledge", "knowledge"), ("known", "levels"), ("log", "timeline")):
        activate(player.qtbot, player.window)
        player.window.inspector.bring_to_front(name)
        player.window.inspector.panels[name].findChild(QAbstractItemView).setFocus()
        QTest.keyClick(QApplication.focusWidget(), Key.Key_F1)
        assert browser.page.chapter.topic == topic
    browser.close()
    player.action("keys").trigger()
    assert browser.page.chapter.topic == "mouse-and-keys"
    browser.close()
    # The help returns to what was read unless the topic is another.
    QTest.keyClick(browser.contents, Key.Key_Down)
    browser.page.verticalScrollBar().setValue(40)
    read, scrolled = browser.page.chapter, browser.page.verticalScrollBar().value()
    assert read.topic != "mouse-and-keys"
    browser.close()
    back_to_the_game(player)
    player.key(Key.Key_F1)
    assert browser.isVisible()
    assert (browser.page.chapter, browser.page.verticalScrollBar().value()) == (read, scrolled)
    back_to_the_game(player)
    player.key(Key.Key_F1)
    assert browser.page.chapter.topic == "mouse-and-keys", "it was open: the key asks about the topic at hand"
    browser.close()
    player.window.knowledge_panel.table.setFocus()
    player.key(Key.Key_F1)
    assert browser.page.chapter.topic == "knowledge"
    browser.close()
    # A pattern of the help opens in the sandbox which opens its chapter in the same window.
    for topic, before in (("pattern-1-2-1", 2), ("pattern-1-2", 2)):
        browser.open_at(topic)
        # The text before the link has links to other chapters.
        for _ in range(before + 1):
            QTest.keyClick(browser.page, Key.Key_Tab)
        QTest.keyClick(browser.page, Key.Key_Return)
        sandbox = opened_sandbox(player.window)
        player.qtbot.waitUntil(sandbox.isActiveWindow)
        example = example_named(topic)
        assert sandbox.session.view.position == example.position
        assert sandbox.caption.text() == f"{example.title}: {example.description}"
        assert browser.isVisible()
    sandbox.actions_by["undo"].trigger()
    assert sandbox.session.view.position == example_named("pattern-1-2-1").position
    player.action("sandbox").trigger()
    sandbox = opened_sandbox(player.window)
    player.qtbot.waitUntil(sandbox.isActiveWindow)
    sandbox.board_view.setFocus()
    QTest.keyClick(sandbox.board_view, Key.Key_F1)
    assert sandbox.help_browser() is browser
    assert browser.page.chapter.topic == "sandbox"
    player.window.close()


def back_to_the_game(player: Player) -> None:
    player.window.activateWindow()
    player.view.setFocus()
    player.qtbot.waitUntil(player.view.hasFocus)


@pytest.mark.slow
def test_the_help_keeps_its_size_and_place(make_player: MakePlayer) -> None:
    player = make_player()
    browser = player.window.help_browser()
    player.key(Key.Key_F1)
    browser.setGeometry(40, 50, 600, 420)
    browser.close()
    back_to_the_game(player)
    player.key(Key.Key_F1)
    assert browser.size() == QSize(600, 420)
    player.window.close()
    again = make_player().window.help_browser()
    assert (again.size(), again.pos().x() > 0) == (QSize(600, 420), True)


def press_in_dialog(key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    """Press a key in the dialog that will wait for an answer, as soon as it is active."""
    dialog = QApplication.activeModalWidget()
    if dialog is None or not dialog.isActiveWindow():
        QTimer.singleShot(10, lambda: press_in_dialog(key, modifier))
    else:
        QTest.keyClick(dialog.focusWidget() or dialog, key, modifier)


def ask(player: Player, what: str) -> None:
    """Open a dialog that waits for an answer."""
    window = player.window
    match what:
        case "custom":
            window.actions_by.difficulties["custom"].trigger()
        case "new game":
            player.click((4, 4))
            player.action("new_game").trigger()
        case "empty board":
            player.action("sandbox").trigger()
            opened_sandbox(window).actions_by["new"].trigger()


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("what", ["custom", "new game", "empty board"])
def test_ctrl_q_quits_from_every_dialog_that_waits(make_player: MakePlayer, what: str) -> None:
    player = make_player(asks=True)
    press_in_dialog(Key.Key_Q, CTRL)
    ask(player, what)
    assert QApplication.activeModalWidget() is None
    assert not player.window.isVisible()
    assert player.session.playthrough.history.turns or what != "new game", "nothing was given up"


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("where", ["preferences", "help", "sandbox"])
def test_ctrl_q_quits_from_a_window_beside_the_game(player: Player, where: str) -> None:
    player.action(where).trigger()
    player.qtbot.waitUntil(lambda: QApplication.activeWindow() not in (None, player.window))
    dialog = QApplication.activeWindow()
    assert dialog is not None
    QTest.keyClick(dialog.focusWidget(), Key.Key_Q, CTRL)
    assert not player.window.isVisible()
    assert not dialog.isVisible()


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_f1_in_the_preferences_explains_them(player: Player) -> None:
    player.action("preferences").trigger()
    (dialog,) = (dialog for dialog in player.window.findChildren(PreferencesDialog) if dialog.isVisible())
    player.qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(QApplication.focusWidget(), Key.Key_F1)
    browser = player.window.help_browser()
    assert browser.page.chapter.topic == "views"
    browser.close()
    dialog.close()
