"""Tests of the whole program, from its start to its exit code, played with keys on a real X server.

The environment variable MINESWEEPER_COMMAND names the program to run, such as the one of an installed wheel, instead of
this checkout's.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.x11

SECONDS = 30


class Program:
    """A running program and its window."""

    def __init__(self, process, xdotool):
        self.process = process
        self.xdotool = xdotool
        self.window = ""

    def wait_for(self, title):
        """Wait until the window's title matches the pattern ``title``, and return it."""
        end = time.monotonic() + SECONDS
        seen = ""
        while time.monotonic() < end:
            assert self.process.poll() is None, f"it ended: {self.process.communicate()}"
            self.window = self.window or self.xdotool("search", "--onlyvisible", "--name", "^Minesweeper - ")
            if self.window:
                seen = self.xdotool("getwindowname", self.window)
                if re.fullmatch(title, seen):
                    return seen
            time.sleep(0.05)
        pytest.fail(f"the title stayed {seen!r} for {SECONDS} s and never was {title!r}")

    def press(self, *keys):
        """Send keys, by their names in X, to the window."""
        # Without a window manager the window gets no focus by itself.
        self.xdotool("windowfocus", "--sync", self.window)
        self.xdotool("key", "--delay", 50, *keys)

    def assert_ends_cleanly(self):
        """Wait until the program ends; check that the exit code is 0 and that nothing was written to stderr."""
        _, errors = self.process.communicate(timeout=SECONDS)
        assert (self.process.returncode, errors) == (0, "")


@pytest.fixture
def start(tmp_path, xdotool):
    processes = []

    def start(*arguments):
        command = shlex.split(os.environ.get("MINESWEEPER_COMMAND", "")) or [sys.executable, "-m", "minesweeper_qt"]
        environ = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        process = subprocess.Popen(
            [*command, *arguments], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        processes.append(process)
        return Program(process, xdotool)

    yield start
    for process in processes:
        process.kill()
        process.communicate()


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
