"""The texts of the status line after moves of the player and of the AI. No Qt."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.model import AgentMove, AgentMoveKind, Cell, Choice, Minesweeper, Turn, TurnReasonKind
from minesweeper_qt.model.text.chance_text import percents


@dataclass(frozen=True, slots=True)
class AiMove:
    """A move that the AI made: ``choice`` is the one of a strategy that it carried out, ``None`` for the agent's own.

    ``was_protected``: the rules protected it, because it was the first click.
    """

    move: AgentMove
    choice: Choice | None
    was_protected: bool


def player_move_text(turn: Turn, game: Minesweeper) -> str:
    """Return what a move of the player changed, or how it ended ``game``."""
    result = turn.plays[-1]
    if result.state.is_over:
        return status_text.ending_text(_wrong_flag_note(turn), result, game, int(turn.seconds or 0))
    return status_text.result_text(result)


def _wrong_flag_note(turn: Turn) -> str:
    """Return that the turn was a chord on a wrong flag; empty if it was not."""
    if turn.reason is None or turn.reason.kind is not TurnReasonKind.WRONG_FLAG:
        return ""
    return f"It was {status_text.wrong_flag_text(turn.reason.cells)}."


def ai_move_text(made: AiMove, game: Minesweeper, mines: Collection[Cell], seconds: float) -> str:
    """Return the kind of move that the AI made, what it changed or how it ended ``game``, and how risky it was.

    ``mines`` are those that the agent knows; ``seconds`` is the time of the game.
    """
    move = made.move
    note = status_text.FIRST_MOVE if made.was_protected else status_text.agent_move_text(move, made.choice)
    if game.state.is_over:
        text = status_text.ending_text(note, move.plays[-1], game, int(seconds))
    elif move.kind is AgentMoveKind.LAST:
        text = f"{note} {status_text.stuck_text(game, mines)}"
    else:
        text = f"{note} {status_text.result_text(move.plays[-1])}"
    rating = "" if made.was_protected else status_text.rating_text(game, made.choice)
    return f"{text} {rating}".strip()


_STUDENT_NOTES = {
    AgentMoveKind.SAFE: "Your agent moved by make_safe_move().",
    AgentMoveKind.RANDOM: "Your agent moved by make_random_move().",
    AgentMoveKind.LAST: "Your agent has no move left; the mines that it knows are flagged.",
}


def student_move_text(move: AgentMove, game: Minesweeper, seconds: float) -> str:
    """Return the kind of move that the student's agent made, and what it changed or how it ended ``game``."""
    note = _STUDENT_NOTES[move.kind]
    if move.kind is AgentMoveKind.LAST and not move.plays:
        return "Your agent has no move left."
    if game.state.is_over:
        return status_text.ending_text(note, move.plays[-1], game, int(seconds))
    return note if move.kind is AgentMoveKind.LAST else f"{note} {status_text.result_text(move.plays[-1])}"


THINKING = "Your agent is thinking."


def no_move_text(problem: str) -> str:
    """Return why the AI made no move; ``problem`` is empty if another text gives it."""
    return f"The AI found no move: {problem}." if problem else "The AI makes no move."


def failure_text(error: Exception) -> str:
    """Return why an agent failed, and that it is no longer used."""
    reason = str(error)
    return f"{reason[:1].upper()}{reason[1:]}. It learns and moves no more; a new game has a new agent."


def rated_text(turn: Turn) -> str:
    """Return the risk of a guess that was rated, compared with the least risk, or that it is too hard to count."""
    single = len(turn.guessed) == 1
    cell = turn.guessed[0] if single else turn.cell
    assert cell is not None, "the last step is no guess"
    if turn.risk is None or turn.least_risk is None:
        return status_text.too_hard_rating_text(cell)
    if turn.reason is not None and turn.reason.kind is TurnReasonKind.CLAIMED:
        risk, least = percents(turn.risk, turn.least_risk)
        return f"It called {cell} safe, whose risk was {risk}; the lowest was {least}." if turn.risk else ""
    return status_text.guess_text(cell, turn.risk, turn.least_risk, "at" if single else "around", turn.safe_cell)


def opened_text(game: Minesweeper) -> str:
    """Return the text for a game that was opened."""
    if not game.clues:
        return status_text.ready_text(game)
    return "The game is over: go back to any of its moves." if game.state.is_over else "The game goes on."
