"""The menu that hides and shows columns of the table, and the saved states of columns and sort order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QByteArray, QPoint, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTableView, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, USUAL_COLUMNS, Column

HIDDEN_AT_FIRST = (Column.COUNT, Column.SIZE, Column.RULE, Column.MOVE)
"""The columns that are shown only on request: the sentence itself shows its cells and their count."""

COMPARED_AT_FIRST = (Column.SENTENCE, Column.YOURS, Column.REFERENCE)
"""The columns of the table with the sentences of two agents, at first."""

_WIDEST = 20_000
"""The largest column width in pixels that a saved state may have."""


@dataclass(frozen=True, slots=True)
class ColumnsState:
    """The columns of a table: the width of each, the ``hidden`` ones, the ``sorted_by`` one, -1 for none."""

    widths: Mapping[Column, int]
    hidden: frozenset[Column]
    sorted_by: int = -1
    descends: bool = False


class ColumnsMenu(QMenu):
    """Hides and shows the columns of a table, except the sentence; a right click on the column titles opens it too.

    It has two states, of which one applies: that for the sentences of one agent, and that for those of two, which has
    more columns.
    """

    def __init__(self, table: QTableView, parent: QWidget | None = None) -> None:
        super().__init__("C&olumns", parent)
        self._header = table.horizontalHeader()
        self._widths: dict[Column, int] = {}
        """The widths of the hidden columns: the header returns 0 for them."""
        self._is_compared = False
        self._actions = {column: self._add(column) for column in Column}
        self._more = [action for column, action in self._actions.items() if column not in USUAL_COLUMNS]
        self._other = self._state(frozenset(Column) - set(COMPARED_AT_FIRST))
        """The state that does not apply now."""
        for column in Column:
            self._actions[column].setChecked(column in USUAL_COLUMNS and column not in HIDDEN_AT_FIRST)
        self._remove_more()
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._open_at)

    def _add(self, column: Column) -> QAction:
        title, explanation = HEADERS[column]
        action = self.addAction(title)
        action.setCheckable(True)
        action.setChecked(True)
        action.setStatusTip(explanation)
        action.setData(column)
        action.setEnabled(column is not Column.SENTENCE)
        action.toggled.connect(self._on_toggled)
        return action

    @property
    def shown(self) -> list[Column]:
        """The columns that are shown, from left to right."""
        shown = [column for column in Column if not self._header.isSectionHidden(column)]
        return sorted(shown, key=self._header.visualIndex)

    @property
    def is_compared(self) -> bool:
        """True while the state for the sentences of two agents applies."""
        return self._is_compared

    def set_compared(self, is_compared: bool) -> None:
        """Use the state for the sentences of two agents, or the usual one."""
        if is_compared == self._is_compared:
            return
        other, self._other = self._other, self._state()
        self._is_compared = is_compared
        if is_compared:
            for action in self._more:
                self.addAction(action)
                action.toggled.connect(self._on_toggled)
        self._apply(other)
        if not is_compared:
            self._remove_more()

    def _remove_more(self) -> None:
        """Remove the entries of the columns that only the sentences of two agents have; Qt disconnects them."""
        for action in self._more:
            self.removeAction(action)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self._set_shown(Column(action.data()), on)

    def _set_shown(self, column: Column, on: bool) -> None:
        if not on:
            self._widths[column] = self._header.sectionSize(column)
        self._header.setSectionHidden(column, not on)

    @Slot(QPoint)
    def _open_at(self, place: QPoint) -> None:
        self.popup(self._header.viewport().mapToGlobal(place))

    # -- state

    def save_state(self) -> QByteArray:
        """Return the column widths, the sort order and the hidden columns as JSON, for the settings."""
        return _encoded(self._other if self._is_compared else self._state(), USUAL_COLUMNS)

    def restore_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_state`` returned, now or before columns could be hidden; ignore any other bytes."""
        self._restore(state, USUAL_COLUMNS)

    def save_compared_state(self) -> QByteArray:
        """Return what ``save_state`` does, for the sentences of two agents."""
        return _encoded(self._state() if self._is_compared else self._other, tuple(Column))

    def restore_compared_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_compared_state`` returned; ignore any other bytes."""
        self._restore(state, tuple(Column))

    def _state(self, hidden: frozenset[Column] | None = None) -> ColumnsState:
        """Return what applies now, with other ``hidden`` columns if they are given."""
        header = self._header
        are_hidden = frozenset(column for column in Column if header.isSectionHidden(column))
        widths = {
            column: self._widths[column] if column in are_hidden else header.sectionSize(column) for column in Column
        }
        is_down = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        return ColumnsState(widths, are_hidden if hidden is None else hidden, header.sortIndicatorSection(), is_down)

    def _restore(self, state: QByteArray, columns: tuple[Column, ...]) -> None:
        # Qt's own saveState would be shorter, but Qt does not validate it, nor detect an older set of columns.
        try:
            decoded = _decoded(json.loads(bytes(state.data())), columns)
        except (ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError):
            return
        if self._is_compared == (columns != USUAL_COLUMNS):
            self._apply(decoded)
        else:
            self._other = decoded

    def _apply(self, state: ColumnsState) -> None:
        header = self._header
        for column, width in state.widths.items():
            self._actions[column].setChecked(True)
            header.resizeSection(column, width)
        for column in Column:
            self._actions[column].setChecked(column in state.widths and column not in state.hidden)
        order = Qt.SortOrder.DescendingOrder if state.descends else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(state.sorted_by, order)


def _encoded(state: ColumnsState, columns: tuple[Column, ...]) -> QByteArray:
    """Return the state of these columns as JSON."""
    texts = {
        "widths": [state.widths[column] for column in columns],
        "sort": [state.sorted_by, state.descends],
        "hidden": sorted(state.hidden.intersection(columns)),
    }
    return QByteArray(json.dumps(texts).encode())


def _decoded(state: Any, columns: tuple[Column, ...]) -> ColumnsState:
    """Return the state of these columns; raise an error, ``ValueError`` among others, if it is not valid."""
    widths = [int(width) for width in state["widths"]]
    sorted_by, descends = int(state["sort"][0]), bool(state["sort"][1])
    hidden = [Column(section) for section in state.get("hidden", [])]
    if len(widths) != len(columns) or not all(0 < width <= _WIDEST for width in widths):
        raise ValueError("no widths of these columns")
    if not -1 <= sorted_by < len(columns) or not set(hidden) <= set(columns) - {Column.SENTENCE}:
        raise ValueError("no such order, or nothing to see")
    return ColumnsState(dict(zip(columns, widths, strict=True)), frozenset(hidden), sorted_by, descends)
