"""Tests of the risk of a move that was made, against the number of layouts in which it was safe."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper_qt.gui.background.risk import Risk, find_risk
from minesweeper_qt.model import Cell, Engine, InconsistentPosition, Minesweeper, Position, mine_probabilities


def layouts(position: Position) -> int:
    with suppress(InconsistentPosition):
        return mine_probabilities(position).layouts
    return 0


def seen(game: Minesweeper, revealed: list[Cell], flags: tuple[Cell, ...] = ()) -> Position:
    clues = {cell: game.nearby_mines(cell) for cell in revealed}
    return Position(game.height, game.width, game.mine_total, clues, flags=flags)


@pytest.mark.parametrize("seed", range(5))
def test_the_risk_of_a_cell_is_its_chance(seed: int) -> None:
    random = Random(seed)
    game = Minesweeper(4, 5, 5, seed=seed)
    safe = sorted(set(game.grid.cells) - game.mines)
    position = seen(game, random.sample(safe, 5))
    exact = mine_probabilities(position).probability
    for cell in position.covered:
        assert find_risk(Engine(), position, cell, is_chord=False) == Risk(exact[cell], min(exact.values()))


@pytest.mark.parametrize("seed", range(12))
def test_a_chord_is_as_risky_as_its_flags_are_uncertain(seed: int) -> None:
    """The expected risk is that of a wrong flag, counted over all layouts."""
    random = Random(seed)
    game = Minesweeper(4, 5, 5, seed=seed)
    safe = sorted(set(game.grid.cells) - game.mines)
    revealed = random.sample(safe, 5)
    chords = 0
    for cell in revealed:
        around = sorted(game.grid.neighbours(cell) - set(revealed))
        for flags in list(combinations(around, game.nearby_mines(cell)))[:20]:
            position = seen(game, revealed, flags)
            right = layouts(position.with_marks(dict.fromkeys(flags, "M")))
            found = find_risk(Engine(), position, cell, is_chord=True)
            assert found.risk == 1 - Fraction(right, layouts(position))
            assert found.least == min(mine_probabilities(position).probability.values())
            chords += len(around) > len(flags) + 1
    assert chords


def test_the_risk_of_a_revealed_cell_is_none() -> None:
    position = Position(1, 3, 1, {(0, 0): 0})
    assert find_risk(Engine(), position, (0, 0), is_chord=False) == Risk(Fraction(0), Fraction(0))
