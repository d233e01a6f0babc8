"""What the board lights up while something is explained."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model import Cell

_NONE: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Spotlight:
    """``clues`` that are read, ``cells`` that a sentence mentions, ``mines`` and ``safes`` that are concluded.

    With ``is_assumption`` the last two are only supposed, for the length of a case.
    """

    clues: frozenset[Cell] = _NONE
    cells: frozenset[Cell] = _NONE
    mines: frozenset[Cell] = _NONE
    safes: frozenset[Cell] = _NONE
    is_assumption: bool = False

    @property
    def lit(self) -> frozenset[Cell]:
        """All cells that have a light."""
        return self.clues | self.cells | self.mines | self.safes
