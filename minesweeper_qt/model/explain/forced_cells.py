"""Decides whether sentences force a cell, by counting the ways to fill their front; see ``front_count``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.front_count import Form, FrontCount, FrontCounter
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.explain.search_facts import Pair, bits

FORCING_BUDGET = 1_000_000
"""State transitions for one answer; beyond them the answer is no. The engine has the same budget for a position."""

WORK = 400_000
"""The work, in state transitions, that is worth spending on a search for fewer sentences."""

_PER_ANSWER = 600
"""The cost of an answer besides its state transitions, in the same unit."""


MOST_FILLINGS = 5_000
"""The bound on the states of one answer of ``is_forced``; beyond it the answer is no."""


def is_forced(sentences: Sequence[Pair], goal: int, is_mine: bool) -> bool:
    """Return whether a few ``sentences`` of any size leave only this verdict for the cell ``goal``, given as a bit.

    >>> is_forced([(0b0111, 1), (0b0011, 1)], 0b0100, is_mine=False)
    True

    The answer is also false beyond ``MOST_FILLINGS`` states.
    """
    boxes: dict[tuple[int, ...], int] = {}
    for cell in bits(_union(sentences) & ~goal):
        key = tuple(place for place, (cells, _) in enumerate(sentences) if cells >> cell & 1)
        boxes[key] = boxes.get(key, 0) + 1
    available = [(cells & ~goal).bit_count() for cells, _ in sentences]
    # The number of mines that each sentence still needs if the cell has the other verdict.
    other = tuple([count - (not is_mine and cells & goal > 0) for cells, count in sentences])
    states = {other} if all(0 <= need <= most for need, most in zip(other, available, strict=True)) else set()
    for key, size in sorted(boxes.items()):
        after: set[tuple[int, ...]] = set()
        for place in key:
            available[place] -= size
        touches = [int(place in key) for place in range(len(sentences))]
        for needs in states:
            least = max([0, *(needs[place] - available[place] for place in key)])
            most = min([size, *(needs[place] for place in key)])
            for mines in range(least, most + 1):
                after.add(tuple([need - mines * touch for need, touch in zip(needs, touches, strict=True)]))
        states = after
        if len(states) > MOST_FILLINGS:
            return False
    return not any(not any(needs) for needs in states)


def _union(sentences: Iterable[Pair]) -> int:
    """Return the cells of all ``sentences``."""
    union = 0
    for cells, _ in sentences:
        union |= cells
    return union


class Forcing:
    """Decides whether sentences force one cell, ``goal`` as a bit, to one verdict; keeps the fronts it has counted."""

    def __init__(self, goal: int, is_mine: bool, taken: int = 0, poll: Poll | None = None) -> None:
        self._goal = goal
        self._is_mine = is_mine
        self._taken = taken
        self._counter = FrontCounter(FORCING_BUDGET, poll)
        self._answers = 0
        self._spent = 0

    def tries(self) -> int:
        """Return how many more answers are worth their work, if each takes as much as the previous ones on average."""
        return WORK * self._answers // (self._spent + self._answers * _PER_ANSWER + 1)

    def holds(self, sentences: Iterable[Pair], whole: Pair | None = None) -> bool:
        """Return whether ``sentences`` leave only this verdict for the cell; false too when that is too hard to count.

        ``whole`` is the sentence of the mine count: its cells include all cells that the other sentences don't settle.
        """
        known, mines, left = _reduced(sentences, self._taken)
        if known & self._goal:
            return True
        fronts = _connected(left)
        self._counter.begin()
        self._answers += 1
        try:
            if whole is None:
                near = [front for front in fronts if front[0] & self._goal]
                return bool(near) and self._is_forced(*self._count(near[0]), None)
            return self._by_count(fronts, (whole[0] & ~known, whole[1] - (whole[0] & mines).bit_count()))
        except TooHard:
            return False
        finally:
            self._spent += self._counter.work

    def _by_count(self, fronts: list[tuple[int, list[Pair]]], whole: Pair) -> bool:
        """Return whether the fronts and ``whole``, the sentence of the mine count, leave only this verdict."""
        away = whole[0]
        others = 1
        near: tuple[FrontCount, int] | None = None
        for cells, sentences in fronts:
            away &= ~cells
            count, box = self._count((cells, sentences))
            if cells & self._goal:
                near = count, box
            else:
                others = _sums(others, sum([1 << n for n, ways in enumerate(count.ways, count.least) if ways]))
        size = away.bit_count()
        if near is not None:
            rest = _sums(others, (1 << (size + 1)) - 1)
            return self._is_forced(*near, [n for n in range(whole[1] + 1) if rest >> (whole[1] - n) & 1])
        numbers = [n for n in range(min(size, whole[1]) + 1) if others >> (whole[1] - n) & 1]
        return all(n == (size if self._is_mine else 0) for n in numbers) and bool(away & self._goal)

    def _is_forced(self, count: FrontCount, box: int, totals: list[int] | None) -> bool:
        """Return whether the cell has this verdict in all fillings of its front with a number of mines in ``totals``.

        ``None`` for ``totals`` allows any number of mines.
        """
        marked = count.with_mine[box] if count.ways else []
        allowed = range(len(count.ways))
        ways = [n for n in allowed if totals is None or n + count.least in totals]
        return all(marked[n] == (count.ways[n] if self._is_mine else 0) for n in ways)

    def _count(self, front: tuple[int, list[Pair]]) -> tuple[FrontCount, int]:
        """Return the ways to fill the front, and the box of the cell (or -1)."""
        rows_of: dict[int, list[int]] = {}
        for row, (cells, _) in enumerate(front[1]):
            for cell in bits(cells):
                rows_of.setdefault(cell, []).append(row)
        sizes: dict[tuple[int, ...], int] = {}
        for rows in rows_of.values():
            key = tuple(rows)
            sizes[key] = sizes.get(key, 0) + 1
        members: list[list[int]] = [[] for _ in front[1]]
        for box, key in enumerate(sizes):
            for row in key:
                members[row].append(box)
        form = Form(tuple(sizes.values()), tuple([count for _, count in front[1]]), tuple(map(tuple, members)))
        goal = rows_of.get(self._goal.bit_length() - 1)
        return self._counter.count(form), -1 if goal is None else list(sizes).index(tuple(goal))


def _reduced(sentences: Iterable[Pair], taken: int) -> tuple[int, int, list[Pair]]:
    """Return the cells that rules 1 and 2 settle, the mines among them, and the sentences that remain."""
    known = mines = taken
    left = list(sentences)
    while True:
        before = known
        rest = []
        for cells, count in left:
            if cells & known:
                count -= (cells & mines).bit_count()
                cells &= ~known
            if not cells:
                continue
            if not count or count == cells.bit_count():
                known |= cells
                if count:
                    mines |= cells
            else:
                rest.append((cells, count))
        left = rest
        if known == before:
            return known, mines, left


def _connected(sentences: list[Pair]) -> list[tuple[int, list[Pair]]]:
    """Return groups of sentences that share cells, directly or through others, each with all its cells."""
    groups: list[tuple[int, list[Pair]]] = []
    for pair in dict(sentences).items():
        cells, members = pair[0], [pair]
        apart = []
        for group in groups:
            if group[0] & cells:
                cells |= group[0]
                members = group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (cells, members)]
    return groups


def _sums(one: int, other: int) -> int:
    """Return the sums of a number from each: bit n is set when n is such a sum."""
    found = 0
    for shift in bits(other):
        found |= one << shift
    return found
