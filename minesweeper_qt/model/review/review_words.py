"""The words about a review: how the game ended, its guesses and its luck, what a move was, and which are listed."""

from __future__ import annotations

from minesweeper_qt.model.game.action import Verb
from minesweeper_qt.model.game.minesweeper import State
from minesweeper_qt.model.review.judgement import JudgedMove, Judgement, LossCause, Review
from minesweeper_qt.model.words import counted, luck_text, percent, percents, plural, time_text

STATES = {State.READY: "not begun", State.PLAYING: "not finished", State.WON: "won", State.LOST: "lost"}

KINDS = {
    Judgement.PROVABLE_MINE: "Misread a certain mine",
    Judgement.MISSED: "Needless guess",
    Judgement.HIGHER_RISK: "Forced guess, not the best",
    Judgement.LEAST_RISK: "Forced guess",
}
"""The kinds of moves that a review lists, the worst first."""


def result_text(review: Review) -> str:
    """Return how the game ended, where, when, and why it was lost.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> result_text(Review((), Record.of(Minesweeper())))
    'not begun'
    """
    where = f" at move {review.moves[-1].turn}" if review.state is State.LOST else ""
    time = "" if review.seconds is None else f" in {time_text(review.seconds)}"
    return f"{STATES[review.state]}{where}{time}{'' if review.cause is None else f': {review.cause.words}'}"


def guesses_text(review: Review) -> str:
    """Return how many guesses there were, how many of them were needless, and the luck, which fair guesses leave out.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> guesses_text(Review((), Record.of(Minesweeper())))
    'no guesses'
    """
    number = review.guesses
    text = f"{number or 'no'} {plural(number, 'guess', 'guesses')}"
    if number:
        text += f", {review.needless} needless"
    if review.luck is None:
        return f"{text}; some moves are not judged, since their layouts are too many"
    if not number:
        return text
    return f"{text}; guesses were fair" if review.is_fair else f"{text}; luck {luck_text(review.chance)}"


def move_text(move: JudgedMove) -> str:
    """Return one line about a move: its number, its cell, what it was, and its risk with a lower one that there was."""
    action, cause = move.result.action, move.judgement.cause
    cell = f"chord at {action.cell}" if action.verb is Verb.CHORD else str(action.cell)
    text = f"Move {move.turn}, {cell}: {move.judgement.value if cause is None else cause.words}"
    if move.risk is None or cause is LossCause.MISREAD:
        return text
    if cause is LossCause.FORCED and move.least_risk is not None and move.least_risk < move.risk:
        risk, least = percents(move.risk, move.least_risk)
        return f"{text}, risk {risk}; the least was {least}"
    return f"{text}, risk {percent(move.risk)}"


def figures_text(review: Review) -> str:
    """Return the guesses, the luck and the certain moves of a game.

    >>> from minesweeper_qt.model import Minesweeper, Record
    >>> figures_text(Review((), Record.of(Minesweeper())))
    'no guesses · 0 certain moves'
    """
    certain = sum(move.judgement in (Judgement.CERTAIN, Judgement.PROTECTED) for move in review.moves)
    return f"{guesses_text(review)} \N{MIDDLE DOT} {counted(certain, 'certain move')}"


def listed(review: Review | None) -> list[JudgedMove]:
    """Return the moves that were not certain, the worst first; none without a review."""
    kinds, moves = list(KINDS), () if review is None else review.moves
    return sorted(
        (move for move in moves if move.judgement in kinds),
        key=lambda move: (kinds.index(move.judgement), -(move.risk or 0), move.turn),
    )


def mistake_text(move: JudgedMove) -> str:
    """Return what was wrong with a move that is listed, and what was certain instead."""
    text = f"{move_text(move)}."
    if move.judgement is Judgement.MISSED and move.proved is not None:
        return f"{text} {move.proved} was safe: level {move.level}."
    if move.judgement is Judgement.PROVABLE_MINE and move.level is not None:
        return f"{text} It was certain at level {move.level}."
    return text
