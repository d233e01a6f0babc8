"""The parts of the page of Practise: the card that says what became of an answer, and the list of the topics."""

from __future__ import annotations

from statistics import median

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from minesweeper_qt.gui.practice.practice_session import RUN, Kept, PracticeSession, Verdict
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import COLUMN, filled
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.widgets.tables import Index
from minesweeper_qt.model import Proof
from minesweeper_qt.model.practice.practice_memory import TopicSummary
from minesweeper_qt.model.practice.practice_position import Topic
from minesweeper_qt.model.words import counted

_GROUPS = {
    "From your games": {Topic.MISSED: ""},
    "By level": {
        Topic.CLUE: "one clue alone",
        Topic.SUBSET: "one clue within another",
        Topic.OVERLAP: "two clues share cells",
        Topic.COUNT: "the mines that are left",
        Topic.CASES: "every layout agrees",
    },
    "By pattern": dict.fromkeys((Topic.ONE_ONE, Topic.ONE_TWO, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE), ""),
}
"""The topics with what they take, below their headings."""

_BAR, _NARROW = QSize(24, 26), 480
"""The least room of a bar, and the width of the list below which it does not say what a topic takes."""
_MEANING, _SHOWN, _FIRST_FIGURE = range(1, 4)
"""The columns behind the name: what the topic takes, the share as a bar; then the figures."""


def verdict_titles(verdict: Verdict) -> tuple[str, str]:
    """Return what became of an answer, and the same for less room."""
    if verdict.truth is None:
        return f"Not certain: {verdict.chance.text} %" if verdict.chance is not None else "Not certain", "Not certain"
    start, noun = "Right" if verdict.is_right else "Wrong", "a mine" if verdict.truth else "safe"
    return f"{start}: {verdict.cell} is {noun}", f"{start}: {noun}"


def verdict_details(
    verdict: Verdict, kept: Kept, solution: Proof | None = None, *, lights: bool = True
) -> tuple[str, str, str]:
    """Return why an answer is not right, whether it counts, and when its position comes again; and parts of that.

    In place of the reason stands what the ``solution`` that is shown proves. Unless the board ``lights`` the numbers
    that prove it, the reason does without them.

    >>> undecided = Verdict((2, 6), is_mine=False, truth=None, chance=None, counts=True, had_help=False)
    >>> for text in verdict_details(undecided, Kept(days=1)):
    ...     print(text)
    It can be either: see the two layouts. It comes again tomorrow.
    It can be either: see the two layouts.
    See the two layouts.
    """
    reason = short = ""
    if solution is not None:
        short = f"{solution.cell} is {'a mine' if solution.is_mine else 'safe'}."
        reason = f"{short[:-1]}: the lit numbers prove it." if lights else short
    elif verdict.truth is None:
        reason, short = "It can be either: see the two layouts.", "See the two layouts."
    elif not verdict.is_right:
        reason, short = "The lit numbers prove it." if lights else "", "See the proof."
    elif verdict.had_help and verdict.counts:
        reason, short = "With help it counts as not known.", "With help: not known."
    when = "" if kept.days is None else "tomorrow" if kept.days == 1 else f"in {counted(kept.days, 'day')}"
    then = kept.problem or (when and f"It comes again {when}.") if verdict.counts else "Your first answer counts."
    return " ".join(filter(None, (reason, then))), reason or then, short or then


def round_texts(session: PracticeSession) -> tuple[str, str]:
    """Return what came out of a round of answers: how many were known; how long they took, and what to practise."""
    shares = {topic: one.right / one.answered for topic, one in session.kept.summaries.items() if one.answered}
    weakest = min(shares, key=shares.__getitem__, default=session.topic)
    times = [f"median {median(session.times):.1f} s"] if session.times else []
    more = (*times, f"best round {session.best} of {RUN}", f"practise most: {topic_name(weakest)}")
    return f"{sum(session.run)} of {RUN} known", " \N{MIDDLE DOT} ".join(more)


