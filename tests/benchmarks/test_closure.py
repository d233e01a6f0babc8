"""Benchmarks of an agent that draws all conclusions of a whole board; the time is measured, not asserted.

Each row is a whole board with a new agent. ``pytest tests/benchmarks --benchmark-enable --dist=no`` prints the table;
``us_per_cell`` is in its JSON (``--benchmark-json``).
"""

from __future__ import annotations

import random
from cProfile import Profile

import pytest

from minesweeper_qt.model import Cell, Minesweeper, MinesweeperAI

pytestmark = pytest.mark.long

BOARDS = {"16x30/99": (16, 30, 99, 30), "100x100/2000": (100, 100, 2000, 5)}
SEED = 1


def clues_of(height: int, width: int, mines: int) -> dict[Cell, int]:
    """Return the clue of every safe cell, row by row."""
    game = Minesweeper(height, width, mines, seed=SEED)
    truth = game.mines
    return {cell: game.nearby_mines(cell) for cell in game.grid.cells if cell not in truth}


def reveal(
    height: int,
    width: int,
    observations: list[tuple[Cell, int]],
    total: int | None = None,
    exact: bool = False,
    overlap: bool = False,
) -> MinesweeperAI:
    """Return a new agent that has received all observations in their order."""
    ai = MinesweeperAI(height, width, total_mines=total, exact=exact, overlap=overlap)
    for cell, clue in observations:
        ai.add_knowledge(cell, clue)
    return ai


def play_with_the_agent(height: int, width: int, clues: dict[Cell, int]) -> MinesweeperAI:
    """Make safe moves as long as there are any, then open the next safe cell, row by row, instead of a guess."""
    ai = MinesweeperAI(height, width)
    for next_safe in clues:
        if next_safe not in ai.moves_made:
            ai.add_knowledge(next_safe, clues[next_safe])
        while (cell := ai.make_safe_move()) is not None:
            ai.add_knowledge(cell, clues[cell])
    return ai


@pytest.mark.parametrize(
    "board, order",
    [
        *(
            (board, order)
            for board in BOARDS
            for order in ("rows", "random", "agent", "rows, overlap", "random, overlap")
        ),
        # Each clue changes the sentence of the mine count, over all covered cells: the time is not proportional to the
        # number of cells, so the large board is left out.
        ("16x30/99", "rows, told the mines"),
        ("16x30/99", "rows, exact"),
    ],
)
def test_closure_of_a_whole_board(benchmark, board: str, order: str) -> None:
    height, width, mines, rounds = BOARDS[board]
    clues = clues_of(height, width, mines)
    observations = list(clues.items())
    if order.startswith("random"):
        random.Random(SEED).shuffle(observations)
    work, arguments = {
        "rows": (reveal, (height, width, observations)),
        "random": (reveal, (height, width, observations)),
        "agent": (play_with_the_agent, (height, width, clues)),
        "rows, told the mines": (reveal, (height, width, observations, mines)),
        "rows, exact": (reveal, (height, width, observations, mines, True)),
        "rows, overlap": (reveal, (height, width, observations, None, False, True)),
        "random, overlap": (reveal, (height, width, observations, None, False, True)),
    }[order]
    benchmark.group = f"all safe cells of {board} ({len(clues)})"
    ai = benchmark.pedantic(work, arguments, rounds=rounds if benchmark.enabled else 1)
    assert ai.safes == clues.keys()
    if benchmark.enabled:
        benchmark.extra_info["us_per_cell"] = round(benchmark.stats.stats.min / len(clues) * 1e6, 1)


def calls_per_cell(board: str, is_random: bool, overlap: bool) -> float:
    """Return the number of calls that a new agent makes for all clues of a board, per clue."""
    height, width, mines, _ = BOARDS[board]
    observations = list(clues_of(height, width, mines).items())
    if is_random:
        random.Random(SEED).shuffle(observations)
    profile = Profile()
    profile.runcall(reveal, height, width, observations, overlap=overlap)
    return sum(entry.callcount for entry in profile.getstats()) / len(observations)


@pytest.mark.parametrize("is_random", [False, True], ids=["rows", "random"])
def test_the_overlap_rule_costs_little_and_its_cost_does_not_grow_with_the_board(is_random: bool) -> None:
    """Calls are counted, as a time depends on the machine: usually 1.0 times as many, and 1.0 or 1.1 times."""
    three, four, _, four_large = (
        calls_per_cell(board, is_random, overlap) for board in BOARDS for overlap in (False, True)
    )
    assert four < 1.5 * three
    assert four_large < 1.5 * four
