"""Tests of the themes: readable colours, distinct with every colour vision, chosen by the palette."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QPalette

from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import palette_of
from minesweeper_qt.gui.widgets.theme import CellStyle, NumberColours, Theme
from minesweeper_qt.model import Reasoning
from tests.gui.support.colours import COLOUR_VISIONS, contrast, difference, distance


@pytest.fixture(params=themes.NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return themes.load(request.param)


@pytest.fixture(params=NumberColours)
def numbers(request: pytest.FixtureRequest) -> NumberColours:
    found: NumberColours = request.param
    return found


@pytest.fixture(params=COLOUR_VISIONS)
def vision(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_contrast_and_distance_of_known_colours() -> None:
    black, white, red = QColor("black"), QColor("white"), QColor("#ff0000")
    assert contrast(white, black) == pytest.approx(21)
    assert contrast(QColor("#777777"), white) == pytest.approx(4.48, abs=0.01)
    assert distance(black, white) == pytest.approx(100, abs=0.5)
    assert distance(black, black) == 0
    green = QColor("#b09000")
    assert distance(red, green) > 2 * distance(red, green, "deuteranopia")


# -- controls


@pytest.mark.slow
@pytest.mark.parametrize(
    "ink, ground",
    [
        *(
            (ink, ground)
            for ink in ("text", "muted", "placeholder")
            for ground in ("page", "surface", "sunken", "other_row")
        ),
        *(("text", ground) for ground in ("accent_soft", "win_ground", "loss_ground", "new_row")),
        ("accent_ink", "accent"),
        ("win", "win_ground"),
        ("loss", "loss_ground"),
        ("loss", "surface"),
        ("face_ink", "face"),
        ("accent", "surface"),
        ("accent", "page"),
    ],
)
def test_texts_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme.controls, ink), getattr(theme.controls, ground)) >= 4.5


@pytest.mark.parametrize(
    "mark, ground", [("control", "surface"), ("control", "page"), ("accent", "surface"), ("accent", "accent_soft")]
)
def test_edges_and_the_focus_can_be_seen(theme: Theme, mark: str, ground: str) -> None:
    assert contrast(getattr(theme.controls, mark), getattr(theme.controls, ground)) >= 3


def test_what_is_disabled_is_paler_but_can_be_read(theme: Theme) -> None:
    colours = theme.controls
    assert contrast(colours.muted, colours.page) > contrast(colours.disabled, colours.page) >= 2.5


# -- the board


@pytest.mark.parametrize("name", themes.NAMES)
def test_digits_can_be_read(name: str, numbers: NumberColours) -> None:
    theme = themes.load(name, CellStyle(numbers))
    assert len({digit.name() for digit in theme.digits}) == 8
    assert min(contrast(digit, theme.revealed) for digit in theme.digits) >= 4.5


@pytest.mark.parametrize("name", themes.NAMES)
def test_the_safe_digits_differ_with_every_colour_vision(name: str, vision: str) -> None:
    digits = themes.load(name, CellStyle(NumberColours.COLOUR_BLIND)).digits
    assert min(difference(one, other, vision) for one, other in combinations(digits[:4], 2)) >= 18
    assert min(difference(one, other, vision) for one, other in combinations(digits, 2)) >= 11


def test_the_classic_digits_differ_with_normal_vision(theme: Theme) -> None:
    assert min(difference(one, other) for one, other in combinations(theme.digits, 2)) >= 10


@pytest.mark.parametrize(
    "sign, ground",
    [
        *((sign, "revealed") for sign in ("covered", "covered_light", "covered_hover", "won", "mine", "bevel_face")),
        *((f"{verdict}_mark", f"{verdict}_{ground}") for verdict in ("safe", "mine") for ground in ("tile", "hatch")),
        *(("star", "exploded"), ("star_mine", "star"), ("wrong_cross", "wrong_disc"), ("cursor", "cursor_inner")),
        *((sign, f"{sign}_casing") for sign in ("flag", "outline", "hint")),
    ],
)
def test_signs_can_be_seen(theme: Theme, sign: str, ground: str) -> None:
    assert contrast(getattr(theme, sign), getattr(theme, ground)) >= 3


@pytest.mark.parametrize("ground", ["covered", "covered_light", "won", "won_light", "bevel_face", "mine_tile"])
def test_flags_can_be_seen_on_every_covered_tile(theme: Theme, ground: str) -> None:
    """Either the cloth contrasts with the tile, or the casing does, which contrasts with the cloth."""
    tile = getattr(theme, ground)
    assert max(contrast(theme.flag, tile), contrast(theme.flag_casing, tile), contrast(theme.flag_staff, tile)) >= 3


def test_safe_and_mine_and_their_stripes_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    assert difference(theme.safe_tile, theme.mine_tile, vision) >= 28.9
    assert distance(theme.safe_mark, theme.mine_mark, vision) >= 17
    # Stripes can be seen with every colour vision.
    # They distinguish what only the reference knows, besides the dashes of the mark.
    for tile, hatch in ((theme.safe_tile, theme.safe_hatch), (theme.mine_tile, theme.mine_hatch)):
        assert contrast(tile, hatch) >= 1.4
        assert distance(tile, hatch, vision) >= 14
    # Safe and mine differ where they are striped, too.
    assert difference(theme.safe_hatch, theme.mine_hatch, vision) >= 20


def test_the_sign_of_a_missing_verdict_can_be_seen_on_a_revealed_cell(theme: Theme) -> None:
    assert contrast(theme.controls.accent, theme.revealed) >= 3


def test_covered_revealed_and_won_tiles_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for one, other in (("covered", "revealed"), ("exploded", "revealed"), ("mine_tile", "covered")):
        assert distance(getattr(theme, one), getattr(theme, other), vision) >= 20
    assert distance(theme.safe_tile, theme.covered, vision) >= 12
    # A won tile is no covered tile.
    assert distance(theme.won, theme.covered, vision) >= 12


def test_the_outline_is_visible_on_every_tile_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for ground in ("covered", "revealed", "safe_tile", "mine_tile"):
        # Where the line is near to the tile, its casing is not.
        line, casing = (
            distance(colour, getattr(theme, ground), vision) for colour in (theme.outline, theme.outline_casing)
        )
        assert max(line, casing) >= 25
    assert distance(theme.outline, theme.outline_casing, vision) >= 25


@pytest.mark.parametrize("level", range(len(Reasoning)))
def test_signs_can_be_seen_at_every_level_of_reasoning(theme: Theme, level: int) -> None:
    safe, mine = theme.safe_levels[level], theme.mine_levels[level]
    assert len(theme.safe_levels) == len(theme.mine_levels) == len(Reasoning)
    assert contrast(theme.safe_mark, safe) >= 3.9
    assert contrast(theme.mine_mark, mine) >= 3.9
    for ground in (safe, mine):
        assert max(contrast(colour, ground) for colour in (theme.flag, theme.flag_casing, theme.flag_staff)) >= 3


def test_reasoning_levels_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for tiles in (theme.safe_levels, theme.mine_levels):
        for one, other in combinations(tiles, 2):
            # The number of bars distinguishes them as well.
            assert distance(one, other, vision) >= 8
            assert difference(one, other, vision) >= 5
        for tile in tiles:
            assert distance(tile, theme.revealed, vision) >= 6
    for safe in theme.safe_levels:
        for mine in theme.mine_levels:
            assert distance(safe, mine, vision) >= 12


def test_the_more_reasoning_the_further_from_a_plain_tile(theme: Theme) -> None:
    for tiles in (theme.safe_levels, theme.mine_levels):
        far = [distance(tile, tiles[0]) for tile in tiles]
        assert far == sorted(far)


# -- which theme


@pytest.mark.parametrize("name", themes.NAMES)
def test_a_palette_made_from_a_theme_chooses_it(name: str) -> None:
    assert themes.for_palette(palette_of(themes.load(name))) is themes.load(name)


@pytest.mark.parametrize("window, name", [("#efefef", "light"), ("#2b2b2b", "dark"), ("white", "light")])
def test_another_palette_chooses_by_its_lightness(window: str, name: str) -> None:
    assert themes.for_palette(QPalette(QColor(window), QColor(window))) is themes.load(name)


def test_an_unknown_theme() -> None:
    with pytest.raises(FileNotFoundError):
        themes.load("pink")
