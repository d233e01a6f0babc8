"""The titles of docks: a dock in tabs has none, since its tab names it; any other has a bar with its buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import getCppPointer, isValid

from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded

_HAS_MENU = "has_dock_menu"
"""The property of the tab bars that have the menu of their docks."""

_LEFT_OVER = "is_left_over"
"""The property of the tab bars that are hidden since their docks are closed."""


@guarded
class DockTitle(QWidget):
    """The bar above a dock that has no tab: its name, and buttons that float and close it."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self.setObjectName("dock_title")
        self._label = QLabel(dock.windowTitle(), self)
        self._label.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, 0, metrics.NARROW, 0)
        row.setSpacing(metrics.HAIR)
        row.addWidget(self._label, 1)
        self._icons: dict[QToolButton, str] = {}
        for text, icon, act in (("Float", "float", self.toggle_floating), ("Close", "close", dock.close)):
            button = QToolButton(self)
            self._icons[button] = icon
            button.setIconSize(QSize(metrics.TITLE_ICON, metrics.TITLE_ICON))
            button.setToolTip(text)
            button.setAccessibleName(f"{text} {dock.windowTitle()}")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(act)
            row.addWidget(button)
        self.setFixedHeight(metrics.DOCK_TITLE_HEIGHT)
        self._refresh_icons()
        dock.windowTitleChanged.connect(self._label.setText)

    @Slot()
    def toggle_floating(self) -> None:
        """Float the dock, or put it back into the window."""
        self._dock.setFloating(not self._dock.isFloating())

    def _refresh_icons(self) -> None:
        for button, icon in self._icons.items():
            button.setIcon(assets.icon(icon, self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._refresh_icons()
        super().changeEvent(event)


def empty_title(dock: QDockWidget) -> QWidget:
    """Return a title for ``dock`` that takes no room."""
    made = QWidget(dock)
    # A plain widget prefers a height of -1, by which the dock would be too low.
    QHBoxLayout(made).setContentsMargins(0, 0, 0, 0)
    return made


class DockTitles(QObject):
    """Gives the docks of ``window`` their titles, and the tabs a context menu that floats and closes their docks.

    ``docks`` may grow: ``add`` must be called for each.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._bars: dict[QDockWidget, tuple[DockTitle, QWidget]] = {}
        """The title and the empty bar of each dock that can have both."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.refresh)

    def add(self, dock: QDockWidget) -> None:
        """Give ``dock`` its title from now on."""
        self._bars[dock] = (DockTitle(dock), empty_title(dock))
        dock.setTitleBarWidget(self._bars[dock][0])
        for changed in (dock.dockLocationChanged, dock.topLevelChanged, dock.visibilityChanged):
            changed.connect(self.refresh_later)

    @Slot()
    def refresh_later(self) -> None:
        """Call ``refresh`` in the next round of the event loop: while a dock is moved, its place is not known."""
        # The garbage collector may have cleared this object before Qt destroys the docks.
        timer = getattr(self, "_timer", None)
        if timer is not None and isValid(timer) and isValid(self._window) and self._window.isVisible():
            timer.start()

    @Slot()
    def refresh(self) -> None:
        """Show the titles of the docks that are in no tab, and hide the others."""
        for dock, (title, blank) in self._bars.items():
            wanted = blank if not dock.isFloating() and self._window.tabifiedDockWidgets(dock) else title
            if dock.titleBarWidget() is not wanted:
                dock.setTitleBarWidget(wanted)
        # Qt makes the tab bars when they are needed.
        bars = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        self._hide_left_over(bars)
        for bar in bars:
            # Qt keeps the width of a tab that it has laid out before the tab was selected, whose letters are wider.
            bar.setElideMode(bar.elideMode())
            # A bar that Qt has put out of sight would be a stop of the Tab key.
            policies, has_tabs = Qt.FocusPolicy, len(self._open_docks(bar)) > 1
            bar.setFocusPolicy(policies.TabFocus if has_tabs else policies.NoFocus)
            if not bar.property(_HAS_MENU):
                bar.setProperty(_HAS_MENU, True)
                bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                bar.customContextMenuRequested.connect(self._show_menu)

    def _hide_left_over(self, bars: list[QTabBar]) -> None:
        """Hide the bars whose docks are closed, which Qt leaves when another state is restored, and show them again."""
        opened = {bar: self._open_docks(bar) for bar in bars}
        in_sight = {dock for bar in bars if bar.isVisible() for dock in opened[bar]}
        for bar in bars:
            if bar.isVisible() and len(opened[bar]) < 2:
                bar.setProperty(_LEFT_OVER, True)
                bar.hide()
            elif bar.property(_LEFT_OVER) and len(opened[bar]) > 1 and not in_sight & opened[bar]:
                bar.setProperty(_LEFT_OVER, False)
                bar.show()

    def _open_docks(self, bar: QTabBar) -> set[QDockWidget]:
        docks = {self.dock_of_tab(bar, index) for index in range(bar.count())}
        return {dock for dock in docks if dock is not None and not dock.isHidden() and not dock.isFloating()}

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        bar = self.sender()
        assert isinstance(bar, QTabBar)
        dock = self.dock_of_tab(bar, bar.tabAt(place))
        if dock is None:
            return
        menu = QMenu(dock.windowTitle(), self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Float").triggered.connect(self._bars[dock][0].toggle_floating)
        menu.addAction("&Close").triggered.connect(dock.close)
        menu.popup(bar.mapToGlobal(place))

    def dock_of_tab(self, bar: QTabBar, index: int) -> QDockWidget | None:
        """Return the dock of the tab at ``index`` of ``bar``; ``None`` if there is none."""
        # Qt keeps the address of the dock in the tab; two docks could have the same text.
        address = bar.tabData(index)
        return next((dock for dock in self._docks.values() if getCppPointer(dock)[0] == address), None)
