"""Groups sentences that share cells into fronts, and counts the ways to fill a front with mines.

The frontier, the exact agent, the search for proofs and that for contradictions all count by it, whatever their
sentences and cells are: numbers, bits or pairs of row and column. The method is dynamic programming.

The boxes of a front are eliminated one after the other. A state consists of the number of mines that each clue still
needs; it maps to a polynomial whose coefficient of x^n is the number of ways so far that use n mines. A forward pass
starts at the numbers of the clues, a backward pass at zero. At each box, the product of their polynomials counts the
ways with a mine in it.

A polynomial is stored as one whole number: coefficient n stands ``n * width`` bits from the right, and ``width`` bits
can hold every count, so a product of polynomials is one multiplication. A state is stored as one whole number too, with
five bits for each clue: four for what it needs, and a guard bit that a subtraction below zero clears, so that all clues
are checked at once.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Generic, NamedTuple, TypeVar

from minesweeper_qt.model.errors import Poll, TooHard, never_interrupt

_ACCEPTABLE_STATES = 300.0
"""At this number of expected states or fewer, the search for a better order would cost more than it saves."""

MAX_NUMBERS = 1_000_000
"""The counts that are kept are cleared above this many numbers in them: about 50 MB."""

_BITS_PER_STEP = 4096
"""The unit of work by polynomial size: a state transition costs 1, and 1 more for this many bits of its polynomial."""

_MULTIPLIED_PER_STEP = 300
"""The unit of work in multiplications, see ``_multiplying``: as much as takes the time of a state transition."""

_POLL_INTERVAL = 2_000
"""The number of states between two calls of ``poll``: some milliseconds of work."""

_SLOT = 5
_GUARD = 1 << (_SLOT - 1)

_Item = TypeVar("_Item")


class Form(NamedTuple):
    """The shape of a front, without its place on the board.

    ``sizes``: the number of cells of each box. ``needs``: the number of mines that each clue needs. ``rows``: the boxes
    of each clue.
    """

    sizes: tuple[int, ...]
    needs: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FrontCount:
    """The numbers of ways to fill a front.

    ``ways[n]``: the number of ways with ``least + n`` mines in the whole front; empty if the front can't be filled.
    ``with_mine[b][n]``: the number of those ways in which one given cell of box ``b`` is a mine.
    ``work``: the cost of the count, in state transitions.
    """

    least: int
    ways: list[int]
    with_mine: list[list[int]]
    work: int

    @property
    def size(self) -> int:
        """The number of numbers in it."""
        return len(self.ways) + sum(map(len, self.with_mine))

    def verdict(self, box: int, numbers: int) -> int | None:
        """Return 1 if the cells of ``box`` are mines in all ways with a number of mines in ``numbers``, 0 if in none.

        ``numbers`` is a bit mask: bit n stands for n mines. ``None`` where the ways differ.
        """
        ways = list(enumerate(zip(self.with_mine[box], self.ways, strict=True), self.least))
        allowed = [(marked, number) for mines, (marked, number) in ways if numbers >> mines & 1]
        if not any(marked for marked, _ in allowed):
            return 0
        return 1 if all(marked == number for marked, number in allowed) else None


Step = tuple[dict[int, int], list[tuple[int, int, int]]]
"""The step for one box: the states before it, and the transitions (state before, state after, mines in the box)."""


class Tables(NamedTuple):
    """The tables of the forward pass over a front.

    ``order``: the boxes in the order of their elimination. ``steps``: one step for each box, and a last one after them.
    The states of a step map to polynomials with ``width`` bits for each coefficient. The last step has only the state
    0, whose polynomial counts the ways to fill the front; it has no state when there are no ways.
    ``work``: the cost of the pass, in state transitions.
    """

    order: list[int]
    steps: list[Step]
    width: int
    work: int

    def ways(self) -> tuple[int, list[int]]:
        """Return the least number of mines in the front, and the numbers of ways with that many, one more and so on."""
        total = self.steps[-1][0].get(0, 0)
        least = ((total & -total).bit_length() - 1) // self.width if total else 0
        return least, _coefficients(total, least, self.width)


def count_front(form: Form, budget: int, poll: Poll = never_interrupt) -> FrontCount:
    """Count the ways to fill a front of the shape ``form``.

    >>> count = count_front(Form(sizes=(1, 2), needs=(1,), rows=((0, 1),)), budget=1000)
    >>> count.least, count.ways, count.with_mine
    (1, [3], [[1], [1]])

    Raises ``TooHard`` when the count would take more than ``budget`` state transitions, and whatever ``poll`` raises.
    Source: variable elimination, Dechter, Constraint Processing (2003), chapter 13.
    """
    sizes = form.sizes
    tables = tables_of(form, budget, poll)
    order, steps, width, work = tables
    least, ways = tables.ways()
    if not ways:
        return FrontCount(0, [], [], work)
    steps.pop()
    with_mine: list[list[int]] = [[]] * len(sizes)
    back = {0: 1}
    for box in reversed(order):
        states, ways_on = steps.pop()
        work += int(len(ways_on) * _multiplying(_longest(states), _longest(back)))
        if work > budget:
            raise _too_hard(form, budget)
        back, marked = _backward(states, _polled(ways_on, poll), back, sizes[box], width)
        with_mine[box] = _coefficients(marked, least, width)
    for counts in with_mine:
        counts.extend([0] * (len(ways) - len(counts)))
    return FrontCount(least, ways, with_mine, work)


def tables_of(form: Form, budget: int, poll: Poll = never_interrupt) -> Tables:
    """Return the tables of the forward pass that ``count_front`` uses; raise as it does.

    >>> tables_of(Form(sizes=(1, 2), needs=(1,), rows=((0, 1),)), budget=1000).ways()
    (1, [3])
    """
    clues_of: list[list[int]] = [[] for _ in form.sizes]
    for row, members in enumerate(form.rows):
        for box in members:
            clues_of[box].append(row)
    order = elimination_order(form.rows, clues_of, form.sizes)
    width = sum(form.sizes) + 1
    steps, work = _forward(form, order, clues_of, width, budget, poll)
    return Tables(order, steps, width, work)


def _forward(
    form: Form, order: list[int], clues_of: list[list[int]], width: int, budget: int, poll: Poll
) -> tuple[list[Step], int]:
    guard = sum(_GUARD << (_SLOT * row) for row in range(len(form.needs)))
    need = room = 0
    for row, (count, members) in enumerate(zip(form.needs, form.rows, strict=True)):
        need |= count << (_SLOT * row)
        room |= sum([form.sizes[box] for box in members]) << (_SLOT * row)
    states = {need: 1}
    steps: list[Step] = []
    work = sofar = 0
    for box in order:
        size = form.sizes[box]
        one = sum([1 << (_SLOT * row) for row in clues_of[box]])
        room -= size * one
        most = room | guard
        after: dict[int, int] = {}
        ways_on: list[tuple[int, int, int]] = []
        reached = after.get
        for state, ways in _polled(states.items(), poll):
            left = state
            mines = 0
            while True:
                # No clue may need more mines than the boxes that follow have cells for.
                if (most - left) & guard == guard:
                    new_ways = ways if size == 1 or not mines or mines == size else ways * comb(size, mines)
                    after[left] = reached(left, 0) + (new_ways << mines * width)
                    ways_on.append((state, left, mines))
                if mines == size:
                    break
                left = (left | guard) - one
                if left & guard != guard:
                    break
                left ^= guard
                mines += 1
        sofar += size
        work += len(ways_on) * (1 + sofar * width // _BITS_PER_STEP)
        if work > budget:
            raise _too_hard(form, budget)
        steps.append((states, ways_on))
        states = after
    steps.append((states, []))
    return steps, work


def combining_work(bits: int) -> int:
    """Return the cost of ``polynomial.sums_with_others``, in state transitions.

    ``bits``: the number of the weights times the bits of the longest number in the sums.

    >>> combining_work(100), combining_work(1_000_000)
    (0, 420019)
    """
    return int(9 * _multiplying(bits, bits))


def _multiplying(bits: int, other_bits: int) -> float:
    """Return the cost of multiplying a number of ``bits`` by one of ``other_bits``, in state transitions."""
    # Python multiplies digits of 30 bits, by Karatsuba's method: n to the power of 1.585 of them.
    return math.pow(bits * other_bits / 900, 0.79) / _MULTIPLIED_PER_STEP


def _longest(polynomials: Mapping[int, int]) -> int:
    return max(map(int.bit_length, polynomials.values()), default=0)


def _too_hard(form: Form, budget: int) -> TooHard:
    return TooHard(f"a front of {len(form.sizes)} boxes and {len(form.needs)} clues takes more than {budget} steps")


def _polled(items: Iterable[_Item], poll: Poll) -> Iterable[_Item]:
    """Return the same items; ``poll`` is called at intervals while they are iterated over."""
    return items if poll is never_interrupt else _each_polled(items, poll)


def _each_polled(items: Iterable[_Item], poll: Poll) -> Iterator[_Item]:
    for place, item in enumerate(items):
        if not place % _POLL_INTERVAL:
            poll()
        yield item


def _backward(
    states: dict[int, int], ways_on: Iterable[tuple[int, int, int]], back: dict[int, int], size: int, width: int
) -> tuple[dict[int, int], int]:
    """Do the backward step for one box.

    Return the polynomials of the ways to go on from each state before the box, and the polynomial of the ways in which
    one given cell of the box is a mine.
    """
    before: dict[int, int] = {}
    marked = 0
    later = back.get
    sofar = before.get
    if size == 1:
        for state, left, mines in ways_on:
            rest = later(left)
            if rest is not None:
                if mines:
                    rest <<= width
                    marked += states[state] * rest
                before[state] = sofar(state, 0) + rest
        return before, marked
    for state, left, mines in ways_on:
        rest = later(left)
        if rest is not None:
            rest <<= mines * width
            before[state] = sofar(state, 0) + rest * comb(size, mines)
            if mines:
                marked += states[state] * rest * comb(size - 1, mines - 1)
    return before, marked


def _coefficients(polynomial: int, least: int, width: int) -> list[int]:
    """Return the coefficients of ``polynomial``, from that of x^least on."""
    polynomial >>= least * width
    mask = (1 << width) - 1
    found = []
    while polynomial:
        found.append(polynomial & mask)
        polynomial >>= width
    return found


class FrontCounter:
    """Counts the fronts of a sequence of positions, and keeps the counts by the form of the front.

    ``budget``: the number of state transitions allowed for one position. A kept count is charged as much as when it was
    computed, so that whether a position is too hard does not depend on the positions before it.
    ``poll``: a function that is called every few milliseconds, and may raise an exception to end a count.

    >>> counter = FrontCounter(budget=100)
    >>> counter.count(Form((1, 1), (1,), ((0, 1),))).ways
    [2]
    """

    def __init__(self, budget: int, poll: Poll = never_interrupt) -> None:
        self.budget = budget
        self.poll = poll
        self._counts: dict[Form, FrontCount] = {}
        self._numbers = 0
        """The size of all counts that are kept, and of their forms."""
        self.work = 0
        """The cost of the current position so far, in state transitions."""

    def begin(self) -> None:
        """Begin a new position with the whole budget."""
        self.work = 0

    def count(self, form: Form) -> FrontCount:
        """Return the ways to fill a front; raise ``TooHard`` when the budget of the position is used up."""
        count = self._counts.get(form)
        if count is None:
            count = count_front(form, self.budget - self.work, self.poll)
            self._keep(form, count)
        self.charge(count.work)
        return count

    def _keep(self, form: Form, count: FrontCount) -> None:
        size = count.size + len(form.sizes) + len(form.needs) + sum(map(len, form.rows))
        if self._numbers + size > MAX_NUMBERS:
            self._counts.clear()
            self._numbers = 0
        self._counts[form] = count
        self._numbers += size

    def charge(self, work: int) -> None:
        """Add the cost of a count that the caller has kept, or of another step; raise ``TooHard`` beyond the budget."""
        self.work += work
        if self.work > self.budget:
            raise TooHard(f"the fronts together take more than {self.budget} steps")


def elimination_order(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """Return the boxes in an order of elimination in which few clues are open at the same time.

    A clue is open from the first of its boxes to the last. A state of the count consists of what each open clue still
    needs, so the work grows with the product of those needs, and depends heavily on the order.

    ``rows[r]`` are the boxes of clue ``r``, ``boxes[b]`` the clues of box ``b``, ``sizes[b]`` is its number of cells.

    >>> elimination_order([(0, 1), (1, 2)], [(0,), (0, 1), (1,)], [1, 1, 1])
    [0, 1, 2]

    Source: greedy minimum degree; from either of two distant clues if fewer states are expected so.
    """
    if len(boxes) <= 2:
        return list(range(len(boxes)))
    best = _close_cheapest_first(rows, boxes, 0)
    if len(rows) < 6:
        return best
    least = _expected_states(best, rows, boxes, sizes)
    if least > _ACCEPTABLE_STATES:
        for start in _distant_clues(rows, boxes):
            order = _close_cheapest_first(rows, boxes, start)
            expected = _expected_states(order, rows, boxes, sizes)
            if expected < least:
                best, least = order, expected
    return best


def _close_cheapest_first(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the order that takes all boxes of the open clue with the fewest boxes left, again and again.

    It begins with the clue ``start``. Among clues with equally few boxes left, the one that has been open longest comes
    first.
    """
    left = [len(row) for row in rows]
    taken = [False] * len(boxes)
    order: list[int] = []
    open_rows: dict[int, None] = {start: None}
    while open_rows:
        row = min(open_rows, key=left.__getitem__)
        for box in rows[row]:
            if not taken[box]:
                taken[box] = True
                order.append(box)
                for other in boxes[box]:
                    left[other] -= 1
                    open_rows[other] = None
        del open_rows[row]
        for other in [other for other in open_rows if not left[other]]:
            del open_rows[other]
    return order


