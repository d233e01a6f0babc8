"""Gives the sentence of the table what room it needs, as far as the other columns can give way."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QTableView

from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded

_GIVING_WAY = {
    Column.COUNT: "",
    Column.SIZE: "",
    Column.KIND: "Inferred",
    Column.YOURS: "112",
    Column.REFERENCE: "112",
}
"""The columns that become narrower, each with a text that it is still wide enough for, besides its title."""

_PADDING = metrics.EDGE + metrics.HAIR
"""The padding of a cell of the header at both sides, and its rounding."""


@guarded
class ColumnWidths(QObject):
    """Makes columns of ``table`` as narrow as their contents while the sentence has less than ``sentence`` pixels.

    ``wide`` are their usual widths, with room for the arrow of the sorted column, which keeps it. A column that the
    user has given another width is left as it is.
    """

    def __init__(self, table: QTableView, wide: Mapping[Column, int], sentence: int) -> None:
        super().__init__(table)
        self._table = table
        self._header = table.horizontalHeader()
        self._sentence = sentence
        text = table.fontMetrics().horizontalAdvance
        title = QFontMetrics(metrics.scaled(table.font(), 1, QFont.Weight.DemiBold)).horizontalAdvance
        self._widths = {
            column: (max(title(HEADERS[column][0]), text(sample)) + _PADDING, wide[column])
            for column, sample in _GIVING_WAY.items()
        }
        """The least and the usual width of each column."""
        table.viewport().installEventFilter(self)
        self._header.sortIndicatorChanged.connect(self.fit)

    @Slot()
    def fit(self) -> None:
        """Choose the widths for the present room."""
        header, sorted_by = self._header, self._header.sortIndicatorSection()
        others = [column for column in Column if column is not Column.SENTENCE and not header.isSectionHidden(column)]
        own = {column: pair for column, pair in self._widths.items() if header.sectionSize(column) in pair}
        taken = sum(max(own[column]) if column in own else header.sectionSize(column) for column in others)
        is_narrow = self._table.viewport().width() - taken < self._sentence
        for column, (least, usual) in own.items():
            if column in others:
                header.resizeSection(column, least if is_narrow and column != sorted_by else usual)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.fit()
        return False
