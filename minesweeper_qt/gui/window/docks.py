"""The docks of a window around a board: the panels in them, their places at first, and which of them are in view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from zlib import crc32

from PySide6.QtCore import QObject, QRect, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.speech import unheard
from minesweeper_qt.gui.window.actions import Entry, InspectorActions

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea

TABLE_FIRST = (("knowledge", "review", "log"), ("why_panel", "known", "agent"))
AGENT_FIRST = (("agent",), ("knowledge", "review", "log", "why_panel", "known"))
"""The names of the docks at the right in groups: a group is in tabs, and above the one that follows."""

_SHARE = 42
"""Percent of the window's width that the docks get at first, unless the board needs more of the width."""

_BESIDE_WIDE = 444
"""The width of the docks at the right, in pixels, beside a board that could be larger in a wider window."""

_USUAL_LEAST = 300
"""The least width of the docks at the right, in pixels, unless the board fits beside narrower ones."""

_LEAST = 220
"""The least width of the docks at the right, in pixels, if only with it the board need not scroll."""

_SEVERAL_ROWS = 300
"""The height of the table, in pixels, with which it shows half a dozen rows below its filter."""


class Docks(QObject):
    """The docks of ``window``; ``board`` gets the focus when a panel that has it goes out of view.

    The action of the same name shows and hides a dock; it is checked while the dock is in view. Attributes: ``docks``
    and the ``panels`` in them, by name; ``board``; ``groups``, those at the right in groups, and ``first_panels``, the
    names of those that are open at first, which a view of the window may change. A timeline is below the board.
    """

    def __init__(self, window: QMainWindow, act: InspectorActions, board: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        self.board = board
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, QWidget] = {}
        self.groups: tuple[tuple[str, ...], ...] = TABLE_FIRST
        self.first_panels = frozenset({"knowledge", "why_panel", "known"})
        self._makers: dict[str, Callable[[], QWidget]] = {}
        """What makes the panels whose docks were not opened yet."""
        self._keys: dict[str, Callable[[], QWidget]] = {}
        self._opened_before: set[str] = set()
        self._is_covered = self._is_arranging = False
        self._hidden_with_window: list[QDockWidget] = []
        """The floating docks that were hidden with the window, to be shown with it again."""
        # While a dock is on its way to its place, Qt keeps layouts in which others may be gone already.
        window.setAnimated(False)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)

    def add(
        self,
        entry: Entry,
        panel: QWidget | Callable[[], QWidget],
        area: Qt.DockWidgetArea = RIGHT,
        keys: Callable[[], QWidget] | None = None,
    ) -> QDockWidget:
        """Put ``panel``, or what it makes when the dock is first opened, into a dock for ``entry``; return the dock.

        ``keys`` returns the widget of the panel that handles the keys now, if that is not its first view.
        """
        name, dock = entry.name, QDockWidget(entry.title or entry.text.replace("&", ""), self._window)
        # A window that restores its docks takes those of its child windows, too, if they have the same names.
        dock.setObjectName(f"{self._window.objectName()}{name}_dock")
        # A panel is hidden while its dock is behind others; if the widget of the dock were, Qt could not size the dock.
        holder = QWidget(dock)
        QVBoxLayout(holder).setContentsMargins(0, 0, 0, 0)
        dock.setWidget(holder)
        self._window.addDockWidget(area, dock)
        self.docks[name] = dock
        if isinstance(panel, QWidget):
            self._put(name, panel)
        else:
            self._makers[name] = panel
        if keys is not None:
            self._keys[name] = keys
        self._act[name].triggered.connect(partial(self._on_triggered, name))
        dock.visibilityChanged.connect(self._on_visibility)
        dock.topLevelChanged.connect(self.refresh)
        return dock

    def _put(self, name: str, panel: QWidget) -> None:
        # Without the size of its panel, a dock that is shown again would get no place, and so stay out of view.
        kept = panel.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        panel.setSizePolicy(kept)
        layout = self.docks[name].widget().layout()
        assert layout is not None
        layout.addWidget(panel)
        self.panels[name] = panel
        panel.setVisible(self._act[name].isChecked() and not self._is_covered)

    @property
    def version(self) -> int:
        """The version of the places that Qt saves: those of another set of docks are not restored."""
        return crc32(" ".join(self.docks).encode()) >> 1

    def make_open_panels(self) -> None:
        """Make the panels whose docks are open, as far as that was not done yet."""
        for name, dock in self.docks.items():
            if not dock.isHidden() and name in self._makers:
                self._put(name, self._makers.pop(name)())

    # -- places

    def arrange(self) -> None:
        """Put all docks at their first places and open only ``first_panels``.

        In a window that is narrow now, those at the right are in one group of tabs.
        """
        # While the docks are moved they are below each other, for which the window grows. With a layout that is not
        # active it would not, but Qt crashes when docks are taken out of tabs then.
        window, docks = self._window, self.docks
        size, layout = window.size(), window.layout()
        assert layout is not None
        if self.focused() is not None:
            self.board.setFocus()
        # What is shown only on the way is no choice: its panel need not be made.
        self._is_arranging = True
        layout.activate()
        for dock in docks.values():
            # Before it is taken out: Qt would put a floating dock back as floating, and can't tabify such a one.
            dock.setFloating(False)
            window.removeDockWidget(dock)
        groups = self.groups
        if window.width() < metrics.TABS_BELOW:
            groups = (tuple(name for group in groups for name in group),)
        placed = [[docks[name] for name in group if name in docks] for group in groups]
        # Only what is shown can be put behind something, so all are shown here.
        for dock in (dock for group in placed for dock in group):
            window.addDockWidget(RIGHT, dock)
            dock.show()
        for group in placed:
            for before, after in pairwise(group):
                window.tabifyDockWidget(before, after)
            group[0].raise_()
        if "timeline" in docks:
            window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks["timeline"])
            docks["timeline"].show()
        # Qt would leave the bar of tabs of docks that are hidden before it has placed them.
        layout.activate()
        for name, dock in docks.items():
            dock.setVisible(name in self.first_panels)
        layout.activate()
        window.resize(size)
        self._is_arranging = False
        self.make_open_panels()
        if window.isVisible():
            self.refresh()

    def size(self, least_board: int, largest_board: int) -> None:
        """Set the width of the docks at the right to their share of the window, and their heights to equal parts.

        If it can, the board keeps ``least_board`` pixels of the width, with which it need not scroll. It gets up to
        ``largest_board``, for which its height suffices, from docks that are wide.
        """
        window = self._window
        width = min(max(window.width() * _SHARE // 100, _USUAL_LEAST), window.width() // 2)
        width = max(min(width, window.width() - largest_board), min(width, _BESIDE_WIDE))
        left = window.width() - least_board
        if left >= _LEAST:
            width = min(width, left)
        for dock in self._column()[:1]:
            window.resizeDocks([dock], [max(width, dock.minimumSizeHint().width())], Qt.Orientation.Horizontal)
        self._even_heights()

    def _even_heights(self) -> None:
        column = self._column()
        height = sum(dock.height() for dock in column)
        heights = [height // max(len(column), 1)] * len(column)
        if len(column) == 2 and self.docks.get("agent") in column:
            # A card and a page need more than a table, as soon as that has several rows.
            table = max(height * 4 // 9, min(_SEVERAL_ROWS, height // 2))
            heights = [height - table if dock is self.docks["agent"] else table for dock in column]
        self._window.resizeDocks(column, heights, Qt.Orientation.Vertical)

    def _column(self) -> list[QDockWidget]:
        """Return the docks in view at the right."""
        window = self._window
        docks = [dock for name, dock in self.docks.items() if self._act[name].isChecked() and not dock.isFloating()]
        return [dock for dock in docks if window.dockWidgetArea(dock) == RIGHT]

    # -- what is in view

    def bring_to_front(self, name: str) -> None:
        """Show the dock ``name`` in front of those at the same place.

        The dock gets the focus if it covers the panel that had it.
        """
        before, dock = self.focused(), self.docks[name]
        if dock.isHidden() and name not in self._opened_before:
            # Qt would give it the least height; where the user changed heights later, they stay.
            self._opened_before.add(name)
            QTimer.singleShot(0, self, self._even_heights)
        with unheard():
            dock.show()
            self.make_open_panels()
            dock.raise_()
        if before is not None and not self.panels[before].isVisible():
            # Not a focus proxy: with one, Tab would skip the widgets that come before the view in the panel.
            keys = self._keys.get(name)
            target = keys() if keys is not None else self.panels[name].findChild(QAbstractItemView)
            (target or self.board).setFocus()

    def focused(self) -> str | None:
        """Return the name of the panel with the focus, ``None`` if no panel has it."""
        focus = QApplication.focusWidget()
        around = (name for name, panel in self.panels.items() if focus is not None and panel.isAncestorOf(focus))
        return next(around, None)

    def covered_rect(self) -> QRect:
        """Return the part of the window that shows the game: its middle, and the docks in view."""
        centre = self._window.centralWidget()
        assert centre is not None
        place = centre.geometry()
        for name, dock in self.docks.items():
            if self._act[name].isChecked() and not dock.isFloating():
                place |= dock.geometry()
        return place

    def set_covered(self, is_covered: bool) -> None:
        """Hide all panels, also those that are opened now, or show them again."""
        self._is_covered = is_covered
        for name, panel in self.panels.items():
            panel.setVisible(self._act[name].isChecked() and not is_covered)

    def hide_all(self) -> None:
        """Close all docks."""
        for dock in self.docks.values():
            dock.hide()

    def refresh(self) -> None:
        """Update panels and actions of all docks: Qt does not report all that changes with the window."""
        layout = self._window.layout()
        assert layout is not None
        layout.activate()
        for name, dock in self.docks.items():
            place = dock.geometry()
            is_in_front = dock.isFloating() or (place.right() >= 0 and place.bottom() >= 0)
            self._apply(name, dock.isVisible() and is_in_front)

    def _on_triggered(self, name: str) -> None:
        if self._act[name].isChecked():
            self.bring_to_front(name)
        else:
            self.docks[name].hide()

    def _on_visibility(self, visible: bool) -> None:
        # A window that is minimised, closed or destroyed hides its docks too, but the user did not choose that. And
        # the garbage collector may have cleared this object before Qt destroys the docks.
        window = getattr(self, "_window", None)
        is_shown = window is not None and isValid(window) and window.isVisible() and not window.isMinimized()
        if is_shown and not self._is_arranging:
            self._apply(next(name for name, dock in self.docks.items() if dock is self.sender()), visible)

    def _apply(self, name: str, is_in_view: bool) -> None:
        """Update the panel and the action of the dock ``name``; one behind others is not in view."""
        if not is_in_view and self.focused() == name:
            # Qt would give the focus to the next widget, where the next key could have any effect.
            self.board.setFocus()
        self._act[name].setChecked(is_in_view)
        if is_in_view:
            self.make_open_panels()
        # Qt only moves a dock behind others out of view; the panel is hidden so that it knows that it is not visible.
        if name in self.panels:
            self.panels[name].setVisible(is_in_view and not self._is_covered)

    def hide_floating(self) -> None:
        """Hide the floating docks until ``show_floating``: Qt would leave them on the screen without the window.

        A window that is destroyed calls this too, while its other parts are still there: the panels use them when they
        are hidden.
        """
        # The garbage collector may have cleared this object, and Qt its docks, before the window is destroyed.
        docks: dict[str, QDockWidget] = vars(self).get("docks", {})
        there = [dock for dock in docks.values() if isValid(dock)]
        self._hidden_with_window = [dock for dock in there if dock.isFloating() and dock.isVisible()]
        for dock in self._hidden_with_window:
            dock.hide()

    def show_floating(self) -> None:
        """Show the docks again that ``hide_floating`` has hidden."""
        hidden, self._hidden_with_window = self._hidden_with_window, []
        for dock in hidden:
            dock.show()
        self.refresh()
