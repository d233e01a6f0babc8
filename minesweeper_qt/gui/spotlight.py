"""What the board lights up while something is explained."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model import Cell

_NONE: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Spotlight:
    """``clues`` that are read, ``cells`` that a sentence mentions, ``mines`` and ``safes`` that are concluded.

    With ``is_assumption`` the last two are only supposed, for the length of a case. ``supposed_mines`` and
    ``supposed_safes`` are what was supposed before, and followed from it, in the same case.
    """

    clues: frozenset[Cell] = _NONE
    cells: frozenset[Cell] = _NONE
    mines: frozenset[Cell] = _NONE
    safes: frozenset[Cell] = _NONE
    is_assumption: bool = False
    supposed_mines: frozenset[Cell] = _NONE
    supposed_safes: frozenset[Cell] = _NONE

    @property
    def lit(self) -> frozenset[Cell]:
        """All cells that have a light."""
        return self.clues | self.cells | self.mines | self.safes | self.supposed_mines | self.supposed_safes
