"""The item model of an answer: one row a line, and below the open rows what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.why_text import (
    MOST_AT_ONCE,
    Fold,
    Key,
    ShownRow,
    WhyRow,
    highlight_text,
    row_highlight,
    shown_rows,
    unfolded,
)
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Index


class LineRole(IntEnum):
    """The data roles of the model besides Qt's own."""

    SHOWN = Qt.ItemDataRole.UserRole + 1
    """The ``ShownRow`` of the row."""


@guarded
class WhyModel(QAbstractListModel):
    """The rows of one answer, and those that are folded below rows that the user opened.

    Attribute: ``rows``, the ``ShownRow`` of each row.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answer: Sequence[WhyRow] = ()
        self._opened: set[Key] = set()
        self._most = 0
        """The lines at which the last *Unfold All* stopped; 0 if it left nothing folded."""
        self.rows: tuple[ShownRow, ...] = ()

    def set_rows(self, rows: Sequence[WhyRow], keep_open: bool = False) -> None:
        """Show the rows of another answer, with row signals only for those that differ.

        ``keep_open``: what is open stays open, as far as it is there.
        """
        self._answer = rows
        self._most = 0
        if not keep_open:
            self._opened = set()
        self._update()

    def can_fold(self, index: int) -> bool:
        """Return whether the row has something below it that is shown or folded there."""
        return self.rows[index].fold in (Fold.FOLDED, Fold.OPEN)

    def is_open(self, index: int) -> bool:
        """Return whether what is folded below a row is shown."""
        return self.rows[index].fold is Fold.OPEN

    def set_open(self, index: int, is_open: bool) -> None:
        """Show or hide what is folded below a row; a row with nothing below it stays as it is."""
        if self.can_fold(index) and is_open != self.is_open(index):
            self._opened ^= {self.rows[index].row.key}
            self._update()

    @property
    def is_all_open(self) -> bool:
        """True when nothing is folded."""
        return not any(shown.fold in (Fold.FOLDED, Fold.MORE) for shown in self.rows)

    def unfold_all(self) -> None:
        """Unfold everything, to ``MOST_AT_ONCE`` lines at first, and as many more each time."""
        self._most += MOST_AT_ONCE
        opened, has_more = unfolded(self._answer, self._most)
        self._opened |= opened
        self._most = self._most if has_more else 0
        self._update()

    def place_of(self, key: Key) -> int:
        """Return the row at which what ``key`` rests on is shown."""
        return next(number for number, shown in enumerate(self.rows) if shown.row.key == key)

    def parent_of(self, index: int) -> int:
        """Return the row that the row ``index`` is folded below; -1 if there is none."""
        depth = self.rows[index].row.depth
        above = (place for place in range(index - 1, -1, -1) if self.rows[place].row.depth < depth)
        return next((place for place in above if self.is_open(place)), -1)

    def _update(self) -> None:
        """Show what is open now: rows at the beginning and at the end that stay are not removed."""
        old, new = self.rows, shown_rows(self._answer, self._opened, self._most > 0)
        most = min(len(old), len(new))
        head = next((place for place in range(most) if old[place].row != new[place].row), most)
        tail = next((place for place in range(most - head) if old[-1 - place].row != new[-1 - place].row), most - head)
        if head + tail < len(old):
            self.beginRemoveRows(QModelIndex(), head, len(old) - tail - 1)
            self.rows = old[:head] + old[len(old) - tail :]
            self.endRemoveRows()
        if head + tail < len(new):
            self.beginInsertRows(QModelIndex(), head, len(new) - tail - 1)
            self.rows = new
            self.endInsertRows()
        self.rows = new
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    # -- reading

    def highlight(self, row: int) -> Highlight:
        """Return the highlight that the board shows for a row."""
        return row_highlight(self.rows, row)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        shown = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown.plain_text
            case Qt.ItemDataRole.AccessibleTextRole:
                return shown.spoken_text
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return highlight_text(self.highlight(index.row()))
            case LineRole.SHOWN:
                return shown
        return None
