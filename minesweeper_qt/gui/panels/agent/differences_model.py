"""The item model of the differences of a game: one row a difference, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from operator import is_
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QFont, QGuiApplication, QPalette

from minesweeper_qt.gui.presentation.agent_panel_text import MISSED, sentence
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import Headers
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.audit.finding import Severity, Symptom
from minesweeper_qt.model.watch import difference_text
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.knowledge_comparison import RowKind


class DifferenceColumn(IntEnum):
    """The columns of the table."""

    MOVE = 0
    WHAT = 1


_HEADERS = Headers(
    {
        DifferenceColumn.MOVE: ("Move", "The number of the move after which the two agents differ"),
        DifferenceColumn.WHAT: ("Difference", "What your agent gets wrong or misses"),
    }
)
_COLUMNS = len(DifferenceColumn)
_KINDS = {RowKind.WRONG: "wrong", RowKind.MISSING: "missing", RowKind.FURTHER: "minor"}
"""The kinds in words, for screen readers."""
_SUPERFLUOUS = (Symptom.SENTENCE_DOUBLE, Symptom.SENTENCE_EMPTY, Symptom.SENTENCES_GROW)


@guarded
class DifferencesModel(QAbstractTableModel):
    """The differences of a game; those of the move that is shown are marked.

    Rows are added as differences are found, and removed and added where another agent differs elsewhere. ``turn_of``
    returns the number of the move for a number of observations.
    """

    def __init__(self, turn_of: Callable[[int], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turn_of = turn_of
        self._rows: list[Difference] = []
        self._shown = 0
        """The number of the move that is shown."""

    def set_differences(self, differences: Sequence[Difference]) -> None:
        """Show these, with row signals only for those behind the first that is another one."""
        new, old = list(differences), self._rows
        kept = min(len(new), len(old))
        if not all(map(is_, new, old)):
            kept = [one is other for one, other in zip(new, old, strict=False)].index(False)
        if len(old) > kept:
            self.beginRemoveRows(QModelIndex(), kept, len(old) - 1)
            self._rows = old[:kept]
            self.endRemoveRows()
        if len(new) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(new) - 1)
            self._rows = new
            self.endInsertRows()

    def set_shown(self, move: int) -> None:
        """Mark the differences of the move ``move`` and no others."""
        if move != self._shown:
            self._shown = move
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, _COLUMNS - 1))

    def difference(self, row: int) -> Difference:
        """Return the difference of a row."""
        return self._rows[row]

    def is_shown(self, row: int) -> bool:
        """Return whether the difference is one of the move that is shown."""
        return self._move(row) == self._shown

    def _move(self, row: int) -> int:
        return self._turn_of(self._rows[row].learned)

    # -- the item model interface

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, is_move = index.row(), index.column() == DifferenceColumn.MOVE
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(self._move(row)) if is_move else sentence(difference_text.title(self._rows[row], ""))
            case Qt.ItemDataRole.DecorationRole if is_move:
                return sign_of(_kind_of(self._rows[row]))
            case Qt.ItemDataRole.ToolTipRole:
                return difference_text.reason(self._rows[row], self._move(row))
            case Qt.ItemDataRole.FontRole if self.is_shown(row):
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._accessible_text(row) if is_move else difference_text.title(self._rows[row])
            case Qt.ItemDataRole.TextAlignmentRole:
                return _HEADERS.alignment(index.column())
        return None

    def _accessible_text(self, row: int) -> str:
        shown = ", shown now" if self.is_shown(row) else ""
        kind = _KINDS[_kind_of(self._rows[row])]
        return f"Move {self._move(row)}{shown}, {kind}: {difference_text.title(self._rows[row])}"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return _HEADERS.data(section, orientation, role)


def _kind_of(difference: Difference) -> RowKind:
    """Return the kind of row whose sign a difference has: missing, further for what does no harm, else wrong."""
    fault = difference.fault
    if fault.symptom in MISSED:
        return RowKind.MISSING
    is_harmless = fault.key.severity is Severity.NOTE or fault.symptom in _SUPERFLUOUS
    return RowKind.FURTHER if is_harmless else RowKind.WRONG


def sign_of(kind: RowKind) -> Any:
    """Return the icon of a kind of row in its colour."""
    palette = QPalette(QGuiApplication.palette())
    colours = themes.for_palette(palette).controls
    inks = {RowKind.WRONG: colours.loss, RowKind.MISSING: colours.accent}
    palette.setColor(QPalette.ColorRole.ButtonText, inks.get(kind, colours.muted))
    return assets.icon(f"row-{kind.value}", palette)
