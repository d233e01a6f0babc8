"""Perfect play when few layouts are left: an exhaustive search for the move that wins in most of them.

A set of layouts is one whole number with a bit for each layout. For every cell and every clue that it could show, the
set of layouts in which it shows this clue is known. A position is then the set of layouts that are still possible. A
move splits this set into the layouts in which the cell is a mine, which are lost, and one set for each clue. The number
of layouts that can be won depends on the set alone, so it is stored for each set that was searched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from minesweeper_qt.model.errors import Poll, TooHard, never_interrupt
from minesweeper_qt.model.exact.frontier import Front, Frontier

NODES = 20_000
"""The limit on positions searched before ``TooHard`` is raised: about a second."""

_POLL_INTERVAL = 100
"""The number of positions between two calls of ``poll``: some milliseconds of work."""

_SLACK = 50
"""The limit on partial layouts during a listing, as a multiple of the limit on complete layouts."""


def list_layouts(frontier: Frontier, mines: int, most: int) -> tuple[list[int], list[int]]:
    """Return the undetermined cells of ``frontier`` and the layouts over them, for a board with ``mines`` mines.

    A layout is a whole number with bit ``n`` set when the cell at index ``n`` of the first list is a mine.

    >>> frontier = Frontier(1, 3)
    >>> frontier.add([(1, 1)])
    >>> list_layouts(frontier, mines=1, most=10)
    ([0, 2], [1, 2])

    Raises ``TooHard`` when there are more than ``most`` layouts, or too many partial layouts on the way to them.
    """
    left = mines - frontier.mines
    cells: list[int] = []
    found = [(0, 0)]
    for front in frontier.fronts:
        first = len(cells)
        ways = _fillings(front, most * _SLACK)
        cells += [cell for box in front.boxes for cell in box]
        if len(found) * len(ways) > most * _SLACK:
            raise TooHard(f"more than {most * _SLACK} beginnings of layouts")
        found = [(mask | way << first, n + more) for mask, n in found for way, more in ways if n + more <= left]
    first = len(cells)
    away = [cell for cell, status in enumerate(frontier.known) if not status and cell not in frontier.clues_of]
    cells += away
    layouts: list[int] = []
    for mask, n in found:
        if len(layouts) + comb(len(away), left - n) > most:
            raise TooHard(f"more than {most} layouts")
        layouts += [
            mask | sum([1 << index for index in chosen]) for chosen in combinations(range(first, len(cells)), left - n)
        ]
    return cells, layouts


def _fillings(front: Front, most: int) -> list[tuple[int, int]]:
    """Return the ways to fill a front: each as a bit mask over its cells, box after box, and its number of mines."""
    form = front.form
    first = [sum(form.sizes[:box]) for box in range(len(form.sizes))]
    found: list[tuple[tuple[int, ...], int, int]] = [(form.needs, 0, 0)]
    room = [sum([form.sizes[box] for box in row]) for row in form.rows]
    # Clue by clue, so that each clue is complete early and wrong partial layouts end early.
    for box in dict.fromkeys(box for row in form.rows for box in row):
        size = form.sizes[box]
        rows = [row for row, members in enumerate(form.rows) if box in members]
        for row in rows:
            room[row] -= size
        longer = []
        for needs, mask, mines in found:
            for n in range(size + 1):
                if all(0 <= needs[row] - n <= room[row] for row in rows):
                    after = tuple([need - n if row in rows else need for row, need in enumerate(needs)])
                    longer += [
                        (after, mask | sum([1 << index for index in chosen]), mines + n)
                        for chosen in combinations(range(first[box], first[box] + size), n)
                    ]
        found = longer
        if len(found) > most:
            raise TooHard(f"more than {most} beginnings of layouts")
    return [(mask, mines) for _, mask, mines in found]


@dataclass(frozen=True, slots=True)
class BestMove:
    """A best move: the index of its cell, the number of layouts won with it, and the number of all layouts."""

    cell: int
    wins: int
    layouts: int


class EndGame:
    """Searches for the best move over ``layouts``: whole numbers with a bit set for each mine among ``cells`` cells.

    ``clue(cell, layout)`` returns the clue that a safe cell shows in a layout. ``nodes``: the limit on positions.
    ``poll`` is called every few milliseconds; an exception that it raises ends the search.

    >>> layouts = [0b001, 0b010, 0b100]  # one mine in a row of three
    >>> around = (0b010, 0b101, 0b010)
    >>> game = EndGame(3, layouts, lambda cell, layout: (layout & around[cell]).bit_count())
    >>> game.best()
    BestMove(cell=0, wins=2, layouts=3)
    """

    def __init__(
        self,
        cells: int,
        layouts: Sequence[int],
        clue: Callable[[int, int], int],
        nodes: int = NODES,
        poll: Poll = never_interrupt,
    ) -> None:
        self._all = (1 << len(layouts)) - 1
        self._mine_layouts: list[int] = []
        self._layouts_by_clue: list[tuple[int, ...]] = []
        for cell in range(cells):
            by_clue: dict[int, int] = {}
            bit = 1
            for layout in layouts:
                value = -1 if layout >> cell & 1 else clue(cell, layout)
                by_clue[value] = by_clue.get(value, 0) | bit
                bit <<= 1
            self._mine_layouts.append(by_clue.pop(-1, 0))
            self._layouts_by_clue.append(tuple(by_clue.values()))
        self._known_wins: dict[int, int] = {}
        self._nodes = nodes
        self._poll = poll

    def best(self) -> BestMove:
        """Return the move with which perfect play wins most layouts; it opens a safe cell if one exists.

        Raises ``TooHard`` when the search takes more positions than allowed.
        Source: exhaustive search with memory, as in Studholme, Minesweeper as a constraint satisfaction problem, 2000.
        """
        wins, cell = self._best_of(self._all)
        free = [cell for cell, mines in enumerate(self._mine_layouts) if not mines]
        if free and cell not in free:
            cell = free[0]  # it costs nothing
        return BestMove(cell, wins, self._all.bit_count())

    def _wins(self, possible: int) -> int:
        """Return how many of the ``possible`` layouts perfect play wins."""
        if not possible & (possible - 1):
            return 1
        won = self._known_wins.get(possible)
        if won is None:
            self._nodes -= 1
            if self._nodes < 0:
                raise TooHard("the end game takes more positions than allowed")
            if not self._nodes % _POLL_INTERVAL:
                self._poll()
            won = self._known_wins[possible] = self._best_of(possible)[0]
        return won

    def _best_of(self, possible: int) -> tuple[int, int]:
        """Return how many of the ``possible`` layouts perfect play wins, and the cell that it opens first."""
        guesses: list[tuple[int, int]] = []
        for cell, mines in enumerate(self._mine_layouts):
            lost = mines & possible
            if lost:
                if lost != possible:
                    guesses.append((lost.bit_count(), cell))
                continue
            parts = [part for shown in self._layouts_by_clue[cell] if (part := shown & possible)]
            if len(parts) > 1:
                # A safe cell that can show different clues costs nothing, so it is opened first.
                return sum(map(self._wins, parts)), cell
        layouts = possible.bit_count()
        best = choice = 0
        for lost, cell in sorted(guesses):
            won = layouts - lost
            if won <= best:
                break
            for shown in self._layouts_by_clue[cell]:
                part = shown & possible
                if part:
                    won += self._wins(part) - part.bit_count()
                    if won <= best:
                        break
            else:
                best, choice = won, cell
        # There is nothing to guess where every cell is a mine.
        return best or layouts, choice
