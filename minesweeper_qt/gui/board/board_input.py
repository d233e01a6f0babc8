"""The input of a board: what a press of the mouse requests, when the cursor shows, and which cell a key acts on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QGuiApplication, QInputDevice, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


_ROWS = "QWERTYUIOP[]  ASDFGHJKL     ZXCVBNM,."
_PLACES = {"darwin": "ASDFHGZXCV BQWERYT            ]OU[IP LJ K  , NM.", "win32": " " * 16 + _ROWS}
"""The keys of the English keyboard by the codes of their places; other systems have ``_ROWS`` from 24."""


def at_place(event: QKeyEvent) -> QKeyEvent | None:
    """Return the event of the English key at the place of a key whose letter is of a script like Cyrillic.

    Of any other key, return ``None``. Qt itself looks for the letters of other layouts, if there are any.
    """
    place = event.nativeVirtualKey() if sys.platform == "darwin" else event.nativeScanCode()
    key = _PLACES.get(sys.platform, " " * 24 + _ROWS)[place : place + 1].strip()
    if not key or not 0x370 <= event.key() < Qt.Key.Key_Escape.value:
        return None
    return QKeyEvent(event.type(), ord(key), event.modifiers(), key, event.isAutoRepeat())


class Gesture(Protocol):
    """What a button does on the board between its press and its release: play, or write in the sandbox."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to paint as pressed."""

    def begin(self, cell: Cell, event: QMouseEvent) -> None:
        """Handle a press on ``cell``."""

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle a movement to ``cell``, or off the board."""

    def end(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle a release on ``cell``, or off the board."""

    def cancel(self) -> None:
        """Forget the press."""

    def reset(self) -> None:
        """Forget the press on a board that is no longer shown."""


