"""The dialog of preferences: pages whose fields apply at once."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QTabWidget, QWidget

from minesweeper_qt.gui.preferences.pages import AppearancePage, GamePage, MousePage
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.dialog_parts import dialog_column
from minesweeper_qt.gui.window.preferences import Preferences

_SIZE = QSize(500, 420)
"""The size at first, which fits a screen of 640 x 480 together with its frame."""


class PreferencesDialog(QDialog):
    """Shows all preferences; the window stays usable, to try them out.

    Attributes: ``pages``, the tabs; ``appearance``, ``game`` and ``mouse``, the pages.
    """

    def __init__(self, preferences: Preferences, coordinates: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self.appearance = AppearancePage(preferences, coordinates)
        self.game = GamePage(preferences)
        self.mouse = MousePage(preferences)
        self.pages = QTabWidget(self)
        for page, title in (
            (self.appearance, "&Appearance"),
            (self.game, "&Game"),
            (self.mouse, "&Mouse and Keys"),
        ):
            self.pages.addTab(page, title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = dialog_column(self)
        column.addWidget(self.pages, 1)
        column.addWidget(buttons)

        for button in self.findChildren(QPushButton):
            # Return ends the input in a field, and presses no button.
            button.setAutoDefault(False)
        room = self.screen().availableSize() - QSize(metrics.WIDE, 2 * metrics.WIDE)
        self.resize(_SIZE.boundedTo(room))

    def bring_up(self) -> None:
        """Show the dialog in front of the window."""
        self.show()
        self.raise_()
        self.activateWindow()
