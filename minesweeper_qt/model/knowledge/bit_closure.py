"""Draws all conclusions of the rules of inference from sentences over cells as bits: fast, without their derivations.

A set of cells is a whole number in which each bit stands for a cell, so that a set operation is one fast operation on
numbers. ``KnowledgeBase`` draws the same conclusions, and keeps how it came to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from minesweeper_qt.model.evidence.reasoning import Reasoning

Pair = tuple[int, int]
"""A sentence: its cells as bits, and how many of them are mines."""

INDEXED = 150
"""From this number of sentences on, those that share cells are found by an index instead of comparing all."""


class Closed(NamedTuple):
    """What follows from sentences: the settled cells, the mines among them, and the sentences about the other cells.

    ``in_force`` maps the cells of each sentence to its count; no sentence has a settled cell.
    """

    known: int
    mines: int
    in_force: dict[int, int]


def bits(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest on.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def close(
    sentences: Iterable[Pair], level: Reasoning = Reasoning.OVERLAP, known: int = 0, mines: int = 0, goal: int = 0
) -> Closed:
    """Return what follows from ``sentences`` by the rules of ``level``, which are applied until nothing new follows.

    At level ``CLUE`` these are rules 1 and 2, at level ``SUBSET`` all three rules of CS50, and from ``OVERLAP`` on the
    overlap rule as well. ``known`` and ``mines`` are cells settled before. No two of the sentences may contradict each
    other. The work ends early when a cell of ``goal`` is settled; then the result has this cell, but may lack others.

    >>> close([(0b0011, 1), (0b0111, 2)], Reasoning.SUBSET)
    Closed(known=4, mines=4, in_force={3: 1})
    >>> overlapping = [(0b00111, 1), (0b11110, 3)]
    >>> close(overlapping, Reasoning.SUBSET).known, close(overlapping, Reasoning.OVERLAP).known
    (0, 25)

    Source: CS50 AI, project Minesweeper, for the three rules; ``Rule.OVERLAP`` states the fourth.
    """
    todo = list(sentences)
    in_force: dict[int, int] = {}
    index = _Index() if len(todo) >= INDEXED else None
    by_subset, by_overlap = level > Reasoning.CLUE, level > Reasoning.SUBSET
    while todo:
        cells, count = todo.pop()
        if cells & known:
            count -= (cells & mines).bit_count()
            cells &= ~known
        if not cells or cells in in_force:
            continue
        if not count or count == cells.bit_count():
            known |= cells
            mines |= cells if count else 0
            if cells & goal:
                break
            near = in_force if index is None else index.near(cells)
            hit = [other for other in near if other & cells]
            todo += [(other, in_force.pop(other)) for other in hit]
            if index is not None:
                index.remove(hit)
            continue
        if by_subset:
            others = in_force.items() if index is None else [(other, in_force[other]) for other in index.near(cells)]
            todo += [new[:2] for new in conclusions(cells, count, others, by_overlap)]
        in_force[cells] = count
        if index is not None:
            index.add(cells)
    return Closed(known, mines, in_force)


def conclusions(cells: int, count: int, others: Iterable[Pair], by_overlap: bool = True) -> list[tuple[int, int, int]]:
    """Return what the subset rule and, if ``by_overlap``, the overlap rule conclude from one sentence and each other.

    Each conclusion is a sentence, as its cells and its count, followed by the cells of the other sentence.

    >>> conclusions(0b00111, 1, [(0b11110, 3), (0b00110, 1)])
    [(6, 1, 30), (1, 0, 6)]
    """
    found: list[tuple[int, int, int]] = []
    size = cells.bit_count()
    for other, less in others:
        both = cells & other
        if not both:
            continue
        if both == other:
            found.append((cells ^ other, count - less, other))
        elif both == cells:
            found.append((cells ^ other, less - count, other))
        elif by_overlap:
            shared = both.bit_count()
            least = max(count - size, less - other.bit_count(), -shared) + shared
            if least == min(count, less, shared):
                found.append((both, least, other))
    return found


class _Index:
    """The sentences in force by each cell that they mention."""

    def __init__(self) -> None:
        self._by_cell: dict[int, set[int]] = {}

    def add(self, cells: int) -> None:
        """Add a sentence."""
        for cell in _single_bits(cells):
            self._by_cell.setdefault(cell, set()).add(cells)

    def remove(self, sentences: Iterable[int]) -> None:
        """Remove sentences that are in the index."""
        for cells in sentences:
            for cell in _single_bits(cells):
                self._by_cell[cell].remove(cells)

    def near(self, cells: int) -> list[int]:
        """Return the sentences that share a cell with ``cells``, in an order that depends on the sentences alone."""
        found: set[int] = set()
        for cell in _single_bits(cells):
            found.update(self._by_cell.get(cell, ()))
        return sorted(found)


def _single_bits(cells: int) -> list[int]:
    """Return each cell of ``cells`` as a set of one cell."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest)
        cells ^= lowest
    return found
