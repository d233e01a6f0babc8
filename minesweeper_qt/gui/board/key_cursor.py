"""Decides whether the board shows its cursor, and lets some keys act on the cell under the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_mouse import BoardMouse
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.modifier_keys import MODIFIER_KEYS
from minesweeper_qt.model import Cell

_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


@guarded
class KeyCursor(QObject):
    """Shows the cursor of ``view`` after a key was used, but not to a user who plays with the mouse.

    The keys of the actions of ``view`` count too, which don't arrive as key presses. Attribute: ``is_shown``. Signals:
    ``changed`` when that has changed; ``key_arrived`` before any key has its effect; ``moved_to_mouse`` with the cell
    under the mouse, before a key acts that ``let_point`` was called for.
    """

    changed = Signal()
    key_arrived = Signal()
    moved_to_mouse = Signal(object)

    def __init__(self, view: QWidget, mouse: BoardMouse) -> None:
        super().__init__(view)
        self._view = view
        self._mouse = mouse
        self._pointing: Sequence[QAction] = ()
        self.is_shown = False
        view.installEventFilter(self)

    def let_point(self, actions: Sequence[QAction]) -> None:
        """Let the keys of ``actions`` act on the cell under the mouse, if that moved after the last key.

        Else they act on the cell of the cursor, which shows. Buttons and menus always act on the latter.
        """
        self._pointing = actions
        for watched in (*actions, self._view.window()):
            watched.installEventFilter(self)

    @Slot()
    def hide(self) -> None:
        """Show no cursor until the next key."""
        self._show(False)

    def _show(self, is_shown: bool) -> None:
        if is_shown != self.is_shown:
            self.is_shown = is_shown
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QAction):
            # Only its keys send this to an action.
            if event.type() is QEvent.Type.Shortcut:
                self._point()
        elif isinstance(event, QKeyEvent):
            self._follow_key(watched, event)
        elif isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() in _BY_TAB:
            self._show(True)
        return False

    def _point(self) -> None:
        cell: Cell | None = self._mouse.pointed
        self._mouse.pointed = None
        if cell is None:
            self._show(True)
        else:
            self.moved_to_mouse.emit(cell)

    def _follow_key(self, watched: QObject, event: QKeyEvent) -> None:
        is_here = watched is self._view
        if is_here and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            self.key_arrived.emit()
        if event.key() in MODIFIER_KEYS:
            return
        if event.type() is QEvent.Type.ShortcutOverride:
            # Before it has any effect; the window has the keys of all its parts.
            pressed = QKeySequence(event.keyCombination())
            if any(pressed in action.shortcuts() for action in self._pointing):
                return
            self._mouse.pointed = None
            if is_here and any(pressed in action.shortcuts() for action in self._view.actions()):
                self._show(True)
        elif is_here and event.type() is QEvent.Type.KeyPress:
            self._show(True)
