"""Finds 50/50 pairs and blocks, whose cells no clue can ever distinguish, and computes how much a cell depends on them.

Two neighbouring cells, one of them a mine, touch almost the same cells. If the few cells that only one of them touches
are all mines (or off the board), no clue can ever show which of the two is the mine. The same holds for two mines on
either diagonal of a 2x2 block, if the cells at its outer corners are mines. Half of all such layouts are lost, whatever
else is played. So the real risk is lower than the chance of a mine for a cell that must be a mine for the pair to be
real, and for the cells of the pair itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from minesweeper_qt.model.exact.frontier import COVERED, MINE, Frontier, neighbour_table
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.strategy.look_ahead import LookAhead

_WORTH_COUNTING = 0.004
"""The chance below which a pair or block is left out, estimated from the chances of the cells around it."""

_POLL_INTERVAL = 100
"""The number of cells between two calls of ``poll``: some milliseconds of work."""

Structure = tuple[list[int], tuple[int, ...], tuple[int, ...]]
"""The cells that must be mines, then two sets of cells: all cells of one are mines, and none of the other."""


def fifty_fifty_shares(
    frontier: Frontier,
    shapes: ShapeTable,
    look_ahead: LookAhead,
    risk: Mapping[int, float],
    poll: Poll | None = None,
) -> dict[int, float]:
    """Return for cells, by number, the share of layouts with a 50/50 pair or block that a safe outcome would remove.

    These are the cells of the pair or block, which a safe outcome decides, and the cells that must be mines for it,
    where a safe outcome rules it out. The share is from 0 to 1 for each pair or block, and added up over all of them.
    ``shapes`` is the table for this size of board; ``risk`` is the chance of each undetermined cell to be a mine.
    Raises ``TooHard`` as counting does, and whatever ``poll`` raises, which is called every few milliseconds.

    >>> from minesweeper_qt.model.exact.probability import Engine
    >>> from minesweeper_qt.model.board.position import Position
    >>> engine = Engine()
    >>> risk = {cell: mines / ways for cells, mines, ways in engine.solve(Position(1, 2, 1)).groups for cell in cells}
    >>> look_ahead = LookAhead(engine.frontier, 1, engine.counter.count)
    >>> fifty_fifty_shares(engine.frontier, shape_table(1, 2), look_ahead, risk)
    {0: 1.0, 1: 1.0}
    """
    found: dict[int, float] = {}
    for walls, one, other in _structures(frontier, shapes, risk, poll):
        forced = dict.fromkeys(walls, 1)
        share = 0.0
        for mines, free in ((one, other), (other, one)):
            share += look_ahead.share({**forced, **dict.fromkeys(mines, 1), **dict.fromkeys(free, 0)})
        if share:
            for cell in (*walls, *one, *other):
                found[cell] = found.get(cell, 0.0) + share
    return found


def _structures(
    frontier: Frontier, shapes: ShapeTable, risk: Mapping[int, float], poll: Poll | None
) -> Iterator[Structure]:
    """Yield the pairs and blocks that are possible in this position, and likely enough to be counted."""
    known = frontier.known
    for place, cell in enumerate(risk):
        if poll is not None and not place % _POLL_INTERVAL:
            poll()
        for distinguishing, one, other in shapes(cell):
            walls = []
            chance = 1.0
            for wall in distinguishing:
                if known[wall] == COVERED:
                    chance *= risk[wall]
                    if chance < _WORTH_COUNTING:
                        break
                    walls.append(wall)
                elif known[wall] != MINE:
                    break
            else:
                if not any(known[place] for place in (*one, *other)):
                    yield walls, one, other


class ShapeTable:
    """The pairs and the block that begin at each cell of a board, each with the cells that distinguish its two ways."""

    def __init__(self, height: int, width: int) -> None:
        self._around = neighbour_table(height, width)
        self._width = width
        self._found: list[tuple[Structure, ...] | None] = [None] * (height * width)

    def __call__(self, cell: int) -> tuple[Structure, ...]:
        """Return the pairs and the block that extend from ``cell`` to the right and down."""
        found = self._found[cell]
        if found is None:
            right, below = cell + 1, cell + self._width
            has_right = right % self._width > 0
            has_below = below < len(self._found)
            shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
            if has_right:
                shapes.append(((cell,), (right,)))
            if has_below:
                shapes.append(((cell,), (below,)))
            if has_right and has_below:
                shapes.append(((cell, below + 1), (right, below)))
            found = self._found[cell] = tuple((self._distinguishing(one, other), one, other) for one, other in shapes)
        return found

    def _distinguishing(self, one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
        """Return the cells outside whose clue would differ between mines in ``one`` and mines in ``other``."""
        seen: dict[int, int] = {}
        for cells, way in ((one, 1), (other, -1)):
            for cell in cells:
                for place in self._around(cell):
                    seen[place] = seen.get(place, 0) + way
        return [place for place, difference in seen.items() if difference and place not in one and place not in other]


@lru_cache(maxsize=16)
def shape_table(height: int, width: int) -> ShapeTable:
    """Return the table of shapes for a board of ``height`` x ``width`` cells; boards of the same size share it."""
    return ShapeTable(height, width)
