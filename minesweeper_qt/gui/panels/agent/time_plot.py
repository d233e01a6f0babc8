"""A small plot of times: one bar a call, or the longest of several calls where there are more calls than columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model.text.number_text import seconds_text

_STEP = 4
"""The distance from one bar to the next, in pixels, where there is room; a third of it is left free."""

_MOST_STEP = 12


@guarded
class TimePlot(QWidget):
    """Paints times in seconds as bars, the longest one in the colour of text, with the scale at its left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seconds: Sequence[float] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_times(self, seconds: Sequence[float]) -> None:
        """Show these times, in order."""
        self._seconds = seconds
        self.update()

    def bars(self, most: int) -> list[float]:
        """Return at most ``most`` times: each call, or the longest of each run of as many calls."""
        times = self._seconds
        size = -(-len(times) // max(most, 1))
        return [max(times[start : start + size]) for start in range(0, len(times), size)] if size > 1 else list(times)

    # -- overrides of Qt

    def sizeHint(self) -> QSize:
        return QSize(metrics.HEADER_WIDTH, 4 * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self.fontMetrics().lineSpacing(), 2 * self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._seconds:
            return
        colours = themes.for_palette(self.palette()).controls
        most = max(self._seconds)
        scale = seconds_text(most)
        font = metrics.scaled(self.font(), metrics.CAPTION)
        with QPainter(self) as painter:
            painter.setFont(font)
            height = painter.fontMetrics().lineSpacing()
            left = painter.fontMetrics().horizontalAdvance(scale) + metrics.GAP
            area = self.rect().adjusted(left, height // 2, -metrics.HAIR, -height // 2)
            painter.setPen(colours.muted)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            for y, text in ((area.top(), scale), (area.bottom(), "0")):
                painter.drawText(QRect(0, y - height // 2, left - metrics.NARROW, height), int(flags), text)
            painter.setPen(colours.border)
            painter.drawLine(area.topLeft(), area.topRight())
            painter.drawLine(area.bottomLeft(), area.bottomRight())
            bars = self.bars(area.width() // _STEP)
            step = min(area.width() / len(bars), _MOST_STEP)
            width = max(round(step * 2 / 3), 1)
            for number, seconds in enumerate(bars):
                high = max(round(seconds / most * (area.height() - 1)), 1) if most else 1
                bar = QRect(area.left() + int(number * step), area.bottom() - high, width, high)
                painter.fillRect(bar, colours.text if seconds == most else colours.accent)
