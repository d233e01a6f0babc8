"""A SAT solver as an independent reference, for statements of ``count`` mines among ``cells``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical153

from minesweeper_qt.model import Cell


class Solver:
    """The layouts that satisfy the statements, as the models of a formula.

    python-sat writes the counts as sequential counters and totalizers; no code of the model is used.

    With ``optional``, the statement number n, from 0, counts only for a layout that is requested with the literal
    ``in_force[n]``. So one formula, which takes long to write, answers for any choice among the statements.
    """

    def __init__(
        self, statements: Iterable[tuple[Iterable[Cell], int]], cells: Iterable[Cell] = (), optional: bool = False
    ) -> None:
        listed = [(sorted(cells), count) for cells, count in statements]
        every = sorted({cell for members, _ in listed for cell in members}.union(cells))
        self.mine = {cell: number for number, cell in enumerate(every, start=1)}
        self.in_force = [len(every) + number for number in range(1, len(listed) + 1)] if optional else []
        self._solver = Cadical153()
        self._top = len(every) + len(self.in_force)
        for place, (members, count) in enumerate(listed):
            unless = [-self.in_force[place]] if optional else []
            self._sum([self.mine[cell] for cell in members], count, unless)

    def _sum(self, variables: Sequence[int], count: int, unless: list[int]) -> None:
        """Add the clauses for ``count`` true ``variables``; they hold ``unless`` one of these literals is true."""
        if not 0 <= count <= len(variables):
            self._solver.add_clause(unless)
        elif variables:
            way = EncType.seqcounter if len(variables) <= 8 else EncType.totalizer
            formula = CardEnc.equals(list(variables), count, top_id=self._top, encoding=way)
            self._top = max(self._top, formula.nv)
            for clause in formula.clauses:
                self._solver.add_clause(clause + unless)

    def layout(self, *literals: int) -> set[Cell] | None:
        """Return the mines of a layout in which all these literals are true; ``None`` if there is no such layout."""
        if not self._solver.solve(assumptions=literals):
            return None
        true = {number for number in self._solver.get_model() or () if number > 0}
        return {cell for cell, number in self.mine.items() if number in true}

    def certain(self) -> tuple[set[Cell], set[Cell]] | None:
        """Return the cells that are mines in no layout, and those in every one; ``None`` when there is no layout."""
        first = self.layout()
        if first is None:
            return None
        safe, mines = set(self.mine) - first, set(first)
        for cell, number in self.mine.items():
            if cell in safe or cell in mines:
                other = self.layout(-number if cell in mines else number)
                if other is not None:
                    safe -= other
                    mines &= other
        return safe, mines
