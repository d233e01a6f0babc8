"""The tree view of derivations, with the keys that navigate in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from minesweeper_qt.gui.panels.derivation.derivation_model import DerivationColumn, DerivationModel, DerivationRole
from minesweeper_qt.gui.presentation.derivation_text import reason_in_words, short_text
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import Index

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@guarded
class DerivationTree(QTreeView):
    """Shows a ``DerivationModel``.

    Signals: ``derivation_entered(Derivation)``, emitted by Enter or a double click on a derivation;
    ``back_requested()``, emitted by Backspace or Alt+Left; ``derivation_changed(Derivation | None)``, the derivation of
    the row that has become the current one.
    """

    derivation_entered = Signal(object)
    back_requested = Signal()
    derivation_changed = Signal(object)

    def __init__(self, model: DerivationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = model
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setIndentation(QFontMetrics(self.font()).height())
        self.setAccessibleName("Derivation")
        self.setAccessibleDescription("Left and Right close and open a row, Enter goes to it, Backspace goes back")
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(DerivationColumn.CONCLUSION, QHeaderView.ResizeMode.Stretch)
        # Only visible rows determine the column widths: there may be thousands of rows.
        header.setResizeContentsPrecision(0)
        self.doubleClicked.connect(self._enter)

    def open_branches(self) -> None:
        """Expand the titles, which span the whole width, but nothing below them."""
        for row in range(self._tree.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            self.expand(self._tree.index(row, 0))

    def text(self) -> str:
        """Return all rows whose parents are expanded as indented text."""
        lines = []
        index = self._tree.index(0, 0)
        while index.isValid():
            depth, above = 0, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            derivation = self._tree.derivation(index)
            text = str(index.data())
            if derivation is not None:
                conclusion = short_text(derivation) if derivation.is_verdict else derivation.text
                text = f"{conclusion}: {reason_in_words(derivation)}"
            lines.append("  " * depth + text)
            index = self.indexBelow(index)
        return "\n".join(lines)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.derivation_changed.emit(self._tree.derivation(current))

    @Slot(QModelIndex)
    def _enter(self, index: Index) -> None:
        first = self._tree.index(index.row(), 0, index.parent())
        derivation = self._tree.derivation(first)
        if derivation is not None:
            self.derivation_entered.emit(derivation)
        elif first.data(DerivationRole.IS_MORE):
            row, parent = first.row(), first.parent()
            self._tree.show_more(first)
            self.setCurrentIndex(self._tree.index(row, 0, parent))
        elif first.isValid():
            self.setExpanded(first, not self.isExpanded(first))

    # -- keys

    def event(self, event: QEvent) -> bool:
        # The keys that go back belong to the tree, not to a shortcut of the window.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_back(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_back(event):
            self.back_requested.emit()
        elif event.key() in _ENTER and self.currentIndex().isValid():
            self._enter(self.currentIndex())
        elif event.key() == Qt.Key.Key_Asterisk:
            # Qt would expand all descendants, which can be more than fits into memory.
            self.expand(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters are shortcuts of the window, not a search."""


def _is_back(event: QKeyEvent) -> bool:
    is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
    return event.key() == Qt.Key.Key_Backspace or (event.key() == Qt.Key.Key_Left and is_alt)
