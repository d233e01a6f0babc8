"""Tests of windows: what is cut out of a game is counted anew, and what a move missed stays as hard as it was."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import CLASSIC_RULES, Action, Minesweeper, Record, Verb, reasoning_levels, review
from minesweeper_qt.model.practice.practice_position import Topic, cut_window, practice_position_of
from tests.model.support.oracles import Truth, around, truths


@given(truths(), st.integers(0, 2**32))
def test_a_window_is_a_board_of_its_own_with_what_is_true_on_it(truth: Truth, seed: int) -> None:
    chance = Random(seed)
    revealed = truth.order[: chance.randrange(len(truth.order) + 1)]
    rows, columns = (
        range(start := chance.randrange(side), chance.randrange(start, side) + 1)
        for side in (truth.height, truth.width)
    )
    found = cut_window(truth.mines, revealed, rows, columns)

    def moved(cells: frozenset[tuple[int, int]] | tuple[tuple[int, int], ...]) -> frozenset[tuple[int, int]]:
        return frozenset((i - rows[0], j - columns[0]) for i, j in cells if i in rows and j in columns)

    part = Truth(len(rows), len(columns), moved(truth.mines), ())
    opened = set(moved(revealed))
    while more := {
        near
        for cell in opened
        if not part.clue(cell)
        for near in around(part.height, part.width, cell)
        if near not in opened
    }:
        opened |= more
    assert (found.height, found.width, found.mines) == (part.height, part.width, len(part.mines))
    assert found.clues == {cell: part.clue(cell) for cell in opened}
    assert not found.flags
    assert not found.taken


def careless_game(seed: int) -> Minesweeper:
    """Play a game of 16×16 in which many moves are guesses, though something was certain."""
    chance = Random(seed)
    game = Minesweeper(16, 16, 40, rules=CLASSIC_RULES, seed=seed)
    game.play(Action(Verb.REVEAL, (8, 8)))
    while not game.state.is_over:
        # At the clues, and most often no mine: so the game lasts.
        seen = {*game.clues}
        near = [cell for cell in game.grid.cells if cell not in seen and game.grid.neighbours(cell) & seen]
        safe = [cell for cell in near if cell not in game.mines]
        game.play(Action(Verb.REVEAL, chance.choice(safe if safe and chance.random() < 0.95 else near)))
    return game


@pytest.mark.slow
def test_a_missed_move_stays_as_hard_in_a_window_around_it() -> None:
    windows = mistakes = 0
    for seed in range(6):
        game = careless_game(seed)
        for move in review(Record.of(game)).moves:
            found = practice_position_of(move, game.mines)
            if not move.is_mistake:
                assert found is None
                continue
            assert found is not None
            assert found.topic is Topic.MISSED
            mistakes += 1
            levels = reasoning_levels(found.position)
            if found.position == move.position:
                continue
            windows += 1
            assert all(7 <= side <= 9 for side in (found.position.height, found.position.width))
            assert move.level in levels.values()
            assert all(levels[cell] >= (move.level or 0) for cell in levels.safe)
    assert windows > mistakes / 2 > 5
