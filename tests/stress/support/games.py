"""Makes random boards of all shapes and densities, and the order in which their cells are revealed."""

from __future__ import annotations

import random

from minesweeper_qt.model import CLASSIC_RULES, CS50_RULES, Cell, Minesweeper

_SHAPES = ((8, 8), (9, 9), (16, 16), (16, 30), (30, 16))
_DENSITIES = (0, 0.03, 0.06, 0.1, 0.12, 0.15, 0.15, 0.18, 0.21, 0.21, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9, 1)


def random_game(rng: random.Random) -> Minesweeper:
    """Return a game that has not begun: on a line, a small board, a usual one, and now and then a large one."""
    kind = rng.random()
    if kind < 0.1:
        shape = (1, rng.randint(1, 60))
    elif kind < 0.45:
        shape = (rng.randint(1, 7), rng.randint(1, 9))
    elif kind < 0.97:
        shape = rng.choice(_SHAPES)
    else:
        shape = (rng.randint(20, 100), rng.randint(20, 100))
    height, width = shape if rng.random() < 0.5 else shape[::-1]
    rules = rng.choice((CS50_RULES, CLASSIC_RULES))
    # Any cell may be the first one to be revealed, so one cell is kept free of mines.
    mines = min(round(height * width * rng.choice(_DENSITIES)), height * width - 1)
    return Minesweeper(height, width, mines, rules=rules, seed=rng.randrange(2**32))


def in_some_order(rng: random.Random, cells: list[Cell]) -> list[Cell]:
    """Return ``cells`` in an order: any, in rows, outwards from one of them, or first those that touch no other."""
    kind = rng.random()
    cells = sorted(cells)
    if kind < 0.4:
        rng.shuffle(cells)
    elif kind < 0.8 and cells:
        i, j = rng.choice(cells)
        cells.sort(key=lambda cell: max(abs(cell[0] - i), abs(cell[1] - j)) + rng.random())
    elif kind < 0.9:
        cells.sort(key=lambda cell: (cell[0] % 2 + cell[1] % 2 < 2, rng.random()))
    return cells
