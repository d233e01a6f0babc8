"""Puts docks at their default places, and gives them their share of the window."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from minesweeper_qt.gui.window.narrow_docks import is_narrow

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea

_SHARE = 42
"""Percent of the window's width that the docks get at first, unless the board needs more of the width."""

_USUAL_LEAST = 300
"""The least width of the docks at the right, in pixels, unless the board fits beside narrower ones."""

_LEAST = 220
"""The least width of the docks at the right, in pixels, if only with it the board need not scroll."""


class DockPlaces:
    """Arranges ``docks``, which are known by their names, in ``window``.

    The table is above the proof; the other panels are behind the proof, and the move log, if there is one, behind the
    table. In a narrow window all of them are in tabs. A timeline is below the board.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        self._window = window
        self._docks = docks

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
        for name in ("knowledge", "proof", "derivation", "known"):
            window.addDockWidget(RIGHT, docks[name])
            docks[name].show()
        # Only what is shown can be put behind something, so all are shown here.
        if is_narrow(window.width()):
            window.tabifyDockWidget(docks["knowledge"], docks["proof"])
        else:
            window.splitDockWidget(docks["knowledge"], docks["proof"], Qt.Orientation.Vertical)
        window.tabifyDockWidget(docks["proof"], docks["derivation"])
        window.tabifyDockWidget(docks["derivation"], docks["known"])
        docks["proof"].raise_()
        if "timeline" in docks:
            window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks["timeline"])
            docks["timeline"].show()
        if "log" in docks:
            window.addDockWidget(RIGHT, docks["log"])
            window.tabifyDockWidget(docks["knowledge"], docks["log"])
            docks["log"].show()
            docks["knowledge"].raise_()

    def size(self, least_board: int) -> None:
        """Set the width of the docks at the right to their share of the window, and their heights to equal parts.

        If it can, the board keeps ``least_board`` pixels of the width, with which it need not scroll.
        """
        window, docks = self._window, self._docks
        width = min(max(window.width() * _SHARE // 100, _USUAL_LEAST), window.width() // 2)
        left = window.width() - least_board
        if left >= _LEAST:
            width = min(width, left)
        # Qt warns about docks that are not in the layout.
        column = [
            dock
            for dock in (docks["knowledge"], docks["proof"])
            if not dock.isHidden() and not dock.isFloating() and window.dockWidgetArea(dock) == RIGHT
        ]
        for dock in column[:1]:
            window.resizeDocks([dock], [max(width, dock.minimumSizeHint().width())], Qt.Orientation.Horizontal)
        window.resizeDocks(column, [1] * len(column), Qt.Orientation.Vertical)
