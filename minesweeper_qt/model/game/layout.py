"""Where the mines are: the truth. Only the game, its derivation and the lab may look."""

from __future__ import annotations

import random
from collections.abc import Iterable, Set
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Board, Cell, check_whole
from minesweeper_qt.model.errors import MineCountError


@dataclass(frozen=True, slots=True)
class Layout:
    """The mines of a board.

    >>> layout = Layout(Board(2, 2), frozenset({(0, 0)}))
    >>> layout.nearby_mines((1, 1))
    1
    """

    board: Board
    mines: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, mines: Iterable[Cell]) -> Layout:
        """Return the layout with these ``mines``; raise ``CellError`` for one off the board."""
        return cls(board, frozenset(board.cell(cell) for cell in mines))

    @classmethod
    def random(cls, board: Board, mines: int, seed: int, clear: Set[Cell] = frozenset()) -> Layout:
        """Draw a layout that leaves the cells in ``clear`` free, all such layouts equally likely.

        The seed puts all cells in an order and the first ones outside ``clear`` get the mines; so two layouts of one
        seed differ only by the mines that had to move out of ``clear``. Raises ``MineCountError`` when they don't fit.
        """
        room = len(board.cells) - len(clear)
        if not check_whole(mines) or not 0 <= mines <= room:
            raise MineCountError(f"{mines!r} mines on a board of {board.height}x{board.width}; allowed are 0 to {room}")
        order = list(board.cells)
        # Not the bare seed: an agent with the same seed would draw the numbers that placed the mines.
        random.Random(f"layout {seed}").shuffle(order)
        free = [cell for cell in order if cell not in clear]
        return cls(board, frozenset(free[:mines]))

    def nearby_mines(self, cell: Cell) -> int:
        """Count the mines among the neighbours of ``cell``; the cell itself does not count."""
        return len(self.board.neighbours(cell) & self.mines)
