"""The table of sentences: what it looks like, and what mouse and keys mean in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column, Role, Trace
from minesweeper_qt.gui.widgets import theme
from minesweeper_qt.gui.widgets.qt_index import Index
from minesweeper_qt.gui.widgets.row_table import RowTable

# What a column is wide enough for at first, beside its title.
_SAMPLES = {
    Column.SENTENCE: "+ {(10, 10), (10, 11), (10, 12)} = 1",
    Column.COUNT: "",
    Column.SIZE: "",
    Column.KIND: "Mine count",
    Column.RULE: "clue 3 at (10, 10), 4 settled",
    Column.PREMISES: "{(10, 10), (10, 11), (10, 12)} = 2 - {(10, 10), (10, 11)} = 1",
    Column.MOVE: "",
}
_COLUMNS_AT_FIRST = (Column.SENTENCE, Column.COUNT, Column.SIZE, Column.KIND)
_ROWS_AT_FIRST = 12
_TINT = 0.16
"""How much of the mark's colour the ground of a new sentence has."""
_FADED = 0.25
"""How much of the ground the ink of a removed sentence has."""


class KnowledgeTable(RowTable):
    """The sentences, and what the user asks about them.

    Signals: ``row_requested(int)``, when the user moves to another row, clicks on one or presses Enter in it;
    ``row_opened(int)`` after it, for Enter and a double click; ``menu_requested(QPoint)``, the place on the screen for a
    context menu.
    """

    row_requested = Signal(int)
    row_opened = Signal(int)
    menu_requested = Signal(QPoint)

    def __init__(self, proxy: KnowledgeFilterProxy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(proxy)
        self.setItemDelegate(_Delegate(proxy, self))
        self.setAccessibleName("Sentences in force")
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        # Without a sorted column the rows stand in the order of learning; a third click leads back there.
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.fit_columns(_SAMPLES.items())

    def set_placeholder(self, hint: str) -> None:
        """Set the hint, for eyes and for screen readers."""
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.viewport().update()

    def selected_rows(self) -> list[int]:
        """Return the numbers of the selected rows, from top to bottom."""
        # Not selectedRows(): for each row it looks through all ranges, which takes long for many of both.
        selection = self.selectionModel().selection()
        spans = [selection.at(number) for number in range(selection.count())]
        return sorted({row for span in spans for row in range(span.top(), span.bottom() + 1)})

    def select_row(self, row: int) -> None:
        """Show a row and, unless it is among those selected, select it alone. That asks nothing."""
        index = self.model().index(row, 0)
        if not self.selectionModel().isSelected(index):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def enter(self) -> None:
        """Take the focus, at the selected row or the first, if there are rows; that asks about the row."""
        if not self.model().rowCount():
            return
        with self._telling(always=True):
            self.setFocus()
            selected = self.selected_rows()
            if self.currentIndex().row() not in selected:
                self.select_row(selected[0] if selected else 0)

    # -- what the user asks for

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pressed = self.indexAt(event.position().toPoint())
        with self._telling(always=pressed.isValid()):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        pressed = self.indexAt(event.position().toPoint())
        if pressed.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.row_opened.emit(pressed.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        with self._telling():
            super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            # Not every platform makes a context menu of these keys.
            self.menu_requested.emit(self._below_current())
        else:
            opens = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            with self._telling(always=opens):
                super().keyPressEvent(event)
            if opens and self.currentIndex().isValid():
                self.row_opened.emit(self.currentIndex().row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(event.globalPos() if by_mouse else self._below_current())

    @contextmanager
    def _telling(self, *, always: bool = False) -> Iterator[None]:
        """Say which row is the current one when the user has moved to it, or ``always``.

        The current row also moves when rows go; but only the user asks.
        """
        before = self.currentIndex().row()
        yield
        row = self.currentIndex().row()
        if row >= 0 and (always or row != before):
            self.row_requested.emit(row)

    def _below_current(self) -> QPoint:
        rect = self.visualRect(self.currentIndex()) & self.viewport().rect()
        place = rect.bottomLeft() if rect.isValid() else self.viewport().rect().topLeft()
        return self.viewport().mapToGlobal(place)

    # -- looks

    def sizeHint(self) -> QSize:
        header = self.horizontalHeader()
        width = sum(header.sectionSize(column) for column in _COLUMNS_AT_FIRST) + 2 * self.frameWidth()
        height = header.sizeHint().height() + _ROWS_AT_FIRST * self.verticalHeader().defaultSectionSize()
        return QSize(width + self.verticalScrollBar().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        row = self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + row + self.horizontalScrollBar().sizeHint().height()
        return QSize(super().minimumSizeHint().width(), height + 2 * self.frameWidth())


class _Delegate(QStyledItemDelegate):
    """Shows what the shown move did to a sentence: by a sign before it, and by ground or stroke of the row."""

    def __init__(self, proxy: KnowledgeFilterProxy, parent: QWidget) -> None:
        super().__init__(parent)
        self._proxy = proxy

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if not self._proxy.has_traces:
            return
        if index.column() == Column.SENTENCE:
            # Room for the sign as for an icon, marked or not: so sentences stand below each other.
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.decorationSize = QSize(_sign_width(option), 1)
        trace = index.data(Role.TRACE)
        if trace is None:
            return
        palette: QPalette = option.palette
        base, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        if trace is Trace.REMOVED:
            palette.setColor(QPalette.ColorRole.Text, theme.mixed(ink, base, _FADED))
            option.palette = palette
            font = option.font
            font.setStrikeOut(True)
            option.font = font
        else:
            option.backgroundBrush = QBrush(theme.mixed(base, theme.for_palette(palette).hint, _TINT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        trace = index.data(Role.TRACE) if index.column() == Column.SENTENCE else None
        if trace is not None:
            # Not as a part of the text, which is struck through or cut short.
            is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
            role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
            gap = option.fontMetrics.averageCharWidth() // 2
            place = option.rect.adjusted(gap, 0, 0, 0)
            place.setWidth(_sign_width(option))
            painter.setFont(option.font)
            painter.setPen(option.palette.color(role))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, trace.value)


def _sign_width(option: QStyleOptionViewItem) -> int:
    return max(option.fontMetrics.horizontalAdvance(trace.value) for trace in Trace)
