"""Holds what the key Esc does about a part of a window, from anywhere in that window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget


class EscapeKey(QObject):
    """Calls ``act`` when the window of ``part`` asks for it, while ``part`` is visible and ``is_useful()``.

    A press of Esc does one thing. One that ``stops`` something comes first.
    """

    def __init__(
        self, part: QWidget, is_useful: Callable[[], bool], act: Callable[[], None], stops: bool = False
    ) -> None:
        super().__init__(part)
        self.part, self.stops = part, stops
        self._is_useful, self._act = is_useful, act

    def use(self) -> bool:
        """Do it if that is useful; return whether it was."""
        if not (self.part.isVisible() and self._is_useful()):
            return False
        self._act()
        return True
