"""The agent's hand: carries out in a game what an agent decides, and deals with the player's flags."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.strategy.strategies import CS50, Choice, Strategy


class AgentMoveKind(Enum):
    """What sort of move an agent made."""

    SAFE = "safe"
    """A cell known to be safe."""
    RANDOM = "random"
    """No safe cell was known."""
    LAST = "last"
    """No move was left: the known mines were flagged, as in the CS50 project."""


@dataclass(frozen=True, slots=True)
class AgentMove:
    """A move of an agent: what it did to the game, action by action, and the cell it opened, if any."""

    kind: AgentMoveKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]

    @property
    def took_flag_off(self) -> bool:
        """True when a flag of the player's was in the way and came off first."""
        return self.kind is AgentMoveKind.SAFE and len(self.plays) == 2


def play_agent_move(game: Minesweeper, agent: MinesweeperAI, strategy: Strategy | None = None) -> AgentMove:
    """Make the agent's next move in ``game``: a safe cell if it knows one, else a random one, else the last step.

    ``strategy`` names the cell, ``CS50`` unless another is given. A cell that carries a flag is opened only when it is
    proved safe, and the flag comes off first. A guess never falls on a flag: that is the player's word that there is a
    mine. The agent is not taught; ``add_knowledge`` does that.

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


def play_choice(game: Minesweeper, agent: MinesweeperAI, choice: Choice | None) -> AgentMove:
    """Carry out in ``game`` what a strategy chose; ``None`` means the last step: the mines ``agent`` knows are flagged.

    So are all covered cells when there are as many as mines, whether or not the agent was told that number. A flag on
    a cell that is proved safe comes off first.

    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 1)])
    >>> move = play_choice(game, MinesweeperAI(1, 3), Choice((0, 2), False, "a third of a chance to lose", risk=1 / 3))
    >>> move.kind, move.plays[-1].observations
    (<AgentMoveKind.RANDOM: 'random'>, (Observation(cell=(0, 2), clue=1),))

    Raises ``GameOver`` when the game has ended, ``IllegalAction`` for a guess on a flag, ``CellError`` off the board.
    """
    plays: list[ActionResult] = []
    if choice is None:
        for mine in sorted(_known_mines(game, agent) - game.mines_found):
            plays.append(game.play(Action(Verb.FLAG, mine)))
            if plays[-1].state.is_over:
                break
        return AgentMove(AgentMoveKind.LAST, None, tuple(plays))
    if choice.is_safe and choice.cell in game.mines_found:
        plays.append(game.play(Action(Verb.UNFLAG, choice.cell)))
    if not plays or not plays[-1].state.is_over:
        plays.append(game.play(Action(Verb.REVEAL, choice.cell)))
    return AgentMove(AgentMoveKind.SAFE if choice.is_safe else AgentMoveKind.RANDOM, choice.cell, tuple(plays))


def _known_mines(game: Minesweeper, agent: MinesweeperAI) -> set[Cell]:
    covered = {cell for cell in game.grid.cells if cell not in game.clues}
    return covered if len(covered) == game.mine_total else set(agent.mines)
