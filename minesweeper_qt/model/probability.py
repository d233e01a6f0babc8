"""STUB (the engine is being written; the interface stays): exact mine probabilities of a position by enumeration."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.errors import InconsistentPosition, TooHard
from minesweeper_qt.model.position import Position


class Probabilities:
    """What is known of a position exactly.

    ``layouts``: the exact number of consistent layouts. ``probability[cell]``: exact chance (a ``Fraction``) that the
    covered ``cell`` is a mine. ``safe``, ``mines``: covered cells with probability exactly 0 and 1.
    """

    def __init__(self, position: Position, layouts: int, probability: Mapping[Cell, Fraction]) -> None:
        self.position = position
        self.layouts = layouts
        self.probability = probability
        self.safe = frozenset(cell for cell, chance in probability.items() if chance == 0)
        self.mines = frozenset(cell for cell, chance in probability.items() if chance == 1)


class Engine:
    """Remembers the fronts of the positions it solved, so that unchanged ones are not solved again."""

    def __init__(self, budget: int = 1_000_000) -> None:
        self.budget = budget

    def solve(self, position: Position) -> Probabilities:
        """Return the exact probabilities; raise ``InconsistentPosition`` or ``TooHard``."""
        return mine_probabilities(position)


def mine_probabilities(position: Position, budget: int = 1_000_000) -> Probabilities:
    """Return the exact probabilities of ``position``; raise ``InconsistentPosition`` or ``TooHard``."""
    covered = sorted(position.covered)
    if len(covered) > 22:
        raise TooHard("stub")
    total = 0
    counts = dict.fromkeys(covered, 0)
    for mines in combinations(covered, position.mines):
        chosen = set(mines)
        if position.taken <= chosen and all(
            len(position.board.neighbours(cell) & chosen) == clue for cell, clue in position.clues.items()
        ):
            total += 1
            for cell in mines:
                counts[cell] += 1
    if not total:
        raise InconsistentPosition("no layout agrees with this position")
    return Probabilities(position, total, {cell: Fraction(count, total) for cell, count in counts.items()})
