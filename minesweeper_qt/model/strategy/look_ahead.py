"""Looks one move ahead: computes the lowest risks in the position that follows each clue a cell may show.

The results are exact within the precision of floats. Only the fronts that contain the cell or its neighbours are
counted again; the others keep their counts, with new weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import comb, ldexp
from operator import mul
from typing import NamedTuple

from minesweeper_qt.model.exact.front_count import Form, FrontCount, connect, mentions
from minesweeper_qt.model.exact.frontier import MINE, Front, Frontier

CountFront = Callable[[Form], FrontCount]
"""A function that counts the ways to fill a front."""


class ClueOutcome(NamedTuple):
    """The outcome of opening a cell that shows ``clue``.

    ``chance``: the weight of this clue; the chances of all clues of one cell have the same, arbitrary unit.
    ``risks``: the two lowest risks, from 0 to 1, of the cells that are still covered; 1.0 in place of a missing cell.
    """

    clue: int
    chance: float
    risks: tuple[float, float]


class _Part:
    """A front with its counts as floats, in units of two to the power of ``bits``; ``marked`` is ``with_mine``."""

    __slots__ = ("bits", "boxes", "least", "marked", "ways")

    def __init__(self, front: Front, count: FrontCount) -> None:
        self.boxes = front.boxes
        self.least = count.least
        self.bits = max(count.ways).bit_length()
        unit = 1 << self.bits
        self.ways = [ways / unit for ways in count.ways]
        self.marked = [[ways / unit for ways in marked] for marked in count.with_mine]


class LookAhead:
    """Computes the outcomes of a move in the position of ``frontier``, on a board with ``mines`` mines in all.

    ``count`` counts the ways to fill a front. The fronts of ``frontier`` itself must have been counted already.
    """

    def __init__(self, frontier: Frontier, mines: int, count: CountFront) -> None:
        self.frontier = frontier
        self._count = count
        self._left = mines - frontier.mines
        self._fronts = list(frontier.fronts)
        self._parts = [_Part(front, front.count) for front in self._fronts if front.count is not None]
        self._front_of = {
            cell: index for index, front in enumerate(self._fronts) for box in front.boxes for cell in box
        }
        self._away = frontier.undetermined - len(self._front_of)
        self._products: dict[frozenset[int], tuple[int, list[float]]] = {}
        self._binomials: dict[int, list[float]] = {}
        self._shares: dict[tuple[int, int], float] = {}
        self._least_away = max(self._left - len(self._front_of) - 9, 0)
        """A lower bound on the number of mines away from the frontier."""
        # The largest number of ways to fill the cells away from the frontier. Divided by this unit, numbers of ways
        # don't overflow, and don't become 0 where they matter.
        self._unit = comb(self._away, min(max(self._away // 2, self._least_away), max(self._left, 0), self._away))

    def outcomes(self, cell: int) -> list[ClueOutcome]:
        """Return the possible outcomes of opening ``cell``, one for each clue; empty if it can't be safe.

        Raises ``TooHard`` as ``count`` does.
        """
        known = self.frontier.known
        near = self.frontier.around(cell)
        shown = [other for other in near if not known[other]]
        base = sum([known[other] == MINE for other in near])
        opened = (cell, *shown)
        touched = frozenset([self._front_of[other] for other in opened if other in self._front_of])
        away = self._away - sum([other not in self._front_of for other in opened])
        fronts = self._fronts_with({cell: 0}, touched, {cell: shown} if shown else {})
        if fronts is None:
            return []
        last = fronts[0] if shown else None
        parts = []
        for front in fronts:
            if front is not last:
                count = self._count(front.form)
                if not count.ways:
                    return []
                parts.append(_Part(front, count))
        bits = sum([self._parts[index].bits for index in touched])
        if last is None:
            return self._outcomes_with_clue(base, parts, touched, away, bits)
        found = []
        needs = last.form.needs[1:]
        for more in range(len(shown) + 1):
            count = self._count(last.form._replace(needs=(more, *needs)))
            if count.ways:
                found += self._outcomes_with_clue(base + more, [*parts, _Part(last, count)], touched, away, bits)
        return found

    def share(self, forced: Mapping[int, int]) -> float:
        """Return the share of layouts, from 0 to 1, that agree with ``forced``.

        ``forced`` maps undetermined cells to 1 for a mine, 0 for safe.
        """
        touched = frozenset([self._front_of[cell] for cell in forced if cell in self._front_of])
        away = self._away - sum([cell not in self._front_of for cell in forced])
        if touched:
            return self._ways_with(forced, touched, away) / self._all_ways
        # Cells away from the frontier are all equivalent, so only their numbers matter.
        key = (away, sum(forced.values()))
        found = self._shares.get(key)
        if found is None:
            found = self._shares[key] = self._ways_with(forced, touched, away) / self._all_ways
        return found

    @cached_property
    def _all_ways(self) -> float:
        """The number of all layouts, in the common unit."""
        return self._ways_with({}, frozenset(), self._away)

    def _ways_with(self, forced: Mapping[int, int], touched: frozenset[int], away: int) -> float:
        """Return the number of layouts that agree with ``forced``, in the common unit.

        ``touched``: the indices of the fronts with forced cells. ``away``: the number of other cells away from the
        frontier.
        """
        bits = -sum([self._parts[index].bits for index in touched])
        least, ways = self._product_without(touched)
        fronts = self._fronts_with(forced, touched, {})
        if fronts is None:
            return 0.0
        for front in fronts:
            count = self._count(front.form)
            if not count.ways:
                return 0.0
            part = _Part(front, count)
            bits += part.bits
            least += part.least
            ways = _product(ways, part.ways)
        left = self._left - least - sum(forced.values())
        binomials = self._binomial(away)
        return ldexp(sum([more * binomials[left - n] for n, more in enumerate(ways) if 0 <= left - n <= away]), bits)

    def _fronts_with(
        self, forced: Mapping[int, int], touched: Iterable[int], shown: Mapping[int, list[int]]
    ) -> list[Front] | None:
        """Return the fronts that replace the ``touched`` ones when cells are ``forced``; ``None`` if they can't be.

        ``shown``: the undetermined cells around a new clue, if there is one. Its front comes first; the need of this
        clue is 0, to be replaced by the caller.
        """
        frontier = self.frontier
        cells_of: dict[int, list[int]] = {}
        need: dict[int, int] = {}
        for index in touched:
            for clue in self._fronts[index].clues:
                around = frontier.cells_of[clue]
                left = frontier.need[clue] - sum([forced.get(cell, 0) for cell in around])
                cells = [cell for cell in around if cell not in forced]
                if not 0 <= left <= len(cells):
                    return None
                if cells:
                    cells_of[clue] = cells
                    need[clue] = left
        clues = [*shown, *cells_of]
        cells_of.update(shown)
        need.update(dict.fromkeys(shown, 0))
        return connect(cells_of, need, mentions(cells_of), clues)

    def _outcomes_with_clue(
        self, clue: int, parts: list[_Part], touched: frozenset[int], away: int, bits: int
    ) -> list[ClueOutcome]:
        """Return the outcome with ``clue`` when ``parts`` replace the ``touched`` fronts; none if it is impossible.

        ``away``: the number of cells away from the frontier then. ``bits``: the sum of the units of the touched fronts.
        """
        least, ways = 0, [1.0]
        for part in parts:
            ways = _product(ways, part.ways)
            least += part.least
        shift, others = self._product_without(touched)
        left = self._left - least - shift
        binomials = self._binomial(away)
        size = len(others)
        # Entry n: the ways to fill the cells away from the frontier when the fronts have n mines more than their least.
        ways_away = [binomials[left - n] if 0 <= left - n <= away else 0.0 for n in range(len(ways) + size - 1)]
        weights = [sum(map(mul, others, ways_away[n : n + size])) for n in range(len(ways))]
        total = sum(map(mul, ways, weights))
        if not total > 0:
            return []
        risks = [1.0, 1.0]
        for number, part in enumerate(parts):
            rest = [1.0]
            for other in (*parts[:number], *parts[number + 1 :]):
                rest = _product(rest, other.ways)
            risks += _risks(part, rest, weights, total)
        here = [sum(map(mul, ways, ways_away[n : n + len(ways)])) for n in range(size)]
        for index, part in enumerate(self._parts):
            if index not in touched:
                _, rest = self._product_without(touched | {index})
                risks += _risks(part, rest, here, total)
        if away:
            mines = [more * (left - n) for n, more in enumerate(ways_away)]
            risks += [sum(map(mul, _product(ways, others), mines)) / total / away] * min(away, 2)
        chance = ldexp(total, sum([part.bits for part in parts]) - bits)
        first, second, *_ = sorted(risks)
        return [ClueOutcome(clue, chance, (first, second))]

    def _product_without(self, out: frozenset[int]) -> tuple[int, list[float]]:
        """Return the sum of the least numbers of mines, and the product of the ways, of all fronts except ``out``."""
        found = self._products.get(out)
        if found is None:
            least, product = 0, [1.0]
            for index, part in enumerate(self._parts):
                if index not in out:
                    least += part.least
                    product = _product(product, part.ways)
            found = self._products[out] = (least, product)
        return found

    def _binomial(self, away: int) -> list[float]:
        """Return ``comb(away, n)`` for all n up to the number of mines left, in the common unit."""
        found = self._binomials.get(away)
        if found is None:
            most = min(away, self._left)
            found = [0.0] * (away + 1)
            for n in range(self._least_away, most + 1):
                found[n] = comb(away, n) / self._unit
            self._binomials[away] = found
        return found


def _risks(part: _Part, rest: list[float], weights: list[float], total: float) -> list[float]:
    """Return the risks of the cells of a front, of each box once or twice: the two lowest are among them.

    ``rest``: the product of the ways of the fronts that ``weights`` does not include yet.
    """
    if len(rest) > 1 or rest[0] != 1:
        weights = [sum(map(mul, rest, weights[n : n + len(rest)])) for n in range(len(part.ways))]
    found = []
    for cells, marked in zip(part.boxes, part.marked, strict=True):
        found += [sum(map(mul, marked, weights)) / total] * min(len(cells), 2)
    return found


def _product(one: list[float], other: list[float]) -> list[float]:
    """Return the product of two polynomials with float coefficients."""
    if len(one) == 1:
        return [one[0] * x for x in other]
    if len(other) == 1:
        return [other[0] * x for x in one]
    found = [0.0] * (len(one) + len(other) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            found[i + j] += x * y
    return found
