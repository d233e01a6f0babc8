"""Decides whether sentences force a cell, by counting the ways to fill their front; see ``front_count``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.constraints import SentenceGroup, connect, mentions, numbers_of_mines, possible_numbers
from minesweeper_qt.model.exact.front_count import FrontCount, FrontCounter
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.minimal_subset import minimal_subset, smallest_subset
from minesweeper_qt.model.explain.search_facts import Fact
from minesweeper_qt.model.knowledge.bit_closure import Pair, bits, close

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
    for cell in bits(reduce(or_, [cells for cells, _ in sentences], 0) & ~goal):
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
        known, mines, left = close(sentences, Reasoning.CLUE, self._taken, self._taken)
        if known & self._goal:
            return True
        self._counter.begin()
        self._answers += 1
        try:
            if whole is None:
                near = _groups(left, self._goal)
                return bool(near) and self._is_forced(*self._count(near[0]))
            return self._by_count(_groups(left), (whole[0] & ~known, whole[1] - (whole[0] & mines).bit_count()))
        except TooHard:
            return False
        finally:
            self._spent += self._counter.work

    def _by_count(self, groups: list[SentenceGroup[int, int]], whole: Pair) -> bool:
        """Return whether the groups and ``whole``, the sentence of the mine count, leave only this verdict."""
        counted = [self._count(group) for group in groups]
        away = whole[0] & ~reduce(or_, [cells for group in groups for cells in group.clues], 0)
        size = away.bit_count()
        parts = [numbers_of_mines(count.least, count.ways) for count, _ in counted]
        *possible, elsewhere = possible_numbers([*parts, (1 << size + 1) - 1], whole[1])
        for (count, box), numbers in zip(counted, possible, strict=True):
            if box >= 0:
                return self._is_forced(count, box, numbers)
        return elsewhere == (1 << size if self._is_mine else 1) and bool(away & self._goal)

    def _is_forced(self, count: FrontCount, box: int, numbers: int = -1) -> bool:
        """Return whether the cell has this verdict in all fillings of its front with a number of mines in ``numbers``.

        That is a bit mask, by default of all numbers.
        """
        return count.verdict(box, numbers) == self._is_mine

    def _count(self, group: SentenceGroup[int, int]) -> tuple[FrontCount, int]:
        """Return the ways to fill the group, and the box of the cell (or -1)."""
        goal = self._goal.bit_length() - 1
        places = [place for place, box in enumerate(group.boxes) if goal in box]
        return self._counter.count(group.form), places[0] if places else -1


def fewest_forcing(
    facts: Sequence[Fact],
    whole: Fact | None,
    goal: int,
    is_mine: bool,
    poll: Callable[[], None],
    most: int | None = None,
) -> list[Fact] | None:
    """Return the fewest facts found that force the cell ``goal`` to this verdict; ``None`` if all together don't.

    ``whole``, the sentence of the mine count, is the last of them if given. ``most``: only among so many facts, the
    first ones, fewer are searched for than a minimal set.
    """
    forcing = Forcing(goal, is_mine, poll=poll)
    last = None if whole is None else (whole.cells, whole.count)

    def enough(places: list[int]) -> bool:
        poll()
        return forcing.holds([(facts[place].cells, facts[place].count) for place in places], last)

    everything = list(range(len(facts)))
    if not enough(everything):
        return None
    best = smallest_subset(enough, everything[:most], minimal_subset(enough, everything), forcing.tries())
    return [facts[place] for place in best] + ([] if whole is None else [whole])


def _groups(need: dict[int, int], goal: int = 0) -> list[SentenceGroup[int, int]]:
    """Return the groups of sentences that share cells, by the cells of each; with ``goal`` only the group of that."""
    cells_of = {cells: list(bits(cells)) for cells in need}
    start = [cells for cells in need if cells & goal][:1] if goal else need
    return connect(cells_of, need, mentions(cells_of), start) if start else []
