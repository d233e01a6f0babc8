"""The moves of the game as a table, and all that is to be said of the one that is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.session import GameSession


class MoveLogPanel(QWidget):
    """Lists the moves; the current row is the move that the window shows."""

    def __init__(self, session: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
