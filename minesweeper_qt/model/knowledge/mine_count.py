"""Checks the number of mines, and finds the conclusions that it adds to the local sentences.

``{all undetermined cells} = mines left`` contains every local sentence, so the subset rule could subtract any set of
disjoint ones from it: 2^k differences for k disjoint sentences. Only two kinds of differences settle cells: those that
leave no mine (the rest is safe) and those that leave as many mines as cells (the rest are mines). The search here looks
for these directly.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.interruption import Poll, never_interrupt

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

    They come in the order in which to subtract them. The result is ``None`` when no such set exists, or when the search
    gave up after ``most_steps``. A set leaves no mine when its counts add up to the count of ``whole``, and only mines
    when its safe cells add up to the safe cells of ``whole``. So this is a search for disjoint sets of greatest weight,
    where a branch ends when the weight needed is out of reach. A set of greater weight than that contradicts ``whole``:
    if the search finds one, it is returned as well. An exception that ``poll`` raises ends the search.
    """
    inside = list(sentences)
    covered = len(set[Cell]().union(*(derivation.cells for derivation in inside)))
    for target, of_mines in ((whole.count, True), (len(whole.cells) - whole.count, False)):
        # The weight of a set is at most the number of cells in all sentences.
        found = _packing(whole, inside, target, of_mines, most_steps, poll) if target <= covered else None
        if found is not None:
            return found
    return None


_Taken: TypeAlias = "tuple[_Taken, Derivation] | None"


def _packing(
    whole: Derivation, inside: list[Derivation], target: int, of_mines: bool, most_steps: int, poll: Poll
) -> list[Derivation] | None:
    """Return disjoint sentences from ``inside`` with a weight of at least ``target``; ``None`` if none were found.

    The weight of a sentence is its number of mines (``of_mines``) or of safe cells. Depth-first search: each sentence,
    those with the greatest weight per cell first, is taken, if disjoint from those taken before, or left out.
    """

    def weight(derivation: Derivation) -> int:
        return derivation.count if of_mines else len(derivation.cells) - derivation.count

    ranked = sorted(inside, key=lambda derivation: (-weight(derivation) / len(derivation.cells), derivation.number))
    weights = [weight(derivation) for derivation in ranked]
    reachable = list(accumulate(reversed(weights), initial=0))[::-1]
    # Sets of cells as whole numbers, one bit for each cell: the search compares thousands of them.
    bit: dict[Cell, int] = {}
    masks = [sum([1 << bit.setdefault(cell, len(bit)) for cell in derivation.cells]) for derivation in ranked]
    steps = 0
    # The place in the ranking, the weight and the cells taken so far, and the sentences: the last one and those before.
    stack: list[tuple[int, int, int, _Taken]] = [(0, 0, 0, None)]
    while stack:
        index, weighed, used, taken = stack.pop()
        if weighed >= target:
            if weighed > target or used.bit_count() < len(whole.cells):
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


def _listed(taken: _Taken) -> list[Derivation]:
    """Return the sentences taken, in the order in which they were."""
    found: list[Derivation] = []
    while taken is not None:
        taken, last = taken
        found.append(last)
    return found[::-1]
