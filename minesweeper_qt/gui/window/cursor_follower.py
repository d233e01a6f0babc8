"""Asks why about each selected cell on which the cursor rests, while the user wants that."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.model import Cell


class CursorFollower(QObject):
    """Asks about the selected cell of ``selection`` when no other one was selected for a moment, while it is on.

    It is off at first.
    """

    def __init__(self, selection: Selection, parent: QObject) -> None:
        super().__init__(parent)
        self._selection = selection
        self._is_on = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(metrics.CURSOR_REST)
        self._rest.timeout.connect(self._ask)
        selection.cell_changed.connect(self._on_cell_selected)
        # A question that was asked in another way needs no repetition.
        selection.asked.connect(self._rest.stop)

    @Slot(bool)
    def set_on(self, on: bool) -> None:
        """Ask about the selected cell, and about all that are selected later; or ask about none any more."""
        self._is_on = on
        self._on_cell_selected(self._selection.cell)

    @Slot(object)
    def _on_cell_selected(self, cell: Cell | None) -> None:
        if self._is_on and cell is not None and cell != self._selection.question:
            self._rest.start()
        else:
            self._rest.stop()

    @Slot()
    def _ask(self) -> None:
        if self._selection.cell is not None:
            self._selection.ask(self._selection.cell)
