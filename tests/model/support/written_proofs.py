"""Proofs written out as test data, at least one for each rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minesweeper_qt.model import Cell, Position, Proof, Reasoning, Rule
from minesweeper_qt.model.evidence.proof_step import Forced, ProofStep, Split, SplitCase


def step(number: int, rule: str, cells: Any, count: int, *premises: int, **more: Any) -> ProofStep:
    """Return a proof step; ``cells`` are named by row and column as digits, for example "01 02"."""
    return ProofStep(number, Rule[rule], named(cells), count, premises, **more)


def named(cells: str) -> frozenset[Cell]:
    return frozenset((int(name[0]), int(name[1])) for name in cells.split())


def safe(level: Reasoning, rows: str, cell: Cell, *steps: ProofStep) -> Proof:
    return Proof(Position.from_text(rows), cell, False, level, steps)


def case(mines: str, safes: str, *forced: Forced, **end: Any) -> SplitCase:
    return SplitCase(named(mines), named(safes), forced, **end)


# A single clue, next to a cell that is taken for a mine.
TAKEN = safe(
    Reasoning.CLUE,
    "4x1x2\nM1HH",
    (0, 2),
    step(1, "TAKEN", "00", 1),
    step(2, "CLUE", "02", 0, 1, clue=(0, 1)),
    step(3, "ALL_SAFE", "02", 0, 2),
)
# A cell that one clue settles is taken out of the other clue.
CLUES = safe(
    Reasoning.CLUE,
    "5x1x2\nH2H1H",
    (0, 4),
    step(1, "CLUE", "00 02", 2, clue=(0, 1)),
    step(2, "ALL_MINES", "02", 1, 1),
    step(3, "CLUE", "04", 0, 2, clue=(0, 3)),
    step(4, "ALL_SAFE", "04", 0, 3),
)
SUBSET = safe(
    Reasoning.SUBSET,
    "3x2x1\nHHH\n11H",
    (1, 2),
    step(1, "CLUE", "00 01", 1, clue=(1, 0)),
    step(2, "CLUE", "00 01 02 12", 1, clue=(1, 1)),
    step(3, "SUBSET", "02 12", 0, 2, 1),
    step(4, "ALL_SAFE", "12", 0, 3),
)
COUNT = safe(
    Reasoning.COUNT,
    "5x2x2\n1HHH1\nHHHHH",
    (0, 2),
    step(1, "CLUE", "01 10 11", 1, clue=(0, 0)),
    step(2, "CLUE", "03 13 14", 1, clue=(0, 4)),
    step(3, "MINE_COUNT", "02 12", 0, 1, 2),
    step(4, "ALL_SAFE", "02", 0, 3),
)
SURE = Position.from_text("5x3x3\nHHHH1\nHHHHH\nHHHH2\n")
TWO_CLUES = (step(1, "CLUE", "03 13 14", 1, clue=(0, 4)), step(2, "CLUE", "13 14 23", 2, clue=(2, 4)))
FORCED = Split(
    1,
    (
        case("03", "13 14", clash=2),
        case("13", "03 14", Forced(2, named("23"), True)),
        case("14", "03 13", Forced(2, named("23"), True)),
    ),
)
NESTED = Split(
    1,
    (
        case("03", "13 14", clash=2),
        case("13", "03 14", split=Split(2, (case("23", ""),))),
        case("14", "03 13", split=Split(2, (case("23", ""),))),
    ),
)
OVERLAP = Proof(
    SURE,
    (0, 3),
    False,
    Reasoning.OVERLAP,
    (
        *TWO_CLUES,
        step(3, "OVERLAP", "13 14", 1, 1, 2),
        step(4, "SUBSET", "03", 0, 1, 3),
        step(5, "ALL_SAFE", "03", 0, 4),
    ),
)
SPLIT = Proof(SURE, (2, 3), True, Reasoning.CASES, (*TWO_CLUES, step(3, "CASES", "23", 1, 1, 2, split=FORCED)))
DEEP = replace(SPLIT, steps=(*TWO_CLUES, step(3, "CASES", "23", 1, 1, 2, split=NESTED)))
CASES = replace(SPLIT, steps=(*TWO_CLUES, step(3, "CASES", "23", 1, 1, 2)))
PROOFS = {
    "taken": TAKEN,
    "clues": CLUES,
    "subset": SUBSET,
    "overlap": OVERLAP,
    "count": COUNT,
    "split": SPLIT,
    "deep": DEEP,
    "cases": CASES,
}
