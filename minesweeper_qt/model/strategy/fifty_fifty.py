"""Pairs and blocks of cells that nothing outside can ever tell apart, and what they make a cell worth.

Two neighbours, one of them a mine, touch the same cells but for a few; when those few are all mines (or off the board),
no clue will ever say which of the two it is. So it is with two mines across a 2x2 block, either way, when the cells at
its outer corners are mines. Half of such layouts are lost in the end, whatever is played before: so a cell that could
make the pair real by being a mine risks less than its chance says, and so does a cell of the pair itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from minesweeper_qt.model.exact.frontier import COVERED, MINE, Frontier, neighbour_table
from minesweeper_qt.model.strategy.look_ahead import LookAhead

_WORTH_COUNTING = 0.004
"""Pairs less likely than this, by the chances of the cells around them, are left out."""

Structure = tuple[list[int], tuple[int, ...], tuple[int, ...]]
"""Cells that must be mines, and the two sets of cells of which one holds all mines, the other none."""


def stakes(
    frontier: Frontier, shapes: ShapeTable, look_ahead: LookAhead, risk: Mapping[int, float]
) -> dict[int, float]:
    """Return for cells by number the share of layouts with a pair or block that a safe outcome there would rule out.

    ``shapes`` are those of the board, ``risk`` is each undetermined cell's chance to be a mine. Raises ``TooHard`` as
    counting does.

    >>> from minesweeper_qt.model.exact.probability import Engine
    >>> from minesweeper_qt.model.board.position import Position
    >>> engine = Engine()
    >>> risk = {cell: mines / ways for cells, mines, ways in engine.solve(Position(1, 2, 1)).groups for cell in cells}
    >>> stakes(engine.frontier, shape_table(1, 2), LookAhead(engine.frontier, 1, engine.counter.count), risk)
    {0: 1.0, 1: 1.0}
    """
    found: dict[int, float] = {}
    for walls, one, other in _structures(frontier, shapes, risk):
        forced = dict.fromkeys(walls, 1)
        share = 0.0
        for mines, free in ((one, other), (other, one)):
            share += look_ahead.share({**forced, **dict.fromkeys(mines, 1), **dict.fromkeys(free, 0)})
        if share:
            for cell in (*walls, *one, *other):
                found[cell] = found.get(cell, 0.0) + share
    return found


def _structures(frontier: Frontier, shapes: ShapeTable, risk: Mapping[int, float]) -> Iterator[Structure]:
    known = frontier.known
    for cell in risk:
        for telling, one, other in shapes(cell):
            walls = []
            chance = 1.0
            for place in telling:
                if known[place] == COVERED:
                    chance *= risk[place]
                    if chance < _WORTH_COUNTING:
                        break
                    walls.append(place)
                elif known[place] != MINE:
                    break
            else:
                if not any(known[place] for place in (*one, *other)):
                    yield walls, one, other


class ShapeTable:
    """The pairs and the block that begin at a cell, each with the cells that tell its two ways apart."""

    def __init__(self, height: int, width: int) -> None:
        self._around = neighbour_table(height, width)
        self._width = width
        self._found: list[tuple[Structure, ...] | None] = [None] * (height * width)

    def __call__(self, cell: int) -> tuple[Structure, ...]:
        """Return them for ``cell``, whose structures reach right and down."""
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
            found = self._found[cell] = tuple((self._telling(one, other), one, other) for one, other in shapes)
        return found

    def _telling(self, one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
        seen: dict[int, int] = {}
        for cells, way in ((one, 1), (other, -1)):
            for cell in cells:
                for place in self._around(cell):
                    seen[place] = seen.get(place, 0) + way
        return [place for place, more in seen.items() if more and place not in one and place not in other]


@lru_cache(maxsize=16)
def shape_table(height: int, width: int) -> ShapeTable:
    """Return the shapes of a board of this size."""
    return ShapeTable(height, width)
