"""A monkey uses both windows at random, in a process of its own: no errors, warnings, gaps of event loops, growth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.stress.effort import Effort

FULL_SECONDS = 600

LEAST_GAP = 0.05
"""The longest gap, beyond those of an idle program at the same time, that is not counted: in seconds."""

MOST_BUSY = 0.6
"""The most seconds that the main thread may compute between two rounds of the event loop.

Other programs on the machine make gaps longer, but hardly this figure. A slow machine doubles it at most.
"""

LEAST_GROWING = 60
"""The fewest seconds of a run after which growth is looked at: in a shorter one the caches are still being filled."""

MORE_QOBJECTS, MORE_OBJECTS, MORE_MEGABYTES = 150, 300_000, 250
"""How much more there may be at the end than after a quarter of the run, when most caches have been used.

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
    with log.open("w") as actions:
        ended = subprocess.run(
            command,
            stdout=actions,
            stderr=subprocess.PIPE,
            text=True,
            timeout=seconds * 3 + 300,
            check=False,
            env=environment,
            cwd=folder,
        )
    last = "\n".join(log.read_text().splitlines()[-40:])
    assert ended.returncode == 0, f"seed {seed}: exit code {ended.returncode}\n{ended.stderr[-6000:]}\nafter\n{last}"
    found: dict[str, Any] = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    assert not found["problems"], f"seed {seed}: " + "\n".join(found["problems"][:5]) + f"\nafter\n{last}"
    return found


def growth(found: dict[str, Any], name: str) -> int:
    """Return how much more of ``name`` there is at the end than after the first quarter."""
    figures = [figures[name] for _, figures in found["growth"]]
    return figures[-1] - max(figures[: max(len(figures) // 4, 1)])


def test_a_monkey(effort: Effort, tmp_path: Path) -> None:
    seconds = FULL_SECONDS if effort.seconds is None else effort.seconds
    figures = {"seconds of use": 0, "actions": 0, "gaps over 50 ms": 0, "longest gap in ms": 0, "longest busy ms": 0}
    for seed in effort.cases(full=FULL_SECONDS, figures=figures, unit="seconds of use"):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = run(seed, seconds, folder)
        gaps = [gap for gap in found["gaps"] if gap["beyond"] > LEAST_GAP]
        figures["seconds of use"] += round(seconds)
        figures["actions"] += found["actions"]
        figures["gaps over 50 ms"] += len(gaps)
        for name, key in (("longest gap in ms", "beyond"), ("longest busy ms", "busy")):
            figures[name] = max([figures[name], *(round(gap[key] * 1000) for gap in gaps)])
        for name, most in (
            ("QObjects", MORE_QOBJECTS),
            ("objects", MORE_OBJECTS),
            ("MB", MORE_MEGABYTES),
        ):
            figures[f"more {name}"] = growth(found, name)
            assert seconds < LEAST_GROWING or growth(found, name) <= most, f"seed {seed}: {name}: {found['growth']}"
        too_long = [gap for gap in gaps if gap["busy"] > MOST_BUSY]
        assert not too_long, f"seed {seed}: " + "\n".join(map(str, too_long[:10]))
