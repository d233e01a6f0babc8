"""Proofs of all settled cells of random positions, computed once for all tests."""

from __future__ import annotations

import random
from functools import cache

import pytest

from minesweeper_qt.model import Explainer, Position, Proof
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game

uses_proofs = pytest.mark.xdist_group("proofs")
"""Marks tests that use the proofs, so that one worker runs them all: no other worker computes the same proofs again."""

POSITIONS = 1_000
LARGE = 200
"""One position in this many is large, with a hundred times the cells of the others."""


def some_position(seed: int) -> Position:
    """Return a random position: 2x2 to 6x7, every twentieth up to 10x12, some 16x30/99; a quarter come from games.

    Another quarter is 8x8 with many mines and half of the clues: few other cells are settled by cases alone.
    """
    rng = random.Random(seed)
    if seed % LARGE == 0:
        return seen_in_game(16, 30, 99, seed, rng.choice([0.3, 0.5, 0.7, 0.9, 0.97]))
    if seed % 4 == 0:
        height, width = rng.randint(4, 7), rng.randint(4, 9)
        count = round(height * width * rng.choice([0.15, 0.18, 0.21, 0.25]))
        return seen_in_game(height, width, count, seed, rng.choice([0.4, 0.6, 0.8, 0.95]))
    most = (10, 12) if seed % 20 == 1 else (6, 7)
    height, width = (8, 8) if seed % 4 == 2 else (rng.randint(2, most[0]), rng.randint(2, most[1]))
    shares = [0.3, 0.4, 0.5] if seed % 4 == 2 else [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]
    cells = [(i, j) for i in range(height) for j in range(width)]
    count = max(1, round(len(cells) * rng.choice(shares)))
    mines = set(rng.sample(cells, count))
    safe = [cell for cell in cells if cell not in mines]
    shown_shares = [0.4, 0.5, 0.6] if seed % 4 == 2 else [0.1, 0.2, 0.3, 0.5, 0.7, 0.9]
    shown = rng.sample(safe, round(rng.choice(shown_shares) * len(safe)))
    taken = rng.sample(sorted(mines), rng.randint(0, min(3, count))) if rng.random() < 0.2 else []
    covered = sorted(set(cells).difference(shown, taken))
    flags = rng.sample(covered, min(3, len(covered))) if rng.random() < 0.2 else []
    clues = {cell: len(around(height, width, cell) & mines) for cell in shown}
    return Position(height, width, count, clues, taken=taken, flags=flags)


@cache
def proofs_of(seed: int) -> tuple[Proof, ...]:
    """Return the proofs of all settled cells of ``some_position(seed)``."""
    explainer = Explainer(some_position(seed))
    return tuple(proof for cell in explainer.levels if isinstance(proof := explainer.explain(cell), Proof))
