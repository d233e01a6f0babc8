"""Tests of boards without a guess: their hardest step against the reasoning levels, their seeds by trying all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Board,
    BoardSizeError,
    Cell,
    CellError,
    FirstClick,
    MineCountError,
    Minesweeper,
    MinesweeperError,
    Position,
    Reasoning,
    ReasoningLevels,
    Verb,
    reasoning_levels,
)
from minesweeper_qt.model.dealing import no_guess
from minesweeper_qt.model.dealing.no_guess import FoundBoard, HardestStep, find_board, hardest_step
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Layout
from tests.model.support.oracles import Truth, around, truths
from tests.model.support.positions import all_layouts

RULES = (CLASSIC_RULES, replace(CS50_RULES, first_click=FirstClick.OPENING))
CLUE, SUBSET, OVERLAP, COUNT, CASES = Reasoning


def positions(truth: Truth, start: Cell, cascade: bool) -> Iterator[tuple[Position, ReasoningLevels | None]]:
    """Yield each position on the way through a board with its levels; what is safe at the least of them is opened."""
    clues: dict[Cell, int] = {}
    todo = [start]
    while True:
        while todo:
            cell = todo.pop()
            if cell not in clues:
                clues[cell] = truth.clue(cell)
                todo += around(truth.height, truth.width, cell) if cascade and not clues[cell] else ()
        position = Position(truth.height, truth.width, len(truth.mines), clues)
        if len(clues) == len(truth.order):
            yield position, None
            return
        levels = reasoning_levels(position)
        yield position, levels
        least = min((levels[cell] for cell in levels.safe), default=CASES)
        todo = [cell for cell in levels.safe if levels[cell] is least]
        if not todo:
            return


def by_levels(truth: Truth, start: Cell, cascade: bool) -> Reasoning | None:
    """Return the hardest step by the reasoning levels of each position; ``None`` if the board needs a guess."""
    hardest = CLUE
    for _, levels in positions(truth, start, cascade):
        if levels is None:
            return hardest
        hardest = max(hardest, min((levels[cell] for cell in levels.safe), default=CLUE))
    return None


def is_solvable(truth: Truth, start: Cell, cascade: bool) -> bool:
    """Return whether no guess is needed, by all layouts of each position."""
    for position, _ in positions(truth, start, cascade):
        possible = frozenset().union(*all_layouts(position))
        if not position.covered - possible and position.covered != truth.mines:
            return False
    return True


@pytest.mark.slow
@given(truth=truths(), cascade=st.booleans(), most=st.sampled_from(Reasoning), place=st.integers(0, 10**6))
def test_the_hardest_step_is_that_of_the_reasoning_levels(truth, cascade, most, place) -> None:
    if not truth.order:
        return
    # From another cell most boards end at once.
    best = min(map(truth.clue, truth.order))
    starts = [cell for cell in truth.order if truth.clue(cell) == best]
    start = starts[place % len(starts)]
    layout = Layout(Board(truth.height, truth.width), truth.mines)
    expected = by_levels(truth, start, cascade)
    found = hardest_step(layout, start, most)
    assert found == (expected if expected is not None and expected <= most else None)


@pytest.mark.parametrize("cascade", [True, False])
@pytest.mark.parametrize("height, width, mines", [(9, 9, 10), (16, 16, 40), (7, 13, 19)])
def test_all_levels_are_those_of_the_reasoning_levels_on_larger_boards(height, width, mines, cascade) -> None:
    board, start = Board(height, width), (height // 2, 2)
    seen = set()
    for seed in range(12):
        layout = Layout.random(board, mines, seed, board.neighbours(start) | {start})
        order = tuple(cell for cell in board.cells if cell not in layout.mines)
        expected = by_levels(Truth(height, width, layout.mines, order), start, cascade)
        seen.add(expected)
        for most in Reasoning:
            assert hardest_step(layout, start, most) == (
                expected if expected is not None and expected <= most else None
            )
    assert len(seen) > 2


def test_a_mine_in_the_first_cell_leaves_nothing_to_solve() -> None:
    assert hardest_step(Layout(Board(2, 2), frozenset({(0, 0)})), (0, 0)) is None


@pytest.mark.slow
@given(
    size=st.sampled_from([(3, 4), (2, 7), (4, 4), (3, 6), (5, 3)]),
    mines=st.integers(1, 7),
    rules=st.sampled_from(RULES),
    asked=st.builds(HardestStep, st.sampled_from(Reasoning), st.booleans()),
    seed=st.integers(0, 10**18 - 1),
    place=st.integers(0, 10**6),
)
def test_a_board_has_the_first_seed_that_qualifies(size, mines, rules, asked, seed, place) -> None:
    height, width = size
    start = divmod(place % (height * width), width)
    mines = min(mines, height * width - 9)
    tried = 0
    while True:
        at = (seed + tried) % 10**18
        game = Minesweeper(height, width, mines, rules=rules, seed=at)
        game.play(Action(Verb.REVEAL, start))
        truth = Truth(height, width, frozenset(game.mines), tuple(set(game.grid.cells) - game.mines))
        tried += 1
        hardest = by_levels(truth, start, rules.cascade)
        assert (hardest is not None) == is_solvable(truth, start, rules.cascade)
        if hardest is not None and (hardest == asked.level if asked.is_exact else hardest <= asked.level):
            break
        if tried == 60:  # such a board may not exist
            return
    assert find_board(height, width, mines, rules, start, asked, seed) == FoundBoard(at, hardest, tried)


def test_the_seed_after_the_last_one_is_0() -> None:
    asked = HardestStep(SUBSET, is_exact=True)
    found = [find_board(9, 9, 20, CLASSIC_RULES, (4, 4), asked, seed) for seed in (10**18 - 1, 0)]
    assert found[0].tried == found[1].tried + 1
    assert found[0].seed == found[1].seed


def test_the_number_of_boards_tried_is_passed_on() -> None:
    seen: list[int] = []
    found = find_board(16, 16, 60, CLASSIC_RULES, (4, 4), HardestStep(OVERLAP), seed=5, progress=seen.append)
    assert seen == list(range(1, found.tried))
    assert seen


@pytest.mark.parametrize("size, mines", [((9, 9), 73), ((2, 4), 1), ((9, 9), -1)])
def test_a_board_without_room_for_an_opening_is_refused(size, mines) -> None:
    with pytest.raises(MineCountError, match="9 cells without mines"):
        find_board(*size, mines, CLASSIC_RULES, (0, 0), HardestStep(CASES), seed=1)


def test_a_wrong_size_or_cell_is_refused() -> None:
    with pytest.raises(BoardSizeError):
        find_board(0, 9, 1, CLASSIC_RULES, (0, 0), HardestStep(CASES), seed=1)
    with pytest.raises(CellError):
        find_board(9, 9, 10, CLASSIC_RULES, (9, 0), HardestStep(CASES), seed=1)


def test_a_search_ends_at_its_limit(monkeypatch) -> None:
    monkeypatch.setattr(no_guess, "MOST_TRIED", 30)
    with pytest.raises(MinesweeperError, match=r"^none of 30 boards .* exactly cases$"):
        find_board(5, 5, 1, CLASSIC_RULES, (0, 0), HardestStep(CASES, is_exact=True), seed=1)


def test_a_search_ends_when_it_is_stopped() -> None:
    left = iter(range(50))

    def poll() -> None:
        if next(left, None) is None:
            raise Stopped

    with pytest.raises(Stopped):
        find_board(16, 30, 170, CLASSIC_RULES, (0, 0), HardestStep(CASES), seed=1, poll=poll)


def test_boards_that_are_too_hard_to_count_are_left_out(monkeypatch) -> None:
    asked = HardestStep(CASES)
    assert find_board(9, 9, 12, CLASSIC_RULES, (4, 4), asked, seed=31).hardest is COUNT
    monkeypatch.setattr(no_guess, "COUNT_BUDGET", 0)
    assert find_board(9, 9, 12, CLASSIC_RULES, (4, 4), asked, seed=31).hardest <= OVERLAP
