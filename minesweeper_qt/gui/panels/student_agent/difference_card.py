"""The card of the panel: the first difference of the game, that there is none, or how the agent has failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.student_agent.finding_view import cause_text
from minesweeper_qt.gui.panels.student_agent.parts import ButtonRow, fixed_font
from minesweeper_qt.gui.presentation.comparison_text import Line, Tone
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.model import DIFFICULTIES
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison, RowKind
from minesweeper_qt.model.student import fault_text
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import MISSED, WRONG, Finding
from minesweeper_qt.model.student.student_state import StudentFailure
from minesweeper_qt.model.words import counted, joined, plural, size_text, with_unbroken_cells

_WIDE = 400
"""From this width on, in pixels, title and reason have room for six lines, below for nine."""
_SHORT = 20
"""After fewer observations than this it is too early to say that an agent makes no mistake."""
_MOST_CHECKS = 3
_COPY_TIP = "Copy the smallest case as a test for pytest"
_AFTER_FAILURE = ("load_again", "go_on")


@dataclass(frozen=True, slots=True)
class Card:
    """What the card shows: a caption, the place in the game at its right, a title, the reason, a line of code, buttons.

    ``buttons`` are the names of the attributes of ``DifferenceCard``. ``move`` is the number of the move that ``go``
    goes to, ``can_go`` false if it is shown; ``why_no_copy`` is why ``copy`` is disabled, empty if it is not; ``level``
    is the name of that which ``play`` starts.
    """

    caption: Line
    place: str
    title: str
    reason: str
    tone: Tone = Tone.PLAIN
    code: str = ""
    is_problem: bool = False
    """True if the reason is why the file can't be loaded."""
    buttons: tuple[str, ...] = ()
    move: int = 0
    can_go: bool = False
    why_no_copy: str = ""
    level: str = ""


