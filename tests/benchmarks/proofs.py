"""Measures how long an explanation takes from scratch: run ``python tests/benchmarks/proofs.py``.

The positions of 16x30/99 come from games that always open the cell of least risk, from the beginning to the end, and
from boards with random safe cells opened. Equal numbers of cells are taken from each reasoning level and from the cells
that nothing settles, so there are far more hard ones than in games. Each cell is explained alone, with nothing shared:
the time covers the reasoning levels of the position, the search for the proof, and its text. The second table measures
proofs in the same way; each starts from what the three rules find, which is found anew as well.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from minesweeper_qt.model import (
    Cell,
    Position,
    Proof,
    Rule,
    check_proof,
    explain,
    reasoning_levels,
    short_lines,
    short_proof,
    short_text,
)
from tests.benchmarks.peer import game_positions
from tests.model.support.positions import seen_in_game

CELLS = 500
"""The approximate number of cells; those that need the number of mines are fewer, as such ends of games are rare."""


def positions() -> list[Position]:
    """Return the beginning, the middle and the end of each game, and boards with random cells opened."""
    found = []
    for seed in range(40):
        game = game_positions(16, 30, 99, seed)
        found += [game[len(game) * part // 8] for part in (1, 4, 6, 7)] if len(game) > 40 else []
        found += game[-3:]
    return found + [seen_in_game(16, 30, 99, seed, 0.3 + 0.68 * (seed % 35) / 34) for seed in range(105)]


def cells_to_explain() -> list[tuple[Position, Cell, str]]:
    """Return positions, each with a cell to explain and its reasoning level; all levels are about equally frequent."""
    by_level: dict[str, list[tuple[Position, Cell, str]]] = defaultdict(list)
    for position in positions():
        levels = reasoning_levels(position)
        for cell in sorted(position.covered):
            level = str(levels[cell]) if cell in levels else "not settled"
            by_level[level].append((position, cell, level))
    rng = random.Random(0)
    chosen = []
    for level in sorted(by_level):
        candidates = by_level[level]
        chosen += rng.sample(candidates, min(CELLS // 4, len(candidates)))
    return chosen


def main() -> None:
    chosen = cells_to_explain()
    measure_proofs(chosen)
    measure_outlines(chosen)


def measure_outlines(chosen: list[tuple[Position, Cell, str]]) -> None:
    """Print times and lines of the proofs, and the lines of the proofs from the clues."""
    times: dict[str, list[float]] = defaultdict(list)
    lines: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for position, cell, level in chosen:
        before = perf_counter()
        found = short_proof(position, cell)
        text = short_text(found) if isinstance(found, Proof) else str(found)
        seconds = perf_counter() - before
        assert text
        proof = explain(position, cell)
        for name in (level, "all"):
            times[name].append(seconds)
            if isinstance(found, Proof) and isinstance(proof, Proof):
                lines[name].append((len(short_lines(found)), len(short_lines(proof))))
        if isinstance(found, Proof):
            check_proof(found)
    print(f"\n{'proofs':12} {'cells':>6} {'median':>9} {'worst':>9} {'lines':>14} {'from clues':>14}")
    for name, took in times.items():
        counts = "".join(f" {spread([pair[place] for pair in lines[name]]):>14}" for place in (0, 1) if lines[name])
        print(f"{name:12} {len(took):6} {median(took) * 1e3:7.1f}ms {max(took) * 1e3:7.1f}ms{counts}")
    print("lines: median, 90th percentile, most; target: at most 8")


def spread(numbers: list[int]) -> str:
    """Return the median, the 90th percentile and the greatest of ``numbers``."""
    ordered = sorted(numbers)
    return f"{median(ordered):.0f}, {ordered[len(ordered) * 9 // 10]}, {ordered[-1]}"


def measure_proofs(chosen: list[tuple[Position, Cell, str]]) -> None:
    """Print times and sizes of the proofs from the clues."""
    times: dict[str, list[float]] = defaultdict(list)
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    written = cases = 0
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
            if answer.steps[-1].rule is Rule.CASES:
                cases += 1
                written += answer.steps[-1].split is not None
    print(f"{'16x30/99':12} {'cells':>6} {'median':>9} {'worst':>9} {'steps':>12} {'clues':>10}")
    for name, found in times.items():
        middle = ""
        if name in sizes:
            steps, clues = ([size[place] for size in sizes[name]] for place in (0, 1))
            middle = f"{median(steps):5.0f}, {max(steps):5} {median(clues):4.0f}, {max(clues):4}"
        print(f"{name:12} {len(found):6} {median(found) * 1e3:7.1f}ms {max(found) * 1e3:7.1f}ms {middle}")
    print("steps and clues: median, most; target: median 50 ms, worst 1000 ms")
    print(f"{written} of {cases} case splits are told, the others have too many cases")


if __name__ == "__main__":
    main()
