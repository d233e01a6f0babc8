"""The choices of the user for mouse and keys: values of the preferences. No Qt.

The value of each member is its word in the settings.
"""

from __future__ import annotations

from enum import Enum


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
