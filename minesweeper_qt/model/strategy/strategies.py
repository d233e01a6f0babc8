"""The five named strategies, which choose the next cell to open, and the protocol that they share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CLASSIC_RULES, FirstClick, Rules
from minesweeper_qt.model.errors import Poll, StrategyError, TooHard, never_interrupt
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.knowledge.agent import MovePicker
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind

_DRAWS = 100
"""The number of attempts to get a random move from the agent that is not on a flag."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The cell to open next, as a strategy picked it, and the reason.

    ``is_safe``: whether the cell is proved safe. ``reason``: a value that prints as one line for people. ``risk``: the
    chance that the cell is a mine. ``least_risk``: the lowest such chance of all covered cells. Both are from 0 to 1,
    and ``None`` where the strategy does not know them.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> agent = MinesweeperAI(1, 3)
    >>> change = agent.add_knowledge((0, 0), 0)
    >>> choice = make_strategy("cs50").choose(Position(1, 3, 1, {(0, 0): 0}), agent)
    >>> choice.cell, choice.is_safe, str(choice.reason), choice.risk
    ((0, 1), True, 'safe by what the AI knows', 0.0)
    """

    cell: Cell
    is_safe: bool
    reason: ChoiceReason
    risk: float | None = None
    least_risk: float | None = None


class Strategy(Protocol):
    """Picks the next cell to open.

    ``name``: the name on the command line. One object plays one game at a time. It keeps no state that changes what it
    picks, except that of its random numbers.

    >>> strategy: Strategy = make_strategy("cs50")
    >>> strategy.name, strategy.uses_mine_count
    ('cs50', False)
    """

    name: str
    uses_mine_count: bool
    """True when the agent of this strategy should be constructed with the number of mines."""
    uses_overlap_rule: bool
    """True when it should be constructed with the overlap rule."""

    def choose(self, position: Position, agent: MovePicker) -> Choice | None:
        """Return the next cell to open; ``None`` if none is left. A cell with a flag is chosen only if proved safe.

        ``agent`` must have learned all clues of ``position``.
        """
        ...


@dataclass
class CS50:
    """The agent of the CS50 project: opens a cell that its rules prove safe, else a random one.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> position = Position(3, 5, 3, {(2, 4): 2, (0, 4): 1})
    >>> agent = MinesweeperAI(3, 5, total_mines=3, overlap=True)
    >>> changes = [agent.add_knowledge(cell, clue) for cell, clue in position.clues.items()]
    >>> make_strategy("cs50-overlap").choose(position, agent).cell
    (0, 3)
    """

    name: str = "cs50"
    uses_mine_count: bool = False
    uses_overlap_rule: bool = False

    def choose(self, position: Position, agent: MovePicker) -> Choice | None:
        """Return the safe move of the agent, or its random move if it knows no safe cell."""
        return safe_choice(agent) or _random(position, agent, ChoiceReasonKind.RANDOM)


class Exact:
    """Opens a provably safe cell if one exists, else a cell with the lowest risk, chosen at random among equal ones.

    >>> from minesweeper_qt.model.board.position import Position
    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 4)
    >>> change = ai.add_knowledge((0, 1), 1)
    >>> print(Exact(seed=1).choose(Position(1, 4, 1, {(0, 1): 1}), ai).reason)
    safe in all 2 possible layouts of mines
    """

    name = "exact"
    uses_mine_count = True
    uses_overlap_rule = False

    def __init__(self, rules: Rules = CLASSIC_RULES, seed: int | None = None) -> None:
        self._rules = rules
        self._random = random.Random(f"ties {seed}") if seed is not None else random.Random()
        self.engine = Engine()
        self.poll: Poll = never_interrupt

    def choose(self, position: Position, agent: MovePicker) -> Choice | None:
        """Return a safe cell if one exists, else a guess; the guess is random where counting is too hard."""
        self.engine.counter.poll = self.poll
        known = safe_choice(agent)
        if known is not None:
            return known
        if not position.clues and not position.taken:
            return self._open_first(position)
        try:
            found = self.engine.solve(position)
        except TooHard:
            return _random(position, agent, ChoiceReasonKind.TOO_HARD)
        if found.safe:
            reason = ChoiceReason(ChoiceReasonKind.ALL_LAYOUTS, layouts=found.layouts)
            return Choice(min(found.safe), True, reason, 0.0, 0.0)
        guess = self._guess(position, found)
        if guess is None:
            return None
        cell, reason = guess
        risk = float(found.probability[cell])
        least = min(mines / layouts for _, mines, layouts in found.groups)
        if reason.kind is ChoiceReasonKind.LOWEST_RISK and risk > least:
            reason = ChoiceReason(ChoiceReasonKind.LOWEST_UNFLAGGED)
        return Choice(cell, False, reason, risk, least)

    def _open_first(self, position: Position) -> Choice | None:
        """Return the first cell of a game, one without a flag; ``None`` when all cells have a flag or are mines."""
        free = [cell for cell in position.board.cells if cell not in position.flags]
        cells = len(position.board.cells)
        if not free or position.mines == cells:
            return None
        first = self._first_cell(position, free)
        if position.mines == 0:
            return Choice(first, True, ChoiceReason(ChoiceReasonKind.NO_MINES), 0.0, 0.0)
        if self._rules.first_click is not FirstClick.ANYTHING:
            return Choice(first, True, ChoiceReason(ChoiceReasonKind.FIRST_IS_SAFE), 0.0, 0.0)
        risk = position.mines / cells
        return Choice(first, False, ChoiceReason(ChoiceReasonKind.FIRST_IS_EQUAL), risk, risk)

    def _first_cell(self, position: Position, free: list[Cell]) -> Cell:
        """Pick the first cell of a game from ``free``, the cells without a flag."""
        return self._random.choice(free)

    def _guess(self, position: Position, found: Probabilities) -> tuple[Cell, ChoiceReason] | None:
        """Return a guess and its reason when no cell is safe; ``None`` when all cells without a flag are mines."""
        chances = {cell: chance for cell, chance in found.chances().items() if cell not in position.flags}
        least = min(chances.values(), default=1.0)
        lowest = [cell for cell, chance in chances.items() if chance == least < 1]
        if not lowest:
            return None
        return self._random.choice(sorted(lowest)), ChoiceReason(ChoiceReasonKind.LOWEST_RISK)


class Expert(Exact):
    """Plays the strongest way known: see ``expert``. Uses random numbers only where counting is too hard."""

    name = "expert"

    def _first_cell(self, position: Position, free: list[Cell]) -> Cell:
        """Pick a corner, whose clue is most often 0; but a cell inside where the first click always opens an area.

        There a cell inside opens more. If the cell has a flag, pick the first cell of ``free``.
        """
        board = position.board
        first = board.cells[0]
        if self._rules.first_click is FirstClick.OPENING:
            inside = 3 if len(board.cells) > 256 else 2
            first = board.cell((min(inside, board.height // 2), min(inside, board.width // 2)))
        return first if first in free else free[0]

    def _guess(self, position: Position, found: Probabilities) -> tuple[Cell, ChoiceReason] | None:
        # Only now: a window opens sooner without it.
        from minesweeper_qt.model.strategy.expert import best_guess

        width = position.width
        guess = best_guess(self.engine, found, {i * width + j for i, j in position.flags})
        return None if guess is None else (divmod(guess[0], width), guess[1])


def safe_choice(agent: MovePicker) -> Choice | None:
    """Return the safe move of the agent as a choice; ``None`` if it knows no safe cell.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> safe_choice(MinesweeperAI(2, 2)) is None
    True
    """
    cell = agent.make_safe_move()
    return None if cell is None else Choice(cell, True, ChoiceReason(ChoiceReasonKind.SENTENCES), 0.0, 0.0)


def _random(position: Position, agent: MovePicker, kind: ChoiceReasonKind) -> Choice | None:
    """Return a random move of the agent that is not on a flag; ``None`` if no cell is left."""
    reason = ChoiceReason(kind)
    for _ in range(_DRAWS):
        cell = agent.make_random_move()
        if cell is None:
            return None
        if cell not in position.flags:
            return Choice(cell, False, reason)
    # Nearly all cells are flagged, or the agent always returns the same cell.
    excluded = {*position.clues, *position.flags, *agent.mines, *agent.moves_made}
    free = [cell for cell in position.board.cells if cell not in excluded]
    return Choice(random.Random(f"guess {position.to_text()}").choice(free), False, reason) if free else None


STRATEGIES: Mapping[str, Callable[[Rules, int | None], Strategy]] = MappingProxyType(
    {
        "cs50": lambda rules, seed: CS50(),
        "cs50-count": lambda rules, seed: CS50("cs50-count", uses_mine_count=True),
        "cs50-overlap": lambda rules, seed: CS50("cs50-overlap", uses_mine_count=True, uses_overlap_rule=True),
        "exact": Exact,
        "expert": Expert,
    }
)
"""The factories of the strategies by name. They take the rules, which decide the first click, and a seed for ties."""


def make_strategy(name: str, rules: Rules = CLASSIC_RULES, seed: int | None = None) -> Strategy:
    """Return a new strategy; raise ``StrategyError`` for an unknown name.

    ``rules`` decide the first click; ``seed`` makes the choice among equally good cells repeatable.

    >>> make_strategy("expert").uses_mine_count
    True
    """
    try:
        return STRATEGIES[name](rules, seed)
    except KeyError:
        raise StrategyError(f"{name!r} is not a strategy; allowed are {', '.join(STRATEGIES)}") from None


AGENT_STRATEGIES: Mapping[str, CS50] = MappingProxyType(
    {name: own for name in STRATEGIES if isinstance(own := make_strategy(name), CS50)}
)
"""The strategies by which the agent itself picks its moves, which it does at once; by name.

All others use the number of mines, and take time when the agent knows no safe cell.
"""
