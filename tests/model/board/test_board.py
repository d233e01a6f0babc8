"""Tests of the geometry of a board: cells, neighbours and impossible sizes."""

from __future__ import annotations

from cProfile import Profile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Board, BoardSizeError, CellError
from minesweeper_qt.model.board.board import BoardLine
from tests.model.support.oracles import around

NO_CELLS = [(-1, 0), (0, -1), (2, 0), (0, 3), [0, 0], {0, 1}, None, "00", 5, (), (0,), (0, 0, 0), (0, True), (0.0, 0)]


@pytest.mark.slow
@given(height=st.integers(1, 9), width=st.integers(1, 9))
def test_neighbours_are_the_cells_that_touch(height: int, width: int) -> None:
    board = Board(height, width)
    assert board.cells == tuple((i, j) for i in range(height) for j in range(width))
    for cell in board.cells:
        assert board.neighbours(cell) == around(height, width, cell)
        assert cell in board


@pytest.mark.parametrize("cell", NO_CELLS)
def test_what_is_not_on_the_board_is_an_error_and_never_wraps(cell) -> None:
    board = Board(2, 3)
    for on_board in board.cells:
        board.neighbours(on_board)
    assert cell not in board
    for method in (board.cell, board.neighbours):
        with pytest.raises(CellError, match="is not on the board: rows are 0 to 1, columns 0 to 2") as caught:
            method(cell)
        assert isinstance(caught.value, IndexError)


@pytest.mark.parametrize("side", [0, -1, 1001, 10**9, 2.0, True, None, "8"])
def test_an_impossible_side_is_an_error_that_names_it(side) -> None:
    with pytest.raises(BoardSizeError, match=r"height is .*; allowed are whole numbers from 1 to 1000"):
        Board(side, 2)
    with pytest.raises(BoardSizeError, match=r"width is .*; allowed are whole numbers from 1 to 1000"):
        Board(2, side)


def test_cells_handed_out_are_always_the_same_objects() -> None:
    board = Board(300, 2)
    for cell in ((299, 1), (298, 0)):
        assert board.cell(cell) is board.cells[cell[0] * 2 + cell[1]]
        assert all(near is board.cell(near) for near in board.neighbours(cell))


def test_a_line_has_no_negative_index() -> None:
    line = BoardLine([1, 2])
    assert (line[0], line[1], line[:1], line) == (1, 2, [1], [1, 2])
    for index in (-1, 2):
        with pytest.raises(CellError, match="allowed are 0 to 1"):
            line[index]


def test_the_repr_shows_the_size() -> None:
    assert repr(Board(2, 3)) == "Board(2, 3)"


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1), (2, 2), (4, 7)])
def test_a_block_is_a_cell_with_its_neighbours_in_reading_order(size: tuple[int, int]) -> None:
    board = Board(*size)
    for cell in board.cells:
        assert board.block(cell) == sorted(board.neighbours(cell) | {cell})


def test_to_find_a_block_calls_nothing() -> None:
    """An opening of a large board finds thousands of them."""
    profile = Profile()
    profile.runcall(Board(100, 100).block, (50, 50))
    # Not the sum of all calls: from Python 3.12 on, those that a profiler around this one makes are among them.
    (entry,) = [entry for entry in profile.getstats() if entry.code is Board.block.__code__]
    assert not entry.calls
