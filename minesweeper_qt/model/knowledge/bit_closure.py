"""Draws all conclusions of the rules of inference from sentences over cells as bits: fast, and with a trace if asked.

A set of cells is a whole number in which each bit stands for a cell, so that a set operation is one fast operation on
numbers. ``KnowledgeBase`` draws the same conclusions clue by clue, with a derivation of each. It works on sets of
cells: on a board of 100x100 a number of 10,000 bits for each sentence takes longer.

What the number of mines adds: ``{all undetermined cells} = mines left`` contains every local sentence, so the rules
yield its differences from other sentences, the cells that such a difference shares with a sentence, differences of
differences, and so on: 2^k sentences for k that share no cell. Two kinds of differences settle cells: those that leave
no mine, and those that leave as many mines as cells. Disjoint sentences with such a difference are searched for
directly (``leftover_places``). All else is searched for as far as a bound, with the sentences first that say most
(``count_way``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from minesweeper_qt.model.errors import Poll, never_interrupt
from minesweeper_qt.model.evidence.derivation import Reasoning

Pair = tuple[int, int]
"""A sentence: its cells as bits, and how many of them are mines."""

Trace: TypeAlias = dict[int, tuple[int, int]]
"""How each sentence was made: its cells, with those of the two sentences that it follows from, earlier ones first.

