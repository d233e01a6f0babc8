"""Makes the files that the program reads: positions, records, boards, results and settings."""

from __future__ import annotations

import json
import random

from minesweeper_qt.model import CLASSIC_RULES, CS50_RULES, Action, Cell, Minesweeper, MinesweeperError, Record, Verb

_SHAPES = ((1, 1), (1, 6), (3, 3), (4, 5), (8, 8), (9, 9), (16, 12))


def _board(rng: random.Random) -> tuple[int, int, set[Cell]]:
    height, width = rng.choice(_SHAPES)
    cells = [(i, j) for i in range(height) for j in range(width)]
    return height, width, set(rng.sample(cells, round(len(cells) * rng.choice((0.1, 0.15, 0.2, 0.4)))))


def position_text(rng: random.Random) -> bytes:
    """Return a consistent position."""
    height, width, mines = _board(rng)
    shown = rng.choice((0.1, 0.4, 0.8))
    rows = [f"{width}x{height}x{len(mines)}"]
    for i in range(height):
        marks = []
        for j in range(width):
            near = [(a, b) for a in (i - 1, i, i + 1) for b in (j - 1, j, j + 1)]
            is_shown = (i, j) not in mines and rng.random() < shown
            marks.append(str(len(mines.intersection(near))) if is_shown else "HHHHF"[rng.randrange(5)])
        rows.append("".join(marks))
    return "\n".join([*rows, ""]).encode()


def record_text(rng: random.Random) -> bytes:
    """Return a record of random moves, of version 1 or 2."""
    height, width, mines = _board(rng)
    rules = rng.choice((CS50_RULES, CLASSIC_RULES))
    given = rng.random() < 0.3
    number, layout = min(len(mines), height * width - 1), None
    if given and len(mines) < height * width:
        layout = sorted(mines)
    game = Minesweeper(height, width, number, rules=rules, seed=rng.randrange(10**6), layout_mines=layout)
    for _ in range(rng.randrange(12)):
        try:
            game.play(Action(rng.choice(list(Verb)), rng.choice(game.grid.cells)))
        except MinesweeperError:
            continue
    lines = Record.of(game).to_text().splitlines()
    if rng.random() < 0.3 and game.seed is not None:
        lines = ["minesweeper-qt record 1", *(line for line in lines[1:] if not line.startswith("mines"))]
    elif rng.random() < 0.5:
        endings = (" by ai", " using exact", " by ai using cs50 at 1.5", " from hint", " at 3.000")
        lines = [line + rng.choice(endings) if line.split()[0] in list(Verb) else line for line in lines]
    return "\n".join([*lines, ""]).encode()


def boards_text(rng: random.Random) -> bytes:
    """Return a few boards for the lab."""
    lines = []
    for _ in range(rng.randint(1, 3)):
        height, width = rng.choice(((1, 5), (3, 3), (4, 5), (8, 8)))
        cells = [[i, j] for i in range(height) for j in range(width)]
        start, *mines = rng.sample(cells, 1 + max(1, len(cells) // 6))
        lines.append(json.dumps({"height": height, "width": width, "mines": mines, "start": start}))
    return "\n".join([*lines, ""]).encode()
