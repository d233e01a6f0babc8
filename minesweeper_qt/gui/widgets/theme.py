"""The themes: the colours of the board, for light and dark palettes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

from minesweeper_qt.gui.widgets import assets


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, named after what they paint. Read from ``themes/NAME.json``.

    ``digits[n - 1]`` is the colour of the clue ``n``. Safe and mine differ in hue (blue and orange, which colour-blind
    people can distinguish), lightness and mark. ``heat`` goes from blue to red; its lightness always falls (light
    theme) or always rises (dark). ``safe_levels`` and ``mine_levels`` are the colours of tiles by reasoning level, from
    the weakest level to the strongest; the colours become stronger with the level.
    """

    name: str
    tray: QColor
    covered: QColor
    covered_light: QColor
    covered_hover: QColor
    covered_edge: QColor
    revealed: QColor
    revealed_edge: QColor
    pressed: QColor
    exploded: QColor
    digits: tuple[QColor, ...]
    mine: QColor
    flag: QColor
    pole: QColor
    wrong: QColor
    safe: QColor
    safe_tile: QColor
    safe_mark: QColor
    mine_tile: QColor
    mine_mark: QColor
    outline: QColor
    cursor: QColor
    cursor_inner: QColor
    ruler: QColor
    hint: QColor
    hint_casing: QColor
    heat: tuple[QColor, ...]
    safe_levels: tuple[QColor, ...]
    mine_levels: tuple[QColor, ...]

    def heat_at(self, percent: int) -> QColor:
        """Return the colour of a chance in percent, between the stops ``heat``, evenly spaced from 0 to 100."""
        place = percent / 100 * (len(self.heat) - 1)
        stop = min(int(place), len(self.heat) - 2)
        return mixed(self.heat[stop], self.heat[stop + 1], place - stop)


@lru_cache(maxsize=2)
def load(name: str) -> Theme:
    """Return the theme ``light`` or ``dark``; raise ``FileNotFoundError`` for another name."""
    colours = json.loads(assets.resource(f"themes/{name}.json"))
    digits, heat, safe, mine = (
        tuple(QColor(colour) for colour in colours.pop(key)) for key in ("digits", "heat", "safe_levels", "mine_levels")
    )
    rest = {key: QColor(colour) for key, colour in colours.items()}
    return Theme(name=name, digits=digits, heat=heat, safe_levels=safe, mine_levels=mine, **rest)


def for_palette(palette: QPalette) -> Theme:
    """Return the theme that suits ``palette``: ``dark`` if the lightness of its windows is below 128 of 255."""
    return load("dark" if palette.color(QPalette.ColorRole.Window).lightness() < 128 else "light")


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a mixture of two colours: ``share`` 0 gives ``one``, 1 gives ``other``."""
    channels = (QColor.red, QColor.green, QColor.blue)
    return QColor(*(round(part(one) + (part(other) - part(one)) * share) for part in channels))


def ink_on(ground: QColor) -> QColor:
    """Return black or white, the one with more contrast to ``ground``: at least 4.5 to 1 (WCAG 2), on any colour."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (ground.redF(), ground.greenF(), ground.blueF()))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    # Black and white have equal contrast at x = 0.179: (1 + 0.05) / (x + 0.05) = (x + 0.05) / 0.05.
    return QColor("black") if luminance > 0.179 else QColor("white")
