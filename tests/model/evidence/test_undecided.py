"""Tests of the explanation of an undecided cell: two layouts side by side, and the least risk."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from minesweeper_qt.model import Cell, Position, explain, mine_probabilities
from minesweeper_qt.model.evidence.undecided import Undecided, undecided_dict, what_is_certain
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions


def undecided(position: Position, cell: Cell) -> Undecided:
    found = explain(position, cell)
    assert isinstance(found, Undecided)
    return found


def drawn(text: str) -> tuple[list[str], list[str]]:
    """Return the marks of the two layouts, row by row, without brackets and spaces."""
    head, *rows = text.split("\n\n")[1].splitlines()
    middle = head.index("none there")
    parts = [row[:middle] for row in rows], [row[middle:] for row in rows]
    return tuple([re.sub(r"[\[\] ]", "", line) for line in part] for part in parts)


def test_two_layouts_are_drawn_side_by_side_with_the_cell_in_brackets() -> None:
    found = undecided(Position.from_text("4x2x1\n1HHH\nHHHH"), (0, 1))
    assert str(replace(found, without=frozenset([(1, 0)]))) == (
        "(0, 1) is not settled: it is a mine in 1 of the 3 layouts that agree with everything seen.\n"
        "Both can be: if (0, 1) is a mine, (1, 0) is safe, and the other way round.\n"
        "The two layouts (* mine, . safe):\n"
        "\n"
        "a mine at (0, 1)   none there\n"
        "  1[*]. .            1[.]. .\n"
        "  . . . .            * . . .\n"
        "\n"
        "The position: (0, 2) and 3 more are provably safe."
    )


@pytest.mark.parametrize(
    "text, cell, difference",
    [
        ("3x1x1\nH1H", (0, 0), "if (0, 0) is a mine, (0, 2) is safe, and the other way round."),
        (
            "8x1x2\nH1H1HHHH",
            (0, 2),
            "if (0, 2) is a mine, (0, 0) and (0, 4) are safe, and (0, 5) is a mine; "
            "if it is safe, each of these is the opposite. Only the number of mines forces the difference at (0, 5).",
        ),
        (
            "4x1x1\nHHHH",
            (0, 1),
            "if (0, 1) is a mine, (0, 0) is safe, and the other way round. "
            "Only the number of mines forces the difference at (0, 0).",
        ),
    ],
)
def test_the_text_names_the_cells_that_differ(text: str, cell: Cell, difference: str) -> None:
    assert undecided(Position.from_text(text), cell).difference == f"Both can be: {difference}"


def test_the_least_risk_is_named_where_nothing_is_safe() -> None:
    text = str(undecided(Position.from_text("5x2x2\n1HHHH\nHHHHH"), (0, 1)))
    assert "a mine in 6 of the 18 layouts" in text
    assert text.endswith(
        "The position: no covered cell is provably safe; the least risk is 1/6 = 17 % at (0, 2) and 5 more."
    )


@pytest.mark.parametrize("cell", [(0, 0), (9, 29), (8, 8), (15, 15), (3, 29)])
def test_of_a_large_board_the_part_around_the_cell_is_drawn(cell: Cell) -> None:
    found = undecided(Position(16, 30, 99), cell)
    text = str(found)
    assert max(map(len, text.splitlines()[3:-1])) <= 80
    where = re.search(r"The two layouts, in rows (\d+) to (\d+) and columns (\d+) to (\d+) \(", text)
    top, bottom, left, right = map(int, where.groups())
    assert (bottom - top, right - left) == (15, 15)
    assert top <= cell[0] <= bottom
    assert left <= cell[1] <= right
    for picture, mines in zip(drawn(text), (found.with_mine, found.without), strict=True):
        assert picture == [
            "".join("*" if (i, j) in mines else "." for j in range(left, right + 1)) for i in range(top, bottom + 1)
        ]


@pytest.mark.slow
@settings(max_examples=60)
@given(tiny_positions())
def test_what_is_drawn_is_what_could_be(position: Position) -> None:
    layouts = all_layouts(position)
    for cell in position.covered if layouts else ():
        number = sum(cell in layout for layout in layouts)
        if not 0 < number < len(layouts):
            continue
        found = undecided(position, cell)
        assert found.chance == Fraction(number, len(layouts))
        assert found.layouts == len(layouts)
        assert found.with_mine in layouts
        assert found.without in layouts
        assert cell in found.with_mine - found.without
        text = str(found)
        if len(layouts) < 10_000:
            assert f"a mine in {number:,} of the {len(layouts):,} layouts" in text
        else:
            assert "with a chance of " in text
        assert text.count("[*]") == text.count("[.]") == 1
        for picture, mines in zip(drawn(text), (found.with_mine, found.without), strict=True):
            assert picture == [
                "".join(str(position.clues.get((i, j), "*" if (i, j) in mines else ".")) for j in range(position.width))
                for i in range(position.height)
            ]
        assert undecided_dict(found)["position"] == found.position_now
        assert f"The position: {found.position_now}." in text


def test_with_very_many_layouts_the_chance_is_rounded() -> None:
    position = seen_in_game(16, 30, 99, 1, 0.3)
    chances = mine_probabilities(position).probability
    cell = next(cell for cell, chance in chances.items() if chance.denominator > 10_000)
    text = str(undecided(position, cell))
    assert re.match(rf"\({cell[0]}, {cell[1]}\) is not settled: it is a mine with a chance of \d+ %\.\n", text)
    assert "10^" not in text, "such a number tells nothing"
    assert re.fullmatch(r"\d\.\d×10\^\d+ layouts agree with everything seen\.", undecided(position, cell).layouts_text)


@pytest.mark.parametrize(
    "safe, least, cells, text",
    [
        ({(0, 4)}, 0, [(0, 4)], "(0, 4) is provably safe"),
        ({(1, 0), (0, 4), (3, 3), (2, 1)}, 0, [(0, 4)], "(0, 4) and 3 more are provably safe"),
        (set(), Fraction(1, 6), [(2, 3)], "no covered cell is provably safe; the least risk is 1/6 = 17 % at (2, 3)"),
        (
            set(),
            Fraction(12_345, 99_991),
            [(2, 3), (2, 4)],
            "no covered cell is provably safe; the least risk is 12 % at (2, 3) and 1 more",
        ),
        (set(), Fraction(1), [(0, 0), (0, 1)], "every covered cell is a mine"),
        (set(), Fraction(1), [], "no cell is covered"),
    ],
)
def test_the_text_about_the_whole_position(safe, least, cells, text: str) -> None:
    assert what_is_certain(safe, Fraction(least), cells) == text


def test_a_notebook_shows_the_chance_of_the_cell_on_the_board() -> None:
    page = undecided(Position.from_text("5x2x2\n1HHHH\nHHHHH"), (0, 1))._repr_html_()
    assert "<title>row 0, column 1: covered, 33 % mine, in question</title>" in page
    assert page.count("<title>") == 10
    assert "<p>(0, 1) is not settled: it is a mine in 6 of the 18 layouts" in page


def test_json_has_exact_chances_and_sorted_cells() -> None:
    found = undecided(Position.from_text("5x2x2\n1HHHH\nHHHHH"), (0, 1))
    data = json.loads(json.dumps(undecided_dict(found)))
    drawn = {name: [list(cell) for cell in sorted(getattr(found, name))] for name in ("with_mine", "without")}
    least = {"least": "1/6", "least_cells": [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]}
    cell = {"cell": [0, 1], "verdict": "unknown", "level": None, "probability": "1/3", "layouts": "18", "safe": []}
    texts = {
        "text": "(0, 1) is not settled: it is a mine in 6 of the 18 layouts that agree with everything seen.",
        "position": "no covered cell is provably safe; the least risk is 1/6 = 17 % at (0, 2) and 5 more",
    }
    assert data == {**cell, **drawn, **least, **texts}
