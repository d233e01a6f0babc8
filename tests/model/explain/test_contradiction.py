"""Tests of the search for contradicting clues, and of their description in words."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given

from minesweeper_qt.model import Cell, InconsistentPosition, Minesweeper, Position, TooHard, mine_probabilities
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction
from tests.model.support.oracles import around
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions, with_a_wrong_clue
from tests.model.support.sat import Solver
from tests.model.support.work import count_calls


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


def is_apart(one: Cell, other: Cell) -> bool:
    """Return whether no cell is next to both, and the two are not next to each other."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_fewer_clues_near_by_do_not_contradict_each_other(seed: int) -> None:
    height, width, mines = [(6, 6, 6), (9, 9, 10), (16, 16, 40)][seed % 3]
    wrong = with_a_wrong_clue(seen_in_game(height, width, mines, seed, 0.3), seed)
    found = contradicting_clues(wrong) or ()
    for fewer in range(1, min(len(found), 3)):
        for some in combinations(wrong.clues, fewer):
            if fewer == 2 and is_apart(*some):
                continue  # They share no cell, and neither touches the other: each of them alone was possible.
            statements = [(around(height, width, cell) - set(some), wrong.clues[cell]) for cell in some]
            assert Solver(statements).layout() is not None


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
    "rows, words",
    [
        ("4x3x4 HHH1 HH2H 3521", "the clue 5 at (2, 1) and 4 mines in all do not go together"),
        ("5x3x4 1H4HH HHH21 2HHHH", "the clues 4 at (0, 2), 2 at (2, 0) and 4 mines in all do not go together"),
    ],
)
def test_fewer_clues_contradict_the_number_of_mines_than_each_other(rows: str, words: str) -> None:
    position = Position.from_text(rows.replace(" ", "\n"))
    assert describe_contradiction(position, contradicting_clues(position) or ()) == words


def test_the_fewest_clues_are_found_beside_other_contradictions() -> None:
    rows = "H2H11H10 H2HH2H20 1HH12HH1 1H812H2H 1H11H221 1HH1HH10 1HH022H0 11H01HH0"
    assert contradicting_clues(Position.from_text("8x8x10\n" + rows.replace(" ", "\n"))) == ((2, 3), (3, 2))


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
    calls = 0

    def at(stop: int) -> None:
        nonlocal calls
        calls += 1
        if calls > stop:
            raise Stopped("for a test")

    for stop in (0, 1, 20, 40):
        calls = 0
        with pytest.raises(Stopped):
            contradicting_clues(position, poll=lambda stop=stop: at(stop))
        assert calls == stop + 1


def test_a_clue_that_the_number_of_mines_makes_needless_is_left_out() -> None:
    # Between the two 0 the 1 at (4, 2) has no cell for its mine; but already these leave too few cells for 56 mines.
    rows = "01HH2H2 0110HHH 0000H2H H0HH1H1 0010111 H0HH0HH 00001HH 01111H1 0HH1H22 0H1HHH1"
    position = Position.from_text("\n".join(["7x10x56", *rows.split()]))
    assert contradicting_clues(position) == ((4, 1), (4, 3))
