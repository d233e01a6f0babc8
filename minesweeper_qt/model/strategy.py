"""Which cell to open next: four named strategies behind one small interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from minesweeper_qt.model.ai import MinesweeperAI
from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.errors import StrategyError
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.rules import CLASSIC_RULES, Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """The cell to open next and why.

    ``is_safe``: proved safe. ``risk``: the chance that the cell is a mine, ``least_risk``: the lowest of all covered
    cells; both from 0 to 1 and ``None`` where the strategy does not know them. ``reason``: one line for people.
    """

    cell: Cell
    is_safe: bool
    reason: str
    risk: float | None = None
    least_risk: float | None = None


class Strategy(Protocol):
    """Picks cells. One object plays one game at a time; it keeps nothing that changes what it picks."""

    name: str
    tells_mines: bool
    """Whether its agent is told the number of mines."""

    def choose(self, position: Position, agent: MinesweeperAI) -> Choice | None:
        """Return the next cell to open, never one with a flag unless it is proved safe; ``None`` if none is left.

        ``agent`` has learned all clues of ``position``.
        """
        ...


class CS50:
    """Safe by the three rules, else random: the documents' agent."""

    name = "cs50"
    tells_mines = False

    def __init__(self, rules: Rules = CLASSIC_RULES, seed: int | None = None) -> None:
        pass

    def choose(self, position: Position, agent: MinesweeperAI) -> Choice | None:
        """Return what the agent would do: its safe move, else its random move."""
        cell = agent.make_safe_move()
        if cell is not None:
            return Choice(cell, True, "safe by the sentences", 0.0, 0.0)
        for _ in range(100):
            cell = agent.make_random_move()
            if cell is None:
                return None
            if cell not in position.flags:
                return Choice(cell, False, "no safe cell known: random")
        return None


class CS50Count(CS50):
    """The same agent, told the number of mines."""

    name = "cs50-count"
    tells_mines = True


Maker = Callable[[Rules, int | None], Strategy]

STRATEGIES: Mapping[str, Maker] = MappingProxyType(
    {"cs50": CS50, "cs50-count": CS50Count, "exact": CS50, "expert": CS50}
)
"""How to make a strategy, by name: the rules of the game (they decide the first click) and a seed for ties."""


def make_strategy(name: str, rules: Rules = CLASSIC_RULES, seed: int | None = None) -> Strategy:
    """Return a new strategy; raise ``StrategyError`` for an unknown name."""
    try:
        return STRATEGIES[name](rules, seed)
    except KeyError:
        raise StrategyError(f"{name!r} is no strategy; allowed are {', '.join(STRATEGIES)}") from None
