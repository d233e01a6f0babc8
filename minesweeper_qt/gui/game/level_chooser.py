"""The button of the tool bar that names the level of the game and lists the others."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from minesweeper_qt.gui.window.actions import Actions, title
from minesweeper_qt.model import DIFFICULTIES, Difficulty

_ARROW = 52
"""The width of the paddings and of the arrow, in pixels."""


class LevelChooser(QPushButton):
    """Shows the level of the game with its size; its menu has all levels, and Custom at the end."""

    def __init__(self, act: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("chooser", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Level: a choice starts a new game (Ctrl+1 to Ctrl+5)")
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions([act.difficulties[name] for name in DIFFICULTIES])
        menu.addSeparator()
        menu.addAction(act.difficulties["custom"])
        self.setMenu(menu)
        self._difficulty = DIFFICULTIES["beginner"]
        self._is_short = False
        self._show()

    def show_difficulty(self, difficulty: Difficulty) -> None:
        """Show ``difficulty`` as that of the game."""
        self._difficulty = difficulty
        self.setAccessibleName(f"Level: {_text(difficulty)}")
        self._show()

    def set_short(self, is_short: bool) -> None:
        """Set whether there is no room for the size of the board."""
        if is_short is not self._is_short:
            self._is_short = is_short
            self._show()

    def _show(self) -> None:
        text = title if self._is_short else _text
        # The widest text keeps the tools beside it in their places.
        widest = max(self.fontMetrics().horizontalAdvance(text(level)) for level in DIFFICULTIES.values())
        self.setMinimumWidth(widest + _ARROW)
        # With text at the left, Qt ignores the padding of the style sheet.
        self.setText(f"\N{EN SPACE}{text(self._difficulty)}")


def _text(difficulty: Difficulty) -> str:
    size = f"{difficulty.height}\N{MULTIPLICATION SIGN}{difficulty.width}"
    return f"{title(difficulty)}  {size}"
