"""The choices of the user that are one of several words: the values of the preferences. No Qt.

The value of each member is its word in the settings.
"""

from __future__ import annotations

from enum import Enum


class ThemeChoice(Enum):
    """The theme of all windows."""

    SYSTEM = "system"
    """Light, dark or high contrast as the system says."""
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class TileSet(Enum):
    """The tiles of the board."""

    OWN = "minesweeper"
    """Those that were drawn for this program."""
    CLASSIC = "classic"
    """Grey tiles with bevelled edges."""
    FOLDER = "folder"
    """The SVG files of a folder of the user."""


class NumberColours(Enum):
    """The colours of the numbers on the board."""

    CLASSIC = "classic"
    COLOUR_BLIND = "colour-blind"
    """Colours that differ in every kind of colour blindness."""


class SlidingPress(Enum):
    """The effect of moving the mouse to another cell with a button held down."""

    CANCEL = "cancel"
    """The press is cancelled."""
    FOLLOW = "follow"
    """The cell under the mouse is pressed instead, as in KMines."""


class FlagTarget(Enum):
    """The cell that the key for flags acts on."""

    CURSOR = "cursor"
    """The cell of the keyboard's cursor."""
    POINTER = "pointer"
    """The cell under the mouse, or that of the cursor while the mouse is elsewhere."""
