"""The agent's hand: carries out in a game what an agent decides, and deals with the player's flags."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.action import Action, Verb
from minesweeper_qt.model.ai import MinesweeperAI
from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.game import Minesweeper, Played

_DRAWS = 100
"""How often an agent is asked for a guess that falls on no flag."""


class MoveKind(Enum):
    """What sort of move an agent made."""

    SAFE = "safe"
    """A cell known to be safe."""
    RANDOM = "random"
    """No safe cell was known."""
    LAST = "last"
    """No move was left: the known mines were flagged, as in the CS50 project."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of an agent: what it did to the game, action by action, and the cell it opened, if any."""

    kind: MoveKind
    cell: Cell | None
    plays: tuple[Played, ...]

    @property
    def took_flag_off(self) -> bool:
        """True when a flag of the player's was in the way and came off first."""
        return self.kind is MoveKind.SAFE and len(self.plays) == 2


def play_agent_move(game: Minesweeper, agent: MinesweeperAI) -> Move:
    """Make the agent's next move in ``game``: a safe cell if it knows one, else a random one, else the last step.

    A cell that carries a flag is opened only when it is proved safe, and the flag comes off first. A guess never falls
    on a flag: that is the player's word that there is a mine. The agent is not taught; ``add_knowledge`` does that.

    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 1)])
    >>> agent = MinesweeperAI(1, 2)
    >>> change = agent.add_knowledge((0, 0), 1)
    >>> play_agent_move(game, agent).kind, game.won()
    (<MoveKind.LAST: 'last'>, True)

    Raises ``GameOver`` when the game has ended.
    """
    plays: list[Played] = []
    kind = MoveKind.SAFE
    cell = agent.make_safe_move()
    if cell is None:
        kind = MoveKind.RANDOM
        cell = _unflagged_guess(game, agent)
    if cell is None:
        for mine in sorted(agent.mines - game.mines_found):
            plays.append(game.play(Action(Verb.FLAG, mine)))
            if plays[-1].state.is_over:
                break
        return Move(MoveKind.LAST, None, tuple(plays))
    if cell in game.mines_found:
        plays.append(game.play(Action(Verb.UNFLAG, cell)))
    if not plays or not plays[-1].state.is_over:
        plays.append(game.play(Action(Verb.REVEAL, cell)))
    return Move(kind, cell, tuple(plays))


def _unflagged_guess(game: Minesweeper, agent: MinesweeperAI) -> Cell | None:
    """Draw from the agent until the cell has no flag, so that what it would choose keeps its odds."""
    out = game.clues.keys() | game.mines_found | agent.mines | agent.moves_made
    candidates = [cell for cell in game.grid.cells if cell not in out]
    if not candidates:
        return None
    for _ in range(_DRAWS):
        cell = agent.make_random_move()
        if cell not in game.mines_found:
            return cell
    # Nearly everything is flagged, or the agent always names the same cell.
    return random.Random(f"guess {game.seed} {len(game.history)}").choice(candidates)
