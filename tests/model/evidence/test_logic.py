"""Tests of formulas and of positions as logic: SAT and SMT solvers and truth tables agree with the exact engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, InconsistentPosition, Position, TooHard, mine_probabilities
from minesweeper_qt.model.evidence.logic import (
    Formula,
    Notation,
    formulas_text,
    to_cnf,
    to_course,
    to_dimacs,
    to_smtlib,
)
from tests.model.support.course_logic import models_of, read
from tests.model.support.positions import seen_in_game, tiny_positions

MOST_ENUMERATED = 300
"""The most layouts of a position whose models are enumerated."""

Certain = tuple[frozenset[Cell], frozenset[Cell]]


def expected(position: Position, is_told: bool) -> tuple[int, Certain | None]:
    """Return the number of layouts by the exact engine, and the safe cells and mines; ``None`` without a layout."""
    layouts, safe, mines = 0, position.covered, position.covered
    for total in [position.mines] if is_told else range(len(position.covered) + 1):
        told = Position(position.height, position.width, total, position.clues, taken=position.taken)
        try:
            found = mine_probabilities(told)
        except InconsistentPosition:
            continue
        layouts, safe, mines = layouts + found.layouts, safe & found.safe, mines & found.mines
    return layouts, (safe, mines) if layouts else None


def certain(cells: Iterable[Cell], allows: Callable[..., bool]) -> Certain | None:
    """Return the safe cells and the mines, where ``allows(cell, is_mine)`` asks a solver, and ``allows()`` for all."""
    if not allows():
        return None
    safe, mines = (frozenset(cell for cell in cells if not allows(cell, other)) for other in (True, False))
    return safe, mines


def check_cnf(position: Position, is_told: bool) -> None:
    formula = pytest.importorskip("pysat.formula", reason="python-sat has no wheel here")
    solvers = pytest.importorskip("pysat.solvers")
    cnf = to_cnf(position, has_mine_count=is_told)
    read = formula.CNF(from_string=to_dimacs(position, has_mine_count=is_told))
    names = [f"c {number} {cell}" for cell, number in cnf.variables.items()]
    assert read.comments[: len(names)] == names
    assert all(" help: " in line for line in read.comments[len(names) :])
    layouts, settled = expected(position, is_told)
    # A solver must know the variables that no clause mentions, and python-sat passes no empty clauses on.
    clauses = [clause for clause in read.clauses if clause] + [[n, -n] for n in cnf.variables.values()]
    with solvers.Glucose4(bootstrap_with=clauses) as solver:

        def allows(cell: Cell | None = None, is_mine: bool = True) -> bool:
            number = [] if cell is None else [cnf.variables[cell] if is_mine else -cnf.variables[cell]]
            return [] not in read.clauses and bool(solver.solve(assumptions=number))

        assert certain(cnf.variables, allows) == settled
        if 0 < layouts <= MOST_ENUMERATED and clauses:
            models = list(islice(solver.enum_models(), layouts + 1))
            assert len({tuple(model[: len(cnf.variables)]) for model in models}) == len(models) == layouts


@settings(max_examples=40)
@given(tiny_positions(36), st.booleans())
def test_a_sat_solver_finds_the_same_certain_cells_and_as_many_layouts(position: Position, is_told: bool) -> None:
    check_cnf(position, is_told)


@pytest.mark.long
@settings(max_examples=2_000)
@given(tiny_positions(36), st.booleans())
def test_a_sat_solver_agrees_on_2000_positions(position: Position, is_told: bool) -> None:
    check_cnf(position, is_told)


EXPERT = pytest.param((16, 30, 99), 0.4, marks=pytest.mark.long)


@pytest.mark.parametrize("size, share", [EXPERT, ((7, 25, 30), 0.5), ((9, 9, 10), 0.02)])
def test_a_sat_solver_agrees_on_positions_of_games(size: tuple[int, int, int], share: float) -> None:
    check_cnf(seen_in_game(*size, 5, share), is_told=True)


@pytest.mark.long
@settings(max_examples=150)
@given(tiny_positions(20), st.booleans())
def test_an_smt_solver_agrees(position: Position, is_told: bool) -> None:
    z3 = pytest.importorskip("z3", reason="z3-solver is not installed")
    solver = z3.Solver()
    solver.from_string(to_smtlib(position, has_mine_count=is_told))

    def allows(cell: Cell | None = None, is_mine: bool = True) -> bool:
        symbols = [] if cell is None else [z3.Bool(str(cell)) if is_mine else z3.Not(z3.Bool(str(cell)))]
        return bool(solver.check(*symbols) == z3.sat)

    layouts, settled = expected(position, is_told)
    assert certain(position.covered, allows) == settled
    symbols, found = [z3.Bool(str(cell)) for cell in position.covered], 0
    while 0 < layouts <= MOST_ENUMERATED and allows():
        found += 1
        model = solver.model()
        solver.add(z3.Or([symbol != z3.is_true(model.eval(symbol, True)) for symbol in symbols]))
    assert layouts > MOST_ENUMERATED or found == layouts


# -- the course's notation


@given(tiny_positions(9), st.booleans())
def test_a_truth_table_of_the_course_code_has_the_layouts(position: Position, is_told: bool) -> None:
    models = list(models_of(read(to_course(position, has_mine_count=is_told)), position.covered))
    layouts, settled = expected(position, is_told)
    assert len(models) == layouts
    if settled is not None:
        assert settled == (position.covered.difference(*models), position.covered.intersection(*models))


CELL = r"\((\d+), (\d+)\)", r"((\1, \2) in mines)"
AS_PYTHON = {
    Notation.LATEX: [(r"\\l(not|and|or)", r"\1"), (r"M_\{(\d+),(\d+)\}", r"((\1, \2) in mines)")],
    Notation.MARKDOWN: [("¬", " not "), ("∧", "and"), ("∨", "or"), CELL],
    Notation.WORDS: [("is a mine", "in mines"), ("is safe", "not in mines"), (", or", " or")],
}


@pytest.mark.parametrize("number, count", [(8, 3), *((n, k) for n in range(1, 6) for k in range(n + 1))])
def test_each_notation_is_true_for_exactly_the_layouts(number: int, count: int) -> None:
    cells = [(i, 3 * i) for i in range(number)]
    formula = Formula(reversed(cells), count)
    wanted = {frozenset(mines) for mines in combinations(cells, count)}
    *symbols, code = formulas_text([formula], Notation.COURSE).splitlines()
    assert set(models_of(read("\n".join([*symbols, f"knowledge = {code}"])))) == wanted
    layouts = [frozenset(mines) for n in range(number + 1) for mines in combinations(cells, n)]
    for notation, changes in AS_PYTHON.items():
        text = formula.written(notation)
        for pattern, python in changes:
            text = re.sub(pattern, python, text)
        formula_in_python = compile(text.strip(), notation.name, "eval")
        assert {mines for mines in layouts if eval(formula_in_python, {"mines": mines})} == wanted
    assert re.sub(CELL[0], r"mine_\1_\2", formula.written(Notation.PLAIN)) == code


def test_a_long_formula_shows_its_size_its_first_terms_and_its_bounds() -> None:
    text = Formula([(0, j) for j in range(8)], 3).shown(Notation.PLAIN)
    assert text.count("And(") == 3
    assert text.endswith(
        "…). C(8, 3) = 56 terms. In short: at least 3 (any 6 cells have a mine) and at most 3 (any 4 have a safe one)"
    )


LARGE = Position(100, 100, 2_000, {(0, 0): 1})


@pytest.mark.parametrize("write", [to_cnf, to_course])
def test_a_number_of_mines_that_would_fill_the_memory_is_refused_and_can_be_left_out(
    write: Callable[..., object],
) -> None:
    with pytest.raises(TooHard, match=r"2000 mines in 9999 cells .*; allowed is to leave the number of mines out"):
        write(LARGE)
    assert write(LARGE, has_mine_count=False)
