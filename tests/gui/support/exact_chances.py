"""Computes the exact chances of the position on the board, to compare the window with."""

from __future__ import annotations

from fractions import Fraction

from minesweeper_qt.model import Cell, mine_probabilities, seen_by_player
from tests.gui.support.windows import Player


def exact_chances(player: Player) -> dict[Cell, Fraction]:
    """Return the chance of each covered cell to be a mine, from what the player sees."""
    return dict(mine_probabilities(seen_by_player(player.game)).probability)
