"""Puts docks at their default places, and gives them their share of the window."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from minesweeper_qt.gui.window.narrow_docks import is_narrow

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea

TABLE_FIRST = (("knowledge", "log"), ("proof", "derivation", "known", "agent"))
AGENT_FIRST = (("agent",), ("knowledge", "log", "proof", "derivation", "known"))
"""The names of the docks at the right in groups: a group is in tabs, and above the one that follows."""

_SHARE = 42
"""Percent of the window's width that the docks get at first, unless the board needs more of the width."""

_USUAL_LEAST = 300
"""The least width of the docks at the right, in pixels, unless the board fits beside narrower ones."""

_LEAST = 220
"""The least width of the docks at the right, in pixels, if only with it the board need not scroll."""


class DockPlaces:
    """Arranges ``docks``, which are known by their names, in ``window``.

    Those at the right are in ``groups``, which a view of the window may change; in a narrow window all of them are in
    tabs. A timeline is below the board.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        self._window = window
        self._docks = docks
        self.groups: tuple[tuple[str, ...], ...] = TABLE_FIRST

    @property
    def placed(self) -> tuple[tuple[str, ...], ...]:
        """The names of the docks that there are, in the groups that the window has room for."""
        groups = self.groups
        if is_narrow(self._window.width()):
            groups = (tuple(name for group in groups for name in group),)
        return tuple(tuple(name for name in group if name in self._docks) for group in groups)

    def arrange(self, opened: Collection[str]) -> None:
        """Put all docks at their places and open only those with the names ``opened``."""
        # While the docks are moved they are below each other, for which the window grows. With a layout that is not
        # active it would not, but Qt crashes when docks are taken out of tabs then.
        size = self._window.size()
        layout = self._window.layout()
        assert layout is not None
        # After a new size Qt has not yet laid out the docks, and crashed once when they were taken out then.
        layout.activate()
        for dock in self._docks.values():
            self._window.removeDockWidget(dock)
        self._place()
        # Qt would leave the bar of tabs of docks that are hidden before it has placed them.
        layout.activate()
        for name, dock in self._docks.items():
            dock.setVisible(name in opened)
        layout.activate()
        self._window.resize(size)

    def _place(self) -> None:
        window, docks = self._window, self._docks
        for dock in docks.values():
            dock.setFloating(False)
        # Only what is shown can be put behind something, so all are shown here.
        for name in (name for group in self.placed for name in group):
            window.addDockWidget(RIGHT, docks[name])
            docks[name].show()
        for group in self.placed:
            for before, after in pairwise(group):
                window.tabifyDockWidget(docks[before], docks[after])
        if "timeline" in docks:
            window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks["timeline"])
            docks["timeline"].show()
        for group in self.placed:
            docks[group[0]].raise_()

    def size(self, least_board: int) -> None:
        """Set the width of the docks at the right to their share of the window, and their heights to equal parts.

        If it can, the board keeps ``least_board`` pixels of the width, with which it need not scroll.
        """
        window = self._window
        width = min(max(window.width() * _SHARE // 100, _USUAL_LEAST), window.width() // 2)
        left = window.width() - least_board
        if left >= _LEAST:
            width = min(width, left)
        for dock in self._column()[:1]:
            window.resizeDocks([dock], [max(width, dock.minimumSizeHint().width())], Qt.Orientation.Horizontal)
        self.even_heights()

    def even_heights(self) -> None:
        """Give the docks below each other at the right equal heights."""
        column = self._column()
        height = sum(dock.height() for dock in column) // max(len(column), 1)
        self._window.resizeDocks(column, [height] * len(column), Qt.Orientation.Vertical)

    def _column(self) -> list[QDockWidget]:
        """Return the first open dock of each group at the right."""
        window, docks = self._window, self._docks
        # Qt warns about docks that are not in the layout.
        placed = {
            name
            for name, dock in docks.items()
            if not dock.isHidden() and not dock.isFloating() and window.dockWidgetArea(dock) == RIGHT
        }
        in_groups = ([docks[name] for name in group if name in placed] for group in self.placed)
        return [group[0] for group in in_groups if group]
