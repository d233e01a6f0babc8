"""Finds the sentences to which the overlap rule applies, the fourth rule of inference, which is not one of CS50's.

Players know what it concludes as the 1-2 and 1-2-1 patterns. Two sentences ``A = a`` and ``B = b`` share the cells
``I``, and neither contains the other. Each of the two bounds the mines in ``I``: it holds at least those mines of ``A``
that have no room outside, ``a - |A - I|``, and at most all ``a`` of them; the same for ``B``. Where the bounds meet at
``k``, ``I = k`` is a sentence too.

Why a pair is tested with one sum: Sentences in force hold at least one mine and one safe cell each. ``a - |A - I|`` is
``|I|`` minus the safe cells of ``A``. So the lower bound is ``|I| - s``, for the smaller number ``s`` of safe cells of
the two; the upper bound is ``m``, the smaller number of mines. If both numbers are those of one sentence, then
``|I| < s + m``, as ``s + m`` cells are all of it. So one sentence has fewer mines, the other fewer safe cells, and the
bounds meet where ``|I| = s + m``. The rest of the first sentence is then safe, and that of the second are mines. Source
of the patterns: players' guides, for instance minesweeper.online/help/patterns; the rule and the sum are our own.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import NamedTuple, Protocol

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex


class SharedBounds(NamedTuple):
    """The least and the greatest number of mines that two sentences allow in the cells that they share."""

    least: int
    most: int


class _Stated(Protocol):
    """Anything that states how many mines some cells hold."""

    @property
    def cells(self) -> frozenset[Cell]: ...

    @property
    def count(self) -> int: ...


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
