"""Verifies derivations from the observations alone. Shares no code with the inference that made them.

Whoever doubts a conclusion needs to trust only this page: each rule is one short test.
"""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.derivation import Derivation, Rule


class DerivationError(AssertionError):
    """A record does not follow from its premises and the observations."""


class Checker:
    """Checks records against what was seen on a board.

    ``observations`` maps each revealed cell to its clue; ``total_mines`` and ``marks`` (cell to 1 for a mine, 0 for
    safe) are what the agent was told besides.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 2)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> Checker(1, 2, {(0, 0): 1}).check(ai.derivation((0, 1)))
    >>> Checker(1, 2, {(0, 0): 0}).check(ai.derivation((0, 1)))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.checker.DerivationError: #2 {(0, 1)} = 1: the clue at (0, 0) does not say so
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
        self._checked: set[int] = set()

    def check(self, record: Derivation) -> None:
        """Check ``record`` and everything it rests on; raise ``DerivationError`` naming the first that fails."""
        todo = [record]
        while todo:
            step = todo.pop()
            if id(step) in self._checked:
                continue
            for premise in step.premises:
                if premise.number >= step.number:
                    raise DerivationError(f"#{step.number} rests on #{premise.number}, which is not older")
            fault = self._fault(step)
            if fault:
                raise DerivationError(f"#{step.number} {step.text}: {fault}")
            self._checked.add(id(step))
            todo.extend(step.premises)

    def _fault(self, step: Derivation) -> str:
        """Say what is wrong with this one step; empty when nothing is."""
        cells, count, premises = set(step.cells), step.count, step.premises
        single = next(iter(cells)) if len(cells) == 1 else None
        if step.rule is Rule.REVEALED:
            good = single is not None and single in self._observations and count == 0 and not premises
            return "" if good else "that cell was not revealed"
        if step.rule is Rule.MARKED:
            good = single is not None and count == self._marks.get(single) and not premises
            return "" if good else "nobody said so"
        if step.rule is Rule.CLUE:
            clue = step.clue
            good = clue is not None and count == self._observations.get(clue) and not premises
            return "" if good and cells == self._around(clue) else f"the clue at {step.clue} does not say so"
        if step.rule is Rule.MINE_COUNT:
            height, width = self._size
            board = {(i, j) for i in range(height) for j in range(width)}
            return "" if cells == board and count == self._total_mines and not premises else "that is not known"
        if step.rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
            if len(premises) != 1 or single not in premises[0].cells:
                return "needs one premise that mentions the cell"
            wanted = 0 if step.rule is Rule.ALL_SAFE else len(premises[0].cells)
            good = premises[0].count == wanted and count == (step.rule is Rule.ALL_MINES)
            return "" if good else "the count of the premise does not settle it"
        if step.rule is Rule.SUBSET:
            if len(premises) != 2:
                return "needs two premises"
            larger, smaller = premises
            good = smaller.cells < larger.cells and cells == larger.cells - smaller.cells
            return "" if good and count == larger.count - smaller.count else "is not the difference"
        return self._settled_fault(step, cells)

    def _settled_fault(self, step: Derivation, cells: set[Cell]) -> str:
        """A sentence without cells that one-cell premises settle."""
        first, *verdicts = step.premises
        rest, count = set(first.cells), first.count
        for verdict in verdicts:
            if len(verdict.cells) != 1 or not verdict.cells <= rest:
                return f"#{verdict.number} takes no cell out"
            rest -= verdict.cells
            count -= verdict.count
        return "" if verdicts and rest == cells and count == step.count else "the rest is something else"

    def _around(self, cell: Cell | None) -> set[Cell]:
        assert cell is not None
        height, width = self._size
        rows = range(max(cell[0] - 1, 0), min(cell[0] + 2, height))
        columns = range(max(cell[1] - 1, 0), min(cell[1] + 2, width))
        return {(i, j) for i in rows for j in columns} - {cell}
