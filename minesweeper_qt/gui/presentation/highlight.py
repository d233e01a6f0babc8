"""The highlight: the cells that the board highlights to explain a conclusion, each with its role."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model import Cell

_NONE: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Highlight:
    """The cells to highlight, by role; a cell may have several roles.

    ``clues``: the clues that are read. ``cells``: the cells that a sentence mentions. ``mines``, ``safes``: the cells
    that are concluded to be mines or safe; if ``is_assumption``, they are only supposed to be, within a case.
    ``supposed_mines``, ``supposed_safes``: the cells that were supposed earlier in the same case to be mines or safe,
    and those that followed from that. ``undecided``: the cells asked about that are not settled.
    """

    clues: frozenset[Cell] = _NONE
    cells: frozenset[Cell] = _NONE
    mines: frozenset[Cell] = _NONE
    safes: frozenset[Cell] = _NONE
    is_assumption: bool = False
    supposed_mines: frozenset[Cell] = _NONE
    supposed_safes: frozenset[Cell] = _NONE
    undecided: frozenset[Cell] = _NONE

    @property
    def all_cells(self) -> frozenset[Cell]:
        """All cells that are highlighted, in any role."""
        supposed = self.supposed_mines | self.supposed_safes
        return self.clues | self.cells | self.mines | self.safes | supposed | self.undecided

    def in_words(self, cell: Cell) -> str:
        """Return the role of ``cell`` in words, for a screen reader; empty if it is not highlighted.

        If it has several roles, the conclusion comes first.

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
            (self.undecided, "not settled"),
            (self.cells, "cell of the sentence"),
        ):
            if cell in cells:
                return words
        return ""
