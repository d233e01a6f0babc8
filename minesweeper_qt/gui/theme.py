"""The colours of the board, for light and dark palettes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

from minesweeper_qt.gui import assets


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they paint; ``digits[n - 1]`` is the colour of the clue ``n``. Read from ``themes/NAME.json``.

    Safe and mine differ in hue (blue and orange, which colour-blind people tell apart), lightness and mark.
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


@lru_cache(maxsize=2)
def load(name: str) -> Theme:
    """Return the theme ``light`` or ``dark``; raise ``FileNotFoundError`` for another name."""
    colours = json.loads(assets.resource(f"themes/{name}.json"))
    digits = tuple(QColor(colour) for colour in colours.pop("digits"))
    return Theme(name=name, digits=digits, **{key: QColor(colour) for key, colour in colours.items()})


def for_palette(palette: QPalette) -> Theme:
    """Return the theme that goes with the desktop's palette."""
    return load("dark" if palette.color(QPalette.ColorRole.Window).lightness() < 128 else "light")
