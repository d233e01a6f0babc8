"""The press of a mouse button or a finger on the board: which cells look pressed, and what the release requests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QInputDevice, QMouseEvent

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import Cell

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton


class SlidingPress(Enum):
    """The effect of moving the mouse to another cell with a button held down; the value is its word in the settings."""

    CANCEL = "cancel"
    """The press is cancelled."""
    FOLLOW = "follow"
    """The cell under the mouse is pressed instead, as in KMines."""


@dataclass(frozen=True, slots=True)
class PressRules:
    """The user's preferences for presses: see the values of ``Preferences`` with these names."""

    sliding_press: SlidingPress = SlidingPress.CANCEL
    chord_on_left: bool = True
    long_press_flags: bool = True


class Press(QObject):
    """Follows one press at a time: the left button reveals, or chords on a number; both, or the middle one, chord.

    What the release requests is requested for the cell where the button was pressed or, if the press follows the mouse,
    for the one under it. The right button requests a flag at once, and so does a finger that stays on a covered cell.

    Signals: ``reveal_requested``, ``flag_requested``, ``chord_requested``, each with the cell; ``repaint_requested``
    with the cells that begin or cease to look pressed; ``held_changed(bool)`` when some begin to, or all cease to.
    Attribute: ``rules``.
    """

    reveal_requested = Signal(object)
    flag_requested = Signal(object)
    chord_requested = Signal(object)
    repaint_requested = Signal(object)
    held_changed = Signal(bool)

    def __init__(self, model: BoardModel, parent: QObject) -> None:
        super().__init__(parent)
        self.rules = PressRules()
        self._model = model
        self._pressed: Cell | None = None
        """The cell that the release acts on, ``None`` while there is none."""
        self._pressed_face = Face.COVERED
        self._is_down = False
        """True while a button is held that may arm another cell."""
        self._is_chording = False
        self._began_revealed = False
        """True if the press began on a revealed cell: then it acts on such cells only, and else on the others."""
        self._long_press = QTimer(self)
        self._long_press.setSingleShot(True)
        self._long_press.timeout.connect(self._on_long_press)
        self._is_touch = False

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
        button = event.button()
        both = bool(event.buttons() & _LEFT and event.buttons() & _RIGHT)
        if button == _MIDDLE or both:
            self._start(cell, is_chording=True, is_touch=False)
        elif button == _LEFT:
            self._start(cell, is_chording=False, is_touch=event.device().type() is QInputDevice.DeviceType.TouchScreen)
        elif button == _RIGHT:
            self.flag_requested.emit(cell)

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Cancel the press, or move it to ``cell``, if the mouse has left its cell."""
        if not self._is_down or cell == self._pressed:
            return
        follows = self.rules.sliding_press is SlidingPress.FOLLOW and event.buttons() != Qt.MouseButton.NoButton
        if not follows:
            self.cancel()
            return
        self._release_cell()
        if cell is not None:
            self._press_cell(cell)

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
        self._release_cell()
        self._is_down = self._is_chording = False

    def reset(self) -> None:
        """Forget the press on a board that is no longer shown, without repainting."""
        self._long_press.stop()
        was_pressed, self._pressed = self._pressed is not None, None
        self._is_down = self._is_chording = False
        if was_pressed:
            self.held_changed.emit(False)

    def _start(self, cell: Cell, is_chording: bool, is_touch: bool) -> None:
        self.cancel()
        self._is_down, self._is_chording, self._is_touch = True, is_chording, is_touch
        self._began_revealed = self._model.look(cell).face is Face.REVEALED
        self._press_cell(cell)

    def _press_cell(self, cell: Cell) -> None:
        face = self._model.look(cell).face
        if not self._is_chording:
            is_revealed = face is Face.REVEALED
            if is_revealed is not self._began_revealed or (is_revealed and not self.rules.chord_on_left):
                return
        self._pressed, self._pressed_face = cell, face
        self.repaint_requested.emit(self.cells)
        self.held_changed.emit(True)
        if self._is_touch and self.rules.long_press_flags and face is not Face.REVEALED:
            self._long_press.start(QGuiApplication.styleHints().mousePressAndHoldInterval())

    def _release_cell(self) -> None:
        self._long_press.stop()
        shown = self.cells
        if shown:
            self._pressed = None
            self.repaint_requested.emit(shown)
            self.held_changed.emit(False)

    @Slot()
    def _on_long_press(self) -> None:
        pressed = self._pressed
        self.cancel()
        if pressed is not None:
            self.flag_requested.emit(pressed)
