"""Fixtures for tests on a real X server, with synthetic mouse and keys.

Run them with `QT_QPA_PLATFORM=xcb pytest -m x11` and DISPLAY set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable

import pytest


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
