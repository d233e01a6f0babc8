"""Layouts: where the mines of a game are."""

from __future__ import annotations

import random
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError


@dataclass(frozen=True)
class Layout:
    """The truth of a game: ``mines`` are all cells of ``board`` that are mines.

    >>> layout = Layout(Board(2, 2), frozenset({(0, 0)}))
    >>> layout.nearby_mines((1, 1))
    1
    """

    board: Board
    mines: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, mines: Iterable[Cell]) -> Layout:
        """Return the layout with these ``mines``; raise ``CellError`` when one is off the board."""
        return cls(board, frozenset(board.cell(cell) for cell in mines))

    @classmethod
    def random(cls, board: Board, mines: int, seed: int, clear: Set[Cell] = frozenset()) -> Layout:
        """Draw a layout with no mine in ``clear``; all such layouts are equally likely.

        The seed determines an order of all cells, and the first cells of it outside ``clear`` become the mines. So two
        layouts from the same seed differ only by the mines that had to move out of ``clear``. Raises ``MineCountError``
        when the mines don't fit into the cells outside ``clear``.
        """
        room = len(board.cells) - len(clear)
        if not is_whole(mines) or not 0 <= mines <= room:
            raise MineCountError(f"{mines!r} mines on a board of {board.height}x{board.width}; allowed are 0 to {room}")
        free = [cell for cell in _order(board.height, board.width, seed) if cell not in clear]
        return cls(board, frozenset(free[:mines]))

    @cached_property
    def clues(self) -> dict[Cell, int]:
        """The number of mines around each cell that touches one; mines themselves are included with theirs plus one.

        >>> Layout(Board(1, 4), frozenset({(0, 0)})).clues
        {(0, 0): 1, (0, 1): 1}
        """
        found: dict[Cell, int] = {}
        for mine in sorted(self.mines):
            for cell in self.board.block(mine):
                found[cell] = found.get(cell, 0) + 1
        return found

    def nearby_mines(self, cell: Cell) -> int:
        """Return the number of mines among the neighbours of ``cell``; the cell itself does not count.

        Raises ``CellError`` when ``cell`` is not on the board.
        """
        return len(self.board.neighbours(cell) & self.mines)


@lru_cache(maxsize=2, typed=True)
def _order(height: int, width: int, seed: int) -> tuple[Cell, ...]:
    """Return the cells in the order of ``seed``; the last orders are kept for the first click, restarts and copies."""
    order = list(Board(height, width).cells)
    # Not the bare seed: an agent with the same seed would draw the same numbers that placed the mines.
    random.Random(f"layout {seed}").shuffle(order)
    return tuple(order)
