"""Tests of the lab's progress on a terminal and elsewhere, and of the table at the end."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from minesweeper_qt.cli.lab_progress import Progress, span
from minesweeper_qt.cli.lab_report import board, conditions, table
from minesweeper_qt.model.board.rules import CLASSIC_RULES, CS50_RULES
from minesweeper_qt.model.lab.experiment import Experiment, GameResult
from minesweeper_qt.model.lab.given_boards import GivenBoard
from minesweeper_qt.model.lab.tallies import Tally, count, tallies


class Screen(io.TextIOWrapper):
    def __init__(self, terminal: bool, encoding: str = "utf-8") -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def play(found: dict[str, Tally], games: range, risks: tuple[float | None, ...] = ()) -> None:
    for name in found:
        count(found, [GameResult(game, 0, name, game % 4 == 0, 9, risks, 0, risks.count(None), 1.0) for game in games])


def progress(screen: Screen, found: dict[str, Tally], clock: Clock, **environ: str) -> Progress:
    return Progress(screen, found, 1000, environ={"TERM": "xterm", **environ}, clock=clock)


def test_bars_are_drawn_over_and_over_on_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    screen, clock, found = Screen(True), Clock(), tallies(["cs50", "expert"])
    bars = progress(screen, found, clock)
    bars.show()
    play(found, range(500))
    clock.now += 0.05
    bars.show()  # too soon
    clock.now += 29.95
    bars.show()
    first, second = screen.text().split("\x1b[3F")
    assert first == (
        "cs50    ░░░░░░░░░░░░░░░░░░░░░░░░      0/1,000\x1b[K\n"
        "expert  ░░░░░░░░░░░░░░░░░░░░░░░░      0/1,000\x1b[K\n"
        "0 s\x1b[K\n"
    )
    bar = "████████████░░░░░░░░░░░░    500/1,000  25.0 % ± 3.8 won\x1b[K\n"
    assert second == f"cs50    {bar}expert  {bar}30 s, about 30 s left\x1b[K\n"


def test_the_end_is_shown_however_soon_it_comes():
    screen, clock, found = Screen(True), Clock(), tallies(["cs50"])
    bars = progress(screen, found, clock)
    bars.show()
    play(found, range(1000))
    bars.show(last=True)
    assert "1,000/1,000" in screen.text()


def test_what_was_played_before_does_not_count_as_fast():
    screen, clock, found = Screen(True), Clock(), tallies(["cs50"])
    play(found, range(900))
    bars = progress(screen, found, clock)
    play(found, range(900, 950))
    clock.now += 10
    bars.show()
    assert "10 s, about 10 s left" in screen.text()


def test_a_narrow_terminal_gets_lines_that_fit(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    screen, found = Screen(True), tallies(["cs50"])
    progress(screen, found, Clock()).show()
    assert max(len(line.removesuffix("\x1b[K")) for line in screen.text().splitlines()) == 29


@pytest.mark.parametrize("screen, environ", [(Screen(False), {}), (Screen(True), {"TERM": "dumb"})])
def test_elsewhere_there_is_a_line_now_and_then(screen, environ):
    clock, found = Clock(), tallies(["cs50"])
    lines = progress(screen, found, clock, **environ)
    lines.show()
    for _ in range(11):
        clock.now += 1
        play(found, range(found["cs50"].games, found["cs50"].games + 10))
        lines.show()
    assert screen.text() == "cs50   100/1,000  25.0 % ± 8.4 won; 10 s, about 1 min 30 s left\n"


def test_a_terminal_without_such_characters_gets_others():
    screen, clock, found = Screen(True, "latin-1"), Clock(), tallies(["cs50"])
    play(found, range(500))
    progress(screen, found, clock).show()
    assert "############............    500/1,000  25.0 % +- 3.8 won" in screen.text()


def test_an_hour_has_no_seconds():
    assert [span(seconds) for seconds in (0, 59.4, 60, 3600, 3661, 90_000)] == [
        "0 s",
        "59 s",
        "1 min",
        "1 h",
        "1 h 1 min",
        "1 d 1 h",
    ]


# -- the table at the end


def test_the_table_shows_the_results():
    found = tallies(["cs50", "expert"])
    play(found, range(1000), (0.5, 0.25))
    count(found, [GameResult(1000, 0, "expert", True, 9, (None,), 0, 1, 5.0)])
    lines = table(found).splitlines()
    assert lines[0].split("  ")[0] == "strategy"
    # Wilson's interval of 250 of 1,000; the difference is over the boards that both have played.
    first, second = (" ".join(line.split()) for line in lines[1:3])
    assert first == "cs50 1,000 25.00 22.42 to 27.78 - - 2.00 0.00 1.0"
    assert second == "expert 1,001 25.07 22.49 to 27.85 +0.00 -0.27 to +0.27 2.00 0.00 1.0"
    assert lines[3] == "difference: percentage points won more than cs50 on the same boards"
    assert lines[-1] == "expert: 1 of 2,001 guesses not judged; they may be forced too"
    assert table(found).isascii()


def test_what_has_not_been_played_has_no_figures():
    found = tallies(["cs50", "expert"])
    play({"cs50": found["cs50"]}, range(4))
    assert table(found).splitlines()[2].split() == ["expert", "0", *["-"] * 7]


def test_conditions_name_what_is_not_usual():
    expert = Experiment(("cs50",), 16, 30, 99, CLASSIC_RULES, seed=3)
    assert board(expert) == "16x30, 99 mines"
    assert conditions(expert) == "first click opening, seed 3"
    cs50 = Experiment(("cs50",), 8, 8, 8, CS50_RULES)
    assert conditions(cs50) == "first click anything, no cascade, won by flags, seed 0"


def test_conditions_of_given_boards_leave_out_the_first_click():
    given = replace(Experiment(("cs50",), 16, 30, 99, seed=3), boards=(GivenBoard(1, 2, ((0, 0),)),))
    assert board(given, "boards of hard.jsonl") == "boards of hard.jsonl"
    assert conditions(given) == "seed 3"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_closed_stream_is_ignored(is_terminal):
    class ClosedScreen(Screen):
        def write(self, text):
            raise BrokenPipeError

    found = tallies(["cs50"])
    for screen in (ClosedScreen(is_terminal), None):
        bars = progress(screen, found, Clock())
        bars.show(last=True)
        bars.show(last=True)
