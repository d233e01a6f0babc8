"""Measures the plain agents in ``tests/golden/agents`` beside the AI of this program: ``python -m`` this module.

Each learns all safe cells of a board: its safe moves first, and the next safe cell row by row where it has none.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from time import process_time
from typing import Any

from minesweeper_qt.model import Cell, MinesweeperAI
from tests.benchmarks.test_closure import BOARDS, clues_of
from tests.paths import GOLDEN

LIMIT = 60
"""The seconds after which a board is given up."""


def seconds(make: Callable[[int, int], Any], height: int, width: int, clues: dict[Cell, int]) -> float:
    """Return the processor time that a new agent needs for a board, or more than ``LIMIT`` if it is given up."""
    begun = process_time()
    agent = make(height, width)
    for next_safe in clues:
        cell = None if next_safe in agent.moves_made else next_safe
        while cell is not None and process_time() - begun <= LIMIT:
            agent.add_knowledge(cell, clues[cell])
            cell = agent.make_safe_move()
    return process_time() - begun


def main() -> None:
    agents = {"this program": MinesweeperAI}
    for path in sorted((GOLDEN / "agents").glob("correct_*.py")):
        agents[path.stem] = runpy.run_path(str(path))["MinesweeperAI"]
    for board, (height, width, mines, _) in BOARDS.items():
        clues = clues_of(height, width, mines)
        for name, make in agents.items():
            took = min(seconds(make, height, width, clues) for _ in range(3 if height < 100 else 1))
            print(f"{board:14} {name:20} {'more than 60 s' if took > LIMIT else f'{1000 * took:.1f} ms'}", flush=True)


if __name__ == "__main__":
    main()
