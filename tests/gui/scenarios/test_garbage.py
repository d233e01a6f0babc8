"""Tests that nothing of Qt and no knowledge is left to the garbage collector.

It may run in the thread of an agent or a search: an object of Qt in a reference cycle, destroyed by such a thread while
it belongs to the window's, ends the program. And while the window is open, it never searches what has lived for long:
the knowledge of each game would stay in memory.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication

from minesweeper_qt.model import KnowledgeBase
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.shown import activate
from tests.gui.support.windows import Key, Player

pytestmark = pytest.mark.slow


@contextmanager
def garbage() -> Iterator[list[str]]:
    """Yield a list that holds, after the block, the types of such objects that only the collector can free."""
    found: list[str] = []
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += [type(thing).__name__ for thing in gc.garbage if isinstance(thing, (QObject, KnowledgeBase))]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.collect()


def close_what_is_open() -> None:
    """Close the dialog or the menu that waits for an answer."""
    opened = QApplication.activeModalWidget() or QApplication.activePopupWidget()
    if opened is not None:
        opened.close()


def open_menus(player: Player) -> None:
    for view in player.window.findChildren(QAbstractItemView):
        if view.isVisible():
            spot = QPoint(20, 20)
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, view.viewport().mapToGlobal(spot))
            QApplication.sendEvent(view.viewport(), event)


def test_cycles_are_found() -> None:
    with garbage() as found:
        timer = QTimer()
        timer.itself = timer  # type: ignore[attr-defined]
        del timer
    assert found == ["QTimer"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_games_dialogs_menus_and_the_sandbox_leave_no_cycles(player_with_panels: Player) -> None:
    player, closer = player_with_panels, QTimer()
    closer.timeout.connect(close_what_is_open)
    closer.start(20)
    with garbage() as found:
        for _ in range(2):
            player.click((4, 4))
            for key in (Key.Key_W, Key.Key_R, Key.Key_L, Key.Key_H, Key.Key_A):
                player.key(key)
                player.wait_until_computed()
            open_menus(player)
            for name in ("keys", "about"):
                player.action(name).trigger()
            player.window.actions_by.difficulties["custom"].trigger()
            player.session.timeline.undo()
            player.session.player.reveal(player.free())
            player.action("sandbox").trigger()
            sandbox = opened_sandbox(player.window)
            for name in ("tell_mines", "new", "keys"):
                sandbox.actions_by[name].trigger()
            for example in sandbox.actions_by.examples.values():
                example.trigger()
            sandbox.close()
            activate(player.qtbot, player.window)
            player.session.restart()
        QApplication.processEvents()
    closer.stop()
    assert found == []
