"""The levels panel: the covered cells of the current position by the reasoning level that settles them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.panels.levels.levels_model import LevelsModel
from minesweeper_qt.gui.panels.levels.levels_tree import LevelsTree
from minesweeper_qt.gui.presentation import levels_text as words
from minesweeper_qt.gui.presentation.levels_text import Group
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.worker import SLOW_AFTER
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.empty_state import EmptyState
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.model import Cell, ReasoningLevels


@guarded
class LevelsPanel(QWidget):
    """A summary of the whole position, and a tree of its covered cells by reasoning level.

    The panel requests levels only while it is visible.

    Attributes: ``summary``, the label with the summary; ``tree``, the view; ``model``, the item model of the tree;
    ``why``, the button; ``highlight_source``, which requests outlines around the cells of the selected row.

    Signal: ``why_requested(Cell)``, the user requests the proof of a cell.
    """

    why_requested = Signal(object)

    def __init__(self, source: BoardSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._expanded = {Group.UNSEEN}
        self._chosen: tuple[Group, Cell | None] | None = None
        """The row that was selected before the rows were removed for a long computation, to be selected again."""
        self.model = LevelsModel(self)
        self.highlight_source = HighlightSource(self)
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tree = LevelsTree(self.model, self)
        self._empty = EmptyState.within(self.tree, "levels")
        self.why = QPushButton("&Why?", self)
        self.why.setToolTip("Show the proof for the selected cell (Enter)")
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
        PanelKey(self, QKeySequence.StandardKey.Cancel, self._has_selection, self._deselect)
        self.why.clicked.connect(self.request_why)
        self.tree.doubleClicked.connect(self.request_why)
        self.tree.expanded.connect(self._on_expanded)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.selectionModel().selectionChanged.connect(self._on_selected)
        # Connected first: a selection from another game must not survive in this one.
        source.game_started.connect(self._on_game_started)
        for signal in (source.game_started, source.knowledge_reset, source.updated, source.explanations.levels_changed):
            signal.connect(self._refresh)

    # -- content

    @Slot()
    def _refresh(self) -> None:
        """Show the current levels, if the panel is visible; keep the old ones for a moment while they are computed."""
        source = self._source
        if not self.isVisible():
            return
        levels, problem = source.explanations.levels, source.explanations.problem
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
        if levels is self.model.levels:
            groups = self.model.groups | {Group.UNSEEN: words.unseen(levels, view.settled)}
            if groups == self.model.groups:
                self._slow_timer.stop()
                return
        else:
            groups = words.groups_of(levels, view.position, view.settled)
        self.model.show(levels, groups)
        for group in self._expanded:
            self.tree.expand(self.model.group_index(group))
        self._restore_selection()
        self._set_summary(words.summary(levels, groups))
        self._on_selected()

    @Slot()
    def _on_game_started(self) -> None:
        """Clear the selection and, while the panel is hidden, the rows; a visible panel keeps them for a moment."""
        self._deselect()
        self._chosen = None
        if not self.isVisible():
            self.model.clear()

    @Slot()
    def _on_became_slow(self) -> None:
        index = self._selected()
        chosen = (self.model.group_at(index), self.model.cell_at(index)) if index.isValid() else self._chosen
        self._show_nothing(words.WORKING)
        self._chosen = chosen

    def _restore_selection(self) -> None:
        """Select the row again that was selected before a long computation, unless another one is selected."""
        if self._chosen is not None and not self._has_selection():
            self.tree.setCurrentIndex(self.model.place_of(*self._chosen))
        self._chosen = None

    def _show_nothing(self, why: str) -> None:
        self.model.clear()
        self._chosen = None
        self._set_summary(why, is_empty=True)
        self._on_selected()

    def _set_summary(self, text: str, is_empty: bool = False) -> None:
        self._slow_timer.stop()
        self._empty.set_text(text)
        self._empty.setVisible(is_empty)
        for widget in (self.summary, self.why):
            widget.setHidden(is_empty)
        self.summary.setText(text)
        self.tree.setAccessibleDescription(text)

    def _apply_theme(self) -> None:
        side = round(self.fontMetrics().height() * 1.2)
        self.tree.set_tiles(Tiles(themes.for_palette(self.palette()), side, self.devicePixelRatioF(), self.font()))

    # -- selection and keys

    @Slot()
    def _on_selected(self) -> None:
        """Outline the cells of the selected row, which may have changed with the levels too."""
        index = self._selected()
        self.why.setEnabled(self.model.cell_at(index) is not None)
        self.highlight_source.set_outlined(self.model.cells_at(index))

    @Slot()
    def request_why(self) -> None:
        """Request the proof of the selected cell; do nothing if no cell is selected."""
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

    def _has_selection(self) -> bool:
        return self._selected().isValid()

    def _deselect(self) -> None:
        self.tree.selectionModel().clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.tree.hasFocus():
            index = self._selected()
            if index.isValid() and self.model.cell_at(index) is None:
                self.tree.setExpanded(index, not self.tree.isExpanded(index))
            self.request_why()
        else:
            super().keyPressEvent(event)

    # -- showing and hiding

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._apply_theme()
        self._source.explanations.request_levels(self, True)
        self._refresh()
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._slow_timer.stop()
        self.highlight_source.set_active(on=False)
        self._source.explanations.request_levels(self, False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self.isVisible():
            self._apply_theme()
