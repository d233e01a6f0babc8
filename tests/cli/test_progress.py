"""Tests of the progress of long commands: a bar on a terminal, and nothing that ends the run."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.progress import ProgressBar
from tests.cli.support.lab_program import QUICK
from tests.paths import GOLDEN

CORRECT = str(GOLDEN / "agents" / "correct_frozensets.py")


class Screen(io.TextIOWrapper):
    """A standard error that may be a terminal, and that may fail."""

    def __init__(self, is_terminal: bool = True, fails: bool = False, encoding: str = "utf-8") -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding, line_buffering=True)
        self.is_terminal, self.fails = is_terminal, fails

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        if self.fails:
            raise BrokenPipeError(32, "Broken pipe")
        return super().write(text)

    def text(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)


def use(monkeypatch: pytest.MonkeyPatch, screen: Screen) -> Screen:
    """Make ``screen`` the standard error, 80 columns wide. No fixture may do that: pytest sets it before each test."""
    monkeypatch.setattr(sys, "stderr", screen)
    for name, value in (("COLUMNS", "80"), ("LINES", "24")):
        monkeypatch.setenv(name, value)
    return screen


def show() -> None:
    with ProgressBar("{n} of {total} |{bar:4}| {desc}") as bar:
        bar.show(0, 4, "none")
        bar.show(2, 4, "half")


def test_a_terminal_shows_a_bar_which_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen())
    before = threading.enumerate()
    show()
    assert screen.text().startswith("\r0 of 4 |    |")
    assert screen.text().endswith("\r2 of 4 |██  | half\n")
    assert threading.enumerate() == before


def test_a_terminal_without_such_characters_gets_others(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen(encoding="latin-1"))
    show()
    assert "2 of 4 |##  | half" in screen.text()


def test_elsewhere_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen(is_terminal=False))
    show()
    assert screen.text() == ""


@pytest.mark.parametrize("stream", [None, Screen(fails=True), Screen(is_terminal=False, fails=True)])
def test_a_stream_that_is_closed_or_fails_is_ignored(monkeypatch: pytest.MonkeyPatch, stream: Screen | None) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    show()


def test_a_stream_that_fails_at_the_end_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen())
    with ProgressBar("{n} of {total}") as bar:
        bar.show(1, 4, "")
        screen.fails = True
    assert screen.text() == "\r1 of 4"


def test_the_lab_shows_its_games_and_the_rates_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen())
    assert program.main([*QUICK, "--games", "20"]) == 0
    assert "| 40 of 40, 00:00 left  cs50 " in screen.text()
    assert max(map(len, screen.text().replace("\n", "\r").split("\r"))) <= 80


@pytest.mark.slow
def test_an_audit_shows_its_stage_and_takes_the_bar_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = use(monkeypatch, Screen())
    assert program.main(["check", CORRECT, "--games", "3", "--jobs", "1", "--time-limit", "60"]) == 0
    assert "Ctrl-C prints what was found so far" in screen.text()
    assert screen.text().endswith(" \r")
