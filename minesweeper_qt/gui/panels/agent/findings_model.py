"""The item model of the findings of an audit: one row a finding, the worst first."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from minesweeper_qt.gui.panels.agent.differences_model import sign_of
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import Headers
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.audit.finding import Finding, Severity
from minesweeper_qt.model.text.number_text import counted
from minesweeper_qt.model.watch.knowledge_comparison import RowKind


class FindingColumn(IntEnum):
    """The columns of the table."""

    SEVERITY = 0
    WHAT = 1
    KIND = 2
    GAMES = 3


_HEADERS = Headers(
    {
        FindingColumn.SEVERITY: ("How bad", "Whether it is an error, a weakness or only a note"),
        FindingColumn.WHAT: ("Finding", "What is wrong or weak"),
        FindingColumn.KIND: ("Kind", "What it is about, such as a wrong verdict (unsound) or a move"),
        FindingColumn.GAMES: ("Games", "The number of games in which it occurs"),
    },
    (FindingColumn.GAMES,),
)
_COLUMNS = len(FindingColumn)
_KINDS = {Severity.ERROR: RowKind.WRONG, Severity.WEAKNESS: RowKind.MISSING, Severity.NOTE: RowKind.FURTHER}
"""The kinds of rows whose signs the severities have."""


@guarded
class FindingsModel(QAbstractTableModel):
    """The findings of one report, which never change; another report resets the model."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings: tuple[Finding, ...] = ()

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show these findings."""
        if findings != self._findings:
            self.beginResetModel()
            self._findings = findings
            self.endResetModel()

    def finding(self, row: int) -> Finding:
        """Return the finding of a row."""
        return self._findings[row]

    # -- the item model interface

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._findings)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding, column = self._findings[index.row()], FindingColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _text(finding, column)
            case Qt.ItemDataRole.DecorationRole if column is FindingColumn.SEVERITY:
                return sign_of(_KINDS[finding.severity])
            case Qt.ItemDataRole.ToolTipRole:
                return finding.text
            case Qt.ItemDataRole.AccessibleTextRole if column is FindingColumn.SEVERITY:
                games = f", in {counted(finding.games, 'game')}" if finding.games else ""
                return f"{_text(finding, column)}, {finding.kind.value}{games}: {_text(finding, FindingColumn.WHAT)}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return _HEADERS.alignment(column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return _HEADERS.data(section, orientation, role)


def _text(finding: Finding, column: FindingColumn) -> str:
    match column:
        case FindingColumn.SEVERITY:
            return str(finding.severity.value).capitalize()
        case FindingColumn.WHAT:
            return finding.text.split("\n")[0]
        case FindingColumn.KIND:
            return str(finding.kind.value)
    return str(finding.games) if finding.games else ""
