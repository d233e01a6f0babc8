"""Draws the row and column numbers and the rim around the cells of the board."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class Ruler(QHeaderView):
    """The row or the column numbers, by which a user finds the cell ``(2, 3)`` of a sentence on the board."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFont(metrics.scaled(self.font(), metrics.CAPTION))

    def paintEvent(self, event: QPaintEvent) -> None:
        across, size = self.orientation() is Qt.Orientation.Horizontal, self.defaultSectionSize()
        # On small cells only every second or fifth number fits.
        needed = self.fontMetrics().horizontalAdvance("00") + 4 if across else self.fontMetrics().height()
        step = 1 if size >= needed else 2 if size * 2 >= needed else 5
        start, end = (
            (event.rect().left(), event.rect().right()) if across else (event.rect().top(), event.rect().bottom())
        )
        # A number may reach into the sections beside its own.
        first, last = (start + self.offset()) // size - 1, (end + self.offset()) // size + 1
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().window())
            painter.setFont(self.font())
            painter.setPen(themes.for_palette(self.palette()).controls.muted)
            for section in range(max(first, 0), min(last + 1, self.count())):
                if section % step == 0:
                    place = section * size - self.offset()
                    # The inner edge is below the rim around the cells.
                    room = (
                        QRect(place - size, 0, size * 3, self.height() - metrics.RIM)
                        if across
                        else QRect(0, place, self.width() - metrics.RIM, size)
                    )
                    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(section))

    def sizeHint(self) -> QSize:
        text = self.fontMetrics()
        return QSize(text.horizontalAdvance("00") + 8, text.height() + 4) + QSize(metrics.RIM, metrics.RIM)


def _sections_between(header: QHeaderView, first: int, last: int) -> range:
    """Return the sections of one size that the pixels from ``first`` to ``last`` of the viewport touch."""
    start, size = header.offset(), header.defaultSectionSize()
    return range(max((first + start) // size, 0), min((last + start) // size + 1, header.count()))


def cells_in(table: QTableView, area: QRect) -> tuple[range, range]:
    """Return the rows and the columns that ``area`` of the viewport touches."""
    rows = _sections_between(table.verticalHeader(), area.top(), area.bottom())
    return rows, _sections_between(table.horizontalHeader(), area.left(), area.right())


@guarded
class BoardRim(QWidget):
    """Paints a rim with round corners around a rectangle of its parent, over what else is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._outer = QRect()
        self._is_past = False

    def set_past(self, is_past: bool) -> None:
        """Set whether the rim is that of a past moment."""
        self._is_past = is_past
        self.update()

    def surround(self, cells: QRect, has_right: bool, has_bottom: bool) -> None:
        """Paint the rim around ``cells``, without its right or its lower side where a scroll bar is."""
        rim = metrics.RIM
        whole = cells.adjusted(-rim, -rim, rim, rim)
        shown = cells.adjusted(-rim, -rim, rim if has_right else 0, rim if has_bottom else 0)
        self._outer = whole.translated(-shown.topLeft())
        self.setGeometry(shown)
        # Otherwise Qt would paint the rim again after every cell.
        self.setMask(QRegion(self.rect()) - QRegion(cells.translated(-shown.topLeft())))
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), self.palette().window())
            painter.setPen(Qt.PenStyle.NoPen)
            theme = themes.for_palette(self.palette())
            painter.setBrush(theme.controls.accent if self._is_past else theme.rim)
            painter.drawRoundedRect(QRectF(self._outer), metrics.RIM_RADIUS, metrics.RIM_RADIUS)
