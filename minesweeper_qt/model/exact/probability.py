"""The exact chance of every covered cell to be a mine, by counting all consistent layouts without listing them.

Method: Single clues settle the cells they can (``frontier``). The rest of the frontier splits into fronts that share no
clue. The ways to fill each front are counted separately, by its number of mines (``front_count``). The cells away from
the frontier can be filled in a binomial number of ways. The total number of mines connects these parts: the weight of a
count of one front is a coefficient of the product of all other parts, as polynomials in the number of mines.

Polynomials are lists of coefficients, that of x^0 first. For a product these are packed into one whole number, each in
enough bytes that none overflows (Kronecker substitution): one multiplication of two numbers with thousands of digits is
faster than many small ones.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb, gcd, prod
from typing import NamedTuple

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import InconsistentPosition, Poll, never_interrupt
from minesweeper_qt.model.exact.front_count import FrontCount, FrontCounter, combining_work
from minesweeper_qt.model.exact.frontier import MINE, SAFE, Front, Frontier

COUNT_BUDGET = 1_300_000
"""State transitions for one position before ``TooHard``: at most about a second, and 250 MB."""

ChanceGroup = tuple[list[int], int, int]
"""Cells by number that have the same chance, and that chance as numerator and denominator."""


class Probabilities:
    """The exact result for a position: the number of layouts and the chance of each covered cell to be a mine.

    ``position``: the position solved. ``layouts``: the number of layouts that agree with the position and its number of
    mines. ``groups``: the covered cells grouped by chance. ``probability[cell]``: the chance of each
    covered cell to be a mine, a ``Fraction``. ``safe`` and ``mines``: the covered cells that are mines in none and in
    all of the layouts, decided in whole numbers.

    >>> found = mine_probabilities(Position(1, 4, 1, {(0, 1): 1}))
    >>> dict(found.probability)
    {(0, 0): Fraction(1, 2), (0, 2): Fraction(1, 2), (0, 3): Fraction(0, 1)}
    >>> found.safe
    frozenset({(0, 3)})
    """

    def __init__(self, position: Position, layouts: int, groups: list[ChanceGroup]) -> None:
        self.position = position
        self.layouts = layouts
        self.groups = groups

    def __repr__(self) -> str:
        return f"<Probabilities: {self.layouts.bit_length()}-bit number of layouts, {len(self.groups)} chances>"

    @cached_property
    def probability(self) -> Mapping[Cell, Fraction]:
        """The exact chance of each covered cell to be a mine, in reading order."""
        groups = [(cells, Fraction(numerator, whole)) for cells, numerator, whole in self.groups]
        numbered = sorted((cell, chance) for cells, chance in groups for cell in cells)
        return {divmod(cell, self.position.width): chance for cell, chance in numbered}

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The covered cells that are safe in every consistent layout, as a frozen set."""
        return self._certain(0)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells that are mines in every consistent layout, as a frozen set."""
        return self._certain(1)

    def chances(self) -> dict[Cell, float]:
        """Return the chance of each covered cell as the nearest float; faster than ``probability`` for all cells.

        >>> mine_probabilities(Position(1, 3, 1, {(0, 1): 1})).chances()
        {(0, 0): 0.5, (0, 2): 0.5}
        """
        width = self.position.width
        found: dict[Cell, float] = {}
        for cells, numerator, denominator in self.groups:
            chance = numerator / denominator
            for cell in cells:
                found[divmod(cell, width)] = chance
        return found

    def _certain(self, sure: int) -> frozenset[Cell]:
        width = self.position.width
        groups = (cells for cells, numerator, whole in self.groups if numerator == sure * whole)
        return frozenset([divmod(cell, width) for cells in groups for cell in cells])


def mine_probabilities(position: Position, budget: int = COUNT_BUDGET) -> Probabilities:
    """Count the layouts that agree with ``position`` and return the exact chance of every covered cell to be a mine.

    >>> found = mine_probabilities(Position.from_text("3x2x2\\n1HH\\nHHH"))
    >>> found.layouts, found.probability[0, 1], found.probability[0, 2]
    (6, Fraction(1, 3), Fraction(1, 2))

    Raises ``InconsistentPosition`` when no layout agrees, and ``TooHard`` when the count would take more than
    ``budget`` state transitions. For lattices of isolated clues the work of every known method grows exponentially
    (the problem is #P-complete).
    Source: Kaye, Minesweeper is NP-complete, 2000; for the method see ``front_count``.
    """
    return Engine(budget).solve(position)


def chord_risk(engine: Engine, position: Position, cell: Cell, flags: Collection[Cell]) -> Fraction:
    """Return the chance that a chord around ``cell`` opens a mine, when there are as many ``flags`` around as its clue.

    >>> position = Position.from_text("3x3x2\\nHHH\\nH2H\\nHHH")
    >>> chord_risk(Engine(), position, (1, 1), [(0, 0), (0, 1)])
    Fraction(27, 28)

    It is safe exactly when all these flags are right. Where it opens several cells that may be mines, the chance of
    that is the product of the chances of its flags, each of which is taken for a mine before the chance of the next one
    is counted. The flags of ``position`` count for nothing. Raises as ``Engine.solve``. The method is our own.
    """
    exact = engine.solve(position).probability
    around = position.board.neighbours(cell) - position.clues.keys()
    risks = [exact[near] for near in around.difference(flags) if exact[near]]
    if len(risks) < 2:
        return sum(risks, Fraction(0))
    safe = Fraction(1)
    for flag in sorted(flag for flag in around.intersection(flags) if exact[flag] < 1):
        safe *= engine.solve(position).probability[flag]
        if not safe:
            break
        position = position.with_marks({flag: "M"})
    return 1 - safe


class Engine:
    """Solves a sequence of positions, and reuses the counts of unchanged fronts: in a game, most of them.

    ``counter``: counts the fronts. ``frontier``: the frontier of the position solved last, ``None`` before the first
    and after an error.

    >>> engine = Engine()
    >>> engine.solve(Position(1, 4, 1, {(0, 1): 1})).layouts
    2
    >>> engine.solve(Position(1, 4, 1, {(0, 1): 1, (0, 3): 0})).layouts
    1
    """

    def __init__(self, budget: int = COUNT_BUDGET) -> None:
        self.counter = FrontCounter(budget)
        self.frontier: Frontier | None = None
        self._size = (0, 0)
        self._clues: list[tuple[Cell, int]] = []
        self._taken: frozenset[Cell] = frozenset()

    def solve(self, position: Position) -> Probabilities:
        """Return the probabilities of ``position``; raise as ``mine_probabilities``. After an error it stays usable."""
        try:
            layouts, groups = chance_groups(position.mines, self._update_frontier(position), self.counter)
        except BaseException:
            # This includes an interruption (Ctrl-C): a half-finished frontier must not be used again.
            self.frontier = None
            raise
        return Probabilities(position, layouts, groups)

    def _update_frontier(self, position: Position) -> Frontier:
        """Return the frontier of ``position``; add only the new clues where it continues the last position."""
        size = (position.height, position.width)
        clues = list(position.clues.items())
        known = len(self._clues)
        frontier = self.frontier
        width = size[1]
        if frontier is None or size != self._size or position.taken != self._taken or self._clues != clues[:known]:
            known = 0
            frontier = self.frontier = Frontier(*size)
            if position.taken:
                frontier.take([i * width + j for i, j in position.taken])
        self._size, self._clues, self._taken = size, clues, position.taken
        frontier.add([(i * width + j, clue) for (i, j), clue in clues[known:]])
        return frontier


def chance_groups(mines: int, frontier: Frontier, counter: FrontCounter) -> tuple[int, list[ChanceGroup]]:
    """Return the number of layouts with this number of ``mines``, and the covered cells grouped by their chance.

    ``counter`` counts the fronts that have not been counted yet. Raises as ``mine_probabilities``.

    >>> frontier = Frontier(1, 4)
    >>> frontier.add([(1, 1)])
    >>> chance_groups(1, frontier, FrontCounter(COUNT_BUDGET))
    (2, [([0, 2], 1, 2), ([3], 0, 1)])
    """
    counter.begin()
    for front in frontier.fronts:
        if front.count is None:
            front.count = counter.count(front.form)
        else:
            counter.charge(front.count.work)
    return _combine(mines, frontier, counter)


def _combine(mines: int, frontier: Frontier, counter: FrontCounter) -> tuple[int, list[ChanceGroup]]:
    """Combine the counts of all fronts by the number of mines; charge the work to ``counter``."""
    left = mines - frontier.mines
    away = frontier.undetermined
    scale = 1
    varying: list[tuple[Front, FrontCount]] = []
    groups: list[ChanceGroup] = []
    known = frontier.known
    settled = [cell for cell, status in enumerate(known) if status == SAFE]
    if settled:
        groups.append((settled, 0, 1))
    if frontier.mines:
        groups.append(([cell for cell, status in enumerate(known) if status == MINE], 1, 1))
    for front in frontier.fronts:
        count = front.count
        assert count is not None
        away -= front.size
        if len(count.ways) > 1:
            varying.append((front, count))
            left -= count.least
        elif count.ways:
            (ways,) = count.ways
            scale *= ways
            left -= count.least
            groups += [(cells, marked, ways) for cells, (marked,) in zip(front.boxes, count.with_mine, strict=True)]
        else:
            raise InconsistentPosition(
                "no layout agrees with this position: clues that touch the same cells contradict"
            )
    ways_away, common = _ways_away(away, left, sum([len(count.ways) - 1 for _, count in varying]))
    polynomials = [count.ways for _, count in varying]
    longest = (sum(ways_away) * prod(map(sum, polynomials))).bit_length()
    counter.charge(combining_work(len(ways_away) * longest))
    sums, whole = sums_with_others(polynomials, ways_away, counter.poll)
    total = sum([ways * more for ways, more in zip(whole, ways_away, strict=True)])
    if not total:
        raise InconsistentPosition(
            f"no layout agrees with this position: its clues can't be had with {mines} mines in all"
        )
    for (front, count), weights in zip(varying, sums, strict=True):
        for cells, with_mine in zip(front.boxes, count.with_mine, strict=True):
            groups.append((cells, sum([ways * weight for ways, weight in zip(with_mine, weights, strict=True)]), total))
    if away:
        marked = sum([ways * more * (left - n) for n, (ways, more) in enumerate(zip(whole, ways_away, strict=True))])
        cells_of = frontier.clues_of
        cells = [cell for cell, status in enumerate(known) if not status and cell not in cells_of]
        groups.append((cells, marked, total * away))
    return total * common * scale, groups


def _ways_away(away: int, left: int, most: int) -> tuple[list[int], int]:
    """Return the ways to fill the cells away from the frontier if the fronts have 0 to ``most`` mines over their least.

    Only their ratios matter, and shorter numbers are faster to multiply: they are divided by the number that is
    returned second.
    """
    ways_away = [0] * (most + 1)
    # From one to the next by two short factors: this is faster than each on its own.
    ways = comb(away, left) if left > 0 else int(left == 0)
    for more in range(min(most, left) + 1):
        ways_away[more] = ways
        mines = left - more
        ways = ways * mines // (away - mines + 1) if mines <= away else comb(away, mines - 1)
    common = 0
    for ways in ways_away:
        common = gcd(common, ways)
    return [ways // (common or 1) for ways in ways_away], common


def times(one: Sequence[int], other: Sequence[int], poll: Poll = never_interrupt) -> list[int]:
    """Return the product of two polynomials.

    >>> times([1, 2], [3, 0, 4])
    [3, 6, 4, 8]
    """
    poll()
    size, most = len(one) + len(other) - 1, sum(one) * sum(other)
    if not most:
        return [0] * size
    width = most.bit_length() // 8 + 1
    return unpack(pack(one, width) * pack(other, width), width, size)


def sums_with_others(
    polynomials: Sequence[Sequence[int]], weights: Sequence[int], poll: Poll = never_interrupt
) -> tuple[list[list[int]], list[int]]:
    """Return the sums of ``weights`` over the product of all other polynomials, for each one; and the whole product.

    Entry ``n`` of the sums for a polynomial is the sum over ``m`` of coefficient ``m`` of the product of all others,
    times ``weights[n + m]``, for ``n`` from 0 to its degree. ``weights`` has as many entries as the whole product.

    >>> sums_with_others([[1, 2], [3, 4]], [1, 10, 100])
    ([[43, 430], [21, 210]], [3, 10, 8])

    Method: the polynomials are multiplied in a balanced tree; then the weights go down the tree, and are summed over
    the sibling at each branching. This takes a few multiplications of long numbers in place of one for each polynomial.
    Source: Bostan, Lecerf and Schost, Tellegen's principle into practice, 2003.
    """
    if not polynomials:
        return [], [1]
    tree = _product_tree(polynomials, poll)
    sums: list[list[int]] = []
    stack = [(tree, list(weights))]
    while stack:
        node, weights_here = stack.pop()
        if node.parts is None:
            sums.append(weights_here)
            continue
        first, second = node.parts
        stack.append((second, _sums_over(first.product, weights_here, len(second.product), poll)))
        stack.append((first, _sums_over(second.product, weights_here, len(first.product), poll)))
    return sums, list(tree.product)


class _ProductTree(NamedTuple):
    """The product of some polynomials, and the nodes of its two factors; ``None`` for a single polynomial."""

    product: Sequence[int]
    parts: tuple[_ProductTree, _ProductTree] | None = None


def _product_tree(polynomials: Sequence[Sequence[int]], poll: Poll) -> _ProductTree:
    """Return the tree of products of the ``polynomials``, in this order; the two parts of each are about as long."""
    if len(polynomials) == 1:
        return _ProductTree(polynomials[0])
    upto = list(accumulate(map(len, polynomials)))
    half = min(max(bisect(upto, upto[-1] // 2), 1), len(polynomials) - 1)
    first, second = _product_tree(polynomials[:half], poll), _product_tree(polynomials[half:], poll)
    return _ProductTree(times(first.product, second.product, poll), (first, second))


def _sums_over(other: Sequence[int], weights: Sequence[int], size: int, poll: Poll) -> list[int]:
    """Return entry ``n`` for ``n < size``: the sum over ``m`` of ``other[m] * weights[n + m]``."""
    return times(other[::-1], weights, poll)[len(other) - 1 :][:size]


def pack(coefficients: Sequence[int], width: int) -> int:
    """Return the value of the polynomial at 256 to the power of ``width``: its digits are the coefficients.

    >>> pack([1, 2], 1)
    513
    """
    return int.from_bytes(b"".join([coefficient.to_bytes(width, "little") for coefficient in coefficients]), "little")


def unpack(packed: int, width: int, size: int) -> list[int]:
    """Return the ``size`` coefficients, of ``width`` bytes each, that ``pack`` has packed: its inverse.

    >>> unpack(513, 1, 3)
    [1, 2, 0]
    """
    data = packed.to_bytes(width * size, "little")
    return [int.from_bytes(data[n : n + width], "little") for n in range(0, width * size, width)]
