"""The levels panel: the covered cells of the current position by the reasoning level that settles them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QPushButton, QTreeView, QVBoxLayout, QWidget

from minesweeper_qt.gui.background.explanation_service import SLOW_AFTER
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.panels.levels.levels_model import LevelsModel
from minesweeper_qt.gui.presentation import levels_text as words
from minesweeper_qt.gui.presentation.levels_text import Group
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Cell


class _Tree(QTreeView):
    """A tree view that passes letter keys to the panel, where they are shortcuts, instead of searching for them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)


class LevelsPanel(QWidget):
    """A summary of the whole position, and a tree of its covered cells by reasoning level.

    The panel requests levels only while it is visible.

    Attributes: ``summary``, the label with the summary; ``tree``, the view; ``model``, the item model of the tree;
    ``why``, the button.

    Signals: ``why_requested(Cell)``, the user requests the proof of a cell; ``cells_selected(frozenset)``, the cells of
    the selected row, emitted whenever they change, and empty while the panel is hidden.
    """

    why_requested = Signal(object)
    cells_selected = Signal(object)

    def __init__(self, source: BoardSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._announced: frozenset[Cell] = frozenset()
        self._expanded = {Group.UNSEEN}
        self.model = LevelsModel(self)
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tree = self._make_tree()
        self.why = QPushButton("&Why?", self)
        self.why.setToolTip("Show the proof for the selected cell (Enter or W)")
        self.why.setAccessibleDescription("Show the proof for the selected cell")
        self.why.setEnabled(False)
        self.setAccessibleName("What is known")
        below = QHBoxLayout()
        below.addWidget(self.why)
        below.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(self.summary)
        column.addWidget(self.tree, 1)
        column.addLayout(below)
        self._slow_timer = QTimer(self)
        self._slow_timer.setSingleShot(True)
        self._slow_timer.setInterval(SLOW_AFTER)
        self._slow_timer.timeout.connect(self._on_became_slow)
        self.why.clicked.connect(self._request_why)
        self.tree.doubleClicked.connect(self._request_why)
        self.tree.expanded.connect(self._on_expanded)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.selectionModel().selectionChanged.connect(self._announce)
        # Connected first: a selection from another game must not survive in this one.
        source.game_started.connect(self._clear_if_hidden)
        for signal in (source.game_started, source.knowledge_reset, source.updated, source.levels_changed):
            signal.connect(self._refresh)

    # -- content

    @Slot()
    def _refresh(self) -> None:
        """Show the current levels, if the panel is visible; keep the old ones for a moment while they are computed."""
        source = self._source
        if not self.isVisible():
            return
        levels, problem = source.levels, source.levels_problem
        if levels is not None:
            groups = words.groups_of(levels, source.position, source.settled)
            self.model.show(levels, groups)
            for group in self._expanded:
                self.tree.expand(self.model.group_index(group))
            self._set_summary(words.summary(levels, groups))
            self._announce()
        elif problem:
            self._show_nothing(problem[0].upper() + problem[1:] + ".")
        elif not source.has_levels:
            over = words.LOST if source.is_lost else words.OVER
            self._show_nothing(over if source.is_lost or source.position.clues else words.NOTHING_YET)
        elif not self._slow_timer.isActive():
            self._slow_timer.start()

    @Slot()
    def _clear_if_hidden(self) -> None:
        """Clear the model while the panel is hidden; a visible panel keeps its rows until there are new ones."""
        if not self.isVisible():
            self.model.clear()

    @Slot()
    def _on_became_slow(self) -> None:
        self._show_nothing(words.WORKING)

    def _show_nothing(self, why: str) -> None:
        self.model.clear()
        self._set_summary(why)
        self._announce()

    def _set_summary(self, text: str) -> None:
        self._slow_timer.stop()
        self.summary.setText(text)
        self.tree.setAccessibleDescription(text)

    def _apply_theme(self) -> None:
        side = round(self.fontMetrics().height() * 1.2)
        self.tree.setIconSize(QSize(side, side))
        theme = themes.for_palette(self.palette())
        self.model.tiles = Tiles(theme, side, self.devicePixelRatioF(), self.font())
        self.tree.viewport().update()

    # -- selection and keys

    @Slot()
    def _announce(self) -> None:
        """Emit the cells of the selected row if they have changed; a hidden panel selects no cell."""
        index = self._selected()
        self.why.setEnabled(self.model.cell_at(index) is not None)
        cells = self.model.cells_at(index) if self.isVisible() else frozenset()
        if cells != self._announced:
            self._announced = cells
            self.cells_selected.emit(cells)

    @Slot()
    def _request_why(self) -> None:
        cell = self.model.cell_at(self._selected())
        if cell is not None:
            self.why_requested.emit(cell)

    @Slot(QModelIndex)
    def _on_expanded(self, index: QModelIndex) -> None:
        self._expanded.add(self.model.group_at(index))

    @Slot(QModelIndex)
    def _on_collapsed(self, index: QModelIndex) -> None:
        self._expanded.discard(self.model.group_at(index))

    def _selected(self) -> QModelIndex:
        chosen = self.tree.selectionModel().selectedIndexes()
        return chosen[0] if chosen else QModelIndex()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_panel_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_escape(event):
            self.tree.selectionModel().clear()
        elif self._is_why_key(event):
            self._request_why()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.tree.hasFocus():
            index = self._selected()
            if index.isValid() and self.model.cell_at(index) is None:
                self.tree.setExpanded(index, not self.tree.isExpanded(index))
            self._request_why()
        else:
            super().keyPressEvent(event)

    def _is_panel_key(self, event: QKeyEvent) -> bool:
        """Return whether the panel handles the key, not the window: Esc or W while something is selected here."""
        return self._is_escape(event) or self._is_why_key(event)

    def _is_escape(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Cancel) and self._selected().isValid()

    def _is_why_key(self, event: QKeyEvent) -> bool:
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        return is_plain and event.key() == Qt.Key.Key_W and self.why.isEnabled()

    # -- showing and hiding

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._apply_theme()
        self._source.request_levels(self, True)
        self._refresh()
        self._announce()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._slow_timer.stop()
        self._announce()
        self._source.request_levels(self, False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self.isVisible():
            self._apply_theme()

    def _make_tree(self) -> QTreeView:
        tree = _Tree(self)
        tree.setModel(self.model)
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(True)
        tree.setIndentation(self.fontMetrics().height())
        tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        tree.setAccessibleName("Covered cells by the reasoning that settles them")
        return tree
