"""Connects the proof panel with its actions, with the board whose cells it is asked about, and with the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.proof.proof_panel import ProofPanel
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.window.actions import InspectorActions
from minesweeper_qt.gui.window.cursor_follower import CursorFollower
from minesweeper_qt.model import Cell, Derivation

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof


class ProofControl(QObject):
    """Carries out the actions about proofs in ``panel``.

    Its sentences and clues are passed on to ``table``, which can filter by them. ``bring_to_front`` shows the dock of a
    panel with this name in front of others.
    """

    def __init__(
        self,
        panel: ProofPanel,
        table: KnowledgePanel,
        selection: Selection,
        view: BoardView,
        bring_to_front: Callable[[str], None],
    ) -> None:
        super().__init__(panel)
        self._panel = panel
        self._table = table
        self._selection = selection
        self._view = view
        self._bring_to_front = bring_to_front
        self._follower = CursorFollower(selection, self)
        panel.proof_changed.connect(self._on_proof_changed)
        panel.focus_released.connect(view.setFocus)
        panel.cell_requested.connect(self.ask)
        panel.derivation_requested.connect(self._show_derivation)
        view.why_requested.connect(self.ask)

    def connect_actions(self, act: InspectorActions) -> None:
        """Let the actions about proofs act here."""
        act["follow"].toggled.connect(self._follower.set_on)
        act["follow"].triggered.connect(self._show_followed)
        act["from_clues"].toggled.connect(self._panel.set_from_clues)
        self._panel.steps.addAction(act["from_clues"])
        act["previous_step"].triggered.connect(self._go_to_previous_step)
        act["next_step"].triggered.connect(self._go_to_next_step)

    @Slot(object)
    def ask(self, cell: Cell) -> None:
        """Ask about ``cell``, put the cursor there, and show the proof in front of the other docks."""
        self._bring_to_front("proof")
        self._view.move_cursor(cell)
        self._selection.ask(cell)

    @Slot(bool)
    def _show_followed(self, on: bool) -> None:
        """Show the panel, and ask about the cell of the cursor first, if the user wants proofs wherever it comes."""
        if on:
            self._selection.select_cell(self._view.cursor_cell)
            self._bring_to_front("proof")

    @Slot()
    def _go_to_previous_step(self) -> None:
        self._show_asked()
        self._panel.previous_step()

    @Slot()
    def _go_to_next_step(self) -> None:
        self._show_asked()
        self._panel.next_step()

    def _show_asked(self) -> None:
        """Show the answer about the cell asked about, if there is one: the steps of a hidden proof mark nothing."""
        if self._selection.asked_cell is not None and not self._panel.isVisible():
            self._bring_to_front("proof")

    @Slot(object)
    def _show_derivation(self, derivation: Derivation) -> None:
        self._selection.select_derivation(derivation)
        self._bring_to_front("derivation")

    @Slot(object)
    def _on_proof_changed(self, proof: Proof | None) -> None:
        if proof is not None:
            statements = [(step.cells, step.count) for step in proof.steps]
            self._table.set_proof(statements, proof.clues)
        else:
            self._table.set_proof((), ())
