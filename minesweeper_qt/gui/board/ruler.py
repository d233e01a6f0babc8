"""The row and column numbers along the edges of the board."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from minesweeper_qt.gui.widgets import theme as themes


class Ruler(QHeaderView):
    """The row or the column numbers, by which a user finds the cell ``(2, 3)`` of a sentence on the board."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self.setFont(font)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        # On small cells only every second or fifth number fits.
        across = self.orientation() is Qt.Orientation.Horizontal
        needed = self.fontMetrics().horizontalAdvance("00") + 4 if across else self.fontMetrics().height()
        step = 1 if self.defaultSectionSize() >= needed else 2 if self.defaultSectionSize() * 2 >= needed else 5
        if logical % step == 0:
            painter.setPen(themes.for_palette(self.palette()).ruler)
            room = rect.adjusted(-rect.width(), 0, rect.width(), 0) if across else rect
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(logical))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().window())
            painter.setFont(self.font())
            across = self.orientation() is Qt.Orientation.Horizontal
            for section in range(self.count()):
                start, size = self.sectionViewportPosition(section), self.sectionSize(section)
                box = QRect(start, 0, size, self.height()) if across else QRect(0, start, self.width(), size)
                if box.intersects(event.rect().adjusted(-size, -size, size, size)):
                    self.paintSection(painter, box, section)

    def sizeHint(self) -> QSize:
        text = self.fontMetrics()
        return QSize(text.horizontalAdvance("00") + 8, text.height() + 4)
