"""Moves of a game for its history: who makes them, how safe they are and why, as far as that is known at once."""

from __future__ import annotations

from fractions import Fraction

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import is_protected
from minesweeper_qt.gui.presentation.move_text import short_reason, verdict_reason
from minesweeper_qt.gui.session.game_view import Sight
from minesweeper_qt.model import Action, Cell, Choice, Kind, Maker, Move, MoveKind, Turn, Verb

NO_RISK = Fraction(0)


def obstacle(action: Action, sight: Sight) -> str:
    """Say why ``action`` would do nothing at ``sight``; empty if it does something.

    Nobody should be asked whether moves may be discarded for what the rules forbid.
    """
    if action.verb is Verb.REVEAL and action.cell in sight.flags:
        return status_text.not_possible("the cell has a flag; take it off first")
    if action.verb is Verb.CHORD:
        around = sight.game.grid.neighbours(action.cell)
        clue, flags = sight.clues[action.cell], len(around.intersection(sight.flags))
        if clue != flags:
            return status_text.not_possible(f"the clue is {clue}, but there are {flags} flags around it")
        if not around.difference(sight.clues, sight.flags):
            return status_text.NOTHING_TO_REVEAL
    return ""


def of_player(action: Action, sight: Sight) -> tuple[Turn, list[Cell]]:
    """Return what ``action`` will be when the player does it at ``sight``, and which cells it guesses at.

    What it does to the board is not in it yet.
    """
    cell = action.cell
    if action.verb in (Verb.FLAG, Verb.UNFLAG):
        return Turn(Maker.PLAYER, Kind.FLAG, cell, (), reason=verdict_reason(sight.settled.get(cell))), []
    cells = [cell]
    if action.verb is Verb.CHORD:
        cells = sorted(sight.game.grid.neighbours(cell) - sight.clues.keys() - set(sight.flags))
    guessed = [near for near in cells if near not in sight.safes]
    kind = Kind.CHORD if action.verb is Verb.CHORD else Kind.GUESS if guessed else Kind.SAFE
    if is_protected(sight.game):
        return Turn(Maker.PLAYER, Kind.SAFE, cell, (), True, status_text.FIRST_IS_SAFE, NO_RISK, NO_RISK), []
    if guessed:
        return Turn(Maker.PLAYER, kind, cell, (), False, status_text.not_proved(guessed)), guessed
    reason = status_text.ALL_PROVED if kind is Kind.CHORD else _proof(cell, sight)
    return Turn(Maker.PLAYER, kind, cell, (), True, reason, NO_RISK, NO_RISK), []


def of_agent(move: Move, choice: Choice | None, sight: Sight, was_protected: bool) -> Turn:
    """Return what ``move`` of the AI was, which carried out ``choice`` unless the agent picked it itself.

    What is known is as it was before the move: its clues are not learned yet.
    """
    if move.cell is None:
        return Turn(Maker.AI, Kind.LAST, None, move.plays, reason=status_text.LAST_MOVE)
    if move.kind is MoveKind.SAFE:
        reason = status_text.readable(choice.reason) if choice is not None else _proof(move.cell, sight)
        return Turn(Maker.AI, Kind.SAFE, move.cell, move.plays, True, reason, NO_RISK, NO_RISK)
    reason = status_text.RANDOM_MOVE if choice is None else f"{status_text.GUESS_MOVE}: {choice.reason}"
    if was_protected:
        reason = f"{reason} {status_text.FIRST_IS_SAFE}" if choice is None else f"{reason}. {status_text.FIRST_IS_SAFE}"
        return Turn(Maker.AI, Kind.GUESS, move.cell, move.plays, True, reason, NO_RISK, NO_RISK)
    risk = None if choice is None else choice.risk
    least = None if choice is None else choice.least_risk
    return Turn(Maker.AI, Kind.GUESS, move.cell, move.plays, False, reason, risk, least)


def _proof(cell: Cell, sight: Sight) -> str:
    """Say why ``cell`` is safe."""
    record = sight.settled.get(cell)
    return "said to be safe" if record is None else short_reason(record)
