"""The answer where there is no proof: two layouts that agree with all that is seen, and how likely a mine is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.position import Position


@dataclass(frozen=True, slots=True)
class Undecided:
    """Why nothing is certain of ``cell``: ``with_mine`` and ``without`` are the mines of two consistent layouts.

    Each is drawn uniformly from all that have a mine at ``cell``, or none. ``chance`` is the cell's exact chance to be
    a mine, out of ``layouts`` layouts. Of the position: ``safe`` are the covered cells that are certainly safe,
    ``least`` the least chance of any covered cell, ``least_cells`` those that have it, in reading order.
    """

    position: Position
    cell: Cell
    chance: Fraction
    layouts: int
    with_mine: frozenset[Cell]
    without: frozenset[Cell]
    safe: frozenset[Cell]
    least: Fraction
    least_cells: tuple[Cell, ...]
