"""Layouts drawn uniformly from all that agree with a position, without listing them.

How. The tables that count the ways to fill a front (``front_count``) also say how often each state occurs among them:
from the end back to the beginning, every box gets its number of mines with the weight of the ways that lead there. The
number of mines of each front comes before that, with the weight of the ways for all other fronts and for the cells away
from the frontier. All numbers are whole, so every layout has exactly the same chance.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import comb
from random import Random
from types import MappingProxyType

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import CellError, InconsistentPosition
from minesweeper_qt.model.exact.front_count import Poll, Tables, tables_of
from minesweeper_qt.model.exact.frontier import MINE, SAFE, Front, Frontier
from minesweeper_qt.model.exact.polynomial import times
from minesweeper_qt.model.exact.probability import COUNT_BUDGET

NOTHING: Mapping[Cell, int] = MappingProxyType({})


def draw_layout(
    position: Position, random: Random, given: Mapping[Cell, int] = NOTHING, poll: Poll | None = None
) -> frozenset[Cell]:
    """Return the mines of a layout that agrees with ``position``, all such layouts equally likely.

    >>> sorted(draw_layout(Position(1, 4, 2, {(0, 1): 1}), Random(1), given={(0, 0): 1}))
    [(0, 0), (0, 3)]

    ``given`` says of covered cells that they are mines (1) or safe (0) in it. Raises as ``Sampler``, which draws many
    layouts of one position in less time.
    """
    return Sampler(position, given, poll=poll).draw(random)


class Sampler:
    """Draws layouts that agree with ``position`` and, of covered cells, with ``given``: 1 for a mine, 0 for safe.

    >>> sampler = Sampler(Position(1, 3, 1, {(0, 1): 1}))
    >>> sampler.layouts
    2
    >>> sorted({min(sampler.draw(Random(seed))) for seed in range(9)})
    [(0, 0), (0, 2)]

    ``layouts``: how many there are. Raises ``InconsistentPosition`` when there is none, ``TooHard`` when it would take
    more than ``budget`` state transitions to count them, ``CellError`` for a given cell that is not covered, and what
    ``poll`` raises, which is called every few milliseconds of the count.
    Source: sampling backwards through the tables of a count, Wilf, A unified setting for sequencing, ranking, and
    selection algorithms for combinatorial objects, Advances in Mathematics 24, 1977.
    """

    def __init__(
        self,
        position: Position,
        given: Mapping[Cell, int] = NOTHING,
        budget: int = COUNT_BUDGET,
        poll: Poll | None = None,
    ) -> None:
        frontier = _frontier(position, given)
        self._cells = position.board.cells
        known = frontier.known
        self._mines = [cell for cell, what in enumerate(known) if what == MINE]
        self._away = [cell for cell, what in enumerate(known) if not what and cell not in frontier.clues_of]
        self._fronts: list[tuple[Front, Tables, int]] = []
        left = position.mines - frontier.mines
        level: list[list[int]] = []
        for front in frontier.fronts:
            tables = tables_of(front.form, budget, poll)
            budget -= tables.work
            least, ways = tables.ways()
            if not ways:
                raise _no_layout()
            left -= least
            self._fronts.append((front, tables, least))
            level.append(ways)
        # The ways of each front by its mines; of pairs of them, of pairs of pairs, and so on to all together.
        self._levels = [level or [[1]]]
        while len(self._levels[-1]) > 1:
            self._levels.append([times(*pair) if len(pair) == 2 else pair[0] for pair in _pairs(self._levels[-1])])
        away = len(self._away)
        self._left = left
        self._weights = [
            ways * (comb(away, left - n) if left >= n else 0) for n, ways in enumerate(self._levels[-1][0])
        ]
        self.layouts = sum(self._weights)
        if not self.layouts:
            raise _no_layout()

    def draw(self, random: Random) -> frozenset[Cell]:
        """Return the mines of a layout, all layouts equally likely."""
        together = _pick(self._weights, random)
        mines = [*self._mines, *random.sample(self._away, self._left - together)]
        for (front, tables, least), more in zip(self._fronts, self._shares(together, random), strict=False):
            for cells, inside in zip(front.boxes, _filled(front, tables, least + more, random), strict=True):
                mines += random.sample(cells, inside)
        return frozenset([self._cells[mine] for mine in mines])

    def _shares(self, together: int, random: Random) -> list[int]:
        """How many mines above its least each front has, of so many together: half by half, down to the single one."""
        shares = [together]
        for level in reversed(self._levels[:-1]):
            pairs = zip(shares, _pairs(level), strict=True)
            shares = []
            for share, (one, *rest) in pairs:
                for other in rest:
                    first = max(share - len(other) + 1, 0)
                    ways = [one[n] * other[share - n] for n in range(first, min(share, len(one) - 1) + 1)]
                    part = first + _pick(ways, random)
                    shares.append(part)
                    share -= part
                shares.append(share)
        return shares


def _frontier(position: Position, given: Mapping[Cell, int]) -> Frontier:
    width = position.width
    for cell in given:
        if position.board.cell(cell) in position.clues:
            raise CellError(f"{cell} is revealed; allowed are covered cells")
    frontier = Frontier(position.height, width)
    frontier.take([i * width + j for i, j in position.taken])
    for verdict in (MINE, SAFE):
        cells = [i * width + j for (i, j), is_mine in given.items() if bool(is_mine) == (verdict == MINE)]
        frontier.take(cells, verdict)
    frontier.add([(i * width + j, clue) for (i, j), clue in position.clues.items()])
    return frontier


def _filled(front: Front, tables: Tables, mines: int, random: Random) -> list[int]:
    """How many mines each box of a front has, of ``mines`` in all: backwards from the end."""
    order, steps, width, _ = tables
    mask = (1 << width) - 1
    filled = [0] * len(order)
    after = 0
    for box, (states, ways_on) in zip(reversed(order), reversed(steps[:-1]), strict=True):
        size = front.form.sizes[box]
        before = [(state, inside) for state, left, inside in ways_on if left == after]
        weights = [(states[state] >> (mines - inside) * width & mask) * comb(size, inside) for state, inside in before]
        after, filled[box] = before[_pick(weights, random)]
        mines -= filled[box]
    return filled


def _pick(weights: Sequence[int], random: Random) -> int:
    """An index, as likely as its weight says."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random.randrange(sums[-1]))


def _pairs(polynomials: list[list[int]]) -> list[list[list[int]]]:
    """The first two, the next two and so on; the last may be alone."""
    return [polynomials[n : n + 2] for n in range(0, len(polynomials), 2)]


def _no_layout() -> InconsistentPosition:
    return InconsistentPosition("no layout agrees with this position and what is given")
