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
    Column.COUNT: ("",),
    Column.SIZE: ("",),
    Column.KIND: ("Inferred",),
    Column.PREMISES: ("", "{(10, 10), …} = 2 − {…} = 1", "{(10, 10), (10, 11), …} = 2 − {(10, 10), …} = 1"),
    Column.YOURS: ("112",),
    Column.REFERENCE: ("112",),
}
"""The columns that become narrower, each with texts that it is still wide enough for, besides its title."""

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
            column: (*(max(title(HEADERS[column][0]), text(sample)) + _PADDING for sample in samples), wide[column])
            for column, samples in _GIVING_WAY.items()
        }
        """The widths of each column that the user has not changed, from the least to the usual one."""
        table.viewport().installEventFilter(self)
        self._header.sortIndicatorChanged.connect(self.fit)

    @Slot()
    def fit(self) -> None:
        """Choose the widths for the present room."""
        header, sorted_by = self._header, self._header.sortIndicatorSection()
        others = [column for column in Column if column is not Column.SENTENCE and not header.isSectionHidden(column)]
        own = {column: widths for column, widths in self._widths.items() if header.sectionSize(column) in widths}
        own = {column: widths for column, widths in own.items() if column in others}
        fixed = sum(header.sectionSize(column) for column in others if column not in own)
        # The premises give way first, and get what the others leave.
        premises = own.pop(Column.PREMISES, (0,))
        room = self._table.viewport().width() - self._sentence - fixed
        is_narrow = room - premises[0] < sum(usual for _, usual in own.values())
        for column, (least, usual) in own.items():
            header.resizeSection(column, least if is_narrow and column != sorted_by else usual)
            room -= header.sectionSize(column)
        if any(premises):
            fitting = [width for width in premises if width <= room]
            header.resizeSection(Column.PREMISES, max(fitting, default=premises[0]))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.fit()
        return False
