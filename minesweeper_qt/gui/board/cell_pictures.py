"""Paints all cells of a part of the board, and keeps how each cell looks until that changes."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPixmap

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Look, Overlay
from minesweeper_qt.model import Cell

_UNKNOWN = -1


class CellPictures:
    """The pictures of the cells of a ``BoardModel``, for painting thousands of them in a few milliseconds.

    A board has few different looks. They are numbered as they appear, and the number of each cell's look is kept until
    ``forget`` is called for the cell: painting it again then only copies a picture.
    """

    def __init__(self, model: BoardModel) -> None:
        self._model = model
        self._width = 0
        self._numbers: list[int] = []
        """The number of each cell's look, in reading order; ``_UNKNOWN`` if it has to be looked up."""
        self._looks: list[Look] = []
        self._number_of: dict[Look, int] = {}
        self._pictures: list[QPixmap | None] = []
        """The picture of each look, by its number; ``None`` if it is not needed yet."""
        self._made_for: tuple[Tiles, Overlay, bool] | None = None
        """What the pictures are made for."""

    def drop_all(self) -> None:
        """Look up all cells again when they are painted; the board may have another size."""
        self._width = self._model.columnCount()
        self._numbers = [_UNKNOWN] * (self._model.rowCount() * self._width)
        self._looks.clear()
        self._number_of.clear()
        self._pictures.clear()

    def forget(self, rows: range, columns: range) -> None:
        """Look up the cells in these rows and columns again when they are painted."""
        width, unknown = self._width, [_UNKNOWN] * len(columns)
        for row in rows:
            self._numbers[row * width + columns.start : row * width + columns.stop] = unknown

    def paint(
        self, painter: QPainter, tiles: Tiles, overlay: Overlay, rows: range, columns: range, left: int, top: int
    ) -> None:
        """Paint the cells in these rows and columns; ``(left, top)`` is where the cell ``(0, 0)`` is or would be."""
        width, size = self._width, tiles.size
        fades = self._model.chances_are_stale
        if self._made_for != (tiles, overlay, fades):
            self._made_for = (tiles, overlay, fades)
            self._pictures = [None] * len(self._looks)
        self._look_up(rows, columns)
        draw, numbers, pictures = painter.drawPixmap, self._numbers, self._pictures
        places = [(column, column * size + left) for column in columns]
        for row in rows:
            start, y = row * width, row * size + top
            for column, x in places:
                number = numbers[start + column]
                picture = pictures[number]
                if picture is None:
                    picture = pictures[number] = tiles.picture(self._looks[number].under(overlay, fades))
                draw(x, y, picture)

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, which was painted since it was forgotten."""
        return self._looks[self._numbers[cell[0] * self._width + cell[1]]]

    def known_look(self, cell: Cell) -> Look | None:
        """Return how ``cell`` looked when it was painted; ``None`` if it has to be looked up."""
        place = cell[0] * self._width + cell[1]
        number = self._numbers[place] if place < len(self._numbers) else _UNKNOWN
        return None if number == _UNKNOWN else self._looks[number]

    def _look_up(self, rows: range, columns: range) -> None:
        """Find the number of each cell's look where it is not known."""
        width, numbers, known = self._width, self._numbers, self._number_of
        unknown = [(row, column) for row in rows for column in columns if numbers[row * width + column] == _UNKNOWN]
        last: Look | None = None
        number: int | None = None
        for (row, column), look in zip(unknown, self._model.looks(unknown), strict=True):
            # Neighbours often have the same look, and to compare objects is faster than to find one.
            if look is not last:
                last, number = look, known.get(look)
                if number is None:
                    number = known[look] = len(self._looks)
                    self._looks.append(look)
                    self._pictures.append(None)
            assert number is not None
            numbers[row * width + column] = number
