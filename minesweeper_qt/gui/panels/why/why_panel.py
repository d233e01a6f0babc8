"""The panel Why: shows the proof of a cell, why a cell is undecided, or the derivation of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import indent
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt import model
from minesweeper_qt.gui.board.panel_requests import EscapeKey, HighlightSource
from minesweeper_qt.gui.panels.why.question import Explanation, Question
from minesweeper_qt.gui.panels.why.undecided_view import UndecidedView
from minesweeper_qt.gui.panels.why.why_list import WhyList, WhyModel
from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.why_text import Fold, ShownRow, WhyRow, fact_row, pattern_link, rows_of
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.widgets import assets, metrics, schedule
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import EmptyState
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.model import Cell, Derivation, Position
from minesweeper_qt.model.evidence.logic import Notation, formulas_text
from minesweeper_qt.model.evidence.proof import short_heading
from minesweeper_qt.model.evidence.rule_words import steps_in_logic
from minesweeper_qt.model.words import counted, with_unbroken_cells

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, Undecided

_COPIED = {"Course &Code": Notation.COURSE, "&LaTeX": Notation.LATEX, "&Markdown": Notation.MARKDOWN}

PACE = 1000
"""The milliseconds that each step is shown while the steps are shown."""


@guarded
class WhyPanel(QWidget):
    """Answers the question of ``selection``: a heading, and below it lines, two layouts, or nothing.

    A cell is explained while the panel is visible; a hidden panel catches up when it is shown. When the position
    changes, the old answer stays visible until a new one has been found; none is requested once the cell has been
    revealed. A sentence is answered at once by its derivation.

    Attributes: ``highlight_source``, which requests the highlight of the current line; ``sentence``, the one asked
    about, or ``None``; for scripts and tests ``heading``; ``note`` and ``why_not`` below it, which tell what the answer
    is about and why an agent has not settled the cell; ``steps``, the list of lines, with its item model ``model``;
    ``undecided``, the view of two layouts; ``stop_button``, ``previous_button``, ``next_button``, ``steps_button``,
    ``unfold_button``, ``copy_button``.

    Signals: ``proof_changed(Proof | None)``, the proof that is shown; ``topic_requested(str)``, the user followed a
    link to a chapter of the help; ``focus_released()``, the panel has been cleared while it had the focus, so that the
    keys should go elsewhere.
    """

    proof_changed = Signal(object)
    topic_requested = Signal(str)
    focus_released = Signal()

    def __init__(self, source: BoardSource, selection: Selection) -> None:
        super().__init__()
        self._source = source
        self._selection = selection
        self._question = Question(source, selection, self)
        self.sentence: Derivation | None = None
        self._found: Proof | Undecided | None = None
        """The answer that is shown, ``None`` for what a clue states."""
        self._proof: Proof | None = None
        """The proof that is shown."""
        self._is_first = True
        """True until there is an answer about the cell."""
        self._overview: Highlight | None = None
        """The highlight while no line is current."""
        self._all_text = ""
        """What is shown besides a student's words, as text; of lines, the heading alone."""
        self._heading = self._agent_words = self._not_settled = ""
        """What is answered, and what a student's agent states of it; both are in the heading."""
        self._topic: tuple[str, str] = ("", "")
        """Words in the heading, and the topic of the help that they are a link to."""
        self.highlight_source = HighlightSource(self)
        self._steps_timer = schedule.current.timer(self, self._show_next, PACE, repeats=True)
        self._make_widgets()
        self._connect_question()
        self._on_question_changed()

    def _make_widgets(self) -> None:
        self.setAccessibleName("Why")
        self.model = WhyModel(self)
        self.heading = self._label("What is answered")
        self.heading.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.heading.setProperty("links", True)
        self.heading.setIndent(0)
        self.heading.linkActivated.connect(self.topic_requested)
        self.note = self._label("Which position it is about")
        self.why_not = self._label("Why the agent has not settled it")
        self.stop_button = QPushButton("Stop", self)
        self.stop_button.setToolTip("Stop looking for a proof (Esc)")
        self.stop_button.setAccessibleDescription("Stop looking for a proof")
        self.stop_button.clicked.connect(self.stop)
        self.stop_button.hide()
        self.steps = WhyList(self.model, self)
        self.undecided = UndecidedView(self)
        self._blank = QWidget(self)
        self._empty = EmptyState("why", *why_text.EMPTY, parent=self)
        self._middle = pages = QWidget(self)
        # An answer must not make a low window grow.
        pages.setMinimumHeight(metrics.BUTTON_HEIGHT)
        self._pages = QStackedLayout(pages)
        for page in (self._blank, self._empty, self.steps, self.undecided):
            self._pages.addWidget(page)
        self._buttons = QWidget(self)
        unfold, button = self.model.unfold_all, self._button
        self.previous_button = button("Previous", "Previous step", "Go to the step before (Up)", self.previous_step)
        self.next_button = button("Next", "Next step", "Go to the next step (Down)", self.next_step)
        self.steps_button = button(
            "Show Steps", "Show the steps", "Go through the steps, one a second", self._toggle_steps
        )
        self.unfold_button = button("Unfold All", "Unfold all", "Show what each line rests on, to the clues", unfold)
        self.copy_button = button("Copy", "Copy the answer", "Copy all that is shown as text", self.copy_all)
        copy = QAction("&Copy", self)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        copy.triggered.connect(self.copy_lines)
        self.addAction(copy)
        self.steps.addAction(copy)
        self.steps.addAction("&Unfold All").triggered.connect(unfold)
        for name, notation in _COPIED.items():
            self.steps.addAction(f"Copy as {name}").triggered.connect(partial(self._copy_formulas, notation))
        self.steps.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        EscapeKey(self, lambda: self.is_busy, self.stop, stops=True)
        self.steps.line_changed.connect(self._on_line)
        self.steps.row_used.connect(self._use_row)
        self.model.dataChanged.connect(self._enable_buttons)
        self._lay_out()

    def _connect_question(self) -> None:
        question = self._question
        question.changed.connect(self._on_question_changed)
        question.answered.connect(self._on_answered)
        question.clue_read.connect(self._on_clue_read)
        question.kept.connect(self._on_kept)
        question.revealed.connect(self._on_revealed)
        question.became_slow.connect(self._on_became_slow)
        question.stopped.connect(self._on_stopped)
        self._source.changed.connect(self._on_updated)

    # -- the question

    @property
    def cell(self) -> Cell | None:
        """The cell asked about, whose proof is requested or shown, or ``None``."""
        return self._question.cell

    def _on_question_changed(self) -> None:
        self._stop_steps()
        self.stop_button.hide()
        self._is_first = True
        asked = self._selection.question
        self.sentence = asked if isinstance(asked, Derivation) else None
        if self.sentence is not None:
            self._found = None
            row = fact_row(self.sentence, since=self._source.move_of(self.sentence))
            self._show_rows(self.sentence.conclusion, (row,))
            self._on_updated()
            announce(self, self.heading_text)
        elif self.cell is None:
            self._show_empty()
            focus = QApplication.focusWidget()
            if focus is not None and self.isAncestorOf(focus):
                self.focus_released.emit()
        elif not self.isVisible():
            # A hidden panel shows no proof until there is an answer about the new cell.
            self._set_proof(None)

    def set_from_clues(self, on: bool) -> None:
        """Set whether proofs start from the clues alone, instead of from what the agent knows."""
        self._is_first = True
        self._question.set_from_clues(on)

    @property
    def is_busy(self) -> bool:
        """True while a proof is searched for or its steps are shown, so that ``stop`` has an effect."""
        return self._question.is_waiting or self._steps_timer.isActive()

    def stop(self) -> None:
        """Cancel the search for a proof, and stop showing the steps of one."""
        self._stop_steps()
        self._question.stop()

    def _on_stopped(self) -> None:
        if self._is_first:
            self._show_message(why_text.STOPPED)
            self._announce_answer()
        else:
            self._show_note(why_text.EARLIER)

    def _on_became_slow(self) -> None:
        if self._is_first:
            self._show_message(why_text.SEARCHING)
            self._announce_answer()
        else:
            self._show_note(why_text.SEARCHING_ANEW)
        self.stop_button.show()

    # -- the answer

    def _on_answered(self, explanation: Explanation) -> None:
        found = self._found = explanation.found
        is_first, self._is_first = self._is_first, False
        if isinstance(found, model.Proof):
            self._overview = why_text.proof_highlight(found)
            self._show_rows(short_heading(found), rows_of(model.short_lines(found), found), is_first, found)
            self._not_settled = why_text.not_settled_text(explanation.why_not)
            self._write(self.why_not, self._not_settled)
        elif isinstance(found, model.Undecided):
            self._stop_steps()
            self.undecided.show_undecided(found)
            self._show(self.undecided, found.reason, str(found))
            self._show_usual_note()
            self._set_proof(None)
            self.highlight_source.set_highlight(Highlight(undecided=frozenset((found.cell,))))
        elif explanation.error is not None:
            self._show_message(why_text.failure_text(explanation.cell, explanation.error))
        self._complete()

    def _on_clue_read(self, position: Position) -> None:
        assert self.cell is not None
        self._is_first = False
        self._overview = self._found = None
        rows = why_text.clue_rows(position, self.cell)
        self._show_rows(why_text.clue_heading(position, self.cell), rows)
        self._complete()

    def _on_kept(self) -> None:
        self._show_usual_note()
        self._complete()

    def _on_revealed(self) -> None:
        self._show_note(why_text.REVEALED_SINCE)

    def _on_updated(self) -> None:
        """Tell whether the sentence asked about is known at the shown moment of the game, not only later."""
        if self.sentence is None and self._question.is_current:
            self._show_usual_note()
        elif self.sentence is not None:
            is_known = self.sentence.move <= len(self._source.view.position.clues)
            self._show_note("" if is_known else why_text.NOT_YET_KNOWN)
            self._overview = highlight_of(self.sentence) if is_known else None
            self._on_line(self.steps.row)

    def _complete(self) -> None:
        """Add to the answer what a student's agent states of the cell, where it has learned all that it is about."""
        comparison, cell, position = self._source.view.comparison, self.cell, self._question.position
        words = ""
        if comparison is not None and cell is not None and position is not None:
            verdict = comparison.verdicts.get(cell) if comparison.learned == len(position.clues) else None
            if verdict is not None and (self._found is not None or cell in position.clues):
                words = why_text.agent_text(cell, verdict, self._found)
        if words != self._agent_words:
            self._agent_words = words
            self._write_heading()
        self._announce_answer()

    def _announce_answer(self) -> None:
        """Let screen readers read the heading if the user asked, not if the answer only follows the game."""
        if self._question.is_open:
            steps = len(self.model.rows)
            text = f"{self.heading_text} {counted(steps, 'step')}." if steps else self.heading_text
            announce(self, text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.highlight_source.set_active(on=True)
        self._question.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop_steps()
        self.stop_button.hide()
        self._question.set_active(on=False)
        self.highlight_source.set_active(on=False)

    # -- showing

    def _show_empty(self) -> None:
        """Show how to ask."""
        self._stop_steps()
        self._show(self._empty, why_text.NOTHING_ASKED, "")
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_message(self, text: str) -> None:
        """Show a text in place of an answer."""
        self._stop_steps()
        self._show(self._blank, text, "" if self._is_first else text)
        self._set_proof(None)
        self.highlight_source.set_highlight(None)

    def _show_rows(self, heading: str, rows: Sequence[WhyRow], is_new: bool = True, proof: Proof | None = None) -> None:
        """Show the rows of a ``proof``, of a clue or of a sentence.

        Unless the rows are the first answer to a question (``is_new``), the current row stays current if it is among
        the new ones; otherwise the last row stays the last, and any other keeps its number as far as possible.
        """
        before, current = self.model.rows, self.steps.row
        with QSignalBlocker(self.steps):
            self.model.set_rows(rows, keep_open=not is_new)
            self._show(self.steps, heading, heading, pattern_link(proof))
            row = -1 if is_new or current < 0 else _kept_row(before, current, self.model.rows)
            self.steps.go_to(row)
        self._set_proof(proof)
        self._on_line(row)

    def _show(self, page: QWidget, heading: str, text: str, topic: tuple[str, str] = ("", "")) -> None:
        """Show ``page`` below ``heading``, with a link to a ``topic``; ``text`` is what Copy copies first."""
        if page is not self.steps:
            with QSignalBlocker(self.steps):
                self.model.set_rows(())
        # The new page takes over the focus of the previous one.
        self._pages.setCurrentWidget(page)
        self._blank.setAccessibleName(heading)
        self._all_text = text
        self._heading, self._topic = heading, topic
        self._agent_words = self._not_settled = ""
        self._show_note("")
        self._write(self.why_not, "")
        font = self.heading.font()
        font.setBold(page in (self.steps, self.undecided))
        self.heading.setFont(font)
        # Not before: a hidden text in several lines would make a low window grow for a moment, and stay so.
        self._write_heading()
        self.heading.setHidden(page is self._empty)
        # Buttons that can do nothing here would only take room.
        self._buttons.setVisible(bool(text))
        # Not also the steps: the panel would take more of the window's width.
        self.unfold_button.setVisible(page is self.steps and self.sentence is not None)
        self._enable_buttons()

    @property
    def heading_text(self) -> str:
        """The heading without links, after what a student's agent states."""
        return "\n".join(filter(None, (self._agent_words, self._heading)))

    def _write_heading(self) -> None:
        """Write the heading, with the link in the colour of text: a palette's own may be made for another ground."""
        text = with_unbroken_cells(self.heading_text)
        words, topic = self._topic
        if words:
            ink = self.palette().color(QPalette.ColorRole.WindowText).name()
            text = why_text.linked(text, words, topic, ink)
        self.heading.setTextFormat(Qt.TextFormat.RichText if words else Qt.TextFormat.PlainText)
        self.heading.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt may send the event before the attributes are there.
        if event.type() is QEvent.Type.PaletteChange and "_topic" in vars(self):
            self.copy_button.setIcon(assets.icon("copy", self.palette()))
            if self._topic[0]:
                self._write_heading()

    def _write(self, label: QLabel, text: str) -> None:
        """Show ``text`` in ``label``, which is hidden without one."""
        label.setText(with_unbroken_cells(text))
        label.setVisible(bool(text))

    def _show_note(self, text: str) -> None:
        """Show what the answer is about, if that is not plain; what is shown ends the search."""
        self.stop_button.hide()
        self._write(self.note, text)

    def _show_usual_note(self) -> None:
        """Show the note that belongs to an answer about the current position, if any.

        A loss lays mines open, which are visible on the board but not part of the position.
        """
        is_undecided = self.page is self.undecided
        self._show_note(why_text.LAID_OPEN if self._source.view.is_lost and is_undecided else "")

    @property
    def page(self) -> QWidget:
        """The widget below the heading that is shown: keys should go there."""
        page = self._pages.currentWidget()
        assert page is not None
        return page

    def _set_proof(self, proof: Proof | None) -> None:
        if proof is not self._proof:
            self._proof = proof
            self.proof_changed.emit(proof)

    def _enable_buttons(self) -> None:
        """Enable the buttons that have an effect now, and disable the others."""
        row, count = self.steps.row, len(self.model.rows)
        has_steps = count > 1 and self._pages.currentWidget() is self.steps
        for button in (self.previous_button, self.next_button):
            button.setVisible(has_steps)
        self.steps_button.setVisible(has_steps and self.sentence is None)
        for button, is_useful in (
            (self.previous_button, row >= 0),
            (self.next_button, row < count - 1),
            (self.steps_button, count > 1),
            (self.unfold_button, not self.model.is_all_open),
            (self.copy_button, bool(self._all_text)),
        ):
            if button.hasFocus() and not is_useful:
                # Otherwise the focus would go to another button, and the next key would press that one.
                self.steps.setFocus()
            button.setEnabled(is_useful)

    # -- going through the lines

    def _use_row(self, index: int) -> None:
        """Unfold or fold what the row ``index`` rests on, or go to where that is shown."""
        shown = self.model.rows[index]
        if shown.fold is Fold.ABOVE:
            self.steps.go_to(self.model.place_of(shown.row.key))
        elif shown.fold is Fold.MORE:
            self.model.unfold_all()
        else:
            self.model.set_open(index, not self.model.is_open(index))

    def next_step(self) -> None:
        """Go to the next step."""
        self._go_to(min(self.steps.row + 1, len(self.model.rows) - 1))

    def previous_step(self) -> None:
        """Go to the previous step; from the first step, back to the answer as a whole."""
        self._go_to(max(self.steps.row - 1, -1))

    def _go_to(self, row: int) -> None:
        """Go to ``row``, and let screen readers read it where the list does not have the focus."""
        self.steps.go_to(row)
        if not self.steps.hasFocus():
            text = self.heading_text or "No question was asked"
            announce(self, text if row < 0 else self.model.rows[row].text(Notation.WORDS))

    def _on_line(self, row: int) -> None:
        self._enable_buttons()
        is_unknown = self.sentence is not None and self._overview is None
        shown = self._overview if row < 0 or is_unknown else self.model.highlight(row)
        self.highlight_source.set_highlight(shown)

    # -- showing the steps one after the other

    def _toggle_steps(self) -> None:
        """Show the steps after the current one, or from the first when it is the last; or stop that."""
        if self._steps_timer.isActive():
            self._stop_steps()
        elif count := len(self.model.rows):
            self.steps.go_to((self.steps.row + 1) % count)
            if self.steps.row < count - 1:
                self._steps_timer.start()
            self._label_steps_button()

    def _show_next(self) -> None:
        self.steps.go_to(min(self.steps.row + 1, len(self.model.rows) - 1))
        if self.steps.row >= len(self.model.rows) - 1:
            self._stop_steps()

    def _stop_steps(self) -> None:
        self._steps_timer.stop()
        self._label_steps_button()

    def _label_steps_button(self) -> None:
        is_shown = self._steps_timer.isActive()
        self.steps_button.setText("Pause" if is_shown else "Show Steps")
        self.steps_button.setAccessibleName("Pause the steps" if is_shown else "Show the steps")

    # -- copying

    def _copy_formulas(self, notation: Notation) -> None:
        """Copy what the selected lines state, or what all do when no line is selected, as formulas."""
        rows = self.steps.selected_rows() or range(len(self.model.rows))
        steps = [step for row in rows for step in steps_in_logic(self.model.rows[row].row.stated)]
        QGuiApplication.clipboard().setText(formulas_text([formula for _, formula in steps], notation))

    def copy_all(self) -> None:
        """Copy everything that is shown to the clipboard, as text."""
        if self._all_text:
            texts = (self._agent_words, self._all_text, self._not_settled, *map(_indented, self.model.rows))
            QGuiApplication.clipboard().setText("\n".join(filter(None, texts)))

    def copy_lines(self) -> None:
        """Copy the selected lines to the clipboard, or everything when no line is selected."""
        rows = self.steps.selected_rows()
        if rows:
            QGuiApplication.clipboard().setText("\n".join(_indented(self.model.rows[row]) for row in rows))
        else:
            self.copy_all()

    # -- making the widgets

    def _label(self, purpose: str) -> QLabel:
        # No accessible name: a screen reader then reads the text of the label.
        label = QLabel(self, wordWrap=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        label.setAccessibleDescription(purpose)
        return label

    def _button(self, text: str, name: str, purpose: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.clicked.connect(act)
        button.setToolTip(purpose)
        button.setAccessibleName(name)
        button.setAccessibleDescription(purpose)
        return button

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        for label in (self.heading, self.note, self.why_not):
            layout.addWidget(label)
        layout.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._middle, 1)
        self.copy_button.setIcon(assets.icon("copy", self.palette()))
        buttons = self.previous_button, self.next_button, self.steps_button, self.unfold_button, None, self.copy_button
        self._buttons.setLayout(filled(ROW, metrics.NARROW, *buttons))
        layout.addWidget(self._buttons)


def _indented(shown: ShownRow) -> str:
    return indent(shown.plain_text, "  " * shown.row.depth)


def _kept_row(before: Sequence[ShownRow], current: int, now: Sequence[ShownRow]) -> int:
    """Return the row that stands for the row ``current`` of those ``before`` among those shown ``now``."""
    rows = [shown.row for shown in now]
    if before[current].row in rows:
        return rows.index(before[current].row)
    return len(now) - 1 if current == len(before) - 1 else min(current, len(now) - 1)
