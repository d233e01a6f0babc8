"""Positions for tests, and their layouts by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st

from minesweeper_qt.model import CLASSIC_RULES, Action, Cell, Minesweeper, Position, Verb
from tests.model.support.oracles import Truth, around, truths


@st.composite
def tiny_positions(draw: st.DrawFn, max_cells: int = 16) -> Position:
    """Generate positions of few cells from games, with flags and cells taken for mines.

    Every fourth has one error: a wrong clue, a wrong number of mines, or any cell taken for a mine.
    """
    board = draw(truths(6, 6, max_cells=max_cells))
    chance = random.Random(draw(st.integers(0, 2**32)))
    shown = board.order[: chance.choice([0, *range(len(board.order) + 1), len(board.order)])]
    clues = {cell: board.clue(cell) for cell in shown}
    covered = [cell for cell in board.cells if cell not in clues]
    most = len(board.mines) if chance.random() < 0.3 else 0
    taken = set(chance.sample(sorted(board.mines), chance.randrange(most + 1)))
    flags = set(chance.sample(covered, chance.randrange(len(covered) + 1))) if chance.random() < 0.3 else set()
    total = len(board.mines)
    if draw(st.sampled_from([False, False, False, True])):
        kind = chance.choice(["clue", "total", "taken"])
        if kind == "clue" and clues:
            cell = chance.choice(list(clues))
            clues[cell] = max(0, min(8, clues[cell] + chance.choice([-1, 1])))
        elif kind == "total":
            total = chance.randrange(len(board.cells) + 1)
        elif covered:
            taken.add(chance.choice(covered))
    return Position(board.height, board.width, total, clues, flags=flags, taken=taken)


def all_layouts(position: Position) -> list[frozenset[Cell]]:
    """Return all layouts that agree with the position, by trying every set of that number of covered cells."""
    open_cells = sorted(position.covered - position.taken)
    count = position.mines - len(position.taken)
    if count < 0:
        return []
    tests = [(around(position.height, position.width, cell), clue) for cell, clue in position.clues.items()]
    found = []
    for mines in combinations(open_cells, count):
        layout = position.taken.union(mines)
        if all(len(near & layout) == clue for near, clue in tests):
            found.append(layout)
    return found


def seen_in_game(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """Return a position of a game in which safe cells are revealed until this share of them shows a clue.

    The cells are chosen at random; a revealed cell may open others.
    """
    chance = random.Random(seed)
    game = Minesweeper(height, width, mines, rules=CLASSIC_RULES, seed=seed)
    game.play(Action(Verb.REVEAL, (chance.randrange(height), chance.randrange(width))))
    safe = [cell for cell in game.grid.cells if cell not in game.mines]
    chance.shuffle(safe)
    for cell in safe:
        if len(game.clues) >= share * len(safe):
            break
        if cell not in game.clues:
            game.play(Action(Verb.REVEAL, cell))
    return Position.seen(game.grid, mines, game.clues)


def with_a_wrong_clue(position: Position, seed: int) -> Position:
    """Return the position with one clue that is off by one."""
    chance = random.Random(seed)
    clues = dict(position.clues)
    cell = chance.choice([cell for cell, clue in clues.items() if 0 < clue < 8])
    clues[cell] += chance.choice([-1, 1])
    return Position(position.height, position.width, position.mines, clues)


def in_game_order(truth: Truth) -> Iterator[Position]:
    """Yield the positions of a whole game that opens the safe cells in the order of ``truth``."""
    clues: dict[Cell, int] = {}
    for cell in (None, *truth.order):
        if cell is not None:
            clues[cell] = truth.clue(cell)
        yield Position(truth.height, truth.width, len(truth.mines), clues)
