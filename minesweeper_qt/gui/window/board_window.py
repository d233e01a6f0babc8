"""The base class of windows around a board: overlays, zoom, docks, and saving and restoring their state."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.selection import Selection
from minesweeper_qt.gui.widgets.guarded import guarded, mistakes
from minesweeper_qt.gui.window.actions import OVERLAYS, InspectorActions
from minesweeper_qt.gui.window.header import Footer, Topic
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.gui.window.preferences import Preferences

_LEAST_CELL = 17
"""The side of a cell, in device-independent pixels, that the docks leave space for at first."""

_SWITCHES = {"overlay": False, "risks": False, "levels": False, "coordinates": True, "tell_mines": False}
"""The checkable actions whose state is saved, with their default."""


@guarded
class BoardWindow(QMainWindow):
    """A window around one board and its inspector.

    A subclass makes the parts, passes them to ``_connect_parts``, calls ``_restore`` when everything is connected and
    ``_save`` when it closes.

    Class attributes: ``prefix`` is put before the names of the saved settings; ``state_version`` is raised when the set
    of docks changes; ``first_size`` fits the smallest of the usual screens (1366x768). Attributes for scripts and
    tests: ``actions_by``, ``selection``, ``board_model``, ``board_view``, ``board_area``, ``footer``, ``inspector``.
    """

    prefix = ""
    state_version = 1
    first_size = QSize(1280, 700)

    actions_by: InspectorActions
    selection: Selection
    board_model: BoardModel
    board_view: BoardView
    inspector: Inspector

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences

    def _connect_parts(self, source: BoardSource, area: BoardArea, footer: Footer) -> None:
        """Connect the parts that every window around a board has; those with an annotation above must be set."""
        self._source = source
        self.board_area = area
        self.footer = footer
        act, view, arbiter = self.actions_by, self.board_view, self.inspector.highlight_arbiter
        arbiter.highlight_changed.connect(self.board_model.set_highlight)
        arbiter.highlight_changed.connect(view.show_highlight)
        arbiter.outlined_changed.connect(view.outline)
        for name in OVERLAYS:
            act[name].toggled.connect(self._on_overlay_toggled)
        act["coordinates"].toggled.connect(view.set_coordinates_shown)
        act["coordinates"].toggled.connect(area.arrange)
        act["zoom_in"].triggered.connect(self._zoom_in)
        act["zoom_out"].triggered.connect(self._zoom_out)
        act["zoom_fit"].triggered.connect(self._zoom_fit)
        # Connected after the inspector, so that the docks are at their places before they are sized.
        act["arrange"].triggered.connect(self._size_docks_later)
        mistakes.noticed.connect(self._show_mistake, Qt.ConnectionType.QueuedConnection)
        # Emitted before the children are destroyed, which happens in the order in which they were made: the docks last.
        self.destroyed.connect(self.inspector.hide_floating_docks)

    @Slot()
    def _on_overlay_toggled(self) -> None:
        overlay = self.actions_by.overlay()
        self.board_view.set_overlay(overlay)
        self.footer.set_overlay(overlay)
        self._source.set_chances_enabled(overlay is Overlay.CHANCES)
        self._source.explanations.request_levels("board", overlay is Overlay.LEVELS)

    @Slot(str)
    def _show_mistake(self, text: str) -> None:
        self.footer.set_notice(text, Topic.MISTAKE)

    @Slot()
    def _zoom_in(self) -> None:
        self.board_area.zoom_by(1)

    @Slot()
    def _zoom_out(self) -> None:
        self.board_area.zoom_by(-1)

    @Slot()
    def _zoom_fit(self) -> None:
        self.board_area.set_zoom(0)

    # -- preferences

    def _restore(self) -> None:
        """Restore what the last window of this kind saved: switches, geometry, docks and the columns of the table."""
        preferences, act = self._preferences, self.actions_by
        for name, default in _SWITCHES.items():
            act[name].setChecked(preferences.switch(self.prefix + name, default))
        self._on_overlay_toggled()
        self.board_view.set_coordinates_shown(act["coordinates"].isChecked())
        geometry, docks, header = (preferences.state(self.prefix + name) for name in ("geometry", "docks", "columns"))
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(self.first_size.boundedTo(self.screen().availableSize()))
        self._has_docks = docks is not None and self.restoreState(docks, self.state_version)
        if not self._has_docks:
            self.inspector.arrange()
        if header is not None:
            self.inspector.knowledge_panel.restore_state(header)

    def _save(self) -> None:
        """Save switches, geometry, docks and the columns of the table."""
        preferences = self._preferences
        for name in _SWITCHES:
            preferences.set_switch(self.prefix + name, self.actions_by[name].isChecked())
        preferences.set_state(f"{self.prefix}geometry", self.saveGeometry())
        preferences.set_state(f"{self.prefix}docks", self.saveState(self.state_version))
        preferences.set_state(f"{self.prefix}columns", self.inspector.knowledge_panel.save_state())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.inspector.show_floating_docks()
        if not self._has_docks:
            self._has_docks = True
            self._size_docks_later()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # A spontaneous event comes from the system, when the window is minimised: it treats the docks itself.
        if not event.spontaneous():
            self.inspector.hide_floating_docks()

    @Slot()
    def _size_docks_later(self) -> None:
        # Docks can be sized only once the window has a layout.
        QTimer.singleShot(0, self, self._size_docks)

    @Slot()
    def _size_docks(self) -> None:
        self.inspector.size_docks((self._source.view.width + 3) * _LEAST_CELL)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self.actions_by.refresh_icons(self)
        super().changeEvent(event)
