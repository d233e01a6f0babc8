"""Why a cell is safe or a mine, step by step, or why nobody can know."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.background.explanation_service import Explanation
from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.proof.proof_page import ProofPage
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.evidence.proof import Proof, ProofLine, proof_heading, proof_lines
from minesweeper_qt.model.evidence.undecided import Undecided

PACE = 1000
"""Milliseconds that each step stays while the proof plays."""


class ProofPanel(ProofPage):
    """Asks for the proof of a cell and shows it; the board follows the steps.

    While it is hidden nothing is asked; it catches up when it is shown. A proof stays when the position changes and is
    asked for anew, unless its cell has been revealed since.

    Attributes: ``cell``, the cell that is asked about, or ``None``. Signals: ``highlight_changed(Spotlight | None)``,
    what the board should light up; ``proof_changed(Proof | None)``, the proof that is shown; ``cell_requested(Cell)``, the
    user follows a link to another cell; ``focus_released()``, the keys have nothing to do here any more.
    """

    highlight_changed = Signal(object)
    proof_changed = Signal(object)
    cell_requested = Signal(object)
    focus_released = Signal()

    def __init__(self, source: BoardSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._source = source
        self._asked: Position | None = None
        """The position that an answer is waited for about."""
        self._answered: Position | None = None
        """The position that what is shown is about."""
        self._given_up: Position | None = None
        """The position for which the user stopped the search."""
        self._is_answer = False
        """True when a proof or two layouts are shown, not what a clue says, nor an error."""
        self._proof: Proof | None = None
        """The proof that is shown."""
        self._lays_open = False
        """True when mines are to be seen that no position tells of."""
        self._overview: Highlight | None = None
        """What is lit while no step is chosen."""
        self._highlight_source = HighlightSource(self)
        self._highlight_source.changed.connect(self.highlight_changed)
        self._failed: Explanation | None = None
        """The last answer that was an error."""
        self._problem = ""
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._timer.timeout.connect(self._play_on)
        self.steps.line_changed.connect(self._on_line)
        self.stop_button.clicked.connect(self.stop)
        self.previous_button.clicked.connect(self.previous_step)
        self.next_button.clicked.connect(self.next_step)
        self.play_button.clicked.connect(self.play)
        self.undecided.cell_requested.connect(self.cell_requested)
        source.game_started.connect(self._on_game_started)
        source.updated.connect(self._on_changed)
        source.knowledge_reset.connect(self._on_changed)
        source.explanation_service.explained.connect(self._on_explained)
        source.explanation_service.became_slow.connect(self._on_became_slow)
        self._show_message(proof_panel_text.NOT_ASKED)

    # -- asking

    @Slot(object)
    def ask(self, cell: Cell | None) -> None:
        """Explain ``cell``, or nothing for ``None``."""
        if cell != self.cell:
            self._stop_playing()
            self._drop_question()
            self._answered, self._is_answer = None, False
            self.cell = cell
            if not self.isVisible():
                # What is shown until there is an answer is shown to nobody.
                self._set_proof(None)
        self._given_up = None
        if cell is None:
            self._show_message(proof_panel_text.NOT_ASKED)
            focus = QApplication.focusWidget()
            if focus is not None and self.isAncestorOf(focus):
                self.focus_released.emit()
        elif self.isVisible():
            self._ask_now(cell, self._source.position)

    @property
    def is_busy(self) -> bool:
        """True while it looks for a proof or plays one: then ``stop`` has something to stop."""
        return self._asked is not None or self._timer.isActive()

    @Slot()
    def stop(self) -> None:
        """Stop looking for a proof, and stop playing one."""
        self._stop_playing()
        if self._asked is not None:
            self._given_up = self._asked
            self._drop_question()
            if self._answered is None:
                self._show_message(proof_panel_text.STOPPED)
            else:
                self.show_note(proof_panel_text.EARLIER)

    def _ask_now(self, cell: Cell, position: Position) -> None:
        """See to it that what is shown is about ``position``."""
        if position == self._asked:
            return
        self._drop_question()
        if position == self._answered:
            self._say_usual_note()
        elif cell in position.clues:
            self._answered, self._is_answer = position, False
            self._overview = None
            self._show_lines(proof_panel_text.clue_heading(position, cell), proof_panel_text.clue_lines(position, cell))
        else:
            self._asked = position
            self._source.explanation_service.explain(position, cell)

    def _drop_question(self) -> None:
        self.stop_button.hide()
        if self._asked is not None:
            self._asked = None
            self._source.explanation_service.stop()

    @Slot()
    def _on_became_slow(self) -> None:
        if self._asked is not None:
            if self._answered is None:
                self._show_message(proof_panel_text.SEARCHING)
            else:
                self.show_note(proof_panel_text.SEARCHING_ANEW)
            self.stop_button.show()

    @Slot(object)
    def _on_explained(self, explanation: Explanation) -> None:
        if self._asked is None or (explanation.cell, explanation.position) != (self.cell, self._asked):
            return  # somebody else asked
        self._asked = None
        self.stop_button.hide()
        found = explanation.found
        is_new = self._answered is None
        self._answered, self._is_answer = explanation.position, found is not None
        if isinstance(found, Proof):
            self._overview = proof_panel_text.overview(found)
            self._show_lines(proof_heading(found), proof_lines(found), is_new, found)
        elif isinstance(found, Undecided):
            self._stop_playing()
            self.show_undecided(found)
            self._say_usual_note()
            self._set_proof(None)
            self._highlight_source.set_highlight(Highlight(cells=frozenset((found.cell,))))
        else:
            self._failed = explanation
            self._say_failure(explanation)

    def set_problem(self, text: str) -> None:
        """Know what is wrong with the position, in words, to say why nothing can be proved; nothing if it is right."""
        self._problem = text
        failed = self._failed
        if text and failed is not None and failed.cell == self.cell and failed.position is self._answered:
            self._say_failure(failed)

    def _say_failure(self, failed: Explanation) -> None:
        assert failed.error is not None
        self._show_message(proof_panel_text.failed(failed.cell, failed.error, self._problem))

    @Slot()
    def _on_game_started(self) -> None:
        self.ask(None)

    @Slot()
    def _on_changed(self) -> None:
        if self.cell is None or not self.isVisible():
            return
        position = self._source.position
        if self._is_answer and self.cell in position.clues:
            # What was asked is answered; what the clue says now is something else.
            self._drop_question()
            self.show_note(proof_panel_text.REVEALED_SINCE)
        elif position != self._given_up:
            self._ask_now(self.cell, position)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._highlight_source.set_active(on=True)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop_playing()
        self._drop_question()
        self._highlight_source.set_active(on=False)

    # -- showing

    def _show_message(self, text: str) -> None:
        """Say something in place of a proof."""
        self._stop_playing()
        self.show_message(text, can_copy=self._answered is not None)
        self._set_proof(None)
        self._highlight_source.set_highlight(None)

    def _show_lines(
        self, heading: str, lines: Sequence[ProofLine], is_new: bool = True, proof: Proof | None = None
    ) -> None:
        """Show lines, of a ``proof`` if there is one; the line that was chosen stays chosen if it is still there."""
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
    def set_laid_open(self, laid_open: bool) -> None:
        """Say of two layouts, or no more, that they need not agree with mines that a loss has laid open."""
        if laid_open != self._lays_open:
            self._lays_open = laid_open
            if self._answered is not None and self._answered == self._source.position:
                self._say_usual_note()

    def _say_usual_note(self) -> None:
        """Say what there is to say of an answer about the position that is seen."""
        self.show_note(proof_panel_text.LAID_OPEN if self._lays_open and self.is_undecided else "")

    # -- going through the steps

    @Slot()
    def next_step(self) -> None:
        """Go to the next step."""
        self.steps.go_to(min(self.steps.row + 1, len(self.model.lines) - 1))

    @Slot()
    def previous_step(self) -> None:
        """Go to the step before; from the first, back to the proof as a whole."""
        self.steps.go_to(self.steps.row - 1)

    @Slot()
    def play(self) -> None:
        """Run through the steps from where it stands, or from the first when it is at the end; or stop doing so."""
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
        self._highlight_source.set_highlight(self.model.highlight(row) if row >= 0 else self._overview)

    # -- keys

    def event(self, event: QEvent) -> bool:
        # A shortcut of the window must not take Esc away while there is something to stop here.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_escape(event):
            self.stop()
        else:
            super().keyPressEvent(event)

    def _is_escape(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Cancel) and self.is_busy
