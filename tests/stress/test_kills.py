"""Kills the lab at random moments: with ``--resume`` it ends with the results of a run that nothing disturbed."""

from __future__ import annotations

import random
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.stress.effort import Effort
from tests.stress.support.lab_runs import ENDS, Run, run, whole_lines, without_time

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to find the workers")

_LAB = ["lab", "--height", "8", "--width", "8", "--mines", "10", "--games", "150"]
_STRATEGIES = ["--strategy", "cs50", "--strategy", "exact"]
_KILLS = (
    *("SIGKILL", "SIGKILL", "SIGKILL of group", "SIGKILL of worker", "SIGTERM of worker"),
    *("SIGTERM", "SIGINT", "SIGHUP", "SIGTERM of group", "SIGINT of group", "SIGHUP of group"),
)
_MOST_KILLS = 4
"""The most kills of one file, after which it is finished."""

_MOST_UNSEEN = 40
"""The most games that a run may play before it is noticed that it handles signals."""

_PROGRESS = re.compile(r"[\d,]+ of [\d,]+ are played(; --resume continues)?|cs50 +[\d,]+/[\d,]+.* s( left)?")
_LOST = "minesweeper-qt: error: a process that played has died"


def _check_end(done: Run) -> None:
    """Check the exit code of a run, and that it wrote nothing but lines of message."""
    name, _, whom = done.kill.partition(" of ")
    if name == "SIGKILL" and whom != "worker":
        # What is left of a killed program may complain: a worker that was just being started, or Python's own helper.
        assert done.code in (-9, 0), done
        return
    assert "Traceback" not in done.err, done.err
    expected = {0, 1} if whom == "worker" else {0, ENDS.get(name, 0)}
    # A signal may also arrive when the lab has printed the results, and no longer handles it.
    late = bool(done.out) and done.kill and done.code == -getattr(signal, name)
    assert done.code in expected or late, done
    wrong = [line for line in done.err.splitlines() if not _PROGRESS.fullmatch(line) and line != _LOST]
    assert not wrong, done.err
    assert (_LOST in done.err) == (done.code == 1), done


def _check_rows(before: list[str], after: list[str], reference: set[tuple[str, ...]]) -> None:
    """Check that each row is whole and right, that none is there twice, and that none was lost."""
    rows = without_time(after)
    assert set(rows) <= reference
    assert len(rows) == len(set(rows))
    assert set(before) <= set(after), "a row was lost"


def test_kills_of_the_lab(effort: Effort, tmp_path: Path) -> None:
    figures = dict.fromkeys(("kills", *_KILLS, "too late", "files"), 0)
    expected = tmp_path / "expected.csv"
    assert run([*_LAB, *_STRATEGIES, "--out", str(expected)]).code == 0
    reference = without_time(whole_lines(expected))
    for seed in effort.cases(200, figures, "kills"):
        rng = random.Random(f"kills {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        out = folder / "out.csv"
        command = [*_LAB, *_STRATEGIES, "--jobs", str(rng.randint(1, 3)), "--out", str(out), "--resume"]
        before: list[str] = []
        for kill in rng.choices(_KILLS, k=rng.randint(1, _MOST_KILLS)):
            done = run(command, rng, kill)
            _check_end(done)
            after = whole_lines(out)
            assert done.was_ready or len(after) - len(before) < _MOST_UNSEEN, f"it does not handle signals: {done}"
            _check_rows(before, after, set(reference))
            before = after
            figures["kills" if done.kill else "too late"] += 1
            if done.kill:
                figures[kill] += 1
        last = run(command)
        _check_end(last)
        assert without_time(whole_lines(out)) == reference
        assert [file.name for file in folder.iterdir()] == [out.name], "a file is left over"
        figures["files"] += 1
