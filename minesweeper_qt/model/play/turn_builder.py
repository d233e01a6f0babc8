"""Builds turns with their maker, kind, safety and reason, and finds out whether an action would do nothing."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.play.agent_move import AgentMove, AgentMoveKind
from minesweeper_qt.model.play.turn import Turn, TurnKind, TurnMaker
from minesweeper_qt.model.play.turn_reason import TurnReason, TurnReasonKind
from minesweeper_qt.model.strategy.strategies import Choice
from minesweeper_qt.model.text.obstacle_text import Obstacle, ObstacleKind

NO_RISK = Fraction(0)
"""The risk of a turn that is proved safe or protected by the rules."""


def obstacle(action: Action, position: Position) -> Obstacle | None:
    """Return why ``action`` would do nothing at ``position``; ``None`` if it does something. The game is not over.

    >>> position = Position(1, 3, 1, {(0, 0): 0})
    >>> print(obstacle(Action(Verb.CHORD, (0, 1)), position))
    only a revealed cell can be chorded
    """
    cell = action.cell
    is_revealed, has_flag = cell in position.clues, cell in position.flags
    if action.verb is Verb.CHORD:
        return _chord_obstacle(cell, position)
    if action.verb is Verb.REVEAL:
        if has_flag:
            return Obstacle(ObstacleKind.UNDER_FLAG)
        return Obstacle(ObstacleKind.NOTHING_LEFT) if is_revealed else None
    if is_revealed:
        return Obstacle(ObstacleKind.REVEALED)
    if has_flag == (action.verb is Verb.UNFLAG):
        return None
    return Obstacle(ObstacleKind.HAS_FLAG if has_flag else ObstacleKind.HAS_NO_FLAG)


def _chord_obstacle(cell: Cell, position: Position) -> Obstacle | None:
    clue = position.clues.get(cell)
    if clue is None:
        return Obstacle(ObstacleKind.COVERED)
    flags = len(position.board.neighbours(cell) & position.flags)
    if clue != flags:
        return Obstacle(ObstacleKind.FLAG_COUNT, clue, flags)
    return None if _opened_by_chord(cell, position) else Obstacle(ObstacleKind.NOTHING_LEFT)


def player_turn(action: Action, position: Position, settled: Mapping[Cell, Derivation], is_protected: bool) -> Turn:
    """Return the turn of a player who does ``action`` at ``position``, without the results of the action.

    ``settled`` has the verdict on each cell that the agent settled; a cell counts as safe if its verdict is safe.
    ``is_protected``: the rules protect this click, because it is the first. ``guessed`` of the turn is what the player
    guesses at.

    >>> position = Position(1, 3, 1, {(0, 1): 1})
    >>> turn = player_turn(Action(Verb.REVEAL, (0, 0)), position, {}, is_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.guessed
    ('guess', False, ((0, 0),))
    """
    cell = action.cell
    if action.verb in (Verb.FLAG, Verb.UNFLAG):
        reason = TurnReason(TurnReasonKind.FLAG, settled.get(cell))
        return Turn(TurnMaker.PLAYER, TurnKind.FLAG, cell, (), reason=reason)
    if is_protected:
        return _safe_turn(TurnMaker.PLAYER, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL))
    is_chord = action.verb is Verb.CHORD
    cells = _opened_by_chord(cell, position) if is_chord else (cell,)
    guessed = tuple(opened for opened in cells if opened not in settled or settled[opened].count)
    if guessed:
        reason = TurnReason(TurnReasonKind.NOT_PROVED, cells=guessed)
        return Turn(TurnMaker.PLAYER, TurnKind.CHORD if is_chord else TurnKind.GUESS, cell, (), False, reason)
    if is_chord:
        return _safe_turn(TurnMaker.PLAYER, TurnKind.CHORD, cell, TurnReason(TurnReasonKind.ALL_PROVED))
    return _safe_turn(TurnMaker.PLAYER, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.PROVED, settled.get(cell)))


def agent_turn(move: AgentMove, choice: Choice | None, settled: Mapping[Cell, Derivation], was_protected: bool) -> Turn:
    """Return the turn for ``move`` of an agent.

    ``choice`` is the choice that it carried out, or ``None`` if the agent picked the move itself. ``settled`` has the
    verdicts before the move. ``was_protected``: the rules protected the first click when the move was made.

    >>> from minesweeper_qt.model import Minesweeper, MinesweeperAI, play_agent_move
    >>> move = play_agent_move(Minesweeper(2, 2, 1, seed=1), MinesweeperAI(2, 2, seed=1))
    >>> turn = agent_turn(move, None, {}, was_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.reason.kind.value
    ('guess', False, 'random')
    """
    cell = move.cell
    if cell is None:
        return Turn(TurnMaker.AI, TurnKind.LAST, None, move.plays, reason=TurnReason(TurnReasonKind.LAST))
    if move.kind is AgentMoveKind.SAFE:
        reason = (
            TurnReason(TurnReasonKind.PROVED, settled.get(cell))
            if choice is None
            else TurnReason(TurnReasonKind.SAFE_CHOICE, choice=choice.reason)
        )
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, reason, move)
    if was_protected:
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL), move)
    reason = (
        TurnReason(TurnReasonKind.RANDOM) if choice is None else TurnReason(TurnReasonKind.GUESS, choice=choice.reason)
    )
    risk, least = (None, None) if choice is None else (choice.risk, choice.least_risk)
    return Turn(TurnMaker.AI, TurnKind.GUESS, cell, move.plays, False, reason, risk, least)


def student_turn(move: AgentMove, settled: Mapping[Cell, Derivation], was_protected: bool) -> Turn:
    """Return the turn for ``move`` of a student's agent, judged by what the reference had ``settled`` before it.

    A cell that the student's agent calls safe counts as safe only if it is proved safe. ``was_protected``: the rules
    protected the first click when the move was made.

    >>> from minesweeper_qt.model import ChoiceReason, ChoiceReasonKind, Minesweeper
    >>> from minesweeper_qt.model.play.agent_move import carry_out
    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 2)])
    >>> claimed = Choice((0, 0), True, ChoiceReason(ChoiceReasonKind.OTHER, words="it is in safes"))
    >>> turn = student_turn(carry_out(game, claimed, ()), {}, was_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.reason.kind.value
    ('guess', False, 'claimed')
    """
    cell = move.cell
    is_proved = cell is not None and cell in settled and not settled[cell].count
    if cell is None or move.kind is not AgentMoveKind.SAFE or is_proved:
        return agent_turn(move, None, settled, was_protected)
    if was_protected:
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL), move)
    return Turn(TurnMaker.AI, TurnKind.GUESS, cell, move.plays, False, TurnReason(TurnReasonKind.CLAIMED))


def with_wrong_flags(turn: Turn, position: Position, mines: Set[Cell]) -> Turn:
    """Return ``turn``, made at ``position``, with the flags that were wrong as its reason if it is a chord that lost.

    Such a chord is no guess: the player took what it opened for safe. ``mines`` are those of the game.

    >>> from minesweeper_qt.model import ActionResult, State
    >>> position = Position(1, 3, 1, {(0, 1): 1}, flags=[(0, 0)])
    >>> lost = ActionResult(Action(Verb.CHORD, (0, 1)), State.LOST, exploded=((0, 2),))
    >>> turn = with_wrong_flags(Turn(TurnMaker.PLAYER, TurnKind.CHORD, (0, 1), (lost,), False), position, {(0, 2)})
    >>> turn.reason.kind.value, turn.reason.cells, turn.is_safe
    ('wrong flag', ((0, 0),), None)
    """
    if turn.kind is not TurnKind.CHORD or turn.cell is None or not turn.exploded:
        return turn
    wrong = tuple(sorted((position.board.neighbours(turn.cell) & position.flags) - mines))
    reason = TurnReason(TurnReasonKind.WRONG_FLAG, cells=wrong)
    return replace(turn, is_safe=None, reason=reason, risk=None, least_risk=None)


def _safe_turn(maker: TurnMaker, kind: TurnKind, cell: Cell, reason: TurnReason, move: AgentMove | None = None) -> Turn:
    """Return a turn without any risk; its results are those of ``move``."""
    return Turn(maker, kind, cell, () if move is None else move.plays, True, reason, NO_RISK, NO_RISK)


def _opened_by_chord(cell: Cell, position: Position) -> tuple[Cell, ...]:
    """Return the cells that a chord around ``cell`` opens, in reading order."""
    return tuple(sorted(position.board.neighbours(cell) - position.clues.keys() - position.flags))
