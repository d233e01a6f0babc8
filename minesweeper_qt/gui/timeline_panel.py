"""A slider over the moves of the game, with buttons, for a dock of one row."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.session import GameSession


class TimelinePanel(QWidget):
    """Shows which move of the game is shown, and goes to others."""

    def __init__(self, session: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
