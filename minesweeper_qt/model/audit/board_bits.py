"""Sets of cells as whole numbers: one bit for each cell of a board and of the ring of cells around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper_qt.model.board.board import Cell


class BoardBits:
    """The bits of the cells of a board of ``height`` x ``width`` cells, and of the ring of cells around it.

    >>> bits = BoardBits(2, 3)
    >>> bits.cells(bits.mask([(0, 0), (-1, 3)]))
    [(-1, 3), (0, 0)]
    """

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width

    def bit(self, cell: Cell) -> int:
        """Return the bit of a cell of the board or of the ring around it."""
        return 1 << (cell[0] + 1) * (self.width + 2) + cell[1] + 1

    def mask(self, cells: Iterable[Cell]) -> int | None:
        """Return a set of cells as a number; ``None`` if one of them is farther away than the ring."""
        mask = 0
        for cell in cells:
            if not (-1 <= cell[0] <= self.height and -1 <= cell[1] <= self.width):
                return None
            mask |= self.bit(cell)
        return mask

    def cells(self, mask: int) -> list[Cell]:
        """Return the cells of a set in reading order."""
        places = [divmod(bit.bit_length() - 1, self.width + 2) for bit in single_bits(mask)]
        return [(i - 1, j - 1) for i, j in places]

    def neighbours(self, cell: Cell, beyond: str) -> list[int]:
        """Return the bits of the neighbours of ``cell`` row by row, also of those beyond the sides ``beyond``."""
        first_row, first_column = (0 - (side in beyond) for side in "tl")
        end_row, end_column = self.height + ("b" in beyond), self.width + ("r" in beyond)
        rows = range(max(cell[0] - 1, first_row), min(cell[0] + 2, end_row))
        columns = range(max(cell[1] - 1, first_column), min(cell[1] + 2, end_column))
        return [self.bit((i, j)) for i in rows for j in columns if (i, j) != cell]


def single_bits(mask: int) -> Iterator[int]:
    """Yield the bits of ``mask``, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
