"""The page of the audit: runs it, shows how far it is, and then its findings, to be gone through one by one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent, QStandardItem
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.panels.agent.case_page import case_position, cause_text, code_of
from minesweeper_qt.gui.panels.agent.difference_card import sentence
from minesweeper_qt.gui.panels.agent.differences_page import KIND, SignedTable
from minesweeper_qt.gui.panels.agent.parts import ButtonRow, code_field
from minesweeper_qt.gui.presentation.comparison_text import Line, Tone
from minesweeper_qt.gui.session.watched_agent import AgentAudit
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.style import set_property
from minesweeper_qt.model.student.case_text import source_of_tests
from minesweeper_qt.model.student.finding import Finding, FindingKind, Severity
from minesweeper_qt.model.student.knowledge_comparison import RowKind
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.text.number_text import counted, plural

_WIDE = 420
"""From this width on, in pixels, there is room for the long texts."""
_HIGH = 240
"""Below this height, in pixels, the text of a finding stands beside the list of them, else below it."""

_RUN = "Run the Audit"
_KINDS = {Severity.ERROR: RowKind.WRONG, Severity.WEAKNESS: RowKind.MISSING, Severity.NOTE: RowKind.FURTHER}
"""The kinds of rows whose signs the severities have."""
SEVERITY_COLUMN, TEXT_COLUMN, KIND_COLUMN, GAMES_COLUMN = 1, 2, 3, 4
"""The columns with how bad and what a finding is, its kind, and the number of games; the first one has its sign."""
NO_AUDIT = "The audit plays many games and lists what is wrong or weak in your agent."


@guarded
class AuditPage(QWidget):
    """Shows an audit that runs, or the report of one.

    Attributes: ``run`` and ``cancel``, the buttons of the audit; ``progress``, the bar; ``summary``, the label;
    ``table``, the findings; ``details``, the text of the selected one; ``show_on_board``,
    ``open_sandbox`` and ``copy``, the buttons about it. Signals: ``run_requested``, ``cancel_requested``;
    ``finding_requested(Finding)``, to show it on the board; ``sandbox_requested(Position)``.
    """

    run_requested = Signal()
    cancel_requested = Signal()
    finding_requested = Signal(object)
    sandbox_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: Report | None = None
        self._shown: tuple[Report | None, Line | None] = (None, None)
        self.run = self._button(_RUN, "Play many games in the background, and list what is wrong or weak")
        self.cancel = self._button("Cancel", "Stop the audit; what was found so far is shown")
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName("Progress of the audit")
        # On the coloured part of the bar a text would not be readable.
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(metrics.GAP)
        self.summary = CutLabel(self)
        self.details = code_field("The selected finding", self)
        self._buttons = ButtonRow(self)
        self.show_on_board = self._buttons.add("Show on the Board", "Board", "Play the game in which it occurs first")
        self.open_sandbox = self._buttons.add("Open in the Sandbox", "Sandbox", "Open its smallest case in the sandbox")
        self.copy = self._buttons.add("Copy as a Test", "Copy Test", "Copy its smallest case as a test for pytest")
        self.table = SignedTable("Findings", 5, TEXT_COLUMN, self)
        self.table.hint = NO_AUDIT
        self.table.doubleClicked.connect(self.show_on_board.click)
        self._parts = QSplitter(Qt.Orientation.Horizontal, self)
        self._parts.addWidget(self.table)
        self._parts.addWidget(self.details)
        self._parts.setChildrenCollapsible(False)
        self._parts.setStretchFactor(0, 1)
        self._parts.setStretchFactor(1, 1)
        self._lay_out()
        self.run.clicked.connect(self.run_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.show_on_board.clicked.connect(self._show_on_board)
        self.open_sandbox.clicked.connect(self._open_sandbox)
        self.copy.clicked.connect(self._copy)
        self.table.selectionModel().currentRowChanged.connect(self._show_details)
        self.cancel.hide()
        self.progress.hide()
        self.summary.hide()
        self._show_details()

    # -- content

    def show_audit(self, audit: AgentAudit, is_old: bool = False) -> None:
        """Show how far ``audit`` has got, its report, or why there is none; ``is_old``: the file has changed since."""
        is_running, progress = audit.is_running, audit.progress
        had_focus = self.run.hasFocus() or self.cancel.hasFocus()
        self.run.setHidden(is_running)
        self.cancel.setHidden(not is_running)
        self.progress.setHidden(not is_running)
        if had_focus:
            (self.cancel if is_running else self.run).setFocus()
        self.progress.setRange(0, progress.total if progress is not None else 0)
        self.progress.setValue(progress.done if progress is not None else 0)
        self._show_report(audit.report, audit.problem, is_old)
        if is_running:
            self._set_summary(Line(str(progress or "Starting…")))
        self.summary.setHidden(not is_running and audit.report is None)

    def _show_report(self, report: Report | None, problem: str, is_old: bool) -> None:
        line = _audit_line(report, is_old) if report is not None else Line(problem or NO_AUDIT)
        if (report, line) == self._shown:
            return
        self._report, self._shown = report, (report, line)
        self.table.hint = line.text
        self._set_summary(line)
        self.table.setAccessibleDescription(line.text)
        self.table.rows.setRowCount(0)
        for finding in self._findings:
            self.table.rows.appendRow(_row(finding))
        self.table.setCurrentIndex(self.table.rows.index(0, 0))
        self._show_details()

    def _set_summary(self, line: Line) -> None:
        self.summary.set_text(line.text)
        set_property(self.summary, "tone", line.tone.value)

    @property
    def _findings(self) -> tuple[Finding, ...]:
        return () if self._report is None else self._report.findings

    @property
    def finding(self) -> Finding | None:
        """The selected finding, ``None`` for none."""
        row = self.table.currentIndex().row()
        return self._findings[row] if row >= 0 else None

    @Slot()
    def _show_details(self) -> None:
        finding, report = self.finding, self._report
        self.details.setPlainText(_finding_text(finding, report.games) if finding and report else "")
        self.details.setHidden(finding is None)
        self._buttons.setHidden(finding is None)
        self._buttons.show_note("")
        has_case = finding is not None and finding.case is not None and finding.symptom is not None
        self.show_on_board.setEnabled(finding is not None and finding.first_game is not None)
        for button in (self.open_sandbox, self.copy):
            button.setEnabled(has_case)

    # -- actions of the user

    @Slot()
    def _show_on_board(self) -> None:
        self.finding_requested.emit(self.finding)

    @Slot()
    def _open_sandbox(self) -> None:
        assert self.finding is not None
        assert self.finding.case is not None
        self.sandbox_requested.emit(case_position(self.finding.case))

    @Slot()
    def _copy(self) -> None:
        assert self.finding is not None
        assert self._report is not None
        QGuiApplication.clipboard().setText(source_of_tests([self.finding], self._report.file))
        self._buttons.show_note("Copied.")

    # -- making the widgets

    def _button(self, text: str, purpose: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.setToolTip(purpose)
        button.setAutoDefault(True)
        return button

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(metrics.GAP)
        for widget in (self.run, self.cancel):
            first.addWidget(widget)
        first.addWidget(self.progress, 1)
        first.addWidget(self.summary, 1)
        first.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addLayout(first)
        column.addWidget(self._parts, 1)
        column.addWidget(self._buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_beside, is_narrow = event.size().height() < _HIGH, event.size().width() < _WIDE
        self._parts.setOrientation(Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical)
        self.run.setText("Run" if is_narrow else _RUN)
        # The text of the selected finding has what these say.
        for column in (SEVERITY_COLUMN, KIND_COLUMN, GAMES_COLUMN):
            self.table.setColumnHidden(column, is_beside or (is_narrow and column != SEVERITY_COLUMN))


def _row(finding: Finding) -> list[QStandardItem]:
    headline = finding.text.split("\n")[0]
    if finding.kind is FindingKind.CHECK and finding.cause is not None:
        headline = f"{sentence(finding.cause.words)}."  # that of an experiment says no more than that it failed
    texts = (
        "",
        finding.severity.value.capitalize(),
        headline,
        finding.kind.value,
        str(finding.games) if finding.games else "",
    )
    row = [QStandardItem(text) for text in texts]
    for item in row:
        item.setToolTip(finding.text)
    games = f", in {counted(finding.games, 'game')}" if finding.games else ""
    row[0].setData(f"{texts[1]}, {texts[3]}{games}: {texts[2]}", Qt.ItemDataRole.AccessibleTextRole)
    row[0].setData(_KINDS[finding.severity], KIND)
    row[GAMES_COLUMN].setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    return row


def _audit_line(report: Report, is_old: bool = False) -> Line:
    """Return how many games were won, and how much was found; ``is_old``: in the file before it was changed."""
    numbers = [len(report.with_severity(severity)) for severity in Severity]
    words = [
        counted(numbers[0], "error"),
        f"{numbers[1]} {plural(numbers[1], 'weakness', 'weaknesses')}",
        counted(numbers[2], "note"),
    ]
    found = ", ".join(word for number, word in zip(numbers, words, strict=True) if number) or "Nothing found"
    won = f"won {report.won} of {counted(report.games, 'game')}, the reference {report.reference_won}"
    wins = won if report.games else "no game was played"
    stopped = "" if report.is_complete else " Stopped early."
    tone = Tone.WIN if report.is_clean and report.is_complete and not is_old else Tone.PLAIN
    return Line(f"{'Before your change: ' if is_old else ''}{found}: {wins}.{stopped}", tone=tone)


def _finding_text(finding: Finding, games: int) -> str:
    severity = finding.severity.value.capitalize()
    often = [f"In {finding.games} of {counted(games, 'game')}."] if finding.games else []
    trace = ["The lines of the file, the innermost last:", *map(str, finding.trace)] if finding.trace else []
    parts = ["\n".join([f"{severity}: {finding.text}", *often]), cause_text(finding.cause), "\n".join(trace)]
    return "\n\n".join(filter(None, [*parts, code_of(finding) or "\n".join(finding.why)]))
