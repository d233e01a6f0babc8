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
        self.setObjectName("level_chooser")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        keys = "|".join(f"level_{name}" for name in act.difficulties)
        act.key_texts.show(f"Level: a choice starts a new game[ ({{{keys}}})]", self.setToolTip)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions([act.difficulties[name] for name in DIFFICULTIES])
        menu.addSeparator()
        menu.addAction(act.difficulties["custom"])
        self.setMenu(menu)
        # The widest text keeps the tools beside it in their places.
        widest = max(self.fontMetrics().horizontalAdvance(_text(level)) for level in DIFFICULTIES.values())
        self.setMinimumWidth(widest + _ARROW)

    def show_difficulty(self, difficulty: Difficulty) -> None:
        """Show ``difficulty`` as that of the game."""
        # With text at the left, Qt ignores the padding of the style sheet.
        self.setText(f"\N{EN SPACE}{_text(difficulty)}")
        self.setAccessibleName(f"Level: {_text(difficulty)}")


def _text(difficulty: Difficulty) -> str:
    size = f"{difficulty.height}\N{MULTIPLICATION SIGN}{difficulty.width}"
    return f"{title(difficulty)}  {size}"
