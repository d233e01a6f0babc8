"""The panel *What Is Known*: the covered cells of the current position by the reasoning level that settles them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QPushButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget
from shiboken6 import delete

from minesweeper_qt.gui.board.panel_requests import EscapeKey, HighlightSource
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation import what_is_known_text as words
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark
from minesweeper_qt.gui.presentation.what_is_known_text import Group
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView
from minesweeper_qt.gui.session.worker import SLOW_AFTER
from minesweeper_qt.gui.widgets import metrics, schedule
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import EmptyState
from minesweeper_qt.model import Cell, ReasoningLevels


@guarded
class WhatIsKnownPanel(QWidget):
    """A summary of the whole position, and a tree of its covered cells by reasoning level.

    The panel requests levels only while it is visible.

    Attributes: ``summary``, the label with the summary; ``tree``, the view, with an item for each ``Group``, hidden
    while there are no levels; ``levels`` and ``groups``, what is listed, ``None`` and no cells while there are no
    levels; ``why``, the button; ``highlight_source``, which requests outlines around the cells of the selected row.

    Signal: ``why_requested(Cell)``, the user requests the proof of a cell.
    """

    why_requested = Signal(object)

    def __init__(self, source: BoardSource) -> None:
        super().__init__(accessibleName="What is known")
        self._source = source
        self.levels: ReasoningLevels | None = None
        self.groups: dict[Group, list[Cell]] = {group: [] for group in Group}
        self._chosen: tuple[Group, Cell | None] | None = None
        """The selected cell or group, also while the rows are gone during a long computation."""
        self.highlight_source = HighlightSource(self)
        self.summary = QLabel(self, wordWrap=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tree = self._make_tree()
        self._items = [QTreeWidgetItem(self.tree) for _ in Group]
        self._items[Group.UNSEEN].setExpanded(True)
        self._empty = EmptyState.within(self.tree, "levels")
        self.why = QPushButton("&Why?", self)
        self.why.setToolTip("Show the proof for the selected cell (Enter)")
        self.why.setAccessibleDescription("Show the proof for the selected cell")
        self.why.setEnabled(False)
        column = QVBoxLayout(self)
        column.addWidget(self.summary)
        column.addWidget(self.tree, 1)
        column.addWidget(self.why, 0, Qt.AlignmentFlag.AlignLeft)
        self._slow_timer = schedule.current.timer(self, lambda: self._show_nothing(words.WORKING), SLOW_AFTER)
        EscapeKey(self, lambda: bool(self.tree.selectedItems()), self._deselect)
        self.why.clicked.connect(self.request_why)
        self.tree.doubleClicked.connect(self.request_why)
        self.tree.itemSelectionChanged.connect(self._on_selected)
        source.changed.connect(self._on_changed)
        source.levels.changed.connect(self._refresh)

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(True)
        tree.setIndentation(self.fontMetrics().height())
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.setAccessibleName("Covered cells by the reasoning that settles them")
        return tree

    # -- content

    def _refresh(self) -> None:
        """Show the current levels, if the panel is visible; keep the old ones for a moment while they are computed."""
        source = self._source
        if not self.isVisible():
            return
        levels, problem = source.levels.found, source.levels.problem
        if levels is not None:
            self._show(levels)
        elif problem:
            self._show_nothing(problem[0].upper() + problem[1:] + ".")
        elif not source.view.has_levels:
            over = words.LOST if source.view.is_lost else words.OVER
            self._show_nothing(over if source.view.is_lost or source.view.position.clues else words.NOTHING_YET)
        elif not self._slow_timer.isActive():
            self._slow_timer.start()

    def _show(self, levels: ReasoningLevels) -> None:
        """Show ``levels``; if they are shown, only move the cells that the agent has found since."""
        view = self._source.view
        if levels is self.levels:
            groups = self.groups | {Group.UNSEEN: words.unseen(levels, view.settled)}
        else:
            groups = words.groups_of(levels, view.position, view.settled)
        if levels is not self.levels or groups != self.groups:
            self._fill(levels, groups)
        self._set_summary(words.summary(levels, groups))

    def _show_nothing(self, why: str) -> None:
        self._fill(None, {group: [] for group in Group})
        self._set_summary(why)

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        """Show what is known; in another game without a selection, and, while the panel is hidden, without rows."""
        if now.game != before.game:
            self._deselect()
            self._chosen = None
            if not self.isVisible():
                self._fill(None, {group: [] for group in Group})
        self._refresh()

    def _set_summary(self, text: str) -> None:
        self._slow_timer.stop()
        is_empty = self.levels is None
        self._empty.set_text(text)
        self._empty.setVisible(is_empty)
        for widget in (self.summary, self.why):
            widget.setHidden(is_empty)
        self.summary.setText(text)
        self.tree.setAccessibleDescription(text)

    def _fill(self, levels: ReasoningLevels | None, groups: dict[Group, list[Cell]]) -> None:
        """Make the rows anew, and select the cell or the group again that was selected."""
        self.levels, self.groups = levels, groups
        with QSignalBlocker(self.tree):
            for group, cells in groups.items():
                item = self._items[group]
                for row in item.takeChildren():
                    delete(row)  # PySide would keep what was taken
                item.setHidden(levels is None)
                if levels is not None:
                    title = words.title(group, cells, levels)
                    item.setText(0, title)
                    item.setToolTip(0, title)
                    item.addChildren([_Row(group, cell, levels, self._icon) for cell in cells])
            self._select_again()
        self._show_choice()

    def _apply_theme(self) -> None:
        side = round(self.fontMetrics().height() * 1.2)
        tiles = Tiles(themes.for_palette(self.palette()), side, self.devicePixelRatioF(), self.font())
        self._icon = cache(lambda look: QIcon(tiles.picture(look)))
        self.tree.setIconSize(QSize(side, side))
        for item in self._items:
            # All rows have the same height, and the pictures do not touch.
            item.setSizeHint(0, QSize(0, max(side + 4, metrics.ROW_HEIGHT)))
        self._fill(self.levels, self.groups)

    # -- selection and keys

    def _select_again(self) -> None:
        """Select what was selected, or the cell in another group; keep in mind what is not listed now."""
        place = QModelIndex()
        if self._chosen is not None and self.levels is not None:
            chosen, cell = self._chosen
            group = next((group for group in (chosen, *Group) if cell in self.groups[group]), chosen)
            place = self.tree.model().index(group, 0)
            if cell is not None:
                row = self.groups[group].index(cell) if cell in self.groups[group] else -1
                place = self.tree.model().index(row, 0, place)
            self._chosen = self._chosen if place.isValid() else None
        self.tree.selectionModel().clear()
        self.tree.setCurrentIndex(place)

    def _on_selected(self) -> None:
        self._chosen = None
        for item in self.tree.selectedItems():
            of_group = item.parent() or item
            group = Group(self.tree.indexOfTopLevelItem(of_group))
            self._chosen = group, None if item is of_group else self.groups[group][of_group.indexOfChild(item)]
        self._show_choice()

    def _show_choice(self) -> None:
        """Outline the cells of the selected row, which may have changed with the levels too."""
        self.why.setEnabled(self._cell is not None)
        self.highlight_source.set_outlined(self.selected_cells)

    @property
    def selected_cells(self) -> frozenset[Cell]:
        """The selected cell, or all cells of the selected group."""
        if self._chosen is None or self.levels is None:
            return frozenset()
        group, cell = self._chosen
        return frozenset(self.groups[group] if cell is None else (cell,))

    def request_why(self) -> None:
        """Request the proof of the selected cell; do nothing if no cell is selected."""
        if self._cell is not None:
            self.why_requested.emit(self._cell)

    @property
    def _cell(self) -> Cell | None:
        """The selected cell; ``None`` for a group, and while nothing is listed."""
        return None if self._chosen is None or self.levels is None else self._chosen[1]

    def _deselect(self) -> None:
        self.tree.selectionModel().clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.tree.hasFocus():
            for item in self.tree.selectedItems():
                item.setExpanded(not item.isExpanded())
            self.request_why()
        else:
            super().keyPressEvent(event)

    # -- showing and hiding

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._apply_theme()
        self._source.levels.set_needed(self, True)
        self._refresh()
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._slow_timer.stop()
        self.highlight_source.set_active(on=False)
        self._source.levels.set_needed(self, False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self.isVisible():
            self._apply_theme()


@guarded
class _Row(QTreeWidgetItem):
    """The row of a cell, with its picture on the board. Both are made when they are seen: a board has thousands."""

    def __init__(self, group: Group, cell: Cell, levels: ReasoningLevels, icon: Callable[[Look], QIcon]) -> None:
        super().__init__()
        self._group, self._cell, self._levels, self._icon = group, cell, levels, icon

    def data(self, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return words.entry(self._group, self._cell, self._levels)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(_look(self._cell, self._levels))
        return super().data(column, role)


def _look(cell: Cell, levels: ReasoningLevels) -> Look:
    """Return how a cell looks on the board: with its level and verdict, else with its chance, else plain."""
    level = levels.get(cell)
    if level is not None:
        return Look(Face.COVERED, mark=Mark.SAFE if cell in levels.safe else Mark.MINE, level=level)
    if levels.probabilities is None:
        return Look(Face.COVERED)
    return Look(Face.COVERED, chance=Chance.of(levels.probabilities.probability[cell]))
