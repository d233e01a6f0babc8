"""What the number of mines says beyond the sentences next to the clues.

``{all undetermined cells} = mines left`` contains every local sentence, so the subset rule could take away any set of
disjoint ones: 2^k differences for k disjoint sentences. Only two of them can settle a cell: one that leaves no mine
(the rest is safe) and one that leaves as many mines as cells (the rest are mines). Those are searched for directly.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from minesweeper_qt.model.board.board import Board, Cell, check_whole
from minesweeper_qt.model.errors import MineCountError
from minesweeper_qt.model.evidence.derivation import Derivation

SEARCH_STEPS = 5_000
"""Bound on one search, in sentences tried; a search that reaches it answers as if there were nothing."""


def check_total(total_mines: int, board: Board) -> None:
    """Raise ``MineCountError`` unless ``board`` can hold that many mines."""
    size = len(board.cells)
    if not check_whole(total_mines) or not 0 <= total_mines <= size:
        raise MineCountError(f"{total_mines!r} mines on {size} cells; allowed are 0 to {size}")


def leftovers(
    whole: Derivation, sentences: Iterable[Derivation], most_steps: int = SEARCH_STEPS
) -> list[Derivation] | None:
    """Find disjoint ``sentences`` whose removal from ``whole`` leaves cells that are all safe, or all mines.

    Returns them in the order in which to subtract them, or ``None`` when there is no such set or the search gave up.
    A set leaves no mine when its counts add up to the count of ``whole``, and only mines when its safe cells add up to
    the safe cells of ``whole``: a search for disjoint sets of greatest weight, cut off by what is still reachable.
    A set that weighs more than that contradicts ``whole``: one that the search meets is returned as well. The search
    gives up after ``most_steps``.
    """
    inside = list(sentences)
    covered = len(set[Cell]().union(*(derivation.cells for derivation in inside)))
    for wanted, of_mines in ((whole.count, True), (len(whole.cells) - whole.count, False)):
        # No set weighs more than all the cells that the sentences cover.
        found = _packing(whole, inside, wanted, of_mines, most_steps) if wanted <= covered else None
        if found is not None:
            return found
    return None


def _packing(
    whole: Derivation, inside: list[Derivation], wanted: int, of_mines: bool, most_steps: int
) -> list[Derivation] | None:
    """Depth first: each sentence, heaviest per cell first, is taken (if disjoint from those taken) or left."""

    def weight(derivation: Derivation) -> int:
        return derivation.count if of_mines else len(derivation.cells) - derivation.count

    ranked = sorted(inside, key=lambda derivation: (-weight(derivation) / len(derivation.cells), derivation.number))
    reachable = list(accumulate((weight(derivation) for derivation in reversed(ranked)), initial=0))[::-1]
    steps = 0
    stack: list[tuple[int, int, frozenset[Cell], tuple[Derivation, ...]]] = [(0, 0, frozenset(), ())]
    while stack:
        index, weighed, used, taken = stack.pop()
        if weighed >= wanted:
            if weighed > wanted or len(used) < len(whole.cells):
                return list(taken)
            continue
        if weighed + reachable[index] < wanted:
            continue
        steps += 1
        if steps > most_steps:
            return None
        derivation = ranked[index]
        stack.append((index + 1, weighed, used, taken))
        if not (derivation.cells & used):
            stack.append((index + 1, weighed + weight(derivation), used | derivation.cells, (*taken, derivation)))
    return None
