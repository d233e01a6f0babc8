"""Perfect play when few layouts are left: an exhaustive search for the move that wins most of them.

A set of layouts is one whole number, a bit for each. For every cell and every clue it could show there is the set of
layouts in which it shows it. A position is then the set of layouts that are still possible, and a move takes it apart:
into the layouts in which the cell is a mine, all lost, and one set for each clue. What can be won from a set depends on
nothing else, so it is remembered for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minesweeper_qt.model.errors import TooHard

NODES = 20_000
"""Positions searched before ``TooHard``: about a second."""


@dataclass(frozen=True, slots=True)
class Best:
    """A best cell (its index), how many of the layouts are won with it, and how many there are."""

    cell: int
    wins: int
    layouts: int


class EndGame:
    """The search over ``layouts``: each a whole number with a bit set for each mine among ``cells`` cells.

    ``clue(cell, layout)`` is the number that a safe cell shows there.

    >>> layouts = [0b001, 0b010, 0b100]  # one mine in a row of three
    >>> around = (0b010, 0b101, 0b010)
    >>> game = EndGame(3, layouts, lambda cell, layout: (layout & around[cell]).bit_count())
    >>> game.best()
    Best(cell=0, wins=2, layouts=3)
    """

    def __init__(self, cells: int, layouts: Sequence[int], clue: Callable[[int, int], int], nodes: int = NODES) -> None:
        self._all = (1 << len(layouts)) - 1
        self._mine: list[int] = []
        self._shows: list[tuple[int, ...]] = []
        for cell in range(cells):
            shows: dict[int, int] = {}
            bit = 1
            for layout in layouts:
                value = -1 if layout >> cell & 1 else clue(cell, layout)
                shows[value] = shows.get(value, 0) | bit
                bit <<= 1
            self._mine.append(shows.pop(-1, 0))
            self._shows.append(tuple(shows.values()))
        self._won: dict[int, int] = {}
        self._nodes = nodes

    def best(self) -> Best:
        """Return the cell with which most layouts are won by perfect play, a safe one where there is one.

        Raises ``TooHard`` when the search takes more positions than it was allowed.
        Source: exhaustive search with memory, as in Studholme, Minesweeper as a constraint satisfaction problem, 2000.
        """
        everything = self._all
        layouts = everything.bit_count()
        free = [cell for cell, mines in enumerate(self._mine) if not mines]
        if free:
            # A safe cell costs nothing; the first that tells something, if any does.
            telling = (cell for cell in free if len(self._shows[cell]) > 1)
            return Best(next(telling, free[0]), self._wins(everything), layouts)
        best, choice = -1, 0
        for most, cell in self._guesses(everything):
            if most <= best:
                break
            wins = self._wins_after(cell, everything, most, best)
            if wins > best:
                best, choice = wins, cell
        # Nothing to guess: every cell is a mine.
        return Best(choice, layouts if best < 0 else best, layouts)

    def _wins(self, possible: int) -> int:
        """How many of the ``possible`` layouts are won by perfect play."""
        if not possible & (possible - 1):
            return 1
        won = self._won.get(possible)
        if won is not None:
            return won
        self._nodes -= 1
        if self._nodes < 0:
            raise TooHard("the end game takes more positions than allowed")
        guesses: list[tuple[int, int]] = []
        layouts = possible.bit_count()
        for cell, mines in enumerate(self._mine):
            lost = mines & possible
            if lost:
                if lost != possible:
                    guesses.append((layouts - lost.bit_count(), cell))
                continue
            parts = [part for shown in self._shows[cell] if (part := shown & possible)]
            if len(parts) > 1:
                # A safe cell that tells something costs nothing.
                won = sum([self._wins(part) for part in parts])
                self._won[possible] = won
                return won
        guesses.sort(reverse=True)
        won = 0
        for most, cell in guesses:
            if most <= won:
                break
            won = max(won, self._wins_after(cell, possible, most, won))
        self._won[possible] = won
        return won

    def _guesses(self, possible: int) -> list[tuple[int, int]]:
        """The cells that may be a mine or safe, each after how many layouts survive it, most first."""
        layouts = possible.bit_count()
        found = []
        for cell, mines in enumerate(self._mine):
            lost = (mines & possible).bit_count()
            if 0 < lost < layouts:
                found.append((layouts - lost, cell))
        return sorted(found, key=lambda guess: (-guess[0], guess[1]))

    def _wins_after(self, cell: int, possible: int, most: int, beaten: int) -> int:
        """How many layouts are won when ``cell`` is opened, or some number not above ``beaten``."""
        won = most
        for shown in self._shows[cell]:
            part = shown & possible
            if part:
                won += self._wins(part) - part.bit_count()
                if won <= beaten:
                    break
        return won
