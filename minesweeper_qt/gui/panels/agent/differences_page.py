"""The page of all differences of a game: a table, each row of which leads to its move."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from minesweeper_qt.gui.panels.agent.differences_model import DifferenceColumn, DifferencesModel
from minesweeper_qt.gui.presentation.agent_panel_text import NO_DIFFERENCES
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.row_table import RowTable

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@guarded
class DifferencesPage(RowTable):
    """Shows a ``DifferencesModel``. Signal: ``difference_chosen(Difference)``, by a click or Enter."""

    difference_chosen = Signal(object)

    def __init__(self, model: DifferencesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences = model
        self.setModel(model)
        self.setMinimumHeight(metrics.ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.hint = NO_DIFFERENCES
        self.setAccessibleName("Differences")
        self.setAccessibleDescription("A click or Enter shows the move of a difference on the board")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.fit_columns([(DifferenceColumn.MOVE, "000      ")])
        self.horizontalHeader().setSectionResizeMode(DifferenceColumn.WHAT, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.difference_chosen.emit(self._differences.difference(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)
