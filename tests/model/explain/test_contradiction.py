"""Tests of the search for contradicting clues, and of their description in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from minesweeper_qt.model import InconsistentPosition, Minesweeper, Position, TooHard, mine_probabilities
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions, with_a_wrong_clue
from tests.model.support.work import Calls, count_calls


def scattered(side: int, mines: int, number: int, wrong_clues: int, seed: int) -> Position:
    """Return a position with this number of clues at random places; ``wrong_clues`` of them are made too great."""
    rng = random.Random(seed)
    game = Minesweeper(side, side, mines, seed=seed)
    clues = {cell: game.nearby_mines(cell) for cell in rng.sample(sorted(set(game.grid.cells) - game.mines), number)}
    for cell in rng.sample(list(clues), wrong_clues):
        clues[cell] = min(clues[cell] + 2, 8)
    return Position(side, side, mines, clues)


@pytest.mark.parametrize(
    "text, cells",
    [
        ("5x1x2\n1H1H1\n", {(0, 0), (0, 2), (0, 4)}),
        ("4x1x4\nHHHH\n", None),
        ("3x1x0\nMHH\n", set()),
        ("3x1x2\nH1H\n", {(0, 1)}),
        ("9x1x0\n1HHHHHHH1\n", {(0, 0)}),
        # A clue contradicts the fact that its neighbour is open, which no sentence states.
        ("5x1x2\n12H1H\n", {(0, 0), (0, 1)}),
        ("3x3x4\nHHH\nHH3\nHH3\n", {(1, 2), (2, 2)}),
    ],
)
def test_no_contradicting_clue_can_be_spared(text: str, cells) -> None:
    found = contradicting_clues(Position.from_text(text))
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_in_games_no_contradicting_clue_can_be_spared(seed: int) -> None:
    wrong = with_a_wrong_clue(seen_in_game(9, 9, 10, seed, 0.5), seed)

    def agrees(cells) -> bool:
        try:
            return bool(mine_probabilities(Position(9, 9, 10, {cell: wrong.clues[cell] for cell in cells})))
        except InconsistentPosition:
            return False

    found = contradicting_clues(wrong)
    if found is None:
        assert agrees(wrong.clues)
        return
    assert not agrees(found)
    assert all(agrees(set(found) - {spared}) for spared in found)


@pytest.mark.parametrize("budget", [1, 100, 1_000])
def test_all_tests_of_clues_together_stay_within_the_budget(budget: int) -> None:
    with pytest.raises(TooHard, match=f"more than {budget} steps"):
        contradicting_clues(with_a_wrong_clue(seen_in_game(30, 30, 180, 1, 0.5), 1), budget)


@pytest.mark.slow
@given(tiny_positions())
def test_clues_contradict_exactly_where_no_layout_agrees(position: Position) -> None:
    found = contradicting_clues(position)
    if all_layouts(position):
        assert found is None
        return
    clues = {cell: position.clues[cell] for cell in found or ()}
    alone = Position(position.height, position.width, position.mines, clues, taken=position.taken)
    assert all_layouts(alone) == []
    assert bool(clues) or len(position.taken) > position.mines


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_an_inconsistent_position_has_contradicting_clues(seed: int) -> None:
    position = scattered(8, 10, 3 + seed % 38, 1, seed)
    try:
        mine_probabilities(position)
    except InconsistentPosition:
        assert contradicting_clues(position)
    else:
        assert contradicting_clues(position) is None


@pytest.mark.parametrize(
    "text, words",
    [
        ("5x1x2\n12H1H\n", "the clues 1 at (0, 0) and 2 at (0, 1) contradict each other"),
        ("3x3x2\nHHH\nH3H\nHHH\n", "the clue 3 at (1, 1) and 2 mines in all do not go together"),
        ("2x1x1\n2H\n", "the clue 2 at (0, 0) can't be"),
        ("4x1x2\n0MHH\n", "the clue 0 at (0, 0) and the cells taken for mines can't be"),
        ("3x1x0\nMHH\n", "its cells taken for mines and 0 mines in all do not go together"),
    ],
)
def test_a_contradiction_is_described_in_words(text: str, words: str) -> None:
    position = Position.from_text(text)
    assert describe_contradiction(position, contradicting_clues(position) or ()) == words


@pytest.mark.parametrize(
    "mines, number",
    [pytest.param(1500, 4000, marks=pytest.mark.long), pytest.param(2000, 1000, marks=pytest.mark.slow)],
)
def test_a_contradiction_in_a_large_position_takes_few_calls(mines: int, number: int) -> None:
    """Only a part of the clues is tested, and not clue by clue; calls are counted, as a time depends on the machine."""
    position = scattered(100, mines, number, 20, 1)

    def find() -> None:
        assert contradicting_clues(position)

    # They are 1.3 million; a test of each clue takes 16 million for the position with fewer clues.
    assert count_calls(find) < 5_000_000


@pytest.mark.slow
def test_a_search_that_is_stopped_ends_at_once() -> None:
    position = scattered(100, 1500, 4000, 3, 1)
    for stop in (1, 2, 21, 41):
        poll = Calls(stop)
        with pytest.raises(Stopped):
            contradicting_clues(position, poll=poll)
        assert poll.number == stop
