"""A key that acts on a panel, instead of being a shortcut of the window, while it is useful in the panel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class PanelKey(QObject):
    """Calls ``act`` when one of ``keys`` is pressed in ``panel``, or in a widget of it that does not use the key.

    While ``is_useful()`` is false, the key keeps its meaning for the window.
    """

    def __init__(
        self,
        panel: QWidget,
        keys: QKeySequence.StandardKey | QKeySequence,
        is_useful: Callable[[], bool],
        act: Callable[[], None],
    ) -> None:
        super().__init__(panel)
        self._keys = [keys] if isinstance(keys, QKeySequence) else QKeySequence.keyBindings(keys)
        self._is_useful = is_useful
        self._act = act
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        if not isinstance(event, QKeyEvent) or QKeySequence(event.keyCombination()) not in self._keys:
            return False
        if not self._is_useful():
            return False
        # An accepted override keeps the key from being a shortcut: it comes as a key press next.
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._act()
        return True
