"""Tests of the whole program, from its start to its exit code, played with keys on a real X server.

The environment variable MINESWEEPER_COMMAND names the program to run, such as the one of an installed wheel, instead of
this checkout's.
"""

from __future__ import annotations

import signal

import pytest

pytestmark = pytest.mark.x11


def test_a_short_game_with_the_keys(start):
    program = start("play", "--level", "beginner", "--seed", "1")
    program.wait_for("Minesweeper - Beginner - ready")
    program.press("Down", "Right", "space")
    program.wait_for("Minesweeper - Beginner - playing")
    program.press("o", "k", "a", *["bracketright"] * 8, "p")
    program.wait_for("Minesweeper - Beginner - paused")
    program.press("p")
    program.wait_for("Minesweeper - Beginner - playing")
    program.press("shift+p")
    program.wait_for("Minesweeper - Beginner - (won|lost)")
    program.press("ctrl+r")
    program.wait_for("Minesweeper - Beginner - ready")
    program.press("ctrl+3")
    program.wait_for("Minesweeper - Intermediate - ready")
    program.press("ctrl+q")
    program.assert_ends_cleanly()

    remembered = start()
    remembered.wait_for("Minesweeper - Intermediate - ready")
    remembered.press("ctrl+q")
    remembered.assert_ends_cleanly()


@pytest.mark.parametrize("end", ["ctrl+q", signal.SIGINT], ids=["quit", "ctrl+c in the terminal"])
def test_the_program_ends_cleanly_in_the_middle_of_autoplay(start, end):
    program = start("play", "--level", "expert", "--autoplay", "--seed", "7")
    program.wait_for("Minesweeper - Expert - playing")
    if isinstance(end, str):
        program.press(end)
    else:
        program.process.send_signal(end)
    program.assert_ends_cleanly()
