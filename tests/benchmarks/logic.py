"""Measures what settles all cells of one front, by its number of cells: run ``python -m tests.benchmarks.logic``.

The positions come from games on 6x4/4, 9x9/10 and 16x16/40 in which all covered cells beside a clue are one front. The
truth table, the SAT solver and the three rules have the clues alone; the exact engine has the number of mines too. Each
column has the time of the processor, the median of five, and how many cells of the front are settled. A truth table of
more than 2^16 rows is not made: its time is that of one row of the largest one, times their number. Then the time that
an Expert position takes as CNF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import process_time

from pysat.solvers import Minisat22

from minesweeper_qt.model import Cell, MinesweeperAI, Position, mine_probabilities, to_cnf, to_course, to_dimacs
from minesweeper_qt.model.words import count_text, seconds_text
from tests.model.support.course_logic import models_of, read
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game

SIZES = range(4, 41, 4)
MOST_ROWS = 16
GAMES = [(4, 6, 4), (9, 9, 10), (16, 16, 40)]


def timed(function: Callable[[], object], times: int = 5) -> tuple[float, object]:
    taken = []
    for _ in range(times):
        start = process_time()
        found = function()
        taken.append(process_time() - start)
    return median(taken), found


def beside(position: Position, cell: Cell) -> frozenset[Cell]:
    return around(position.height, position.width, cell)


def front(position: Position) -> frozenset[Cell]:
    """Return the covered cells beside a clue if all of them are connected by clues; else the empty set."""
    cells = frozenset(cell for cell in position.covered if beside(position, cell) & position.clues.keys())
    reached, todo = set(), list(cells)[:1]
    while todo:
        cell = todo.pop()
        if cell not in reached:
            reached.add(cell)
            clues = beside(position, cell) & position.clues.keys()
            todo += [other for clue in clues for other in beside(position, clue) & cells]
    return cells if reached == cells else frozenset()


def examples() -> Iterator[tuple[Position, frozenset[Cell]]]:
    """Yield the first position of each size in the order of the seeds."""
    found: dict[int, tuple[Position, frozenset[Cell]]] = {}
    for seed in range(2_000):
        position = seen_in_game(*GAMES[seed % 3], seed, (seed % 20) / 20)
        cells = front(position)
        if len(cells) in SIZES:
            found.setdefault(len(cells), (position, cells))
        if len(found) == len(SIZES):
            break
    for size in sorted(found):
        yield found[size]


def by_solver(position: Position, cells: frozenset[Cell]) -> int:
    """Return how many of ``cells`` a SAT solver settles by the clues: each of them is asked about twice."""
    cnf = to_cnf(position, has_mine_count=False)
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        numbers = [cnf.variables[cell] for cell in cells]
        return sum(not (solver.solve(assumptions=[n]) and solver.solve(assumptions=[-n])) for n in numbers)


def by_rules(position: Position, cells: frozenset[Cell]) -> int:
    ai = MinesweeperAI(position.height, position.width)
    for cell, clue in position.clues.items():
        ai.add_knowledge(cell, clue)
    return len((ai.mines | ai.safes) & cells)


def by_engine(position: Position, cells: frozenset[Cell]) -> int:
    found = mine_probabilities(position)
    return len((found.safe | found.mines) & cells)


def by_table(position: Position) -> int:
    """Return how many cells the truth table of the clues settles."""
    models = list(models_of(read(to_course(position, has_mine_count=False))))
    cells = frozenset[Cell]().union(*models)
    clues = frozenset(cell for cell in position.covered if beside(position, cell) & position.clues.keys())
    return len(frozenset.intersection(*models)) + len(clues - cells)


def about(seconds: float) -> str:
    """Return a time that was not measured, in the largest unit of which there are two."""
    units = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("s", 1))
    unit, length = next((unit for unit in units if seconds >= 2 * unit[1]), units[-1])
    return f"about {seconds / length:.0f} {unit}"


def main() -> None:
    print("| cells | rows of the truth table | truth table | SAT solver | three rules | exact engine |")
    a_row = 0.0
    for position, cells in examples():
        rows = 2 ** len(cells)
        if len(cells) <= MOST_ROWS:
            seconds, settled = timed(partial(by_table, position), 1)
            a_row, table = seconds / rows, f"{seconds_text(seconds)}: {settled}"
        else:
            table = about(a_row * rows)
        ways = [timed(partial(way, position, cells)) for way in (by_solver, by_rules, by_engine)]
        columns = [f"{seconds_text(seconds)}: {settled}" for seconds, settled in ways]
        print("|", " | ".join([str(len(cells)), count_text(rows), table, *columns]), "|")
    expert = seen_in_game(16, 30, 99, 3, 0.3)
    for write in (to_cnf, to_dimacs):
        seconds, _ = timed(partial(write, expert))
        print(f"{write.__name__} of Expert with {len(expert.covered)} covered cells: {seconds_text(seconds)}")


if __name__ == "__main__":
    main()
