"""The themes: the colours of the controls and of the board, one file for each of light, dark and high contrast."""

from __future__ import annotations

import json
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from PySide6.QtGui import QColor, QGuiApplication, QPalette

from minesweeper_qt.model.resources import resource

NAMES = ("light", "dark", "contrast")
"""The names of the themes."""


class NumberColours(Enum):
    """The set of colours that the clues have; the value is its name in the theme's file and in the preferences."""

    CLASSIC = "classic"
    COLOUR_BLIND = "colour-blind"
    """Colours that differ with every colour vision."""


class TileSet(Enum):
    """The shape that cells are drawn in; the value is its name in the preferences."""

    OWN = "minesweeper"
    """Those that were drawn for this program."""
    CLASSIC = "classic"
    """Raised grey tiles, as on the first computers that had the game."""


class CellStyle(NamedTuple):
    """The choices of the user for the drawing of cells."""

    numbers: NumberColours = NumberColours.CLASSIC
    tiles: TileSet = TileSet.OWN


class Controls(NamedTuple):
    """The colours of everything but the board; the group ``controls`` of a theme's file.

    ``page`` is behind everything; ``surface`` is the background of menus, bars, cards, tables and fields; ``sunken``
    that of the view switch; ``border`` only decorates; ``control`` draws the edges of fields and buttons; ``muted`` is
    for captions; ``accent_soft`` is the background of checked tools and selected rows; ``new_row`` that of new
    sentences; ``wrong_row``, ``missing_row`` and ``further_row`` those of rows in which two agents differ.
    """

    page: QColor
    surface: QColor
    sunken: QColor
    border: QColor
    control: QColor
    text: QColor
    muted: QColor
    accent: QColor
    accent_ink: QColor
    accent_soft: QColor
    win: QColor
    win_ground: QColor
    loss: QColor
    loss_ground: QColor
    new_row: QColor
    wrong_row: QColor
    missing_row: QColor
    further_row: QColor
    face: QColor
    face_ink: QColor

    @property
    def disabled(self) -> QColor:
        """The colour of the text of what can't be used now."""
        return mixed(self.muted, self.page, 0.35)

    @property
    def placeholder(self) -> QColor:
        """The colour of the words in an empty field, which must not look like its value."""
        return self.disabled if self.muted == self.text else self.muted

    @property
    def other_row(self) -> QColor:
        """The background of every other row of a table."""
        return mixed(self.surface, self.sunken, 0.45)


class Theme:
    """The colours of one theme, named after what they paint, and how cells are drawn.

    ``digits[n - 1]`` is the colour of the clue ``n``. Safe and mine differ in hue (blue and orange, which colour-blind
    people can distinguish), lightness and mark. The stripes ``safe_hatch`` and ``mine_hatch`` are on the tiles of what
    only the reference knows. ``heat`` goes from the lowest risk to the highest; its lightness always falls (light
    theme) or always rises (dark). ``safe_levels`` and ``mine_levels`` are the colours of tiles by reasoning level, from
    the weakest level to the strongest; the colours become stronger with the level. The colours ``bevel_…`` are those
    of ``TileSet.CLASSIC``.
    """

    name: str
    style: CellStyle
    controls: Controls
    rim: QColor
    groove: QColor
    covered: QColor
    covered_light: QColor
    covered_shine: QColor
    covered_edge: QColor
    covered_hover: QColor
    pressed: QColor
    revealed: QColor
    hairline: QColor
    flag: QColor
    flag_casing: QColor
    flag_staff: QColor
    mine: QColor
    exploded: QColor
    star: QColor
    star_mine: QColor
    plate: QColor
    plate_ink: QColor
    wrong_disc: QColor
    wrong_cross: QColor
    won: QColor
    won_light: QColor
    won_shine: QColor
    won_edge: QColor
    won_groove: QColor
    safe_tile: QColor
    safe_hatch: QColor
    safe_mark: QColor
    mine_tile: QColor
    mine_hatch: QColor
    mine_mark: QColor
    bevel_face: QColor
    bevel_light: QColor
    bevel_dark: QColor
    heat: tuple[QColor, ...]
    safe_levels: tuple[QColor, ...]
    mine_levels: tuple[QColor, ...]
    digits: tuple[QColor, ...]
    outline: QColor
    outline_casing: QColor
    hint: QColor
    hint_casing: QColor
    cursor: QColor
    cursor_inner: QColor

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    def heat_at(self, percent: int) -> QColor:
        """Return the colour of a chance in percent, between the stops ``heat``, evenly spaced from 0 to 100."""
        return self._heats[percent]

    @cached_property
    def _heats(self) -> tuple[QColor, ...]:
        """The colours of the chances from 0 to 100 percent."""
        steps, found = len(self.heat) - 1, []
        for percent in range(101):
            place = percent / 100 * steps
            stop = min(int(place), steps - 1)
            found.append(mixed(self.heat[stop], self.heat[stop + 1], place - stop))
        return tuple(found)


def load(name: str, style: CellStyle | None = None) -> Theme:
    """Return the theme ``name``, one of ``NAMES``; raise ``FileNotFoundError`` for another name."""
    return _load(name, style or CellStyle())


@lru_cache(maxsize=16)
def _load(name: str, style: CellStyle) -> Theme:
    groups = json.loads(resource(f"themes/{name}.json"))
    digits = tuple(map(QColor, groups["numbers"][style.numbers.value]))
    colours = {key: _colours(value) for key, value in (groups["board"] | groups["highlights"]).items()}
    controls = Controls(**{key: QColor(value) for key, value in groups["controls"].items()})
    return Theme(name=name, style=style, controls=controls, digits=digits, **colours)


def _colours(value: str | list[str]) -> Any:
    return QColor(value) if isinstance(value, str) else tuple(map(QColor, value))


_style = CellStyle()
"""The style that the user has chosen."""


def set_style(style: CellStyle) -> None:
    """Let ``for_palette`` return themes with this style from now on. Only ``Appearance`` calls this."""
    global _style
    _style = style


def for_palette(palette: QPalette) -> Theme:
    """Return the theme that suits ``palette``, with the chosen style of cells.

    It is the theme that the palette was made from, or that of a card. Another palette gets ``dark`` if the lightness
    of its windows is below 128 of 255, else ``light``. A widget that the style sheet makes transparent has no colour of
    its own: for its palette, that of the application counts.
    """
    window = palette.color(QPalette.ColorRole.Window)
    if not window.alpha():
        window = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    for name in NAMES:
        theme = load(name, _style)
        if window.rgb() in (theme.controls.page.rgb(), theme.controls.surface.rgb()):
            return theme
    return load("dark" if window.lightness() < 128 else "light", _style)


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a mixture of two colours: ``share`` 0 gives ``one``, 1 gives ``other``."""
    channels = (QColor.red, QColor.green, QColor.blue)
    return QColor(*(round(part(one) + (part(other) - part(one)) * share) for part in channels))


def ink_on(background: QColor) -> QColor:
    """Return black or white, the one with more contrast to ``background``: at least 4.5 to 1 (WCAG 2) on any."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (background.redF(), background.greenF(), background.blueF()))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    # Black and white have equal contrast at x = 0.179: (1 + 0.05) / (x + 0.05) = (x + 0.05) / 0.05.
    return QColor("black") if luminance > 0.179 else QColor("white")
