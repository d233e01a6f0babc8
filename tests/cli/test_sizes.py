"""Tests of the sizes that the commands take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper_qt.cli.arguments import MAX_CELLS
from minesweeper_qt.cli.lab_command import MAX_BOARD_CELLS
from minesweeper_qt.model import Difficulty


def board(width: int, height: int) -> str:
    return "\n".join([f"{width}x{height}x9", *["H" * width] * height])


@pytest.mark.parametrize("width, height", [(1000, 41), (200, 201)])
@pytest.mark.parametrize("command", [["solve"], ["explain", "0", "0"]])
def test_a_position_that_would_take_minutes_is_refused(run_on, command: list[str], width: int, height: int) -> None:
    name, *cell = command
    size = f"{width}×{height} are {width * height:,} cells"
    message = f"FILE: {size}; allowed are up to 40,000: a larger board would take minutes"
    assert run_on(board(width, height), name, "FILE", *cell) == (2, "", f"minesweeper-qt: error: {message}\n")


@pytest.mark.slow
@pytest.mark.parametrize("width, height", [(200, 200), (1000, 40)])
def test_the_largest_position_is_solved(run_on, width: int, height: int) -> None:
    assert width * height == MAX_CELLS
    code, output, _ = run_on(board(width, height), "solve", "FILE", "--strategy", "exact")
    assert code == 0
    assert output.startswith(f"{width}×{height}, 9 mines: ")


def test_a_board_that_would_take_minutes_is_refused_with_its_line(tmp_path: Path, refused) -> None:
    sizes = [{"height": height, "width": width} for height, width in ((100, 100), (10, 1000), (101, 100))]
    lines = [json.dumps({**size, "mines": [[0, 0]], "start": [9, 9]}) for size in sizes]
    path = tmp_path / "boards.jsonl"
    path.write_text("\n".join(["", *lines[:2], " ", lines[2], ""]))
    message = "line 5: 100×101 are 10,100 cells; allowed are up to 10,000: a larger board would take minutes"
    assert refused("lab", "--boards", path).endswith(message)


def test_the_boards_of_a_file_may_be_as_large_as_those_of_the_options() -> None:
    largest = Difficulty.custom(Difficulty.MAX_SIDE, Difficulty.MAX_SIDE, 1)
    assert largest.height * largest.width == MAX_BOARD_CELLS
