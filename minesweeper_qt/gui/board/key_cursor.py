"""Decides whether the board shows its cursor: after a key was used, but not for who plays with the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.modifier_keys import MODIFIER_KEYS

_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


@guarded
class KeyCursor(QObject):
    """Watches the keys of ``view``. Its own actions' keys count too, which don't arrive as key presses.

    Attribute: ``is_shown``. Signals: ``changed`` when that has changed; ``key_arrived`` before any key has its effect.
    """

    changed = Signal()
    key_arrived = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.is_shown = False
        view.installEventFilter(self)

    @Slot()
    def hide(self) -> None:
        """Show no cursor until the next key."""
        self._show(False)

    def _show(self, is_shown: bool) -> None:
        if is_shown != self.is_shown:
            self.is_shown = is_shown
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            self._follow_key(event)
        elif isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() in _BY_TAB:
            self._show(True)
        return False

    def _follow_key(self, event: QKeyEvent) -> None:
        if event.type() is QEvent.Type.ShortcutOverride:
            self.key_arrived.emit()
            pressed = QKeySequence(event.keyCombination())
            if any(pressed in action.shortcuts() for action in self._view.actions()):
                self._show(True)
        elif event.type() is QEvent.Type.KeyPress:
            self.key_arrived.emit()
            if event.key() not in MODIFIER_KEYS:
                self._show(True)
