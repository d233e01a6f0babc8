"""Kills the lab at random moments: with ``--resume`` it ends with the results of a run that nothing disturbed."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import psutil
import pytest

from minesweeper_qt.model.lab.results import COLUMNS
from tests.paths import ROOT
from tests.stress.effort import Effort

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

_LAB = ["lab", "--height", "8", "--width", "8", "--mines", "10", "--games", "150"]
_STRATEGIES = ["--strategy", "cs50", "--strategy", "exact"]
_KILLS = ("SIGKILL", "SIGKILL of group", "SIGKILL of worker", "SIGTERM of worker", "SIGTERM", "SIGINT of group")
_MOST_KILLS = 4
"""The most kills of one file, after which it is finished."""

_PATIENCE = 120


def _run(arguments: list[str], rng: random.Random | None = None, kill: str = "") -> int:
    """Run the lab, disturb it by ``kill`` at a random moment, and return its exit code once all of it has ended."""
    command = [sys.executable, "-m", "minesweeper_qt", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        name, _, whom = kill.partition(" of ")
        workers: list[psutil.Process] = []
        if rng is not None:
            sleep(rng.choice((0.1, 0.5, 1, 2)) * rng.random())
            with suppress(psutil.NoSuchProcess):
                workers = psutil.Process(process.pid).children(recursive=True)
            victim = rng.choice([each.pid for each in workers] or [process.pid]) if whom == "worker" else process.pid
            with suppress(ProcessLookupError):
                (os.killpg if whom == "group" else os.kill)(victim, getattr(signal, name))
        _, errors = process.communicate(timeout=_PATIENCE)
    _, alive = psutil.wait_procs(workers, _PATIENCE)
    assert not alive, f"processes outlive the lab: {alive}"
    # What is left of a killed program may complain: a worker that was just being started, or Python's own helper.
    assert "SIG" in kill or not errors.count("Traceback"), errors
    return process.returncode


def _rows(file: Path) -> list[tuple[str, ...]]:
    """Return the rows of a file that are whole, without the time that each game took."""
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    place = COLUMNS.index("ms")
    rows = csv.reader(line for line in lines if line.endswith("\n"))
    return [(*row[:place], *row[place + 1 :]) for row in rows]


def test_kills_of_the_lab(effort: Effort, tmp_path: Path) -> None:
    figures = dict.fromkeys(("kills", "files"), 0)
    expected = tmp_path / "expected.csv"
    assert _run([*_LAB, *_STRATEGIES, "--out", str(expected)]) == 0
    reference = _rows(expected)
    for seed in effort.cases(200, figures, "kills"):
        rng = random.Random(f"kills {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        out = folder / "out.csv"
        command = [*_LAB, *_STRATEGIES, "--jobs", str(rng.randint(1, 3)), "--out", str(out), "--resume"]
        before: set[tuple[str, ...]] = set()
        for kill in rng.choices(_KILLS, k=rng.randint(1, _MOST_KILLS)):
            _run(command, rng, kill)
            rows = _rows(out)
            assert before <= set(rows) <= set(reference), "a row was lost, or is wrong"
            assert len(rows) == len(set(rows))
            before = set(rows)
            figures["kills"] += 1
        assert _run(command) == 0
        assert _rows(out) == reference
        assert [file.name for file in folder.iterdir()] == [out.name], "a file is left over"
        figures["files"] += 1
