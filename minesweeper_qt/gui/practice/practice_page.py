"""The page of Practise: question, board and verdict at the left, the proof and the topics at the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMessageBox, QPushButton, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.panel_requests import HighlightSource
from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.practice.practice_parts import TopicList, VerdictCard, round_texts, topic_name
from minesweeper_qt.gui.practice.practice_session import RUN, PracticeSession
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel, EmptyState
from minesweeper_qt.gui.widgets.speech import Choice, announce, announce_cell
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import INSPECTOR_ENTRIES, Entry, InspectorActions
from minesweeper_qt.gui.window.footer import Footer, Notice
from minesweeper_qt.model import Cell, Position, Proof
from minesweeper_qt.model.practice.practice_position import MOST_SIDE, Asked, Topic
from minesweeper_qt.model.words import counted, listed, plural

ENTRIES = (
    Entry("say_safe", "Say &Safe", "Space", "Answer: the cell under the cursor is certainly safe"),
    Entry("say_mine", "Say &Mine", "F", "Answer: the cell under the cursor is certainly a mine", "flag"),
    Entry("hint", "&Hint", "H", "Light the numbers to look at; the answer then counts as not known", "hint"),
    Entry("why", "&Why?", "W", "Show what is certain about the cell; the answer then counts as not known", "why"),
    Entry("next", "&Next Position", "N", "Show another position, after an answer"),
    *(entry for entry in INSPECTOR_ENTRIES if entry.name in ("previous_step", "next_step")),
    Entry("topics", "&Topics", "T", "Go to the topics"),
    Entry("chapter", "&Chapter", "", "Read about this topic"),
    Entry(
        "play_board",
        "Play a Board of This &Level",
        "",
        "Play Beginner without guesses; its hardest step is at this level",
    ),
    Entry("board", "Go to the B&oard", "Escape", "Stop looking for a proof, or go to the board from anywhere"),
    Entry("sandbox_here", "Open in the Sand&box", "Ctrl+Shift+B", "Edit a copy of this position", "branch"),
    Entry("forget_topic", "&Delete Answers of This Topic…", "", "Start this topic again"),
    Entry("forget_all", "Delete &All Answers…", "", "Start all topics again"),
)
"""The actions of Practise."""

_QUESTIONS = {
    Asked.SAFE: ("Find a cell that is certainly safe.", "Find a safe cell.", "A left click answers."),
    Asked.MINES: ("Find a cell that is certainly a mine.", "Find a mine.", "A right click answers."),
    Asked.EITHER: ("Find a cell that is certain.", "Find a sure cell.", "A left click says safe, a right click mine."),
}
"""What is asked, the same for less room, and how to answer."""

_NO_POSITION = "Moves that you miss in games come here.", "Review a game, and try again."
_GIVEN = "The flags are right; find another cell."
_NOT_KNOWN = "After this help, an answer counts as not known."


@guarded
class PracticePage(QWidget):
    """Shows the position of ``session``, takes answers to it, and shows what became of them.

    ``open_position`` opens a position in the sandbox. Attributes: ``actions_by``; ``chooser``, of what is to be found,
    for a tool bar; for scripts and tests ``board_view``, ``question`` and ``score`` above it, ``footer`` with ``card``,
    ``topics``, ``why_panel`` with ``answer_title`` and ``topics_button`` above it, ``empty``, with ``next_round``.
    """

    def __init__(self, session: PracticeSession, open_position: Callable[[Position], None]) -> None:
        super().__init__()
        self.session = session
        session.setParent(self)
        self._model = BoardModel(session, self)
        self._selection = Selection(session, self)
        self.board_view = BoardView(self._model, self._selection)
        self.board_view.press.chord_on_left = False
        self.actions_by = act = InspectorActions(self, ENTRIES)
        act["sandbox_here"].setIconText("Open in Sandbox")
        act.connect(sandbox_here=lambda: open_position(self.session.view.position))
        self._make_left()
        self._make_right()
        self._connect_actions()
        session.changed.connect(self._show_question)
        session.answered.connect(self._show_verdict)
        session.proved.connect(self._show_proof)
        self.why_panel.highlight_source.changed.connect(self._show_highlight)

    def _make_left(self) -> None:
        self._left = QWidget(self)
        self.empty = EmptyState("hint", parent=self)
        self.next_round = QPushButton("Next &Round", self.empty)
        self.next_round.setProperty("main", True)
        self.next_round.clicked.connect(self.session.show_next)
        self.empty.add(self.next_round)
        for part in (self.empty, self._left):  # until there is a position
            part.hide()
        self._head = head = QFrame(self._left)
        head.setObjectName("header_card")
        head.setFixedHeight(metrics.HEADER_HEIGHT)
        self.question, self._dots, self.score = CutLabel(head), QLabel(head), QLabel(head)
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.EDGE, 0, metrics.EDGE, 0)
        for label in (self.question, self._dots, self.score):
            label.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.Bold))
            row.addWidget(label)
        self._area = BoardArea(self.board_view, self._left, MOST_SIDE)
        self._area.arranged.connect(self._fit_widths)
        self.card = VerdictCard(self.session, self._left)
        self.footer = Footer(self._left)
        self.footer.set_card(self.card)
        self.chooser = Choice(self, "What to find")
        self.chooser.addItems([asked.value for asked in Asked])
        self.chooser.setCurrentText(self.session.asked.value)
        self.chooser.setToolTip("What to find: safe cells, mines, or either")
        self.chooser.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chooser.activated.connect(lambda index: self.session.set_asked(list(Asked)[index]))

    def _make_right(self) -> None:
        self._right, self._answer = QWidget(self), QFrame(self)
        self._answer.setObjectName("agent_card")
        self._answer.hide()
        self.answer_title = QLabel(self._answer)
        self.answer_title.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        self.topics_button = QPushButton("&Topics…", self._answer)
        self.topics_button.setToolTip("Show the topics in place of the answer")
        self.topics_button.clicked.connect(self._show_topics)
        self.why_panel = WhyPanel(self.session, self._selection)
        self.why_panel.setContentsMargins(-metrics.GAP, -metrics.GAP, -metrics.GAP, 0)
        # The cells that are safe are what the user looks for.
        self.why_panel.undecided.set_claim(is_mine=False)
        self.topics = TopicList(self.session)
        head = QHBoxLayout()
        head.addWidget(self.answer_title, 1)
        head.addWidget(self.topics_button)
        box = QVBoxLayout(self._answer)
        box.addLayout(head)
        box.addWidget(self.why_panel, 1)
        side = QVBoxLayout(self._right)
        side.setContentsMargins(0, metrics.GAP, metrics.GAP, metrics.GAP)
        side.addWidget(self._answer, 5)
        side.addWidget(self.topics, 4)
        steps = QHBoxLayout()
        for action in (self.actions_by["chapter"], self.actions_by["play_board"]):
            button = QPushButton(action.text(), self._right)
            button.setToolTip(action.statusTip())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            steps.addWidget(button)
        side.addLayout(steps)

    def _connect_actions(self) -> None:
        act, view, session = self.actions_by, self.board_view, self.session
        for name, action in act.by_name.items():
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            (view if name.startswith("say") else self).addAction(action)
        view.key_cursor.let_point([act[name] for name in ("why", "say_mine", "say_safe")], self)
        for name, requested in (("say_safe", view.press.reveal_requested), ("say_mine", view.press.flag_requested)):
            say = partial(self._say, name == "say_mine")
            requested.connect(say)
            act[name].triggered.connect(lambda checked, say=say: say(self.board_view.cursor_cell))
        act.connect(hint=lambda: self.session.request_proof(gives_up=False), why=self._ask, next=session.show_next)
        act.connect(previous_step=self.why_panel.previous_step, next_step=self.why_panel.next_step)
        act.connect(topics=self._show_topics, board=self._go_to_board)
        act.connect(forget_topic=lambda: self._forget(self.session.topic), forget_all=lambda: self._forget(None))
        self.topics.addActions([act["forget_topic"], act["forget_all"]])
        self.topics.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    # -- the position and the answer

    def begin(self) -> None:
        """Show the first position, if none was shown yet, and give the board the focus."""
        if self.session.position is None:
            self.session.show_next()
        self.board_view.setFocus()

    def _show_question(self) -> None:
        """Show the position and what is asked, or that the topic has none."""
        session, position = self.session, self.session.position
        self._mark(None)
        self.actions_by["play_board"].setEnabled(session.topic.level is not None)
        self.empty.set_text(*(round_texts(session) if session.is_round_over else _NO_POSITION))
        self._left.setVisible(position is not None)
        if self.focusWidget() in (None, self.next_round, self.board_view):
            self.board_view.setFocus()
        self.empty.setVisible(position is None)
        self.next_round.setVisible(session.is_round_over)
        if session.is_round_over:
            self.next_round.setFocus()
        question, _, how = _QUESTIONS[session.asks]
        mines = "" if position is None else f"{counted(position.position.mines, 'mine')} in all."
        self.footer.set_status(f"{mines} {how} {_GIVEN * bool(session.given)}".strip())
        topic = f"{self.topics.spoken()}. " if self.topics.hasFocus() else ""
        announce(self._head, f"{topic}{question} {mines}" if mines else self.empty.accessibleName())

    def _show_verdict(self) -> None:
        """Show what became of the answer and why, or that there is none yet."""
        verdict, view, run = self.session.verdict, self.board_view, self.session.run
        self._dots.setText("".join("●" if known else "✕" for known in run) + "○" * (RUN - len(run)))
        self._dots.setAccessibleName(f"{sum(run)} of {counted(len(run), 'answer')} right")
        self.score.setText(f"{sum(run)} of {len(run)}" if run else "")
        self._fit_widths()
        self.actions_by["next"].setEnabled(verdict is not None or self.session.is_round_over)
        self.footer.clear_notice()
        view.show_named(None)
        self.card.refresh()
        if verdict is None:
            self._selection.clear()
            self._show_answer("")
            focus = self.focusWidget()
            if focus is not None and self._left.isAncestorOf(focus):
                (self.topics if self.session.position is None else view).setFocus()
            self.footer.show_card(False)
            return
        if verdict.truth is None:
            view.show_named(verdict.cell, "" if verdict.chance is None else verdict.chance.text)
        self.footer.show_card(True)
        self.card.main.setFocus()
        self.why_panel.undecided.set_claim(verdict.is_mine)
        self._show_answer("What could be there" if verdict.truth is None else "Why")
        self._selection.ask(verdict.cell)

    def _show_answer(self, title: str) -> None:
        """Show the answer to a question below ``title`` beside the board, or none."""
        self.answer_title.setText(title)
        self._answer.setVisible(bool(title))
        self._arrange()

    def _show_proof(self, proof: Proof) -> None:
        if self.session.solution is None:
            self._mark(Highlight(clues=frozenset(proof.clues)))
            look = plural(len(proof.clues), "number", "numbers")
            spoken = f"Look at the {look} at {listed(proof.clues, len(proof.clues))}. {_NOT_KNOWN}"
            self._note(f"Look at the lit {look}. {_NOT_KNOWN}", spoken)
        else:
            self.board_view.show_named(None)
            self.board_view.move_cursor(proof.cell)
            self._show_answer("Why")
            self._selection.ask(proof.cell)

    def _show_highlight(self, source: HighlightSource) -> None:
        self._mark(source.highlight)

    def _mark(self, highlight: Highlight | None) -> None:
        self._model.set_highlight(highlight)
        # A cell that is not certain has the frame of the answer already.
        self.board_view.show_highlight(highlight and highlight._replace(undecided=frozenset()))

    # -- what the user does

    def _say(self, is_mine: bool, cell: Cell) -> None:
        """Answer, or say how to, if that is not what is asked for."""
        if self.session.asks is (Asked.SAFE if is_mine else Asked.MINES):
            self._note(f"Find {self.session.asks.value.lower()} here. {_QUESTIONS[self.session.asks][-1]}")
        elif cell in self.session.given:
            self._note(_GIVEN)
        elif cell in self.session.view.clues:
            self._note("The cell is open; find a covered one.")
        else:
            self.session.answer(cell, is_mine=is_mine)

    def _ask(self) -> None:
        """Ask why about the cell of the cursor; an answer after that counts as not known."""
        if self.session.position is not None:
            self.session.had_help = True
            self._note(_NOT_KNOWN)
            self._show_answer("Why")
            self._selection.ask(self.board_view.cursor_cell)

    def _note(self, text: str, spoken: str = "") -> None:
        """Show ``text`` until the answer; screen readers speak that or ``spoken``."""
        if self.session.verdict is None:
            self.footer.set_notice(text, Notice.ONCE)
            announce(self.footer.status, spoken or text)

    def _show_topics(self) -> None:
        """Go to the topics, which take the place of the answer where there is no room for both."""
        if self.topics.isHidden():
            self._show_answer("")
        self.topics.setFocus()

    def _go_to_board(self) -> None:
        (self.why_panel.stop if self.why_panel.is_busy else self.board_view.setFocus)()
        announce_cell(self.board_view)

    def _forget(self, topic: Topic | None) -> None:
        what = "all topics" if topic is None else f"the topic “{topic_name(topic)}”"
        text = f"Delete what you answered about {what}? Its positions start again."
        box = dialogs.message(self, QMessageBox.Icon.Question, "Delete Answers", text)
        if dialogs.is_accepted(box, "&Delete", is_default=False):
            self.session.forget(topic)

    # -- places

    def _arrange(self) -> None:
        is_narrow, has_answer = self.window().width() < metrics.TABS_BELOW, not self._answer.isHidden()
        side, height = max(metrics.PRACTICE_SIDE, self.width() * 42 // 100), self.height()
        self._right.setGeometry(self.width() - side, 0, side, height)
        for part in (self._left, self.empty):
            part.setGeometry(0, 0, self.width() - side, height)
        self.topics.setHidden(is_narrow and has_answer)
        self.topics_button.setVisible(is_narrow)
        is_low = self.window().height() < metrics.LOW_BELOW
        self.footer.setFixedHeight(metrics.LOW_CARD_HEIGHT if is_low else metrics.CARD_HEIGHT)
        top = metrics.GAP + self._head.height() + metrics.GAP
        below = metrics.GAP + self.footer.height() + metrics.GAP
        self._area.setGeometry(metrics.GAP, top, self._left.width() - 2 * metrics.GAP, height - top - below)
        self._fit_widths()

    def _fit_widths(self) -> None:
        """Put question and footer next to the tray of the board, as wide as that where they have room."""
        tray, board = (rect.translated(self._area.pos()) for rect in (self._area.tray, self._area.board_rect))
        width = min(max(tray.width(), metrics.PRACTICE_CARD), self._left.width() - 2 * metrics.GAP)
        most = self._left.width() - metrics.GAP - width
        left = min(max(tray.x() + (tray.width() - width) // 2, metrics.GAP), most)
        above = board.top() - metrics.GAP - self._head.height()
        for part, top in ((self._head, above), (self.footer, board.bottom() + 1 + metrics.GAP)):
            part.setGeometry(left, top, width, part.height())
        layout = self._head.layout()
        assert layout is not None
        layout.activate()
        self.question.show_longest(_QUESTIONS[self.session.asks][:2])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and "actions_by" in vars(self):
            self.actions_by.refresh_icons(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.stop_watch()
