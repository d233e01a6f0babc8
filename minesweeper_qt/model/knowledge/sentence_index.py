"""An index of the sentences in force: finds them by their cells, and the pairs to which the overlap rule applies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, Protocol

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


class SentenceIndex:
    """A set of sentences with different, non-empty sets of cells; iterating yields them oldest first.

    ``by_cell`` maps a cell to the sentences that mention it, by number.
    """

    def __init__(self) -> None:
        self.by_cell: dict[Cell, dict[int, Derivation]] = {}
        self._by_cells: dict[frozenset[Cell], Derivation] = {}
        # Each sentence is stored under its first cell only. So a loop over the cells of a larger sentence finds each
        # sentence inside it exactly once.
        self._by_anchor: dict[Cell, dict[int, Derivation]] = {}

    def __iter__(self) -> Iterator[Derivation]:
        return iter(self._by_cells.values())

    def __len__(self) -> int:
        return len(self._by_cells)

    def __contains__(self, derivation: Derivation) -> bool:
        return self._by_cells.get(derivation.cells) is derivation

    def over(self, cells: frozenset[Cell]) -> Derivation | None:
        """Return the sentence with exactly these cells; ``None`` if none is in force."""
        return self._by_cells.get(cells)

    def add(self, derivation: Derivation) -> None:
        """Add a sentence; no sentence with the same cells may be in force."""
        self._by_cells[derivation.cells] = derivation
        number = derivation.number
        by_cell = self.by_cell
        for cell in derivation.cells:
            mentioning = by_cell.get(cell)
            if mentioning is None:
                by_cell[cell] = {number: derivation}
            else:
                mentioning[number] = derivation
        self._by_anchor.setdefault(min(derivation.cells), {})[number] = derivation

    def remove(self, derivation: Derivation) -> None:
        """Remove a sentence, which must be in force."""
        del self._by_cells[derivation.cells]
        number = derivation.number
        for cell in derivation.cells:
            del self.by_cell[cell][number]
        del self._by_anchor[min(derivation.cells)][number]

    def restore(self, derivations: Iterable[Derivation]) -> None:
        """Add sentences that were removed again, each at its old place in all orders."""
        for derivation in derivations:
            self.add(derivation)
            for cell in derivation.cells:
                self.by_cell[cell] = dict(sorted(self.by_cell[cell].items()))
            anchor = min(derivation.cells)
            self._by_anchor[anchor] = dict(sorted(self._by_anchor[anchor].items()))
        self._by_cells = {
            derivation.cells: derivation for derivation in sorted(self, key=lambda derivation: derivation.number)
        }

    def nested(self, derivation: Derivation) -> list[tuple[Derivation, Derivation]]:
        """Return ``derivation`` paired with every sentence that it contains or that contains it, the larger one first.

        ``derivation`` must be in force.
        """
        cells = derivation.cells
        by_cell, by_anchor = self.by_cell, self._by_anchor
        pairs: list[tuple[Derivation, Derivation]] = []
        for cell in cells:
            anchored = by_anchor.get(cell)
            if anchored:
                pairs += [(derivation, other) for other in anchored.values() if other.cells < cells]
        # A sentence that contains it mentions all of its cells, so checking the least mentioned cell is enough.
        fewest = min([by_cell[cell] for cell in cells], key=len)
        pairs += [(other, derivation) for other in fewest.values() if cells < other.cells]
        return pairs


class _Stated(Protocol):
    @property
    def cells(self) -> frozenset[Cell]: ...

    @property
    def count(self) -> int: ...


class SharedBounds(NamedTuple):
    """The least and the greatest number of mines that two sentences allow in the cells that they share."""

    least: int
    most: int


def shared_bounds(one: _Stated, other: _Stated) -> SharedBounds:
    """Return how many mines the cells shared by two sentences may hold, as far as these two say.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 1), 1), ai.add_knowledge((1, 2), 3)]
    >>> [sentence.text for sentence in ai.knowledge_base]
    ['{(0, 1), (0, 2), (0, 3), (1, 3)} = 3', '{(0, 0), (0, 1), (0, 2), (1, 0)} = 1']
    >>> shared_bounds(*ai.knowledge_base)
    SharedBounds(least=1, most=1)
    """
    shared = len(one.cells & other.cells)
    return SharedBounds(
        max(0, *(sentence.count - (len(sentence.cells) - shared) for sentence in (one, other))),
        min(one.count, other.count, shared),
    )


def overlaps(derivation: Derivation, in_force: SentenceIndex) -> list[tuple[Derivation, Derivation]]:
    """Return ``derivation`` paired with every older sentence with which it fixes the mines in their shared cells.

    The sentence with fewer mines comes first in each pair. Its number of mines is that of the shared cells; where that
    is too small for the other sentence, the pair is a contradiction. All are in force, and the older ones are enough:
    each sentence is compared once it is in force. The subset rule must have been applied to ``derivation``, so that no
    pair is one inside the other.

    The rule is not one of CS50's; players know what it concludes as the 1-2 and 1-2-1 patterns. Two sentences ``A = a``
    and ``B = b`` share the cells ``I``. Each of the two bounds the mines in ``I``: it holds at least those mines of
    ``A`` that have no room outside, ``a - |A - I|``, and at most all ``a`` of them; the same for ``B``. Where the
    bounds meet at ``k``, ``I = k`` is a sentence too.

    Why a pair is tested with one sum: Sentences in force hold at least one mine and one safe cell each. ``a - |A - I|``
    is ``|I|`` minus the safe cells of ``A``. So the lower bound is ``|I| - s``, for the smaller number ``s`` of safe
    cells of the two; the upper bound is ``m``, the smaller number of mines. If both numbers are those of one sentence,
    then ``|I| < s + m``, as ``s + m`` cells are all of it. So one sentence has fewer mines, the other fewer safe cells,
    and the bounds meet where ``|I| = s + m``. The rest of the first sentence is then safe, and that of the second are
    mines. Source of the patterns: players' guides, for instance minesweeper.online/help/patterns; the rule and the sum
    are our own.
    """
    by_cell = in_force.by_cell
    number, count = derivation.number, derivation.count
    safe = len(derivation.cells) - count
    pairs: list[tuple[Derivation, Derivation]] = []
    shared_cells = Counter(chain.from_iterable([by_cell[cell].values() for cell in derivation.cells]))
    for other, shared in shared_cells.items():
        other_count = other.count
        if other.number < number and other_count != count:
            fewer, more = (derivation, other) if count < other_count else (other, derivation)
            if shared >= fewer.count + (safe if more is derivation else len(other.cells) - other_count):
                pairs.append((fewer, more))
    return pairs
