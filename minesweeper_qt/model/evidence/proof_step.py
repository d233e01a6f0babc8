"""A proof as data: steps from what is seen to what follows. Neither found nor checked here.

A step yields a sentence ``{cells} = count``. A verdict is a sentence too: ``count`` is 0 (all its cells are safe) or
the number of its cells (all are mines).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.text.cell_text import sentence_text


class ProofRule(Enum):
    """The ways a step can follow; the value is its name for people.

    ``CLUE``, ``MINE_COUNT`` and ``SUBSET`` state a sentence *less* some premises: a verdict takes out those of its
    cells that the sentence has, any other sentence lies inside and is taken out whole; no cell is taken out twice.
    """

    TAKEN = "taken"
    """The position takes the cell for a mine. No premises."""
    CLUE = "clue"
    """The clue at ``clue`` counts the mines among its covered neighbours, less the premises, which are verdicts."""
    MINE_COUNT = "mine count"
    """All covered cells hold the mines of the board, less the premises."""
    SUBSET = "subset"
    """The first premise less the others."""
    ALL_SAFE = "all safe"
    """The one premise counts no mine: the cells, some or all of its own, are safe."""
    ALL_MINES = "all mines"
    """The one premise counts as many mines as cells: the cells, some or all of its own, are mines."""
    CASES = "cases"
    """The one cell is the same in every layout that satisfies the premises: ``split`` shows how, where it is small."""


VERDICTS = (ProofRule.TAKEN, ProofRule.ALL_SAFE, ProofRule.ALL_MINES, ProofRule.CASES)


@dataclass(frozen=True, slots=True)
class Forced:
    """Within a case: what the sentence of step ``premise`` says of ``cells``, all its cells that are not known yet."""

    premise: int
    cells: frozenset[Cell]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One way to fill the cells of a sentence, and what it leads to.

    ``forced`` follow one after the other. Then the case ends in one of three ways: the sentence of step ``clash`` can't
    be true any more; or it is ``split`` further; or, both ``None``, the cell of the proof has its verdict.
    """

    mines: frozenset[Cell]
    safes: frozenset[Cell]
    forced: tuple[Forced, ...] = ()
    clash: int | None = None
    split: Split | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """All ways to fill those cells of the sentence of step ``premise`` that are not known yet: a case each."""

    premise: int
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step: ``{cells} = count`` by ``rule`` from the steps ``premises``, which have lower numbers, from 1 on.

    ``clue`` is the revealed cell that a ``CLUE`` step reads; ``split`` the cases of a ``CASES`` step, if they are few.
    """

    number: int
    rule: ProofRule
    cells: frozenset[Cell]
    count: int
    premises: tuple[int, ...] = ()
    clue: Cell | None = None
    split: Split | None = None

    @property
    def is_verdict(self) -> bool:
        """True when the step settles its cells."""
        return self.rule in VERDICTS

    @property
    def sentence(self) -> str:
        """What it yields, as ``{cells} = count``."""
        return sentence_text(self.cells, self.count)
