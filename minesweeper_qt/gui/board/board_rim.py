"""The rim around the cells of the board."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class BoardRim(QWidget):
    """Paints a rim with round corners around a rectangle of its parent, over what else is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._outer = QRect()

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
            painter.setBrush(themes.for_palette(self.palette()).rim)
            painter.drawRoundedRect(QRectF(self._outer), metrics.RIM_RADIUS, metrics.RIM_RADIUS)
