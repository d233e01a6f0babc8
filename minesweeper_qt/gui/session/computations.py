"""The functions that the worker calls: chances, moves, risks, explanations and levels of a position. It uses no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.look import Chances
from minesweeper_qt.model import Engine, InconsistentPosition, TooHard, make_strategy
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.exact.probability import chord_risk
from minesweeper_qt.model.strategy.strategies import Exact

if TYPE_CHECKING:
    from minesweeper_qt.model import AgentSnapshot, Cell, Choice, MovePicker, Position, ReasoningLevels, Rules, Strategy
    from minesweeper_qt.model.explain.why_not import WhyNot

    Risk = tuple[Fraction, Fraction, Cell | None, int, int]

BUDGET = 500_000
"""The engine's budget for the chances of one position: about half a second at most."""


class Tools:
    """An engine, the explainer of the last position and the strategies of the last game, for one thread.

    They are kept from one request to the next, since they reuse what they have counted.

    Attributes: ``engine``; ``should_stop``, which is called every few milliseconds: the present computation ends with
    ``Stopped`` soon after it has returned true.
    """

    def __init__(self) -> None:
        self.engine = Engine(BUDGET)
        self.engine.counter.poll = self.poll
        self.should_stop: Callable[[], bool] = lambda: False
        self._explainer: model.Explainer | None = None
        self._strategies: dict[tuple[str, Rules, int | None], Strategy] = {}

    def explainer(self, position: Position) -> model.Explainer:
        """Return an explainer of ``position``: the last one, if that was about the same position."""
        if self._explainer is None or self._explainer.position != position:
            self._explainer = model.Explainer(position, engine=self.engine, poll=self.poll)
        return self._explainer

    def strategy(self, name: str, rules: Rules, seed: int | None) -> Strategy:
        """Return the strategy ``name`` for a game with these rules and this seed, always the same one for one game."""
        key = (name, rules, seed)
        if any(other[1:] != key[1:] for other in self._strategies):
            # The strategies keep counts of the last game, which are useless in this one.
            self._strategies.clear()
        if key not in self._strategies:
            strategy = self._strategies[key] = make_strategy(name, rules, seed)
            if isinstance(strategy, Exact):
                strategy.poll = self.poll
        return self._strategies[key]

    def poll(self) -> None:
        """Raise ``Stopped`` if the present computation is to end."""
        if self.should_stop():
            raise Stopped("the result is no longer needed")


# -- chances and moves


def find_chances(tools: Tools, position: Position) -> Chances:
    """Return the chances of all covered cells."""
    return Chances.of(tools.engine.solve(position))


def choose(
    tools: Tools, position: Position, strategy: str, rules: Rules, seed: int | None, picker: MovePicker
) -> Choice | None:
    """Return the cell that a strategy opens next; ``None`` when no cell is left.

    ``strategy`` is its name, ``rules`` and ``seed`` are those of the game. ``picker`` is what the strategy uses of the
    agent, as it was at ``position``.
    """
    return tools.strategy(strategy, rules, seed).choose(position, picker)


def choose_easiest(
    tools: Tools, position: Position, strategy: str, rules: Rules, seed: int | None, picker: MovePicker
) -> Choice | None:
    """Return a safe cell at the least level of reasoning, and name the level; without one, what ``choose`` returns."""
    levels = tools.explainer(position).levels
    safe = [(level, cell) for cell, level in levels.items() if cell not in levels.mines and cell not in position.flags]
    if not safe:
        return choose(tools, position, strategy, rules, seed, picker)
    level, cell = min(safe)
    reason = model.ChoiceReason(model.ChoiceReasonKind.OTHER, words=f"level {level} goes on, {level.meaning}")
    return model.Choice(cell, True, reason)


def find_certainty(
    tools: Tools, position: Position, strategy: str, rules: Rules, seed: int | None, picker: MovePicker
) -> tuple[int, Choice | None, frozenset[Cell]]:
    """Return how many cells without a flag are certainly safe, what is to be opened, and the clues that prove it safe.

    Where ``picker`` knows a safe cell, that is all: ``None`` and no clues. Raises as ``Engine.solve``.
    """
    safe = tools.engine.solve(position).safe - position.flags
    if picker.make_safe_move() is not None:
        return len(safe), None, frozenset()
    choice = choose_easiest(tools, position, strategy, rules, seed, picker)
    proof = tools.explainer(position).short_proof(choice.cell) if choice is not None and choice.is_safe else None
    return len(safe), choice, frozenset(proof.clues if isinstance(proof, model.Proof) else ())


