"""Helpers that run the command `lab` for its tests, wait for it and read its results."""

from __future__ import annotations

import csv
import signal
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
    """Return the rows of a results file without the column ``ms``: the time differs from run to run."""
    with open(path, newline="") as file:
        return [{name: cell for name, cell in row.items() if name != "ms"} for row in csv.DictReader(file)]


@contextmanager
def started(*arguments: object, module: str = "minesweeper_qt") -> Iterator[subprocess.Popen[str]]:
    """Start ``python -m module`` in a process group of its own; it is killed at the end of the block."""
    command, pipe = [sys.executable, "-m", module, *map(str, arguments)], subprocess.PIPE
    own = {"start_new_session": True, "preexec_fn": None if sys.platform == "win32" else _be_interruptible}
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, **own) as process:
        try:
            yield process
        finally:
            process.kill()


def _be_interruptible() -> None:
    """Let SIGINT be what it is in a terminal, even if these tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(condition, seconds: float = 40) -> None:
    """Wait until ``condition`` returns true; fail after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)


def size(path: Path) -> int:
    """Return the size of a file in bytes; 0 if it does not exist."""
    return path.stat().st_size if path.exists() else 0
