"""The levels of reasoning that a conclusion can need."""

from __future__ import annotations

from enum import IntEnum


class Reasoning(IntEnum):
    """The levels of reasoning, weakest first.

    >>> Reasoning.CLUE < Reasoning.SUBSET < Reasoning.COUNT < Reasoning.CASES
    True
    >>> str(Reasoning.SUBSET), Reasoning.SUBSET.meaning
    ('subset', "the difference of two sentences, CS50's rule")
    """

    CLUE = 1
    """One clue alone: all its undetermined neighbours are safe, or all are mines."""
    SUBSET = 2
    """The three rules of the CS50 project."""
    COUNT = 3
    """The same rules with the number of mines on the board, as far as ``knowledge.mine_count.leftovers`` searches."""
    CASES = 4
    """All consistent layouts agree on the cell."""

    @property
    def meaning(self) -> str:
        """A description of the level in a few words, for people."""
        return _MEANINGS[self]

    def __str__(self) -> str:
        return self.name.lower()


_MEANINGS = {
    Reasoning.CLUE: "one clue alone",
    Reasoning.SUBSET: "the difference of two sentences, CS50's rule",
    Reasoning.COUNT: "the number of mines left",
    Reasoning.CASES: "all consistent layouts agree",
}