class Press(QObject):
    """Follows one press at a time: the left button reveals, or chords on a number; both, or the middle one, chord.

    What the release requests is requested for the cell where the button was pressed, unless the mouse has left it
    since. The right button requests a flag at once, and so does a finger that stays on a covered cell.

    Signals: ``reveal_requested``, ``flag_requested``, ``chord_requested``, each with the cell; ``repaint_requested``
    with the cells that begin or cease to look pressed; ``held_changed(bool)`` when some begin to, or all cease to.
    Attributes: ``chord_on_left``, ``long_press_flags`` and ``flags_on_number``, the values of ``Preferences`` with
    these names.
    """

    reveal_requested = Signal(object)
    flag_requested = Signal(object)
    chord_requested = Signal(object)
    repaint_requested = Signal(object)
    held_changed = Signal(bool)

    def __init__(self, model: BoardModel, parent: QObject) -> None:
        super().__init__(parent)
        self.chord_on_left, self.long_press_flags, self.flags_on_number = True, True, False
        self._model = model
        self._pressed: Cell | None = None
        """The cell that the release acts on, ``None`` while there is none."""
        self._pressed_face = Face.COVERED
        self._is_chording = False
        self._awaited: Cell | None = None
        self._long_press = schedule.current.timer(self, self._on_long_press)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to paint as pressed: those that the release could reveal, or the one that is to be revealed."""
        if self._pressed is None:
            return frozenset() if self._awaited is None else frozenset((self._awaited,))
        if self._is_chording or self._model.look(self._pressed).face is Face.REVEALED:
            return self._model.source.view.board.neighbours(self._pressed) | {self._pressed}
        return frozenset((self._pressed,))

    def show_awaited(self, cell: Cell | None) -> None:
        """Let ``cell``, which is to be revealed once something is found, look pressed; ``None`` for none."""
        before, self._awaited = self.cells, cell
        self.repaint_requested.emit(before | self.cells)

    def begin(self, cell: Cell, event: QMouseEvent) -> None:
        """Begin a reveal or a chord on ``cell``, or request a flag at once."""
        button, face = event.button(), self._model.look(cell).face
        is_chording = button == _MIDDLE or bool(event.buttons() & _LEFT and event.buttons() & _RIGHT)
        if button == _RIGHT and not is_chording:
            for each in self._flagged(cell):
                self.flag_requested.emit(each)
            return
        if button != _LEFT and not is_chording:
            return
        self.cancel()
        if face is Face.REVEALED and not is_chording and not self.chord_on_left:
            return
        self._pressed, self._pressed_face, self._is_chording = cell, face, is_chording
        self.repaint_requested.emit(self.cells)
        self.held_changed.emit(True)
        is_touch = event.device().type() is QInputDevice.DeviceType.TouchScreen
        if is_touch and self.long_press_flags and not is_chording and face is not Face.REVEALED:
            self._long_press.start(QGuiApplication.styleHints().mousePressAndHoldInterval())

    def _flagged(self, cell: Cell) -> list[Cell]:
        """Return the cells to flag by a click on ``cell``: those that its number says are mines, if that is set."""
        view = self._model.source.view
        covered = view.board.neighbours(cell) - view.clues.keys()
        flags_all = self.flags_on_number and view.clues.get(cell) == len(covered)
        return sorted(covered - view.position.flags) if flags_all else [cell]

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Cancel the press if the mouse has left its cell."""
        if cell != self._pressed:
            self.cancel()

    def end(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Request what the press was for, if the button is released on its cell."""
        pressed, face, is_chording = self._pressed, self._pressed_face, self._is_chording
        self.cancel()
        # A click that was meant to reveal a cell must not chord it if the AI opened the cell between press and release.
        if pressed is None or cell != pressed or self._model.look(pressed).face is not face:
            return
        (self.chord_requested if is_chording else self.reveal_requested).emit(pressed)

    def cancel(self) -> None:
        """Forget the press."""
        shown = self.cells
        self.reset()
        if shown:
            self.repaint_requested.emit(shown)

    def reset(self) -> None:
        """Forget the press on a board that is no longer shown, without repainting."""
        self._long_press.stop()
        was_pressed, self._pressed = self._pressed is not None, None
        if was_pressed:
            self.held_changed.emit(False)

    def _on_long_press(self) -> None:
        pressed = self._pressed
        self.cancel()
        if pressed is not None:
            self.flag_requested.emit(pressed)


@guarded
class KeyCursor(QObject):
    """Shows the cursor of ``view`` after a key was used or anything but the mouse has moved it.

    The keys of the actions of ``view`` count too, which don't arrive as key presses. Attributes: ``is_shown``;
    ``points``, whether keys act on the cell under the mouse at all; ``pointed``, to be set: that cell when the mouse
    moves, ``None`` after another key; it then has the frame of the cursor. Signals: ``changed`` when ``is_shown`` has
    changed, or a key has ended ``pointed``; ``key_arrived`` before any key has its effect; ``moved_to_mouse`` with the
    cell under the mouse, before a key acts that ``let_point`` was called for.
    """

    changed = Signal()
    key_arrived = Signal()
    moved_to_mouse = Signal(object)

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._pointing: Sequence[QAction] = ()
        self.points = True
        self.pointed: Cell | None = None
        self.is_shown = False
        view.installEventFilter(self)

    def let_point(self, actions: Sequence[QAction], window: QWidget) -> None:
        """Let the keys of ``actions`` act on the cell under the mouse, if that moved after the last key in ``window``.

        Else they act on the cell of the cursor, which shows. Buttons and menus always act on the latter.
        """
        self._pointing = actions
        for watched in (*actions, window):
            watched.installEventFilter(self)

    def set_shown(self, is_shown: bool) -> None:
        """Show the cursor, which something has moved or speaks of; or show none until the next key."""
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
            self.set_shown(True)
        return False

    def _point(self) -> None:
        if self.pointed is None:
            self.set_shown(True)
        else:
            self.moved_to_mouse.emit(self.pointed)

    def _follow_key(self, watched: QObject, event: QKeyEvent) -> None:
        is_here = watched is self._view
        if is_here and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            self.key_arrived.emit()
        if event.key() in _MODIFIERS or at_place(event) is not None:
            return
        if event.type() is QEvent.Type.ShortcutOverride:
            # Before it has any effect; the window has the keys of all its parts.
            pressed = QKeySequence(event.keyCombination())
            if any(pressed in action.shortcuts() for action in self._pointing):
                return
            if self.pointed is not None:
                self.pointed = None
                self.changed.emit()
            if is_here and any(pressed in action.shortcuts() for action in self._view.actions()):
                self.set_shown(True)
        elif is_here and event.type() is QEvent.Type.KeyPress:
            self.set_shown(True)
