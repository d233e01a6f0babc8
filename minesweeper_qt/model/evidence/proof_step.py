"""The steps and the lines of proofs as data. ``model.explain`` finds proofs, ``model.check`` checks them.

Each step states a sentence ``{cells} = count``. A verdict is a sentence too: its ``count`` is 0 when all its cells are
safe, or the number of its cells when all are mines.
"""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Rule


@dataclass(frozen=True, slots=True)
class Forced:
    """A conclusion within a case: the sentence of step ``premise`` forces ``cells`` to be mines, or to be safe.

    ``cells`` are all cells of that sentence that the case has not settled yet; ``is_mine`` is true for mines.
    """

    premise: int
    cells: frozenset[Cell]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class SplitCase:
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
    cases: tuple[SplitCase, ...]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of a proof: ``{cells} = count`` follows by ``rule`` from the steps numbered ``premises``.

    Steps are numbered from 1, and premises have lower numbers than the step. ``clue`` is the revealed cell that a
    ``CLUE`` step reads. ``split`` holds the cases of a ``CASES`` step when they are few; otherwise it is ``None``.
    ``supposed`` holds what follows from the opposite verdict of a ``CONTRADICTION`` step, each case of which clashes.
    """

    number: int
    rule: Rule
    cells: frozenset[Cell]
    count: int
    premises: tuple[int, ...] = ()
    clue: Cell | None = None
    split: Split | None = None
    supposed: SplitCase | None = None

    @property
    def is_verdict(self) -> bool:
        """True when the step settles its cells as safe or as mines."""
        return self.rule.is_verdict


MARK = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
"""The mark in the text of a line at which something that is folded can be unfolded."""


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line of a proof in words.

    ``text`` is the line without indentation. ``steps`` are the numbers of the steps that it states, and ``depth`` is
    its indentation: 0 outside cases, more within them. ``clues`` are the revealed cells that it reads, ``cells`` those
    that its sentences mention, and ``mines`` and ``safes`` those that it settles, or assumes if ``is_assumption``.

    ``known`` are the numbers of the steps that it takes from what an agent knows: ``MARK`` stands in
    the text after the words for each. ``folded`` are lines on which this one rests and that are shown below it only
    when they are unfolded; then ``text`` ends with ``MARK``. ``end`` is what follows in a case, or contradicts itself
    there, for the line that the case may be folded below.

    >>> from minesweeper_qt.model import Position, explain, short_lines
    >>> line = short_lines(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))[0]
    >>> line.text
    'The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine.'
    >>> line.steps, line.depth, set(line.clues), set(line.cells)
    ((1, 2), 0, {(0, 0)}, {(0, 1)})
    """

    text: str
    steps: tuple[int, ...] = ()
    depth: int = 0
    clues: frozenset[Cell] = frozenset()
    cells: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    is_assumption: bool = False
    known: tuple[int, ...] = ()
    folded: tuple[ProofLine, ...] = ()
    end: str = ""
