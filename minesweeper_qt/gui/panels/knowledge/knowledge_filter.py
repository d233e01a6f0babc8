"""Which sentences the table shows. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass, field

from minesweeper_qt.gui.panels.knowledge.knowledge_row import Row
from minesweeper_qt.gui.presentation.sentence_text import squeezed
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Reasoning


@dataclass(frozen=True, slots=True)
class Context:
    """What a sentence can be new in, or used in: the shown move and the shown proof."""

    added: frozenset[Derivation] = frozenset()
    statements: frozenset[tuple[frozenset[Cell], int]] = frozenset()
    clues: frozenset[Cell] = frozenset()

    @property
    def has_proof(self) -> bool:
        """True while there is a proof."""
        return bool(self.statements or self.clues)

    def uses(self, derivation: Derivation) -> bool:
        """Return whether the proof says this sentence, or uses the clue that it states."""
        return derivation.clue in self.clues or (derivation.cells, derivation.count) in self.statements


@dataclass(frozen=True, slots=True)
class Filter:
    """What the user wants to see: sentences that pass all of these; no ``levels`` are all levels.

    With ``is_in_proof`` the ``cell`` is left out of it: a proof of a cell rests on sentences about others.
    """

    text: str = ""
    cell: Cell | None = None
    levels: frozenset[Reasoning] = frozenset()
    is_new: bool = False
    is_in_proof: bool = False
    _needle: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "_needle", squeezed("".join(self.text.split())))

    @property
    def is_on(self) -> bool:
        """True when a sentence may be left out."""
        return bool(self._needle or self.levels or self.is_new or self.is_in_proof) or self.cell is not None

    @property
    def only_cell(self) -> Cell | None:
        """The cell that all sentences must mention, or ``None``."""
        return None if self.is_in_proof else self.cell

    @property
    def level_words(self) -> str:
        """The levels it asks for, if any, in words."""
        return f"level {' or '.join(map(str, sorted(self.levels)))}"

    @property
    def words(self) -> str:
        """What it asks for beside text and cell, in words; empty for nothing."""
        wishes = [self.level_words] if self.levels else []
        wishes += ["new in this move"] * self.is_new + ["used in the proof"] * self.is_in_proof
        return ", ".join(wishes)

    def passing(self, rows: list[Row], context: Context) -> list[Row]:
        """Return the rows that pass, in their order."""
        # A pass over all rows for each wish, not all wishes for each row: 5,000 rows take a millisecond or two.
        if self.is_new:
            rows = [row for row in rows if row.derivation in context.added]
        if self.is_in_proof:
            rows = [row for row in rows if context.uses(row.derivation)]
        cell = self.only_cell
        if cell is not None:
            # No sentence in force mentions a revealed cell, so the second half finds just its clue.
            rows = [row for row in rows if cell in row.derivation.cells or cell == row.derivation.clue]
        if self.levels:
            rows = [row for row in rows if row.level in self.levels]
        if self._needle:
            rows = [row for row in rows if self._needle in row.search]
        return rows
