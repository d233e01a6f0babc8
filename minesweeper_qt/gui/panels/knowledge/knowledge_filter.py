"""The filter of the table of sentences, as a value without Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from minesweeper_qt.gui.panels.knowledge.knowledge_row import Row
from minesweeper_qt.gui.presentation.comparison_text import COUNTED
from minesweeper_qt.gui.presentation.derivation_text import normalize_for_search
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.watch.knowledge_comparison import RowKind


@dataclass(frozen=True, slots=True)
class Context:
    """The shown move and the shown proof, which the filters "new in this move" and "used in the proof" refer to.

    Attributes: ``added``, the derivations that the move added; ``statements``, the sentences that the proof states, as
    cells and count; ``clues``, the cells whose clues the proof uses; ``proved``, the cell that the proof is about.
    """

    added: frozenset[Derivation] = frozenset()
    statements: frozenset[tuple[frozenset[Cell], int]] = frozenset()
    clues: frozenset[Cell] = frozenset()
    proved: Cell | None = None

    @property
    def has_proof(self) -> bool:
        """True when a proof is shown."""
        return bool(self.statements or self.clues)

    def uses(self, derivation: Derivation) -> bool:
        """Return whether the proof states this sentence, or uses the clue that the sentence comes from."""
        return derivation.clue in self.clues or (derivation.cells, derivation.count) in self.statements


@dataclass(frozen=True, slots=True)
class Filter:
    """The conditions that a sentence must meet, all of them, to be shown.

    Attributes: ``text``, contained in sentence, kind, rule or premises, or in the words about two agents; ``cell``,
    mentioned by the sentence or revealed with its clue; ``levels``, the reasoning levels, none for all; ``is_new``,
    added by the shown move; ``is_in_proof``, used in the shown proof; ``kinds``, how two agents agree or differ in it,
    none for all. For a ``cell`` whose proof is shown, the sentences of that proof are shown instead of those that
    mention it, since a proof rests on sentences about other cells, too.
    """

    text: str = ""
    cell: Cell | None = None
    levels: frozenset[Reasoning] = frozenset()
    is_new: bool = False
    is_in_proof: bool = False
    kinds: frozenset[RowKind] = frozenset()
    _needle: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "_needle", normalize_for_search("".join(self.text.split())))

    @property
    def is_on(self) -> bool:
        """True when there is a condition, so that the table may leave out sentences."""
        has_condition = self._needle or self.levels or self.kinds or self.is_new or self.is_in_proof
        return bool(has_condition) or self.cell is not None

    def is_by_proof(self, context: Context) -> bool:
        """Return whether only sentences are shown that the proof uses."""
        return self.is_in_proof or (self.cell is not None and self.cell == context.proved and context.has_proof)

    def only_cell(self, context: Context) -> Cell | None:
        """Return the cell that all shown sentences must mention, or ``None``."""
        return None if self.is_by_proof(context) else self.cell

    @property
    def level_words(self) -> str:
        """The required reasoning levels in words; meaningful only when there are any."""
        return f"level {' or '.join(map(str, sorted(self.levels)))}"

    @property
    def kind_words(self) -> str:
        """The required kinds of rows in words; meaningful only when there are any."""
        return " or ".join(words for kind, words in COUNTED.items() if kind in self.kinds)

    @property
    def words(self) -> str:
        """The conditions except text and cell in words; empty when there are none."""
        texts = [self.kind_words] if self.kinds else []
        texts += [self.level_words] if self.levels else []
        texts += ["new in this move"] * self.is_new + ["used in the proof"] * self.is_in_proof
        return ", ".join(texts)

    def passing(self, rows: list[Row], context: Context) -> list[Row]:
        """Return the rows that meet all conditions, in the same order."""
        # One pass over all rows for each condition is faster than all conditions for each row: 5,000 rows take a
        # millisecond or two.
        if self.is_new:
            rows = [row for row in rows if row.derivation in context.added]
        if self.is_by_proof(context):
            rows = [row for row in rows if context.uses(row.derivation)]
        cell = self.only_cell(context)
        if cell is not None:
            # No sentence in force mentions a revealed cell: for such a cell, only the sentence of its clue is found.
            rows = [row for row in rows if cell in row.derivation.cells or cell == row.derivation.clue]
        if self.kinds:
            rows = [row for row in rows if row.kind in self.kinds]
        if self.levels:
            rows = [row for row in rows if row.derivation.level in self.levels]
        if self._needle:
            rows = [row for row in rows if row.contains(self._needle)]
        return rows
