"""The menu that hides and shows columns of the table, and the saved state of columns and sort order."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QByteArray, QPoint, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTableView, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column

HIDDEN_AT_FIRST = (Column.RULE, Column.PREMISES, Column.MOVE)
"""The columns that are shown only on request."""

_WIDEST = 20_000
"""The largest column width in pixels that a saved state may have."""


class ColumnsMenu(QMenu):
    """Hides and shows the columns of a table, except the sentence; a right click on the column titles opens it too."""

    def __init__(self, table: QTableView, parent: QWidget | None = None) -> None:
        super().__init__("C&olumns", parent)
        self._header = table.horizontalHeader()
        self._widths: dict[int, int] = {}
        self._actions: dict[Column, QAction] = {}
        for column in Column:
            title, explanation = HEADERS[column]
            action = self.addAction(title)
            action.setCheckable(True)
            action.setChecked(True)
            action.setStatusTip(explanation)
            action.setData(column)
            action.setEnabled(column is not Column.SENTENCE)
            action.toggled.connect(self._on_toggled)
            self._actions[column] = action
        for column in HIDDEN_AT_FIRST:
            self._actions[column].setChecked(False)
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._open_at)

    @property
    def shown(self) -> list[Column]:
        """The columns that are shown, from left to right."""
        shown = [column for column in Column if not self._header.isSectionHidden(column)]
        return sorted(shown, key=self._header.visualIndex)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self._set_shown(Column(action.data()), on)

    def _set_shown(self, column: Column, on: bool) -> None:
        if not on:
            # The header returns 0 as the width of a hidden column.
            self._widths[column] = self._header.sectionSize(column)
        self._header.setSectionHidden(column, not on)

    @Slot(QPoint)
    def _open_at(self, place: QPoint) -> None:
        self.popup(self._header.viewport().mapToGlobal(place))

    # -- state

    def save_state(self) -> QByteArray:
        """Return the column widths, the sort order and the hidden columns as JSON, for the settings."""
        header = self._header
        hidden = [column for column in Column if header.isSectionHidden(column)]
        state = {
            "widths": [self._widths[column] if column in hidden else header.sectionSize(column) for column in Column],
            "sort": [header.sortIndicatorSection(), header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder],
            "hidden": hidden,
        }
        return QByteArray(json.dumps(state).encode())

    def restore_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_state`` returned, now or before columns could be hidden; ignore any other bytes."""
        # Qt's own saveState would be shorter, but Qt does not validate it, nor detect an older set of columns.
        try:
            widths, column, descending, hidden = _decoded(json.loads(bytes(state.data())))
        except (ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError):
            return
        header = self._header
        for section in Column:
            self._actions[section].setChecked(True)
            header.resizeSection(section, widths[section])
        for section in hidden:
            self._actions[section].setChecked(False)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)


def _decoded(state: Any) -> tuple[list[int], int, bool, list[Column]]:
    """Return the widths, the sorted column, whether it descends, and the hidden columns.

    Raises an error, ``ValueError`` among others, for a state that is not valid.
    """
    widths = [int(width) for width in state["widths"]]
    column, descending = int(state["sort"][0]), bool(state["sort"][1])
    hidden = [Column(section) for section in state.get("hidden", [])]
    if len(widths) != len(Column) or not all(0 < width <= _WIDEST for width in widths):
        raise ValueError("no widths of these columns")
    if not -1 <= column < len(Column) or Column.SENTENCE in hidden:
        raise ValueError("no such order, or nothing to see")
    return widths, column, descending, hidden
