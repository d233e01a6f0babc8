"""Draws the windows, widgets and places that the acts of a monkey are about."""

from __future__ import annotations

import random
from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.preferences import Preferences
from tests.stress.support.events import Button, Modifier, target_of

MODIFIERS = [Modifier.NoModifier] * 12 + [Modifier.ControlModifier, Modifier.ShiftModifier, Modifier.AltModifier]
"""The modifiers of keys and clicks, each as often as it is to be drawn."""

BUTTONS = [Button.LeftButton] * 6 + [Button.RightButton] * 3 + [Button.MiddleButton]
"""The buttons of the mouse, each as often as it is to be drawn."""

Act = Iterator[object]
"""Sends events one by one: the event loop runs between two of them."""


class Choices(QObject):
    """Draws windows, widgets and places by ``random``, and holds what the acts share.

    Attributes: ``window``, the main one; ``preferences``, its settings; ``random``, of the present action; ``actions``,
    the number of actions; ``doing``, the present one in words.
    """

    def __init__(self, seed: int, window: MainWindow, preferences: Preferences) -> None:
        super().__init__()
        self.window = window
        self.preferences = preferences
        self.actions = 0
        self.doing = "start"
        self._seed = seed
        self.random = random.Random(seed)

    def begin_action(self) -> None:
        """Count one more action, and draw from a source made of the seed and its number alone."""
        self.actions += 1
        self.random = random.Random(f"{self._seed} {self.actions}")

    def note(self, text: str) -> None:
        """Remember ``text`` as what is done."""
        self.doing = f"{self.actions} {text}"

    def windows(self) -> list[BoardWindow]:
        """Return the visible windows."""
        sandbox = self.window.sandbox
        return [self.window] + ([sandbox] if sandbox is not None and sandbox.isVisible() else [])

    def board_window(self) -> BoardWindow:
        """Return one of the visible windows."""
        return self.random.choice(self.windows())

    def widget(self, kind: type[QWidget] = QWidget) -> QWidget:
        """Return a visible widget of ``kind``."""
        found = [
            widget for widget in self.board_window().findChildren(kind) if widget.isVisible() and widget.isEnabled()
        ]
        return self.random.choice(found or [self.window])

    def place(self, widget: QWidget) -> QPoint:
        """Return any place in ``widget``."""
        size = target_of(widget).size()
        return QPoint(self.random.randrange(max(size.width(), 1)), self.random.randrange(max(size.height(), 1)))

    def cell(self, view: BoardView) -> QPoint:
        """Return the middle of a visible cell."""
        model = view.model()
        index = model.index(self.random.randrange(model.rowCount()), self.random.randrange(model.columnCount()))
        if self.random.random() < 0.2:
            view.scrollTo(index)
        place = view.visualRect(index).center()
        return place if view.viewport().rect().contains(place) else self.place(view)


def name_of(widget: QObject) -> str:
    """Return the class and the name of ``widget``."""
    return f"{type(widget).__name__} {widget.objectName()}".rstrip()
