"""The inspector of a window: the panels that explain a board, their docks, and the connections between them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.panels.derivation.derivation_panel import DerivationPanel
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.proof.proof_panel import ProofPanel
from minesweeper_qt.gui.presentation.derivation_text import short_text
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.cover import Cover
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import InspectorActions
from minesweeper_qt.gui.window.dock_places import RIGHT, DockPlaces
from minesweeper_qt.gui.window.dock_titles import DockTitles
from minesweeper_qt.gui.window.highlight_arbiter import HighlightArbiter
from minesweeper_qt.gui.window.proof_control import ProofControl
from minesweeper_qt.model import Cell, Rule, Update

if TYPE_CHECKING:
    from minesweeper_qt.gui.panels.levels_panel import LevelsPanel
    from minesweeper_qt.model import Proof

_LATE = {"known": "levels_panel", "log": "move_log_panel", "timeline": "timeline_panel"}
"""The attributes of the panels that are made when their docks are first opened: most windows open without them."""


class Inspector(QObject):
    """Adds the docks ``knowledge``, ``proof``, ``derivation`` and ``known`` to ``window``, all about ``source``.

    The docks are added by ``add_docks``: panels and docks take 20 ms each, and a window may make them one by one.
    ``known`` holds the levels panel. The panels explain what is in question in ``selection``.

    Attributes: ``highlight_arbiter``, which decides what the panels mark on the board; ``docks`` and the ``panels`` in
    them, by name; ``first_panels``, the names of those that ``arrange`` opens; ``knowledge_panel`` with its
    ``knowledge_model``, ``proof_panel``, ``derivation_panel``, ``levels_panel``; ``cell_actions``, more actions of the
    board's context menu; ``dock_places``. An action of the same name shows and hides each dock. Signal:
    ``cover_clicked``, see ``set_covered``.
    """

    cover_clicked = Signal()

    def __init__(
        self, window: QMainWindow, source: BoardSource, selection: Selection, view: BoardView, act: InspectorActions
    ) -> None:
        super().__init__(window)
        self._window = window
        self._source = source
        self._selection = selection
        self._view = view
        self._act = act
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, QWidget] = {}
        self._covers: dict[str, Cover] = {}
        self._is_covered = False
        self._cover_words = ("", "")
        self._proof: Proof | None = None
        """The proof that is shown."""
        self._behind: set[str] = set()
        """The names of the docks that are open, but behind others in the same place."""
        self.first_panels = frozenset({"knowledge", "proof", "derivation", "known"})
        self._opened_before: set[str] = set()
        """The names of the docks that were opened since the window was made."""
        self._hidden_with_window: list[QDockWidget] = []
        """The floating docks that were hidden with the window, to be shown with it again."""
        self.dock_titles = DockTitles(window, self.docks)
        self.dock_places = DockPlaces(window, self.docks)
        self.highlight_arbiter = HighlightArbiter(self)
        # While a dock is on its way to its place, Qt keeps layouts in which others may be gone already.
        window.setAnimated(False)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        self.knowledge_model = KnowledgeTableModel(self, source.move_of)
        self.knowledge_panel = KnowledgePanel(self.knowledge_model, selection)
        self.derivation_panel = DerivationPanel(source, selection)
        # After the derivation panel, so that the highlight of the proof of another cell counts if both are visible.
        self.proof_panel = ProofPanel(source, selection)
        self._proof_control = ProofControl(self.proof_panel, self.knowledge_panel, selection, view, self.bring_to_front)
        self.cell_actions: list[QAction] = []
        """The actions of the board's context menu besides Why?."""
        self.knowledge_panel.set_json_source(self.knowledge_text)
        self._connect()
        self.reset_table()

    # -- docks

    def add_docks(self) -> None:
        """Put the panels into their docks; to be called once, right after the inspector was made."""
        self.add("knowledge", "Knowledge Base", self.knowledge_panel)
        self.add("proof", "Proof", self.proof_panel)
        self.add("derivation", "Derivation", self.derivation_panel)
        self.add("known", "What Is Known", None)

    def add(
        self, name: str, title: str, panel: QWidget | None, area: Qt.DockWidgetArea = RIGHT, has_title: bool = True
    ) -> QDockWidget:
        """Put ``panel`` into a dock that the action ``name`` shows and hides; return the dock.

        Without one it is made when the dock is first opened.
        """
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}_dock")
        # A panel is hidden while its dock is behind others; if the widget of the dock were, Qt could not size the dock.
        holder = QWidget(dock)
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        dock.setWidget(holder)
        self._window.addDockWidget(area, dock)
        self.docks[name] = dock
        if panel is not None:
            self._put(name, panel)
        if has_title:
            self.dock_titles.add(dock)
        self._act[name].toggled.connect(self._on_toggled)
        dock.visibilityChanged.connect(self._on_visibility)
        dock.topLevelChanged.connect(self._on_floated)
        return dock

    def _put(self, name: str, panel: QWidget) -> None:
        holder = self.docks[name].widget()
        layout = holder.layout()
        assert layout is not None
        layout.addWidget(panel)
        # Without the size of its panel, a dock that is shown again would get no place, and so stay out of view.
        kept = panel.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        panel.setSizePolicy(kept)
        cover = self._covers[name] = Cover(holder, (panel,), is_large=False, margin=metrics.GAP)
        cover.clicked.connect(self.cover_clicked)
        self.panels[name] = panel
        if self._is_covered:
            self._cover(name)

    @cached_property
    def levels_panel(self) -> LevelsPanel:
        from minesweeper_qt.gui.panels.levels_panel import LevelsPanel

        panel = LevelsPanel(self._source)
        panel.why_requested.connect(self.why)
        self.highlight_arbiter.add(panel.highlight_source)
        self._put("known", panel)
        return panel

    def _make(self, name: str) -> None:
        """Make the panel ``name``, if that was not done yet."""
        if name not in self.panels:
            getattr(self, _LATE[name])

    def make_open_panels(self) -> None:
        """Make the panels whose docks are open."""
        for name, dock in self.docks.items():
            if not dock.isHidden():
                self._make(name)

    @Slot()
    def arrange(self) -> None:
        """Put all docks at their default places and open only ``first_panels``."""
        self.dock_places.arrange(self.first_panels)
        self.make_open_panels()

    @Slot()
    def hide_panels(self) -> None:
        """Close all docks."""
        for dock in self.docks.values():
            dock.hide()

    def bring_to_front(self, name: str) -> None:
        """Show the dock ``name`` in front of those at the same place.

        The dock gets the focus if it covers the panel that had it.
        """
        self._make(name)
        before = self._focused_panel_name()
        if self.docks[name].isHidden() and name not in self._opened_before:
            # Qt would give it the least height; where the user changed heights later, they stay.
            self._opened_before.add(name)
            QTimer.singleShot(0, self, self.dock_places.even_heights)
        self.docks[name].show()
        self.docks[name].raise_()
        if before is not None and not self.panels[before].isVisible():
            self._keyboard_target(name).setFocus()

    def _keyboard_target(self, name: str) -> QWidget:
        """Return the widget of the panel ``name`` that handles the keys, the board if the panel has no such widget."""
        if name == "proof":
            return self.proof_panel.page
        # Not a focus proxy: with one, Tab would skip the widgets that come before the view in the panel.
        view = self.panels[name].findChild(QAbstractItemView)
        return self._view if view is None else view

    def _focused_panel_name(self) -> str | None:
        """Return the name of the panel with the focus, ``None`` if no panel has it."""
        focus = QApplication.focusWidget()
        around = (name for name, panel in self.panels.items() if focus is not None and panel.isAncestorOf(focus))
        return next(around, None)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        name = action.objectName()
        if on:
            self.bring_to_front(name)
        elif name not in self._behind:
            self.docks[name].hide()

    @Slot(bool)
    def _on_visibility(self, visible: bool) -> None:
        """Update panel and action of the dock whose visibility changed; a dock behind another counts as not visible."""
        # A window that is minimised, closed or destroyed hides its docks too, but the user did not choose that. And
        # the garbage collector may have cleared this object before Qt destroys the docks.
        window = getattr(self, "_window", None)
        if window is None or not isValid(window) or window.isMinimized() or not window.isVisible():
            return
        for name, dock in self.docks.items():
            if dock is self.sender():
                self._apply_visibility(name, visible)

    @Slot(bool)
    def _on_floated(self, floats: bool) -> None:
        # Qt reports a dock that was behind others when it began to float as not visible.
        if floats and self._window.isVisible():
            self.update_floating_docks()

    @Slot()
    def update_floating_docks(self) -> None:
        """Update panels and actions of the floating docks: their signals before the window was shown were ignored."""
        for name, dock in self.docks.items():
            if dock.isFloating():
                self._apply_visibility(name, dock.isVisible())

    @Slot()
    def update_docks(self) -> None:
        """Update panels and actions of all docks: Qt reports one as not visible that it shows before it has a place."""
        layout = self._window.layout()
        assert layout is not None
        layout.activate()
        for name, dock in self.docks.items():
            place = dock.geometry()
            is_in_view = dock.isFloating() or (place.right() >= 0 and place.bottom() >= 0)
            if self._act[name].isChecked() != (dock.isVisible() and is_in_view):
                self._apply_visibility(name, dock.isVisible() and is_in_view)

    @Slot()
    def hide_floating_docks(self) -> None:
        """Hide the floating docks until ``show_floating_docks``: Qt would leave them on the screen without the window.

        A window that is destroyed calls this too, while its other parts are still there: the panels use them when they
        are hidden.
        """
        # The garbage collector may have cleared this object, and Qt its docks, before the window is destroyed.
        docks: dict[str, QDockWidget] = vars(self).get("docks", {})
        there = [dock for dock in docks.values() if isValid(dock)]
        self._hidden_with_window = [dock for dock in there if dock.isFloating() and dock.isVisible()]
        for dock in self._hidden_with_window:
            dock.hide()

    def show_floating_docks(self) -> None:
        """Show the docks again that ``hide_floating_docks`` has hidden."""
        hidden, self._hidden_with_window = self._hidden_with_window, []
        for dock in hidden:
            dock.show()
        self.update_floating_docks()

    def set_covered(self, covered: bool, words: tuple[str, str] = ("", "")) -> None:
        """Hide all panels under covers with these ``words``, also those that are opened now, or show them again."""
        self._is_covered, self._cover_words = covered, words
        for name in list(self._covers):  # a panel may be made meanwhile
            self._cover(name)

    def _cover(self, name: str) -> None:
        self._covers[name].set_words(*self._cover_words)
        self._covers[name].set_on(self._is_covered)
        self.panels[name].setVisible(self._act[name].isChecked() and not self._is_covered)

    def _apply_visibility(self, name: str, visible: bool) -> None:
        """Update the panel and the action of the dock ``name``, which became ``visible`` or not."""
        self._behind.discard(name)
        if visible:
            self._make(name)
        if not visible and not self.docks[name].isHidden():
            self._behind.add(name)
        if not visible and self._focused_panel_name() == name:
            # Qt would give the focus to the next widget, where the next key could have any effect.
            self._view.setFocus()
        # Qt only moves a dock behind others out of view; the panel is hidden so that it knows that it is not visible.
        if name in self.panels:
            self.panels[name].setVisible(visible and not self._is_covered)
        self._act[name].setChecked(visible)

    # -- connecting

    def _connect(self) -> None:
        source, view, act = self._source, self._view, self._act
        table, proof, derivation = self.knowledge_panel, self.proof_panel, self.derivation_panel
        for panel in (table, proof, derivation):
            self.highlight_arbiter.add(panel.highlight_source)
        source.game_started.connect(self._on_game_started)
        source.game_started.connect(self.reset_table)
        source.knowledge_reset.connect(self.reset_table)
        source.updated.connect(self._on_updated)
        source.chances_changed.connect(self._show_verdict)
        self._selection.cell_changed.connect(self._show_verdict)
        proof.proof_changed.connect(self._on_proof_changed)
        view.menu_requested.connect(self._show_menu)
        table.derivation_requested.connect(derivation.show_derivation)
        table.derivation_opened.connect(self._show_derivation)
        derivation.derivation_selected.connect(table.select_derivation)
        act["why"].triggered.connect(self._why_at_cursor)
        self._proof_control.connect_actions(act)
        act["inspect"].toggled.connect(view.set_inspecting)
        act["find"].triggered.connect(self._find)
        act["show_all"].triggered.connect(self._end_queries)
        act["hide_panels"].triggered.connect(self.hide_panels)
        act["arrange"].triggered.connect(self.arrange)
        act["save_knowledge"].triggered.connect(self._save_knowledge)

    @Slot()
    def _on_game_started(self) -> None:
        # The proof panel is empty now, so that keys have no effect there.
        if self._focused_panel_name() == "proof":
            self._view.setFocus()

    @Slot()
    def reset_table(self) -> None:
        """Show the sentences of the board source in place of all those of the table."""
        # The sentence of the mine count was the first: in a game it keeps its row, since it only loses settled cells.
        rows = sorted(self._source.view.sentences, key=lambda sentence: sentence.origin.rule is not Rule.MINE_COUNT)
        self.knowledge_model.reset(rows)
        self.knowledge_panel.set_figures(*self._source.view.snapshot.figures)

    @Slot(object)
    def _on_updated(self, update: Update) -> None:
        self.knowledge_model.apply(update.added, update.removed)
        self.knowledge_panel.set_figures(*self._source.view.snapshot.figures)
        self._show_verdict()

    @Slot(object)
    def _on_proof_changed(self, proof: Proof | None) -> None:
        self._proof = proof
        self._show_verdict()

    @Slot()
    def _show_verdict(self) -> None:
        cell = self._selection.cell
        if cell is not None:
            derivation = self._source.view.settled.get(cell)
            proof = self._proof
            if derivation is not None:
                text = f"{short_text(derivation)}: {derivation.reason()}."
            elif proof is not None and proof.cell == cell:
                text = f"The AI's rules don't reach {cell}; it is {'a mine' if proof.is_mine else 'safe'}."
            else:
                text = f"The AI's rules don't reach {cell}. {self._source.view.chance_text(cell)}".strip()
            self.knowledge_panel.set_verdict(text, derivation)

    # -- actions of the user

    @Slot(object)
    def why(self, cell: Cell) -> None:
        """Ask about ``cell``, and show its proof in front of the other docks."""
        self._proof_control.ask(cell)

    @Slot()
    def _why_at_cursor(self) -> None:
        """Ask about the cell under the cursor, or about the selected one of a list that has the focus."""
        if self._focused_panel_name() == "known" and self.levels_panel.why.isEnabled():
            self.levels_panel.request_why()
        else:
            self.why(self._view.cursor_cell)

    @Slot()
    def _end_queries(self) -> None:
        """Stop the search for a proof, and clear the selected cell, derivation and rows."""
        self.proof_panel.stop()
        self._selection.clear()
        self.knowledge_panel.clear_selection()

    @Slot()
    def _find(self) -> None:
        self.bring_to_front("knowledge")
        self.knowledge_panel.focus_filter()

    @Slot()
    def _show_derivation(self) -> None:
        self.bring_to_front("derivation")

    @Slot(object, QPoint)
    def _show_menu(self, cell: Cell, place: QPoint) -> None:
        """Show the context menu of ``cell``, which has the cursor, at ``place`` on the screen."""
        menu = QMenu(f"Cell {cell}", self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._act["why"], *self.cell_actions])
        menu.popup(place)

    @Slot()
    def _save_knowledge(self) -> None:
        """Ask the user for a file, and write the knowledge base to it as JSON."""
        problem = dialogs.save_text(
            self._window, "Save Knowledge Base", "knowledge.json", "JSON (*.json)", self.knowledge_text()
        )
        if problem:
            dialogs.warn(self._window, "Save Knowledge Base", problem)

    def knowledge_text(self) -> str:
        """Return all sentences in force and all verdicts, with the derivations that they rest on, as JSON."""
        from minesweeper_qt.model.evidence.knowledge_json import knowledge_as_json

        view = self._source.view
        return knowledge_as_json(view.board, view.position.clues, view.sentences, view.settled.values())
