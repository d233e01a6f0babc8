"""Compared knowledge of someone else's agent and of the reference: the rows of one table, and verdicts on cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule


class RowKind(Enum):
    """How a sentence or verdict stands in both agents' knowledge, the worst first.

    >>> RowKind("missing")
    <RowKind.MISSING: 'missing'>

    Raises ``ValueError`` for another value.
    """

    WRONG = "wrong"
    """Only the student's agent has it, and it is not true on this board."""
    MISSING = "missing"
    """Only the reference knows it."""
    FURTHER = "further"
    """Only the student's agent has it; it is true on this board, but does not follow by the three rules."""
    SAME = "same"
    """Both know it; the reference may have it without cells that it has settled."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A sentence, or a verdict on a cell, with what each of the two agents has of it.

    A sentence of the student's agent is a row as it states it. ``derivation`` is that of the reference where it has
    the same cells and count; else it is one by ``Rule.STATED`` or ``Rule.CLAIMED``, always the same object in one game.
    ``own_since`` and ``reference_since`` are the numbers of observations after which each agent had it first; ``None``
    if it has not. That of the reference is the one of the shorter sentence where it has taken out cells, and ``None``
    where all of them are settled. ``true_count`` is the number of mines among the cells where the row is wrong, else
    ``None``. ``copies`` is how often the student's agent states this very sentence. ``has_settled``: it has left in
    cells that it calls safe or mines itself. ``failure`` is the message of a failed call, in the row that stands for
    that; its derivation has no cells. ``shorter`` is the sentence of the reference where that has taken out cells.

    >>> from minesweeper_qt.model.evidence.derivation import Rule
    >>> stated = Derivation(1, Rule.STATED, frozenset(), 0, (), 1, None)
    >>> ComparedRow(stated, RowKind.FURTHER, own_since=4).is_empty
    True
    """

    derivation: Derivation
    kind: RowKind
    own_since: int | None = None
    reference_since: int | None = None
    true_count: int | None = None
    copies: int = 1
    has_settled: bool = False
    failure: str = ""
    shorter: Derivation | None = None

    @property
    def is_empty(self) -> bool:
        """True for a sentence without cells."""
        return not self.derivation.cells and not self.failure

    @property
    def is_longer(self) -> bool:
        """True for a sentence of which the reference has what is left when its own settled cells are taken out."""
        return self.kind is RowKind.SAME and self.derivation.rule is Rule.STATED and not self.is_empty


@dataclass(frozen=True, slots=True)
class ComparedVerdict:
    """A verdict on a covered cell, as the board shows it: ``is_mine`` or safe, of the ``kind``.

    Where both agents have a verdict and these contradict each other, it is that of the student's agent.

    >>> ComparedVerdict(RowKind.WRONG, is_mine=True).kind.value
    'wrong'
    """

    kind: RowKind
    is_mine: bool


@dataclass(frozen=True, slots=True)
class KnowledgeComparison:
    """What both agents know after ``learned`` observations.

    ``rows`` are all sentences that the student's agent states, those in force of the reference that it does not know,
    and the verdicts on cells in which they differ, the worst kind first. The student's agent knows a sentence if it
    states it, with or without cells that it calls safe or mines itself: where only the reference has settled a cell,
    the longer sentence is the same, and the shorter one is missing.
    ``verdicts`` has every cell of the board that either agent has settled, revealed ones included.

    >>> KnowledgeComparison(0).counts[RowKind.SAME]
    0
    """

    learned: int
    rows: tuple[ComparedRow, ...] = ()
    verdicts: Mapping[Cell, ComparedVerdict] = field(default_factory=dict)

    @property
    def counts(self) -> dict[RowKind, int]:
        """The number of rows of each kind."""
        found = dict.fromkeys(RowKind, 0)
        for row in self.rows:
            found[row.kind] += 1
        return found
