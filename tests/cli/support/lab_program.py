"""The lab's program for its tests: started, watched, and what it has written."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.paths import ROOT

SMALL = ["lab", "--height", "4", "--width", "4", "--mines", "3", "--first-click", "anything", "--jobs", "1"]
QUICK = [*SMALL, "--strategy", "cs50", "--strategy", "cs50-count"]


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file without the one thing that may differ: the time."""
    with open(path, newline="") as file:
        return [{name: cell for name, cell in row.items() if name != "ms"} for row in csv.DictReader(file)]


@contextmanager
def started(*arguments: object, module: str = "minesweeper_qt") -> Iterator[subprocess.Popen[str]]:
    """The program in a process group of its own, which ends with the test."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(what, seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
