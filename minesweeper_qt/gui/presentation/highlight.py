"""What the board lights up while something is explained."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model import Cell

_NONE: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Highlight:
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

    def in_words(self, cell: Cell) -> str:
        """Say which light ``cell`` has, for those who don't see it; nothing if it has none.

        >>> Highlight(cells=frozenset({(0, 1)}), mines=frozenset({(0, 1)})).in_words((0, 1))
        'concluded to be a mine'
        """
        verb = "supposed" if self.is_assumption else "concluded"
        for cells, words in (
            (self.mines, f"{verb} to be a mine"),
            (self.safes, f"{verb} to be safe"),
            (self.supposed_mines, "a mine in this case"),
            (self.supposed_safes, "safe in this case"),
            (self.clues, "clue that is read"),
            (self.cells, "cell of the sentence"),
        ):
            if cell in cells:
                return words
        return ""
