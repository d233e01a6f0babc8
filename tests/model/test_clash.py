from __future__ import annotations

from itertools import combinations

import pytest
from oracles import around
from sat import Solver
from some_positions import seen_in_game, with_a_lie

from minesweeper_qt.model import InconsistentPosition, Position, TooHard, mine_probabilities
from minesweeper_qt.model.clash import clashing_clues


@pytest.mark.parametrize(
    "text, cells",
    [
        ("5x1x2\n1H1H1\n", {(0, 0), (0, 2), (0, 4)}),
        ("4x1x4\nHHHH\n", None),
        ("3x1x0\nMHH\n", set()),
        ("9x1x0\n1HHHHHHH1\n", {(0, 0)}),
    ],
)
def test_of_the_clues_that_clash_none_can_be_spared(text: str, cells) -> None:
    found = clashing_clues(Position.from_text(text))
    if cells is None or not cells:
        assert found == (None if cells is None else ())
        return
    assert found is not None
    position = Position.from_text(text)
    for spared in found:
        rest = {cell: position.clues[cell] for cell in found if cell != spared}
        assert mine_probabilities(Position(position.height, position.width, position.mines, rest)).layouts
    if len(cells) > 1:
        assert set(found) == cells


@pytest.mark.parametrize("seed", range(20))
def test_in_games_none_of_the_clues_that_clash_can_be_spared(seed: int) -> None:
    lie = with_a_lie(seen_in_game(9, 9, 10, seed, 0.5), seed)

    def agrees(cells) -> bool:
        try:
            return bool(mine_probabilities(Position(9, 9, 10, {cell: lie.clues[cell] for cell in cells})))
        except InconsistentPosition:
            return False

    found = clashing_clues(lie)
    if found is None:
        assert agrees(lie.clues)
        return
    assert not agrees(found)
    assert all(agrees(set(found) - {spared}) for spared in found)


@pytest.mark.parametrize("seed", range(24))
def test_fewer_clues_near_by_do_not_clash(seed: int) -> None:
    height, width, mines = [(6, 6, 6), (9, 9, 10), (16, 16, 40)][seed % 3]
    lie = with_a_lie(seen_in_game(height, width, mines, seed, 0.3), seed)
    found = clashing_clues(lie) or ()
    for fewer in range(1, min(len(found), 3)):
        for some in combinations(lie.clues, fewer):
            said = [(around(height, width, cell) - set(some), lie.clues[cell]) for cell in some]
            assert Solver(said).layout() is not None


@pytest.mark.parametrize("budget", [1, 100, 1_000])
def test_all_parts_together_take_no_more_than_the_budget(budget: int) -> None:
    with pytest.raises(TooHard, match=f"more than {budget} steps"):
        clashing_clues(with_a_lie(seen_in_game(30, 30, 180, 1, 0.5), 1), budget)
