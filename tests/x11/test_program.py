"""The program as a whole, from its start to its exit code, played with the keys of a real X server.

MINESWEEPER_COMMAND: the program to run, such as the one of an installed wheel, instead of this checkout's.
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
        """Wait until the title is as the pattern says, and return it."""
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
        # Without a window manager nobody gives the window the focus.
        self.xdotool("windowfocus", "--sync", self.window)
        self.xdotool("key", "--delay", 50, *keys)

    def ends_well(self):
        """Wait for the end: exit code 0 and not a word of complaint."""
        _, complaints = self.process.communicate(timeout=SECONDS)
        assert (self.process.returncode, complaints) == (0, "")


@pytest.fixture
def start(tmp_path, xdotool):
    processes = []

    def start(*arguments):
        command = shlex.split(os.environ.get("MINESWEEPER_COMMAND", "")) or [sys.executable, "-m", "minesweeper_qt"]
        environ = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
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
    program.wait_for("Minesweeper - Beginner - (won|lost)")
    program.press("ctrl+r")
    program.wait_for("Minesweeper - Beginner - ready")
    program.press("ctrl+3")
    program.wait_for("Minesweeper - Intermediate - ready")
    program.press("ctrl+q")
    program.ends_well()

    remembered = start()
    remembered.wait_for("Minesweeper - Intermediate - ready")
    remembered.press("ctrl+q")
    remembered.ends_well()


@pytest.mark.parametrize("end", ["ctrl+q", signal.SIGINT], ids=["quit", "ctrl+c in the terminal"])
def test_the_program_ends_cleanly_in_the_middle_of_autoplay(start, end):
    program = start("play", "--level", "expert", "--autoplay", "--seed", "7")
    program.wait_for("Minesweeper - Expert - playing")
    if isinstance(end, str):
        program.press(end)
    else:
        program.process.send_signal(end)
    program.ends_well()
