"""The item model of a proof: one row a line, and below the open lines what is folded there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.proof_panel_text import highlight_text, with_unbroken_cells
from minesweeper_qt.gui.presentation.proof_rows import ProofRow, row_highlight, visible_rows
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index

if TYPE_CHECKING:
    from minesweeper_qt.model import ProofLine


class LineRole(IntEnum):
    """The data roles of the model besides Qt's own."""

    LINE = Qt.ItemDataRole.UserRole + 1
    """The ``ProofLine`` of the row."""
    DEPTH = Qt.ItemDataRole.UserRole + 2
    """The number of steps by which the row is indented."""


@guarded
class ProofModel(QAbstractListModel):
    """The rows of one proof, and those that are folded below rows that the user opened.

    When another proof is set, rows at the beginning that are the same stay unchanged.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._opened: set[ProofRow] = set()
        self._rows: tuple[ProofRow, ...] = ()

    @property
    def rows(self) -> tuple[ProofRow, ...]:
        """The rows that are shown, in order."""
        return self._rows

    @property
    def lines(self) -> tuple[ProofLine, ...]:
        """The lines of the rows that are shown, in order."""
        return tuple(row.line for row in self._rows)

    def set_rows(self, rows: Sequence[ProofRow], opened: Collection[ProofRow] | None = None) -> None:
        """Replace the rows by these, with row signals only for rows that differ.

        ``opened``: the rows to open, as far as they are there; ``None`` stands for those that are open now.
        """
        wanted = self._opened if opened is None else opened
        self._opened = {row for row in visible_rows(rows, wanted) if row in wanted}
        self._set_visible(tuple(visible_rows(rows, self._opened)))

    def _set_visible(self, new: tuple[ProofRow, ...]) -> None:
        old = self._rows
        kept = min(len(new), len(old))
        changed = [row for row in range(kept) if new[row] != old[row]]
        if len(old) > kept:
            self.beginRemoveRows(QModelIndex(), kept, len(old) - 1)
            self._rows = old[:kept]
            self.endRemoveRows()
        if changed:
            self._rows = new[:kept]
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
        if len(new) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(new) - 1)
            self._rows = new
            self.endInsertRows()

    # -- folding

    @property
    def opened(self) -> frozenset[ProofRow]:
        """The open rows."""
        return frozenset(self._opened)

    def is_open(self, index: int) -> bool:
        """Return whether what is folded below a row is shown."""
        return self._rows[index] in self._opened

    def parent_of(self, index: int) -> int:
        """Return the row that the row ``index`` is folded below; -1 if there is none."""
        row = self._rows[index]
        return next((above for above in range(index - 1, -1, -1) if row in self._rows[above].folded), -1)

    def set_open(self, index: int, is_open: bool) -> None:
        """Show or hide what is folded below a row; a row with nothing below it stays as it is."""
        row = self._rows[index]
        if not row.folded or is_open == self.is_open(index):
            return
        if is_open:
            self._opened.add(row)
            inside = tuple(visible_rows(row.folded, self._opened))
            self.beginInsertRows(QModelIndex(), index + 1, index + len(inside))
            self._rows = (*self._rows[: index + 1], *inside, *self._rows[index + 1 :])
            self.endInsertRows()
        else:
            count = len(tuple(visible_rows(row.folded, self._opened)))
            self._opened.remove(row)
            self.beginRemoveRows(QModelIndex(), index + 1, index + count)
            self._rows = (*self._rows[: index + 1], *self._rows[index + 1 + count :])
            self.endRemoveRows()
        self.dataChanged.emit(self.index(index), self.index(index))

    # -- reading

    def highlight(self, row: int) -> Highlight:
        """Return the highlight that the board shows for a row."""
        return row_highlight(self._rows, row)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return with_unbroken_cells(row.shown_text(self.is_open(index.row())))
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken_text(self.is_open(index.row()))
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return highlight_text(self.highlight(index.row()))
            case LineRole.LINE:
                return row.line
            case LineRole.DEPTH:
                return row.depth
        return None
