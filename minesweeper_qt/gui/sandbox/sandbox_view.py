"""The board of the sandbox: a click or a key writes a mark on a cell instead of playing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.sandbox.sandbox_session import PositionEditor, SandboxSession
from minesweeper_qt.gui.session.board_source import PositionView, Selection
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import announce_cell
from minesweeper_qt.model import Cell

COVERED, FLAG, MINE = "H", "F", "M"
"""The marks that can be written besides the clues, as in the text form of positions."""

_MARKS_BY_KEY = {
    **dict.fromkeys((Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_H), COVERED),
    **dict.fromkeys((Qt.Key.Key_M, Qt.Key.Key_Asterisk), MINE),
    Qt.Key.Key_F: FLAG,
}
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


@guarded
class SandboxModel(BoardModel):
    """The item model of the sandbox's board, with contradicting clues and letters of cells for screen readers.

    Attributes besides those of ``BoardModel``: ``session``; ``letters``, the names of some cells. Signal:
    ``letters_changed``.
    """

    letters_changed = Signal()

    def __init__(self, session: SandboxSession, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self.session = session
        self.letters: Mapping[Cell, str] = {}

    def set_letters(self, letters: Mapping[Cell, str]) -> None:
        """Set the letters that name cells, as long as the board has this size; other cells have none."""
        self.letters = letters
        self._announce_all()
        self.letters_changed.emit()

    def letter(self, cell: Cell) -> str:
        """Return the letter that names ``cell``; empty if it has none, or has a clue."""
        return "" if cell in self.session.view.position.clues else self.letters.get(cell, "")

    def in_words(self, cell: Cell) -> str:
        found = super().in_words(cell)
        if cell in self.session.clash:
            return f"{found}, contradicts other clues"
        return f"{found}, called {self.letter(cell)}" if self.letter(cell) else found

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        super()._on_changed(before, now)
        if now.game != before.game and self.letters:
            self.letters = {}
            self.letters_changed.emit()


class Stroke(QObject):
    """What a mouse button writes on the board from its press to its release: one mark on all cells that it passes.

    Attribute: ``brush``, the mark that the left button writes. Signal: ``brush_changed(str)``.
    """

    brush_changed = Signal(str)

    def __init__(self, editor: PositionEditor) -> None:
        super().__init__()
        self.brush = "1"
        self._editor = editor
        self._button: Qt.MouseButton | None = None
        """The button that is down; ``None`` between strokes."""
        self._mark = COVERED
        self._last: Cell = (0, 0)
        """The last cell passed."""
        self._edits = 0
        """The number of edits after the last one of the stroke."""
        self._number = 0

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
        mark, button = self._editor.position.mark(cell), event.button()
        if button == Qt.MouseButton.LeftButton:
            self._start(button, COVERED if mark == self.brush else self.brush, cell)
        elif button == Qt.MouseButton.RightButton:
            self._start(button, FLAG if mark == COVERED else COVERED, cell)
        elif button == Qt.MouseButton.MiddleButton:
            self.set_brush(mark)

    def move(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Write the mark on the cells up to ``cell``."""
        if self._button is None or cell is None or cell == self._last:
            return
        # The button may have been released outside, where no event was received. After an edit that is none of the
        # stroke, its last cell may not be on the board any more.
        if event.buttons() & self._button and self._edits == self._editor.edits:
            self._write(_between(self._last, cell))
        else:
            self.cancel()

    def end(self, cell: Cell | None, event: QMouseEvent) -> None:
        """End the stroke, if its button is released."""
        if event.button() == self._button:
            self.cancel()

    def cancel(self) -> None:
        """End the stroke, if there is one; what it wrote stays."""
        self._button = None

    reset = cancel

    def _start(self, button: Qt.MouseButton, mark: str, cell: Cell) -> None:
        self._button, self._mark = button, mark
        self._number += 1
        self._write([cell])

    def _write(self, cells: list[Cell]) -> None:
        self._last = cells[-1]
        self._editor.set_marks(cells, self._mark, self._number)
        self._edits = self._editor.edits


