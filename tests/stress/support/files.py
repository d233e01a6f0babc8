"""Makes the files that the program reads: positions, records, boards, results and settings."""

from __future__ import annotations

import json
import random

from minesweeper_qt.model import CLASSIC_RULES, CS50_RULES, Action, Cell, Minesweeper, MinesweeperError, Record, Verb

_SHAPES = ((1, 1), (1, 6), (3, 3), (4, 5), (8, 8), (9, 9), (16, 12))


def _board(dice: random.Random) -> tuple[int, int, set[Cell]]:
    height, width = dice.choice(_SHAPES)
    cells = [(i, j) for i in range(height) for j in range(width)]
    return height, width, set(dice.sample(cells, round(len(cells) * dice.choice((0.1, 0.15, 0.2, 0.4)))))


def position_text(dice: random.Random) -> bytes:
    """Return a consistent position."""
    height, width, mines = _board(dice)
    shown = dice.choice((0.1, 0.4, 0.8))
    rows = [f"{width}x{height}x{len(mines)}"]
    for i in range(height):
        marks = []
        for j in range(width):
            near = [(a, b) for a in (i - 1, i, i + 1) for b in (j - 1, j, j + 1)]
            is_shown = (i, j) not in mines and dice.random() < shown
            marks.append(str(len(mines.intersection(near))) if is_shown else "HHHHF"[dice.randrange(5)])
        rows.append("".join(marks))
    return "\n".join([*rows, ""]).encode()


def record_text(dice: random.Random) -> bytes:
    """Return a record of random moves, of version 1 or 2."""
    height, width, mines = _board(dice)
    rules = dice.choice((CS50_RULES, CLASSIC_RULES))
    given = dice.random() < 0.3
    game = Minesweeper(
        height,
        width,
        min(len(mines), height * width - 1),
        rules=rules,
        seed=dice.randrange(10**6),
        layout_mines=sorted(mines) if given and len(mines) < height * width else None,
    )
    for _ in range(dice.randrange(12)):
        try:
            game.play(Action(dice.choice(list(Verb)), dice.choice(game.grid.cells)))
        except MinesweeperError:
            continue
    lines = Record.of(game).to_text().splitlines()
    if dice.random() < 0.3 and game.seed is not None:
        lines = ["minesweeper-qt record 1", *(line for line in lines[1:] if not line.startswith("mines"))]
    elif dice.random() < 0.5:
        endings = (" by ai", " using exact", " by ai using cs50 at 1.5", " from hint", " at 3.000")
        lines = [line + dice.choice(endings) if line.split()[0] in list(Verb) else line for line in lines]
    return "\n".join([*lines, ""]).encode()


def boards_text(dice: random.Random) -> bytes:
    """Return a few boards for the lab."""
    lines = []
    for _ in range(dice.randint(1, 3)):
        height, width = dice.choice(((1, 5), (3, 3), (4, 5), (8, 8)))
        cells = [[i, j] for i in range(height) for j in range(width)]
        start, *mines = dice.sample(cells, 1 + max(1, len(cells) // 6))
        lines.append(json.dumps({"height": height, "width": width, "mines": mines, "start": start}))
    return "\n".join([*lines, ""]).encode()


def settings_text(dice: random.Random) -> bytes:
    """Return a settings file as the window saves it."""
    custom = {"height": dice.randint(2, 30), "width": dice.randint(2, 30), "mines": dice.randint(1, 5)}
    lines = [
        "[General]",
        f"level={dice.choice(('beginner', 'expert', 'custom'))}",
        f"autoplay_speed={dice.choice((0, 1, 4, 20))}",
        f"strategy={dice.choice(('cs50', 'exact', 'expert'))}",
        f"zoom={dice.choice((0, 24, 48))}",
        "",
        "[custom]",
        *(f"{name}={value}" for name, value in custom.items()),
        "",
        "[switches]",
        *(f"{name}={dice.choice(('true', 'false'))}" for name in ("overlay", "risks", "ids")),
        "",
        "[window]",
        "geometry=@ByteArray(" + "".join(f"\\x{byte:x}" for byte in dice.randbytes(60)) + ")",
        "docks=@ByteArray(\\0\\0\\0\\xff\\0\\0\\0\\0\\xfd\\0\\0\\0\\x3\\0\\0\\0\\0)",
        "",
    ]
    return "\n".join(lines).encode()
