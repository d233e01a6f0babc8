"""The tree view of the levels panel, which draws each cell's row with a picture of the cell as on the board."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.panels.levels.levels_model import LOOK, LevelsModel
from minesweeper_qt.gui.presentation.look import Look
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import Index


@guarded
class LevelsTree(QTreeView):
    """Shows a ``LevelsModel``. Letter keys are left to the panel, where they are shortcuts, not a search."""

    def __init__(self, model: LevelsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = _PictureDelegate(self)
        self.setItemDelegate(self._pictures)
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(self.fontMetrics().height())
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName("Covered cells by the reasoning that settles them")

    def set_tiles(self, tiles: Tiles) -> None:
        """Draw the pictures of the cells that ``tiles`` makes; without it there are no pictures."""
        self.setIconSize(QSize(tiles.size, tiles.size))
        self._pictures.tiles = tiles
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)


@guarded
class _PictureDelegate(QStyledItemDelegate):
    """Draws the picture of a cell left of its text; ``tiles`` makes the pictures, ``None`` for no pictures."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tiles: Tiles | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        look: Look | None = index.data(LOOK)
        if self.tiles is not None and look is not None:
            picture = self.tiles.picture(look)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = QIcon(picture)
            option.decorationSize = picture.deviceIndependentSize().toSize()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if self.tiles is None:
            return super().sizeHint(option, index)
        # All rows have the same height, and the pictures do not touch.
        return QSize(0, self.tiles.size + 4)
