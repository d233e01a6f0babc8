"""The area of the window that centres the board and sets the size of its cells: the largest that fits, or the zoom."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.widgets.guarded import guarded

SMALLEST, LARGEST, USUAL = 16, 64, 32
"""Sides of a cell in device-independent pixels: the limits of fitting and zooming, and the side that is preferred.

A smaller cell than ``SMALLEST`` is hard to see and to hit, so a board that does not fit at that size scrolls.
"""

_ZOOM_STEP = 4


@guarded
class BoardArea(QWidget):
    """Centres a ``BoardView`` and sets the size of its cells.

    ``zoom`` is the side of a cell in device-independent pixels, or 0 to fit the window. Signal: ``arranged``, after the
    board has got its place.
    """

    arranged = Signal()

    def __init__(self, view: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._zoom = 0
        view.setParent(self)
        view.model().modelReset.connect(self.arrange)
        view.zoom_requested.connect(self.zoom_by)

    @property
    def zoom(self) -> int:
        """The side of a cell that the user chose; 0 when cells fit the window."""
        return self._zoom

    def set_zoom(self, size: int) -> None:
        """Set the side of a cell, bounded by ``SMALLEST`` and ``LARGEST``; 0 fits the window."""
        self._zoom = size and min(max(size, SMALLEST), LARGEST)
        self.arrange()

    @Slot(int)
    def zoom_by(self, steps: int) -> None:
        """Make cells larger by ``steps`` zoom steps, or smaller if ``steps`` is negative."""
        self.set_zoom(self._view.cell_size + steps * _ZOOM_STEP)

    @Slot()
    def arrange(self) -> None:
        """Set the size of the cells from the zoom or the window, and centre the board."""
        view, model = self._view, self._view.model()
        rulers = view.whole_size() - QSize(model.columnCount(), model.rowCount()) * view.cell_size
        room = self.size() - rulers
        fit = min(room.width() // max(model.columnCount(), 1), room.height() // max(model.rowCount(), 1))
        view.set_cell_size(self._zoom or min(max(fit, SMALLEST), LARGEST))
        whole = view.whole_size()
        # A scroll bar takes room in the other direction, which must not make a second scroll bar necessary.
        bar = view.style().pixelMetric(view.style().PixelMetric.PM_ScrollBarExtent)
        wide = whole.width() + (bar if whole.height() > self.height() else 0)
        high = whole.height() + (bar if whole.width() > self.width() else 0)
        size = QSize(wide, high).boundedTo(self.size())
        corner = QSize(self.width() - size.width(), self.height() - size.height()) / 2
        view.setGeometry(QRect(corner.width(), corner.height(), size.width(), size.height()))
        view.doItemsLayout()
        self.arranged.emit()

    @property
    def board_width(self) -> int:
        """The width of the visible part of the board, with its rulers."""
        return self._view.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def sizeHint(self) -> QSize:
        model = self._view.model()
        rulers = self._view.whole_size() - QSize(model.columnCount(), model.rowCount()) * self._view.cell_size
        return (QSize(model.columnCount(), model.rowCount()) * USUAL + rulers).boundedTo(QSize(1100, 640))

    def minimumSizeHint(self) -> QSize:
        return QSize(9 * SMALLEST + 40, 9 * SMALLEST + 40)
