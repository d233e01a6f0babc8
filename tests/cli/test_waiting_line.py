"""Tests of the line that is shown during a long computation, and of the sizes that the commands take."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.lab_arguments import MAX_BOARD_CELLS
from minesweeper_qt.cli.position_file import MAX_CELLS
from minesweeper_qt.cli.waiting_line import waiting_line
from minesweeper_qt.model import Difficulty
from tests.cli.support.lab_program import ROOT, SMALL


class Terminal(io.StringIO):
    """A stream that is a terminal, and fails to write once it is closed on the other side."""

    is_gone = False

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.is_gone:
            raise OSError(5, "Input/output error")
        return super().write(text)


def test_a_short_computation_shows_nothing() -> None:
    screen = Terminal()
    with waiting_line("solving", screen, environ={}):
        pass
    assert screen.getvalue() == ""


def test_a_long_computation_shows_its_time_and_takes_it_away() -> None:
    screen = Terminal()

    def compute() -> None:
        while not screen.getvalue():
            time.sleep(0.01)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), waiting_line("solving 9x9", screen, environ={}, seconds=0.01):
        compute()
    assert screen.getvalue().startswith("\rsolving 9x9: 0 s; Ctrl-C ends it\x1b[K")
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("screen, environ", [(io.StringIO(), {}), (Terminal(), {"TERM": "dumb"})])
def test_what_can_not_move_its_cursor_shows_nothing(screen: io.StringIO, environ: dict[str, str]) -> None:
    with waiting_line("solving", screen, environ=environ, seconds=0.01):
        time.sleep(0.1)
    assert screen.getvalue() == ""


def test_a_terminal_that_has_gone_ends_the_line_and_nothing_else() -> None:
    screen = Terminal()
    screen.is_gone = True
    with waiting_line("solving", screen, environ={}, seconds=0.01):
        time.sleep(0.1)


ENDLESS = """
import sys, time
from minesweeper_qt import cli
from minesweeper_qt.model import Engine

def count_for_ever(*_):
    while True:
        time.sleep(0.001)

Engine.solve = count_for_ever
sys.exit(cli.main())
"""
"""The program with an engine that counts for ever: no position that is accepted takes long enough on every machine."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("name", ["solve", "explain"])
def test_ctrl_c_ends_a_long_computation_with_130(tmp_path: Path, name: str) -> None:
    pty = pytest.importorskip("pty")

    path = tmp_path / "board.txt"
    path.write_text("3x1x1\n1HH\n")
    cell = ["0", "1"] if name == "explain" else []
    main, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, name, path, *cell],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        shown = b""
        while b"Ctrl-C ends it" not in shown:
            shown += os.read(main, 1000)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=60)[0]
    shown += os.read(main, 1000)
    os.close(main)
    assert (process.returncode, output) == (130, b"")
    assert b"Traceback" not in shown
    assert shown.endswith(b"\r\x1b[K")


# -- sizes


@pytest.mark.parametrize("width, height", [(1000, 1000), (1000, 41), (200, 201)])
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
    size = f"{width}x{height} are {width * height:,} cells"
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
    assert capsys.readouterr().out.startswith(f"{width}x{height}, 9 mines: ")


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
        f"minesweeper-qt: error: --boards {str(path)!r}, line 5: 100x101 are 10,100 cells; "
        "allowed are up to 10,000: a larger board would take minutes\n",
    )


def test_the_boards_of_a_file_may_be_as_large_as_those_of_the_options() -> None:
    largest = Difficulty.custom(Difficulty.MAX_SIDE, Difficulty.MAX_SIDE, 1)
    assert largest.height * largest.width == MAX_BOARD_CELLS
