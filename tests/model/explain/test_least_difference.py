"""Tests of the two layouts that differ in as few cells as possible."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from minesweeper_qt.model import Cell, Position, mine_probabilities
from minesweeper_qt.model.explain import explainer
from minesweeper_qt.model.explain.explainer import least_difference
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions


def difference(position: Position, cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
    found = mine_probabilities(position)
    return least_difference(position, cell, found.mines, position.covered - found.safe - found.mines)


@pytest.mark.slow
@settings(max_examples=150)
@given(tiny_positions(max_cells=15))
def test_no_two_layouts_differ_less(position: Position) -> None:
    layouts = all_layouts(position)
    for cell in sorted(position.covered):
        mined = [layout for layout in layouts if cell in layout]
        free = [layout for layout in layouts if cell not in layout]
        if not mined or not free or len(mined) * len(free) > 20_000:
            continue
        one, other = difference(position, cell)
        assert one in mined
        assert other in free
        assert len(one ^ other) == min(len(mine ^ none) for mine in mined for none in free)


def test_a_chain_of_clues_differs_in_all_that_it_must_and_in_no_more() -> None:
    # The mines along a wall of ones lie every third cell.
    position = Position.from_text("48x2x16\n" + "H" * 48 + "\nH" + "1" * 46 + "H")
    one, other = difference(position, (0, 22))
    assert len(one ^ other) == 32
    assert {j % 3 for _, j in one - other} == {1}


def test_the_rest_of_the_board_is_equal_where_it_can_be() -> None:
    # Another least difference has (0, 1), which no clue links with the cell.
    one, other = difference(Position.from_text("4x4x5\nHHH2\nHHHH\nH33H\n0HH1"), (1, 2))
    assert len(one ^ other) == 4
    assert (0, 1) not in one ^ other


@pytest.mark.parametrize("limit", ["MOST_STEPS", "MOST_DRAWS"])
def test_a_search_that_is_given_up_still_finds_two_layouts(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(explainer, limit, 0)
    position = Position.from_text("5x2x2\n1HHHH\nHHHHH")
    one, other = difference(position, (0, 1))
    assert {one, other} <= set(all_layouts(position))
    assert (0, 1) in one - other


@pytest.mark.slow
def test_a_cell_of_a_game_takes_few_cells() -> None:
    position = seen_in_game(16, 30, 99, 2, 0.4)
    undecided = [cell for cell, chance in mine_probabilities(position).probability.items() if 0 < chance < 1]
    assert max(len(frozenset.__xor__(*difference(position, cell))) for cell in undecided[::5]) <= 10
