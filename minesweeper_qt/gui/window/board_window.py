"""The base class of windows around a board, whose state it saves and restores, and their cover in a pause."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QRegion, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMainWindow, QWidget
from shiboken6 import isValid

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.panel_requests import EscapeKey
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.widgets.guarded import error_reporter, guarded
from minesweeper_qt.gui.widgets.speech import announce, announce_cell
from minesweeper_qt.gui.window.actions import GAME_PANELS, OVERLAYS, PANELS, InspectorActions
from minesweeper_qt.gui.window.docks import Docks
from minesweeper_qt.gui.window.footer import Footer, Notice
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.gui.window.preferences import Preferences

if TYPE_CHECKING:
    from minesweeper_qt.gui.help.help_browser import HelpBrowser


@guarded
class PauseCover(QLabel):
    """Covers all of ``window`` but its bars and its ``header``.

    While it is on, ``parts`` of the window and its panels are hidden, and the actions that play or show the position
    are disabled. Signal: ``clicked``.
    """

    clicked = Signal()

    def __init__(
        self, window: QMainWindow, act: InspectorActions, places: Docks, parts: Sequence[QWidget], header: QWidget
    ) -> None:
        super().__init__(window, wordWrap=True)
        self._window = window
        self._act = act
        self._places = places
        self._parts = parts
        self._header = header
        self._focus: QWidget | None = None
        self.setObjectName("pause_cover")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_on(self, is_on: bool, line: str) -> None:
        """Cover the window, with ``line`` below the heading, or show again what is below."""
        if is_on is not self.isHidden():
            return
        self._act.set_paused(is_on)
        if is_on:
            self.setText(f"<h1>Paused</h1>{line}")
            self.setAccessibleName("Paused")
            self.setAccessibleDescription(line)
            self._focus = self._window.focusWidget()
            self._window.installEventFilter(self)
            self._fit()
            self.raise_()
            self.show()
            # Before the widget that has the focus is hidden, for which Qt would choose another one.
            self.setFocus()
        # A widget below others could still be read by a screen reader, and get the focus.
        for part in self._parts:
            part.setHidden(is_on)
        self._places.set_covered(is_on)
        if not is_on:
            self._window.removeEventFilter(self)
            focus, self._focus = self._focus, None
            is_there = focus is not None and isValid(focus) and focus.isVisibleTo(self._window)
            (focus if focus is not None and is_there else self._places.board).setFocus()
            self.hide()

    def _fit(self) -> None:
        self.setGeometry(self._places.covered_rect())
        header = self._header.rect().translated(self._header.mapTo(self._window, -self.pos()))
        self.setMask(QRegion(self.rect()) - QRegion(header))

    # -- overrides of Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # After the window has placed its parts.
            QTimer.singleShot(0, self, self._fit)
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


_LEAST_CELL = 17
"""The side of a cell, in device-independent pixels, that the docks leave space for at first."""

_FRAME = QSize(8, 40)
"""What a frame of the desktop takes of the screen, and its rounding at scales between whole numbers."""

_KEPT = ("tell_mines", "follow", "from_clues", "as_logic")
"""The checkable actions that are off at first, and whose state each kind of window keeps."""

_COLUMNS = {"columns": False, "compared_columns": True}
"""The layouts of the columns of the table that are kept, and whether each is that for the sentences of two agents."""

_POINTING = ("why", "follow", "flag", "reveal")
"""The actions whose keys act on the cell under the mouse, if it moved after the last key."""

_DONE = {
    "zoom_in": "Larger cells",
    "zoom_out": "Smaller cells",
    "zoom_fit": "Cells fit the window",
    "hide_panels": "All panels are hidden",
    "arrange": "The panels are at their first places",
}
"""What screen readers say of actions that only change the look."""


@guarded
class BoardWindow(QMainWindow):
    """A window around one board and its inspector.

    A subclass makes the parts, passes them to ``_connect_parts``, calls ``_restore`` when everything is connected and
    ``_save`` when it closes.

    Class attributes: ``prefix`` is put before the names of the saved settings; ``first_size`` fits the smallest of the
    usual screens (1366x768). Attributes for scripts and tests: ``actions_by``, ``selection``, ``board_model``,
    ``board_view``, ``board_area``, ``footer``, ``inspector``.

    ``help_topic`` is the topic of the help while no panel has the focus.

    Signals: ``example_requested`` with the name of an example that the help of the window is to open in the sandbox;
    ``escaped``, when the key Esc has nothing to do.

    What a view of the window keeps for itself (docks, what is laid over the board, coordinates) has ``layout_prefix``
    before its name; a window with one view only has no other prefix than its own.
    """

    example_requested = Signal(str)
    escaped = Signal()

    prefix = ""
    first_size = QSize(1280, 700)
    help_topic = "mouse-and-keys"

    actions_by: InspectorActions
    selection: Selection
    board_model: BoardModel
    board_view: BoardView
    inspector: Inspector

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(self.prefix)
        self._preferences = preferences
        self._help: HelpBrowser | None = None
        self._explained: dict[QWidget, str] = {}
        """The topics of the help about dialogs."""

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
        source.changed.connect(self._show_chance_elsewhere)
        self.inspector.topic_requested.connect(lambda topic: self.help_browser().open_at(topic))
        view.key_cursor.let_point([act[name] for name in _POINTING if name in act.by_name], self)
        for action in act.switches():
            action.triggered.connect(partial(self._say_switch, action))
        act["coordinates"].toggled.connect(view.set_coordinates_shown)
        act["coordinates"].toggled.connect(area.arrange)
        act.connect(
            zoom_in=lambda: area.zoom_by(1), zoom_out=lambda: area.zoom_by(-1), zoom_fit=lambda: area.set_zoom(0)
        )
        for name, done in _DONE.items():
            act[name].triggered.connect(lambda _, done=done: announce(footer.status, done))
        act.connect(quit=self._quit, show_all=self._take_step, help=self._show_help, arrange=self._size_docks_later)
        act.connect(keys=lambda: self.help_browser().open_at(self.help_topic))
        QShortcut(QKeySequence("F10"), self).activated.connect(self._open_menu)
        self._preferences.changed.connect(self._on_preference_changed)
        act.use_letters(self._preferences.letters_are_keys)
        error_reporter.noticed.connect(self._show_mistake, Qt.ConnectionType.QueuedConnection)
        # Emitted before the children are destroyed, which happens in the order in which they were made: the docks last.
        self.destroyed.connect(self.inspector.places.hide_floating)

    def _on_overlay_toggled(self) -> None:
        overlay = self.actions_by.overlay()
        self.board_view.set_overlay(overlay)
        self.footer.set_overlay(overlay)
        self._source.set_chances_enabled(overlay is Overlay.CHANCES)
        self._source.levels.set_needed("board", overlay is Overlay.LEVELS)

    def _say_switch(self, action: QAction) -> None:
        announce(self.footer.status, f"{action.data()} {'on' if action.isChecked() else 'off'}")

    def _show_chance_elsewhere(self) -> None:
        view = self._source.view
        self.footer.legends.set_elsewhere(view.chance_elsewhere, view.is_blank, view.is_guess_safe)

    def _on_preference_changed(self, name: str) -> None:
        if name == "letters_are_keys":
            self.actions_by.use_letters(self._preferences.letters_are_keys)

    def _take_step(self) -> None:
        """Stop something; or else clear something, and go to the board."""
        focus, keys = QApplication.focusWidget(), self.findChildren(EscapeKey)
        near = [key for key in keys if focus is not None and key.part.isAncestorOf(focus)]
        if any(key.use() for key in keys if key.stops):
            return
        is_done = any(key.use() for key in near) or self.inspector.end_queries() or any(key.use() for key in keys)
        if not is_done and focus is self.board_view:
            self.escaped.emit()
        self.board_view.setFocus()
        announce_cell(self.board_view)

    def _quit(self) -> None:
        """Close the dialogs that wait for an answer, and this window, or the one that opened it and closes it."""
        waiting = QApplication.activeModalWidget()
        while waiting is not None and waiting.close():
            waiting = QApplication.activeModalWidget()
        (self.parentWidget() or self).close()

    def _show_mistake(self, text: str) -> None:
        self.footer.set_notice(text, Notice.MISTAKE)
        announce(self.footer.status, text)

    def _open_menu(self) -> None:
        """Do what the keys Alt and Down do: screen readers hear little of menus that are opened otherwise."""
        kinds, none = QEvent.Type, Qt.KeyboardModifier.NoModifier
        for kind in (kinds.ShortcutOverride, kinds.KeyPress, kinds.KeyRelease):
            QApplication.sendEvent(self, QKeyEvent(kind, Qt.Key.Key_Alt, Qt.KeyboardModifier.AltModifier))
        QApplication.sendEvent(self.menuBar(), QKeyEvent(kinds.KeyPress, Qt.Key.Key_Down, none))

    # -- help

    def help_browser(self) -> HelpBrowser:
        """Return the help, which is made when it is first needed: one for this window and those that it opened."""
        if self._help is None:
            owner = self.parentWidget()
            self._help = owner.help_browser() if isinstance(owner, BoardWindow) else self._make_help()
        return self._help

    def _make_help(self) -> HelpBrowser:
        """Return a new help, as large as the last one and in its place."""
        from minesweeper_qt.gui.help.help_browser import HelpBrowser

        made = HelpBrowser(self)
        made.page.example_requested.connect(self.example_requested)
        geometry = self._preferences.state("help_geometry")
        if geometry is not None:
            made.restoreGeometry(geometry)
        return made

    def explain(self, dialog: QWidget, topic: str) -> None:
        """Let the key of the help open the chapter about ``topic`` in ``dialog``, which does not block this window."""
        dialog.addAction(self.actions_by["help"])
        self._explained[dialog] = topic

    def _show_help(self) -> None:
        """Open the help at the chapter about the dialog or panel with the focus, or about this window."""
        focus = QApplication.focusWidget()
        dialog = focus.window() if focus is not None else self
        if dialog in self._explained:
            self.help_browser().open_at(self._explained[dialog], resumes=True)
            return
        name = self.inspector.places.focused()
        topics = {panel.name: panel.topic for panel in (*PANELS, *GAME_PANELS)}
        self.help_browser().open_at(topics.get(name or "", self.help_topic), resumes=True)

    # -- preferences

    def _restore(self) -> None:
        """Restore what the last window of this kind saved: layout, geometry and the columns of the table."""
        preferences = self._preferences
        for name in _KEPT:
            self.actions_by[name].setChecked(preferences.switch(f"{self.prefix}{name}", False))
        geometry = preferences.state(f"{self.prefix}geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(self.first_size.boundedTo(self._room()))
        self._restore_layout()
        for name, is_compared in _COLUMNS.items():
            if (columns := preferences.state(self.prefix + name)) is not None:
                self.inspector.knowledge_panel.columns.restore_state(columns, is_compared)

    def _save(self) -> None:
        """Save layout, geometry and the columns of the table."""
        preferences = self._preferences
        for name in _KEPT:
            preferences.set_switch(f"{self.prefix}{name}", self.actions_by[name].isChecked())
        preferences.set_state(f"{self.prefix}geometry", self.saveGeometry())
        for name, is_compared in _COLUMNS.items():
            columns = self.inspector.knowledge_panel.columns.save_state(is_compared)
            preferences.set_state(self.prefix + name, columns)
        if self._help is not None and self._help.parentWidget() is self:
            preferences.set_state("help_geometry", self._help.saveGeometry())
        self._save_layout()

    @property
    def layout_prefix(self) -> str:
        """What is put before the names of the settings of the present view."""
        return self.prefix

    def _default_switches(self) -> dict[str, bool]:
        """Return the checkable actions whose state the present view keeps, with their defaults."""
        return {**dict.fromkeys(OVERLAYS, False), "coordinates": True}

    def _restore_layout(self) -> None:
        """Restore the switches and the docks of the present view."""
        preferences, act, prefix = self._preferences, self.actions_by, self.layout_prefix
        for name, default in self._default_switches().items():
            act[name].setChecked(preferences.switch(prefix + name, default))
        self._on_overlay_toggled()
        self.board_view.set_coordinates_shown(act["coordinates"].isChecked())
        docks = preferences.state(f"{prefix}docks")
        self._has_docks = docks is not None and self.restoreState(docks, self.inspector.places.version)
        if not self._has_docks:
            self.inspector.places.arrange()
        else:
            self.inspector.places.make_open_panels()
        if self.isVisible():
            self.inspector.places.refresh()
            QTimer.singleShot(0, self.inspector.places, self.inspector.places.refresh)

    def _save_layout(self) -> None:
        """Save the switches and the docks of the present view."""
        preferences, prefix = self._preferences, self.layout_prefix
        for name in self._default_switches():
            preferences.set_switch(prefix + name, self.actions_by[name].isChecked())
        preferences.set_state(f"{prefix}docks", self.saveState(self.inspector.places.version))

    def _room(self) -> QSize:
        """Return the size that the window can have on its screen together with its frame."""
        return self.screen().availableSize() - _FRAME

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.inspector.places.show_floating()
        if not self._has_docks:
            self._has_docks = True
            # Before the first picture: the docks would jump.
            self._size_docks()
            layout = self.layout()
            assert layout is not None
            layout.activate()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # A spontaneous event comes from the system, when the window is minimised: it treats the docks itself.
        if not event.spontaneous():
            self.inspector.places.hide_floating()
            for dialog in self.findChildren(QDialog, options=Qt.FindChildOption.FindDirectChildrenOnly):
                dialog.close()

    def _size_docks_later(self) -> None:
        # Docks can be sized only once the window has a layout.
        QTimer.singleShot(0, self, self._size_docks)

    def _size_docks(self) -> None:
        columns = self._source.view.board.width + 3
        self.inspector.places.size(columns * _LEAST_CELL, columns * self.board_area.cell_for_height)

    def childEvent(self, event: QChildEvent) -> None:
        super().childEvent(event)
        # Sent before a dialog is shown: its window takes no keys of other windows.
        if event.type() is QEvent.Type.ChildPolished and isinstance(dialog := event.child(), QDialog):
            dialog.addAction(self.actions_by["quit"])

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self.actions_by.refresh_icons(self)
        super().changeEvent(event)
