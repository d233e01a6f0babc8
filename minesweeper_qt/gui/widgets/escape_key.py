"""The key Esc of a panel, which acts there instead of being a shortcut of the window while it is useful there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class EscapeKey(QObject):
    """Calls ``act`` when Esc is pressed in ``panel``, or in a widget of it that does not use the key.

    While ``is_useful()`` is false, the key keeps its meaning for the window.
    """

    def __init__(self, panel: QWidget, is_useful: Callable[[], bool], act: Callable[[], None]) -> None:
        super().__init__(panel)
        self._is_useful = is_useful
        self._act = act
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_escape = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Cancel)
        if not is_escape or event.type() is QEvent.Type.KeyRelease or not self._is_useful():
            return False
        # An accepted override keeps the key from being a shortcut: it comes as a key press next.
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            self._act()
        return True
