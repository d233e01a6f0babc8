"""Repaints a large board in bands of rows, one after the other, so that no painting takes long."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from PySide6.QtCore import QObject, QRect, QTimer, Slot
from PySide6.QtWidgets import QTableView

CELLS_AT_ONCE = 1_000
"""The most cells that are repainted between two events: a few milliseconds of work."""


class BandRepainter(QObject):
    """Repaints rows of the board that ``view`` shows, as many at once as have about ``CELLS_AT_ONCE`` visible cells.

    Between two bands Qt processes other events. Where rows are added again and again, all rows get their turn.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._rows: set[int] = set()
        """The rows that are to be repainted."""
        self._next = 0
        """The row to go on with."""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._repaint_band)

    @property
    def is_done(self) -> bool:
        """True when no row waits to be repainted."""
        return not self._rows

    def repaint(self, rows: Iterable[int]) -> None:
        """Repaint these rows."""
        self._rows.update(rows)
        if self._rows and not self._timer.isActive():
            self._timer.start(0)

    def repaint_all(self) -> None:
        """Repaint all rows."""
        self.repaint(range(self._view.model().rowCount()))

    def drop_all(self) -> None:
        """Repaint no row: the whole board will be repainted anyway."""
        self._rows.clear()
        self._timer.stop()

    @Slot()
    def _repaint_band(self) -> None:
        visible = self._visible_rows()
        waiting = sorted(row for row in self._rows if row in visible)
        if not waiting:
            self.drop_all()
            return
        first = bisect_left(waiting, self._next) % len(waiting)
        band = [waiting[first]]
        most = max(CELLS_AT_ONCE // self._visible_columns(), 1)
        while len(band) < most and first + len(band) < len(waiting) and waiting[first + len(band)] == band[-1] + 1:
            band.append(waiting[first + len(band)])
        self._rows.difference_update(band)
        self._next = band[-1] + 1
        place, size = self._view.rowViewportPosition(band[0]), self._view.verticalHeader().defaultSectionSize()
        self._view.viewport().update(QRect(0, place, self._view.viewport().width(), size * len(band)))

    def _visible_rows(self) -> range:
        view, size = self._view, self._view.verticalHeader().defaultSectionSize()
        top = view.verticalHeader().offset()
        return range(top // size, (top + view.viewport().height()) // size + 1)

    def _visible_columns(self) -> int:
        view, size = self._view, self._view.horizontalHeader().defaultSectionSize()
        return min(view.viewport().width() // size + 1, max(view.model().columnCount(), 1))
