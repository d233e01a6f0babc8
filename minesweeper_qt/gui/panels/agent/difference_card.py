"""The card of the panel: the first difference of the game, that there is none, or how the agent has failed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.parts import ButtonRow, fixed_font
from minesweeper_qt.gui.presentation.comparison_text import Line, Tone
from minesweeper_qt.gui.presentation.why_text import with_unbroken_cells
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.style import set_property
from minesweeper_qt.model.student import fault_text
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.knowledge_comparison import KnowledgeComparison, RowKind
from minesweeper_qt.model.student.student_state import StudentFailure
from minesweeper_qt.model.text.number_text import counted

MISSED = (Symptom.MISSING_SAFE, Symptom.MISSING_MINE)
_WIDE = 400
"""From this width on, in pixels, title and reason have room for four lines, below for six."""


@dataclass(frozen=True, slots=True)
class Card:
    """What the card shows: a caption, the place in the game at its right, a title, the reason, a line of code."""

    caption: Line
    place: str
    title: str
    reason: str
    tone: Tone = Tone.PLAIN
    code: str = ""
    is_problem: bool = False
    """True if the reason is why the file can't be loaded."""


@guarded
class DifferenceCard(QFrame):
    """Shows a ``Card``; its height depends on its width alone.

    Attributes: ``caption``, ``place``, ``title``, ``reason`` and ``code``, the labels; ``go``, ``why`` and ``copy``,
    the buttons about a difference; ``load_again`` and ``go_on``, those about a failure; ``card``, what is shown,
    ``None`` at first.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agent_card")
        self.card: Card | None = None
        self._caption = Line("")
        self.caption, self.place, self.code = CutLabel(self), QLabel(self), CutLabel(self)
        self.title, self.reason = CutLabel(self, wraps=True), CutLabel(self, wraps=True)
        self._tick = QLabel("\N{CHECK MARK}", self)
        self._buttons = ButtonRow(self)
        add = self._buttons.add
        self.go = add("Go to the Move", "Go to It", "Show the moment of the first difference")
        self.why = add("Why?", "Why?", "Show why it follows, or what contradicts it")
        self.copy = add("Copy as a Test", "Copy", "Copy the smallest case as a test for pytest")
        self.load_again = add("Load Again", "Load Again", "Let a new agent of the file learn this game")
        self.go_on = add("Go On with the Reference", "Use Reference", "Go on without your agent")
        for button in (self.go, self.load_again):
            button.setProperty("main", True)
        self._buttons.show_only()
        self._lay_out()
        self._set_fonts()

    def show_card(self, card: Card) -> None:
        """Show ``card``, and announce it to screen readers if it has another title."""
        if card == self.card:
            return
        is_new = self.card is None or _is_news(card, self.card)
        self.card = card
        of_reason = Tone.LOSS if card.is_problem else Tone.PLAIN
        for widget, tone in ((self, card.tone), (self.title, card.tone), (self.reason, of_reason)):
            set_property(widget, "tone", tone.value)
        self.title.set_text(with_unbroken_cells(card.title))
        self.reason.set_text(with_unbroken_cells(card.reason))
        self.reason.setHidden(not card.reason)
        self.code.set_text(card.code)
        self.code.setHidden(not card.code)
        self.place.setText(card.place)
        self._tick.setHidden(card.tone is not Tone.WIN)
        self.show_caption(card.caption)
        self._fit()
        text = f"{card.title}. {card.reason} {card.code}".strip()
        self.setAccessibleName(text)
        if is_new:
            self.announce(text)

    def announce(self, text: str) -> None:
        """Let a screen reader read ``text``."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def show_caption(self, line: Line) -> None:
        """Show another caption than that of the card, such as what a changed file did."""
        self._caption = line
        set_property(self.caption, "tone", line.tone.value)
        self._fit_caption()

    def show_difference_buttons(self, text: str, short: str, can_go: bool, can_explain: bool, copy_tip: str) -> None:
        """Show the buttons about a difference; without ``copy_tip`` there is a case to copy."""
        self._buttons.set_text(self.go, text, short, self.go.toolTip())
        self.copy.setToolTip(copy_tip or "Copy the smallest case as a test for pytest")
        if self.go.hasFocus() and not can_go:
            # Otherwise the focus would leave the panel, and the next key would act there.
            (self.why if can_explain else self.copy).setFocus()
        self.go.setEnabled(can_go)
        self.copy.setEnabled(not copy_tip)
        self._buttons.show_only(*([self.go, self.why, self.copy] if can_explain else [self.go, self.copy]))

    def show_failure_buttons(self) -> None:
        """Show the buttons about a failure."""
        self._buttons.show_only(self.load_again, self.go_on)

    def show_no_buttons(self) -> None:
        """Show no buttons."""
        self._buttons.show_only()

    # -- the layout

    def _lay_out(self) -> None:
        self.caption.setObjectName("agent_caption")
        self.place.setProperty("muted", True)
        self._tick.setProperty("tone", Tone.WIN.value)
        self.reason.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for label in (self.title, self.reason):
            # Qt makes the lines of a text that can be selected a fraction of a pixel higher, too high for this room.
            label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        first, second, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        first.addWidget(self.caption, 1)
        first.addWidget(self.place)
        second.addWidget(self._tick)
        second.addWidget(self.title, 1)
        column.setContentsMargins(metrics.EDGE, metrics.GAP, metrics.EDGE, metrics.GAP)
        column.setSpacing(metrics.NARROW)
        for row in (first, second):
            row.setSpacing(metrics.GAP)
            column.addLayout(row)
        column.addWidget(self.reason)
        column.addWidget(self.code)
        column.addStretch(1)
        column.addWidget(self._buttons)

    def _set_fonts(self) -> None:
        for label in (self.caption, self.place):
            label.setFont(metrics.scaled(self.font(), metrics.CAPTION))
        for label in (self._tick, self.title):
            label.setFont(metrics.scaled(self.font(), metrics.CARD_TITLE, QFont.Weight.Bold))
        self.code.setFont(fixed_font(self.font().pointSizeF()))
        self._fit()

    def _fit(self) -> None:
        """Set the heights, whose sum is the same for every card; a long title has two lines if the reason has room."""
        title, line = self.title.fontMetrics(), self.reason.fontMetrics().lineSpacing()
        tick = 0 if self._tick.isHidden() else self._tick.sizeHint().width() + metrics.GAP
        code = 0 if self.code.isHidden() else self.code.sizeHint().height() + metrics.NARROW
        width = self.width() - 2 * (metrics.EDGE + metrics.HAIR)
        room = 2 * title.lineSpacing() + (2 if self.width() >= _WIDE else 4) * line
        rest = room - 2 * title.lineSpacing() - code
        flags, whole = Qt.TextFlag.TextWordWrap, QRect(0, 0, width, room)
        needed = self.reason.fontMetrics().boundingRect(whole, flags, self.reason.text()).height()
        fits = self.reason.isHidden() or needed <= rest
        is_long = title.horizontalAdvance(self.title.text()) > width - tick
        self.title.setFixedHeight((2 if is_long and fits else 1) * title.lineSpacing())
        left = max(room - self.title.height() - code, 0)
        self.reason.setFixedHeight(min(needed, left) if code else left)
        edges = 2 * (metrics.GAP + metrics.HAIR // 2) + 3 * metrics.NARROW
        self.setFixedHeight(edges + self.caption.sizeHint().height() + room + metrics.BUTTON_HEIGHT)
        self._fit_caption()

    def _fit_caption(self) -> None:
        """Show the long or the short form of the caption, and the place if there is room beside the caption."""
        measure, line = self.caption.fontMetrics().horizontalAdvance, self._caption
        room = self.width() - 2 * (metrics.EDGE + metrics.HAIR)
        self.caption.set_text(line.text if measure(line.text) <= room or not line.short else line.short)
        self.caption.setToolTip(line.text)
        beside = measure(self.caption.text()) + metrics.GAP + self.place.sizeHint().width()
        self.place.setVisible(bool(self.place.text()) and beside <= room)

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._set_fonts()


def _is_news(card: Card, before: Card) -> bool:
    """Return whether ``card`` is to be announced: the number of moves without a difference is not."""
    if card.is_problem != before.is_problem:
        return True
    return card.title != before.title and not (card.tone is before.tone is Tone.WIN)


# -- the words


def place_text(move: int, moves: int) -> str:
    """Return which move it is of how many.

    >>> place_text(9, 13), place_text(0, 0)
    ('move 9 of 13', 'before move 1')
    """
    return f"move {move} of {moves}" if move else "before move 1"


def difference_card(
    difference: Fault, turn: int, moves: int, shown: KnowledgeComparison | None, number: int = 1, count: int = 1
) -> Card:
    """Return the card of a difference, which is that of the move ``turn``; it has this ``number`` of ``count``.

    ``shown`` is what both agents know at the moment shown, if that is the end of this move.
    """
    title, reason = fault_text.title(difference), fault_text.reason(difference, turn)
    if shown is not None and difference.symptom in MISSED:
        found = (shown.verdicts.get(cell) for cell in difference.cells)
        if all(verdict is not None and verdict.kind is RowKind.SAME for verdict in found):
            # With later clues of the same move it has found what it missed.
            reason = f"{reason} At the end of the move it knows."
    caption = "First difference" if number == 1 else f"Difference {number} of {count}"
    return Card(Line(caption), place_text(turn, moves), title, reason)


def move_card(problem: str) -> Card:
    """Return the card while the agent's move can't be made; ``problem`` says why, as a clause.

    >>> move_card("make_safe_move() returned (9, 9), which is not on the board").title
    "Your agent's move can't be made"
    """
    caption = Line("Your agent and the reference")
    return Card(caption, "", "Your agent's move can't be made", f"{sentence(problem)}.", Tone.LOSS)


def no_difference_card(moves: int, is_thinking: bool = False) -> Card:
    """Return the card while the two agents don't differ; ``is_thinking``: a call takes long, which may never end.

    >>> no_difference_card(13).title
    'No difference in 13 moves'
    """
    caption = Line("Your agent and the reference")
    if not moves:
        reason = "Your agent has learned no clue. Reveal a cell, or let it move."
        return Card(caption, "", "Nothing to compare yet", reason)
    if is_thinking:
        return Card(caption, "", "No difference so far", "The last move is not compared yet.")
    reason = "Your agent misses no cell that the three rules settle, and nothing that it knows is wrong."
    return Card(caption, "", f"No difference in {counted(moves, 'move')}", reason, Tone.WIN)


def failure_card(failure: StudentFailure, turn: int, moves: int) -> Card:
    """Return the card of a failure at the move ``turn``, with the student's own line that was running."""
    caption, place = Line("Your agent has failed", tone=Tone.LOSS), place_text(turn, moves)
    if not failure.trace:
        return Card(caption, place, "It plays no further in this game", sentence(str(failure)), Tone.LOSS)
    own = failure.trace[-1]
    if failure.is_import:
        reason = f"{sentence(fault_text.import_text(failure))}."
        code = "" if failure.missing_module else own.text  # which says no more, and takes the room of the advice
        return Card(caption, place, f"{own.file} can't be loaded", reason, Tone.LOSS, code)
    return Card(caption, place, sentence(str(failure)), "", Tone.LOSS, f"line {own.line}: {own.text}")


def sentence(text: str) -> str:
    """Return ``text`` with a capital letter, unless it begins with code.

    >>> sentence("failed: no size"), sentence("add_knowledge() failed")
    ('Failed: no size', 'add_knowledge() failed')
    """
    return text[:1].upper() + text[1:] if text.split(" ")[0].rstrip(":").isalpha() else text


def with_problem(card: Card, problem: str) -> Card:
    """Return ``card`` with the reason why the file as it is now can't be loaded in place of its own."""
    caption = Line("Your file as it is now does not load", "The file does not load", Tone.LOSS)
    # Not on the ground of a success, whatever the previous agent has done.
    return Card(caption, card.place, card.title, problem, is_problem=True)
