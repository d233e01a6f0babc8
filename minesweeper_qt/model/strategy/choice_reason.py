"""Holds the reasons of strategies for their choices as data, and words them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.words import MEANINGLESS, count_text


class ChoiceReasonKind(Enum):
    """The kinds of reasons for which a strategy chooses a cell.

    >>> ChoiceReasonKind("lowest risk")
    <ChoiceReasonKind.LOWEST_RISK: 'lowest risk'>

    Raises ``ValueError`` for another value.
    """

    SENTENCES = "sentences"
    """The agent proved the cell safe."""
    ALL_LAYOUTS = "all layouts"
    """The cell is safe in all consistent layouts: ``layouts`` is their number."""
    NO_MINES = "no mines"
    """The board has no mines."""
    FIRST_IS_SAFE = "first is safe"
    """The rules protect the first click."""
    FIRST_IS_EQUAL = "first is equal"
    """Before the first click, which is not protected, all cells have the same risk."""
    GIVEN = "given"
    """The first cell to open is given with the board."""
    RANDOM = "random"
    """The agent knows no safe cell; the cell is random."""
    TOO_HARD = "too hard"
    """The layouts are too hard to count; the cell is random."""
    LOWEST_RISK = "lowest risk"
    """No cell has a lower risk."""
    LOWEST_UNFLAGGED = "lowest unflagged"
    """No cell without a flag has a lower risk."""
    BETTER_NEXT = "better next"
    """The risk is not the lowest, but the next move will be better."""
    UNAVOIDABLE = "unavoidable"
    """The guess can hardly be avoided later."""
    MOST_WINS = "most wins"
    """Perfect play from this cell wins in ``wins`` of ``layouts``; no other cell wins in more."""
    OTHER = "other"
    """Any other reason, such as one of a strategy of your own, in the words ``words``."""


@dataclass(frozen=True, slots=True)
class ChoiceReason:
    """The reason of a strategy for a choice; as a string, one line of text.

    ``layouts`` and ``wins`` are the numbers that belong to the kind, and ``words`` are those of ``OTHER``.

    >>> print(ChoiceReason(ChoiceReasonKind.MOST_WINS, layouts=2, wins=1))
    wins 1 of the 2 possible layouts of mines
    >>> print(ChoiceReason(ChoiceReasonKind.OTHER, words="my lucky cell"))
    my lucky cell
    """

    kind: ChoiceReasonKind
    layouts: int = 0
    wins: int = 0
    words: str = ""

    def __str__(self) -> str:
        words = _WORDS[self.kind]
        if self.layouts == 1:
            words = _WORDS_FOR_ONE.get(self.kind, words)
        elif self.layouts >= MEANINGLESS:
            words = _WORDS_FOR_MANY.get(self.kind, words)
        return words.format(layouts=count_text(self.layouts), wins=count_text(self.wins), words=self.words)


_WORDS = {
    ChoiceReasonKind.SENTENCES: "safe by what the AI knows",
    ChoiceReasonKind.ALL_LAYOUTS: "safe in all {layouts} possible layouts of mines",
    ChoiceReasonKind.NO_MINES: "there are no mines",
    ChoiceReasonKind.FIRST_IS_SAFE: "safe as the first cell",
    ChoiceReasonKind.FIRST_IS_EQUAL: "the first cell: all have the same risk",
    ChoiceReasonKind.GIVEN: "given with the board",
    ChoiceReasonKind.RANDOM: "no safe cell known, so at random",
    ChoiceReasonKind.TOO_HARD: "too hard to count, so at random",
    ChoiceReasonKind.LOWEST_RISK: "the lowest risk",
    ChoiceReasonKind.LOWEST_UNFLAGGED: "the lowest risk of the cells without a flag",
    ChoiceReasonKind.BETTER_NEXT: "better for the next move than the lowest risk",
    ChoiceReasonKind.UNAVOIDABLE: "a guess that can hardly be avoided later",
    ChoiceReasonKind.MOST_WINS: "wins {wins} of the {layouts} possible layouts of mines",
    ChoiceReasonKind.OTHER: "{words}",
}

_WORDS_FOR_ONE = {
    ChoiceReasonKind.ALL_LAYOUTS: "safe in the only possible layout of mines",
    ChoiceReasonKind.MOST_WINS: "wins the only possible layout of mines",
}
"""The words for a single layout, which is won by opening its safe cells."""

_WORDS_FOR_MANY = {ChoiceReasonKind.ALL_LAYOUTS: "safe in all possible layouts of mines"}
"""The words for so many layouts that their number says nothing."""

_CLAIMS = frozenset((ChoiceReasonKind.SENTENCES, ChoiceReasonKind.ALL_LAYOUTS, ChoiceReasonKind.FIRST_IS_SAFE))
"""The kinds whose words begin with the claim that the cell is safe."""


def safe_text(reason: ChoiceReason) -> str:
    """State that a cell is safe, and the reason.

    >>> safe_text(ChoiceReason(ChoiceReasonKind.SENTENCES)), safe_text(ChoiceReason(ChoiceReasonKind.NO_MINES))
    ('safe by what the AI knows', 'safe: there are no mines')
    """
    return str(reason) if reason.kind in _CLAIMS else f"safe: {reason}"