@guarded
class DifferenceCard(QFrame):
    """Shows a ``Card``; the height that it prefers depends on its width alone, in a low panel it gets less.

    Attributes: ``caption``, ``place``, ``title``, ``reason`` and ``code``, the labels; ``go``, ``why`` and ``copy``,
    the buttons about a difference; ``load_again``, ``play`` and ``go_on``, those about a failure; ``card``, what is
    shown, ``None`` at first.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agent_card")
        self.card: Card | None = None
        self._height = 0
        self.caption, self.place, self.code = CutLabel(self), QLabel(self), CutLabel(self)
        self.title, self.reason = CutLabel(self, wraps=True), CutLabel(self, wraps=True)
        self._tick = QLabel("\N{CHECK MARK}", self)
        self._buttons = ButtonRow(self)
        add = self._buttons.add
        self.go = add("", "", "Show the moment of the first difference")
        self.why = add("Why?", "Why?", "Show why it follows, or what contradicts it")
        self.copy = add("Copy as a Test", "Copy", _COPY_TIP)
        self.play = add("", "", "Start a game of the level that your agent is made for")
        self.load_again = add("Load Again", "Load Again", "Let a new agent of the file learn this game")
        self.go_on = add("Go On with the Reference", "Use Reference", "Go on without your agent")
        for button in (self.go, self.play, self.load_again):
            button.setProperty("main", True)
        self._buttons.show_only()
        self._lay_out()
        self._set_fonts()

    def show_card(self, card: Card) -> None:
        """Show ``card``, and announce it to screen readers if it has another title."""
        before, self.card = self.card, card
        if card == before:
            return
        of_reason = Tone.LOSS if card.is_problem else Tone.PLAIN
        tones = {self: card.tone, self.title: card.tone, self.reason: of_reason, self.caption: card.caption.tone}
        for widget, tone in tones.items():
            set_property(widget, "tone", tone.value)
        self.title.set_text(with_unbroken_cells(card.title))
        self.reason.set_text(with_unbroken_cells(card.reason))
        self.reason.setHidden(not card.reason)
        self.code.set_text(card.code)
        self.code.setHidden(not card.code)
        self.place.setText(card.place)
        self._tick.setHidden(card.tone is not Tone.WIN)
        self._show_buttons(card)
        self._fit()
        text = f"{card.title}. {card.reason} {card.code}".strip()
        self.setAccessibleName(text)
        if before is None or _is_news(card, before):
            announce(self.title, card.title)
            announce(self, f"{card.reason} {card.code}".strip())

    def _show_buttons(self, card: Card) -> None:
        where, short = (f"Go to Move {card.move}", f"Move {card.move}") if card.move else ("Go to the Start", "Start")
        self._buttons.set_text(self.go, where, short, self.go.toolTip())
        play = f"Play {DIFFICULTIES[card.level].title}" if card.level else ""
        self._buttons.set_text(self.play, play, play, self.play.toolTip())
        self.copy.setToolTip(card.why_no_copy or _COPY_TIP)
        if self.go.hasFocus() and not card.can_go:
            # Otherwise the focus would leave the panel, and the next key would act there.
            (self.why if "why" in card.buttons else self.copy).setFocus()
        self.go.setEnabled(card.can_go)
        self.copy.setEnabled(not card.why_no_copy)
        self._buttons.show_only(*(getattr(self, name) for name in card.buttons))

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
        """Set the heights: of the title one line or two, of the card what all texts have room in at this width."""
        title, line = self.title.fontMetrics(), self.reason.fontMetrics().lineSpacing()
        tick = 0 if self._tick.isHidden() else self._tick.sizeHint().width() + metrics.GAP
        width = self.width() - 2 * (metrics.EDGE + metrics.HAIR)
        is_long = title.horizontalAdvance(self.title.text()) > width - tick
        self.title.setFixedHeight((2 if is_long else 1) * title.lineSpacing())
        edges = 2 * (metrics.GAP + metrics.HAIR // 2) + 3 * metrics.NARROW
        least = edges + self.caption.sizeHint().height() + 2 * title.lineSpacing() + metrics.BUTTON_HEIGHT
        self._height = least + (4 if self.width() >= _WIDE else 7) * line
        self.setMinimumHeight(least + 2 * line)
        self.setMaximumHeight(self._height)
        if self.card is not None:
            # The long or the short form of the caption, and the place if there is room beside it.
            measure, caption = self.caption.fontMetrics().horizontalAdvance, self.card.caption
            self.caption.show_longest((caption.text, caption.short or caption.text), width)
            beside = measure(self.caption.text()) + metrics.GAP + self.place.sizeHint().width()
            self.place.setVisible(bool(self.place.text()) and beside <= width)

    # -- overrides of Qt

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

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
    difference: Fault,
    turn: int,
    moves: int,
    shown: KnowledgeComparison | None,
    finding: Finding | None = None,
    number: int = 1,
    count: int = 1,
) -> Card:
    """Return the card of a difference, which is that of the move ``turn``; it has this ``number`` of ``count``.

    ``shown`` is what both agents know at the moment shown, if that is the end of this move; ``finding`` the cause, if
    it was found.
    """
    reason, seen = fault_text.reason(difference, turn), difference.observation
    if difference.symptom in MISSED:
        if seen is not None:  # the title and the place say the rest
            reason = f"Clue {seen.clue} at {seen.cell}. {fault_text.missing_text(difference)}"
        found = () if shown is None else (shown.verdicts.get(cell) for cell in difference.cells)
        if shown is not None and all(verdict is not None and verdict.kind is RowKind.SAME for verdict in found):
            # With later clues of the same move it has found what it missed.
            reason = f"{reason} At the end of the move it knows."
    elif difference.symptom in WRONG or not difference.headline:  # the title says it
        reason = "" if seen is None else f"Clue {seen.clue} at {seen.cell}."
    # The cause first: where there is little room, the end is cut.
    cause = "" if finding is None else cause_text(finding)
    caption = "First difference" if number == 1 else f"Difference {number} of {count}"
    return Card(Line(caption), place_text(turn, moves), fault_text.title(difference), f"{cause}\n{reason}".strip())


def move_card(problem: str) -> Card:
    """Return the card while the agent's move can't be made; ``problem`` says why, as a clause.

    >>> move_card("make_safe_move() returned (9, 9), which is not on the board").title
    "Your agent's move can't be made"
    """
    caption = Line("Your agent and the reference")
    return Card(caption, "", "Your agent's move can't be made", f"{problem}.", Tone.LOSS)


def no_difference_card(
    learned: int, moves: int, games: int = 0, failed_checks: Sequence[str] = (), is_thinking: bool = False
) -> Card:
    """Return the card while the two agents don't differ after this many observations in this many moves.

    ``games`` is the number of games that a search has ended without a difference; 0 without a search. ``failed_checks``
    are the names of those of the course that fail. ``is_thinking``: a call takes long, which may never end.

    >>> no_difference_card(30, 13).title, no_difference_card(5, 5).title
    ('No difference in 13 moves', 'No difference in 5 moves: too short to tell')
    """
    caption, plays_on = Line("Your agent and the reference"), "Next Difference plays on, in other games too."
    if is_thinking and moves:
        return Card(caption, "", "No difference so far", "The last move is not compared yet.")
    title = f"No difference in {counted(moves, 'move')}"
    if games:
        title = f"No further difference in {counted(games, 'game')}"
    elif not moves:
        reason = "Next Difference lets your agent play until it differs from the reference, through many games."
        return Card(caption, "", "Nothing to compare yet", f"{reason} Or reveal a cell.")
    elif learned < _SHORT:
        return Card(caption, "", f"{title}: too short to tell", plays_on)
    if failed_checks:
        number = len(failed_checks)
        failed = f"{counted(number, 'check')} of the course {plural(number, 'fails', 'fail')}"
        reason = f"{failed}: {joined(failed_checks[:_MOST_CHECKS])}. The audit (Shift+A) shows what each expects."
        return Card(caption, "", f"{title}, but {failed}", f"{reason}\n{plays_on}")
    reason = "Your agent misses no cell that the three rules settle, and nothing that it knows is wrong."
    return Card(caption, "", title, f"{reason}\n{plays_on}", Tone.WIN)


def failure_card(failure: StudentFailure, turn: int, moves: int) -> Card:
    """Return the card of a failure at the move ``turn``, with the student's own line that was running.

    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> card = failure_card(StudentFailure(FindingKind.API, "the size 8x8 is hard-coded", own_size=(8, 8)), 0, 0)
    >>> card.title, card.level
    ('Your agent is made for 8×8 only', 'cs50')
    """
    caption, place, buttons = Line("Your agent has failed", tone=Tone.LOSS), place_text(turn, moves), _AFTER_FAILURE
    if failure.own_size is not None:
        title = f"Your agent is made for {size_text(*failure.own_size)} only"
        level = next((one for one in DIFFICULTIES.values() if (one.height, one.width) == failure.own_size), None)
        advice = "Use the height and the width that __init__ is given"
        if level is None:
            return Card(caption, place, title, f"{advice}.", Tone.LOSS, buttons=buttons)
        reason, name = f"{advice}, or play on a board of that size.", level.name
        return Card(caption, place, title, reason, Tone.LOSS, buttons=("play", "go_on"), level=name)
    if not failure.trace:
        text = f"Your agent failed: {failure}."
        return Card(caption, place, "It plays no further in this game", text, Tone.LOSS, buttons=buttons)
    own = fault_text.running_line(failure.trace, failure.kind)
    if failure.is_import:
        reason = f"Cause: {fault_text.import_text(failure)}."
        code = "" if failure.missing_module else own.text  # which says no more, and takes the room of the advice
        return Card(caption, place, f"{own.file} can't be loaded", reason, Tone.LOSS, code, buttons=buttons)
    code = f"line {own.line}: {own.text}"
    return Card(caption, place, str(failure), "", Tone.LOSS, code, buttons=buttons)


def with_problem(card: Card, problem: str) -> Card:
    """Return ``card`` with the reason why the file as it is now can't be loaded in place of its own."""
    caption = Line("Your file as it is now does not load", "The file does not load", Tone.LOSS)
    # Not on the ground of a success, whatever the previous agent has done.
    return replace(card, caption=caption, reason=problem, tone=Tone.PLAIN, code="", is_problem=True)
