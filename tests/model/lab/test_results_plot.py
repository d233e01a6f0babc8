"""Tests of the plot: a valid picture for any results."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from minesweeper_qt.model import STRATEGIES
from minesweeper_qt.model.lab.experiment import GameResult
from minesweeper_qt.model.lab.results_plot import plot_svg
from minesweeper_qt.model.lab.tallies import Tally, count, tallies

SVG = "{http://www.w3.org/2000/svg}"


def played(games: int, *names: str) -> dict[str, Tally]:
    """Return tallies in which each strategy wins every other game and guesses more than the one before it."""
    found = tallies(names)
    for number, name in enumerate(names):
        risks = (0.1, 0.5, None) * (number + 1)
        count(
            found, [GameResult(game, 0, name, (game + number) % 2 == 0, 9, risks, 1, 1, 1.0) for game in range(games)]
        )
    return found


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def lines(svg: str, width: str) -> list[list[tuple[float, float]]]:
    root = ElementTree.fromstring(svg)
    found = [line for line in root.iter(f"{SVG}polyline") if line.get("stroke-width") == width]
    return [
        [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.get("points").split())] for line in found
    ]


def test_it_shows_what_was_played_and_the_results():
    svg = plot_svg("100 games on 8x8", "seed 1", played(101, "cs50", "expert"))
    shown = texts(svg)
    for text in ("100 games on 8x8", "seed 1", "50.5 %", "49.5 %", "-1.0", "Won more often than cs50"):
        assert text in shown
    assert shown.count("expert") == 2


def test_each_named_strategy_has_its_own_colour():
    root = ElementTree.fromstring(plot_svg("a", "b", played(20, *STRATEGIES)))
    colours = {element.text: element.get("fill") for element in root.iter(f"{SVG}text") if element.text in STRATEGIES}
    assert colours.keys() == STRATEGIES.keys()
    assert len(set(colours.values())) == len(STRATEGIES)


def test_it_has_its_own_background():
    background = next(ElementTree.fromstring(plot_svg("a", "b", played(3, "cs50"))).iter(f"{SVG}rect"))
    assert background.get("fill") == "#ffffff"


def test_special_characters_in_the_titles_are_escaped():
    title = '<script>&"</text>'
    assert title in texts(plot_svg(title, title, played(3, "cs50")))


@pytest.mark.parametrize("games", [0, 1, 2, 1000])
@pytest.mark.parametrize("names", [("cs50",), ("cs50", "expert"), ("a", "b", "c", "d", "e")])
def test_everything_is_inside_the_picture(games, names):
    svg = plot_svg("title", "subtitle", played(games, *names))
    root = ElementTree.fromstring(svg)
    width, height = float(root.get("width")), float(root.get("height"))
    assert "nan" not in svg
    for element in root.iter():
        places = [pair.split(",") for pair in element.get("points", "").split()]
        places += [(element.get(x), element.get(y)) for x, y in (("x", "y"), ("cx", "cy")) if element.get(x)]
        for x, y in places:
            assert 0 <= float(x) <= width
            assert 0 <= float(y) <= height


def test_a_strategy_that_has_not_played_is_no_obstacle():
    found = played(20, "cs50")
    found["expert"] = Tally()
    assert "no games" in texts(plot_svg("a", "b", found))


def test_the_running_rate_of_many_games_is_thinned_out_and_ends_at_the_final_rate():
    long, short = (plot_svg("a", "b", played(games, "cs50")) for games in (20_001, 200))
    assert len(long) < 1.2 * len(short)
    curve = max(lines(long, "2"), key=lambda line: line[-1][0] - line[0][0] if len(line) > 101 else 0)
    assert 150 <= len(curve) <= 402
    assert [x for x, _ in curve] == sorted(x for x, _ in curve)
    # The curve ends near its mean, the rate of half the games won.
    assert abs(curve[-1][1] - sum(y for _, y in curve[100:]) / len(curve[100:])) < 1


def test_the_risks_add_up_to_the_guesses_per_game():
    found = played(50, "cs50", "expert")
    one, two = [line for line in lines(plot_svg("a", "b", found), "2") if len(line) == 101]
    bottom = one[0][1]
    # The second guesses twice as often; half of the guesses have a risk of at most 10 %, all of them of at most 50 %.
    assert bottom - two[100][1] == pytest.approx(2 * (bottom - one[100][1]), abs=0.2)
    assert one[9][1] == bottom
    assert bottom - one[10][1] == pytest.approx((bottom - one[100][1]) / 2, abs=0.2)
    assert one[50][1] == one[100][1]


def test_of_a_long_name_the_end_is_shown():
    shown = texts(plot_svg("title", "subtitle", played(3, "a & long/folder/minesweeper.py", "minesweeper.py")))
    assert shown.count("…minesweeper.py") == shown.count("minesweeper.py") == 2
    assert "Won more often than …minesweeper.py" in shown
