"""Facts found in the search for a proof: sentences over cells as bits, each with its origin, and the clues they need.

A set of cells is a whole number in which bit ``row * width + column`` stands for a cell, so that a set operation is one
fast integer operation. ``row * width + column`` is also called the cell's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.proof_step import Split, SplitCase
from minesweeper_qt.model.exact.minimal_subset import Enough, minimal_subset, smallest_subset
from minesweeper_qt.model.knowledge.bit_closure import Pair, bits

MOST_CLUES = 40
"""A set of clues smaller than the first one found is searched for among this number of clues, the nearest ones."""

TRIES = 150
"""The number of sets of clues that may be tried in that search."""


@dataclass(eq=False, slots=True)
class Fact:
    """The fact that ``cells`` hold ``count`` mines, and its origin.

    Either ``rule`` alone states it (``TAKEN``, ``CLUE``, ``MINE_COUNT``), or it is ``base`` less what is in ``out``:
    facts, each with the cells that it takes out. In an ``OVERLAP`` fact, ``out`` holds the two sentences that share its
    cells. In a ``CASES`` or ``CONTRADICTION`` fact, ``out`` holds the premises, and ``split`` or ``supposed`` refers to
    them by their places there. ``KNOWN_CELLS`` and ``KNOWN_SENTENCE`` facts, in short proofs alone, are what the agent
    knows. ``clue`` is the number of the revealed cell of a ``CLUE`` fact, else -1.
    """

    cells: int
    count: int
    rule: Rule
    clue: int = -1
    base: Fact | None = None
    out: tuple[tuple[Fact, int], ...] = ()
    split: Split | None = None
    supposed: SplitCase | None = None

    @property
    def is_sure(self) -> bool:
        """True when the fact settles its cells: none of them is a mine, or all are."""
        return not self.count or self.count == self.cells.bit_count()

    @property
    def clue_number(self) -> int:
        """The number of the clue that states this, or of which this is what is left; -1 if there is none."""
        return self.clue if self.base is None else self.base.clue_number

    def less(self, out: Iterable[tuple[Fact, int]]) -> Fact:
        """Return this fact without the cells of ``out``; sure facts may take out only some of their cells."""
        out = tuple(out)
        cells, count = self.cells, self.count
        for fact, part in out:
            cells &= ~part
            count -= part.bit_count() if fact.is_sure and fact.count else fact.count
        return Fact(cells, count, Rule.SUBSET, base=self, out=out)

    def shared(self, other: Fact) -> Fact | None:
        """Return the fact of the cells that two facts share; ``None`` if these may hold several numbers of mines.

        Neither fact may lie inside the other.
        """
        both = self.cells & other.cells
        size = both.bit_count()
        least = max(self.count - self.cells.bit_count(), other.count - other.cells.bit_count(), -size) + size
        if least != min(self.count, other.count, size):
            return None
        return Fact(both, least, Rule.OVERLAP, out=((self, both), (other, both)))


def clues_behind(goal: Fact) -> set[int]:
    """Return the clues from which a fact is derived, by number."""
    return {fact.clue for fact in facts_behind(goal) if fact.clue >= 0}


def facts_behind(goal: Fact) -> list[Fact]:
    """Return the facts from which ``goal`` is derived, with ``goal`` as the first."""
    todo = [goal]
    seen = {id(goal)}
    for fact in todo:
        for other in (*([fact.base] if fact.base else []), *(other for other, _ in fact.out)):
            if id(other) not in seen:
                seen.add(id(other))
                todo.append(other)
    return todo


class Ground:
    """A position in bits: what the search for a proof starts from.

    ``clues``: the sentence of each revealed cell with covered neighbours, by the cell's number. ``touching``: the
    numbers of those revealed cells next to a covered cell, by the covered cell's number. ``covered`` and ``taken``: the
    covered cells, and those that the position takes for mines.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.width = position.width
        self.covered = self.to_bits(position.covered)
        self.taken = self.to_bits(position.taken)
        self.clues: dict[int, Pair] = {}
        self.touching: dict[int, list[int]] = {}
        revealed = position.clues
        # In reading order, so that equal positions have equal proofs.
        for cell, clue in sorted(revealed.items()):
            number = cell[0] * self.width + cell[1]
            near = [i * self.width + j for i, j in position.board.neighbours(cell) if (i, j) not in revealed]
            if near:
                self.clues[number] = (sum([1 << other for other in near]), clue)
                for other in near:
                    self.touching.setdefault(other, []).append(number)
        self._clue_facts: dict[int, Fact] = {}
        self._taken_facts: dict[int, Fact] = {}

    def to_bits(self, cells: Iterable[Cell]) -> int:
        """Return ``cells`` as bits."""
        found = bytearray(self.position.height * self.width // 8 + 1)
        for i, j in cells:
            number = i * self.width + j
            found[number >> 3] |= 1 << (number & 7)
        return int.from_bytes(found, "little")

    def to_cells(self, cells: int) -> frozenset[Cell]:
        """Return the cells of these bits."""
        return frozenset([self.cell(number) for number in bits(cells)])

    def cell(self, number: int) -> Cell:
        """Return the cell with this number."""
        return self.position.board.cells[number]

    def clue_fact(self, clue: int) -> Fact:
        """Return the fact that a clue states, always the same object."""
        if clue not in self._clue_facts:
            self._clue_facts[clue] = Fact(*self.clues[clue], Rule.CLUE, clue)
        return self._clue_facts[clue]

    def taken_fact(self, number: int) -> Fact:
        """Return the fact that the position takes this cell for a mine, always the same object."""
        if number not in self._taken_facts:
            self._taken_facts[number] = Fact(1 << number, 1, Rule.TAKEN)
        return self._taken_facts[number]

    def rings(self, goal: int) -> Iterator[list[int]]:
        """Yield the clues that touch the cell ``goal``, then those that share covered cells with these, and so on."""
        ring = list(self.touching.get(goal, ()))
        seen = set(ring)
        while ring:
            yield ring
            around = dict.fromkeys(cell for clue in ring for cell in bits(self.clues[clue][0] & ~self.taken))
            ring = list(dict.fromkeys(c for cell in around for c in self.touching[cell] if c not in seen))
            seen.update(ring)


def fewest_clues(ground: Ground, number: int, enough: Enough, tries: Callable[[], int] = lambda: TRIES) -> list[int]:
    """Return the fewest clues found that are ``enough`` to settle the cell with this ``number``.

    All clues that reach the cell must be enough. ``tries`` returns the number of sets that are tried after a minimal
    one. No smaller set is missed unless that number or ``MOST_CLUES`` is too low.
    """
    rings: list[list[int]] = []
    coming = ground.rings(number)
    for ring in coming:
        rings.append(ring)
        if enough([clue for near in rings for clue in near]):
            break
    best = minimal_subset(enough, [clue for near in rings for clue in near])
    # A smaller set is connected, so it reaches no further than this number of rings.
    rings += islice(coming, max(len(best) - 1 - len(rings), 0))
    reach = [clue for ring in rings[: len(best) - 1] for clue in ring]
    return smallest_subset(enough, reach[:MOST_CLUES], best, tries())
