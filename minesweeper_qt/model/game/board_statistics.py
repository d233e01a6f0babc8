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
    def openings(self) -> tuple[frozenset[Cell], ...]:
        """The openings, in the reading order of their first cells without neighbouring mines."""
        found = []
        blank = [cell for cell in self.board.cells if cell not in self.mines and not self._touches_mine(cell)]
        left = set(blank)
        for start in blank:
            if start in left:
                found.append(self._opening_at(start))
                left -= found[-1]
        return tuple(found)

    @cached_property
    def lone_numbers(self) -> frozenset[Cell]:
        """The cells that no opening reveals, each of which takes a click of its own."""
        return frozenset(self.board.cells) - self.mines - frozenset[Cell]().union(*self.openings)

    @property
    def three_bv(self) -> int:
        """The least number of left clicks that reveals all safe cells."""
        return len(self.openings) + len(self.lone_numbers)

    def solved(self, revealed: Collection[Cell]) -> int:
        """Return how much of the 3BV is done: the openings that are revealed as a whole, and the lone numbers."""
        known = frozenset(revealed)
        return sum(opening <= known for opening in self.openings) + len(self.lone_numbers & known)

    def _touches_mine(self, cell: Cell) -> bool:
        return not self.mines.isdisjoint(self.board.neighbours(cell))

    def _opening_at(self, start: Cell) -> frozenset[Cell]:
        found, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            if not self._touches_mine(cell):
                more = self.board.neighbours(cell) - found
                found |= more
                waiting += more
        return frozenset(found)
