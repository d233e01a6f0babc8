"""Gives the docks short titles while their window is narrow."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDockWidget

from minesweeper_qt.gui.widgets import metrics

_SHORT = {
    "agent": "Agent",
    "knowledge": "Table",
    "log": "Log",
    "proof": "Proof",
    "derivation": "Tree",
    "known": "Known",
}
"""The titles of docks in a narrow window, by their names."""


def is_narrow(width: int) -> bool:
    """Return whether a window of this width has room for only one group of tabs beside the board."""
    return width < metrics.TABS_BELOW


class DockTitleTexts:
    """Sets the titles of ``docks``: short ones while the window is narrow."""

    def __init__(self, docks: Mapping[str, QDockWidget]) -> None:
        self._docks = docks
        self._is_narrow = False
        self._long = {name: dock.windowTitle() for name, dock in docks.items()}

    def follow_width(self, width: int) -> bool:
        """Set the titles for a window of this width; return whether they have changed."""
        before, self._is_narrow = self._is_narrow, is_narrow(width)
        if before is self._is_narrow:
            return False
        for name, title in self._long.items():
            self._docks[name].setWindowTitle(_SHORT.get(name, title) if self._is_narrow else title)
        return True
