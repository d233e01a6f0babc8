"""The geometry of a board, its cells and their neighbours, and the checks of whole numbers and seeds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from minesweeper_qt.model.errors import BoardSizeError, CellError, SeedError

T = TypeVar("T")

Cell: TypeAlias = tuple[int, int]
"""A pair ``(row, column)``, both from 0: ``(i, j)`` as in the CS50 project."""

MAX_SIDE = 1000
"""The greatest height and width of a board: a size that comes from a typing error must not fill the memory."""


_SHARED_CELLS = 2_500
"""The greatest number of cells of a board whose cells and neighbours are kept for the next board of its size."""


def is_whole(value: object) -> bool:
    """Return true for a whole number; ``True`` and ``False`` don't count as numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_seed(seed: int) -> int:
    """Return ``seed``; raise ``SeedError`` unless it is a whole number of 64 bits.

    That is enough for a layout or moves to be repeatable, and fits into a file, a message and a dialog.

    >>> check_seed(1.5)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.SeedError: seed is 1.5; allowed are whole numbers from -2**63 to 2**63 - 1
    """
    if not is_whole(seed) or not -(2**63) <= seed < 2**63:
        shown = f"{seed!r}" if not is_whole(seed) else f"a number of {seed.bit_length()} bits"
        raise SeedError(f"seed is {shown}; allowed are whole numbers from -2**63 to 2**63 - 1")
    return seed


class BoardLine(list[T]):
    """A row or column of a board as a list without negative indices: -1 is off the board, not the last element.

    >>> BoardLine("ab")[-1]
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.CellError: index -1 is off the board; allowed are 0 to 1

    Raises ``CellError`` for an index off the board; slices work as in any list.
    """

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and not 0 <= index < len(self):
            raise CellError(f"index {index} is off the board; allowed are 0 to {len(self) - 1}")
        return super().__getitem__(index)


class Board:
    """A rectangle of ``height`` x ``width`` cells, each a pair ``(row, column)`` from 0.

    >>> board = Board(2, 3)
    >>> board.cells
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    >>> sorted(board.neighbours((0, 0)))
    [(0, 1), (1, 0), (1, 1)]
    >>> (2, 0) in board
    False

    ``cells`` are all cells in reading order. ``neighbours`` always returns the same tuple objects as ``cells`` holds,
    so that sets of them compare by identity first.

    Raises ``BoardSizeError`` unless both sides are whole numbers from 1 to ``MAX_SIDE``.
    """

    __slots__ = ("_neighbours", "cells", "height", "width")

    def __init__(self, height: int, width: int) -> None:
        for name, side in (("height", height), ("width", width)):
            if not is_whole(side) or not 1 <= side <= MAX_SIDE:
                raise BoardSizeError(f"{name} is {side!r}; allowed are whole numbers from 1 to {MAX_SIDE}")
        self.height = height
        self.width = width
        self.cells: tuple[Cell, ...]
        self._neighbours: dict[Cell, frozenset[Cell]]
        # Every game, agent and position has a board, so boards of one size share their cells and neighbours. A large
        # board does not, for these tables would stay in memory.
        tables = _shared_tables if height * width <= _SHARED_CELLS else _tables
        self.cells, self._neighbours = tables(height, width)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple) or len(cell) != 2:
            return False
        i, j = cell
        # Comparing the type is faster than ``is_whole``, and true for nearly every cell.
        return (
            (type(i) is int or is_whole(i))
            and (type(j) is int or is_whole(j))
            and 0 <= i < self.height
            and 0 <= j < self.width
        )

    def cell(self, cell: Cell) -> Cell:
        """Return the tuple object in ``cells`` that equals ``cell``; raise ``CellError`` when it is not on the board.

        >>> Board(2, 3).cell((1, -1))
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.CellError: (1, -1) is not on the board: rows are 0 to 1, columns 0 to 2
        """
        if cell not in self:
            raise CellError(
                f"{cell!r} is not on the board: rows are 0 to {self.height - 1}, columns 0 to {self.width - 1}"
            )
        return self.cells[cell[0] * self.width + cell[1]]

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``, at most eight and without ``cell`` itself.

        Raises ``CellError`` when ``cell`` is not on the board.
        """
        cell = self.cell(cell)
        found = self._neighbours.get(cell)
        if found is None:
            i, j = cell
            columns = range(max(j - 1, 0), min(j + 2, self.width))
            around = [
                self.cells[row * self.width + column]
                for row in range(max(i - 1, 0), min(i + 2, self.height))
                for column in columns
            ]
            around.remove(cell)
            found = self._neighbours[cell] = frozenset(around)
        return found

    def block(self, cell: Cell) -> list[Cell]:
        """Return ``cell``, which must be on the board, and the cells that touch it, in reading order.

        Faster than ``neighbours`` for a cell whose neighbours are needed only once.

        >>> Board(2, 3).block((0, 0))
        [(0, 0), (0, 1), (1, 0), (1, 1)]
        """
        i, j = cell
        width, cells = self.width, self.cells
        place = i * width + j
        # An opening calls this for thousands of cells: max, min and range would take as long again.
        first, end = place - (1 if j else 0), place + (2 if j < width - 1 else 1)
        found = list(cells[first - width : end - width]) if i else []
        found += cells[first:end]
        if i < self.height - 1:
            found += cells[first + width : end + width]
        return found

    def __reduce__(self) -> tuple[object, ...]:
        # Copies and pickles are made from the size alone: the tables may be large, and are the same for every copy.
        return Board, (self.height, self.width)

    def __repr__(self) -> str:
        return f"Board({self.height}, {self.width})"


def _tables(height: int, width: int) -> tuple[tuple[Cell, ...], dict[Cell, frozenset[Cell]]]:
    """Return the cells of a board in reading order, and an empty mapping for the neighbours of each cell."""
    return tuple([(i, j) for i in range(height) for j in range(width)]), {}


_shared_tables = lru_cache(maxsize=16)(_tables)
"""Returns the same tables for all boards of one size."""
