"""An oracle of positions of any size: a SAT solver, with clauses written here. Shares no code with the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from minesweeper_qt.model import Cell
from tests.model.support.oracles import around

_FEW = 8
"""Sums of so few cells are written as all their forbidden combinations, longer ones as totalizers."""

_MOST = 150
"""The most cells that may be open when the number of mines is known."""

_MOST_CONFLICTS = 20_000
"""The conflicts after which the solver gives up: some tenths of a second."""


@dataclass(frozen=True)
class Seen:
    """What is known of a board: its size, clues, cells assumed to be mines (1) or safe (0), the number of mines."""

    height: int
    width: int
    clues: Mapping[Cell, int]
    marks: Mapping[Cell, int] = field(default_factory=dict)
    total: int | None = None

    @cached_property
    def covered(self) -> list[Cell]:
        return [(i, j) for i in range(self.height) for j in range(self.width) if (i, j) not in self.clues]

    @cached_property
    def sentences(self) -> list[tuple[list[Cell], int]]:
        """The clues as cells, without revealed ones, and the number of mines among them."""
        near = {place: around(self.height, self.width, place) for place in self.clues}
        return [(sorted(near[place] - self.clues.keys()), clue) for place, clue in self.clues.items()]


class TooMany(Exception):
    """There are more cells than are summed up, or the solver does not find out."""


def single_clues(seen: Seen) -> dict[Cell, int]:
    """Return the cells that single clues settle: a clue whose other mines are known, or whose cells are all mines."""
    known = dict(seen.marks)
    while True:
        before = len(known)
        for cells, count in seen.sentences:
            open_cells = [cell for cell in cells if cell not in known]
            left = count - sum(known.get(cell, 0) for cell in cells)
            if left in (0, len(open_cells)):
                known.update(dict.fromkeys(open_cells, int(left > 0)))
        if len(known) == before:
            return known


@cache
def _at_most(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of which at least one must be false, so that at most ``count`` of ``size`` are true."""
    return tuple(combinations(range(size), count + 1))


class Formula:
    """The layouts that agree with what is seen; ``cells`` are more cells to be asked about.

    Raises ``TooMany`` when too many cells are open for a sum over all of them. All methods raise it when the question
    is too hard for the solver, as those are whose answer is found by counting.
    """

    def __init__(self, seen: Seen, cells: Iterable[Cell] = ()) -> None:
        self._variable: dict[Cell, int] = {}
        self._top = 0
        self._solver = Glucose4()
        for members, count in seen.sentences:
            self._require(members, count)
        for cell, count in seen.marks.items():
            self._require([cell], count)
        for cell in cells:
            self._literal(cell)
        for cell in seen.clues:
            if cell in self._variable:
                self._require([cell], 0)
        if seen.total is not None:
            # What single clues settle is counted here, so that the sums are short.
            known = {cell: count for cell, count in single_clues(seen).items() if cell not in seen.clues}
            for cell, count in known.items():
                self._require([cell], count)
            inside = [cell for cell in self._variable if cell not in seen.clues and cell not in known]
            if len(inside) > _MOST:
                raise TooMany
            left = seen.total - sum(known.values())
            away = len(seen.covered) - len(inside) - len(known)
            self._between(inside, left - away, left)

    def _literal(self, cell: Cell) -> int:
        if cell not in self._variable:
            self._top += 1
            self._variable[cell] = self._top
        return self._variable[cell]

    def _require(self, cells: Iterable[Cell], count: int) -> None:
        """Let exactly ``count`` of ``cells`` be mines."""
        self._between(list(cells), count, count)

    def _between(self, cells: Sequence[Cell], least: int, most: int, unless: int = 0) -> None:
        """Let ``least`` to ``most`` of ``cells`` be mines, unless the variable ``unless`` is true."""
        literals = [self._literal(cell) for cell in cells]
        self._bounded(literals, most, unless)
        self._bounded([-literal for literal in literals], len(literals) - least, unless)

    def _bounded(self, literals: list[int], most: int, unless: int) -> None:
        """Let at most ``most`` of ``literals`` be true."""
        open_clause = [unless] if unless else []
        if most < 0:
            self._solver.add_clause(open_clause)
        elif most < len(literals) <= _FEW:
            for places in _at_most(len(literals), most):
                self._solver.add_clause([-literals[place] for place in places] + open_clause)
        elif most < len(literals):
            formula = CardEnc.atmost(literals, most, top_id=self._top, encoding=EncType.totalizer)
            self._top = max(self._top, formula.nv)
            for clause in formula.clauses:
                self._solver.add_clause(clause + open_clause)

    def _new(self) -> int:
        self._top += 1
        return self._top

    def _solve(self, *assumptions: int) -> bool:
        """Return whether there is a layout; raise ``TooMany`` when the solver does not find out."""
        self._solver.conf_budget(_MOST_CONFLICTS)
        found = self._solver.solve_limited(assumptions=assumptions)
        if found is None:
            raise TooMany
        return bool(found)

    def is_satisfiable(self) -> bool:
        return self._solve()

    def all_follow(self, verdicts: Iterable[tuple[Cell, int]]) -> bool:
        """Return whether each of these cells is a mine (1) or safe (0) in every layout."""
        wrong = [self._literal(cell) * (1 - 2 * count) for cell, count in verdicts]
        asked = self._new()
        self._solver.add_clause([-asked, *wrong])
        return not self._solve(asked)

    def follows(self, cells: Iterable[Cell], count: int) -> bool:
        """Return whether every layout has ``count`` mines among ``cells``."""
        cells = list(cells)
        for least, most in ((0, count - 1), (count + 1, len(cells))):
            asked = self._new()
            self._between(cells, least, most, unless=-asked)
            if self._solve(asked):
                return False
        return True

    def undecided(self, cells: Iterable[Cell]) -> bool:
        """Return whether each of ``cells`` is a mine in some layout and safe in another."""
        literals = [self._literal(cell) for cell in cells]
        left = set(literals) | {-literal for literal in literals}
        while left:
            if not self._solve(next(iter(left))):
                return False
            left.difference_update(self._solver.get_model() or ())
        return True
