"""The mouse and the keys on a board: presses, clicks that ask or select, and the cell that a key acts on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QGuiApplication,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


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
    Attributes: ``chord_on_left`` and ``long_press_flags``, the values of ``Preferences`` with these names.
    """

    reveal_requested = Signal(object)
    flag_requested = Signal(object)
    chord_requested = Signal(object)
    repaint_requested = Signal(object)
    held_changed = Signal(bool)

    def __init__(self, model: BoardModel, parent: QObject) -> None:
        super().__init__(parent)
        self.chord_on_left = self.long_press_flags = True
        self._model = model
        self._pressed: Cell | None = None
        """The cell that the release acts on, ``None`` while there is none."""
        self._pressed_face = Face.COVERED
        self._is_chording = False
        self._long_press = QTimer(self)
        self._long_press.setSingleShot(True)
        self._long_press.timeout.connect(self._on_long_press)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to paint as pressed: those that the release could reveal."""
        if self._pressed is None:
            return frozenset()
        if self._is_chording or self._model.look(self._pressed).face is Face.REVEALED:
            return self._model.neighbours(self._pressed) | {self._pressed}
        return frozenset((self._pressed,))

    def begin(self, cell: Cell, event: QMouseEvent) -> None:
        """Begin a reveal or a chord on ``cell``, or request a flag at once."""
        button, face = event.button(), self._model.look(cell).face
        is_chording = button == _MIDDLE or bool(event.buttons() & _LEFT and event.buttons() & _RIGHT)
        if button == _RIGHT and not is_chording:
            self.flag_requested.emit(cell)
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

    @Slot()
    def _on_long_press(self) -> None:
        pressed = self._pressed
        self.cancel()
        if pressed is not None:
            self.flag_requested.emit(pressed)


class BoardMouse(QObject):
    """Sorts what the mouse does: a plain press goes to the ``gesture``, any other selects or requests.

    Signals: ``why_requested`` with the cell; ``menu_requested`` with the cell and the point on the screen;
    ``repaint_requested`` with the cells that the mouse has left and entered.

    Attributes: ``hovered``, the cell under the mouse, or ``None``; ``pointed``, the same if the mouse moved after the
    last key, which is to be reset by that; ``is_inspecting``, whether a left click requests a proof and a right click
    the menu, instead of playing.
    """

    why_requested = Signal(object)
    menu_requested = Signal(object, QPoint)
    repaint_requested = Signal(object)

    def __init__(self, selection: Selection, gesture: Gesture, parent: QObject) -> None:
        super().__init__(parent)
        self.hovered: Cell | None = None
        self.pointed: Cell | None = None
        self.is_inspecting = False
        self._selection = selection
        self._gesture = gesture
        self._has_pressed = False

    def press(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle a press on ``cell``, or beside the board."""
        self._has_pressed = True
        if cell is None:
            self._gesture.cancel()
            return
        button = event.button()
        is_left, is_right = button == Qt.MouseButton.LeftButton, button == Qt.MouseButton.RightButton
        shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        if is_right and (self.is_inspecting or event.modifiers() & shift):
            self.menu_requested.emit(cell, event.globalPosition().toPoint())
        elif self.is_inspecting or (is_left and event.modifiers() & control):
            self._selection.select_cell(cell)
            if self.is_inspecting and is_left:
                self.why_requested.emit(cell)
        else:
            # Selection and proof of a cell stay when the user plays that cell.
            if cell != self._selection.cell:
                self._selection.select_cell(None)
            if cell != self._selection.asked_cell:
                self._selection.withdraw_question()
            self._gesture.begin(cell, event)

    def double_click(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle the second press of a double click, which is another click, unless the first was not on the board.

        The first click on the cover of a paused game uncovers the board; a second one must not open a cell.
        """
        if self._has_pressed:
            self.press(cell, event)

    @property
    def pressed(self) -> frozenset[Cell]:
        """The cells to paint as pressed."""
        return self._gesture.cells

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle a movement to ``cell``, or to a place beside the board."""
        self.pointed = cell
        if cell != self.hovered:
            left, self.hovered = self.hovered, cell
            self.repaint_requested.emit((left, cell))
        self._gesture.move(cell, event)

    def release(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Handle a release on ``cell``, or beside the board."""
        self._gesture.end(cell, event)

    def leave(self) -> None:
        """Handle the mouse leaving the board."""
        left, self.hovered, self.pointed = self.hovered, None, None
        self.repaint_requested.emit((left,))

    def set_inspecting(self, inspecting: bool) -> None:
        """Set whether a click asks instead of playing; a press that has begun is forgotten."""
        self._gesture.cancel()
        self.is_inspecting = inspecting

    def forget(self) -> None:
        """Forget presses and place of the mouse, since the board was hidden or is another one."""
        self._gesture.reset()
        self.hovered = self.pointed = None
        self._has_pressed = False


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
        if event.key() in _MODIFIERS:
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
