"""Tests of drawing random layouts: each agrees with the position, and all are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings

from minesweeper_qt.model import Cell, CellError, Engine, InconsistentPosition, Position, TooHard, mine_probabilities
from minesweeper_qt.model.exact.layout_sampling import Sampler, draw_layout
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions


def chi_square_deviation(seen: Iterable[int], expected: float) -> float:
    """Return by how many standard deviations chi-square exceeds its mean, with Wilson and Hilferty's cube root."""
    counts = list(seen)
    free = len(counts) - 1
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return ((chi_square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


POSITIONS = {
    "away from all clues": "3x2x2\nHHH\nHHH",
    "one front": "3x3x3\nHHH\nH3H\nHHH",
    "a box of two": "4x2x2\n1HHH\nHHHH",
    "two fronts": "7x1x3\nH1HHH1H",
    "three fronts": "12x1x5\nH1HHHH1HHH1H",
    "five fronts": "5x5x6\nH1H1H\nHHHHH\nH3HHH\nHHHH1\n1HHHH",
    "five fronts in a row": "19x1x6\nH1HH1HHHH1HH1HHHH1H",
    "taken": "5x2x4\nMHHH2\nHH2HH",
    "flags say nothing": "4x2x3\nFH1H\nHFHH",
    "one layout": "4x1x1\n1HHH",
    "no mines": "2x2x0\n0H\nHH",
    "only mines": "2x2x4\nHH\nHH",
}


@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_layout_is_as_likely_as_any_other(name: str, seed: int) -> None:
    position = Position.from_text(POSITIONS[name])
    layouts = all_layouts(position)
    sampler = Sampler(position)
    assert sampler.layouts == len(layouts)
    assert_all_are_as_likely(sampler, Random(seed), layouts)


def assert_all_are_as_likely(sampler: Sampler, random: Random, layouts: list[frozenset[Cell]]) -> None:
    seen = Counter(sampler.draw(random) for _ in range(40 * len(layouts)))
    assert seen.keys() <= set(layouts)
    if len(layouts) > 1:
        assert abs(chi_square_deviation((seen[layout] for layout in layouts), 40)) < 3.5


@pytest.mark.slow
@pytest.mark.parametrize("is_mine", [0, 1])
@pytest.mark.parametrize("name", ["one front", "a box of two", "two fronts", "three fronts", "away from all clues"])
def test_every_layout_with_a_given_cell_is_as_likely_as_any_other(name: str, is_mine: int) -> None:
    position = Position.from_text(POSITIONS[name])
    for cell in sorted(position.covered):
        layouts = [layout for layout in all_layouts(position) if (cell in layout) == is_mine]
        if layouts:
            assert_all_are_as_likely(Sampler(position, {cell: is_mine}), Random(3), layouts)
        else:
            with pytest.raises(InconsistentPosition):
                Sampler(position, {cell: is_mine})


@pytest.mark.slow
@settings(max_examples=100)
@given(tiny_positions())
def test_a_drawn_layout_agrees_and_without_any_layout_an_error_is_raised(position: Position) -> None:
    layouts = all_layouts(position)
    if not layouts:
        with pytest.raises(InconsistentPosition):
            Sampler(position)
        return
    assert Sampler(position).layouts == len(layouts)
    assert draw_layout(position, Random(1), {}) in layouts
    cells = sorted(position.covered)[:3]
    for given_mines in range(1 << len(cells)):
        fixed = {cell: given_mines >> n & 1 for n, cell in enumerate(cells)}
        fitting = [layout for layout in layouts if all((cell in layout) == fixed[cell] for cell in cells)]
        if fitting:
            assert Sampler(position, fixed).layouts == len(fitting)
            assert draw_layout(position, Random(2), fixed) in fitting
        else:
            with pytest.raises(InconsistentPosition):
                draw_layout(position, Random(2), fixed)


@pytest.mark.slow
@pytest.mark.parametrize("is_mine", [0, 1])
def test_on_a_large_board_a_given_cell_moves_the_chances_of_the_others(is_mine: int) -> None:
    """The chance that two cells are both mines is that of the first, times that of the second given the first."""
    position = seen_in_game(16, 30, 99, 5, 0.3)
    found = mine_probabilities(position)
    cell = min(cell for cell, chance in found.probability.items() if 0 < chance < 1)
    sampler, random = Sampler(position, {cell: is_mine}), Random(is_mine)
    chance = found.probability[cell] if is_mine else 1 - found.probability[cell]
    assert sampler.layouts == found.layouts * chance
    drawn = [sampler.draw(random) for _ in range(1_000)]
    assert {cell in layout for layout in drawn} == {bool(is_mine)}
    # The engine can solve a position in which a cell is taken for a mine, so it gives the expected chances.
    if is_mine:
        taken = mine_probabilities(Position(16, 30, 99, position.clues, taken=[cell])).chances()
        mine_counts = Counter(chain.from_iterable(drawn))
        for other, expected in taken.items():
            spread = sqrt(len(drawn) * expected * (1 - expected))
            assert abs(mine_counts[other] - len(drawn) * expected) <= 4.5 * spread + 1e-6


def test_the_same_seed_draws_the_same() -> None:
    position = seen_in_game(16, 30, 99, 1, 0.3)
    sampler = Sampler(position)
    assert draw_layout(position, Random(7), {}) == sampler.draw(Random(7)) == sampler.draw(Random(7))
    assert len({sampler.draw(Random(seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize(
    "cell, message",
    [
        ((0, 0), r"\(0, 0\) is revealed; allowed are covered cells"),
        ((0, 4), r"\(0, 4\) is not on the board: rows are 0 to 0, columns 0 to 3"),
        ("x", "'x' is not on the board"),
    ],
)
def test_only_covered_cells_can_be_given(cell: Cell, message: str) -> None:
    with pytest.raises(CellError, match=message):
        draw_layout(Position(1, 4, 1, {(0, 0): 1}), Random(1), {cell: 1})


def test_all_fronts_together_take_no_more_than_the_budget() -> None:
    position = seen_in_game(16, 30, 99, 5, 0.2)
    engine = Engine()
    layouts = engine.solve(position).layouts
    assert Sampler(position, budget=engine.counter.work).layouts == layouts
    with pytest.raises(TooHard):
        Sampler(position, budget=engine.counter.work - 1)
