"""Tests of the exact engine's certain cells and contradictions against a SAT solver that knows only the rules.

A cell is safe exactly when the clues, the number of mines and "it is a mine" can't all be true.
"""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Cell, InconsistentPosition, Position, mine_probabilities
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game, with_a_wrong_clue
from tests.model.support.sat import Solver

pytestmark = pytest.mark.long


def layouts_of(position: Position) -> Solver:
    covered, sides = position.covered, (position.height, position.width)
    statements = [(around(*sides, cell) & covered, clue) for cell, clue in position.clues.items()]
    taken = [({cell}, 1) for cell in position.taken]
    return Solver([*statements, *taken, (covered, position.mines)], covered)


def certain(position: Position) -> tuple[set[Cell], set[Cell]] | None:
    try:
        found = mine_probabilities(position)
    except InconsistentPosition:
        return None
    return set(found.safe), set(found.mines)


SIZES = [(8, 8, 10), (8, 8, 16), (9, 9, 10), (16, 16, 40), (16, 16, 60), (16, 30, 99), (7, 25, 30)]
SHARES = [0.15, 0.4, 0.6, 0.8, 0.95]
CASES = [(size, share, seed) for seed, size in enumerate(SIZES) for share in SHARES]


@pytest.mark.parametrize("size, share, seed", CASES)
def test_safe_and_mines_are_those_that_nothing_contradicts_and_a_wrong_clue_leaves_no_layout(
    size: tuple[int, int, int], share: float, seed: int
) -> None:
    position = seen_in_game(*size, seed, share)
    assert certain(position) == layouts_of(position).certain()
    # A wrong clue is found exactly when there is no layout.
    for number in range(3):
        wrong_position = with_a_wrong_clue(position, number)
        try:
            mine_probabilities(wrong_position)
        except InconsistentPosition:
            assert layouts_of(wrong_position).layout() is None
        else:
            assert layouts_of(wrong_position).layout() is not None


@pytest.mark.parametrize("share", [0.6, 0.9, 0.99])
@pytest.mark.parametrize("more", [-3, -1, 1, 3])
def test_the_number_of_mines_counts_in_both(share: float, more: int) -> None:
    seen = seen_in_game(8, 8, 12, 7, share)
    position = Position(8, 8, seen.mines + more, seen.clues)
    assert certain(position) == layouts_of(position).certain()
