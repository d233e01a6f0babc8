"""The texts of the knowledge panel: the line with figures, and the reason why the table is empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Context, Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Row
from minesweeper_qt.gui.presentation.comparison_text import COUNTED
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.text.number_text import seconds_text
from minesweeper_qt.model.watch.knowledge_comparison import RowKind

NOTHING_KNOWN = "Nothing is known yet: no clue is revealed."
ALL_SETTLED = "Nothing is left to reason about: every cell that the clues mention is settled."
IMPOSSIBLE = "Nothing can be reasoned here: no layout agrees with the position."
NOTHING_CERTAIN = "No layout agrees: no mine is known and no move is safe."
NOTHING_FOUND = "No sentence matches."
NOTHING_NEW = "The shown move added no sentence."
NO_PROOF = "No proof is shown: ask why a cell is safe or a mine."
NOTHING_USED = "The proof uses no sentence that is in force."
BEYOND = "What Is Known lists what any reasoning settles."
OWN_NOTHING_KNOWN = "Your agent knows nothing yet: no clue is revealed."
BOTH_SETTLED = "Nothing is left to compare: both agents have settled every cell that the clues mention."
_NONE_OF_KIND = {
    RowKind.WRONG: "Nothing that your agent states here is wrong.",
    RowKind.MISSING: "Your agent misses nothing here.",
    RowKind.FURTHER: "Your agent knows nothing here that the reference does not.",
    RowKind.SAME: "The two agents have nothing in common here.",
}


@dataclass(frozen=True, slots=True)
class Compared:
    """The numbers of a comparison after ``learned`` observations: how many rows of each kind it has.

    ``name`` is that of the student's file; ``milliseconds`` is the mean time of its calls, ``None`` if that is not
    known.
    """

    learned: int
    counts: Mapping[RowKind, int]
    name: str = ""
    milliseconds: float | None = None

    @property
    def figures(self) -> str:
        """The line with figures."""
        counts = self.counts
        always = (RowKind.SAME, RowKind.MISSING, RowKind.WRONG)
        texts = [f"{counts[kind]} {word}" for kind, word in COUNTED.items() if counts[kind] or kind in always]
        if self.milliseconds is not None:
            texts.append(f"{seconds_text(self.milliseconds / 1000)} a move")
        return " \N{MIDDLE DOT} ".join(filter(None, [self.name, *texts]))

    @property
    def empty_text(self) -> str:
        """The reason why there is no row."""
        return BOTH_SETTLED if self.learned else OWN_NOTHING_KNOWN


def usual_figures(length: int, mines: int, safe_moves: int, *, is_impossible: bool) -> list[str]:
    """Return the CS50 course's three figures in words; if no layout agrees with the position, that in their place."""
    texts = [f"Knowledge base length: {length}"]
    if is_impossible:
        return [*texts, NOTHING_CERTAIN]
    return [*texts, f"Known mines: {mines}", f"Safe moves remaining: {safe_moves}"]


def cell_text(cell: Cell, found: int, total: int, earlier: int, by_proof: bool) -> str:
    """Return how many of ``total`` sentences are shown for the selected ``cell``, and how many ``earlier`` ones.

    ``by_proof``: they are those that a proof uses. Empty if there are none at all: the table says why.

    >>> cell_text((2, 3), 4, 30, 0, by_proof=False), cell_text((2, 3), 0, 30, 2, by_proof=False)
    ('Sentences that mention (2, 3): 4 of 30', 'Sentences that settled (2, 3): 2, no longer in force')
    >>> cell_text((2, 3), 4, 30, 1, by_proof=True), cell_text((2, 3), 0, 0, 2, by_proof=True)
    ('Used by the proof: 4 of 30, and 1 no longer in force', 'Used by the proof: 2, no longer in force')
    """
    if not found and earlier:
        return f"{'Used by the proof' if by_proof else f'Sentences that settled {cell}'}: {earlier}, no longer in force"
    if not total:
        return ""
    words = f"{'Used by the proof' if by_proof else f'Sentences that mention {cell}'}: {found} of {total}"
    return f"{words}, and {earlier} no longer in force" if by_proof and earlier else words


def nothing_passes_text(current: Filter, context: Context, rows: list[Row]) -> str:
    """Return the reason why none of ``rows``, of which there is at least one, passes the filter ``current``."""
    if current.is_in_proof and not context.has_proof:
        return NO_PROOF
    if current.is_new and not context.added:
        return NOTHING_NEW
    if len(current.kinds) == 1 and not Filter(kinds=current.kinds).passing(rows, context):
        return _NONE_OF_KIND[next(iter(current.kinds))]
    if current.levels and not Filter(levels=current.levels).passing(rows, context):
        return f"The agent knows no sentence of {current.level_words}. {BEYOND}"
    by_cell_alone = current.cell is not None and current == Filter(cell=current.cell)
    if replace(current, cell=None) == Filter(is_in_proof=True) or (by_cell_alone and current.is_by_proof(context)):
        return NOTHING_USED
    return f"No sentence in force mentions {current.cell}." if by_cell_alone else NOTHING_FOUND
