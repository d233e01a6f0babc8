"""Runs the lab in a session of its own, kills parts of it at random moments, and reads what it has left."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from tests.paths import ROOT

ENDS = {"SIGTERM": 143, "SIGINT": 130, "SIGHUP": 129}
"""The signals that request an orderly end, and the exit codes that follow."""

_PATIENCE = 120


@dataclass(frozen=True)
class Run:
    """What one run of the lab has left; ``kill`` is how it was disturbed, or nothing.

    ``was_ready`` is false if it ended before it was seen to handle signals.
    """

    kill: str
    was_ready: bool
    code: int
    out: str
    err: str


def run(arguments: list[str], rng: random.Random | None = None, kill: str = "") -> Run:
    """Run the lab; disturb it by ``kill`` at a random moment after it has begun, unless it ends before."""
    process = subprocess.Popen(
        [sys.executable, "-m", "minesweeper_qt", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        was_ready = True
        if rng is not None:
            was_ready = (kill == "SIGKILL" and rng.random() < 0.3) or _waits_for_signals(process)
            if not _disturb(process, rng, kill):
                kill = ""
        out, err = process.communicate(timeout=_PATIENCE)
        _wait_for_end_of(process.pid)
    except BaseException:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        raise
    return Run(kill, was_ready, process.returncode, out, err)


def _disturb(process: subprocess.Popen[str], rng: random.Random, kill: str) -> bool:
    """Send a signal to the process, its group or one of its workers, and return whether it was still running."""
    sleep(rng.choice((0, rng.random() * 0.1, rng.random(), rng.random() * 2)))
    name, _, whom = kill.partition(" of ")
    number = getattr(signal, name)
    if process.poll() is not None:
        return False
    try:
        if whom == "group":
            os.killpg(process.pid, number)
        elif whom == "worker":
            workers = _workers(process.pid)
            if not workers:
                return False
            os.kill(rng.choice(workers), number)
        else:
            os.kill(process.pid, number)
    except ProcessLookupError:
        return False
    return True


def _waits_for_signals(process: subprocess.Popen[str]) -> bool:
    """Wait until the lab handles signals, and return false if it ends before."""
    while process.poll() is None:
        if _handles_signals(process.pid):
            return True
        sleep(0.005)
    return False


def _handles_signals(pid: int) -> bool:
    """Return whether the process handles SIGTERM, as the lab does while it plays."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def _session(leader: int) -> list[int]:
    """Return the processes in the session of ``leader`` that are still running."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[3]) == leader and fields[0] not in "ZX":
            found.append(int(folder.name))
    return found


def _workers(leader: int) -> list[int]:
    """Return the processes that play for ``leader``."""
    found = []
    for pid in _session(leader):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if pid != leader and b"spawn_main" in command:
            found.append(pid)
    return found


def _wait_for_end_of(leader: int) -> None:
    """Wait until no process of the session is left."""
    deadline = monotonic() + _PATIENCE
    while left := _session(leader):
        assert monotonic() < deadline, f"processes outlive the lab: {left}"
        sleep(0.02)


def whole_lines(file: Path) -> list[str]:
    """Return the lines of a file that end with a line break."""
    if not file.exists():
        return []
    return [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]


def without_time(lines: list[str]) -> list[tuple[str, ...]]:
    """Return the rows of results, without the column of the time that each game took."""
    rows = list(csv.reader(lines))
    place = rows[0].index("ms") if rows else 0
    return [tuple(row[:place] + row[place + 1 :]) for row in rows]
