"""The area of the window that centres the board and sets the size of its cells: the largest that fits, or the zoom."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_view import BoardRim, BoardView
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded

SMALLEST, LARGEST, USUAL = 16, 112, 32
"""Sides of a cell in device-independent pixels: the limits of fitting and zooming, and the side that is preferred.

A smaller cell than ``SMALLEST`` is hard to see and to hit, so a board that does not fit at that size scrolls.
"""

_ZOOM_STEP = 4


@guarded
class BoardArea(QWidget):
    """Centres a ``BoardView`` and sets the size of its cells, as for a board with at least ``least`` rows and columns.

    ``zoom`` is the side of a cell that the user chose, in device-independent pixels, or 0 to fit the window; ``rim``
    stands around the board. Signal: ``arranged``, after the board has got its place.
    """

    arranged = Signal()

    def __init__(self, view: BoardView, parent: QWidget | None = None, least: int = 1) -> None:
        super().__init__(parent)
        self._view, self._least = view, least
        self.zoom = 0
        view.setParent(self)
        self.rim = BoardRim(self)
        view.model().modelReset.connect(self.arrange)
        view.zoom_requested.connect(self.zoom_by)

    def set_zoom(self, size: int) -> None:
        """Set the side of a cell, bounded by ``SMALLEST`` and ``LARGEST``; 0 fits the window."""
        self.zoom = size and min(max(size, SMALLEST), LARGEST)
        self.arrange()

    def zoom_by(self, steps: int) -> None:
        """Make cells larger by ``steps`` zoom steps, or smaller if ``steps`` is negative."""
        self.set_zoom(self._view.cell_size + steps * _ZOOM_STEP)

    def arrange(self) -> None:
        """Set the size of the cells from the zoom or the window, and centre the board with its rim.

        A board that scrolls keeps the cell in the middle of what is shown.
        """
        view, model = self._view, self._view.model()
        bars = view.horizontalScrollBar(), view.verticalScrollBar()
        middle = [(bar.value() + bar.pageStep() / 2) / view.cell_size for bar in bars]
        rulers = self._rulers()
        edge, outside = self._edge(), self._outside()
        room = self.size() - outside
        inner = room - rulers
        columns, rows = (max(count, self._least) for count in (model.columnCount(), model.rowCount()))
        fit = min(inner.width() // columns, inner.height() // rows)
        view.set_cell_size(self.zoom or min(max(fit, SMALLEST), LARGEST))
        whole = view.whole_size()
        # A scroll bar takes room in the other direction, which must not make a second scroll bar necessary.
        bar = view.style().pixelMetric(view.style().PixelMetric.PM_ScrollBarExtent)
        right = bar if whole.height() > room.height() else 0
        below = bar if whole.width() > room.width() else 0
        size = (whole + QSize(right, below)).boundedTo(room)
        left, top = edge + (room.width() - size.width()) // 2, edge + (room.height() - size.height()) // 2
        place = QRect(left, top, size.width(), size.height())
        view.setGeometry(place)
        view.doItemsLayout()
        view.updateGeometries()
        for scroll_bar, cells in zip(bars, middle, strict=True):
            scroll_bar.setValue(round(cells * view.cell_size - scroll_bar.pageStep() / 2))
        shown = place.adjusted(rulers.width(), rulers.height(), -right, -below)
        self.rim.surround(shown, has_right=not right, has_bottom=not below)
        self.arranged.emit()

    @property
    def cell_for_height(self) -> int:
        """The side of a cell with which the board fills the height, whatever its width."""
        inner = self.height() - self._outside().height() - self._rulers().height()
        return min(inner // max(self._view.model().rowCount(), 1), LARGEST)

    def _rulers(self) -> QSize:
        """Return the space that the rulers take."""
        model = self._view.model()
        return self._view.whole_size() - QSize(model.columnCount(), model.rowCount()) * self._view.cell_size

    def _edge(self) -> int:
        """Return the width of the rim at the left and at the top of the view: rulers have it in them."""
        return 0 if self._view.has_rulers else metrics.RIM

    def _outside(self) -> QSize:
        """Return the space that the rim takes around the view."""
        both = self._edge() + metrics.RIM
        return QSize(both, both)

    @property
    def tray(self) -> QRect:
        """The place of the visible cells with their rim."""
        return self.rim.geometry()

    @property
    def board_rect(self) -> QRect:
        """The place of the visible part of the board, with its rulers and its rim."""
        return self._view.geometry().united(self.rim.geometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def sizeHint(self) -> QSize:
        model = self._view.model()
        around = self._rulers() + self._outside()
        return (QSize(model.columnCount(), model.rowCount()) * USUAL + around).boundedTo(QSize(1100, 640))

    def minimumSizeHint(self) -> QSize:
        # Lower than any usual board, for screens with few and large pixels.
        return QSize(9 * SMALLEST + 40, 6 * SMALLEST + 40)
