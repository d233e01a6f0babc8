"""Checks the number of mines, and finds the conclusions that it adds to the local sentences.

``{all undetermined cells} = mines left`` contains every local sentence, so the subset rule could subtract any set of
disjoint ones from it: 2^k differences for k disjoint sentences. Only two kinds of differences settle cells: those that
leave no mine (the rest is safe) and those that leave as many mines as cells (the rest are mines). The search here looks
for these directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.interruption import Poll, never_interrupt
from minesweeper_qt.model.knowledge.bit_closure import Pair

MOST_STEPS = 5_000
"""The default limit on one search, in sentences tried; a search that reaches it ends without a result."""


def check_total(total_mines: int, board: Board) -> None:
    """Raise ``MineCountError`` unless ``total_mines`` is a whole number of mines that fits on ``board``."""
    size = len(board.cells)
    if not is_whole(total_mines) or not 0 <= total_mines <= size:
        raise MineCountError(f"{total_mines!r} mines on {size} cells; allowed are 0 to {size}")


def leftovers(
    whole: Derivation, sentences: Iterable[Derivation], most_steps: int = MOST_STEPS, poll: Poll = never_interrupt
) -> list[Derivation] | None:
    """Return disjoint ``sentences`` whose subtraction from ``whole`` leaves cells that are all safe, or all mines.

    They come in the order in which to subtract them. See ``leftover_places`` for the search. An exception that ``poll``
    raises ends it.
    """
    inside = sorted(sentences, key=lambda derivation: derivation.number)
    # Sets of cells as whole numbers, one bit for each cell: the search compares thousands of them.
    bit: dict[Cell, int] = {}
    pairs = [
        (sum([1 << bit.setdefault(cell, len(bit)) for cell in derivation.cells]), derivation.count)
        for derivation in inside
    ]
    found = leftover_places(len(whole.cells), whole.count, pairs, most_steps, poll)
    return None if found is None else [inside[place] for place in found]


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
