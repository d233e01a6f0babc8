"""How long an explanation takes from scratch: run it with ``python tests/benchmarks/proofs.py``.

For cells of positions of 16x30/99 in games: those that opening the cell of least risk meets, from the beginning to the
end, and those after random safe cells were opened. There are as many cells of each level of reasoning, and as many that
nothing settles, far more hard ones than games have. Each is explained by itself, with nothing shared: the levels of
the position, the search for the proof, and its text.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from minesweeper_qt.model import Cell, Position, Proof, ProofRule, check_proof, explain, reasoning_levels
from tests.benchmarks.peer import game_positions
from tests.model.support.positions import seen_in_game

CELLS = 500
"""About so many in all: ends of games that take the number of mines are rare."""


def positions() -> list[Position]:
    """Of each game the beginning, the middle and the end, and boards with random cells opened."""
    found = []
    for seed in range(40):
        game = game_positions(16, 30, 99, seed)
        found += [game[len(game) * part // 8] for part in (1, 4, 6, 7)] if len(game) > 40 else []
        found += game[-3:]
    return found + [seen_in_game(16, 30, 99, seed, 0.3 + 0.68 * (seed % 35) / 34) for seed in range(105)]


def cells_to_explain() -> list[tuple[Position, Cell, str]]:
    by_level: dict[str, list[tuple[Position, Cell, str]]] = defaultdict(list)
    for position in positions():
        levels = reasoning_levels(position)
        for cell in sorted(position.covered):
            level = str(levels[cell]) if cell in levels else "not settled"
            by_level[level].append((position, cell, level))
    dice = random.Random(0)
    chosen = []
    for level in sorted(by_level):
        few = by_level[level]
        chosen += dice.sample(few, min(CELLS // 4, len(few)))
    return chosen


def main() -> None:
    chosen = cells_to_explain()
    times: dict[str, list[float]] = defaultdict(list)
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    told = cases = 0
    for position, cell, level in chosen:
        before = perf_counter()
        answer = explain(position, cell)
        str(answer)
        seconds = perf_counter() - before
        for name in (level, "all"):
            times[name].append(seconds)
        if isinstance(answer, Proof):
            check_proof(answer)
            sizes[level].append((len(answer.steps), len(answer.clues)))
            if answer.steps[-1].rule is ProofRule.CASES:
                cases += 1
                told += answer.steps[-1].split is not None
    print(f"{'16x30/99':12} {'cells':>6} {'median':>9} {'worst':>9} {'steps':>12} {'clues':>10}")
    for name, found in times.items():
        middle = ""
        if name in sizes:
            steps, clues = ([size[place] for size in sizes[name]] for place in (0, 1))
            middle = f"{median(steps):5.0f}, {max(steps):5} {median(clues):4.0f}, {max(clues):4}"
        print(f"{name:12} {len(found):6} {median(found) * 1e3:7.1f}ms {max(found) * 1e3:7.1f}ms {middle}")
    print("steps and clues: median, most; target: median 50 ms, worst 1000 ms")
    print(f"{told} of {cases} case splits are told, the others have too many cases")


if __name__ == "__main__":
    main()
