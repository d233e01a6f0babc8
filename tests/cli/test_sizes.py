"""Tests of the sizes that the commands take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.arguments import MAX_CELLS
from minesweeper_qt.cli.lab_command import MAX_BOARD_CELLS
from minesweeper_qt.model import Difficulty
from tests.cli.support.lab_program import SMALL


@pytest.mark.parametrize("width, height", [(1000, 41), (200, 201)])
@pytest.mark.parametrize("command", [["solve"], ["explain", "0", "0"]])
def test_a_position_that_would_take_minutes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], width: int, height: int
) -> None:
    path = tmp_path / "board.txt"
    path.write_text("\n".join([f"{width}x{height}x9", *["H" * width] * height]))
    name, *cell = command
    with pytest.raises(SystemExit) as end:
        program.main([name, str(path), *cell])
    assert end.value.code == 2
    size = f"{width}×{height} are {width * height:,} cells"
    assert capsys.readouterr() == (
        "",
        f"minesweeper-qt: error: {str(path)!r}: {size}; allowed are up to 40,000: a larger board would take minutes\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize("width, height", [(200, 200), (1000, 40)])
def test_the_largest_position_is_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], width: int, height: int
) -> None:
    assert width * height == MAX_CELLS
    path = tmp_path / "board.txt"
    path.write_text("\n".join([f"{width}x{height}x9", *["H" * width] * height]))
    assert program.main(["solve", str(path), "--strategy", "exact"]) == 0
    assert capsys.readouterr().out.startswith(f"{width}×{height}, 9 mines: ")


def test_a_board_that_would_take_minutes_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        json.dumps({"height": height, "width": width, "mines": [[0, 0]], "start": [9, 9]})
        for height, width in ((100, 100), (10, 1000), (101, 100))
    ]
    path = Path("boards.jsonl")
    path.write_text("\n".join(["", *lines[:2], " ", lines[2], ""]))
    with pytest.raises(SystemExit) as end:
        program.main([*SMALL[:1], "--boards", str(path)])
    assert end.value.code == 2
    assert capsys.readouterr() == (
        "",
        f"minesweeper-qt: error: --boards {str(path)!r}, line 5: 100×101 are 10,100 cells; "
        "allowed are up to 10,000: a larger board would take minutes\n",
    )


def test_the_boards_of_a_file_may_be_as_large_as_those_of_the_options() -> None:
    largest = Difficulty.custom(Difficulty.MAX_SIDE, Difficulty.MAX_SIDE, 1)
    assert largest.height * largest.width == MAX_BOARD_CELLS
