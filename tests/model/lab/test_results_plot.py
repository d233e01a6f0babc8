"""The plot is a picture that any viewer can read, whatever there is to show."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from minesweeper_qt.model.lab.experiment import GameResult
from minesweeper_qt.model.lab.results_plot import plot_svg
from minesweeper_qt.model.lab.tallies import Tally, count, tallies

SVG = "{http://www.w3.org/2000/svg}"


def played(games: int, *names: str) -> dict[str, Tally]:
    """Each strategy wins every other game and twice as many as the one before it guesses."""
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


def test_it_says_what_was_played_and_found():
    svg = plot_svg("100 games on 8x8", "seed 1", played(101, "cs50", "expert"))
    shown = texts(svg)
    for text in ("100 games on 8x8", "seed 1", "50.5 %", "49.5 %", "-1.0", "Won more often than cs50"):
        assert text in shown
    assert shown.count("expert") == 2


def test_its_paper_is_its_own():
    paper = next(ElementTree.fromstring(plot_svg("a", "b", played(3, "cs50"))).iter(f"{SVG}rect"))
    assert paper.get("fill") == "#ffffff"


def test_what_is_typed_can_not_break_it():
    hostile = '<script>&"</text>'
    assert hostile in texts(plot_svg(hostile, hostile, played(3, "cs50")))


@pytest.mark.parametrize("games", [0, 1, 2, 1000])
@pytest.mark.parametrize("names", [("cs50",), ("cs50", "expert"), ("a", "b", "c", "d", "e")])
def test_all_is_on_the_paper(games, names):
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


def test_the_course_of_many_games_is_thinned_out_and_ends_where_the_rate_is():
    long, short = (plot_svg("a", "b", played(games, "cs50")) for games in (20_001, 200))
    assert len(long) < 1.2 * len(short)
    course = max(lines(long, "2"), key=lambda line: line[-1][0] - line[0][0] if len(line) > 101 else 0)
    assert 150 <= len(course) <= 402
    assert [x for x, _ in course] == sorted(x for x, _ in course)
    # The scale has its middle, half the games won, halfway up.
    assert abs(course[-1][1] - sum(y for _, y in course[100:]) / len(course[100:])) < 1


def test_the_risks_add_up_to_the_guesses_per_game():
    found = played(50, "cs50", "expert")
    one, two = [line for line in lines(plot_svg("a", "b", found), "2") if len(line) == 101]
    bottom = one[0][1]
    # The second guesses twice as often; half of the guesses have a risk of 10 % at most, all of them one of 50 %.
    assert bottom - two[100][1] == pytest.approx(2 * (bottom - one[100][1]), abs=0.2)
    assert one[9][1] == bottom
    assert bottom - one[10][1] == pytest.approx((bottom - one[100][1]) / 2, abs=0.2)
    assert one[50][1] == one[100][1]
