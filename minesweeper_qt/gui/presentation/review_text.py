"""The texts of a review: what became of a game, its luck, and what was wrong with a move. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from minesweeper_qt.model import JudgedMove, Judgement, Review, words
from minesweeper_qt.model.review import judgement

KINDS: Mapping[Judgement, str] = MappingProxyType(
    {
        Judgement.PROVABLE_MINE: "Misread a certain mine",
        Judgement.MISSED: "Needless guess",
        Judgement.HIGHER_RISK: "Forced guess, not the best",
        Judgement.LEAST_RISK: "Forced guess",
    }
)
"""The kinds of moves that a review lists, the worst first."""


def title(review: Review) -> str:
    """Return how the game ended, and the cause of a loss.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> title(Review((), Record.of(Minesweeper())))
    'Not begun'
    """
    return words.capitalized(judgement.result_text(review))


def figures(review: Review) -> str:
    """Return the guesses and the luck of a game.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> figures(Review((), Record.of(Minesweeper())))
    'no guesses · 0 certain moves'
    """
    certain = sum(move.judgement in (Judgement.CERTAIN, Judgement.PROTECTED) for move in review.moves)
    return f"{judgement.guesses_text(review)} \N{MIDDLE DOT} {words.counted(certain, 'certain move')}"


def listed(review: Review | None) -> list[JudgedMove]:
    """Return the moves that were not certain, the worst first; none without a review."""
    kinds, moves = list(KINDS), () if review is None else review.moves
    return sorted(
        (move for move in moves if move.judgement in kinds),
        key=lambda move: (kinds.index(move.judgement), -(move.risk or 0), move.turn),
    )


def move_text(move: JudgedMove) -> str:
    """Return what was wrong with a move, and what was certain instead."""
    text = f"{judgement.move_text(move)}."
    if move.judgement is Judgement.MISSED and move.proved is not None:
        return f"{text} {move.proved} was safe: level {move.level}."
    if move.judgement is Judgement.PROVABLE_MINE and move.level is not None:
        return f"{text} It was certain at level {move.level}."
    return text
