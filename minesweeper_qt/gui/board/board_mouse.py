"""The mouse on a board: the cell under it, and whether a press plays, selects, requests a proof or the menu."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent

from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell


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