It is the first one less the second, which lies inside it, or what the two share. Where the second is 0, it is the first
one without the cells that were settled by then; both are 0 for a sentence that was given.
"""

INDEXED = 150
"""From this number of sentences on, those that share cells are found by an index instead of comparing all."""


class Closed(NamedTuple):
    """What follows from sentences: the settled cells, the mines among them, and the sentences about the other cells.

    ``in_force`` maps the cells of each sentence to its count; no sentence has a settled cell.
    """

    known: int
    mines: int
    in_force: dict[int, int]


def bits(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest on.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def close(
    sentences: Iterable[Pair],
    level: Reasoning = Reasoning.OVERLAP,
    known: int = 0,
    mines: int = 0,
    goal: int = 0,
    trace: Trace | None = None,
    poll: Poll = never_interrupt,
) -> Closed:
    """Return what follows from ``sentences`` by the rules of ``level``, which are applied until nothing new follows.

    At level ``CLUE`` these are rules 1 and 2, at level ``SUBSET`` all three rules of CS50, and from ``OVERLAP`` on the
    overlap rule as well. ``known`` and ``mines`` are cells settled before. No two of the sentences may contradict each
    other. The work ends early when a cell of ``goal`` is settled; then the result has this cell, but may lack others.
    ``trace``, if given, gets how each sentence was made, and ``poll`` is called at each.

    >>> close([(0b0011, 1), (0b0111, 2)], Reasoning.SUBSET)
    Closed(known=4, mines=4, in_force={3: 1})
    >>> overlapping = [(0b00111, 1), (0b11110, 3)]
    >>> close(overlapping, Reasoning.SUBSET).known, close(overlapping, Reasoning.OVERLAP).known
    (0, 25)

    Source: CS50 AI, project Minesweeper, for the three rules; ``Rule.OVERLAP`` states the fourth.
    """
    todo = deque([(cells, count, 0, 0) for cells, count in sentences])
    # The last one first settles one cell sooner; the first one first settles all sooner, and in fewer steps.
    take = todo.pop if goal else todo.popleft
    in_force: dict[int, int] = {}
    index = _Index() if len(todo) >= INDEXED else None
    by_subset, by_overlap = level > Reasoning.CLUE, level > Reasoning.SUBSET
    while todo:
        cells, count, one, other = take()
        left = cells & ~known
        if not left or left in in_force:
            continue
        if trace is not None:
            poll()
            trace.setdefault(cells, (one, other))
            trace.setdefault(left, (cells, 0))
        if left != cells:
            count -= (cells & mines).bit_count()
            cells = left
        if not count or count == cells.bit_count():
            known |= cells
            mines |= cells if count else 0
            if cells & goal:
                break
            near = in_force if index is None else index.near(cells)
            hit = [other for other in near if other & cells]
            todo += [(other, in_force.pop(other), 0, 0) for other in hit]
            if index is not None:
                index.remove(hit)
            continue
        if by_subset:
            others = in_force.items() if index is None else [(other, in_force[other]) for other in index.near(cells)]
            todo += conclusions(cells, count, others, by_overlap)
        in_force[cells] = count
        if index is not None:
            index.add(cells)
    return Closed(known, mines, in_force)


def conclusions(
    cells: int, count: int, others: Iterable[Pair], by_overlap: bool = True
) -> list[tuple[int, int, int, int]]:
    """Return what the subset rule and, if ``by_overlap``, the overlap rule conclude from one sentence and each other.

    Each conclusion is a sentence, as its cells and its count, followed by the cells of its two premises; where one lies
    inside the other, the larger one is the first.

    >>> conclusions(0b00111, 1, [(0b11110, 3), (0b00110, 1)])
    [(6, 1, 7, 30), (1, 0, 7, 6)]
    """
    found: list[tuple[int, int, int, int]] = []
    size = cells.bit_count()
    for other, less in others:
        both = cells & other
        if not both:
            continue
        if both == other:
            found.append((cells ^ other, count - less, cells, other))
        elif both == cells:
            found.append((cells ^ other, less - count, other, cells))
        elif by_overlap:
            shared = both.bit_count()
            least = max(count - size, less - other.bit_count(), -shared) + shared
            if least == min(count, less, shared):
                found.append((both, least, cells, other))
    return found


class _Index:
    """The sentences in force by the number of each cell that they mention, earlier ones first."""

    def __init__(self) -> None:
        self._by_cell: dict[int, dict[int, None]] = {}

    def add(self, cells: int) -> None:
        """Add a sentence."""
        for cell in bits(cells):
            self._by_cell.setdefault(cell, {})[cells] = None

    def remove(self, sentences: Iterable[int]) -> None:
        """Remove sentences that are in the index."""
        for cells in sentences:
            for cell in bits(cells):
                del self._by_cell[cell][cells]

    def near(self, cells: int) -> dict[int, None]:
        """Return the sentences that share a cell with ``cells``."""
        found: dict[int, None] = {}
        for cell in bits(cells):
            found.update(self._by_cell.get(cell, ()))
        return found


MOST_STEPS = 5_000
"""The default limit on one search, in sentences tried; a search that reaches it ends without a result."""


def leftover_places(
    size: int, mines: int, sentences: Sequence[Pair], most_steps: int = MOST_STEPS, poll: Poll = never_interrupt
) -> list[int] | None:
    """Return the places of disjoint sentences that leave only safe cells, or only mines, of ``size`` cells in all.

    All these cells hold ``mines`` mines. The result is ``None`` when no such sentences exist, or when the search gave
    up after ``most_steps``. A set leaves no mine when its counts add up to ``mines``, and only mines when its safe
    cells add up to all safe cells. So this is a search for disjoint sets of greatest weight, where a branch ends when
    the weight needed is out of reach. A set of greater weight than that contradicts the number of mines: if the search
    finds one, it is returned as well.

    >>> leftover_places(8, 2, [(0b000111, 1), (0b001110, 1), (0b111000, 1)])
    [0, 2]
    """
    union = 0
    for cells, _ in sentences:
        union |= cells
    for target, of_mines in ((mines, True), (size - mines, False)):
        # The weight of a set is at most the number of cells in all sentences.
        if target <= union.bit_count():
            found = _packing(size, sentences, target, of_mines, most_steps, poll)
            if found is not None:
                return found
    return None


_Taken: TypeAlias = "tuple[_Taken, int] | None"


def _packing(
    size: int, sentences: Sequence[Pair], target: int, of_mines: bool, most_steps: int, poll: Poll
) -> list[int] | None:
    """Return the places of disjoint sentences with a weight of at least ``target``; ``None`` if none were found.

    The weight of a sentence is its number of mines (``of_mines``) or of safe cells. Depth-first search: each sentence,
    those with the greatest weight per cell first, is taken, if disjoint from those taken before, or left out.
    """
    weight = [count if of_mines else cells.bit_count() - count for cells, count in sentences]
    ranked = sorted(range(len(sentences)), key=lambda place: (-weight[place] / sentences[place][0].bit_count(), place))
    weights = [weight[place] for place in ranked]
    reachable = list(accumulate(reversed(weights), initial=0))[::-1]
    masks = [sentences[place][0] for place in ranked]
    steps = 0
    # The place in the ranking, the weight and the cells taken so far, and the sentences: the last one and those before.
    stack: list[tuple[int, int, int, _Taken]] = [(0, 0, 0, None)]
    while stack:
        index, weighed, used, taken = stack.pop()
        if weighed >= target:
            if weighed > target or used.bit_count() < size:
                return _listed(taken)
            continue
        if weighed + reachable[index] < target:
            continue
        steps += 1
        if steps > most_steps:
            return None
        poll()
        stack.append((index + 1, weighed, used, taken))
        if not masks[index] & used:
            stack.append((index + 1, weighed + weights[index], used | masks[index], (taken, ranked[index])))
    return None


def _listed(taken: _Taken) -> list[int]:
    """Return the places taken, in the order in which they were."""
    found: list[int] = []
    while taken is not None:
        taken, last = taken
        found.append(last)
    return found[::-1]


MOST_SENTENCES = 200
"""The bound: where at most this number of sentences follow, the search is complete."""


class Bounds(NamedTuple):
    """The limits on one search: steps of ``leftover_places``, and sentences that are compared with all others.

    The first sentence compared is that of all undetermined cells, so as many can follow as the limit is above 1.
    """

    steps: int = MOST_STEPS
    sentences: int = 1 + MOST_SENTENCES


class CountWay(NamedTuple):
    """A sentence that settles its cells, as ``mines`` is 0 or their number, and a ``trace`` that leads to it.

    Where the sentence is that of all undetermined cells, the trace is empty.
    """

    cells: int
    mines: int
    trace: Trace


def close_with_count(
    sentences: Iterable[Pair],
    whole: Pair,
    goal: int,
    taken: int = 0,
    bounds: Bounds | None = None,
    poll: Poll = never_interrupt,
) -> Closed:
    """Return what follows from ``sentences`` by the four rules, and with the number of mines as far as ``goal`` needs.

    ``whole``: cells that include all others, and the number of mines among them. Ways are searched for one after the
    other until all cells of ``goal`` are settled, or none is found. ``taken``: mines that need no proof.

    >>> bin(close_with_count([(0b000011, 1), (0b001100, 1)], (0b111111, 2), goal=0b100000).known)
    '0b110000'
    """
    closed = close(sentences, known=taken, mines=taken)
    cells, count = whole
    while goal & ~closed.known:
        left = cells & ~closed.known, count - (cells & closed.mines).bit_count()
        way = count_way(closed.in_force, left, bounds, poll)
        if way is None:
            break
        mines = closed.mines | (way.cells if way.mines else 0)
        closed = close(closed.in_force.items(), known=closed.known | way.cells, mines=mines)
    return closed


def count_way(
    in_force: Mapping[int, int], whole: Pair, bounds: Bounds | None = None, poll: Poll = never_interrupt
) -> CountWay | None:
    """Return a way from sentences and ``whole`` to one that settles its cells; ``None`` if none is found.

    ``in_force``: sentences from which the four rules settle nothing more, by their cells as bits, with their counts.
    ``whole``: all cells that are not settled, and the number of mines among them. The way depends on the sentences
    alone, not on their order. An exception that ``poll`` raises ends the search.

    >>> way = count_way({0b000011: 1, 0b001100: 1}, (0b111111, 2))
    >>> way
    CountWay(cells=48, mines=0, trace={60: (63, 3), 48: (60, 12)})
    """
    bounds = bounds or Bounds()
    cells, count = whole
    if not cells:
        return None
    if count in (0, cells.bit_count()):
        return CountWay(cells, count, {})
    pairs = sorted(in_force.items())
    places = leftover_places(cells.bit_count(), count, pairs, bounds.steps, poll)
    if places is not None:
        return _chain(whole, [pairs[place] for place in places])
    return _search(pairs, whole, bounds.sentences, poll)


def _chain(whole: Pair, sentences: list[Pair]) -> CountWay | None:
    """Return the way that takes ``sentences`` out of ``whole`` one by one; ``None`` if they contradict ``whole``."""
    left, count = whole
    trace: Trace = {}
    for cells, mines in sentences:
        trace[left ^ cells] = left, cells
        left, count = left ^ cells, count - mines
    return CountWay(left, count, trace) if left and count in (0, left.bit_count()) else None


def _search(pairs: list[Pair], whole: Pair, most: int, poll: Poll) -> CountWay | None:
    """Return the way found by comparing each new sentence with all others: first those with the lowest ``_rank``."""
    compared = dict(pairs)
    if whole[0] in compared:
        return None
    trace: Trace = {}
    waiting = [(0, *whole)]
    while waiting and len(compared) < len(pairs) + most:
        poll()
        _, cells, count = heappop(waiting)
        for new, mines, one, other in conclusions(cells, count, compared.items()):
            if new in compared or new in trace:
                continue
            size = new.bit_count()
            if not 0 <= mines <= size:
                return None  # The sentences contradict each other.
            trace[new] = one, other
            if mines in (0, size):
                return CountWay(new, mines, trace)
            heappush(waiting, (_rank(new, mines), new, mines))
        compared[cells] = count
    return None


def _rank(cells: int, count: int) -> int:
    """Return the key that orders sentences: those come first that have few cells, and few mines or few safe cells."""
    size = cells.bit_count()
    return size * min(count, size - count)
