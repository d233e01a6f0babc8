"""An oracle of small positions: lists all layouts. Shares no code with the model, not even the neighbours of a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations

from minesweeper_qt.model import Cell

MOST_LISTED = 6_000
"""The most layouts that are listed; a position with more of them is left to the SAT solver."""


@lru_cache(maxsize=20_000)  # all cells of a few boards: there are thousands of sizes
def around(height: int, width: int, cell: Cell) -> frozenset[Cell]:
    """Return the cells that touch ``cell`` by a side or a corner."""
    rows = (cell[0] - 1, cell[0], cell[0] + 1)
    columns = (cell[1] - 1, cell[1], cell[1] + 1)
    return frozenset((i, j) for i in rows for j in columns if 0 <= i < height and 0 <= j < width and (i, j) != cell)


@dataclass(frozen=True)
class Seen:
    """What is known of a board: its size, clues, cells assumed to be mines (1) or safe (0), the number of mines."""

    height: int
    width: int
    clues: Mapping[Cell, int]
    marks: Mapping[Cell, int] = field(default_factory=dict)
    total: int | None = None

    @cached_property
    def covered(self) -> list[Cell]:
        return [(i, j) for i in range(self.height) for j in range(self.width) if (i, j) not in self.clues]

    @cached_property
    def sentences(self) -> list[tuple[list[Cell], int]]:
        """The clues as cells, without revealed ones, and the number of mines among them."""
        return [
            (sorted(cell for cell in around(self.height, self.width, place) if cell not in self.clues), clue)
            for place, clue in self.clues.items()
        ]


class TooMany(Exception):
    """There are more layouts than are listed, or more cells than are summed up."""


class Layouts:
    """All layouts that agree with what is seen, as numbers with a bit for each mine.

    Raises ``TooMany`` above ``MOST_LISTED``.
    """

    def __init__(self, seen: Seen) -> None:
        self.bit = {cell: 1 << number for number, cell in enumerate(seen.covered)}
        self._tests = [(self.mask(cells), count) for cells, count in seen.sentences]
        self._done: list[int] = []
        self.listed: list[int] = []
        if any(count and cell in seen.clues for cell, count in seen.marks.items()):
            return
        last = [
            max((n for n, cell in enumerate(seen.covered) if self.bit[cell] & mask), default=-1)
            for mask, _ in self._tests
        ]
        # The sums that can be wrong, and those that are complete, after each cell.
        touched = [[t for t, (mask, _) in enumerate(self._tests) if mask >> n & 1] for n in range(len(seen.covered))]
        if any(mask == 0 and count for mask, count in self._tests):
            return
        partial = [0]
        for n, cell in enumerate(seen.covered):
            values = (0, 1) if cell not in seen.marks else (seen.marks[cell],)
            left = len(seen.covered) - n - 1
            following = []
            for mines in partial:
                for value in values:
                    layout = mines | value << n
                    if self._fits(layout, n, touched[n], last, seen.total, left):
                        following.append(layout)
            if len(following) > MOST_LISTED:
                raise TooMany
            partial = following
        if seen.covered or seen.total in (None, 0):
            self.listed = partial

    def _fits(self, layout: int, n: int, touched: list[int], last: list[int], total: int | None, left: int) -> bool:
        for test in touched:
            mask, count = self._tests[test]
            have = (layout & mask).bit_count()
            if have > count or (last[test] == n and have != count):
                return False
        have = layout.bit_count()
        return total is None or have <= total <= have + left

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the bits of ``cells``; revealed cells have none, for they are no mines."""
        return sum(self.bit.get(cell, 0) for cell in set(cells))

    @cached_property
    def always(self) -> tuple[set[Cell], set[Cell]]:
        """The covered cells that are mines in no layout, and those in every one."""
        some, every = 0, -1
        for layout in self.listed:
            some |= layout
            every &= layout
        return (
            {cell for cell, bit in self.bit.items() if not some & bit},
            {cell for cell, bit in self.bit.items() if every & bit},
        )

    def chance(self, cell: Cell) -> Fraction:
        bit = self.bit[cell]
        return Fraction(sum(1 for layout in self.listed if layout & bit), len(self.listed))

    def holds(self, cells: Iterable[Cell], count: int) -> bool:
        """Return whether every layout has ``count`` mines among ``cells``."""
        mask = self.mask(cells)
        return all((layout & mask).bit_count() == count for layout in self.listed)

    def contains(self, mines: Iterable[Cell]) -> bool:
        """Return whether these ``mines`` are one of the layouts."""
        mines = set(mines)
        return mines <= self.bit.keys() and self.mask(mines) in self.listed


def single_clues(seen: Seen) -> dict[Cell, int]:
    """Return the cells that single clues settle: a clue whose other mines are known, or whose cells are all mines."""
    known = dict(seen.marks)
    while True:
        before = len(known)
        for cells, count in seen.sentences:
            open_cells = [cell for cell in cells if cell not in known]
            left = count - sum(known.get(cell, 0) for cell in cells)
            if left in (0, len(open_cells)):
                known.update(dict.fromkeys(open_cells, int(left > 0)))
        if len(known) == before:
            return known


def three_rules(seen: Seen) -> tuple[dict[Cell, int], dict[frozenset[Cell], int]]:
    """Return what CS50's three rules settle, and the sentences that are left: by trying all pairs again and again."""
    known = dict(seen.marks)
    sentences = {(frozenset(cells), count) for cells, count in seen.sentences}
    while True:
        before = len(known)
        rest = set()
        for cells, count in sentences:
            inner = frozenset(cell for cell in cells if cell not in known)
            left = count - sum(known.get(cell, 0) for cell in cells)
            if left in (0, len(inner)):
                known.update(dict.fromkeys(inner, int(left > 0)))
            else:
                rest.add((inner, left))
        more = {(two[0] - one[0], two[1] - one[1]) for one in rest for two in rest if one[0] < two[0]}
        if len(known) == before and more <= rest:
            return known, dict(rest)
        sentences = rest | more


def packs(sentences: Mapping[frozenset[Cell], int], cells: frozenset[Cell], left: int) -> bool:
    """Return whether disjoint ``sentences``, taken out of ``{cells} = left``, leave cells all safe or all mines."""
    listed = list(sentences.items())
    for size in range(len(listed) + 1):
        for chosen in combinations(listed, size):
            inner = [cell for members, _ in chosen for cell in members]
            rest = len(cells) - len(inner)
            if len(inner) == len(set(inner)) and rest and left - sum(count for _, count in chosen) in (0, rest):
                return True
    return False
