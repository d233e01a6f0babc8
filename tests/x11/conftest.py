"""Fixtures for tests on a real X server, with synthetic mouse and keys.

Run them with `QT_QPA_PLATFORM=xcb pytest -m x11` and DISPLAY set.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

SECONDS = 30


def _missing_requirement() -> str | None:
    """Return the first requirement of these tests that is missing, or None."""
    if os.environ.get("QT_QPA_PLATFORM") != "xcb":
        return "QT_QPA_PLATFORM is not xcb: the other tests run offscreen"
    if not os.environ.get("DISPLAY"):
        return "DISPLAY is not set"
    if shutil.which("xdotool") is None:
        return "xdotool is not installed"
    return None


@pytest.fixture(autouse=True)
def needs_x11() -> None:
    """Skip the tests without X; fail them if MINESWEEPER_REQUIRE_X11=1 requires it."""
    missing = _missing_requirement()
    if missing is not None and os.environ.get("MINESWEEPER_REQUIRE_X11") == "1":
        pytest.fail(missing)
    if missing is not None:
        pytest.skip(missing)


@pytest.fixture
def xdotool() -> Callable[..., str]:
    """Return a function that runs xdotool and returns its output; a search that finds nothing is no error."""

    def run(*arguments: object) -> str:
        command = ["xdotool", *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert result.stderr == "", f"{command}: {result.stderr}"
        return result.stdout.strip()

    return run


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
        """Give the window the focus and send it keys, by their names in X."""
        # Without a window manager the window gets no focus by itself.
        self.xdotool("windowfocus", "--sync", self.window)
        if keys:
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
        environ = {**os.environ, "MINESWEEPER_QT_DATA": str(tmp_path)}
        process = subprocess.Popen(
            [*command, *arguments], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        processes.append(process)
        return Program(process, xdotool)

    yield start
    for process in processes:
        process.kill()
        process.communicate()
