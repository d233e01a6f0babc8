"""Tests of layouts: random draws, given mines and clues."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Board, CellError, MineCountError, Minesweeper
from minesweeper_qt.model.game.minesweeper import Layout
from tests.model.support.oracles import around


@pytest.mark.parametrize("clear", [frozenset(), frozenset({(0, 0)}), frozenset({(0, 1), (1, 1)})], ids=len)
def test_all_layouts_are_equally_likely(clear: frozenset) -> None:
    board, mines, draws = Board(2, 3), 2, 6000
    possible = [frozenset(pair) for pair in combinations(sorted(set(board.cells) - clear), mines)]
    seen = Counter(Layout.random(board, mines, seed, clear).mines for seed in range(draws))
    assert seen.keys() == set(possible)
    expected = draws / len(possible)
    # At most 14 degrees of freedom, where 1 in 1000 fair draws exceeds 36; fixed seeds make it the same every time.
    assert sum((seen[layout] - expected) ** 2 / expected for layout in possible) < 36


@pytest.mark.slow
@given(side=st.integers(1, 9), other=st.integers(1, 9), seed=st.integers(0, 2**31), data=st.data())
def test_it_has_the_number_of_mines_and_none_in_the_clear(side: int, other: int, seed: int, data) -> None:
    board = Board(side, other)
    clear = frozenset(data.draw(st.sets(st.sampled_from(board.cells))))
    mines = data.draw(st.integers(0, len(board.cells) - len(clear)))
    layout = Layout.random(board, mines, seed, clear)
    assert len(layout.mines) == mines
    assert layout.mines <= set(board.cells) - clear
    assert layout == Layout.random(board, mines, seed, clear)


@pytest.mark.slow
@given(seed=st.integers(0, 2**31), cell=st.tuples(st.integers(0, 5), st.integers(0, 6)))
def test_only_mines_in_the_clear_move(seed: int, cell: tuple[int, int]) -> None:
    board = Board(6, 7)
    clear = board.neighbours(cell) | {cell}
    before, after = Layout.random(board, 10, seed), Layout.random(board, 10, seed, clear)
    assert before.mines - after.mines == before.mines & clear


def test_another_seed_gives_another_layout() -> None:
    board = Board(16, 16)
    assert len({Layout.random(board, 40, seed).mines for seed in range(20)}) == 20


@pytest.mark.parametrize("mines", [-1, 6, 1.0, True, None])
def test_a_number_of_mines_without_room_is_an_error(mines) -> None:
    with pytest.raises(MineCountError, match="mines on a board of 3×2; allowed are 0 to 5"):
        Layout.random(Board(2, 3), mines, 1, frozenset({(0, 0)}))


def test_given_mines_must_be_on_the_board() -> None:
    assert Layout.of(Board(2, 3), [(0, 0), (0, 0), (1, 2)]).mines == {(0, 0), (1, 2)}
    for cell in ((-1, 0), (2, 0), None):
        with pytest.raises(CellError):
            Layout.of(Board(2, 3), [cell])


@pytest.mark.slow
@given(seed=st.integers(0, 2**31))
def test_a_clue_counts_the_mines_around_but_not_the_cell(seed: int) -> None:
    board = Board(4, 5)
    game = Minesweeper(4, 5, 9, seed=seed)
    for cell in board.cells:
        assert game.nearby_mines(cell) == len(around(4, 5, cell) & game.mines)
