"""The item model of the levels panel: a tree of groups by reasoning level, each with its cells."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from minesweeper_qt.gui.presentation import levels_text as words
from minesweeper_qt.gui.presentation.levels_text import Group
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import runs
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model import Cell, ReasoningLevels

LOOK = Qt.ItemDataRole.UserRole
"""The role of a cell's ``Look`` on the board."""

_MOST_RUNS = 40
"""The most runs of inserted and removed rows in one group; with more, all rows of the group are replaced at once."""

_GROUP_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_CELL_FLAGS = _GROUP_FLAGS | Qt.ItemFlag.ItemNeverHasChildren


@guarded
class LevelsModel(QAbstractItemModel):
    """A row for each ``Group``, with a child row for each of its cells; no rows while no levels are known.

    Rows are inserted and removed one by one, so that the others stay selected or expanded. A cell's row has its
    ``Look`` on the board as the data of the role ``LOOK``.

    Attributes: ``levels`` and ``groups``, the levels shown, ``None`` while there are none, and the cells of each group.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.levels: ReasoningLevels | None = None
        self.groups: dict[Group, list[Cell]] = {group: [] for group in Group}

    def show(self, levels: ReasoningLevels, groups: dict[Group, list[Cell]]) -> None:
        """Show the cells of these groups, with the ``levels`` that they come from."""
        if self.levels is None:
            self.beginInsertRows(NO_PARENT, 0, len(Group) - 1)
            self.levels = levels
            self.endInsertRows()
        before, self.levels = self.levels, levels
        for group in Group:
            if not self._set_cells(group, groups[group]) and levels is before:
                continue
            place = self.group_index(group)
            self.dataChanged.emit(place, place)
            if groups[group]:
                self.dataChanged.emit(self.index(0, 0, place), self.index(len(groups[group]) - 1, 0, place))

    def clear(self) -> None:
        """Remove all rows."""
        if self.levels is not None:
            self.beginRemoveRows(NO_PARENT, 0, len(Group) - 1)
            self.levels = None
            self.groups = {group: [] for group in Group}
            self.endRemoveRows()

    # -- indexes, groups and cells

    def group_index(self, group: Group) -> QModelIndex:
        """Return the index of ``group``."""
        return self.index(group, 0)

    def place_of(self, group: Group, cell: Cell | None) -> QModelIndex:
        """Return the index of ``cell`` in ``group``, or else in another group; for ``None``, that of the group.

        The index is invalid if no group has the cell.
        """
        if cell is None:
            return self.group_index(group)
        for each in (group, *Group):
            if cell in self.groups[each]:
                return self.index(self.groups[each].index(cell), 0, self.group_index(each))
        return QModelIndex()

    def group_at(self, index: Index) -> Group:
        """Return the group at ``index``, or the group of the cell there."""
        return Group(index.row() if index.internalId() == 0 else index.internalId() - 1)

    def cell_at(self, index: Index) -> Cell | None:
        """Return the cell at ``index``; ``None`` for a group."""
        if not index.isValid() or index.internalId() == 0:
            return None
        return self.groups[self.group_at(index)][index.row()]

    def cells_at(self, index: Index) -> frozenset[Cell]:
        """Return the cell at ``index``, or all cells of the group there."""
        if not index.isValid():
            return frozenset()
        cell = self.cell_at(index)
        return frozenset(self.groups[self.group_at(index)]) if cell is None else frozenset((cell,))

    # -- the item model interface

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        if not parent.isValid():
            return 0 if self.levels is None else len(Group)
        is_group = parent.internalId() == 0 and parent.column() == 0
        return len(self.groups[Group(parent.row())]) if is_group else 0

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 1

    def index(self, row: int, column: int, parent: Index = NO_PARENT) -> QModelIndex:
        # Called for each cell of an expanded group: Qt's own check would call rowCount and columnCount as well.
        if column or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NO_PARENT) -> QModelIndex:  # type: ignore[override]  # Qt calls only this one of its two overloads
        if not index.isValid() or index.internalId() == 0:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _GROUP_FLAGS if index.internalId() == 0 else _CELL_FLAGS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self.levels is None:
            return None
        group, cell = self.group_at(index), self.cell_at(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if cell is None:
                return words.title(group, self.groups[group], self.levels)
            return words.entry(group, cell, self.levels)
        if role == LOOK and cell is not None:
            return self._look(cell, self.levels)
        return None

    def _look(self, cell: Cell, levels: ReasoningLevels) -> Look:
        """Return how a cell looks on the board: with its level and verdict, else with its chance, else plain."""
        level = levels.get(cell)
        if level is not None:
            return Look(Face.COVERED, mark=Mark.SAFE if cell in levels.safe else Mark.MINE, level=level)
        if levels.probabilities is None:
            return Look(Face.COVERED)
        return Look(Face.COVERED, chance=Chance.of(levels.probabilities.probability[cell]))

    # -- inserting and removing rows

    def _set_cells(self, group: Group, now: list[Cell]) -> bool:
        """Change the rows of a group to ``now``, both in reading order; return whether that changed anything."""
        rows, parent = self.groups[group], self.group_index(group)
        if rows == now:
            return False
        staying = set(rows).intersection(now)
        going = runs([row for row, cell in enumerate(rows) if cell not in staying])
        coming = runs([row for row, cell in enumerate(now) if cell not in staying])
        if len(going) + len(coming) > _MOST_RUNS:
            going, coming = [(0, len(rows) - 1)], [(0, len(now) - 1)]
        for first, last in reversed(going):
            self.beginRemoveRows(parent, first, last)
            del rows[first : last + 1]
            self.endRemoveRows()
        for first, last in coming:
            self.beginInsertRows(parent, first, last)
            rows[first:first] = now[first : last + 1]
            self.endInsertRows()
        return True
