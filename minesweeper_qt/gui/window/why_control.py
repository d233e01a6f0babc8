"""Connects the panel Why with its actions, with the board and the table that ask it, and with what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets import metrics, schedule
from minesweeper_qt.gui.window.actions import InspectorActions
from minesweeper_qt.model import Cell, Derivation

if TYPE_CHECKING:
    from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
    from minesweeper_qt.model import Proof


class WhyControl(QObject):
    """Carries out the actions about questions, which a panel answers that is made with the first one.

    The sentences and clues of a proof are passed on to ``table``, which can filter by them. ``bring_to_front`` shows
    the dock of a panel with this name in front of others.
    """

    def __init__(
        self,
        table: KnowledgePanel,
        selection: Selection,
        view: BoardView,
        bring_to_front: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._panel: WhyPanel | None = None
        self._table = table
        self._selection = selection
        self._view = view
        self._bring_to_front = bring_to_front
        self._follows = False
        """True while it is asked about each selected cell on which the cursor rests."""
        self._rest = schedule.current.timer(self, self._ask_selected, metrics.CURSOR_REST)
        selection.cell_changed.connect(self._on_cell_selected)
        # A question that was asked in another way needs no repetition.
        selection.asked.connect(self._rest.stop)
        view.why_requested.connect(self.ask)
        table.why_requested.connect(self.ask_about_sentence)

    def connect_actions(self, act: InspectorActions) -> None:
        """Let the actions about questions act here."""
        act["follow"].toggled.connect(self._set_follows)
        act["follow"].triggered.connect(self._show_followed)
        act["previous_step"].triggered.connect(self._go_to_previous_step)
        act["next_step"].triggered.connect(self._go_to_next_step)

    def set_panel(self, panel: WhyPanel, from_clues: QAction) -> None:
        """Let ``panel`` answer, ``from_clues`` alone while that action is checked."""
        self._panel = panel
        panel.proof_changed.connect(self._on_proof_changed)
        panel.focus_released.connect(self._view.setFocus)
        panel.cell_requested.connect(self.ask)
        panel.set_from_clues(from_clues.isChecked())
        from_clues.toggled.connect(panel.set_from_clues)
        panel.steps.addAction(from_clues)

    @Slot(object)
    def ask(self, cell: Cell) -> None:
        """Ask about ``cell``, put the cursor there, and show the answer in front of the other docks."""
        self._bring_to_front("why_panel")
        self._view.move_cursor(cell)
        self._selection.ask(cell)

    @Slot(object)
    def ask_about_sentence(self, sentence: Derivation) -> None:
        """Ask why ``sentence`` holds, and show the answer in front of the other docks."""
        self._bring_to_front("why_panel")
        self._selection.ask_about_sentence(sentence)

    @Slot(bool)
    def _set_follows(self, on: bool) -> None:
        self._follows = on
        self._on_cell_selected(self._selection.cell)

    @Slot(object)
    def _on_cell_selected(self, cell: Cell | None) -> None:
        if self._follows and cell is not None and cell != self._selection.question:
            self._rest.start()
        else:
            self._rest.stop()

    @Slot()
    def _ask_selected(self) -> None:
        if self._selection.cell is not None:
            self._selection.ask(self._selection.cell)

    @Slot(bool)
    def _show_followed(self, on: bool) -> None:
        """Show the panel, and ask about the cell of the cursor first, if the user wants proofs wherever it comes."""
        if on:
            self._selection.select_cell(self._view.cursor_cell)
            self._bring_to_front("why_panel")

    @Slot()
    def _go_to_previous_step(self) -> None:
        if (panel := self._asked_panel()) is not None:
            panel.previous_step()

    @Slot()
    def _go_to_next_step(self) -> None:
        if (panel := self._asked_panel()) is not None:
            panel.next_step()

    def _asked_panel(self) -> WhyPanel | None:
        """Return the panel with the answer to the question, shown: the steps of a hidden proof mark nothing."""
        if self._selection.question is None:
            return None
        if self._panel is None or not self._panel.isVisible():
            self._bring_to_front("why_panel")
        return self._panel

    @Slot(object)
    def _on_proof_changed(self, proof: Proof | None) -> None:
        if proof is not None:
            statements = [(step.cells, step.count) for step in proof.steps]
            self._table.set_proof(statements, proof.clues)
        else:
            self._table.set_proof((), ())
