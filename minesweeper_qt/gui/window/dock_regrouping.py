"""Puts docks into one group of tabs in a narrow window, and into several in a wide one, after the resizing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from shiboken6 import isValid

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.dock_places import RIGHT, DockPlaces
from minesweeper_qt.gui.window.narrow_docks import is_narrow


class DockRegrouping(QObject):
    """Arranges ``docks`` of ``window`` anew when its width has room for other groups than before.

    Only docks at their default places are moved: those that the user has placed stay. Qt crashes when docks are put
    into tabs while a window is resized or a dock is dragged; therefore nothing happens before the mouse is released
    and the window has kept its size for a moment. Signal: ``regrouped``.
    """

    regrouped = Signal()

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], places: DockPlaces) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._places = places
        self._was_narrow: bool | None = None
        """Whether the window was narrow when the docks were looked at last; ``None`` before the first time."""
        self._are_placed = False
        """True when the user had placed the docks before the window became narrow."""
        self._focus: QWidget | None = None
        """The widget that had the focus before the docks were moved."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(metrics.REGROUPING_PAUSE)
        self._timer.timeout.connect(self._on_resized)

    def follow_resize(self, has_crossed: bool) -> None:
        """Regroup the docks a moment after the last call, if the window became narrow or wide in one of them.

        ``has_crossed``: whether it became so with this resizing.
        """
        if has_crossed and self._was_narrow is None:
            self._was_narrow = not is_narrow(self._window.width())
        if self._was_narrow is not None and self._was_narrow is not is_narrow(self._window.width()):
            self._timer.start()

    @Slot()
    def _on_resized(self) -> None:
        window = self._window
        if QGuiApplication.mouseButtons() is not Qt.MouseButton.NoButton or QApplication.activePopupWidget():
            self._timer.start()
        elif window.isVisible() and not window.isMinimized() and self._was_narrow is not is_narrow(window.width()):
            self._was_narrow = is_narrow(window.width())
            self._regroup(self._was_narrow)

    def _regroup(self, narrow: bool) -> None:
        opened = frozenset(name for name, dock in self._docks.items() if not dock.isHidden())
        groups = {opened.intersection(group) for group in self._places.groups} - {frozenset()}
        column = frozenset[str]().union(*groups)
        usual = groups if narrow else {column}
        is_usual = self._groups(column) == usual
        stays = self._are_placed and not narrow
        self._are_placed = narrow and not is_usual
        if not is_usual or stays or len(groups) < 2:
            return
        focus = QApplication.focusWidget()
        names = sorted(column, key=lambda name: (name == "agent", name))
        front = [self._docks[name] for name in names if not self._docks[name].visibleRegion().isEmpty()]
        front.sort(key=lambda dock: focus is not None and dock.isAncestorOf(focus))
        self._places.arrange(opened)
        for dock in front:
            dock.raise_()
        self._focus = focus
        # Panels are shown when Qt has placed their docks.
        QTimer.singleShot(0, self, self._restore_focus)
        self.regrouped.emit()

    @Slot()
    def _restore_focus(self) -> None:
        focus, self._focus = self._focus, None
        if focus is not None and isValid(focus) and focus.isVisible() and self._window.isAncestorOf(focus):
            focus.setFocus()

    def _groups(self, column: frozenset[str]) -> set[frozenset[str]]:
        """Return the names of the docks in ``column`` in groups of tabs; nothing if one is elsewhere."""
        window, found = self._window, set()
        # By their names in Qt: it once returned a dock as another Python object than the one that was made.
        names = {dock.objectName(): name for name, dock in self._docks.items()}
        if any(dock.isFloating() for dock in self._docks.values()):
            return set()
        for name in column:
            dock = self._docks[name]
            if window.dockWidgetArea(dock) != RIGHT:
                return set()
            found.add(column & {name, *(names[other.objectName()] for other in window.tabifiedDockWidgets(dock))})
        lefts = {self._docks[min(group)].geometry().left() for group in found if len(group) == 1}
        return found if len(lefts) <= 1 else set()
