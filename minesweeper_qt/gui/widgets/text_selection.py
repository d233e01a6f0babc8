"""The part of a label's text that was selected with the mouse, and its copying by key while the focus is elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.modifier_keys import MODIFIER_KEYS

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


@guarded
class TextSelection(QObject):
    """Holds which characters of a text of ``owner`` are selected: from ``start`` to before ``end``.

    While there are any, the key that copies copies them, whatever has the focus. Any other key, which is not taken, and
    a mouse press beside ``owner`` and its menu deselect them.
    """

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._anchor = 0
        self._text = ""
        self.start = self.end = 0

    @property
    def text(self) -> str:
        """The selected part of the text; empty if nothing is selected."""
        return self._text[self.start : self.end]

    def begin(self, text: str, place: int) -> None:
        """Deselect all, and begin a selection of characters of ``text`` at ``place``."""
        self._text, self._anchor = text, place
        self.extend(place)

    def extend(self, place: int) -> None:
        """Select all between where the selection began and ``place``."""
        had_any = self.start < self.end
        self.start, self.end = sorted((self._anchor, place))
        application = QCoreApplication.instance()
        if application is not None and had_any != (self.start < self.end):
            if had_any:
                application.removeEventFilter(self)
            else:
                application.installEventFilter(self)
        self._owner.update()

    def select_all(self, text: str) -> None:
        """Select the whole ``text``."""
        self.begin(text, 0)
        self.extend(len(text))

    def clear(self) -> None:
        """Deselect all."""
        self.extend(self._anchor)

    def copy(self) -> None:
        """Copy the selected characters to the clipboard."""
        QGuiApplication.clipboard().setText(self.text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PRESSES and isinstance(watched, QWidget):
            if watched is not self._owner and watched.windowType() is not Qt.WindowType.Popup:
                self.clear()
        elif isinstance(event, QKeyEvent) and event.type() is not QEvent.Type.KeyRelease:
            return self._takes_key(event)
        return False

    def _takes_key(self, event: QKeyEvent) -> bool:
        """Copy at the key for it; deselect all at any other, since what the focus selects is copied next then."""
        if event.matches(QKeySequence.StandardKey.Copy):
            # An accepted override keeps the key from being a shortcut: it comes as a key press next.
            event.accept()
            if event.type() is QEvent.Type.KeyPress:
                self.copy()
            return True
        if event.key() not in MODIFIER_KEYS:
            self.clear()
        return False
