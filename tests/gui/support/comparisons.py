"""Makes comparisons of what a student's agent and the reference know, by hand and at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import count
from typing import Any

from minesweeper_qt.model import Cell, Derivation, Rule
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, KnowledgeComparison, RowKind

_numbers = count(1)
MESSAGE = "add_knowledge((0, 1), 2) raised KeyError: (0, 1) [minesweeper.py:12, in add_knowledge: self.mines.pop()]"


def stated(cells: Iterable[Cell], mines: int) -> Derivation:
    """Return a new derivation of a sentence that only the student's agent states."""
    return Derivation(-next(_numbers), Rule.STATED, frozenset(cells), mines, (), 1, None)


def clue(cells: Iterable[Cell], mines: int = 1) -> Derivation:
    """Return a new derivation of a sentence of the reference."""
    return Derivation(next(_numbers), Rule.CLUE, frozenset(cells), mines, (), 1, (50, 50))


def row_of(kind: RowKind, derivation: Derivation | None = None, **changes: Any) -> ComparedRow:
    """Return a row of the ``kind``: that of the student since 8 observations, that of the reference since 10."""
    has_own = kind is not RowKind.MISSING
    has_reference = kind in (RowKind.MISSING, RowKind.SAME)
    made = derivation or (clue if has_reference else stated)([(0, 1), (0, 2), (0, 3)], 1)
    since = {"own_since": 8 if has_own else None, "reference_since": 10 if has_reference else None}
    return ComparedRow(made, kind, **since | changes)


def any_row(chance: random.Random, derivation: Derivation) -> ComparedRow:
    """Return a row of any kind that suits the derivation."""
    if derivation.rule is Rule.STATED:
        kind = chance.choice([RowKind.WRONG, RowKind.FURTHER, RowKind.SAME])
    else:
        kind = chance.choice([RowKind.MISSING, RowKind.SAME])
    changes: dict[str, Any] = {"reference_since": None} if derivation.rule is Rule.STATED else {}
    if kind is not RowKind.MISSING:
        changes |= {"own_since": chance.randrange(20), "copies": chance.choice([1, 1, 1, 2, 3])}
    if kind is RowKind.WRONG:
        changes["true_count"] = chance.choice([None, 0, 1, 2])
    return row_of(kind, derivation, **changes)


def failure_row(message: str = MESSAGE) -> ComparedRow:
    """Return the row of a failed call."""
    return ComparedRow(stated((), 0), RowKind.WRONG, own_since=9, failure=message)


def comparison_of(rows: Iterable[ComparedRow], learned: int = 20) -> KnowledgeComparison:
    """Return the comparison of ``rows``."""
    return KnowledgeComparison(learned, tuple(rows))


def of_each_kind() -> list[ComparedRow]:
    """Return rows as of a small game: two of each kind, with all that can be remarked about them."""
    return [
        row_of(RowKind.WRONG, stated([(2, 1), (2, 2), (2, 3)], 3), true_count=2),
        row_of(RowKind.WRONG, stated([(2, 1), (9, 9)], 1), true_count=1),
        row_of(RowKind.MISSING, clue([(0, 4), (0, 5)])),
        row_of(RowKind.MISSING, clue([(4, 4), (4, 5)])),
        row_of(RowKind.FURTHER, stated([(6, 6)], 1)),
        row_of(RowKind.FURTHER, stated([(7, 6), (7, 7)], 1)),
        row_of(RowKind.SAME, clue([(5, 0), (5, 1)]), copies=2),
        ComparedRow(stated((), 0), RowKind.SAME, own_since=4, copies=3),
    ]
