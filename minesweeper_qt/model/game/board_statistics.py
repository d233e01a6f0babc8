"""Measures boards: the 3BV, and how much of it a game has solved."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from minesweeper_qt.model.board.board import Board, Cell


@dataclass(frozen=True)
class BoardStatistics:
    """The openings and the lone numbers of a board with these ``mines``, for rules under which a 0 cascades.

    An opening is a connected set of cells without neighbouring mines, with the numbers on its edge; a number may belong
    to two. A number in no opening is a lone number.

    >>> statistics = BoardStatistics(Board(3, 3), frozenset({(0, 2), (2, 0)}))
    >>> len(statistics.openings), len(statistics.lone_numbers), statistics.three_bv
    (2, 0, 2)
    >>> statistics.solved({(0, 0), (0, 1), (1, 0), (1, 1)})
    1
    """

    board: Board
    mines: frozenset[Cell]

    @cached_property
    def _touched(self) -> set[Cell]:
        """The mines and the cells beside them."""
        return {cell for mine in self.mines for cell in self.board.block(mine)}

    @cached_property
    def openings(self) -> tuple[frozenset[Cell], ...]:
        """The openings, in the reading order of their first cells without neighbouring mines."""
        blank = [cell for cell in self.board.cells if cell not in self._touched]
        left = set(blank)
        # Each opening that is taken leaves less behind.
        return tuple([self._take_opening(start, left) for start in blank if start in left])

    @cached_property
    def lone_numbers(self) -> frozenset[Cell]:
        """The cells that no opening reveals, each of which takes a click of its own."""
        return frozenset(self.board.cells) - self.mines - frozenset[Cell]().union(*self.openings)

    @property
    def three_bv(self) -> int:
        """The least number of left clicks that reveals all safe cells."""
        return len(self.openings) + len(self.lone_numbers)

    def solved(self, revealed: Collection[Cell]) -> int:
        """Return how much of the 3BV is done: the lone numbers, and the openings but for the numbers on their edge.

        These may be under wrong flags. ms_toollib counts so, too.
        """
        known = frozenset(revealed)
        return sum(opening - self._touched <= known for opening in self.openings) + len(self.lone_numbers & known)

    def _take_opening(self, start: Cell, left: set[Cell]) -> frozenset[Cell]:
        """Return the opening of ``start``, and remove its cells without neighbouring mines from ``left``."""
        found: set[Cell] = set()
        waiting = {start}
        while waiting:
            left -= waiting
            around = [cell for blank in waiting for cell in self.board.block(blank)]
            found.update(around)
            waiting = left.intersection(around)
        return frozenset(found)
