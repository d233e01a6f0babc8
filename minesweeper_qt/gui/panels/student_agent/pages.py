"""The pages of the panel *My Agent*: differences, audit, what the agent has printed, and how long each call took."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.panels.student_agent.finding_view import FindingView
from minesweeper_qt.gui.panels.student_agent.parts import TextPage
from minesweeper_qt.gui.presentation.comparison_text import Line, Tone
from minesweeper_qt.gui.student.student_agent import WorkerTask
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.widgets.tables import Index, RowTable
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.student import fault_text
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import MISSED, Finding, Severity, Symptom
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.report_text import found_text
from minesweeper_qt.model.student.skills import skills_line
from minesweeper_qt.model.student.student_game import CallTime
from minesweeper_qt.model.words import capitalized, counted, seconds_text

NO_DIFFERENCES = "No difference so far."
KIND = Qt.ItemDataRole.UserRole
"""The role of the ``RowKind`` of an item that has its sign."""
_KINDS = {RowKind.WRONG: "wrong", RowKind.MISSING: "missing", RowKind.FURTHER: "minor"}
"""The kinds in words, for screen readers."""
_SUPERFLUOUS = (Symptom.SENTENCE_DOUBLE, Symptom.SENTENCE_EMPTY, Symptom.SENTENCES_GROW)


@guarded
class SignedRows(QStandardItemModel):
    """Rows of texts; an item with the role ``KIND`` has the sign of that kind, in the colour of the theme."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DecorationRole:
            return super().data(index, role)
        kind = super().data(index, KIND)
        if kind is None:
            return None
        palette = QPalette(QGuiApplication.palette())
        colours = themes.for_palette(palette).controls
        inks = {RowKind.WRONG: colours.loss, RowKind.MISSING: colours.accent}
        palette.setColor(QPalette.ColorRole.ButtonText, inks.get(kind, colours.muted))
        return assets.icon(f"row-{kind.value}", palette)


