"""One move ahead: what a position would look like after a cell shows a clue.

Exact as the probabilities are, but in floats, and only the fronts that the cell or its neighbours belong to are counted
anew: the others keep their counts and change their weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from operator import mul

from minesweeper_qt.model.front_count import Form, FrontCount
from minesweeper_qt.model.frontier import MINE, Front, Frontier, connect

Counter = Callable[[Form], FrontCount]


@dataclass(frozen=True, slots=True)
class After:
    """After a clue: its chance, and the lowest chances of the cells left to be mines (0 when one is safe).

    ``safe`` is how many covered cells are safe then.
    """

    clue: int
    chance: float
    risks: tuple[float, float]
    safe: int


class Outlook:
    """The positions one move after the one of ``frontier``, whose fronts must have been counted."""

    def __init__(self, frontier: Frontier, mines: int, count: Counter) -> None:
        self._frontier = frontier
        self._count = count
        self._left = mines - frontier.mines
        self._fronts = list(frontier.fronts)
        self._index = {front: index for index, front in enumerate(self._fronts)}
        self._front_of: dict[int, int] = {}
        for index, front in enumerate(self._fronts):
            for box in front.boxes:
                for cell in box:
                    self._front_of[cell] = index
        self._ways: list[list[float]] = []
        self._marked: list[list[list[float]]] = []
        for front in self._fronts:
            assert front.count is not None
            ways, marked = _floats(front.count)
            self._ways.append(ways)
            self._marked.append(marked)
        self._away = frontier.undetermined - len(self._front_of)
        self._others: dict[frozenset[int], tuple[int, list[float]]] = {}
        self._binomials: dict[int, list[float]] = {}
        self._unit = comb(self._away, min(max(self._left, 0), self._away) // 2 + 1) or 1

    def after(self, cell: int) -> list[After]:
        """Return what can come of opening ``cell``, a clue at a time; the chances add up to that of surviving.

        Raises ``TooHard`` as counting does.
        """
        frontier = self._frontier
        known = frontier.known
        near = frontier.around(cell)
        shown = [other for other in near if not known[other]]
        base = sum([known[other] == MINE for other in near])
        touched = {self._front_of[other] for other in (cell, *shown) if other in self._front_of}
        away = self._away - sum([other not in self._front_of for other in (cell, *shown)])
        fronts, last = self._apart(cell, shown, touched)
        rest = frozenset(touched)
        fixed: list[tuple[Front, FrontCount]] = []
        for front in fronts:
            if front is not last:
                count = self._count(front.form)
                if not count.ways:
                    return []
                fixed.append((front, count))
        found: list[tuple[int, float, float, float, int]] = []
        total = 0.0
        for clue in range(base, base + len(shown) + 1):
            counts = fixed
            if last is not None:
                needs = last.form.needs
                form = last.form._replace(needs=(clue - base, *needs[1:]))
                count = self._count(form)
                if not count.ways:
                    continue
                counts = [*fixed, (last, count)]
            weight, first, second, safe = self._weigh(counts, rest, away)
            if weight:
                found.append((clue, weight, first, second, safe))
                total += weight
        return [After(clue, weight, (first, second), safe) for clue, weight, first, second, safe in found]

    def _apart(self, cell: int, shown: list[int], touched: set[int]) -> tuple[list[Front], Front | None]:
        """The touched fronts without ``cell`` and with its clue; that front by itself, its clue standing first."""
        frontier = self._frontier
        cells_of: dict[int, list[int]] = {}
        clues_of: dict[int, list[int]] = {}
        need: dict[int, int] = {}
        order: list[int] = []
        if shown:
            cells_of[cell] = shown
            need[cell] = 0
            order.append(cell)
        for index in touched:
            for clue in self._fronts[index].clues:
                cells = [other for other in frontier.cells_of[clue] if other != cell]
                if cells:
                    cells_of[clue] = cells
                    need[clue] = frontier.need[clue]
                    order.append(clue)
                    for other in cells:
                        clues_of.setdefault(other, []).append(clue)
                elif frontier.need[clue]:
                    return [], None
        for other in shown:
            clues_of.setdefault(other, []).append(cell)
        fronts = connect(cells_of, need, clues_of, order)
        return fronts, fronts[0] if shown else None

    def _weigh(
        self, counts: list[tuple[Front, FrontCount]], touched: frozenset[int], away: int
    ) -> tuple[float, float, float, int]:
        """The ways, as a share of an arbitrary unit, and the two lowest risks and the number of safe cells then."""
        least, ways = 0, [1.0]
        parts = []
        for front, count in counts:
            own, marked = _floats(count)
            parts.append((front, own, marked))
            ways = _product(ways, own)
            least += count.least
        shift, others = self._product_without(touched)
        left = self._left - least - shift
        binomials = self._binomial(away)
        # For each number of mines that the touched fronts have above their least: the ways of everything else.
        away_ways = [binomials[left - n] if 0 <= left - n <= away else 0.0 for n in range(len(ways) + len(others) - 1)]
        size = len(others)
        weights = [sum(map(mul, others, away_ways[n : n + size])) for n in range(len(ways))]
        total = sum(map(mul, ways, weights))
        if not total > 0:
            return 0.0, 1.0, 1.0, 0
        lowest = [1.0, 1.0]
        safe = 0

        def note(risk: float, cells: int) -> None:
            nonlocal safe
            if risk <= 0:
                safe += cells
            if risk < lowest[1]:
                if risk < lowest[0]:
                    lowest[1] = lowest[0] if cells == 1 else risk
                    lowest[0] = risk
                else:
                    lowest[1] = risk

        for number, (front, own, marked) in enumerate(parts):
            if len(parts) == 1:
                mine = weights
            else:
                rest = [1.0]
                for other, (_, theirs, _) in enumerate(parts):
                    if other != number:
                        rest = _product(rest, theirs)
                mine = [sum(map(mul, rest, weights[n : n + len(rest)])) for n in range(len(own))]
            for cells, with_mine in zip(front.boxes, marked, strict=True):
                note(sum(map(mul, with_mine, mine)) / total, len(cells))
        here = [sum(map(mul, ways, away_ways[n : n + len(ways)])) for n in range(size)]
        for index, front in enumerate(self._fronts):
            if index in touched:
                continue
            _, rest = self._product_without(touched | {index})
            mine = [sum(map(mul, rest, here[n : n + len(rest)])) for n in range(len(self._ways[index]))]
            for cells, with_mine in zip(front.boxes, self._marked[index], strict=True):
                note(sum(map(mul, with_mine, mine)) / total, len(cells))
        if away:
            expected = sum(map(mul, here, [w * (left - n) for n, w in enumerate(others)]))
            every = _product(ways, others)
            expected = sum([w * b * (left - n) for n, (w, b) in enumerate(zip(every, away_ways, strict=True))])
            note(expected / total / away, away)
        return total, lowest[0], lowest[1], safe

    def _product_without(self, touched: frozenset[int]) -> tuple[int, list[float]]:
        """The least number of mines of all fronts but these, and the product of their ways."""
        found = self._others.get(touched)
        if found is None:
            least, product = 0, [1.0]
            for index, front in enumerate(self._fronts):
                if index not in touched:
                    assert front.count is not None
                    least += front.count.least
                    product = _product(product, self._ways[index])
            found = self._others[touched] = (least, product)
        return found

    def _binomial(self, away: int) -> list[float]:
        """``comb(away, n)`` for all n, in the common unit."""
        found = self._binomials.get(away)
        if found is None:
            found = self._binomials[away] = [
                comb(away, n) / self._unit for n in range(min(away, max(self._left, 0)) + 1)
            ]
            found += [0.0] * (away + 1 - len(found))
        return found


def _floats(count: FrontCount) -> tuple[list[float], list[list[float]]]:
    return [float(ways) for ways in count.ways], [[float(ways) for ways in marked] for marked in count.with_mine]


def _product(one: list[float], other: list[float]) -> list[float]:
    if len(one) == 1:
        return [one[0] * x for x in other]
    if len(other) == 1:
        return [other[0] * x for x in one]
    found = [0.0] * (len(one) + len(other) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            found[i + j] += x * y
    return found
