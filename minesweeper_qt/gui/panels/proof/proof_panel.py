"""The proof panel: requests the proof of a cell and shows it, or shows why the cell is undecided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt import model
from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.proof.proof_page import ProofPage
from minesweeper_qt.gui.panels.proof.question import Question
from minesweeper_qt.gui.panels.proof.step_player import StepPlayer
from minesweeper_qt.gui.panels.proof.trail import Place, Trail
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.proof_rows import ProofRow, pattern_link, rows_of
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.session.explanations import Explanation
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.model import Cell, Position

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, Undecided


@guarded
class ProofPanel(ProofPage):
    """Shows the proof of the cell asked about, step by step.

    While the panel is hidden it requests nothing; it catches up when it is shown. When the position changes, the old
    proof stays visible until a new one has been found; no new one is requested once the cell has been revealed.

    Attribute: ``highlight_source``, which requests the highlight of the current step.

    Signals: ``proof_changed(Proof | None)``, the proof that is shown; ``cell_requested(Cell)``, the user
    followed a link to another cell; ``derivation_requested(Derivation)``, the user followed that of a known sentence;
    ``focus_released()``, the panel has been cleared while it had the focus, so that the keys should go elsewhere.
    """

    proof_changed = Signal(object)
    cell_requested = Signal(object)
    derivation_requested = Signal(object)
    focus_released = Signal()

    def __init__(
        self,
        source: BoardSource,
        selection: Selection,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._question = Question(source, selection, self)
        self._found: Proof | Undecided | None = None
        """The answer that is shown, ``None`` for what a clue states."""
        self._trail = Trail()
        self._place: Place | None = None
        """The place to show in the proof that is awaited, ``None`` for its beginning."""
        self._proof: Proof | None = None
        """The proof that is shown."""
        self._is_first = True
        """True until there is an answer about the cell."""
        self._mines_laid_open = False
        """True when a loss has laid mines open, which are visible on the board but not part of the position."""
        self._overview: Highlight | None = None
        """The highlight while no step is current."""
        self.highlight_source = HighlightSource(self)
        self._problem = ""
        self._player = StepPlayer(self.steps, self)
        self._player.changed.connect(self.show_playing)
        PanelKey(self, QKeySequence.StandardKey.Cancel, self._can_stop, self.stop)
        for key in ("Alt+Left", "Backspace"):
            PanelKey(self, QKeySequence(key), self._can_go_back, self.go_back)
        self.back_button.clicked.connect(self.go_back)
        self.steps.line_changed.connect(self._on_line)
        self.steps.row_used.connect(self._use_row)
        self.model.rowsInserted.connect(self.enable_buttons)
        self.model.rowsRemoved.connect(self.enable_buttons)
        self.stop_button.clicked.connect(self.stop)
        self.previous_button.clicked.connect(self.previous_step)
        self.next_button.clicked.connect(self.next_step)
        self.play_button.clicked.connect(self._player.toggle)
        self.undecided.cell_requested.connect(self.cell_requested)
        self._connect_question()
        self._show_empty()

    def _connect_question(self) -> None:
        question = self._question
        question.changed.connect(self._on_question_changed)
        question.answered.connect(self._on_answered)
        question.clue_read.connect(self._on_clue_read)
        question.kept.connect(self._on_kept)
        question.revealed.connect(self._on_revealed)
        question.became_slow.connect(self._on_became_slow)
        question.stopped.connect(self._on_stopped)

    # -- the question

    @property
    def cell(self) -> Cell | None:
        """The cell asked about, whose proof is requested or shown, or ``None``."""
        return self._question.cell

    @Slot()
    def _on_question_changed(self) -> None:
        self._player.stop()
        self.stop_button.hide()
        self._is_first = True
        self._place = self._trail.arrive(self.cell)
        self.back_button.setVisible(bool(self._trail))
        if self.cell is None:
            self._show_empty()
            focus = QApplication.focusWidget()
            if focus is not None and self.isAncestorOf(focus):
                self.focus_released.emit()
        elif not self.isVisible():
            # A hidden panel shows no proof until there is an answer about the new cell.
            self._set_proof(None)

    @Slot(bool)
    def set_from_clues(self, on: bool) -> None:
        """Set whether proofs start from the clues alone, instead of from what the agent knows."""
        self._is_first = True
        self._question.set_from_clues(on)

    @property
    def is_busy(self) -> bool:
        """True while a proof is searched for or played, so that ``stop`` has an effect."""
        return self._question.is_waiting or self._player.is_on

    def _can_stop(self) -> bool:
        return self.is_busy

    @Slot()
    def stop(self) -> None:
        """Cancel the search for a proof, and stop playing one."""
        self._player.stop()
        self._question.stop()

    @Slot()
    def _on_stopped(self) -> None:
        self.stop_button.hide()
        if self._is_first:
            self._show_message(proof_panel_text.STOPPED)
            self._announce_answer()
        else:
            self.show_note(proof_panel_text.EARLIER)

    @Slot()
    def _on_became_slow(self) -> None:
        if self._is_first:
            self._show_message(proof_panel_text.SEARCHING)
            self._announce_answer()
        else:
            self.show_note(proof_panel_text.SEARCHING_ANEW)
        self.stop_button.show()

    @Slot(object)
    def _on_answered(self, explanation: Explanation) -> None:
        self.stop_button.hide()
        found = self._found = explanation.found
        is_first, self._is_first = self._is_first, False
        if isinstance(found, model.Proof):
            self._overview = proof_panel_text.proof_highlight(found)
            heading, lines = proof_panel_text.heading_and_lines(found, explanation.from_clues)
            self._show_rows(heading, rows_of(lines, found), is_first, found)
            self.show_why_not(proof_panel_text.not_settled_text(explanation.why_not))
        elif isinstance(found, model.Undecided):
            self._player.stop()
            self.show_undecided(found)
            self._show_usual_note()
            self._set_proof(None)
            self.highlight_source.set_highlight(Highlight(undecided=frozenset((found.cell,))))
        else:
            self._show_failure(explanation)
        self._complete()

    @Slot(object)
    def _on_clue_read(self, position: Position) -> None:
        assert self.cell is not None
        self.stop_button.hide()
        self._is_first = False
        self._overview = self._found = None
        lines = proof_panel_text.clue_lines(position, self.cell)
        self._show_rows(proof_panel_text.clue_heading(position, self.cell), rows_of(lines))
        self._complete()

    @Slot()
    def _on_kept(self) -> None:
        self.stop_button.hide()
        self._show_usual_note()
        self._complete()

    @Slot()
    def _on_revealed(self) -> None:
        self.stop_button.hide()
        self.show_note(proof_panel_text.REVEALED_SINCE)

    def _complete(self) -> None:
        """Add to the answer what a student's agent states."""
        self._show_agent_words()
        self._announce_answer()

    def _announce_answer(self) -> None:
        """Let screen readers read the heading if the user asked, not if the answer only follows the game."""
        if self._question.is_open:
            self.announce(self.heading_text)

    def _show_agent_words(self) -> None:
        """Show what a student's agent states of the cell, where it has learned all that the answer is about."""
        comparison, cell, position = self._source.view.comparison, self.cell, self._question.position
        if comparison is None or cell is None or position is None or comparison.learned != len(position.clues):
            self.show_agent_words("")
        elif self._found is not None or cell in position.clues:
            verdict = comparison.verdicts.get(cell)
            self.show_agent_words("" if verdict is None else proof_panel_text.agent_text(cell, verdict, self._found))

    def set_problem(self, text: str) -> None:
        """Set the text that describes what is wrong with the position, empty when it is consistent.

        The text is shown with an error as the reason why nothing can be proved.
        """
        self._problem = text
        failed = self._question.failed
        if text and failed is not None and failed.cell == self.cell and failed.position is self._question.position:
            self._show_failure(failed)

    def _show_failure(self, failed: Explanation) -> None:
        assert failed.error is not None
        self._show_message(proof_panel_text.failure_text(failed.cell, failed.error, self._problem))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.highlight_source.set_active(on=True)
        self._question.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._player.stop()
        self.stop_button.hide()
        self._question.set_active(on=False)
        self.highlight_source.set_active(on=False)

    # -- showing

    def _show_empty(self) -> None:
        """Show that no cell is asked about."""
        self._player.stop()
        self.show_empty()
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_message(self, text: str) -> None:
        """Show a text in place of a proof."""
        self._player.stop()
        self.show_message(text, can_copy=not self._is_first)
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_rows(
        self, heading: str, rows: Sequence[ProofRow], is_new: bool = True, proof: Proof | None = None
    ) -> None:
        """Show the rows of a ``proof``, or of a clue without one.

        Unless the rows are the first answer about a cell (``is_new``), the current row stays current if it is among the
        new ones; otherwise the last row stays the last, and any other keeps its number as far as possible.
        """
        before, current = self.model.rows, self.steps.row
        topic = pattern_link(proof)
        with QSignalBlocker(self.steps):
            if is_new:
                place = self._place
                self.show_rows(heading, rows, topic, () if place is None else place.opened)
                row = -1 if place is None else min(place.row, self.steps.count - 1)
            else:
                self.show_rows(heading, rows, topic)
                row = -1 if current < 0 else _kept_row(before, current, self.model.rows)
            self.steps.go_to(row)
        self._place = None
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
            if self._question.is_current:
                self._show_usual_note()

    def _show_usual_note(self) -> None:
        """Show the note that belongs to an answer about the current position, if any."""
        self.show_note(proof_panel_text.LAID_OPEN if self._mines_laid_open and self.is_undecided else "")

    # -- what a proof rests on

    @Slot(int)
    def _use_row(self, index: int) -> None:
        """Unfold or fold ``index``, or go to the proof or the derivation of what is known there."""
        row = self.model.rows[index]
        if row.known is None:
            self.model.set_open(index, not self.model.is_open(index))
        elif row.known_cell is None:
            self.derivation_requested.emit(row.known)
        elif self.cell is not None:
            self._trail.leave(Place(self.cell, index, self.model.opened), row.known_cell)
            self.cell_requested.emit(row.known_cell)

    def _can_go_back(self) -> bool:
        return bool(self._trail)

    @Slot()
    def go_back(self) -> None:
        """Show the proof again from which the user went to that of a cell which it rests on."""
        if self._trail:
            self.cell_requested.emit(self._trail.go_back().cell)

    # -- going through the steps

    @Slot()
    def next_step(self) -> None:
        """Go to the next step."""
        self._go_to(min(self.steps.row + 1, self.steps.count - 1))

    @Slot()
    def previous_step(self) -> None:
        """Go to the previous step; from the first step, back to the proof as a whole."""
        self._go_to(self.steps.row - 1)

    def _go_to(self, row: int) -> None:
        """Go to ``row``, and let screen readers read it where the list does not have the focus."""
        if row != self.steps.row and row >= -1:
            self.steps.go_to(row)
            if not self.steps.hasFocus():
                self.announce(self.heading_text if row < 0 else self.model.rows[row].plain_text)

    @Slot(int)
    def _on_line(self, row: int) -> None:
        self.enable_buttons()
        self.highlight_source.set_highlight(self.model.highlight(row) if row >= 0 else self._overview)


def _kept_row(before: Sequence[ProofRow], current: int, now: Sequence[ProofRow]) -> int:
    """Return the row that stands for the row ``current`` of those ``before`` among those shown ``now``."""
    if before[current] in now:
        return list(now).index(before[current])
    return len(now) - 1 if current == len(before) - 1 else min(current, len(now) - 1)
