"""Finds a case split, with as few cases as possible, that shows why sentences force a cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from minesweeper_qt.model.evidence.proof_step import Forced, Split, SplitCase
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.bit_closure import Pair, bits

MOST_CASES = 40
"""The largest number of ends that a split may have; one with more explains nothing."""

MOST_STATES = 1_500
"""After this many states of the cells, a split that was found is not improved, and no further one is searched for."""

_TRIED_INSIDE = 3
"""Within a case only this number of sentences is tried: those with the fewest ways to fill them."""

Inference = tuple[int, int, bool]
"""A sentence as its place among the premises, the cells that it settles now (as bits), and whether they are mines."""


class _Tree(NamedTuple):
    """The case tree below one state of the cells.

    ``ends`` is the number of its cases that are not split further, ``lines`` the number of its lines in a proof.
    ``inferences`` come before the first split. Then the state ends with a contradiction, with the verdict on the cell
    of the proof, or with a split: ``contradiction`` is the place of the sentence that can't be true, or -1; ``place``
    is that of the sentence that is split over, or -1; ``cases`` holds, for each case of that split, its mines, its safe
    cells and its tree. ``used`` is the union of the cells of all sentences that the tree reads.
    """

    ends: int
    lines: int
    inferences: tuple[Inference, ...]
    contradiction: int
    place: int
    cases: tuple[tuple[int, int, _Tree], ...]
    used: int


def by_split(
    ground: Ground, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll, most: int = MOST_CASES
) -> Fact:
    """Return the fact that ``goal`` has the verdict ``is_mine`` in all cases of ``premises``, or that the others clash.

    The split of the fact refers to the premises by their places. It is ``None`` if it would take more than ``most``
    ends, or is not found within ``MOST_STATES`` states. ``poll`` is called often and may raise ``Stopped``.
    """
    tree = _SplitSearch(premises, goal, is_mine, poll).split(0, 0, most)
    split = None if tree is None else _as_split(ground, tree)
    return Fact(goal, int(is_mine), Rule.CASES, out=_whole(premises), split=split)


def by_contradiction(
    ground: Ground, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll, most: int = MOST_CASES
) -> Fact | None:
    """Return the fact that the opposite verdict on ``goal`` contradicts ``premises``; ``None`` beyond the limits.

    Limits are those of ``by_split``.
    """
    mines, safes = (0, goal) if is_mine else (goal, 0)
    tree = _SplitSearch(premises, goal, is_mine, poll).follow(mines, safes, most)
    if tree is None:
        return None
    supposed = _as_case(ground, mines, safes, tree)
    return Fact(goal, int(is_mine), Rule.CONTRADICTION, out=_whole(premises), supposed=supposed)


def _whole(premises: Sequence[Fact]) -> tuple[tuple[Fact, int], ...]:
    return tuple((fact, fact.cells) for fact in premises)


class _SplitSearch:
    """Searches for the smallest split over ``premises``; a state is the set of cells known as mines and as safe."""

    def __init__(self, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll) -> None:
        self._premises: list[Pair] = [(fact.cells, fact.count) for fact in premises]
        self._goal = goal
        self._is_mine = is_mine
        self._poll = poll
        self._states = 0
        self._found: dict[tuple[int, int], tuple[_Tree | None, int]] = {}
        """The smallest split found for a state, and the number of ends that it was allowed."""

    def split(self, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the smallest split found of a state in which nothing follows; ``None`` for more than ``most`` ends."""
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
        """Return the split over the sentence at ``place``; ``None`` if it has more than ``most`` ends.

        The sentence has the open cells ``left``, which hold ``need`` mines.
        """
        cells = [1 << cell for cell in bits(left)]
        cases: list[tuple[int, int, _Tree]] = []
        ends = lines = 0
        used = self._premises[place][0]
        remaining = comb(len(cells), need)
        for chosen in combinations(cells, need):
            remaining -= 1
            added = sum(chosen)
            tree = self.follow(mines | added, safes | (left & ~added), most - ends - remaining)
            if tree is None:
                return None
            cases.append((added, left & ~added, tree))
            ends += tree.ends
            lines += 1 + tree.lines
            used |= tree.used
            if ends + remaining > most:
                return None
        return _Tree(ends, lines, (), -1, place, tuple(cases), used)

    def follow(self, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the tree of all that follows from a state; ``None`` if it has more than ``most`` ends."""
        self._states += 1
        self._poll()
        inferences: list[Inference] = []
        while True:
            if (mines | safes) & self._goal and bool(mines & self._goal) == self._is_mine:
                return self._leaf(inferences, -1, self._goal)
            contradicted, found = self._examine(mines, safes)
            if contradicted:
                return min(
                    [
                        self._leaf(inferences, place, self._clashing(place, mines, safes, inferences))
                        for place in contradicted
                    ],
                    key=lambda tree: tree.lines,
                )
            if not found:
                break
            for place, cells, is_mine in found:
                # A sentence settles all of its open cells, or is left for the next round.
                if not cells & (mines | safes):
                    inferences.append((place, cells, is_mine))
                    if is_mine:
                        mines |= cells
                    else:
                        safes |= cells
        tree = self.split(mines, safes, most)
        if tree is None:
            return None
        needed, used = self._needed(inferences, tree.used)
        return tree._replace(inferences=needed, lines=tree.lines + len(needed), used=used)

    def _examine(self, mines: int, safes: int) -> tuple[list[int], list[Inference]]:
        """Return the places of the sentences that can't be true in a state, and what the other sentences settle."""
        known = mines | safes
        contradicted: list[int] = []
        found: list[Inference] = []
        for place, (cells, count) in enumerate(self._premises):
            left = cells & ~known
            need = count - (cells & mines).bit_count()
            if not 0 <= need <= left.bit_count():
                contradicted.append(place)
            elif left and (not need or need == left.bit_count()):
                found.append((place, left, need > 0))
        return contradicted, found

    def _clashing(self, place: int, mines: int, safes: int, inferences: list[Inference]) -> int:
        """Return the cells of a sentence that make it impossible: its mines if they are too many, else its safe cells.

        What the last inferences add is left out where the other cells are enough.
        """
        cells, count = self._premises[place]
        is_full = (cells & mines).bit_count() > count
        used = cells & (mines if is_full else safes)
        spare = used.bit_count() - (count if is_full else cells.bit_count() - count) - 1
        for _, settled, _ in reversed(inferences):
            part = used & settled
            if part.bit_count() <= spare:
                used ^= part
                spare -= part.bit_count()
        return used

    def _leaf(self, inferences: list[Inference], contradiction: int, cells: int) -> _Tree:
        """Return a tree that ends without a split; ``cells`` are those that are read at its end."""
        needed, used = self._needed(inferences, cells)
        return _Tree(1, len(needed), needed, contradiction, -1, (), used)

    def _needed(self, inferences: list[Inference], used: int) -> tuple[tuple[Inference, ...], int]:
        """Return those of ``inferences`` that settle cells which are read later, and all cells that are read."""
        needed = []
        for inference in reversed(inferences):
            if inference[1] & used:
                needed.append(inference)
                used |= self._premises[inference[0]][0]
        return tuple(reversed(needed)), used


def _as_split(ground: Ground, tree: _Tree) -> Split:
    """Return ``tree`` as a split of a proof step, with cells instead of bits."""
    return Split(tree.place, tuple([_as_case(ground, mines, safes, inner) for mines, safes, inner in tree.cases]))


def _as_case(ground: Ground, mines: int, safes: int, inner: _Tree) -> SplitCase:
    """Return the case that supposes ``mines`` and ``safes``, and the tree within it, with cells instead of bits."""
    forced = tuple(Forced(place, ground.to_cells(cells), is_mine) for place, cells, is_mine in inner.inferences)
    contradiction = inner.contradiction if inner.contradiction >= 0 else None
    split = _as_split(ground, inner) if inner.place >= 0 else None
    return SplitCase(ground.to_cells(mines), ground.to_cells(safes), forced, contradiction, split)
