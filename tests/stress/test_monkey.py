"""A monkey uses both windows at random, in a process of its own: no errors, warnings, growth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from tests.stress.effort import Effort

FULL_SECONDS = 600

LEAST_GROWING = 60
"""The fewest seconds of a run after which growth is looked at: in a shorter one the caches are still being filled."""

MORE_QOBJECTS, MORE_OBJECTS, MORE_MEGABYTES = 150, 300_000, 250
"""How much may be added from the first quarter of the run, when most caches have been used, to its end.

Objects of Qt: what the state leaves free, such as rows of menus. Python objects: 200 edits that can be undone, with
10,000 marks each at worst, share most of theirs; a history of 10,000 moves. Memory: the counts of fronts that are kept
(50 MB in each of two threads), the pictures of tiles, derivations and text.
"""


def run(seed: int, seconds: float, folder: Path) -> dict[str, Any]:
    """Run the program of the monkey, and return what it found; fail if it crashes."""
    command = [sys.executable, "-m", "tests.stress.support.monkey.program"]
    command += ["--seed", str(seed), "--seconds", str(seconds)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(__file__).parents[2])}
    log = folder / "actions.txt"
    settings: dict[str, Any] = {"env": environment, "cwd": folder, "timeout": seconds * 3 + 300}
    with log.open("w") as actions:
        ended = subprocess.run(command, stdout=actions, stderr=subprocess.PIPE, text=True, check=False, **settings)
    last = "\n".join(log.read_text().splitlines()[-40:])
    assert ended.returncode == 0, f"seed {seed}: exit code {ended.returncode}\n{ended.stderr[-6000:]}\nafter\n{last}"
    found: dict[str, Any] = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    assert not found["problems"], f"seed {seed}: " + "\n".join(found["problems"][:5]) + f"\nafter\n{last}"
    return found


def growth(found: dict[str, Any], name: str) -> float:
    """Return how much of ``name`` is added from the first quarter to the end if each interval adds what is usual.

    That is the median: what leaks is added in most intervals; a window that is made once, at whatever time, in one.
    """
    figures = [figures[name] for _, figures in found["growth"]]
    later = figures[len(figures) // 4 :]
    return median(after - before for before, after in pairwise(later)) * (len(later) - 1)


def test_a_monkey(effort: Effort, tmp_path: Path) -> None:
    seconds = FULL_SECONDS if effort.seconds is None else effort.seconds
    figures = {"seconds of use": 0, "actions": 0}
    for seed in effort.cases(full=FULL_SECONDS, figures=figures, unit="seconds of use"):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = run(seed, seconds, folder)
        figures["seconds of use"] += round(seconds)
        figures["actions"] += found["actions"]
        for name, most in (("QObjects", MORE_QOBJECTS), ("objects", MORE_OBJECTS), ("MB", MORE_MEGABYTES)):
            if seconds >= LEAST_GROWING:
                figures[f"more {name}"] = round(growth(found, name))
                assert growth(found, name) <= most, f"seed {seed}: {name}: {found['growth']}"
