"""Tests of the pictures of cells: each look has its own, with the colours of the theme."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.theme import CellStyle, NumberColours, TileSet
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from tests.gui.support.colours import contrast, distance

SETS = [TileSet.OWN, TileSet.CLASSIC]
CLOSED = [Look(Face.COVERED), Look(Face.FLAGGED), Look(Face.QUESTIONED), Look(Face.CLEARED), Look(Face.WRONG_FLAG)]
DIFFERENT = [RowKind.WRONG, RowKind.MISSING, RowKind.FURTHER]
OPEN = [Look(Face.MINE), Look(Face.EXPLODED), *(Look(Face.REVEALED, clue) for clue in range(9))]


def painted(qapp: QApplication, name: str, tiles: TileSet, size: int = 32, scale: float = 1) -> Tiles:
    return Tiles(themes.load(name, CellStyle(tiles=tiles)), size, scale, qapp.font())


def share_of(image: QImage, colour: QColor) -> float:
    """Return the share of pixels that are nearly of ``colour``."""
    pixels = Counter(image.pixel(x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(number for pixel, number in pixels.items() if distance(QColor(pixel), colour) < 8) / pixels.total()


def grey(image: QImage) -> bytes:
    return bytes(image.convertToFormat(QImage.Format.Format_Grayscale8).constBits())


@pytest.fixture(params=themes.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("tiles", SETS)
@pytest.mark.parametrize("size", [16, 24, 44])
def test_every_look_is_another_picture_even_without_colour(
    qapp: QApplication, name: str, tiles: TileSet, size: int
) -> None:
    made = painted(qapp, name, tiles, size)
    pictures = {look: grey(made.picture(look).toImage()) for look in (*CLOSED, *OPEN)}
    pictures[Look(Face.COVERED, 0)] = grey(made.picture(CLOSED[0], pressed=True).toImage())
    for one, other in combinations(pictures, 2):
        assert pictures[one] != pictures[other], (one, other)


@pytest.mark.parametrize("scale", [1, 1.5, 2])
def test_covered_cells_stand_out_from_revealed_ones(qapp: QApplication, name: str, scale: float) -> None:
    for tiles in SETS:
        made = painted(qapp, name, tiles, 30, scale)
        covered, revealed = (made.picture(look).toImage() for look in (CLOSED[0], Look(Face.REVEALED, 0)))
        middle = covered.rect().center()
        assert covered.size() == revealed.size()
        assert contrast(covered.pixelColor(middle), revealed.pixelColor(middle)) >= 3


def test_signs_have_the_colours_of_the_theme_and_a_mine_with_a_number_is_small_in_the_corner(
    qapp: QApplication, name: str
) -> None:
    made, theme = painted(qapp, name, TileSet.OWN, 44), themes.load(name)
    for look, colours in (
        (Look(Face.FLAGGED), (theme.flag, theme.flag_casing, theme.flag_staff)),
        (Look(Face.EXPLODED), (theme.exploded, theme.star, theme.star_mine)),
        (Look(Face.WRONG_FLAG), (theme.wrong_cross, theme.wrong_disc)),
        (Look(Face.MINE), (theme.mine, theme.controls.loss_ground)),
        (Look(Face.CLEARED), (theme.flag, theme.won)),
        *((Look(Face.REVEALED, clue), (theme.digits[clue - 1],)) for clue in range(1, 9)),
    ):
        image = made.picture(look).toImage()
        for colour in colours:
            assert share_of(image, colour) > 0.01, (look, colour.name())
    # A mine with a number is small in the corner.
    made = painted(qapp, name, TileSet.OWN)
    covered, mine = (made.picture(Look(face, chance=Chance(50))).toImage() for face in (Face.COVERED, Face.MINE))
    corner = QRect(17, 1, 14, 14)
    assert covered.copy(corner) != mine.copy(corner)
    assert covered.copy(0, 0, 9, 9) == mine.copy(0, 0, 9, 9)


def test_the_chosen_numbers_are_painted_and_none_on_a_cell_that_touches_no_clue(qapp: QApplication) -> None:
    theme = themes.load("light", CellStyle(NumberColours.COLOUR_BLIND))
    image = Tiles(theme, 44, 1, qapp.font()).picture(Look(Face.REVEALED, 3)).toImage()
    assert share_of(image, theme.digits[2]) > 0.01
    assert share_of(image, themes.load("light").digits[2]) == 0
    # A cell that touches no clue has no number.
    made = painted(qapp, "light", TileSet.OWN)
    elsewhere = Chance(22, is_elsewhere=True)
    for face in (Face.COVERED, Face.FLAGGED, Face.MINE):
        assert made.picture(Look(face, chance=elsewhere)).toImage() == made.picture(Look(face)).toImage()


@pytest.mark.parametrize("percent", [5, 22, 100])
def test_a_risk_can_be_read_on_the_smallest_cell(qapp: QApplication, percent: int) -> None:
    image = painted(qapp, "light", TileSet.OWN, 16).picture(Look(Face.COVERED, chance=Chance(percent))).toImage()
    rows = {y for x in range(16) for y in range(16) if image.pixelColor(x, y).lightness() > 220}
    assert len(rows) >= 8
    # No digit is cut off at the sides.
    assert not any(image.pixelColor(x, y).lightness() > 220 for x in (0, 15) for y in range(16))


def test_a_revealed_cell_has_no_gap_and_a_missing_verdict_can_be_seen_on_it(qapp: QApplication, name: str) -> None:
    """Ground and hairline fill it, so that revealed cells make one sheet."""
    theme = themes.load(name)
    image = painted(qapp, name, TileSet.OWN, 20).picture(Look(Face.REVEALED, 0)).toImage()
    colours = {image.pixelColor(x, y).name() for x in range(20) for y in range(20)}
    assert colours == {theme.revealed.name(), theme.hairline.name()}
    # A missing verdict can be seen on a revealed cell.
    made, look = painted(qapp, name, TileSet.OWN, 44), Look(Face.REVEALED, 3)
    missing = made.picture(look._replace(mark=Mark.SAFE, difference=RowKind.MISSING)).toImage()
    assert share_of(missing, themes.load(name).controls.accent) > 0.005


# -- how both agents differ


def shades_apart(one: QImage, other: QImage) -> float:
    """Return the share of pixels that are clearly lighter or darker in ``one``."""
    pairs = zip(grey(one), grey(other), strict=True)
    return sum(abs(first - second) > 40 for first, second in pairs) / len(grey(one))


@pytest.mark.parametrize("tiles", SETS)
@pytest.mark.parametrize("size", [16, 24, 44])
@pytest.mark.parametrize("face", [Face.COVERED, Face.FLAGGED, Face.QUESTIONED])
def test_every_difference_can_be_seen_without_colour(
    qapp: QApplication, name: str, tiles: TileSet, size: int, face: Face
) -> None:
    made = painted(qapp, name, tiles, size)
    for mark in (Mark.SAFE, Mark.MINE):
        pictures = [made.picture(Look(face, mark=mark, difference=kind)).toImage() for kind in (None, *DIFFERENT)]
        for one, other in combinations(pictures, 2):
            assert shades_apart(one, other) >= 0.03


@pytest.mark.parametrize("size", [16, 24, 44])
@pytest.mark.parametrize("kind", DIFFERENT)
def test_safe_and_mine_differ_without_colour_in_every_difference(
    qapp: QApplication, name: str, size: int, kind: RowKind
) -> None:
    made = painted(qapp, name, TileSet.OWN, size)
    safe, mine = (made.picture(Look(Face.COVERED, mark=mark, difference=kind)) for mark in (Mark.SAFE, Mark.MINE))
    assert shades_apart(safe.toImage(), mine.toImage()) >= 0.03


@pytest.mark.parametrize("look", [Look(Face.REVEALED, 3), Look(Face.REVEALED, 0), Look(Face.EXPLODED), Look(Face.MINE)])
def test_a_wrong_verdict_can_be_seen_on_a_cell_that_is_laid_open(qapp: QApplication, name: str, look: Look) -> None:
    made, theme = painted(qapp, name, TileSet.OWN, 24), themes.load(name)
    plain = made.picture(look).toImage()
    wrong = made.picture(look._replace(mark=Mark.MINE, difference=RowKind.WRONG)).toImage()
    assert shades_apart(wrong, plain) >= 0.03
    if look.face is Face.REVEALED:
        assert share_of(wrong, theme.wrong_cross) > 0.01 + share_of(plain, theme.wrong_cross)


@pytest.mark.parametrize("face", [Face.COVERED, Face.FLAGGED, Face.REVEALED])
@pytest.mark.parametrize("mark", Mark)
def test_what_both_agents_know_looks_as_without_a_second_one(qapp: QApplication, face: Face, mark: Mark) -> None:
    made, look = painted(qapp, "light", TileSet.OWN), Look(face, 1 if face is Face.REVEALED else -1, mark)
    before = made.picture(look).toImage()
    assert made.picture(look._replace(difference=RowKind.SAME)).toImage() == before


@pytest.mark.parametrize("mark", [Mark.SAFE, Mark.MINE])
def test_a_missing_verdict_has_a_hollow_mark_on_stripes(qapp: QApplication, name: str, mark: Mark) -> None:
    made, theme, look = painted(qapp, name, TileSet.OWN, 44), themes.load(name), Look(Face.COVERED, mark=mark)
    missing, known = (made.picture(look._replace(difference=kind)).toImage() for kind in (RowKind.MISSING, None))
    is_safe = mark is Mark.SAFE
    ink, stripes = (theme.safe_mark, theme.safe_hatch) if is_safe else (theme.mine_mark, theme.mine_hatch)
    assert 0.01 < share_of(missing, ink) < share_of(known, ink)
    assert share_of(missing, stripes) > 0.1 > share_of(known, stripes)


@pytest.mark.parametrize("size", [16, 28, 44])
def test_the_risk_of_an_exploded_mine_stands_on_a_plate(qapp: QApplication, name: str, size: int) -> None:
    made = painted(qapp, name, TileSet.OWN, size)
    theme = made.theme
    assert contrast(theme.plate, theme.plate_ink) >= 4.5
    plain = made.picture(Look(Face.EXPLODED)).toImage()
    pictures = [made.picture(Look(Face.EXPLODED, chance=Chance(percent))).toImage() for percent in (22, 50)]
    assert pictures[0] != pictures[1], "the number can be read"
    for picture in pictures:
        # Where letters are wide, no column is free of digits in a cell of 16 px; a row always is beside them.
        height = sum(share_of(picture.copy(0, y, size, 1), theme.plate) > 0 for y in range(size))
        assert max(11, 0.4 * size) - 2.5 <= height <= max(11, 0.4 * size) + 1
        assert share_of(picture, theme.star) > share_of(plain, theme.star) / 20
