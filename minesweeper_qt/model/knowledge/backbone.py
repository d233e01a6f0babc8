"""What all layouts agree on: the exact engine's answer in terms of the sentences in force.

The sentences that contain no other one imply all the others, since the knowledge base is closed under the subset rule.
They fall into fronts that share no cell. ``front_count`` says with how many mines a front can be filled, and in which
of these fillings a cell is a mine; the number of mines on the board says which of them can be together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import MinesweeperError, TooHard
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.front_count import Form, FrontCount, FrontCounter
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex

BACKBONE_BUDGET = 20_000
"""State transitions for one observation; beyond them the answer is left open. Games need some hundreds at most."""

Verdict = tuple[Cell, int, tuple[Derivation, ...]]
"""A cell, 1 for a mine or 0 for safe, and the sentences from which that follows."""


class NoLayout(MinesweeperError):
    """No layout satisfies all of ``derivations``."""

    def __init__(self, derivations: Iterable[Derivation]) -> None:
        self.derivations = tuple(derivations)
        super().__init__("no layout satisfies these sentences")


@dataclass(frozen=True, slots=True)
class _Front:
    """Sentences that share cells, directly or through others, with the cells that the same of them mention together."""

    derivations: tuple[Derivation, ...]
    boxes: tuple[tuple[Cell, ...], ...]
    count: FrontCount

    @property
    def totals(self) -> int:
        """With how many mines it can be filled: bit n for n."""
        return sum([1 << n for n, ways in enumerate(self.count.ways, self.count.least) if ways])

    def certain(self, totals: int) -> list[tuple[Cell, int]]:
        """The cells that are the same in all fillings with one of these numbers of mines."""
        least = self.count.least
        allowed = [n for n, ways in enumerate(self.count.ways) if ways and totals >> (n + least) & 1]
        found: list[tuple[Cell, int]] = []
        for cells, marked in zip(self.boxes, self.count.with_mine, strict=True):
            if all(marked[n] == 0 for n in allowed):
                found += [(cell, 0) for cell in cells]
            elif all(marked[n] == self.count.ways[n] for n in allowed):
                found += [(cell, 1) for cell in cells]
        return found


class Cases:
    """Finds the cells that are the same in all layouts; remembers the fronts it has counted."""

    def __init__(self, budget: int = BACKBONE_BUDGET) -> None:
        self._counter = FrontCounter(budget)

    def verdicts(self, in_force: SentenceIndex, whole: Derivation) -> list[Verdict]:
        """Return what all layouts that satisfy the sentences ``in_force`` and ``whole``, the mine count, agree on.

        Nothing when that takes too much work. Raises ``NoLayout`` when there is no such layout.
        Source: see ``front_count``.
        """
        self._counter.begin()
        try:
            fronts = [self._counted(derivations) for derivations in _connected(_innermost(in_force))]
        except TooHard:
            return []
        for front in fronts:
            if not front.count.ways:
                raise NoLayout(front.derivations)
        found: list[Verdict] = []
        inside: set[Cell] = set()
        for front in fronts:
            found += [(cell, is_mine, front.derivations) for cell, is_mine in front.certain(front.totals)]
            inside.update(*front.boxes)
        return found + _by_count(fronts, whole, len(whole.cells) - len(inside), inside)

    def _counted(self, derivations: tuple[Derivation, ...]) -> _Front:
        rows_of: dict[Cell, list[int]] = {}
        for row, derivation in enumerate(derivations):
            for cell in derivation.cells:
                rows_of.setdefault(cell, []).append(row)
        boxes: dict[tuple[int, ...], list[Cell]] = {}
        for cell in sorted(rows_of):
            boxes.setdefault(tuple(rows_of[cell]), []).append(cell)
        members: list[list[int]] = [[] for _ in derivations]
        for box, rows in enumerate(boxes):
            for row in rows:
                members[row].append(box)
        form = Form(
            tuple(map(len, boxes.values())),
            tuple(derivation.count for derivation in derivations),
            tuple(map(tuple, members)),
        )
        return _Front(derivations, tuple(map(tuple, boxes.values())), self._counter.count(form))


def _by_count(fronts: list[_Front], whole: Derivation, away: int, inside: set[Cell]) -> list[Verdict]:
    """What the number of mines decides: all fronts together have ``whole.count`` less those away from them."""
    premises = (*(derivation for front in fronts for derivation in front.derivations), whole)
    # Bit n: the fronts so far, from the first or from the last, can have n mines together.
    before = [1]
    for front in fronts:
        before.append(_together(before[-1], front.totals))
    after = (1 << (away + 1)) - 1
    if not _together(before[-1], after) >> whole.count & 1:
        raise NoLayout(premises)
    found: list[Verdict] = []
    for front, others in zip(reversed(fronts), reversed(before[:-1]), strict=True):
        rest = _together(others, after)
        allowed = sum([1 << n for n in range(whole.count + 1) if rest >> (whole.count - n) & 1])
        if front.totals & ~allowed:
            found += [(cell, is_mine, premises) for cell, is_mine in front.certain(allowed)]
        after = _together(after, front.totals)
    left = [n for n in range(away + 1) if n <= whole.count and before[-1] >> (whole.count - n) & 1]
    if away and left in ([0], [away]):
        found += [(cell, int(left[0] > 0), premises) for cell in sorted(whole.cells - inside)]
    return found


def _together(one: int, other: int) -> int:
    """The sums of a number from each: bit n for n."""
    if one.bit_count() > other.bit_count():
        one, other = other, one
    found = shift = 0
    while one >> shift:
        if one >> shift & 1:
            found |= other << shift
        shift += 1
    return found


def _innermost(in_force: SentenceIndex) -> list[Derivation]:
    """The sentences that contain no other one, oldest first."""
    return [
        derivation
        for derivation in in_force
        if all(larger is not derivation for larger, _ in in_force.nested(derivation))
    ]


def _connected(derivations: list[Derivation]) -> list[tuple[Derivation, ...]]:
    """Group sentences that share cells, directly or through others."""
    by_cell: dict[Cell, list[Derivation]] = {}
    for derivation in derivations:
        for cell in derivation.cells:
            by_cell.setdefault(cell, []).append(derivation)
    groups: list[tuple[Derivation, ...]] = []
    seen: set[int] = set()
    for first in derivations:
        if first.number in seen:
            continue
        seen.add(first.number)
        group = [first]
        for derivation in group:
            for cell in derivation.cells:
                for other in by_cell[cell]:
                    if other.number not in seen:
                        seen.add(other.number)
                        group.append(other)
        groups.append(tuple(sorted(group, key=lambda derivation: derivation.number)))
    return groups