@guarded
class VerdictCard(QFrame):
    """Says what became of the answer.

    Attributes: ``title`` and ``detail``, the labels; ``show_me``, ``main``, the buttons. The main button asks about the
    next position, or lets the user try again.
    """

    def __init__(self, session: PracticeSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._spoken: tuple[Verdict | None, str] = None, ""
        self.setObjectName("result_card")
        self.title, self.detail = CutLabel(self), CutLabel(self)
        self.title.setObjectName("result_title")
        self.show_me, self.main = QPushButton("Show &Me", self), QPushButton(self)
        self.show_me.setToolTip("Show a cell that is certain, and why")
        self.show_me.clicked.connect(lambda: session.request_proof(gives_up=True))
        self.main.setProperty("main", True)
        self.main.clicked.connect(self._go_on)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(metrics.EDGE, metrics.HAIR, metrics.EDGE, metrics.HAIR)
        row.setSpacing(metrics.GAP)
        row.addLayout(filled(COLUMN, 0, self.title, self.detail), 1)
        for button in (self.show_me, self.main):
            button.setAutoDefault(True)
            row.addWidget(button)
        session.memory_changed.connect(self.refresh)
        session.proved.connect(self.refresh)

    @property
    def _is_done(self) -> bool:
        """True if there is nothing more to find in the position."""
        verdict = self._session.verdict
        return self._session.solution is not None or (verdict is not None and verdict.is_right)

    def refresh(self) -> None:
        """Show the verdict as it is now, and let screen readers speak what is new of it."""
        verdict, session = self._session.verdict, self._session
        before, spoken = self._spoken
        if verdict is None:
            return
        titles, details = verdict_titles(verdict), verdict_details(verdict, session.kept, session.solution)
        for widget in (self, self.title):
            set_property(widget, "won", verdict.is_right)
        self.main.setText("Next &Position" if self._is_done else "&Try Again")
        self.main.setToolTip("Show another position" if self._is_done else "Answer again; the first answer counts")
        self.show_me.setVisible(not self._is_done)
        # Orca 43 hears no announcements, but what describes the button that gets the focus.
        said = verdict_details(verdict, session.kept, session.solution, lights=False)[0]
        self.main.setAccessibleDescription(f"{titles[0]}. {said}")
        self._row.activate()
        self.title.show_longest(titles)
        self.detail.show_longest(details)
        self._spoken = verdict, said
        is_same = verdict is before
        new = said.removeprefix(spoken).lstrip() if is_same else f"{titles[0]}. {said}"
        announce(self, new, joins=is_same)

    def _go_on(self) -> None:
        (self._session.show_next if self._is_done else self._session.try_again)()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_low = self.window().height() < metrics.LOW_BELOW
        self.title.setFont(metrics.scaled(self.font(), 1.0 if is_low else metrics.RESULT_TITLE, QFont.Weight.Bold))
        self.detail.setFont(metrics.scaled(self.font(), metrics.CAPTION if is_low else 1.0))
        self.refresh()


def topic_name(topic: Topic) -> str:
    """Return the name of ``topic`` for the user."""
    return "My missed moves" if topic is Topic.MISSED else topic.value


def topic_figures(summary: TopicSummary) -> tuple[str, str, str]:
    """Return the share of right answers, the median of their seconds, and what is due.

    >>> topic_figures(TopicSummary(50, answered=3, right=2, median_seconds=4.25, due=1))
    ('66 %', '4.2 s', '1 due')
    """
    if not summary.answered:
        return "\N{EN DASH}", "", "new" if summary.positions else ""
    median = summary.median_seconds
    seconds = "" if median is None else f"{median:.{1 if median < 9.95 else 0}f} s"
    return f"{100 * summary.right // summary.answered} %", seconds, f"{summary.due} due" if summary.due else ""


@guarded
class _BarDelegate(QStyledItemDelegate):
    """Draws the share of right answers as a bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        share, colours = index.data(Qt.ItemDataRole.UserRole), themes.for_palette(option.palette).controls
        if share is not None:
            room = option.rect.adjusted(metrics.NARROW, 10, -metrics.NARROW, -10)
            painter.fillRect(room.adjusted(0, 0, round((share - 1) * room.width()), 0), colours.accent)
            painter.setPen(colours.control)
            painter.drawRect(room)


@guarded
class TopicList(QTreeWidget):
    """Lists the topics, of which ``session`` asks about the current one."""

    def __init__(self, session: PracticeSession) -> None:
        super().__init__(columnCount=6)
        self._session = session
        self._items: dict[Topic, QTreeWidgetItem] = {}
        self.setAccessibleName("Topics")
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemDelegateForColumn(_SHOWN, _BarDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(_SHOWN, QHeaderView.ResizeMode.Stretch)
        for heading, topics in _GROUPS.items():
            title = QTreeWidgetItem(self, [heading])
            title.setFlags(Qt.ItemFlag.NoItemFlags)
            title.setSizeHint(_SHOWN, _BAR)
            title.setFirstColumnSpanned(True)
            title.setFont(0, metrics.scaled(self.font(), metrics.CAPTION, QFont.Weight.DemiBold))
            for topic, meaning in topics.items():
                item = self._items[topic] = QTreeWidgetItem(self, [topic_name(topic), meaning])
                item.setSizeHint(_SHOWN, _BAR)
                for column in range(_FIRST_FIGURE, self.columnCount()):
                    item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.currentItemChanged.connect(self._choose)
        session.memory_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show how the topics go, and which one is asked about."""
        muted = themes.for_palette(self.palette()).controls.muted
        for topic, item in self._items.items():
            summary = self._session.kept.summaries.get(topic, TopicSummary(0, 0, 0, None, 0))
            if topic is Topic.MISSED:
                item.setText(_MEANING, counted(summary.positions, "position"))
            item.setText(0, topic_name(topic) + " \N{CHECK MARK}" * summary.is_done)
            figures = topic_figures(summary)
            for column, text in enumerate(figures, _FIRST_FIGURE):
                item.setText(column, text)
            for column in (_MEANING, _FIRST_FIGURE + 1, _FIRST_FIGURE + 2):
                item.setForeground(column, muted)
            item.setData(_SHOWN, Qt.ItemDataRole.UserRole, summary.right / max(summary.answered, 1))
            words = f"{figures[0]} right" if summary.answered else "", figures[1] and f"median {figures[1]}", figures[2]
            spoken = ", ".join(filter(None, (topic_name(topic), "done" * summary.is_done, item.text(_MEANING), *words)))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.setCurrentItem(self._items[self._session.topic])

    def spoken(self) -> str:
        """Return the current topic and how it goes, in words."""
        item = self.currentItem()
        return "" if item is None else str(item.data(0, Qt.ItemDataRole.AccessibleTextRole))

    def _choose(self) -> None:
        topic = next((topic for topic, item in self._items.items() if item is self.currentItem()), self._session.topic)
        self._session.set_topic(topic)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnHidden(_MEANING, self.width() < _NARROW)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self._items:
            self.refresh()
