"""Scenarios with every dialog: margins, the main button at the right, and a size that fits a small screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from minesweeper_qt.gui.game.game_actions import GiveUpDialog
from minesweeper_qt.gui.sandbox.sandbox_bars import EmptyBoardDialog
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import DIFFICULTIES, Position
from tests.gui.support.windows import Player

pytestmark = pytest.mark.slow

LONG = "/a/long/path/to/the/knowledge.json can't be written: No space left on device. " * 3

DIALOGS: dict[str, Callable[[QWidget], object]] = {
    "custom": lambda window: dialogs.CustomDialog.ask(DIFFICULTIES["expert"], window),
    "empty board": lambda window: EmptyBoardDialog.ask(Position(9, 9, 10), window),
    "branch": lambda window: dialogs.BranchDialog.ask(3, window),
    "new game": lambda window: GiveUpDialog.ask("&New game", window),
    "about": dialogs.show_about,
    "warning": lambda window: dialogs.warn(window, "Save", LONG),
}


@pytest.mark.parametrize("name", list(DIALOGS))
def test_a_dialog_has_the_shape_of_all_dialogs(player: Player, name: str) -> None:
    seen: list[str] = []

    def look() -> None:
        shown = QApplication.activeModalWidget()
        if not isinstance(shown, QDialog):
            QTimer.singleShot(5, look)
            return
        margins = shown.layout().contentsMargins()
        buttons = [button for button in shown.findChildren(QPushButton) if button.isVisible()]
        rightmost = max(buttons, key=lambda button: button.mapTo(shown, QPoint(0, 0)).x())
        if {margins.left(), margins.top(), margins.right(), margins.bottom()} != {metrics.MARGIN}:
            seen.append("margins")
        # Without a choice of the user, the game under way goes on.
        if rightmost.isDefault() is (name == "new game"):
            seen.append("main button")
        if shown.width() > 632 or shown.height() > 440:
            seen.append("size")
        if any(button.width() < button.fontMetrics().horizontalAdvance(button.text()) for button in buttons):
            seen.append("text of a button")
        shown.reject()

    QTimer.singleShot(0, look)
    DIALOGS[name](player.window)
    assert seen == []
