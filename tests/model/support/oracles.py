"""Independent reference implementations: brute force and plain fixpoints that share no code with the model."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from hypothesis import strategies as st

from minesweeper_qt.model import Cell, MinesweeperAI

Sentences = dict[frozenset[Cell], int]


@cache
def around(height: int, width: int, cell: Cell) -> frozenset[Cell]:
    """Return the cells of the board that touch ``cell``, by its side or by its corner."""
    row, column = cell
    rows = [i for i in (row - 1, row, row + 1) if 0 <= i < height]
    columns = [j for j in (column - 1, column, column + 1) if 0 <= j < width]
    return frozenset((i, j) for i in rows for j in columns if (i, j) != cell)


class Truth(NamedTuple):
    """A board with its mines, and its safe cells in the order in which they are revealed."""

    height: int
    width: int
    mines: frozenset[Cell]
    order: tuple[Cell, ...]

    @property
    def cells(self) -> list[Cell]:
        return [(i, j) for i in range(self.height) for j in range(self.width)]

    def clue(self, cell: Cell) -> int:
        return len(around(self.height, self.width, cell) & self.mines)


@st.composite
def truths(draw: st.DrawFn, max_height: int = 8, max_width: int = 9, max_cells: int = 72) -> Truth:
    # Sampled, because integers() prefers its bounds: most boards would be tiny, or all mines.
    height = draw(st.sampled_from(range(1, min(max_height, max_cells) + 1)))
    width = draw(st.sampled_from(range(1, min(max_width, max_cells // height) + 1)))
    percent = draw(st.sampled_from([0, 5, 10, 15, 18, 21, 24, 27, 30, 35, 40, 50, 60, 80, 100]))
    count = round(height * width * percent / 100)
    chance = random.Random(draw(st.integers(0, 2**32)))
    cells = [(i, j) for i in range(height) for j in range(width)]
    chance.shuffle(cells)
    return Truth(height, width, frozenset(cells[:count]), tuple(cells[count:]))


def reveal_in_order(truth: Truth, ai: MinesweeperAI) -> Iterator[tuple[Cell, int]]:
    for cell in truth.order:
        yield cell, truth.clue(cell)


def reveal_as_the_agent_moves(truth: Truth, ai: MinesweeperAI) -> Iterator[tuple[Cell, int]]:
    """Yield the agent's safe moves; where it would guess, reveal the next safe cell in the order instead."""
    for helped in (None, *truth.order):
        if helped is not None and helped not in ai.moves_made:
            yield helped, truth.clue(helped)
        while (cell := ai.make_safe_move()) is not None:
            yield cell, truth.clue(cell)


ORDERS = {"any order": reveal_in_order, "agent-driven": reveal_as_the_agent_moves}


def in_force(ai: MinesweeperAI) -> Sentences:
    """Return the agent's sentences; no two may have the same cells."""
    sentences = {frozenset(sentence.cells): sentence.count for sentence in ai.knowledge}
    assert len(sentences) == len(ai.knowledge) == len(ai.knowledge_base)
    return sentences


def fixpoint(
    height: int,
    width: int,
    clues: Mapping[Cell, int],
    marks: Mapping[Cell, int],
    *,
    overlap: bool = False,
    total: int | None = None,
    most: int = 10**9,
) -> tuple[set[Cell], set[Cell], Sentences]:
    """Return safes, mines and sentences by the course's three rules, applied to all pairs until nothing is new.

    ``overlap``: the overlap rule is a fourth one. ``total``: the number of mines is a sentence like the others. The
    work ends when there are more than ``most`` sentences.
    """
    verdicts = {**marks, **dict.fromkeys(clues, 0)}
    sentences: Sentences = {around(height, width, cell): count for cell, count in clues.items()}
    if total is not None:
        sentences[frozenset((i, j) for i in range(height) for j in range(width))] = total
    while True:
        shortened: Sentences = {}
        for cells, count in sentences.items():
            rest = frozenset(cell for cell in cells if cell not in verdicts)
            if rest:
                shortened[rest] = count - sum(verdicts.get(cell, 0) for cell in cells)
        found = {cell: 0 for cells, count in shortened.items() if count == 0 for cell in cells}
        found |= {cell: 1 for cells, count in shortened.items() if count == len(cells) for cell in cells}
        verdicts |= found
        new = {} if found else differences(shortened) | (overlaps(shortened) if overlap else {})
        if (not found and new.keys() <= shortened.keys()) or len(shortened) > most:
            safes = {cell for cell, is_mine in verdicts.items() if not is_mine}
            return safes, verdicts.keys() - safes, shortened
        sentences = shortened | new


def differences(sentences: Sentences) -> Sentences:
    found: Sentences = {}
    for (one, its_count), (other, other_count) in combinations(sentences.items(), 2):
        if one < other:
            found[other - one] = other_count - its_count
        elif other < one:
            found[one - other] = its_count - other_count
    return found


def overlaps(sentences: Sentences) -> Sentences:
    """Return the shared cells of all pairs of sentences that can hold only one number of mines, with that number."""
    found: Sentences = {}
    for (one, its_count), (other, other_count) in combinations(sentences.items(), 2):
        shared = one & other
        if not shared or shared in (one, other):
            continue
        numbers = {
            inside
            for inside in range(len(shared) + 1)
            if 0 <= its_count - inside <= len(one - shared) and 0 <= other_count - inside <= len(other - shared)
        }
        if len(numbers) == 1:
            found[shared] = numbers.pop()
    return found


def layouts(
    truth: Truth, clues: Mapping[Cell, int], marks: Mapping[Cell, int] | None = None, total: int | None = None
) -> list[frozenset[Cell]]:
    """Return all layouts that agree with clues, marks and number of mines, by trying all of them."""
    cells = truth.cells
    bit = {cell: 1 << index for index, cell in enumerate(cells)}
    fixed = {**(marks or {})}
    if any(fixed.get(cell) for cell in clues):
        return []
    fixed |= dict.fromkeys(clues, 0)
    tests = [(sum(bit[c] for c in around(truth.height, truth.width, cell)), count) for cell, count in clues.items()]
    must = sum(bit[cell] for cell, is_mine in fixed.items() if is_mine)
    cannot = sum(bit[cell] for cell, is_mine in fixed.items() if not is_mine)
    return [
        frozenset(cell for cell in cells if layout & bit[cell])
        for layout in range(1 << len(cells))
        if layout & must == must
        and not layout & cannot
        and (total is None or layout.bit_count() == total)
        and all((layout & mask).bit_count() == count for mask, count in tests)
    ]


def is_satisfiable(sentences: Iterable[tuple[frozenset[Cell], int]]) -> bool:
    """Return whether any set of mines satisfies all these sentences, by trying all of them."""
    listed = list(sentences)
    bit = {cell: 1 << index for index, cell in enumerate(sorted(frozenset().union(*(cells for cells, _ in listed))))}
    tests = [(sum(bit[cell] for cell in cells), count) for cells, count in listed]
    return any(all((mines & mask).bit_count() == count for mask, count in tests) for mines in range(1 << len(bit)))