def _between(one: Cell, other: Cell) -> list[Cell]:
    """Return the cells on the straight line from ``one``, excluded, to ``other``: a quick mouse skips some."""
    down, across = other[0] - one[0], other[1] - one[1]
    steps = max(abs(down), abs(across))
    return [(one[0] + round(down * n / steps), one[1] + round(across * n / steps)) for n in range(1, steps + 1)]


@guarded
class SandboxView(BoardView):
    """A board to write on.

    The left button writes the brush, or covers a cell that has it already. The right button flags a covered cell and
    covers any other. Dragging writes the same mark on all cells passed. The middle button makes the cell's mark the
    brush. A key writes its mark and makes it the brush.

    Attributes: ``stroke``, which has the brush; ``clash``, the cells that are marked as contradicting each other.
    """

    keys = (
        "Arrow keys move, 0 to 8 write a clue, Delete covers, M takes the cell for a mine, F flags it, "
        "Space writes what the brush has"
    )
    inspecting = "a click asks why instead of writing"

    def __init__(self, model: SandboxModel, selection: Selection) -> None:
        stroke = Stroke(model.session.editor)
        super().__init__(model, selection, stroke)
        self.stroke = stroke
        self.clash: frozenset[Cell] = frozenset()
        self._model = model

    def show_clash(self, cells: frozenset[Cell]) -> None:
        """Mark these cells as contradicting each other, and no others."""
        self._refresh(self.clash ^ cells)
        self.clash = cells

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        cells = self.clash | self._model.letters.keys()
        if not cells:
            return
        theme = themes.for_palette(self.palette())
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for cell in cells:
                box = QRectF(self.visualRect(self._board_model.index(*cell)))
                if not box.intersects(QRectF(event.rect())):
                    continue
                if self._model.letter(cell):
                    _paint_letter(painter, box, self._model.letter(cell), theme, self.font())
                if cell in self.clash:
                    _paint_clash(painter, box, theme)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        mark = None if event.modifiers() & _COMMANDS else self._mark_of(event)
        if mark is None:
            super().keyPressEvent(event)
            return
        # Auto-repeat of a held key must not make a flag flicker.
        if not event.isAutoRepeat():
            self.stroke.set_brush(mark)
            editor = self._model.session.editor
            has_it = mark in (FLAG, MINE) and editor.position.mark(self.cursor_cell) == mark
            editor.set_marks([self.cursor_cell], COVERED if has_it else mark)
            announce_cell(self)

    def _mark_of(self, event: QKeyEvent) -> str | None:
        if event.key() == Qt.Key.Key_Space:
            return self.stroke.brush
        text = event.text()
        if len(text) == 1 and text in "012345678":
            return text
        return _MARKS_BY_KEY.get(Qt.Key(event.key()))


def _paint_letter(painter: QPainter, box: QRectF, letter: str, theme: themes.Theme, font: QFont) -> None:
    """Paint the letter of a cell into its corner, on a background of its own, since any overlay may lie below."""
    side = max(box.width() * 0.26, metrics.LEAST_FONT)
    place = QRectF(box.left() + side * 0.2, box.top() + side * 0.2, side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.revealed)
    painter.drawRoundedRect(place, side * 0.2, side * 0.2)
    small = QFont(font)
    small.setPixelSize(max(round(side * 0.85), metrics.LEAST_FONT))
    painter.setFont(small)
    painter.setPen(themes.ink_on(theme.revealed))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, letter)


def _paint_clash(painter: QPainter, box: QRectF, theme: themes.Theme) -> None:
    """Paint a frame and an exclamation mark in its corner: no other mark has this shape."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    decorations.frame(painter, box, theme.controls.loss, max(box.width() * 0.07, 2))
    reach = max(box.width() * 0.17, 5)
    centre = box.topRight() + QPointF(-reach, reach)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.controls.loss)
    painter.drawEllipse(centre, reach, reach)
    width = max(reach * 0.34, 1.5)
    painter.setPen(QPen(themes.ink_on(theme.controls.loss), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(centre - QPointF(0, reach * 0.52), centre + QPointF(0, reach * 0.04))
    painter.drawPoint(centre + QPointF(0, reach * 0.55))
