"""Tests of boards as SVG: the names of their cells, and that a picture holds all that it draws and is readable."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from minesweeper_qt.model import BoardMarks, Position, board_svg

SVG = "{http://www.w3.org/2000/svg}"


def names(picture: str) -> list[str]:
    return [title.text or "" for title in ET.fromstring(picture).iter(f"{SVG}title")]


def colours(picture: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the light and the dark colour of each class."""
    style = ET.fromstring(picture).findtext(f"{SVG}style") or ""
    light, _, dark = style.partition("@media(prefers-color-scheme:dark){")
    one, other = (dict(re.findall(r"\.([\w-]+)\{color:(#[0-9a-f]+)\}", part)) for part in (light, dark))
    return one, other


def marked(seed: int) -> tuple[Position, BoardMarks]:
    """Return a position with each kind of cell and mark, at random, whether or not it makes sense."""
    chance = random.Random(seed)
    height, width = chance.randint(1, 12), chance.randint(1, 12)
    rows = ["".join(chance.choices("0123456788HHHHHHFFM", k=width)) for _ in range(height)]
    position = Position.from_text("\n".join([f"{width}x{height}x1", *rows]))

    def some() -> frozenset[tuple[int, int]]:
        return frozenset(chance.sample(position.board.cells, chance.randint(0, len(position.board.cells))))

    one, other, third = (chance.choice([None, *position.board.cells]) for _ in range(3))
    chances = {cell: Fraction(chance.randint(0, 1000), 1000) for cell in some()}
    return position, BoardMarks(some(), some(), chances, some(), some(), one, other, third)


@pytest.mark.parametrize("seed", range(40))
def test_every_cell_has_its_place_and_what_is_seen_there_as_its_name(seed: int) -> None:
    position, marks = marked(seed)
    words = {"H": "covered", "F": "flagged", "M": "mine", "0": "empty"}
    found = names(board_svg(position, marks=marks._replace(exploded=None), has_numbers=seed % 2 > 0))
    assert len(found) == len(position.board.cells)
    for (i, j), name in zip(position.board.cells, found, strict=True):
        mark = position.mark((i, j))
        assert re.match(rf"row {i}, column {j}: {words.get(mark, mark)}(, |$)", name)


def test_a_part_of_a_board_keeps_its_places() -> None:
    whole, part = (
        board_svg(Position(9, 30, 10, clues={(3, 7): 2}), part=part) for part in (None, (range(2, 5), range(6, 9)))
    )
    found = names(part)
    assert (found[0], found[-1]) == ("row 2, column 6: covered", "row 4, column 8: covered")
    assert found[4] == "row 3, column 7: 2"
    assert ET.fromstring(part).get("viewBox") == "100 20 80 80"
    assert set(found) < set(names(whole))
    numbers = [(text.get("x"), text.get("y"), text.text) for text in ET.fromstring(part).iter(f"{SVG}text")]
    assert numbers[1:7] == [
        *[("130", "34", "6"), ("150", "34", "7"), ("170", "34", "8")],
        *[("110", "53", "2"), ("110", "73", "3"), ("110", "93", "4")],
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_picture_holds_all_that_it_draws_in_light_and_in_dark(seed: int) -> None:
    position, marks = marked(seed)
    picture = board_svg(position, marks=marks)
    root = ET.fromstring(picture)
    shapes = {element.get("id") for element in root.iter(f"{SVG}g")}
    assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= shapes
    used = {name for element in root.iter() for name in element.get("class", "").split()}
    light, dark = colours(picture)
    assert used == light.keys() == dark.keys()
    assert light["ms-page"] != dark["ms-page"]
    assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")


@pytest.mark.parametrize(
    "marks, name",
    [
        (BoardMarks(safe=frozenset({(0, 1)})), "covered, certainly safe"),
        (BoardMarks(mines=frozenset({(0, 1)})), "covered, certainly a mine"),
        (BoardMarks(chances={(0, 1): Fraction(1, 5000)}), "covered, <0.1 % mine"),
        (BoardMarks(chances={(0, 1): 0.25}, best=(0, 1)), "covered, 25 % mine, best to open"),
        (BoardMarks(asked=frozenset({(0, 1)}), opened=(0, 1)), "covered, in question, opened by the move"),
        (BoardMarks(exploded=(0, 1)), "exploded mine"),
        (BoardMarks(exploded=(0, 1), chances={(0, 1): Fraction(1, 3)}), "exploded mine, risk 33 %"),
    ],
)
def test_the_name_of_a_cell_says_its_marks(marks: BoardMarks, name: str) -> None:
    assert names(board_svg(Position(1, 2, 1, {(0, 0): 1}), marks=marks))[1] == f"row 0, column 1: {name}"


def test_a_clue_that_is_read_says_so_and_is_drawn_differently_and_the_numbers_can_be_left_out() -> None:
    position = Position(1, 2, 1, {(0, 0): 1})
    read = board_svg(position, marks=BoardMarks(clues=frozenset({(0, 0)})))
    assert names(read)[0] == "row 0, column 0: 1, clue that is read"
    assert read.count("<use") == board_svg(position).count("<use") + 1
    # The numbers of rows and columns can be left out.
    position = Position(2, 3, 1)
    views = [ET.fromstring(board_svg(position, has_numbers=numbers)).get("viewBox") for numbers in (True, False)]
    assert views == ["-20 -20 80 60", "0 0 60 40"]


def test_numbers_can_be_read_on_the_colour_of_their_chance() -> None:
    def luminance(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    marks = BoardMarks(chances={(0, j): Fraction(j, 10) for j in range(11)})
    for found in colours(board_svg(Position(1, 11, 1), marks=marks)):
        for stop in range(6):
            darker, lighter = sorted(luminance(found[f"ms-{what}{stop}"]) for what in ("heat", "ink"))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_a_notebook_shows_a_position_unless_it_is_huge_and_10000_cells_take_less_than_a_megabyte() -> None:
    position = Position(2, 3, 1, {(0, 0): 1}, flags=[(1, 1)])
    assert position._repr_svg_() == board_svg(position)
    assert Position(101, 100, 1)._repr_svg_() is None
    # A large board is a picture of less than a megabyte.
    for row in ("H" * 100, "01123HHFHM" * 10):
        position = Position.from_text("\n".join(["100x100x99", *[row] * 100]))
        assert len(board_svg(position).encode()) < 1_000_000
