"""Finds what the sandbox shows about a position: its chances and layouts, or its contradicting clues. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minesweeper_qt.gui.background.tools import BACKGROUND_BUDGET
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import Cell, Engine, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

CONTRADICTION_BUDGET = 2 * BACKGROUND_BUDGET
"""The budget of the search for contradicting clues: a second or two at most."""

_TOO_HARD_TO_FIND = "No layout agrees; which clues clash is too hard to find."


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


def find(position: Position, engine: Engine, should_stop: Callable[[], bool]) -> Findings:
    """Return the findings about ``position``.

    Raises ``TooHard`` when the layouts can't be counted, and ``Stopped`` soon after ``should_stop`` has returned true.
    """
    try:
        found = engine.solve(position)
    except InconsistentPosition:
        return _clash(position, should_stop)
    return Findings(position, Chances.of(found), found.layouts)


def _clash(position: Position, should_stop: Callable[[], bool]) -> Findings:
    """Find the reason why no layout agrees with ``position``."""
    try:
        cells = contradicting_clues(position, CONTRADICTION_BUDGET, should_stop) or ()
    except TooHard:
        return Findings(position, problem=_TOO_HARD_TO_FIND)
    problem = f"No layout agrees: {describe_contradiction(position, cells)}."
    return Findings(position, clash=frozenset(cells), problem=problem)
