"""Puts all docks at the right into one group of tabs while the window is narrow, and back into their places."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow

from minesweeper_qt.gui.widgets import metrics

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea

_SHORT = {
    "knowledge": "Table",
    "log": "Log",
    "proof": "Proof",
    "derivation": "Tree",
    "known": "Known",
}
"""The titles of docks in a narrow window, by their names."""


class NarrowDocks(QObject):
    """Follows the width of ``window``: below ``metrics.TABS_BELOW`` its ``docks`` share one group of tabs.

    The titles are shorter then. When the window becomes wider, the docks go back to where they were; those opened or
    closed meanwhile stay open or closed. ``version`` is that of the states of the docks. Attribute: ``is_narrow``.
    Signal: ``arranged``, after the docks went together or back.
    """

    arranged = Signal()

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], version: int) -> None:
        super().__init__(window)
        self._version = version
        self._window = window
        self._docks = docks
        self._long = dict[str, str]()
        self._wide_state = QByteArray()
        self.is_narrow = False

    def follow_width(self) -> bool:
        """Do what the present width of the window requires; return whether that was anything."""
        is_narrow = self._window.width() < metrics.TABS_BELOW
        if is_narrow == self.is_narrow:
            return False
        self.is_narrow = is_narrow
        if is_narrow:
            self._wide_state = self._window.saveState(self._version)
            self._long = {name: dock.windowTitle() for name, dock in self._docks.items()}
            self.gather()
            for dock in self._at_right()[:1]:
                dock.raise_()
        else:
            was_open = self.open_names
            self._window.restoreState(self._wide_state, self._version)
            self.open_only(was_open)
        for name, title in self._long.items():
            self._docks[name].setWindowTitle(_SHORT.get(name, title) if is_narrow else title)
        self.arranged.emit()
        return True

    @Slot()
    def gather(self) -> None:
        """Put the open docks at the right into one group of tabs, if the window is narrow."""
        if not self.is_narrow:
            return
        docks, layout = self._at_right(), self._window.layout()
        assert layout is not None
        for dock in docks[1:]:
            if dock not in self._window.tabifiedDockWidgets(docks[0]):
                self._window.tabifyDockWidget(docks[0], dock)
                # To raise a dock whose tab has not been made yet can crash in Qt.
                layout.activate()

    @property
    def wide_state(self) -> QByteArray:
        """The state of the docks to save: that of the wide window, also while it is narrow."""
        return self._wide_state if self.is_narrow else self._window.saveState(self._version)

    @property
    def open_names(self) -> frozenset[str]:
        """The names of the docks that are open, in front or behind others."""
        return frozenset(name for name, dock in self._docks.items() if not dock.isHidden())

    def open_only(self, names: frozenset[str]) -> None:
        """Open the docks with these names, and close all others."""
        for name, dock in self._docks.items():
            dock.setVisible(name in names)

    def expect_wide(self) -> None:
        """Treat the docks as those of a wide window from now on, until ``follow_width``: others were restored."""
        if self.is_narrow:
            self.is_narrow = False
            for name, title in self._long.items():
                self._docks[name].setWindowTitle(title)

    def _at_right(self) -> list[QDockWidget]:
        """Return the open docks at the right that don't float."""
        return [
            dock
            for dock in self._docks.values()
            if not dock.isHidden() and not dock.isFloating() and self._window.dockWidgetArea(dock) == _RIGHT
        ]
