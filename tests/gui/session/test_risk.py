"""Tests of the risk of a move that was made, against the number of layouts in which it was safe."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper_qt.gui.session.computations import Tools, find_risk
from minesweeper_qt.model import Cell, InconsistentPosition, Minesweeper, Position, mine_probabilities


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
    position = seen(game, random.sample(sorted(set(game.grid.cells) - game.mines), 5))
    exact = mine_probabilities(position).probability
    for cell in position.covered:
        risk, least, safe_cell, safe_cells, mine_clues = find_risk(Tools(), position, cell, is_chord=False)
        assert (risk, least) == (exact[cell], min(exact.values()))
        assert (mine_clues > 0) == (risk == 1)
        safe_there = {other for other, chance in exact.items() if not chance}
        assert (safe_cell in safe_there) == bool(safe_there and exact[cell])
        assert safe_cells == (len(safe_there) if exact[cell] else 0)


@pytest.mark.parametrize(
    "flags, expected", [((), (0, 2)), (((0, 2),), (0, 0)), (((0, 0), (0, 2)), (0, 2)), (((0, 0),), (0, 2))]
)
def test_the_nearest_safe_cell_is_named_one_without_a_flag_first(flags: tuple[Cell, ...], expected: Cell) -> None:
    position = Position(1, 6, 1, {(0, 1): 0, (0, 4): 1}, flags=flags)
    assert find_risk(Tools(), position, (0, 3), is_chord=False)[2] == expected
    assert find_risk(Tools(), position, expected, is_chord=False)[2] is None, "it is no guess"


@pytest.mark.parametrize("seed", range(12))
def test_a_chord_is_as_risky_as_its_flags_are_uncertain(seed: int) -> None:
    """The expected risk is that of a wrong flag, counted over all layouts."""
    random = Random(seed)
    game = Minesweeper(4, 5, 5, seed=seed)
    revealed = random.sample(sorted(set(game.grid.cells) - game.mines), 5)
    chords = 0
    for cell in revealed:
        around = sorted(game.grid.neighbours(cell) - set(revealed))
        for flags in list(combinations(around, game.nearby_mines(cell)))[:20]:
            position = seen(game, revealed, flags)
            right = layouts(position.with_marks(dict.fromkeys(flags, "M")))
            risk, least, *_ = find_risk(Tools(), position, cell, is_chord=True)
            assert risk == 1 - Fraction(right, layouts(position))
            assert least == min(mine_probabilities(position).probability.values())
            chords += len(around) > len(flags) + 1
    assert chords


def test_the_risk_of_a_revealed_cell_is_none() -> None:
    position = Position(1, 3, 1, {(0, 0): 0})
    assert find_risk(Tools(), position, (0, 0), is_chord=False) == (0, 0, None, 0, 0)
