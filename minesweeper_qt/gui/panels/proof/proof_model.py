"""The item model of a proof: one row a line."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.presentation.proof_panel_text import highlight_text, line_highlight, with_unbroken_cells
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.evidence.proof import ProofLine


class LineRole(IntEnum):
    """The data roles of the model besides Qt's own."""

    LINE = Qt.ItemDataRole.UserRole + 1
    """The ``ProofLine`` of the row."""
    DEPTH = Qt.ItemDataRole.UserRole + 2
    """The number of nested cases that the line is in, 0 outside of cases."""


@guarded
class ProofModel(QAbstractListModel):
    """The lines of one proof, one row a line.

    When another proof is set, rows at the beginning that have the same line stay unchanged.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ProofLine, ...] = ()

    @property
    def lines(self) -> tuple[ProofLine, ...]:
        """The lines of the proof, in order."""
        return self._lines

    def set_lines(self, lines: Sequence[ProofLine]) -> None:
        """Replace the lines by these, with row signals only for rows that differ."""
        new, old = tuple(lines), self._lines
        kept = min(len(new), len(old))
        changed = [row for row in range(kept) if new[row] != old[row]]
        if len(old) > kept:
            self.beginRemoveRows(QModelIndex(), kept, len(old) - 1)
            self._lines = old[:kept]
            self.endRemoveRows()
        if changed:
            self._lines = new[:kept]
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
        if len(new) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(new) - 1)
            self._lines = new
            self.endInsertRows()

    def highlight(self, row: int) -> Highlight:
        """Return the highlight that the board shows for a row."""
        return line_highlight(self._lines, row)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return with_unbroken_cells(line.text)
            case Qt.ItemDataRole.AccessibleTextRole:
                # A screen reader does not read the indentation: the depth is given in words.
                return f"case, depth {line.depth}: {line.text}" if line.depth else line.text
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return highlight_text(self.highlight(index.row()))
            case LineRole.LINE:
                return line
            case LineRole.DEPTH:
                return line.depth
        return None