@guarded
class SignedTable(RowTable):
    """A table of one selected row, without a header; attribute: ``rows``, the texts and signs."""

    def __init__(self, name: str, columns: int, stretched: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = SignedRows(0, columns, self)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setMinimumHeight(metrics.ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.hide()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)


@guarded
class DifferencesPage(SignedTable):
    """Lists differences in order. Signal: ``difference_chosen(Fault)``, by a click or Enter.

    ``turn_of`` returns the number of the move for a number of observations.
    """

    difference_chosen = Signal(object)

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__("Differences", 2, 1, parent)
        self._turn_of = turn_of
        self._differences: Sequence[Fault] = []
        self._shown = -1
        """The number of the move that is shown."""
        self.hint = NO_DIFFERENCES
        self.setAccessibleDescription("A click or Enter shows the move of a difference on the board")
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)  # by Enter

    def show_differences(self, differences: Sequence[Fault], shown: int) -> None:
        """List these, and mark those of the move ``shown``; the selected row stays selected."""
        if (differences, shown) == (self._differences, self._shown):
            return
        self._differences, self._shown = list(differences), shown
        row = self.currentIndex().row()
        self.rows.setRowCount(0)
        for difference in differences:
            self.rows.appendRow(self._row(difference))
        self.setCurrentIndex(self.rows.index(row, 0))

    def _row(self, difference: Fault) -> list[QStandardItem]:
        move, kind, title = self._turn_of(difference.learned), _kind_of(difference), fault_text.title(difference)
        row = [QStandardItem(str(move)), QStandardItem(fault_text.title(difference, ""))]
        is_shown = move == self._shown
        spoken = f"Move {move}{', shown now' if is_shown else ''}, {_KINDS[kind]}: {title}"
        row[0].setData(kind, KIND)
        for item, text in zip(row, (spoken, title), strict=True):
            item.setData(text, Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip(fault_text.reason(difference, move))
            font = item.font()
            font.setBold(is_shown)
            item.setFont(font)
        return row

    def _choose(self, index: QModelIndex) -> None:
        self.difference_chosen.emit(self._differences[index.row()])


def _kind_of(difference: Fault) -> RowKind:
    """Return the kind of row whose sign a difference has: missing, further for what does no harm, else wrong."""
    if difference.symptom in MISSED:
        return RowKind.MISSING
    is_harmless = difference.key.severity is Severity.NOTE or difference.symptom in _SUPERFLUOUS
    return RowKind.FURTHER if is_harmless else RowKind.WRONG


# -- the audit

_WIDE = 420
"""From this width on, in pixels, there is room for the number of games of each finding."""
_LOW = 160
"""Below this height, in pixels, the skills give way to the findings."""

_SIGNS = {Severity.ERROR: RowKind.WRONG, Severity.WEAKNESS: RowKind.MISSING, Severity.NOTE: RowKind.FURTHER}
"""The kinds of rows whose signs the severities have."""
TEXT_COLUMN, GAMES_COLUMN = 1, 2
"""The columns with what a finding is, and in how many games; the first one has the sign of how bad it is."""
NO_AUDIT = "The audit plays many games and lists what is wrong or weak in your agent."


@guarded
class AuditPage(QWidget):
    """Shows an audit that runs, or the report of one.

    Attributes: ``run``, the button that starts and cancels an audit; ``progress``, the bar; ``summary`` and ``skills``,
    the labels; ``table``, the findings; ``details``, the view of the selected one. Signals: ``run_requested``,
    ``cancel_requested``.
    """

    run_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: Report | None = None
        self._is_running = False
        self.run = QPushButton(self)
        self.run.setAutoDefault(True)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName("Progress of the audit")
        # On the coloured part of the bar a text would not be readable.
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(metrics.GAP)
        self.summary, self.skills = CutLabel(self), CutLabel(self, wraps=True)
        self.skills.setProperty("muted", True)
        self.table = SignedTable("Findings", 3, TEXT_COLUMN, self)
        self.details = FindingView("The selected finding", self)
        first, column = QHBoxLayout(), QVBoxLayout(self)
        first.setSpacing(metrics.GAP)
        first.addWidget(self.run)
        first.addWidget(self.progress, 1)
        first.addWidget(self.summary, 2)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addLayout(first)
        column.addWidget(self.skills)
        column.addWidget(self.table, 1)
        column.addWidget(self.details, 3)
        self.run.clicked.connect(self._request)
        self.table.doubleClicked.connect(self.details.show_on_board.click)
        self.table.selectionModel().currentRowChanged.connect(self._show_details)
        self._show_report(None, Line(NO_AUDIT))
        self._name_run()

    # -- content

    def show_audit(self, audit: WorkerTask, is_old: bool = False) -> None:
        """Show how far ``audit`` has got, its report, or why there is none; ``is_old``: the file has changed since."""
        progress, report = audit.progress, audit.found
        self._is_running = audit.is_running
        self._name_run()
        self.progress.setHidden(not audit.is_running)
        self.progress.setRange(0, progress.total if progress is not None else 0)
        self.progress.setValue(progress.done if progress is not None else 0)
        line = _audit_line(report, is_old) if report is not None else Line(audit.problem or NO_AUDIT)
        self._show_report(report, Line(str(progress or "Starting…")) if audit.is_running else line)

    def _show_report(self, report: Report | None, line: Line) -> None:
        self.summary.set_text(line.text)
        set_property(self.summary, "tone", line.tone.value)
        self.table.hint = line.text
        self.table.setAccessibleDescription(line.text)
        self.summary.setHidden(report is None and not self._is_running)
        if report is not None and report is not self._report:
            announce(self.summary, line.text)
        if report is not self._report or report is None:
            self._report = report
            self._show_skills()
            self.table.rows.setRowCount(0)
            for finding in () if report is None else report.findings:
                self.table.rows.appendRow(_row(finding))
            self.table.setMaximumHeight(
                max(self.table.rows.rowCount(), 1) * self.table.verticalHeader().defaultSectionSize() + metrics.GAP
            )
            self.table.setCurrentIndex(self.table.rows.index(0, 0))
            self._show_details()

    def _show_skills(self) -> None:
        skills = () if self._report is None or self.height() < _LOW else self._report.skills
        self.skills.set_text(skills_line(skills))
        self.skills.setHidden(not skills)

    def _show_details(self) -> None:
        row = self.table.currentIndex().row()
        if row >= 0 and self._report is not None:
            self.details.show_finding(self._report.findings[row], self._report.file, self._report.games)
        self.details.setHidden(row < 0)

    # -- the button

    def _request(self) -> None:
        (self.cancel_requested if self._is_running else self.run_requested).emit()

    def _name_run(self) -> None:
        name = "Cancel" if self._is_running else "Run the Audit"
        purpose = "Play many games in the background, and list what is wrong or weak"
        self.run.setText("Run" if self.width() < _WIDE and not self._is_running else name)
        self.run.setAccessibleName(name)
        self.run.setToolTip("Stop the audit" if self._is_running else purpose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_run()
        self._show_skills()
        # The text of the selected finding has it too.
        self.table.setColumnHidden(GAMES_COLUMN, event.size().width() < _WIDE)


def _row(finding: Finding) -> list[QStandardItem]:
    # The reason says more than that a cell is missing.
    cause = finding.cause
    headline = finding.text if cause is None else f"{cause.value}: {finding.words or cause.words}."
    games = counted(finding.games, "game") if finding.games else ""
    row = [QStandardItem(text) for text in ("", headline, games)]
    for item in row:
        item.setToolTip("\n".join([finding.text, *finding.details]))
    spoken = [finding.severity.value.capitalize(), finding.kind.value, *([f"in {games}"] if games else [])]
    row[0].setData(f"{', '.join(spoken)}: {headline}", Qt.ItemDataRole.AccessibleTextRole)
    row[2].setData(games or "of no game", Qt.ItemDataRole.AccessibleTextRole)  # a cell without a name is not read
    row[0].setData(_SIGNS[finding.severity], KIND)
    return row


def _audit_line(report: Report, is_old: bool = False) -> Line:
    """Return how many games were won, and how much was found; ``is_old``: in the file before it was changed."""
    won = f"won {report.won} of {counted(report.games, 'game')}, the reference {report.reference_won}"
    wins = won if report.games else "no game was played"
    stopped = "" if report.is_complete else " Stopped early."
    tone = Tone.WIN if report.is_clean and report.has_all_games and not is_old else Tone.PLAIN
    found = f"Before your change: {found_text(report)}" if is_old else capitalized(found_text(report))
    return Line(f"{found}; {wins}.{stopped}", tone=tone)


# -- the calls of the agent in this game

_MOST_LINES = 4_000
"""The lines of the output that are shown, the last ones: as many as are laid out in a few hundredths of a second."""
_LONG_LINE = re.compile(r"[^\n]{400}(?=[^\n])")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
NO_TIMES = "No call of your agent has ended yet."
_STEP, _MOST_STEP = 4, 12
"""The distance from one bar to the next, in pixels, with many calls and with few; a third of it is left free."""


class OutputPage(TextPage):
    """Shows an output that grows, and follows its end unless the user has scrolled.

    Attribute: ``copy``, the button, which copies all that was printed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What your agent has printed", parent)
        self._output = ""
        self.field.setPlaceholderText("Your agent has printed nothing in this game.")
        self.field.setMaximumBlockCount(_MOST_LINES)
        self.copy = self.buttons.add("Copy", "Copy", "Copy all that your agent has printed in this game")
        self.copy.clicked.connect(self._copy)
        self.copy.setEnabled(False)

    def set_output(self, output: str) -> None:
        """Show ``output``: the part that was shown before stays as it is, unless its beginning is gone."""
        if output == self._output:
            return
        is_longer = bool(self._output) and output.startswith(self._output)
        added = output[len(self._output) :] if is_longer else output
        self._output = output
        self.copy.setEnabled(bool(output))
        bar = self.field.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        # What the field would drop again is not added.
        text = printable("\n".join(added.rsplit("\n", _MOST_LINES)[-_MOST_LINES:]))
        if is_longer:
            cursor = QTextCursor(self.field.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text)
        else:
            self.field.setPlainText(text)
        if follows:
            bar.setValue(bar.maximum())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._output)


def printable(text: str) -> str:
    """Return printed text with visible control characters, and with very long lines broken.

    >>> printable("a\\x1b[0m\\r\\n")
    'a\\u241b[0m\\n'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return _LONG_LINE.sub("\\g<0>\n", text)


@guarded
class TimesPage(QWidget):
    """Shows the times of calls: the slowest and the median in words, and as bars, the longest in the colour of text.

    There is one bar a call, or the longest of several calls where there are more calls than columns. Attribute:
    ``summary``, the label.
    """

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn_of = turn_of
        self._seconds: Sequence[float] = ()
        self.summary = CutLabel(self, wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.addWidget(self.summary)
        column.addStretch(1)
        self.set_times(())

    def set_times(self, times: Sequence[CallTime]) -> None:
        """Show these times, in order."""
        self._seconds = [time.seconds for time in times]
        text = NO_TIMES
        if times:
            slowest = times[self._seconds.index(max(self._seconds))]
            where = f" at move {self._turn_of(slowest.learned)}" if slowest.learned else ""
            longest, usual = (
                seconds_text(time).replace(" ", "\N{NO-BREAK SPACE}")
                for time in (slowest.seconds, median(self._seconds))
            )
            text = f"Slowest: {slowest.call.value}{where}, {longest}. Median of {counted(len(times), 'call')}: {usual}."
        self.summary.set_text(text)
        self.update()

    def bars(self, most: int) -> list[float]:
        """Return at most ``most`` times: each call, or the longest of each run of as many calls."""
        times = self._seconds
        size = max(-(-len(times) // max(most, 1)), 1)
        return [max(times[start : start + size]) for start in range(0, len(times), size)]

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._seconds:
            return
        colours = themes.for_palette(self.palette()).controls
        most, left, bottom = max(self._seconds), metrics.HAIR, self.height() - metrics.NARROW
        room, high = self.width() - 2 * left, bottom - self.summary.geometry().bottom() - metrics.NARROW
        bars = self.bars(room // _STEP)
        step = min(room / len(bars), _MOST_STEP)
        with QPainter(self) as painter:
            for number, seconds in enumerate(bars):
                length = max(round(seconds / most * high), 1) if most else 1
                bar = QRect(left + int(number * step), bottom - length, max(round(step * 2 / 3), 1), length)
                painter.fillRect(bar, colours.text if seconds == most else colours.accent)
