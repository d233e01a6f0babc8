"""The proof panel: requests the proof of a cell and shows it, or shows why the cell is undecided."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.proof.proof_page import ProofPage
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.explanations import Explanation
from minesweeper_qt.gui.session.selection import Selection
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.key_texts import KeyTexts
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.evidence.proof import Proof, ProofLine, proof_heading, proof_lines
from minesweeper_qt.model.evidence.undecided import Undecided

PACE = 1000
"""The milliseconds that each step is shown while the proof is played."""


@guarded
class ProofPanel(ProofPage):
    """Requests the proof of the selected cell from the explanation service and shows it, step by step.

    While the panel is hidden it requests nothing; it catches up when it is shown. When the position changes, the old
    proof stays visible until a new one has been found; no new one is requested once the cell has been revealed.

    Attribute: ``highlight_source``, which requests the highlight of the current step.

    Signals: ``proof_changed(Proof | None)``, the proof that is shown; ``cell_requested(Cell)``, the user followed a
    link to another cell; ``focus_released()``, the panel has been cleared while it had the focus, so that the keys
    should go elsewhere.
    """

    proof_changed = Signal(object)
    cell_requested = Signal(object)
    focus_released = Signal()

    def __init__(
        self,
        source: BoardSource,
        selection: Selection,
        key_texts: KeyTexts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(key_texts, parent)
        self._source = source
        self._selection = selection
        self._requested: Position | None = None
        """The position of the pending request, or ``None``."""
        self._answered: Position | None = None
        """The position that the shown content is about, or ``None`` while there is no answer."""
        self._given_up: Position | None = None
        """The position for which the user stopped the search."""
        self._is_answer = False
        """True when a proof or two layouts are shown; false for what a clue states and for an error."""
        self._found: Proof | Undecided | None = None
        """The answer that is shown, ``None`` for what a clue states."""
        self._proof: Proof | None = None
        """The proof that is shown."""
        self._mines_laid_open = False
        """True when a loss has laid mines open, which are visible on the board but not part of the position."""
        self._overview: Highlight | None = None
        """The highlight while no step is current."""
        self.highlight_source = HighlightSource(self)
        self._failed: Explanation | None = None
        """The last answer that was an error."""
        self._problem = ""
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._timer.timeout.connect(self._play_on)
        PanelKey(self, QKeySequence.StandardKey.Cancel, self._can_stop, self.stop)
        self.steps.line_changed.connect(self._on_line)
        self.stop_button.clicked.connect(self.stop)
        self.previous_button.clicked.connect(self.previous_step)
        self.next_button.clicked.connect(self.next_step)
        self.play_button.clicked.connect(self.play)
        self.undecided.cell_requested.connect(self.cell_requested)
        selection.cell_changed.connect(self._on_cell_selected)
        source.updated.connect(self._on_changed)
        source.knowledge_reset.connect(self._on_changed)
        source.explanations.explained.connect(self._on_explained)
        source.explanations.became_slow.connect(self._on_became_slow)
        self._show_empty()

    # -- requests

    @property
    def cell(self) -> Cell | None:
        """The selected cell, whose proof is requested or shown, or ``None``."""
        return self._selection.cell

    @Slot(object)
    def request_proof(self, cell: Cell | None) -> None:
        """Select ``cell`` and show its proof as soon as it is found, or clear the panel for ``None``.

        If the cell is selected already, a search for its proof that the user stopped is started anew.
        """
        if cell != self.cell:
            self._selection.select_cell(cell)
        else:
            self._request()

    @Slot()
    def _on_cell_selected(self) -> None:
        self._stop_playing()
        self._cancel_request()
        self._answered, self._is_answer = None, False
        if not self.isVisible():
            # A hidden panel shows no proof until there is an answer about the new cell.
            self._set_proof(None)
        self._request()

    def _request(self) -> None:
        self._given_up = None
        cell = self.cell
        if cell is None:
            self._show_empty()
            focus = QApplication.focusWidget()
            if focus is not None and self.isAncestorOf(focus):
                self.focus_released.emit()
        elif self.isVisible():
            self._explain(cell, self._source.view.position)

    @property
    def is_busy(self) -> bool:
        """True while a proof is searched for or played, so that ``stop`` has an effect."""
        return self._requested is not None or self._timer.isActive()

    def _can_stop(self) -> bool:
        return self.is_busy

    @Slot()
    def stop(self) -> None:
        """Cancel the search for a proof, and stop playing one."""
        self._stop_playing()
        if self._requested is not None:
            self._given_up = self._requested
            self._cancel_request()
            if self._answered is None:
                self._show_message(proof_panel_text.STOPPED)
            else:
                self.show_note(proof_panel_text.EARLIER)

    def _explain(self, cell: Cell, position: Position) -> None:
        """Explain ``cell`` in ``position``: keep an answer that fits, show what a clue states, or request a proof."""
        if position == self._requested:
            return
        self._cancel_request()
        if position == self._answered:
            self._show_usual_note()
            self._show_agent_words()
        elif cell in position.clues:
            self._answered, self._is_answer = position, False
            self._overview = None
            self._found = None
            self._show_lines(proof_panel_text.clue_heading(position, cell), proof_panel_text.clue_lines(position, cell))
            self._show_agent_words()
        else:
            self._requested = position
            self._source.explanations.explain(position, cell)

    def _cancel_request(self) -> None:
        self.stop_button.hide()
        if self._requested is not None:
            self._requested = None
            self._source.explanations.stop()

    @Slot()
    def _on_became_slow(self) -> None:
        if self._requested is not None:
            if self._answered is None:
                self._show_message(self._key_texts.fill(proof_panel_text.SEARCHING))
            else:
                self.show_note(self._key_texts.fill(proof_panel_text.SEARCHING_ANEW))
            self.stop_button.show()

    @Slot(object)
    def _on_explained(self, explanation: Explanation) -> None:
        if self._requested is None or (explanation.cell, explanation.position) != (self.cell, self._requested):
            return  # the answer to another request
        self._requested = None
        self.stop_button.hide()
        found = explanation.found
        is_new = self._answered is None
        self._answered, self._is_answer = explanation.position, found is not None
        if isinstance(found, Proof):
            self._overview = proof_panel_text.proof_highlight(found)
            self._show_lines(proof_heading(found), proof_lines(found), is_new, found)
        elif isinstance(found, Undecided):
            self._stop_playing()
            self.show_undecided(found)
            self._show_usual_note()
            self._set_proof(None)
            self.highlight_source.set_highlight(Highlight(cells=frozenset((found.cell,))))
        else:
            self._failed = explanation
            self._show_failure(explanation)
        self._found = found
        self._show_agent_words()

    def _show_agent_words(self) -> None:
        """Show what a student's agent states of the cell, where it has learned all that the answer is about."""
        composition, cell, position = self._source.view.composition, self.cell, self._answered
        if composition is None or cell is None or position is None or composition.learned != len(position.clues):
            self.show_agent_words("")
        elif self._found is not None or cell in position.clues:
            verdict = composition.verdicts.get(cell)
            self.show_agent_words("" if verdict is None else proof_panel_text.agent_text(cell, verdict, self._found))

    def set_problem(self, text: str) -> None:
        """Set the text that describes what is wrong with the position, empty when it is consistent.

        The text is shown with an error as the reason why nothing can be proved.
        """
        self._problem = text
        failed = self._failed
        if text and failed is not None and failed.cell == self.cell and failed.position is self._answered:
            self._show_failure(failed)

    def _show_failure(self, failed: Explanation) -> None:
        assert failed.error is not None
        self._show_message(proof_panel_text.failure_text(failed.cell, failed.error, self._problem))

    @Slot()
    def _on_changed(self) -> None:
        if self.cell is None or not self.isVisible():
            return
        position = self._source.view.position
        if self._is_answer and self.cell in position.clues:
            # The question has been answered; what the clue states would be a different answer.
            self._cancel_request()
            self.show_note(proof_panel_text.REVEALED_SINCE)
        elif position != self._given_up:
            self._explain(self.cell, position)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.highlight_source.set_active(on=True)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop_playing()
        self._cancel_request()
        self.highlight_source.set_active(on=False)

    # -- showing

    def _show_empty(self) -> None:
        """Show that no cell is selected."""
        self._stop_playing()
        self.show_empty()
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_message(self, text: str) -> None:
        """Show a text in place of a proof."""
        self._stop_playing()
        self.show_message(text, can_copy=self._answered is not None)
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_lines(
        self, heading: str, lines: Sequence[ProofLine], is_new: bool = True, proof: Proof | None = None
    ) -> None:
        """Show the lines of a ``proof``, or of a clue without one.

        Unless the lines are the first answer about a cell (``is_new``), the current line stays current if it is among
        the new ones; otherwise the last line stays the last, and any other row keeps its number as far as possible.
        """
        row = -1
        if not is_new and self.steps.row >= 0:
            before = self.model.lines
            chosen = before[self.steps.row]
            was_last = self.steps.row == len(before) - 1
            row = len(lines) - 1 if was_last else min(self.steps.row, len(lines) - 1)
            row = lines.index(chosen) if chosen in lines else row
        with QSignalBlocker(self.steps):
            self.show_lines(heading, lines)
            self.steps.go_to(row)
        self._set_proof(proof)
        self._on_line(row)

    def _set_proof(self, proof: Proof | None) -> None:
        if proof is not self._proof:
            self._proof = proof
            self.proof_changed.emit(proof)

    @Slot(bool)
    def set_mines_laid_open(self, laid_open: bool) -> None:
        """Set whether a loss has laid mines open; if so, a note explains why the two layouts may differ from them."""
        if laid_open != self._mines_laid_open:
            self._mines_laid_open = laid_open
            if self._answered is not None and self._answered == self._source.view.position:
                self._show_usual_note()

    def _show_usual_note(self) -> None:
        """Show the note that belongs to an answer about the current position, if any."""
        self.show_note(proof_panel_text.LAID_OPEN if self._mines_laid_open and self.is_undecided else "")

    # -- going through the steps

    @Slot()
    def next_step(self) -> None:
        """Go to the next step."""
        self.steps.go_to(min(self.steps.row + 1, len(self.model.lines) - 1))

    @Slot()
    def previous_step(self) -> None:
        """Go to the previous step; from the first step, back to the proof as a whole."""
        self.steps.go_to(self.steps.row - 1)

    @Slot()
    def play(self) -> None:
        """Play the steps after the current one, or from the first when it is the last; or stop playing."""
        if self._timer.isActive():
            self._stop_playing()
        elif self.model.lines:
            self.steps.go_to((self.steps.row + 1) % len(self.model.lines))
            if self.steps.row < len(self.model.lines) - 1:
                self._timer.start()
            self.show_playing(self._timer.isActive())

    @Slot()
    def _play_on(self) -> None:
        self.next_step()
        if self.steps.row >= len(self.model.lines) - 1:
            self._stop_playing()

    def _stop_playing(self) -> None:
        self._timer.stop()
        self.show_playing(False)

    @Slot(int)
    def _on_line(self, row: int) -> None:
        self.enable_buttons()
        self.highlight_source.set_highlight(self.model.highlight(row) if row >= 0 else self._overview)
