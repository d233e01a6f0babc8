"""The texts of a review: what became of a game, its luck, and what was wrong with a move. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from minesweeper_qt.model import JudgedMove, Judgement, Review, State, words
from minesweeper_qt.model.evidence.cell_text import CellText
from minesweeper_qt.model.review.review import LossCause

KINDS: Mapping[Judgement, str] = MappingProxyType(
    {
        Judgement.PROVABLE_MINE: "Misread a certain mine",
        Judgement.MISSED: "Needless guess",
        Judgement.HIGHER_RISK: "Forced guess, not the best",
        Judgement.LEAST_RISK: "Forced guess",
    }
)
"""The kinds of moves that a review lists, the worst first."""

_CAUSES = {
    LossCause.MISREAD: "you opened a certain mine",
    LossCause.NEEDLESS: "a guess, though a cell was certain",
    LossCause.FORCED: "a forced guess",
}


def title(review: Review) -> str:
    """Return how the game ended, and the cause of a loss.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> title(Review((), Record.of(Minesweeper())))
    'No move'
    """
    if not review.moves:
        return "No move"
    last = review.moves[-1]
    if last.result.state is not State.LOST:
        return "Won" if last.result.state is State.WON else "Not over yet"
    cause = _CAUSES.get(review.cause) if review.cause is not None else None
    return f"Lost at move {last.turn}" + (f": {cause}" if cause else "")


def figures(review: Review) -> str:
    """Return the guesses and the luck of a game.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> figures(Review((), Record.of(Minesweeper())))
    'no guesses · 0 certain moves'
    """
    certain = sum(move.judgement in (Judgement.CERTAIN, Judgement.PROTECTED) for move in review.moves)
    parts = [f"{review.guesses or 'no'} {words.plural(review.guesses, 'guess', 'guesses')}"]
    if review.needless:
        parts[0] += f", {review.needless} needless"
    if review.guesses and not review.is_fair:
        parts[0] += f"; luck {words.luck_text(review.chance)}"
    parts.append(words.counted(certain, "certain move"))
    return " \N{MIDDLE DOT} ".join(parts)


def listed(review: Review | None) -> list[JudgedMove]:
    """Return the moves that were not certain, the worst first; none without a review."""
    kinds, moves = list(KINDS), () if review is None else review.moves
    return sorted(
        (move for move in moves if move.judgement in kinds),
        key=lambda move: (kinds.index(move.judgement), -(move.risk or 0), move.turn),
    )


def move_text(move: JudgedMove) -> CellText:
    """Return what was wrong with a move, and what was certain instead."""
    cell = move.result.action.cell
    risk = "" if move.risk is None or move.risk == 1 else f": {words.percent(move.risk)}"
    what = CellText.of(f"{KINDS.get(move.judgement, 'Move')} at ", cell, f"{risk}.")
    if move.judgement is Judgement.MISSED and move.proved is not None:
        return CellText.sentences(what, CellText.of(move.proved, f" was safe: level {move.level}."))
    if move.judgement is Judgement.PROVABLE_MINE and move.level is not None:
        return CellText.sentences(what, f"It was certain at level {move.level}.")
    return what
