"""Builds the turns of a game's history: the maker, the kind, the safety and the reason, as far as known at once."""

from __future__ import annotations

from fractions import Fraction

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import is_protected
from minesweeper_qt.gui.presentation.move_text import short_reason, verdict_reason
from minesweeper_qt.gui.session.game_view import GameView
from minesweeper_qt.model import Action, AgentMove, AgentMoveKind, Cell, Choice, Turn, TurnKind, TurnMaker, Verb

NO_RISK = Fraction(0)


def obstacle(action: Action, view: GameView) -> str:
    """Format the reason why ``action`` would do nothing at ``view``; empty if it does something.

    It is checked first, so that the user is not asked to discard moves for an action that the rules forbid.
    """
    if action.verb is Verb.REVEAL and action.cell in view.flags:
        return status_text.not_possible_text("the cell has a flag; take it off first")
    if action.verb is Verb.CHORD:
        around = view.game.grid.neighbours(action.cell)
        clue, flags = view.clues[action.cell], len(around.intersection(view.flags))
        if clue != flags:
            return status_text.not_possible_text(f"the clue is {clue}, but there are {flags} flags around it")
        if not around.difference(view.clues, view.flags):
            return status_text.NOTHING_TO_REVEAL
    return ""


def of_player(action: Action, view: GameView) -> tuple[Turn, list[Cell]]:
    """Return the turn of a player who does ``action`` at ``view``, and the cells that it guesses at.

    The turn does not contain the results of the action yet.
    """
    cell = action.cell
    if action.verb in (Verb.FLAG, Verb.UNFLAG):
        return Turn(TurnMaker.PLAYER, TurnKind.FLAG, cell, (), reason=verdict_reason(view.settled.get(cell))), []
    cells = [cell]
    if action.verb is Verb.CHORD:
        cells = sorted(view.game.grid.neighbours(cell) - view.clues.keys() - set(view.flags))
    guessed = [near for near in cells if near not in view.safes]
    kind = TurnKind.CHORD if action.verb is Verb.CHORD else TurnKind.GUESS if guessed else TurnKind.SAFE
    if is_protected(view.game):
        return Turn(TurnMaker.PLAYER, TurnKind.SAFE, cell, (), True, status_text.FIRST_IS_SAFE, NO_RISK, NO_RISK), []
    if guessed:
        return Turn(TurnMaker.PLAYER, kind, cell, (), False, status_text.not_proved_text(guessed)), guessed
    reason = status_text.ALL_PROVED if kind is TurnKind.CHORD else _proof(cell, view)
    return Turn(TurnMaker.PLAYER, kind, cell, (), True, reason, NO_RISK, NO_RISK), []


def of_agent(move: AgentMove, choice: Choice | None, view: GameView, was_protected: bool) -> Turn:
    """Return the turn for ``move`` of the AI.

    ``choice`` is the choice that it carried out, or ``None`` if the agent picked the move itself.
    ``view`` shows the knowledge before the move: the clues that the move revealed are not learned yet.
    """
    if move.cell is None:
        return Turn(TurnMaker.AI, TurnKind.LAST, None, move.plays, reason=status_text.LAST_MOVE)
    if move.kind is AgentMoveKind.SAFE:
        reason = status_text.shorten_numbers(choice.reason) if choice is not None else _proof(move.cell, view)
        return Turn(TurnMaker.AI, TurnKind.SAFE, move.cell, move.plays, True, reason, NO_RISK, NO_RISK)
    reason = status_text.RANDOM_MOVE if choice is None else f"{status_text.GUESS_MOVE}: {choice.reason}"
    if was_protected:
        reason = f"{reason} {status_text.FIRST_IS_SAFE}" if choice is None else f"{reason}. {status_text.FIRST_IS_SAFE}"
        return Turn(TurnMaker.AI, TurnKind.GUESS, move.cell, move.plays, True, reason, NO_RISK, NO_RISK)
    risk = None if choice is None else choice.risk
    least = None if choice is None else choice.least_risk
    return Turn(TurnMaker.AI, TurnKind.GUESS, move.cell, move.plays, False, reason, risk, least)


def _proof(cell: Cell, view: GameView) -> str:
    """Format the reason why ``cell`` is safe."""
    derivation = view.settled.get(cell)
    return "said to be safe" if derivation is None else short_reason(derivation)
