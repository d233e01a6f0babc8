"""Carries out an agent's moves in a game, and deals with the player's flags."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper
from minesweeper_qt.model.knowledge.agent import MovePicker
from minesweeper_qt.model.strategy.strategies import CS50, Choice, Strategy


class AgentMoveKind(Enum):
    """The kinds of moves of an agent.

    >>> AgentMoveKind("random")
    <AgentMoveKind.RANDOM: 'random'>

    Raises ``ValueError`` for another value.
    """

    SAFE = "safe"
    """The agent opened a cell that it knew to be safe."""
    RANDOM = "random"
    """The agent knew no safe cell and opened another one."""
    LAST = "last"
    """No cell was left to open: the known mines were flagged, as in the CS50 project."""


@dataclass(frozen=True, slots=True)
class AgentMove:
    """A move of an agent: its kind, the cell it opened, if any, and the results of its actions in order (``plays``).

    >>> from minesweeper_qt.model import Minesweeper, MinesweeperAI
    >>> move = play_agent_move(Minesweeper(2, 2, 1, seed=1), MinesweeperAI(2, 2, seed=1))
    >>> move.kind, len(move.plays)
    (<AgentMoveKind.RANDOM: 'random'>, 1)
    """

    kind: AgentMoveKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]


def play_agent_move(game: Minesweeper, agent: MovePicker, strategy: Strategy | None = None) -> AgentMove:
    """Make the agent's next move in ``game``: open a safe cell if it knows one, else a random cell, else do the last
    step.

    ``strategy`` chooses the cell; the default is ``CS50``. A flagged cell is opened only when it is proved safe, and
    the flag is taken off first. A guess never falls on a flagged cell, since the player claims a mine there. The agent
    learns nothing from the move; pass its observations to ``add_knowledge``.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 1)])
    >>> agent = MinesweeperAI(1, 2)
    >>> change = agent.add_knowledge((0, 0), 1)
    >>> play_agent_move(game, agent).kind, game.won()
    (<AgentMoveKind.LAST: 'last'>, True)

    Raises ``GameOver`` when the game has ended.
    """
    chosen = (strategy or CS50()).choose(seen_by_player(game), agent)
    return play_choice(game, agent, chosen)


def seen_by_player(game: Minesweeper) -> Position:
    """Return the position that the player of ``game`` sees: clues, flags and the number of mines.

    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 1)])
    >>> print(seen_by_player(game).to_text(), end="")
    2x1x1
    HH
    """
    return Position.seen(game.grid, game.mine_total, game.clues, game.mines_found)


def play_choice(game: Minesweeper, agent: MovePicker, choice: Choice | None) -> AgentMove:
    """Carry out in ``game`` what a strategy chose; for ``None`` do the last step, and flag the mines that ``agent``
    knows.

    In the last step all covered cells count as known mines when there are as many of them as mines, even if the agent
    does not know that number. A flag on a cell that is proved safe is taken off first.

    >>> from minesweeper_qt.model import ChoiceReason, ChoiceReasonKind, MinesweeperAI
    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 1)])
    >>> reason = ChoiceReason(ChoiceReasonKind.OTHER, words="a third of a chance to lose")
    >>> move = play_choice(game, MinesweeperAI(1, 3), Choice((0, 2), False, reason, risk=1 / 3))
    >>> move.kind, move.plays[-1].observations
    (<AgentMoveKind.RANDOM: 'random'>, (Observation(cell=(0, 2), clue=1),))

    Raises ``GameOver`` when the game has ended, ``IllegalAction`` for a guess on a flag, ``CellError`` off the board.
    """
    return carry_out(game, choice, agent.mines)


def carry_out(game: Minesweeper, choice: Choice | None, known_mines: Collection[Cell]) -> AgentMove:
    """Carry out ``choice`` as ``play_choice`` does; ``known_mines`` are the cells that the agent knows to be mines.

    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 1)])
    >>> carry_out(game, None, [(0, 1)]).plays[-1].flagged
    ((0, 1),)

    Raises what ``play_choice`` raises.
    """
    plays: list[ActionResult] = []
    if choice is None:
        for mine in sorted(_mines_to_flag(game, known_mines) - game.mines_found):
            plays.append(game.play(Action(Verb.FLAG, mine)))
            if plays[-1].state.is_over:
                break
        return AgentMove(AgentMoveKind.LAST, None, tuple(plays))
    if choice.is_safe and choice.cell in game.mines_found:
        plays.append(game.play(Action(Verb.UNFLAG, choice.cell)))
    if not plays or not plays[-1].state.is_over:
        plays.append(game.play(Action(Verb.REVEAL, choice.cell)))
    return AgentMove(AgentMoveKind.SAFE if choice.is_safe else AgentMoveKind.RANDOM, choice.cell, tuple(plays))


def _mines_to_flag(game: Minesweeper, known_mines: Collection[Cell]) -> set[Cell]:
    """Return the mines that the last step flags: those known, or all covered cells if all are mines."""
    covered = {cell for cell in game.grid.cells if cell not in game.clues}
    return covered if len(covered) == game.mine_total else set(known_mines).difference(game.clues)
