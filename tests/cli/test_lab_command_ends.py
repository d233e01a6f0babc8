"""Tests of how the lab ends: finished games are kept after signals, and when the output can't be written."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import suppress

import pytest

from minesweeper_qt.cli import lab_command, program
from tests.cli.support.lab_program import QUICK, SMALL, rows, size, started, wait_for

pytestmark = pytest.mark.long


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name, code", [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_an_interrupt_prints_what_is_finished_and_the_file_goes_on(tmp_path, jobs, name, code):
    out = tmp_path / "out.csv"
    arguments = [*SMALL[:-1], jobs, "--strategy", "cs50", "--games", "1000000", "--out", out]
    with started(*arguments) as process:
        wait_for(lambda: size(out) > 1000)
        os.killpg(process.pid, getattr(signal, name))  # as a terminal does, workers included
        printed, err = process.communicate(timeout=30)
    assert process.returncode == code, err
    assert "Traceback" not in err
    finished = rows(out)
    assert [row["game"] for row in finished] == sorted((row["game"] for row in finished), key=int)
    assert printed.splitlines()[3].split()[:2] == ["cs50", f"{len(finished):,}"]
    assert err.splitlines()[-1] == f"{len(finished):,} of 1,000,000 are played; --resume continues"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("name, code", [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
@pytest.mark.parametrize("games", [2, 1_000_000])
def test_a_signal_at_any_moment_leaves_no_traceback(tmp_path, name, code, games):
    """Besides those of the test, the moments are those of a worker's start, which takes most of the first second."""
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    for number in range(3):
        moment, is_group, is_twice = chance.uniform(0.05, 1.6), chance.random() < 0.5, chance.random() < 0.3
        out = tmp_path / f"{number}.csv"
        arguments = [*SMALL[:-1], "2", "--strategy", "cs50", "--games", games, "--out", out]
        with started(*arguments) as process:
            time.sleep(moment)
            for _ in range(1 + is_twice):
                with suppress(ProcessLookupError):
                    (os.killpg if is_group else os.kill)(process.pid, getattr(signal, name))
                time.sleep(chance.uniform(0, 0.3) if is_twice else 0)
            _, err = process.communicate(timeout=60)
        what = f"seed {seed}, number {number}: {moment:.3f} s, group {is_group}, twice {is_twice}"
        # Before the program's own first line runs, Python itself has no better answer to Ctrl-C.
        if process.returncode != -signal.SIGINT and "Could not import runpy module" not in err:
            assert process.returncode in (code, 0, -getattr(signal, name)), f"{what}\n{err}"
            assert "Traceback" not in err, f"{what}\n{err}"
            assert "leaked" not in err, f"{what}\n{err}"


def test_a_second_interrupt_ends_at_once(monkeypatch, capsys):
    def wait_for_signals(experiment, tasks, executor, workers, stop):
        signal.raise_signal(signal.SIGINT)
        assert stop()
        signal.raise_signal(signal.SIGINT)
        yield []

    monkeypatch.setattr(lab_command, "play_all", wait_for_signals)
    before = signal.getsignal(signal.SIGINT)
    assert program.main([*QUICK, "--games", "2"]) == 130
    assert capsys.readouterr().out == ""
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_what_nohup_ignores_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with lab_command.Stop() as stop:
            signal.raise_signal(signal.SIGHUP)
            assert not stop()
    finally:
        signal.signal(signal.SIGHUP, before)
