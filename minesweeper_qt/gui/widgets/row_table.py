"""A table view that selects whole rows and shows a hint while it is empty."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class RowTable(QTableView):
    """The table view of the inspector's tables: selects whole rows, all of one height, without a grid.

    Attributes: ``hint``, the text that is painted in the middle while the table has no rows; empty for none.
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
        """Set the width of columns so that their titles and a sample of their texts fit.

        ``samples`` are pairs of a column's number and its sample text.
        """
        metrics, header = QFontMetrics(self.font()), self.horizontalHeader()
        for column, sample in samples:
            width = metrics.horizontalAdvance(sample) + 2 * metrics.averageCharWidth()
            header.resizeSection(column, max(width, header.sectionSizeHint(column)))

    def _fit_rows(self) -> None:
        """Set the same height for all rows: 1.5 times the height of the font."""
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.5))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hint and not self.model().rowCount():
            metrics = self.fontMetrics()
            area = self.viewport().rect().adjusted(metrics.height(), 0, -metrics.height(), 0)
            flags, text = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.hint
            if metrics.boundingRect(area, int(flags), text).height() > area.height():
                # One elided line is easier to read than several lines that are cut off.
                flags, text = (
                    Qt.AlignmentFlag.AlignCenter,
                    metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width()),
                )
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(area, int(flags), text)
