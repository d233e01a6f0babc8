"""What the engine calls safe or a mine, and what inconsistent, against a SAT solver that was told the rules alone.

A cell is safe exactly when clues, number of mines and "it is a mine" can't all be true. Sums are written as sequential
counters or totalizers by python-sat, so that neither the fronts nor the counting of the engine has a part in it.
"""

from __future__ import annotations

import pytest
from oracles import around
from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical153
from some_positions import seen_in_game, with_a_lie

from minesweeper_qt.model import Cell, InconsistentPosition, Position, mine_probabilities


class Solver:
    """The layouts of a position as the models of a formula: variable ``mine[cell]`` says that there is one."""

    def __init__(self, position: Position) -> None:
        covered = sorted(position.covered)
        self.mine = {cell: number for number, cell in enumerate(covered, start=1)}
        self._solver = Cadical153()
        self._top = len(covered)
        for cell, clue in position.clues.items():
            self._sum(
                [self.mine[near] for near in around(position.height, position.width, cell) if near in self.mine], clue
            )
        self._sum(list(self.mine.values()), position.mines)
        for cell in position.taken:
            self._solver.add_clause([self.mine[cell]])

    def _sum(self, variables: list[int], count: int) -> None:
        if not 0 <= count <= len(variables):
            self._solver.add_clause([])
        elif variables:
            way = EncType.seqcounter if len(variables) <= 8 else EncType.totalizer
            formula = CardEnc.equals(variables, count, top_id=self._top, encoding=way)
            self._top = max(self._top, formula.nv)
            for clause in formula.clauses:
                self._solver.add_clause(clause)

    def layout(self, *literals: int) -> set[Cell] | None:
        """The mines of a layout in which all these are true; ``None`` if there is none."""
        if not self._solver.solve(assumptions=literals):
            return None
        true = {number for number in self._solver.get_model() or () if number > 0}
        return {cell for cell, number in self.mine.items() if number in true}

    def certain(self) -> tuple[set[Cell], set[Cell]] | None:
        """The cells that are mines in no layout, and in every one; ``None`` when there is no layout."""
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


def certain(position: Position) -> tuple[set[Cell], set[Cell]] | None:
    try:
        found = mine_probabilities(position)
    except InconsistentPosition:
        return None
    return set(found.safe), set(found.mines)


SIZES = [(8, 8, 10), (8, 8, 16), (9, 9, 10), (16, 16, 40), (16, 16, 60), (16, 30, 99), (7, 25, 30)]
SHARES = [0.15, 0.4, 0.6, 0.8, 0.95]
CASES = [(size, share, seed) for seed, size in enumerate(SIZES) for share in SHARES]


@pytest.mark.parametrize("size, share, seed", CASES)
def test_safe_and_mines_are_those_that_nothing_contradicts(size: tuple[int, int, int], share: float, seed: int) -> None:
    position = seen_in_game(*size, seed, share)
    assert certain(position) == Solver(position).certain()


@pytest.mark.parametrize("size, share, seed", CASES)
def test_a_lie_is_found_exactly_when_there_is_no_layout(size: tuple[int, int, int], share: float, seed: int) -> None:
    position = seen_in_game(*size, seed, share)
    for number in range(3):
        lie = with_a_lie(position, number)
        try:
            mine_probabilities(lie)
        except InconsistentPosition:
            assert Solver(lie).layout() is None
        else:
            assert Solver(lie).layout() is not None


@pytest.mark.parametrize("share", [0.6, 0.9, 0.99])
@pytest.mark.parametrize("more", [-3, -1, 1, 3])
def test_the_number_of_mines_counts_in_both(share: float, more: int) -> None:
    seen = seen_in_game(8, 8, 12, 7, share)
    position = Position(8, 8, seen.mines + more, seen.clues)
    assert certain(position) == Solver(position).certain()
