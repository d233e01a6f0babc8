"""Computes the risk of a move that was made: the chance that it opened a mine. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from minesweeper_qt.model import Cell, Engine, Position


@dataclass(frozen=True, slots=True)
class Risk:
    """The chance that a move opened a mine, and the lowest chance of a covered cell to be one; both from 0 to 1.

    ``safe_cell`` is a cell near to the move that was certainly safe instead, ``None`` if there was none.
    """

    risk: Fraction
    least: Fraction
    safe_cell: Cell | None = None


def find_risk(engine: Engine, position: Position, cell: Cell, is_chord: bool) -> Risk:
    """Return the risk of opening ``cell``, or with ``is_chord`` the cells around it, at ``position``.

    A chord has as many flags around it as its clue, so it is safe exactly when all its flags are right. Where it opens
    several cells that may be mines, the chance that it is safe is the product of the chances of its flags, each of
    which is taken for a mine before the chance of the next one is counted. Raises as ``Engine.solve``.
    """
    found = engine.solve(position)
    exact = found.probability
    safe_cell = _safe_cell(exact, position, cell)
    least = min((Fraction(mines, layouts) for _, mines, layouts in found.groups), default=Fraction(1))
    if not is_chord:
        risk = exact.get(cell, Fraction(0))
        return Risk(risk, least, safe_cell if risk else None)
    around = position.board.neighbours(cell) - position.clues.keys()
    risks = [exact[near] for near in around - position.flags if exact[near]]
    if len(risks) < 2:
        return Risk(sum(risks, Fraction(0)), least, safe_cell if risks else None)
    safe = Fraction(1)
    for flag in sorted(flag for flag in around & position.flags if exact[flag] < 1):
        safe *= engine.solve(position).probability[flag]
        if not safe:
            break
        position = position.with_marks({flag: "M"})
    return Risk(1 - safe, least, safe_cell)


def _safe_cell(chances: Mapping[Cell, Fraction], position: Position, cell: Cell) -> Cell | None:
    """Return the nearest certainly safe cell to ``cell``, one without a flag if there is one; ``None`` if none is."""

    def rank(other: Cell) -> tuple[bool, int, Cell]:
        return other in position.flags, max(abs(other[0] - cell[0]), abs(other[1] - cell[1])), other

    return min((other for other, chance in chances.items() if not chance), key=rank, default=None)
