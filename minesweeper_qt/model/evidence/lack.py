"""Holds what the rules of an agent lack for a verdict that its knowledge allows, as data and in one line of words.

``model.explain.why_not`` finds it for a cell that could be known and that the agent has not settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.text.cell_text import joined, short_sentence

_NAMED = 3
"""The most sentences that one line names."""


class LackKind(Enum):
    """The kinds of what an agent's rules lack."""

    CONCLUSION = "conclusion"
    """Nothing: the three rules settle the cell, and the agent has not drawn the conclusion."""
    OVERLAP = "overlap"
    """The overlap rule: two sentences overlap and settle the cell, but neither contains the other."""
    FIRST_OVERLAP = "first overlap"
    """The overlap rule as well: such a pair settles other cells first, from which the proof goes on."""
    TOGETHER = "together"
    """Three sentences or more settle the cell together, and no two of those in force do."""
    COUNT = "count"
    """The number of mines, which the agent is not told."""
    COUNT_LATER = "count later"
    """The number of mines, which the rules use only when no safe cell is left to open."""
    COUNT_SHARED = "count shared"
    """The number of mines together with sentences that share cells: the rules subtract only those that share none."""


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence that an agent holds, without settled cells: ``cells`` hold ``count`` mines.

    ``clue`` is the revealed cell whose clue it states, and ``number`` that clue; ``None`` for an inferred sentence.
    """

    cells: frozenset[Cell]
    count: int
    clue: Cell | None = None
    number: int | None = None

    @property
    def name(self) -> str:
        """The clue, or the sentence itself.

        >>> Known(frozenset({(0, 0), (0, 1)}), 1, (1, 0), 2).name, Known(frozenset({(0, 0), (0, 1)}), 1).name
        ('the 2 at (1, 0)', '{(0, 0), (0, 1)} = 1')
        """
        return short_sentence(self.cells, self.count) if self.clue is None else f"the {self.number} at {self.clue}"


@dataclass(frozen=True, slots=True)
class Lack:
    """What the rules of an agent lack to settle ``cell``.

    ``sentences`` are those that the line is about: the pair of an overlap, or those that settle the cell together; of
    other kinds, none.

    >>> print(lack_text(Lack((0, 2), LackKind.COUNT)))
    The proof takes the number of mines, which the agent is not told.
    """

    cell: Cell
    kind: LackKind
    sentences: tuple[Known, ...] = ()


def lack_text(lack: Lack) -> str:
    """Return what the rules lack, in one sentence of words.

    >>> one = Known(frozenset({(0, 0), (0, 1)}), 1, (1, 0), 1)
    >>> two = Known(frozenset({(0, 1), (0, 2), (0, 3)}), 2, (1, 2), 2)
    >>> print(lack_text(Lack((0, 0), LackKind.OVERLAP, (one, two))))
    The sentences of the 1 at (1, 0) and the 2 at (1, 2) overlap, and neither contains the other: the subset rule \
can't use them.
    """
    text = _TEXTS.get(lack.kind)
    if text is not None:
        return text
    if lack.kind is LackKind.TOGETHER:
        return f"No two sentences in force settle it: it takes {_together(lack.sentences)}."
    names = _pair(lack.sentences)
    if lack.kind is LackKind.OVERLAP:
        return f"{names} overlap, and neither contains the other: the subset rule can't use them."
    return f"{names} overlap and settle other cells first. Neither contains the other: the subset rule can't use them."


_TEXTS = {
    LackKind.CONCLUSION: "The three rules settle it: the agent has not drawn this conclusion.",
    LackKind.COUNT: "The proof takes the number of mines, which the agent is not told.",
    LackKind.COUNT_LATER: (
        "The proof takes the number of mines, which the agent's rules use only when no safe cell is left to open."
    ),
    LackKind.COUNT_SHARED: (
        "The proof takes the number of mines and sentences that share cells: from that number, the agent's rules "
        "subtract only sentences that share none."
    ),
}
"""The texts that name no sentence."""


def _together(sentences: Sequence[Known]) -> str:
    """Return the sentences that settle a cell together, by name if they are few."""
    if len(sentences) > _NAMED:
        return f"{len(sentences)} together"
    return f"{joined(sentence.name for sentence in sentences)} together"


def _pair(sentences: Sequence[Known]) -> str:
    """Return two sentences by name, clues first."""
    one, other = sorted(sentences, key=lambda sentence: sentence.clue is None)
    if other.clue is not None:
        return f"The sentences of {one.name} and {other.name}"
    return f"The sentence of {one.name} and {other.name}" if one.clue is not None else f"{one.name} and {other.name}"
