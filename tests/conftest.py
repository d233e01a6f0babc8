"""Configuration of all tests: no screen, their folder, their tiers, their time limit, and the hypothesis settings.

The tiers: ``fast`` is every test without another tier; ``slow`` tests take longer; ``long`` tests kill processes, feed
random text or play at random for many moves; ``x11`` tests need a display. ``--long-share 0.5 --long-seed TEXT`` runs
half of the long tests, and another half for another text: a run with little time covers them all over several runs.

The long tests in tests/stress try random cases. ``--stress-seconds 20`` lets each of them work for so long, and
``--stress-full`` until it has done its full amount; ``--stress-seed 7`` chooses the first case, which is a fresh one in
each run otherwise. The seeds and what was done are shown at the end.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import sys
import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from minesweeper_qt.gui.qt_libraries import qt_problem

# Those in tests/x11 are started with xcb.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A run starts some hundred programs: each of them would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_MADE_FOLDER = None if "MINESWEEPER_QT_TESTS" in os.environ else tempfile.mkdtemp(prefix="minesweeper-qt-tests-")
"""The folder of this run, for its processes and for the programs that they start; ``None`` in those processes."""

os.environ.setdefault("MINESWEEPER_QT_TESTS", str(_MADE_FOLDER))

TIERS = ("slow", "long", "x11")

settings.register_profile(
    "default",
    deadline=None,  # a slow machine is not a failure
    max_examples=100,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],  # for the same reason
)
settings.register_profile("quick", settings.get_profile("default"), max_examples=50)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long-share", type=float, default=1.0, help="the share of the long tests to run, 0 to 1 (all)")
    parser.addoption("--long-seed", default="", help="a text that decides which of the long tests are in the share")
    parser.addoption("--stress-seconds", type=float, default=10.0, help="seconds for each test in tests/stress (10)")
    parser.addoption("--stress-full", action="store_true", help="let each test in tests/stress do its full amount")
    parser.addoption("--stress-seed", type=int, help="the seed of the first case in tests/stress (a fresh one)")


@pytest.hookimpl(tryfirst=True)  # before pytest-qt loads Qt and fails with a traceback
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed; the processes of pytest-xdist take that of the process which started them.

    Where no long tests are run, a property is tried with half as many examples.
    A program that a test starts keeps no games and settings in the folders of the user.
    Raises ``UsageError``, which says what to install, where Qt can't be loaded.
    """
    problem = qt_problem()
    if problem is not None:
        raise pytest.UsageError(problem)
    if "HYPOTHESIS_PROFILE" not in os.environ and config.option.markexpr in ("fast", "not long and not x11"):
        settings.load_profile("quick")
    os.environ["MINESWEEPER_QT_DATA"] = os.path.join(os.environ["MINESWEEPER_QT_TESTS"], "data")
    if config.option.stress_seed is None:
        given = getattr(config, "workerinput", {}).get("stress_seed")
        config.option.stress_seed = random.SystemRandom().randrange(10**9) if given is None else given


def pytest_unconfigure() -> None:
    """Delete the folder of this run."""
    if _MADE_FOLDER is not None:
        shutil.rmtree(_MADE_FOLDER, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)  # a hook of pytest-xdist
def pytest_configure_node(node: Any) -> None:
    """Pass the seed on to a process of pytest-xdist."""
    node.workerinput["stress_seed"] = node.config.option.stress_seed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what each test in tests/stress did."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            if report.nodeid.startswith("tests/stress/") and report.when == "call":
                done = ", ".join(f"{name} {value}" for name, value in report.user_properties)
                terminalreporter.write_line(f"{outcome}: {report.nodeid}: {done}")


def is_in_share(node_id: str, share: float, seed: str) -> bool:
    """Return whether the test is in the sample: about ``share`` of all tests, the same ones for the same ``seed``."""
    digest = hashlib.sha256(f"{seed} {node_id}".encode()).digest()
    return int.from_bytes(digest[:8]) < share * 2**64


@pytest.hookimpl(tryfirst=True)  # before pytest applies -m
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests without a tier as fast, give long ones more time, and leave out those that are not in the sample."""
    share, seed = config.getoption("--long-share"), config.getoption("--long-seed")
    left_out = []
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(0 if config.getoption("--stress-full") else 900))
        if not any(item.get_closest_marker(tier) for tier in TIERS):
            item.add_marker(pytest.mark.fast)
        elif item.get_closest_marker("long") and not is_in_share(item.nodeid, share, seed):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
