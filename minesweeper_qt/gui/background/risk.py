"""Computes the risk of a move that was made: the chance that it opened a mine. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from minesweeper_qt.model import Cell, Engine, Position


@dataclass(frozen=True, slots=True)
class Risk:
    """The chance that a move opened a mine, and the lowest chance of a covered cell to be one; both from 0 to 1."""

    risk: Fraction
    least: Fraction


def find_risk(engine: Engine, position: Position, cell: Cell, is_chord: bool) -> Risk:
    """Return the risk of opening ``cell``, or with ``is_chord`` the cells around it, at ``position``.

    A chord has as many flags around it as its clue, so it is safe exactly when all its flags are right. Where it opens
    several cells that may be mines, the chance that it is safe is the product of the chances of its flags, each of
    which is taken for a mine before the chance of the next one is counted. Raises as ``Engine.solve``.
    """
    found = engine.solve(position)
    exact = found.probability
    least = min((Fraction(mines, layouts) for _, mines, layouts in found.groups), default=Fraction(1))
    if not is_chord:
        return Risk(exact.get(cell, Fraction(0)), least)
    around = position.board.neighbours(cell) - position.clues.keys()
    risks = [exact[near] for near in around - position.flags if exact[near]]
    if len(risks) < 2:
        return Risk(sum(risks, Fraction(0)), least)
    safe = Fraction(1)
    for flag in sorted(flag for flag in around & position.flags if exact[flag] < 1):
        safe *= engine.solve(position).probability[flag]
        if not safe:
            break
        position = position.with_marks({flag: "M"})
    return Risk(1 - safe, least)
