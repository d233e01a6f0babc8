"""The inspector of a window: the panels that explain a board, their docks, what asks why, and how they connect."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.panel_requests import HighlightArbiter
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView, Selection
from minesweeper_qt.gui.widgets import metrics, schedule
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import PANELS, InspectorActions
from minesweeper_qt.gui.window.docks import Docks
from minesweeper_qt.model import Cell, Derivation, Rule

if TYPE_CHECKING:
    from minesweeper_qt.gui.panels.what_is_known_panel import WhatIsKnownPanel
    from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
    from minesweeper_qt.model import Proof


class Inspector(QObject):
    """Adds the docks ``knowledge``, ``why_panel`` and ``known`` to ``window``, all about ``source``.

    The docks are added by ``add_docks``: panels and docks take 20 ms each, and a window may make them one by one.
    ``known`` holds the panel *What Is Known*. The panels explain what is in question in ``selection``.

    Attributes: ``highlight_arbiter``, which decides what the panels mark on the board; ``docks`` and the ``panels`` in
    them, by name; ``knowledge_panel`` with its ``knowledge_model``, ``why_panel``, ``what_is_known_panel``;
    ``cell_actions``, more actions of the board's context menu; ``places`` of the docks. Signal:
    ``topic_requested(str)``, the user followed a link to a chapter of the help.
    """

    topic_requested = Signal(str)

    def __init__(
        self, window: QMainWindow, source: BoardSource, selection: Selection, view: BoardView, act: InspectorActions
    ) -> None:
        super().__init__(window)
        self._window = window
        self._source = source
        self._selection = selection
        self._view = view
        self._act = act
        self._proof: Proof | None = None
        """The proof that is shown."""
        self.places = Docks(window, act, view)
        self.docks, self.panels = self.places.docks, self.places.panels
        self.highlight_arbiter = HighlightArbiter(self)
        self.knowledge_panel = KnowledgePanel(source, selection)
        self.knowledge_model = self.knowledge_panel.model
        self._rest = schedule.current.timer(self, self._ask_selected, metrics.CURSOR_REST)
        self.cell_actions: list[QAction] = []
        """The actions of the board's context menu besides Why?."""
        self._connect()
        self.reset_table()

    # -- docks

    def add_docks(self) -> None:
        """Put the panels into their docks; to be called once, right after the inspector was made."""
        knowledge, why, known = PANELS
        self.places.add(knowledge, self.knowledge_panel)
        self.places.add(why, lambda: self.why_panel, keys=lambda: self.why_panel.page)
        self.places.add(known, lambda: self.what_is_known_panel)

    @cached_property
    def why_panel(self) -> WhyPanel:
        from minesweeper_qt.gui.panels.why.why_panel import WhyPanel

        panel = WhyPanel(self._source, self._selection)
        self.highlight_arbiter.add(panel.highlight_source)
        panel.proof_changed.connect(self._on_proof_changed)
        panel.topic_requested.connect(self.topic_requested)
        panel.focus_released.connect(self._view.setFocus)
        panel.undecided.cell_requested.connect(self.why)
        for name, switch in (("from_clues", panel.set_from_clues), ("as_logic", panel.model.set_as_logic)):
            switch(self._act[name].isChecked())
            self._act[name].toggled.connect(switch)
            panel.steps.addAction(self._act[name])
        return panel

    @cached_property
    def what_is_known_panel(self) -> WhatIsKnownPanel:
        from minesweeper_qt.gui.panels.what_is_known_panel import WhatIsKnownPanel

        panel = WhatIsKnownPanel(self._source)
        panel.why_requested.connect(self.why)
        self.highlight_arbiter.add(panel.highlight_source)
        return panel

    def bring_to_front(self, name: str) -> None:
        """Show the dock ``name`` in front of those at the same place."""
        self.places.bring_to_front(name)

    # -- connecting

    def _connect(self) -> None:
        source, view, act = self._source, self._view, self._act
        self.highlight_arbiter.add(self.knowledge_panel.highlight_source)
        source.changed.connect(self._on_changed)
        self._selection.cell_changed.connect(self._show_verdict)
        view.menu_requested.connect(self._show_menu)
        act["follow"].toggled.connect(self._follow_cursor)
        act.connect(why=self._why_at_cursor, follow=self._show_followed, find=self._find)
        act.connect(previous_step=partial(self._go_to_step, False), next_step=partial(self._go_to_step, True))
        act.connect(hide_panels=self.places.hide_all, arrange=self.places.arrange, save_knowledge=self._save_knowledge)
        self._selection.cell_changed.connect(self._follow_cursor)
        # A question that was asked in another way needs no repetition.
        self._selection.asked.connect(self._rest.stop)
        view.why_requested.connect(self.why)
        self.knowledge_panel.why_requested.connect(self._ask_about_sentence)
        self.knowledge_panel.menu.logic.triggered.connect(partial(act["as_logic"].setChecked, True))
        act["inspect"].toggled.connect(view.set_inspecting)

    def reset_table(self) -> None:
        """Show the sentences of the board source in place of all those of the table."""
        # The sentence of the mine count was the first: in a game it keeps its row, since it only loses settled cells.
        rows = sorted(self._source.view.sentences, key=lambda sentence: sentence.origin.rule is not Rule.MINE_COUNT)
        self.knowledge_model.reset(rows)

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game and self.places.focused() == "why_panel":
            # The panel Why is empty now, so that keys have no effect there.
            self._view.setFocus()
        if _of_table(now) == _of_table(before):
            return
        if (now.game, now.agent) != (before.game, before.agent):
            self.reset_table()
        else:
            update = now.update(before)
            self.knowledge_model.apply(update.added, update.removed)
        self.knowledge_model.set_move(*now.last_change)
        self._show_verdict()

    def _on_proof_changed(self, proof: Proof | None) -> None:
        self._proof = proof
        statements = [] if proof is None else [(step.cells, step.count) for step in proof.steps]
        self.knowledge_panel.set_proof(statements, () if proof is None else proof.clues)
        self._show_verdict()

    def _show_verdict(self) -> None:
        cell = self._selection.cell
        if cell is not None:
            derivation = self._source.view.settled.get(cell)
            proof = self._proof
            if derivation is not None:
                text = f"{derivation.conclusion}: {derivation.cause()}."
            elif proof is not None and proof.cell == cell:
                text = f"The AI's rules don't reach {cell}; it is {'a mine' if proof.is_mine else 'safe'}."
            else:
                text = f"The AI's rules don't reach {cell}. {self._source.view.chance_text(cell)}".strip()
            self.knowledge_panel.set_verdict(text)

    # -- actions of the user

    def why(self, cell: Cell) -> None:
        """Ask about ``cell``, put the cursor there, and show the answer in front of the other docks."""
        self.bring_to_front("why_panel")
        self._view.move_cursor(cell)
        self._selection.ask(cell)

    def _ask_about_sentence(self, sentence: Derivation) -> None:
        self.bring_to_front("why_panel")
        self._selection.ask_about_sentence(sentence)

    def _follow_cursor(self) -> None:
        cell = self._selection.cell
        if self._act["follow"].isChecked() and cell is not None and cell != self._selection.question:
            self._rest.start()
        else:
            self._rest.stop()

    def _ask_selected(self) -> None:
        if self._selection.cell is not None:
            self._selection.ask(self._selection.cell)

    def _show_followed(self, on: bool) -> None:
        """Show the panel, and ask about the cell of the cursor first, if the user wants proofs wherever it comes."""
        if on:
            self._selection.select_cell(self._view.cursor_cell)
            self.bring_to_front("why_panel")

    def _go_to_step(self, is_next: bool) -> None:
        """Go to another step of the answer, which is shown first: the steps of a hidden proof mark nothing."""
        if self._selection.question is not None and not self.why_panel.isVisible():
            self.bring_to_front("why_panel")
        (self.why_panel.next_step if is_next else self.why_panel.previous_step)()

    def _why_at_cursor(self) -> None:
        """Ask about the cell under the mouse or the cursor, or about the current row of what has the focus."""
        if self._view.key_cursor.pointed is not None:
            self.why(self._view.cursor_cell)
        elif self.places.focused() == "known" and self.what_is_known_panel.why.isEnabled():
            self.what_is_known_panel.request_why()
        elif not self.knowledge_panel.ask_about_row():
            self.why(self._view.cursor_cell)

    def end_queries(self) -> bool:
        """Clear the question, the selected cell and rows; return whether there was any."""
        selection, table = self._selection, self.knowledge_panel.table
        has_rows = table.isVisible() and table.selectionModel().hasSelection()
        if selection.cell is None and selection.question is None and not has_rows:
            return False
        selection.clear()
        table.clearSelection()
        return True

    def _find(self) -> None:
        self.bring_to_front("knowledge")
        self.knowledge_panel.focus_filter()

    def _show_menu(self, cell: Cell, place: QPoint) -> None:
        """Show the context menu of ``cell``, which has the cursor, at ``place`` on the screen."""
        menu = Menu(f"Cell {cell}", self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._act["why"], *self.cell_actions])
        menu.popup(place)

    def _save_knowledge(self) -> None:
        """Ask the user for a file, and write the knowledge base to it as JSON."""
        text = self.knowledge_panel.knowledge_text()
        dialogs.save_text(self._window, "Save Knowledge Base", "knowledge.json", "JSON (*.json)", text)


def _of_table(view: PositionView) -> tuple[object, ...]:
    """Return what the table, its figures and the verdict on the selected cell depend on."""
    knowledge = view.game, view.agent, view.snapshot, view.comparison, view.last_change
    return *knowledge, view.position, view.state, view.shown, view.is_impossible
