"""Shows a window, as each test of one begins."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

Window = TypeVar("Window", bound=QWidget)


def shown(qtbot: QtBot, window: Window, width: int = 0, height: int = 0, **options: Any) -> Window:
    """Show ``window`` in this size, by default in its own, and return it when it is active.

    It is closed at the end of the test; ``options`` are those of ``QtBot.addWidget``.
    """
    qtbot.addWidget(window, **options)
    if width:
        window.resize(width, height)
    with qtbot.waitExposed(window):
        window.show()
    return activate(qtbot, window)


def activate(qtbot: QtBot, window: Window) -> Window:
    """Make ``window`` the active one, as it is for a user after a dialog, and return it when it is."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window
