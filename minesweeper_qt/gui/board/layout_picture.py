"""A widget that draws a small picture of a layout around a cell."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.text.cell_text import listed

REACH = 4
"""Cells on each side of the middle one: as far as two clues in a row reach, and few enough for readable cells."""
CELL_SIZES = range(12, 25)
"""The sides of the cells that are drawn, in pixels."""


@guarded
class LayoutPicture(QWidget):
    """Draws the mines of a layout around one cell of a position, with row and column numbers."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._position: Position | None = None
        self._cell: Cell = (0, 0)
        self._mines: frozenset[Cell] = frozenset()
        self._marked: frozenset[Cell] = frozenset()
        self._tiles: Tiles | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(title)

    def show_layout(self, position: Position, cell: Cell, mines: frozenset[Cell], marked: frozenset[Cell]) -> None:
        """Draw the layout that has these ``mines`` around ``cell``, with a frame around the ``marked`` cells."""
        self._position, self._cell, self._mines, self._marked = position, cell, mines, marked
        self.setAccessibleDescription(self._in_words(position))
        self.updateGeometry()
        self.update()

    @property
    def rows(self) -> range:
        """The rows that are drawn; empty without a layout."""
        return self._span(0)

    @property
    def columns(self) -> range:
        """The columns that are drawn; empty without a layout."""
        return self._span(1)

    def _span(self, axis: int) -> range:
        if self._position is None:
            return range(0)
        size = (self._position.height, self._position.width)[axis]
        length = min(size, 2 * REACH + 1)
        # At the edge of the board the cell is not in the middle, so that as many cells are drawn as elsewhere.
        first = min(max(self._cell[axis] - REACH, 0), size - length)
        return range(first, first + length)

    def _in_words(self, position: Position) -> str:
        """Return the text for screen readers: where the mines are, and at which cells the other layout differs."""
        shown = {(i, j) for i in self.rows for j in self.columns}
        covered = shown - position.clues.keys()
        mines, other = sorted(covered & self._mines), sorted(covered & self._marked)
        part = "the board" if len(shown) == position.height * position.width else "the part around the cell"
        return (
            f"In {part}, mines at {listed(mines, len(mines)) or 'no cell'}. "
            f"The other layout differs at {listed(other, len(other)) or 'no cell'}."
        )

    # -- size

    def size_for(self, side: int) -> QSize:
        """Return the size in which the cells have this ``side``."""
        return QSize(self._ruler() + side * max(len(self.columns), 1), self._ruler() + side * max(len(self.rows), 1))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._ruler() + self._cell_size(width) * max(len(self.rows), 1)

    def sizeHint(self) -> QSize:
        width = self._ruler() + 16 * max(len(self.columns), 1)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return self.size_for(CELL_SIZES[0])

    def _ruler(self) -> int:
        """Return the space for the row and column numbers, in pixels."""
        return self._ruler_font_size() * 2

    def _ruler_font_size(self) -> int:
        return max(self.fontMetrics().height() * 6 // 10, 7)

    def _cell_size(self, width: int) -> int:
        room = (width - self._ruler()) // max(len(self.columns), 1)
        return min(max(room, CELL_SIZES[0]), CELL_SIZES[-1])

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._position is None:
            return
        theme, size, edge = themes.for_palette(self.palette()), self._cell_size(self.width()), self._ruler()
        tiles = self._tiles = Tiles.kept(self._tiles, theme, size, self.devicePixelRatioF(), self.font())
        small = QFont(self.font())
        small.setPixelSize(self._ruler_font_size())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(small)
            painter.setPen(theme.controls.muted)
            # On the smallest cells two digits do not fit beside each other, so every other number is drawn.
            every = 1 if size >= painter.fontMetrics().horizontalAdvance("000") else 2
            for i in self.rows[-self.rows.start % every :: every]:
                painter.drawText(QRectF(0, edge + (i - self.rows.start) * size, edge - 2, size), _CENTRE, str(i))
            for j in self.columns[-self.columns.start % every :: every]:
                painter.drawText(QRectF(edge + (j - self.columns.start) * size, 0, size, edge), _CENTRE, str(j))
            boxes = {
                (i, j): QRectF(edge + x * size, edge + y * size, size, size)
                for y, i in enumerate(self.rows)
                for x, j in enumerate(self.columns)
            }
            for cell, box in boxes.items():
                painter.drawPixmap(box.topLeft(), tiles.picture(self._look(cell)))
            for cell in boxes.keys() & self._marked - {self._cell}:
                decorations.outline(painter, boxes[cell], theme)
            decorations.brackets(painter, boxes[self._cell], theme)

    def _look(self, cell: Cell) -> Look:
        assert self._position is not None
        clue = self._position.clues.get(cell)
        if clue is not None:
            return Look(Face.REVEALED, clue)
        return Look(Face.MINE if cell in self._mines else Face.COVERED)


_CENTRE = Qt.AlignmentFlag.AlignCenter
