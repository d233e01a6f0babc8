"""The words about a review: how the game ended, its guesses and its luck, and what a move was."""

from __future__ import annotations

from minesweeper_qt.model.game.action import Verb
from minesweeper_qt.model.game.minesweeper import State
from minesweeper_qt.model.review.judgement import JudgedMove, LossCause, Review
from minesweeper_qt.model.words import luck_text, percent, percents, plural, time_text

STATES = {State.READY: "not begun", State.PLAYING: "not finished", State.WON: "won", State.LOST: "lost"}


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
