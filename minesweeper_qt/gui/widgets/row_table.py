"""A table of whole rows, with words in the place of rows where it has none."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget


class RowTable(QTableView):
    """How the tables of the inspector look and are selected in: whole rows, of one height, without a grid.

    Attributes: ``hint``, what it says where it has no rows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = ""
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)

    def fit_columns(self, samples: Iterable[tuple[int, str]]) -> None:
        """Make columns wide enough for a sample of what stands in each, and for their titles."""
        metrics, header = QFontMetrics(self.font()), self.horizontalHeader()
        for column, sample in samples:
            width = metrics.horizontalAdvance(sample) + 2 * metrics.averageCharWidth()
            header.resizeSection(column, max(width, header.sectionSizeHint(column)))

    def _fit_rows(self) -> None:
        """Give all rows the same height, from the font."""
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.5))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hint and not self.model().rowCount():
            metrics = self.fontMetrics()
            room = self.viewport().rect().adjusted(metrics.height(), 0, -metrics.height(), 0)
            flags, text = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.hint
            if metrics.boundingRect(room, int(flags), text).height() > room.height():
                # One line that can be read rather than pieces of several.
                flags, text = (
                    Qt.AlignmentFlag.AlignCenter,
                    metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width()),
                )
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(room, int(flags), text)
