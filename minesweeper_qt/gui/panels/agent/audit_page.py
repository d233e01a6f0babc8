"""The page of the audit: runs it, shows how far it is, and then its findings, to be gone through one by one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QStandardItem
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.difference_card import sentence
from minesweeper_qt.gui.panels.agent.differences_page import KIND, SignedTable
from minesweeper_qt.gui.panels.agent.finding_view import FindingView
from minesweeper_qt.gui.presentation.comparison_text import Line, Tone
from minesweeper_qt.gui.student.student_agent import AgentAudit
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.style import set_property
from minesweeper_qt.model.student.finding import Finding, FindingKind, Severity
from minesweeper_qt.model.student.knowledge_comparison import RowKind
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.skills import skills_line
from minesweeper_qt.model.text.number_text import counted, plural

_WIDE = 420
"""From this width on, in pixels, there is room for the number of games of each finding."""
_LOW = 160
"""Below this height, in pixels, the skills give way to the findings."""

_KINDS = {Severity.ERROR: RowKind.WRONG, Severity.WEAKNESS: RowKind.MISSING, Severity.NOTE: RowKind.FURTHER}
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

    def show_audit(self, audit: AgentAudit, is_old: bool = False) -> None:
        """Show how far ``audit`` has got, its report, or why there is none; ``is_old``: the file has changed since."""
        progress, report = audit.progress, audit.report
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

    @Slot()
    def _show_details(self) -> None:
        row = self.table.currentIndex().row()
        if row >= 0 and self._report is not None:
            self.details.show_finding(self._report.findings[row], self._report.file, self._report.games)
        self.details.setHidden(row < 0)

    # -- the button

    @Slot()
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
    headline = finding.text.split("\n")[0]
    if finding.kind is FindingKind.CHECK and finding.cause is not None:
        headline = f"{sentence(finding.cause.words)}."  # that of an experiment says no more than that it failed
    games = counted(finding.games, "game") if finding.games else ""
    row = [QStandardItem(text) for text in ("", headline, games)]
    for item in row:
        item.setToolTip(finding.text)
    spoken = [finding.severity.value.capitalize(), finding.kind.value, *([f"in {games}"] if games else [])]
    row[0].setData(f"{', '.join(spoken)}: {headline}", Qt.ItemDataRole.AccessibleTextRole)
    row[0].setData(_KINDS[finding.severity], KIND)
    return row


def _audit_line(report: Report, is_old: bool = False) -> Line:
    """Return how many games were won, and how much was found; ``is_old``: in the file before it was changed."""
    numbers = [len(report.with_severity(severity)) for severity in Severity]
    words = [
        counted(numbers[0], "error"),
        f"{numbers[1]} {plural(numbers[1], 'weakness', 'weaknesses')}",
        counted(numbers[2], "note"),
    ]
    found = ", ".join(word for number, word in zip(numbers, words, strict=True) if number)
    nothing = "Nothing found" if report.has_all_games else "Nothing found so far"
    won = f"won {report.won} of {counted(report.games, 'game')}, the reference {report.reference_won}"
    wins = won if report.games else "no game was played"
    stopped = "" if report.is_complete else " Stopped early."
    tone = Tone.WIN if report.is_clean and report.has_all_games and not is_old else Tone.PLAIN
    return Line(f"{'Before your change: ' if is_old else ''}{found or nothing}: {wins}.{stopped}", tone=tone)
