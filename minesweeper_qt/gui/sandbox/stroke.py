"""The stroke of a mouse button on the sandbox's board: it writes one mark on all cells that it passes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent

from minesweeper_qt.gui.sandbox.sandbox_session import SandboxSession
from minesweeper_qt.model import Cell, Position

COVERED, FLAG, MINE = "H", "F", "M"
"""The marks that can be written besides the clues, as in the text form of positions."""


class Stroke(QObject):
    """Writes marks from the press of a button to its release; ``brush`` is the mark that the left button writes.

    Signals: ``marks_requested(Sequence[Cell], str)``, the cells to write a mark on at once; ``begun`` and ``ended``
    around what one stroke writes; ``brush_changed(str)``.
    """

    marks_requested = Signal(object, str)
    begun = Signal()
    ended = Signal()
    brush_changed = Signal(str)

    def __init__(self, session: SandboxSession) -> None:
        super().__init__()
        self.brush = "1"
        self._session = session
        self._stroke: tuple[Qt.MouseButton, str, Cell] | None = None
        """The button that is down, the mark that it writes, and the last cell passed; ``None`` between strokes."""
        self._is_writing = False
        """True while the stroke writes a mark."""
        session.editor.edited.connect(self._on_edited)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to paint as pressed: none, since a press writes at once."""
        return frozenset()

    def set_brush(self, mark: str) -> None:
        """Set the mark that the left button writes from now on."""
        if mark != self.brush:
            self.brush = mark
            self.brush_changed.emit(mark)

    def begin(self, cell: Cell, event: QMouseEvent) -> None:
        """Begin a stroke on ``cell``, or make its mark the brush."""
        mark, button = self._session.view.position.mark(cell), event.button()
        if button == Qt.MouseButton.LeftButton:
            self._start(button, COVERED if mark == self.brush else self.brush, cell)
        elif button == Qt.MouseButton.RightButton:
            self._start(button, FLAG if mark == COVERED else COVERED, cell)
        elif button == Qt.MouseButton.MiddleButton:
            self.set_brush(mark)

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Write the mark on the cells up to ``cell``."""
        if self._stroke is None or cell is None or cell == self._stroke[2]:
            return
        button, mark, last = self._stroke
        if not event.buttons() & button:
            # The button was released outside, where no event was received.
            self.cancel()
            return
        self._write(_between(last, cell), mark)
        self._stroke = (button, mark, cell)

    def end(self, cell: Cell | None, event: QMouseEvent) -> None:
        """End the stroke, if its button is released."""
        if self._stroke is not None and event.button() == self._stroke[0]:
            self.cancel()

    def cancel(self) -> None:
        """End the stroke, if there is one; what it wrote stays."""
        if self._stroke is not None:
            self._stroke = None
            self.ended.emit()

    def reset(self) -> None:
        """End the stroke on a board that is no longer shown."""
        self.cancel()

    def _start(self, button: Qt.MouseButton, mark: str, cell: Cell) -> None:
        self.cancel()
        self._stroke = (button, mark, cell)
        self.begun.emit()
        self._write([cell], mark)

    def _write(self, cells: list[Cell], mark: str) -> None:
        """Write ``mark`` on ``cells`` as a part of the stroke."""
        self._is_writing = True
        self.marks_requested.emit(cells, mark)
        self._is_writing = False

    @Slot(object)
    def _on_edited(self, before: Position) -> None:
        """End the stroke at any edit that is none of its own: its last cell may not be on the board any more."""
        if not self._is_writing:
            self.cancel()


def _between(one: Cell, other: Cell) -> list[Cell]:
    """Return the cells on the straight line from ``one``, excluded, to ``other``: a quick mouse skips some."""
    down, across = other[0] - one[0], other[1] - one[1]
    steps = max(abs(down), abs(across))
    return [(one[0] + round(down * n / steps), one[1] + round(across * n / steps)) for n in range(1, steps + 1)]
