"""A real X server with synthetic mouse and keys: `QT_QPA_PLATFORM=xcb pytest -m x11` with DISPLAY set."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable

import pytest


def _lacking() -> str | None:
    if os.environ.get("QT_QPA_PLATFORM") != "xcb":
        return "QT_QPA_PLATFORM is not xcb: the other tests run offscreen"
    if not os.environ.get("DISPLAY"):
        return "DISPLAY is not set"
    if shutil.which("xdotool") is None:
        return "xdotool is not installed"
    return None


@pytest.fixture(autouse=True)
def needs_x11() -> None:
    """Skip without X; fail where MINESWEEPER_REQUIRE_X11=1 promises that it is there."""
    lacking = _lacking()
    if lacking is not None and os.environ.get("MINESWEEPER_REQUIRE_X11") == "1":
        pytest.fail(lacking)
    if lacking is not None:
        pytest.skip(lacking)


@pytest.fixture
def xdotool() -> Callable[..., str]:
    """Run xdotool with these arguments and return what it prints; nothing found is no error."""

    def run(*arguments: object) -> str:
        command = ["xdotool", *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert result.stderr == "", f"{command}: {result.stderr}"
        return result.stdout.strip()

    return run
