"""Kills the window at random moments: the next start goes on with the game, and no finished game gets lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

from minesweeper_qt.model.statistics.game_store import GameStore
from tests.paths import ROOT
from tests.stress.effort import Effort

_OLDEST = 2.0
"""The most seconds of the clock that a kill may lose."""


def _run(folder: Path, seed: int, seconds: float, *, waits: bool = True) -> list[dict[str, Any]]:
    """Play in ``folder``, kill that after some ``seconds``, and return what it printed.

    It ``waits`` for the window first; else the kill may come while that is being made.
    """
    command = [sys.executable, "-m", "tests.stress.support.journal_player", str(folder), str(seed)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline() if waits else b""
        sleep(seconds)
        process.kill()
        # A line that was cut off says nothing.
        lines = (first + process.stdout.read()).decode().split("\n")[:-1]
        errors = [line for line in process.stderr.read().decode().splitlines() if "propagateSizeHints" not in line]
        assert not errors, errors
    return [json.loads(line) for line in lines]


def _untimed(moves: list[str]) -> list[str]:
    return [move.split(" at ")[0] for move in moves]


def test_kills_of_the_window(effort: Effort, tmp_path: Path) -> None:
    figures = dict.fromkeys(("kills", "resumed", "actions lost", "finished games", "worst clock, ms"), 0)
    finished: set[int] = set()
    last: dict[str, Any] | None = None
    before: dict[str, Any] | None = None
    for seed in effort.cases(200, figures, "kills"):
        rng = random.Random(f"journal {seed}")
        states = _run(tmp_path, seed, rng.choice((0.0, 0.2, 1.0)) * rng.random(), waits=rng.random() < 0.8)
        figures["kills"] += 1
        if not states:
            continue
        assert not [state for state in states if state["what"] == "troubled"], states[-1]
        now = states[0]
        is_under_way = last is not None and last["moves"] and not last["over"]
        if is_under_way and not now["moves"]:
            # The last action was written but not printed, and it has ended the game.
            finished.add(last["seed"])
        elif is_under_way:
            figures["resumed"] += 1
            assert now["seed"] == last["seed"], "another game"
            kept, played = _untimed(now["moves"]), _untimed(last["moves"])
            is_back = before is not None and kept == _untimed(before["moves"])
            assert kept[: len(played)] == played or kept == played[:-1] or is_back
            figures["actions lost"] += len(kept) < len(played)
            lost = last["seconds"] - now["seconds"]
            assert lost <= _OLDEST, f"{lost} s are lost"
            figures["worst clock, ms"] = max(figures["worst clock, ms"], round(lost * 1000))
            assert now["help"] & last["help"] == last["help"]
            assert now["paused"]
        finished.update(state["seed"] for state in states if state["over"])
        figures["finished games"] = len(finished)
        last, before = states[-1], states[-2] if len(states) > 1 else now
    store = GameStore(tmp_path / "statistics.sqlite")
    _run(tmp_path, 0, 3)  # what is not filed yet is filed at the next start
    kept = {game.seed for level in store.levels() for game in store.games(level, 0, 10_000)}
    assert finished <= kept, "a finished game is not in the statistics"