def find_risk(tools: Tools, position: Position, cell: Cell, is_chord: bool) -> Risk:
    """Return the risk of opening ``cell``, or with ``is_chord`` the cells around it, at ``position``.

    With it come the lowest chance of a covered cell to be a mine; a cell near to the move that was certainly safe
    instead, ``None`` if there was none or the move was no guess; the number of such cells; and the number of clues that
    prove a single cell a mine, 0 if it is none for certain.

    Raises as ``Engine.solve``.
    """
    found = tools.engine.solve(position)
    exact = found.probability
    least = min((Fraction(mines, layouts) for _, mines, layouts in found.groups), default=Fraction(1))
    risk = chord_risk(tools.engine, position, cell, position.flags) if is_chord else exact.get(cell, Fraction(0))
    safes = sum(len(cells) for cells, mines, _ in found.groups if not mines)
    clues = 0
    if risk == 1 and not is_chord:
        with suppress(TooHard):
            proof = tools.explainer(position).short_proof(cell)
            clues = len(proof.clues) if isinstance(proof, model.Proof) else 0
    return risk, least, _safe_cell(exact, position, cell) if risk else None, safes if risk else 0, clues


def _safe_cell(chances: Mapping[Cell, Fraction], position: Position, cell: Cell) -> Cell | None:
    """Return the nearest certainly safe cell to ``cell``, one without a flag if there is one; ``None`` if none is."""

    def rank(other: Cell) -> tuple[bool, int, Cell]:
        return other in position.flags, max(abs(other[0] - cell[0]), abs(other[1] - cell[1])), other

    return min((other for other, chance in chances.items() if not chance), key=rank, default=None)


# -- the sandbox


@dataclass(frozen=True, slots=True)
class Findings:
    """The chances of ``position`` and the number of layouts that agree with it.

    When no layout agrees, ``chances`` is ``None``, ``problem`` is the reason in words, and ``clash`` is a minimal set
    of clues that can't all be true. ``clash`` is empty if it was too hard to find, or if the cells taken for mines
    alone are the reason. Without ``chances`` and ``problem``, the layouts are too many to count.
    """

    position: Position
    chances: Chances | None = None
    layouts: int = 0
    clash: frozenset[Cell] = frozenset()
    problem: str = ""


def examine(tools: Tools, position: Position) -> Findings:
    """Return the chances of ``position``, the number of its layouts, and what contradicts each other there.

    Raises ``TooHard`` when the layouts can't be counted, and ``Stopped`` soon after it is stopped.
    """
    try:
        found = tools.engine.solve(position)
    except InconsistentPosition:
        return _clash(tools, position)
    return Findings(position, Chances.of(found), found.layouts)


def _clash(tools: Tools, position: Position) -> Findings:
    """Find the reason why no layout agrees with ``position``."""
    from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

    try:
        cells = contradicting_clues(position, 2 * BUDGET, tools.poll) or ()
    except TooHard:
        return Findings(position, problem="No layout agrees; which clues clash is too hard to find.")
    problem = f"No layout agrees: {describe_contradiction(position, cells)}."
    return Findings(position, clash=frozenset(cells), problem=problem)


# -- explanations and levels


def find_proof(
    tools: Tools,
    position: Position,
    cell: Cell,
    from_clues: bool = True,
    known: AgentSnapshot | None = None,
    uses_mine_count: bool = False,
) -> tuple[model.Proof | model.Undecided, WhyNot | None]:
    """Return a proof of the verdict on ``cell``, or two layouts that show it undecided.

    The proof starts from the clues alone, or from what an agent has ``known``; ``None`` stands for what the three rules
    know. With a short proof comes why the agent's rules have not settled the cell; ``None`` if they have.
    ``uses_mine_count``: the agent is told the number of mines.
    """
    from minesweeper_qt.model.explain.why_not import why_not

    explainer = tools.explainer(position)
    if from_clues:
        return explainer.explain(cell), None
    found, start = explainer.short_proof(cell, known), explainer.start_of(known)
    if isinstance(found, model.Undecided) or cell in start.settled:
        return found, None
    return found, why_not(found, start, uses_mine_count=uses_mine_count)


def find_levels(tools: Tools, position: Position) -> ReasoningLevels:
    """Return the reasoning level of each certain cell."""
    return tools.explainer(position).levels
