"""What every window around a board does: overlays, zoom, docks, and what is remembered of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.window.actions import OVERLAYS, InspectorActions
from minesweeper_qt.gui.window.header import Footer
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.gui.window.preferences import Preferences

_LEAST_CELL = 17
"""The side of a cell that the docks leave room for at first."""

_SWITCHES = {"overlay": False, "risks": False, "levels": False, "coordinates": True, "tell_mines": False}
"""The switches that are remembered, with what they are at first."""


class BoardWindow(QMainWindow):
    """A window around one board and its inspector.

    A subclass makes the parts, hands them to ``_take_parts``, calls ``_restore`` when all is connected and ``_save``
    when it closes. ``prefix`` stands before the names of what is remembered, ``state_version`` is another one when the
    docks are others, ``first_size`` fits the smallest of usual screens (1366x768).

    Attributes for scripts and tests: ``actions_by``, ``board_view``, ``board_area``, ``footer``, ``inspector``.
    """

    prefix = ""
    state_version = 1
    first_size = QSize(1280, 700)

    actions_by: InspectorActions
    inspector: Inspector

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences

    def _take_parts(self, source: BoardSource, view: BoardView, area: BoardArea, footer: Footer) -> None:
        """Connect the parts that all such windows have; ``actions_by`` and ``inspector`` are there."""
        self._source = source
        self.board_view = view
        self.board_area = area
        self.footer = footer
        act = self.actions_by
        for name in OVERLAYS:
            act[name].toggled.connect(self._on_overlay_toggled)
        act["coordinates"].toggled.connect(view.set_coordinates_shown)
        act["coordinates"].toggled.connect(area.arrange)
        act["zoom_in"].triggered.connect(self._zoom_in)
        act["zoom_out"].triggered.connect(self._zoom_out)
        act["zoom_fit"].triggered.connect(self._zoom_fit)
        # After the inspector, which has the docks at their places then.
        act["arrange"].triggered.connect(self._share_room_soon)

    @Slot()
    def _on_overlay_toggled(self) -> None:
        overlay = self.actions_by.overlay()
        self.board_view.set_overlay(overlay)
        self.footer.set_overlay(overlay)
        self._source.set_chances_enabled(overlay is Overlay.CHANCES)
        self._source.set_levels_enabled(overlay is Overlay.LEVELS)

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
        """Be as the window of this kind was when it closed."""
        wanted, act = self._preferences, self.actions_by
        for name, default in _SWITCHES.items():
            act[name].setChecked(wanted.switch(self.prefix + name, default))
        self._on_overlay_toggled()
        self.board_view.set_coordinates_shown(act["coordinates"].isChecked())
        geometry, docks, header = (wanted.state(self.prefix + name) for name in ("geometry", "docks", "columns"))
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(self.first_size.boundedTo(self.screen().availableSize()))
        self._has_docks = docks is not None and self.restoreState(docks, self.state_version)
        if not self._has_docks:
            self.inspector.arrange()
        if header is not None:
            self.inspector.knowledge_panel.restore_state(header)

    def _save(self) -> None:
        """Remember how the window is."""
        wanted = self._preferences
        for name in _SWITCHES:
            wanted.set_switch(self.prefix + name, self.actions_by[name].isChecked())
        wanted.set_state(f"{self.prefix}geometry", self.saveGeometry())
        wanted.set_state(f"{self.prefix}docks", self.saveState(self.state_version))
        wanted.set_state(f"{self.prefix}columns", self.inspector.knowledge_panel.save_state())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.inspector.take_stock()
        if not self._has_docks:
            self._has_docks = True
            self._share_room_soon()

    @Slot()
    def _share_room_soon(self) -> None:
        # Only then is there a layout that docks can be sized in.
        QTimer.singleShot(0, self, self._share_room)

    @Slot()
    def _share_room(self) -> None:
        self.inspector.share_room((self._source.width + 3) * _LEAST_CELL)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self.actions_by.refresh_icons(self)
        super().changeEvent(event)