def _distant_clues(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return two clues that are far from each other."""
    first = last = 0
    for _ in range(2):
        seen = {last}
        queue = [last]
        for row in queue:
            for box in rows[row]:
                for other in boxes[box]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
        first, last = last, queue[-1]
    return first, last


def _expected_states(
    order: Sequence[int], rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], sizes: Sequence[int]
) -> float:
    """Return an upper bound on the number of states that the order leads to, summed over all steps.

    The bound for one step is a product over all open clues: how many different numbers of mines each may have used.
    """
    cells = [sum(sizes[box] for box in row) for row in rows]
    used = [0] * len(rows)
    states, expected = 1.0, 0.0
    for box in order:
        for row in boxes[box]:
            states /= min(used[row], cells[row] - used[row]) + 1
            used[row] += sizes[box]
            states *= min(used[row], cells[row] - used[row]) + 1
        expected += states
    return expected


Clue = TypeVar("Clue", bound=Hashable)
"""The key of a sentence."""

Item = TypeVar("Item", bound=Hashable)
"""A cell."""


class SentenceGroup(Generic[Clue, Item]):
    """Sentences that share cells, directly or through others.

    ``clues``: the keys of the sentences. ``boxes``: their cells, grouped so that all cells of a box are mentioned by
    the same sentences. ``form``: the shape, without the place. ``size``: the number of the cells. ``count``: the ways
    to fill it, ``None`` until they have been counted.
    """

    __slots__ = ("boxes", "clues", "count", "form", "size")

    def __init__(self, clues: list[Clue], boxes: list[list[Item]], form: Form) -> None:
        self.clues = clues
        self.boxes = boxes
        self.form = form
        self.size = sum(form.sizes)
        self.count: FrontCount | None = None


def connect(
    cells_of: Mapping[Clue, Iterable[Item]],
    need: Mapping[Clue, int],
    clues_of: Mapping[Item, Sequence[Clue]],
    clues: Iterable[Clue],
) -> list[SentenceGroup[Clue, Item]]:
    """Return the groups that ``clues`` belong to.

    ``cells_of``: the cells of each sentence. ``need``: the number of mines among them. ``clues_of``: the sentences that
    mention each cell, always in the same order.

    >>> cells_of = {"a": [1, 2], "b": [2, 3, 4], "c": [8]}
    >>> one, other = connect(cells_of, {"a": 1, "b": 2, "c": 1}, mentions(cells_of), "abc")
    >>> one.clues, one.boxes, one.form
    (['a', 'b'], [[1], [2], [3, 4]], Form(sizes=(1, 1, 2), needs=(1, 2), rows=((0, 1), (1, 2))))
    """
    groups = []
    number: dict[Clue, int] = {}
    for first in clues:
        if first in number:
            continue
        number[first] = 0
        queue = [first]
        members: dict[tuple[Clue, ...], list[Item]] = {}
        seen: set[Item] = set()
        for clue in queue:
            for cell in cells_of[clue]:
                if cell not in seen:
                    seen.add(cell)
                    key = tuple(clues_of[cell])
                    box = members.get(key)
                    if box is not None:
                        box.append(cell)
                        continue
                    members[key] = [cell]
                    for other in key:
                        if other not in number:
                            number[other] = len(queue)
                            queue.append(other)
        groups.append(_make_group(queue, members, number, need))
    return groups


def _make_group(
    clues: list[Clue], members: dict[tuple[Clue, ...], list[Item]], number: dict[Clue, int], need: Mapping[Clue, int]
) -> SentenceGroup[Clue, Item]:
    rows: list[list[int]] = [[] for _ in clues]
    for index, key in enumerate(members):
        for clue in key:
            rows[number[clue]].append(index)
    boxes = list(members.values())
    return SentenceGroup(
        clues, boxes, Form(tuple(map(len, boxes)), tuple([need[clue] for clue in clues]), tuple(map(tuple, rows)))
    )


def mentions(cells_of: Mapping[Clue, Iterable[Item]]) -> dict[Item, list[Clue]]:
    """Return the sentences that mention each cell, in their order.

    >>> mentions({"a": [1, 2], "b": [2]})
    {1: ['a'], 2: ['a', 'b']}
    """
    found: dict[Item, list[Clue]] = {}
    for clue, cells in cells_of.items():
        for cell in cells:
            found.setdefault(cell, []).append(clue)
    return found


def numbers_of_mines(least: int, ways: Iterable[int]) -> int:
    """Return the numbers of mines that have a way, as a bit mask: bit n is set when n mines have one.

    ``ways``: the numbers of ways with ``least`` mines, one more, and so on.

    >>> bin(numbers_of_mines(1, [3, 0, 2]))
    '0b1010'
    """
    return sum([1 << n for n, number in enumerate(ways, least) if number])


def sums(one: int, other: int) -> int:
    """Return all sums of one number from each bit mask, as a bit mask: bit n stands for the number n.

    >>> bin(sums(0b110, 0b1001))
    '0b110110'
    """
    if one.bit_count() > other.bit_count():
        one, other = other, one
    found = 0
    while one:
        lowest = one & -one
        found |= other * lowest
        one ^= lowest
    return found


def possible_numbers(parts: Sequence[int], total: int) -> list[int]:
    """Return those numbers of mines of each part that the other parts complete to ``total``, all as bit masks.

    All are 0 when the parts together can't have ``total`` mines.

    >>> list(map(bin, possible_numbers([0b110, 0b101], 3)))
    ['0b10', '0b100']
    """
    before = [1]
    for part in parts:
        before.append(sums(before[-1], part))
    found: list[int] = []
    after = 1
    for part, others in zip(reversed(parts), reversed(before[:-1]), strict=True):
        rest = sums(others, after)
        numbers = range(min(part.bit_length(), total + 1))
        found.append(sum([1 << n for n in numbers if part >> n & rest >> (total - n) & 1]))
        after = sums(after, part)
    return found[::-1]
