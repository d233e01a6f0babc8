"""What the key Esc does in a panel, before it is a shortcut of the window, or from anywhere in that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class EscapeKey(QObject):
    """Calls ``act`` when Esc is pressed in ``panel``, or in a widget of it that does not use the key.

    While ``is_useful()`` is false, the key keeps its meaning for the window. One that ``stops`` something comes first
    wherever in the window the focus is.
    """

    def __init__(
        self, panel: QWidget, is_useful: Callable[[], bool], act: Callable[[], None], stops: bool = False
    ) -> None:
        super().__init__(panel)
        self._panel = panel
        self._is_useful = is_useful
        self._act = act
        self.stops = stops
        panel.installEventFilter(self)

    @property
    def is_useful(self) -> bool:
        """Whether there is anything to do in the panel, and that is shown."""
        return self._panel.isVisible() and self._is_useful()

    def use(self) -> bool:
        """Do it if that is useful; return whether it was."""
        if not self.is_useful:
            return False
        self._act()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_escape = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Cancel)
        if not is_escape or event.type() is QEvent.Type.KeyRelease:
            return False
        keys = (key for key in self._panel.window().findChildren(EscapeKey) if key.stops)
        key = next((key for key in (*keys, self) if key.is_useful), None)
        if key is None:
            return False
        # An accepted override keeps the key from being a shortcut: it comes as a key press next.
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            key.use()
        return True
