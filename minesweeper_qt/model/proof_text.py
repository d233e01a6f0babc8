"""A proof in words, line by line, with what each line speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.proof_step import Proof


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a proof: ``text``, at ``depth`` (0; deeper within cases), of the step number ``step``.

    What to look at: ``clues`` that it reads, ``cells`` that its sentence mentions, ``mines`` and ``safes`` that it
    settles or, with ``is_assumption``, assumes.
    """

    text: str
    step: int
    depth: int = 0
    clues: frozenset[Cell] = frozenset()
    cells: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    is_assumption: bool = False


def lines_of(proof: Proof) -> tuple[Line, ...]:
    """Return the proof line by line: one for each step, and for each case and what follows in it."""
    raise NotImplementedError
