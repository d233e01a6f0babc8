"""The steps of a proof as data. ``model.explain`` finds proofs, ``model.check`` checks them.

Each step states a sentence ``{cells} = count``. A verdict is a sentence too: its ``count`` is 0 when all its cells are
safe, or the number of its cells when all are mines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.text.cell_text import sentence_text


class ProofRule(Enum):
    """The rules by which a step of a proof follows; the value is the name of the rule for people.

    ``CLUE``, ``MINE_COUNT`` and ``SUBSET`` state a sentence *minus* some premises. A premise that is a verdict removes
    those of its cells that the sentence mentions. Any other premise must lie inside the sentence and is removed as a
    whole. No cell is removed twice.

    >>> from minesweeper_qt.model import Position, explain
    >>> [step.rule.value for step in explain(Position.from_text("3x1x1\\n1HH"), (0, 1)).steps]
    ['clue', 'all mines']

    ``ProofRule(name)`` raises ``ValueError`` for a name that no rule has.
    """

    TAKEN = "taken"
    """The position takes the cell as a mine. No premises."""
    CLUE = "clue"
    """The clue at ``clue`` counts the mines among its covered neighbours, minus the premises, which are verdicts."""
    MINE_COUNT = "mine count"
    """All covered cells hold all mines of the board, minus the premises."""
    SUBSET = "subset"
    """The first premise minus the others."""
    OVERLAP = "overlap"
    """The cells that the two premises share, where both allow one number of mines alone; see ``Rule.OVERLAP``."""
    ALL_SAFE = "all safe"
    """The only premise counts no mine: the step's cells, some or all of the premise's, are safe."""
    ALL_MINES = "all mines"
    """The only premise counts as many mines as cells: the step's cells, some or all of the premise's, are mines."""
    CASES = "cases"
    """The cell is the same in every layout that satisfies the premises; ``split`` lists the cases if they are few."""
    KNOWN_CELLS = "known cells"
    """In outlines alone: the agent has settled the cells, all as safe or all as mines. No premises; see ``Lemma``."""
    KNOWN_SENTENCE = "known sentence"
    """In outlines alone: the agent holds, or held, the sentence. No premises; see ``Lemma``."""
    CONTRADICTION = "contradiction"
    """In outlines alone: the opposite verdict, which ``supposed`` begins with, contradicts the premises."""


VERDICTS = (
    ProofRule.TAKEN,
    ProofRule.ALL_SAFE,
    ProofRule.ALL_MINES,
    ProofRule.CASES,
    ProofRule.KNOWN_CELLS,
    ProofRule.CONTRADICTION,
)


@dataclass(frozen=True, slots=True)
class Forced:
    """A conclusion within a case: the sentence of step ``premise`` forces ``cells`` to be mines, or to be safe.

    ``cells`` are all cells of that sentence that the case has not settled yet; ``is_mine`` is true for mines.
    """

    premise: int
    cells: frozenset[Cell]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One way to fill the cells of a sentence with ``mines`` and ``safes``, and its consequences.

    The conclusions in ``forced`` follow one after the other. Then the case ends in one of three ways: the sentence of
    step ``clash`` can no longer be true; or the case is ``split`` further; or both are ``None`` and the cell of the
    proof has its verdict.
    """

    mines: frozenset[Cell]
    safes: frozenset[Cell]
    forced: tuple[Forced, ...] = ()
    clash: int | None = None
    split: Split | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """All ways to fill the cells of the sentence of step ``premise`` that are not settled yet: one case for each."""

    premise: int
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of a proof: ``{cells} = count`` follows by ``rule`` from the steps numbered ``premises``.

    Steps are numbered from 1, and premises have lower numbers than the step. ``clue`` is the revealed cell that a
    ``CLUE`` step reads. ``split`` holds the cases of a ``CASES`` step when they are few; otherwise it is ``None``.
    ``supposed`` holds what follows from the opposite verdict of a ``CONTRADICTION`` step, each case of which clashes.
    """

    number: int
    rule: ProofRule
    cells: frozenset[Cell]
    count: int
    premises: tuple[int, ...] = ()
    clue: Cell | None = None
    split: Split | None = None
    supposed: Case | None = None

    @property
    def is_verdict(self) -> bool:
        """True when the step settles its cells as safe or as mines."""
        return self.rule in VERDICTS

    @property
    def sentence(self) -> str:
        """The sentence that the step states, as ``{cells} = count``."""
        return sentence_text(self.cells, self.count)
