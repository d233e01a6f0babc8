"""The sandbox: a window in which positions are written and questioned."""

from __future__ import annotations

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from minesweeper_qt.gui.board_area import BoardArea
from minesweeper_qt.gui.board_model import BoardModel
from minesweeper_qt.gui.preferences import Preferences
from minesweeper_qt.gui.sandbox import SandboxSession
from minesweeper_qt.gui.sandbox_view import SandboxView
from minesweeper_qt.model import Position


class SandboxWindow(QMainWindow):
    """Board, controls and inspector of a position under edit.

    Attributes for scripts and tests: ``session``, ``board_model``, ``board_view``, ``board_area``.
    """

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.session = SandboxSession(Position(3, 3, 1), self)
        self.board_model = BoardModel(self.session, self)
        self.board_view = SandboxView(self.board_model)
        self.board_area = BoardArea(self.board_view)
        self.setCentralWidget(self.board_area)
        self.setWindowTitle("Minesweeper - Sandbox")

    def show_position(self, position: Position) -> None:
        """Take up ``position`` and come to the front; what was there before can be had back with Undo."""
        self.session.set_position(position)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.session.shut_down()
        super().closeEvent(event)
