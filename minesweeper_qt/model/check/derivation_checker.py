"""Verifies derivations from the observations alone, without any code of the inference that made them.

A reader who doubts a conclusion needs to trust only this module: each rule is one short test. For ``Rule.CASES``, which
claims that no layout with the opposite verdict exists, ``satisfiable`` tries all layouts.
"""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.satisfiable import is_satisfiable
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.derivation import Derivation, Rule


class DerivationError(MinesweeperError):
    """A derivation does not follow from its premises and the observations.

    The message names the number and the sentence of the derivation and what is wrong with it.

    >>> from minesweeper_qt.model import Checker, DerivationError, MinesweeperAI
    >>> ai = MinesweeperAI(1, 2)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> try:
    ...     Checker(1, 2, {}).check(ai.derivation((0, 0)))
    ... except DerivationError as error:
    ...     print(error)
    #1 {(0, 0)} = 0: that cell was not revealed
    """


class Checker:
    """Checks derivations against the observations of a game on a board of ``height`` x ``width`` cells.

    ``observations`` maps each revealed cell to its clue. ``total_mines`` and ``marks``, which maps a cell to 1 for a
    mine and to 0 for a safe cell, are the other information that the agent was given.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 2)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> Checker(1, 2, {(0, 0): 1}).check(ai.derivation((0, 1)))
    >>> Checker(1, 2, {(0, 0): 0}).check(ai.derivation((0, 1)))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.check.derivation_checker.DerivationError: #2 {(0, 1)} = 1: the clue at (0, 0) does not say so
    """

    def __init__(
        self,
        height: int,
        width: int,
        observations: Mapping[Cell, int],
        total_mines: int | None = None,
        marks: Mapping[Cell, int] | None = None,
    ) -> None:
        self._size = (height, width)
        self._observations = observations
        self._total_mines = total_mines
        self._marks = marks or {}
        # The derivations themselves, not just their ids: Python may reuse the id of a deleted derivation.
        self._checked: set[Derivation] = set()

    def check(self, derivation: Derivation) -> None:
        """Check ``derivation`` and all derivations that it rests on; those that passed before are not checked again.

        Raises ``DerivationError``, which names the first derivation that fails, and ``TooHard`` when a step by
        ``Rule.CASES`` would take more than ``satisfiable.CHECK_STEPS`` steps to verify.
        """
        seen: set[Derivation] = set()
        todo = [derivation]
        while todo:
            step = todo.pop()
            if step in seen or step in self._checked:
                continue
            seen.add(step)
            for premise in step.premises:
                if premise.number >= step.number or premise.move > step.move:
                    raise DerivationError(f"#{step.number} rests on #{premise.number}, which is not older")
            fault = self._fault(step)
            if fault:
                raise DerivationError(f"#{step.number} {step.text}: {fault}")
            todo.extend(step.premises)
        self._checked |= seen

    def _fault(self, step: Derivation) -> str:
        """Return what is wrong with this one step; an empty string when nothing is."""
        if step.rule is Rule.SETTLED:
            return self._settled_fault(step)
        if step.clue is not None and step.rule is not Rule.CLUE:
            return "only a clue, or what is left of it, states a clue"
        if step.rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
            return self._verdict_fault(step)
        if step.rule is Rule.SUBSET:
            return self._subset_fault(step)
        if step.rule is Rule.OVERLAP:
            return self._overlap_fault(step)
        if step.rule is Rule.CASES:
            return self._cases_fault(step)
        return "rests on nothing, but names premises" if step.premises else self._given_fault(step)

    def _given_fault(self, step: Derivation) -> str:
        """Return the fault of a step without premises: it must repeat an observation or other given information."""
        if step.rule in (Rule.STATED, Rule.CLAIMED):
            return "the agent gives no derivation"
        cells, count, clue = set(step.cells), step.count, step.clue
        if step.rule is Rule.CLUE:
            agrees = clue is not None and count == self._observations.get(clue) and cells == self._around(clue)
            return "" if agrees else f"the clue at {clue} does not say so"
        if step.rule is Rule.MINE_COUNT:
            height, width = self._size
            board = {(i, j) for i in range(height) for j in range(width)}
            return "" if cells == board and count == self._total_mines else "that is not known"
        if len(cells) != 1:
            return "needs one cell"
        (cell,) = cells
        if step.rule is Rule.REVEALED:
            return "" if cell in self._observations and count == 0 else "that cell was not revealed"
        return "" if count == self._marks.get(cell) else "nobody said so"

    def _verdict_fault(self, step: Derivation) -> str:
        """Return the fault of a verdict: its premise must count no mine, or as many mines as cells."""
        if len(step.premises) != 1 or step.premises[0].is_verdict:
            return "needs one sentence as its premise"
        (premise,) = step.premises
        if len(step.cells) != 1 or not step.cells <= premise.cells:
            return "needs one cell that the premise mentions"
        mines = step.rule is Rule.ALL_MINES
        good = premise.count == (len(premise.cells) if mines else 0) and step.count == mines
        return "" if good else "the count of the premise does not settle it"

    def _subset_fault(self, step: Derivation) -> str:
        """Return the fault of a subset step: it must be a sentence minus a sentence inside it."""
        if len(step.premises) != 2 or any(premise.is_verdict for premise in step.premises):
            return "needs two sentences as its premises"
        larger, smaller = step.premises
        good = smaller.cells < larger.cells and step.cells == larger.cells - smaller.cells
        return "" if good and step.count == larger.count - smaller.count else "is not the difference"

    def _overlap_fault(self, step: Derivation) -> str:
        """Return the fault of an overlap step: its two premises must allow that number alone in the shared cells."""
        if len(step.premises) != 2 or any(premise.is_verdict for premise in step.premises):
            return "needs two sentences as its premises"
        one, other = step.premises
        shared = one.cells & other.cells
        if not shared or shared in (one.cells, other.cells) or step.cells != shared:
            return "is not about the cells that two sentences share, neither inside the other"
        least = max(0, one.count - len(one.cells - shared), other.count - len(other.cells - shared))
        most = min(one.count, other.count, len(shared))
        return "" if step.count == least == most else "the shared cells may hold another number of mines"

    def _cases_fault(self, step: Derivation) -> str:
        """Return the fault of a step by cases: no layout with the opposite verdict may satisfy the premises."""
        if not step.premises or any(premise.is_verdict for premise in step.premises):
            return "needs sentences as its premises"
        if len(step.cells) != 1 or step.count not in (0, 1):
            return "needs one cell, safe or a mine"
        sentences = [(premise.cells, premise.count) for premise in step.premises]
        return "the premises leave it open" if is_satisfiable([*sentences, (step.cells, 1 - step.count)]) else ""

    def _settled_fault(self, step: Derivation) -> str:
        """Return the fault of a settled step: it must be a sentence without the cells that its verdicts settle."""
        if len(step.premises) < 2 or step.premises[0].is_verdict:
            return "needs a sentence and the verdicts on its cells as its premises"
        first, *verdicts = step.premises
        rest, count = set(first.cells), first.count
        for verdict in verdicts:
            if not verdict.is_verdict or len(verdict.cells) != 1 or not verdict.cells <= rest:
                return f"#{verdict.number} takes no cell out"
            rest -= verdict.cells
            count -= verdict.count
        good = rest == step.cells and count == step.count and step.clue == first.clue
        return "" if good else "the rest is something else"

    def _around(self, cell: Cell) -> set[Cell]:
        """Return the neighbours of ``cell``, computed without ``Board`` to keep this module self-contained."""
        height, width = self._size
        rows = range(max(cell[0] - 1, 0), min(cell[0] + 2, height))
        columns = range(max(cell[1] - 1, 0), min(cell[1] + 2, width))
        return {(i, j) for i in rows for j in columns} - {cell}
