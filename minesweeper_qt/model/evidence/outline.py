"""Outlines: short proofs of a verdict that start from what an agent knows, as data.

An outline is found by ``model.explain.outline_finder``, checked by ``model.check.outline_checker`` and put into words
by ``outline_text``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.evidence.reasoning import Reasoning


class PatternKind(Enum):
    """The patterns that players know by name; the value is the name."""

    ONE_ONE = "1-1"
    """Two clues with one mine left each; the covered cells of one are among those of the other."""
    ONE_TWO = "1-2"
    """A clue with one mine left beside one with more; one cell alone remains for the further mine."""
    ONE_TWO_ONE = "1-2-1"
    """Three clues in a row along covered cells: the mines are at the ones."""
    ONE_TWO_TWO_ONE = "1-2-2-1"
    """Four clues in a row along covered cells: the mines are at the twos."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that an outline is an instance of.

    ``is_reduced``: the numbers are those of the mines left beside known mines, not the clues as they stand.
    ``is_at_wall``: the edge of the board, or revealed cells across the row of clues, end it. ``clues``: its clues, in
    the order of the name.

    >>> Pattern(PatternKind.ONE_TWO, is_reduced=True).title
    '1-2 pattern, reduced'
    """

    kind: PatternKind
    is_reduced: bool = False
    is_at_wall: bool = False
    clues: tuple[Cell, ...] = ()

    @property
    def title(self) -> str:
        """The name of the pattern for people."""
        return f"{self.kind.value} pattern{', reduced' if self.is_reduced else ''}{', at the wall' * self.is_at_wall}"


@dataclass(frozen=True, slots=True)
class Outline:
    """A proof that ``cell`` is a mine, or is safe, from what an agent knows about ``position``.

    ``steps`` are those of a proof, with two more rules: a ``KNOWN_CELLS`` step states cells that the agent has settled,
    a ``KNOWN_SENTENCE`` step a sentence that it holds or held. Such a step is a lemma. ``lemmas`` has its derivations,
    by the number of the step: the verdict on each cell in reading order, or the one derivation of the sentence. None of
    them rests on the verdict on ``cell``. The last step is the verdict. ``level`` is the weakest reasoning level that
    settles the cell from the clues. ``pattern`` is the pattern that the outline is an instance of, ``None`` if it is
    none that has a name.

    An outline is not checked when it is made; ``check_outline`` raises ``OutlineError`` for one that does not hold.
    """

    position: Position
    cell: Cell
    is_mine: bool
    level: Reasoning
    steps: tuple[ProofStep, ...]
    lemmas: Mapping[int, tuple[Derivation, ...]] = field(default_factory=dict)
    pattern: Pattern | None = None

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The revealed cells whose clues the outline reads, in reading order; those of lemmas are not among them."""
        return tuple(sorted({step.clue for step in self.steps if step.clue is not None}))


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line of an outline in words.

    ``text`` is the line without indentation, with ``MARK`` after the words for each lemma, in the order of ``lemmas``,
    the numbers of their steps. ``steps`` are the numbers of the steps that the line states. ``folded`` are lines on
    which this one rests and that are shown below it only when they are unfolded; then ``text`` ends with ``MARK``. The
    other attributes are those of ``ProofLine``.
    """

    text: str
    steps: tuple[int, ...]
    lemmas: tuple[int, ...] = ()
    depth: int = 0
    clues: frozenset[Cell] = frozenset()
    cells: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    is_assumption: bool = False
    folded: tuple[OutlineLine, ...] = ()


MARK = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
"""The mark in the text of a line at which a lemma is unfolded."""

LEMMA_RULES = (ProofRule.KNOWN_CELLS, ProofRule.KNOWN_SENTENCE)
"""The rules of the steps of outlines that are lemmas."""
