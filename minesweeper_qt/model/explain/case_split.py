"""A case split that shows why sentences force a cell: as few cases as can be found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from minesweeper_qt.model.evidence.proof_step import Case, Forced, Split
from minesweeper_qt.model.explain.search_facts import Ground, Pair, bits

MOST_CASES = 40
"""A split with more ends than that explains nothing."""

MOST_STATES = 1_500
"""After so many states of the cells a split that was found is not made smaller, and none is looked for any more."""

_TRIED_INSIDE = 3
"""Within a case only so many sentences are tried, those with the fewest ways to fill them."""

Inference = tuple[int, int, bool]
"""A place among the premises, the cells that it settles now, and whether they are mines."""


class _Tree(NamedTuple):
    """What a state of the cells leads to.

    ``ends`` and ``lines`` measure it. ``place``: the sentence split over, or -1; ``cases``: each with its mines, its
    safe cells and its tree. ``used``: the cells of all sentences that it reads.
    """

    ends: int
    lines: int
    moves: tuple[Inference, ...]
    clash: int
    place: int
    cases: tuple[tuple[int, int, _Tree], ...]
    used: int


def find_split(
    ground: Ground, premises: Sequence[Pair], goal: int, is_mine: bool, poll: Callable[[], None]
) -> Split | None:
    """Return a split whose cases all end with the verdict on ``goal`` or a clash; ``None`` when it takes too many.

    Its steps are places among ``premises``.
    """
    search = _Search(premises, goal, is_mine, poll)
    tree = search.split(0, 0, MOST_CASES)
    if tree is None:
        return None
    return _as_split(ground, tree)


class _Search:
    def __init__(self, premises: Sequence[Pair], goal: int, is_mine: bool, poll: Callable[[], None]) -> None:
        self._premises = premises
        self._goal = goal
        self._is_mine = is_mine
        self._poll = poll
        self._states = 0
        self._found: dict[tuple[int, int], tuple[_Tree | None, int]] = {}
        """The smallest split of a state, and how many ends it was allowed."""

    def split(self, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the smallest split found of a state in which nothing follows, with at most so many ends."""
        best, allowed = self._found.get((mines, safes), (None, -1))
        if best is not None or most <= allowed:
            return best if best is None or best.ends <= most else None
        known = mines | safes
        ways: list[tuple[int, int, int, int]] = []
        for place, (cells, count) in enumerate(self._premises):
            left = cells & ~known
            if left:
                need = count - (cells & mines).bit_count()
                ways.append((comb(left.bit_count(), need), place, left, need))
        ways.sort()
        for number, place, left, need in ways[: _TRIED_INSIDE if known else None]:
            limit = most if best is None else best.ends
            if number > limit or self._states > MOST_STATES:
                break
            tree = self._split_over(place, left, need, mines, safes, limit)
            if tree is not None and (best is None or (tree.ends, tree.lines) < (best.ends, best.lines)):
                best = tree
        self._found[mines, safes] = best, most
        return best

    def _split_over(self, place: int, left: int, need: int, mines: int, safes: int, most: int) -> _Tree | None:
        cells = [1 << cell for cell in bits(left)]
        cases: list[tuple[int, int, _Tree]] = []
        ends = lines = 0
        used = self._premises[place][0]
        to_come = comb(len(cells), need)
        for chosen in combinations(cells, need):
            to_come -= 1
            added = sum(chosen)
            tree = self._follow(mines | added, safes | (left & ~added), most - ends - to_come)
            if tree is None:
                return None
            cases.append((added, left & ~added, tree))
            ends += tree.ends
            lines += 1 + tree.lines
            used |= tree.used
            if ends + to_come > most:
                return None
        return _Tree(ends, lines, (), -1, place, tuple(cases), used)

    def _follow(self, mines: int, safes: int, most: int) -> _Tree | None:
        """What follows from a state, and how it ends."""
        self._states += 1
        self._poll()
        moves: list[Inference] = []
        while True:
            if (mines | safes) & self._goal and bool(mines & self._goal) == self._is_mine:
                return self._ended(moves, -1, self._goal)
            clashes, found = self._read(mines, safes)
            if clashes:
                return min(
                    [self._ended(moves, place, self._premises[place][0]) for place in clashes],
                    key=lambda tree: tree.lines,
                )
            if not found:
                break
            for place, cells, is_mine in found:
                # A sentence settles all of its open cells, or is left for the next round.
                if not cells & (mines | safes):
                    moves.append((place, cells, is_mine))
                    if is_mine:
                        mines |= cells
                    else:
                        safes |= cells
        tree = self.split(mines, safes, most)
        if tree is None:
            return None
        needed, used = self._needed(moves, tree.used)
        return tree._replace(moves=needed, lines=tree.lines + len(needed), used=used)

    def _read(self, mines: int, safes: int) -> tuple[list[int], list[Inference]]:
        """Which sentences can't be true in a state, and what the others settle."""
        known = mines | safes
        clashes: list[int] = []
        found: list[Inference] = []
        for place, (cells, count) in enumerate(self._premises):
            left = cells & ~known
            need = count - (cells & mines).bit_count()
            if not 0 <= need <= left.bit_count():
                clashes.append(place)
            elif left and (not need or need == left.bit_count()):
                found.append((place, left, need > 0))
        return clashes, found

    def _ended(self, moves: list[Inference], clash: int, cells: int) -> _Tree:
        needed, used = self._needed(moves, cells)
        return _Tree(1, len(needed), needed, clash, -1, (), used)

    def _needed(self, moves: list[Inference], used: int) -> tuple[tuple[Inference, ...], int]:
        """Those of ``moves`` that settle cells that are read later, and all cells that are read."""
        needed = []
        for move in reversed(moves):
            if move[1] & used:
                needed.append(move)
                used |= self._premises[move[0]][0]
        return tuple(reversed(needed)), used


def _as_split(ground: Ground, tree: _Tree) -> Split:
    cases = []
    for mines, safes, inner in tree.cases:
        forced = tuple(Forced(place, ground.to_cells(cells), is_mine) for place, cells, is_mine in inner.moves)
        clash = inner.clash if inner.clash >= 0 else None
        split = _as_split(ground, inner) if inner.place >= 0 else None
        cases.append(Case(ground.to_cells(mines), ground.to_cells(safes), forced, clash, split))
    return Split(tree.place, tuple(cases))
