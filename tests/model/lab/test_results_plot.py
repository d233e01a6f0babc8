"""Tests of the plot: a picture for any results, in any format."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from minesweeper_qt.model import STRATEGIES, GameResult
from minesweeper_qt.model.lab.results import Tally, count, tallies

plot = pytest.importorskip("minesweeper_qt.model.lab.results_plot", reason="needs matplotlib, the extra 'plot'").plot

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("plot")]  # to import matplotlib takes seconds


def played(games: int, *names: str) -> dict[str, Tally]:
    """Return tallies in which each strategy wins every other game and guesses more than the one before it."""
    found = tallies(names)
    for number, name in enumerate(names):
        risks = (0.1, 0.5, None) * (number + 1)
        won = [(game + number) % 2 == 0 for game in range(games)]
        count(found, [GameResult(game, 0, name, won[game], 9, risks, 1, 1, 1.0) for game in range(games)])
    return found


def svg_of(tallies: dict[str, Tally], title: str = "title") -> str:
    svg: str = plot(title, "subtitle", tallies, "svg").decode()
    return svg


def texts(svg: str) -> list[str]:
    """Return the texts, which are drawn as paths, each after a comment."""
    return re.findall("<!-- (.*?) -->", svg)


@pytest.mark.parametrize("kind, start", [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_it_has_the_format_that_is_asked_for(kind: str, start: bytes) -> None:
    assert plot("title", "subtitle", played(3, "cs50"), kind).startswith(start)


def test_it_shows_what_was_played_and_the_results() -> None:
    shown = texts(svg_of(played(101, "cs50", "expert"), "100 games on 8x8"))
    for text in ("100 games on 8x8", "subtitle", "50.5 %", "49.5 %", "-1.0", "Won more often than cs50"):
        assert text in shown
    assert shown.count("expert") == 2


def test_each_named_strategy_has_its_own_colour() -> None:
    svg = svg_of(played(20, *STRATEGIES))
    colours = dict(re.findall(r'<!-- ([a-z0-9-]+) -->\s*<g style="fill: (#[0-9a-f]+)', svg))
    assert len({colours.get(name, "#000000") for name in STRATEGIES}) == len(STRATEGIES)


@pytest.mark.parametrize("games, names", [(0, ("cs50",)), (1, ("a" * 30, "b", "c" * 15, "d", "e"))])
def test_any_number_of_games_and_names_makes_a_picture(games: int, names: tuple[str, ...]) -> None:
    svg = svg_of(played(games, *names))
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "nan" not in svg


def test_the_running_rate_of_many_games_is_thinned_out() -> None:
    long, short = (svg_of(played(games, "cs50")) for games in (2001, 200))
    assert len(long) < 1.2 * len(short)


def test_any_title_and_name_is_shown_and_one_without_games() -> None:
    found = played(3, "a & long/folder/minesweeper.py", "minesweeper.py")
    found["expert"] = Tally()
    shown = texts(svg_of(found, "$a$ _b^c"))
    assert shown.count("…minesweeper.py") == shown.count("minesweeper.py") == 2
    assert "Won more often than …minesweeper.py" in shown
    assert "no games" in shown
    assert "$a$ _b^c" in shown, "it is no formula"
