"""Draws random layouts, uniformly among all that agree with a position, without listing them.

Method: First the number of mines in each front is drawn, weighted by the number of ways to fill all other fronts and
the cells away from the frontier. Then each front is filled with the tables that ``front_count`` uses for counting, from
the last box back to the first: the number of mines in a box is drawn with the number of ways that lead there as its
weight. All weights are whole numbers, so every layout is exactly equally likely.
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
from minesweeper_qt.model.errors import CellError, InconsistentPosition, Poll, never_interrupt
from minesweeper_qt.model.exact.front_count import Tables, tables_of
from minesweeper_qt.model.exact.frontier import MINE, SAFE, Front, Frontier
from minesweeper_qt.model.exact.probability import COUNT_BUDGET, times


def draw_layout(
    position: Position, random: Random, given: Mapping[Cell, int], poll: Poll = never_interrupt
) -> frozenset[Cell]:
    """Return the mines of a layout that agrees with ``position``, all such layouts equally likely.

    >>> sorted(draw_layout(Position(1, 4, 2, {(0, 1): 1}), Random(1), given={(0, 0): 1}))
    [(0, 0), (0, 3)]

    ``given`` fixes covered cells as mines (1) or as safe (0) in the layout. Raises ``InconsistentPosition``,
    ``TooHard`` or ``CellError`` as ``Sampler`` does. A ``Sampler`` draws many layouts of one position in less time.
    """
    return Sampler(position, given, poll=poll).draw(random)


class Sampler:
    """Draws layouts that agree with ``position`` and with the covered cells in ``given``: 1 for a mine, 0 for safe.

    >>> sampler = Sampler(Position(1, 3, 1, {(0, 1): 1}))
    >>> sampler.layouts
    2
    >>> sorted({min(sampler.draw(Random(seed))) for seed in range(9)})
    [(0, 0), (0, 2)]

    ``layouts``: the number of such layouts. Raises ``InconsistentPosition`` when no such layout exists, ``TooHard``
    when counting them would take more than ``budget`` state transitions, ``CellError`` for a given cell that is not
    covered, and whatever ``poll`` raises, which is called every few milliseconds during the count.
    Source: sampling backwards through the tables of a count, Wilf, A unified setting for sequencing, ranking, and
    selection algorithms for combinatorial objects, Advances in Mathematics 24, 1977.
    """

    def __init__(
        self,
        position: Position,
        given: Mapping[Cell, int] = MappingProxyType({}),
        budget: int = COUNT_BUDGET,
        poll: Poll = never_interrupt,
    ) -> None:
        frontier = _frontier(position, given)
        self._cells = position.board.cells
        known = frontier.known
        self._mines = [cell for cell, status in enumerate(known) if status == MINE]
        self._away = [cell for cell, status in enumerate(known) if not status and cell not in frontier.clues_of]
        self._fronts: list[tuple[Front, Tables, int]] = []
        left = position.mines - frontier.mines
        factors: list[list[int]] = []
        for front in frontier.fronts:
            tables = tables_of(front.form, budget, poll)
            budget -= tables.work
            least, ways = tables.ways()
            if not ways:
                raise _no_layout()
            left -= least
            self._fronts.append((front, tables, least))
            factors.append(ways)
        # Polynomials in the number of mines: one for each front, for each pair of fronts, and so on up to all of them.
        self._product_tree = [factors or [[1]]]
        while len(self._product_tree[-1]) > 1:
            self._product_tree.append(
                [times(pair[0], pair[1]) if len(pair) == 2 else pair[0] for pair in _pairs(self._product_tree[-1])]
            )
        away = len(self._away)
        self._left = left
        self._weights = [
            ways * (comb(away, left - n) if left >= n else 0) for n, ways in enumerate(self._product_tree[-1][0])
        ]
        self.layouts = sum(self._weights)
        if not self.layouts:
            raise _no_layout()

    def draw(self, random: Random) -> frozenset[Cell]:
        """Return the mines of a random layout, all layouts equally likely."""
        total = _pick(self._weights, random)
        mines = [*self._mines, *random.sample(self._away, self._left - total)]
        for (front, tables, least), more in zip(self._fronts, self._shares(total, random), strict=False):
            for cells, inside in zip(front.boxes, _filled(front, tables, least + more, random), strict=True):
                mines += random.sample(cells, inside)
        return frozenset([self._cells[mine] for mine in mines])

    def _shares(self, total: int, random: Random) -> list[int]:
        """Draw how the fronts share ``total`` mines; return for each front its mines above its least number.

        The total is split down the product tree, between the two halves of each pair, down to single fronts.
        """
        shares = [total]
        for factors in reversed(self._product_tree[:-1]):
            pairs = zip(shares, _pairs(factors), strict=True)
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
    """Draw the number of mines in each box of a front that has ``mines`` in all, from the last box to the first."""
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
    """Return a random index, with a probability proportional to its weight."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random.randrange(sums[-1]))


def _pairs(polynomials: list[list[int]]) -> list[list[list[int]]]:
    """Return the first two, the next two and so on; the last group may have only one."""
    return [polynomials[n : n + 2] for n in range(0, len(polynomials), 2)]


def _no_layout() -> InconsistentPosition:
    return InconsistentPosition("no layout agrees with this position and what is given")
