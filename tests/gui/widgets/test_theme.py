"""Tests of the themes: readable colours, distinct with every colour vision, chosen by the desktop's palette."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.theme import Theme
from tests.gui.support.colours import COLOUR_VISIONS, contrast, distance
from tests.gui.support.windows import Key, MakePlayer, Player

DARK, LIGHT = QColor("#2b2b2b"), QColor("#efefef")


def palette(window: QColor) -> QPalette:
    """Return a palette with this colour of windows, and text that is readable on it."""
    return QPalette(window, window)


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return themes.load(request.param)


@pytest.fixture
def application_palette(qapp: QGuiApplication) -> Iterator[None]:
    before = qapp.palette()
    yield
    qapp.setPalette(before)


def test_contrast_and_distance_of_known_colours() -> None:
    black, white, red = QColor("black"), QColor("white"), QColor("#ff0000")
    assert contrast(white, black) == pytest.approx(21)
    assert contrast(QColor("#777777"), white) == pytest.approx(4.48, abs=0.01)
    assert distance(black, white) == pytest.approx(100, abs=0.5)
    assert distance(black, black) == 0
    green = QColor("#b09000")
    assert distance(red, green) > 2 * distance(red, green, "deuteranopia")


@pytest.mark.parametrize("clue", range(1, 9))
def test_digits_can_be_read(theme: Theme, clue: int) -> None:
    assert len(theme.digits) == 8
    assert contrast(theme.digits[clue - 1], theme.revealed) >= 4.5


def test_no_two_digits_have_one_colour(theme: Theme) -> None:
    assert len({digit.name() for digit in theme.digits}) == 8


@pytest.mark.parametrize(
    "sign, ground",
    [
        ("safe_mark", "safe_tile"),
        ("mine_mark", "mine_tile"),
        ("mine", "revealed"),
        ("mine", "exploded"),
        ("pole", "covered"),
        ("pole", "covered_light"),
        ("cursor", "covered"),
        ("cursor", "revealed"),
        ("cursor", "safe_tile"),
        ("cursor", "mine_tile"),
    ],
)
def test_signs_can_be_seen(theme: Theme, sign: str, ground: str) -> None:
    assert contrast(getattr(theme, sign), getattr(theme, ground)) >= 3


@pytest.mark.parametrize("ground", ["covered", "covered_light", "safe_tile", "mine_tile"])
def test_flags_can_be_seen_on_every_covered_tile(theme: Theme, ground: str) -> None:
    assert contrast(theme.flag, getattr(theme, ground)) >= 3


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
def test_safe_and_mine_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    assert distance(theme.safe_tile, theme.mine_tile, vision) >= 40
    assert distance(theme.safe_mark, theme.mine_mark, vision) >= 20


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
def test_covered_and_revealed_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for one, other in (("covered", "revealed"), ("exploded", "revealed"), ("mine_tile", "covered")):
        assert distance(getattr(theme, one), getattr(theme, other), vision) >= 20
    assert distance(theme.safe_tile, theme.covered, vision) >= 15


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
def test_the_outline_is_visible_on_every_tile_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for ground in ("covered", "revealed", "safe_tile", "mine_tile"):
        assert distance(theme.outline, getattr(theme, ground), vision) >= 25


LEVEL_PAIRS = [(0, 1), (1, 2), (2, 3), (0, 2), (0, 3), (1, 3)]


@pytest.mark.parametrize("level", range(4))
def test_signs_can_be_seen_at_every_level_of_reasoning(theme: Theme, level: int) -> None:
    safe, mine = theme.safe_levels[level], theme.mine_levels[level]
    assert len(theme.safe_levels) == len(theme.mine_levels) == 4
    assert contrast(theme.safe_mark, safe) >= 3
    assert contrast(theme.mine_mark, mine) >= 3
    for ground in (safe, mine):
        assert contrast(theme.flag, ground) >= 3
        assert contrast(theme.cursor, ground) >= 3


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
def test_reasoning_levels_differ_with_every_colour_vision(theme: Theme, vision: str) -> None:
    for tiles in (theme.safe_levels, theme.mine_levels):
        for one, other in LEVEL_PAIRS:
            # The number of bars distinguishes them as well.
            assert distance(tiles[one], tiles[other], vision) >= 8
        for tile in tiles:
            assert distance(tile, theme.covered, vision) >= 13
            assert distance(tile, theme.revealed, vision) >= 12
            assert distance(tile, theme.outline, vision) >= 25
    for safe in theme.safe_levels:
        for mine in theme.mine_levels:
            assert distance(safe, mine, vision) >= 27


def test_the_more_reasoning_the_further_from_a_plain_tile(theme: Theme) -> None:
    for tiles in (theme.safe_levels, theme.mine_levels):
        far = [distance(tile, theme.revealed) for tile in tiles]
        assert far == sorted(far)


def test_ruler_numbers_can_be_read_on_usual_windows() -> None:
    assert contrast(themes.load("light").ruler, LIGHT) >= 4.5
    assert contrast(themes.load("dark").ruler, DARK) >= 4.5


@pytest.mark.parametrize("window, name", [(LIGHT, "light"), (DARK, "dark"), (QColor("white"), "light")])
def test_the_palette_chooses_the_theme(window: QColor, name: str) -> None:
    assert themes.for_palette(palette(window)) is themes.load(name)


def test_an_unknown_theme() -> None:
    with pytest.raises(FileNotFoundError):
        themes.load("pink")


@pytest.mark.slow
@pytest.mark.usefixtures("application_palette")
def test_another_palette_at_run_time_repaints_everything(player: Player, qapp: QGuiApplication) -> None:
    qapp.setPalette(palette(LIGHT))
    player.move((8, 8))
    player.window.speed_slider.setFocus()
    player.action("overlay").setChecked(True)
    for window, name in ((DARK, "dark"), (LIGHT, "light")):
        qapp.setPalette(palette(window))
        player.qtbot.wait(1)
        picture = player.picture((0, 0))
        theme = themes.load(name)
        middle = picture.pixelColor(picture.rect().center())
        assert distance(middle, theme.covered) < 10
        icon = player.action("overlay").icon().pixmap(24, 24).toImage()
        colours = {icon.pixelColor(x, y).name() for x in range(24) for y in range(24) if icon.pixelColor(x, y).alpha()}
        assert palette(window).buttonText().color().name() in colours
        swatch = player.window.footer.legend.grab().toImage()
        assert any(
            distance(swatch.pixelColor(x, swatch.height() // 2), theme.safe_tile) < 12 for x in range(swatch.width())
        )


@pytest.mark.slow
@pytest.mark.usefixtures("application_palette")
def test_every_look_is_painted_in_both_themes(make_player: MakePlayer, qapp: QGuiApplication) -> None:
    for window in (LIGHT, DARK):
        qapp.setPalette(palette(window))
        player = make_player("expert", seed=3)
        player.action("overlay").setChecked(True)
        player.autoplay()
        assert not player.window.grab().isNull()
        player.key(Key.Key_O)


@pytest.mark.slow
def test_the_corner_between_the_rulers_follows_the_palette(
    player: Player, qapp: QGuiApplication, application_palette: None
) -> None:
    player.window.resize(1180, 700)
    for window in (LIGHT, DARK, LIGHT):
        qapp.setPalette(palette(window))
        player.qtbot.wait(1)
        assert player.view.grab().toImage().pixelColor(2, 2).name() == window.name()
