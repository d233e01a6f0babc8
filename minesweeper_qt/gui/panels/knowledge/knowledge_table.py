"""The table view of the sentences: its looks, and its reactions to mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QWidget,
)

from minesweeper_qt.gui.panels.knowledge.column_widths import ColumnWidths
from minesweeper_qt.gui.panels.knowledge.knowledge_delegate import KnowledgeDelegate
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import COLUMNS, Column
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.row_table import RowTable

# Texts that a column is wide enough for at first, besides its title.
_SAMPLES = {
    Column.SENTENCE: "+ {(10, 10), (10, 11), (10, 12)} = 1",
    Column.COUNT: "",
    Column.SIZE: "",
    Column.KIND: "Mine count",
    Column.RULE: "clue 3 at (10, 10), 4 settled",
    Column.PREMISES: "{(10, 10), (10, 11), (10, 12)} = 2 - {(10, 10), (10, 11)} = 1",
    Column.MOVE: "",
    Column.YOURS: "move 112, longer",
    Column.REFERENCE: "move 112, revealed",
}
_COLUMNS_AT_FIRST = (Column.SENTENCE, Column.KIND)
"""The columns that decide on the width; the premises give way."""
_ROWS_AT_FIRST = 12
_FRAME = 100
"""The milliseconds from one picture to the next of rows that change faster than anyone can follow."""


@guarded
class KnowledgeTable(RowTable):
    """Shows the sentences, and reports the rows that the user moves to or opens.

    Signals: ``row_requested(int)``, emitted when the user moves to another row, clicks on one or presses Enter in it;
    ``row_opened(int)``, emitted after it for Enter and a double click; ``menu_requested(QPoint)``, with the place on
    the screen for a context menu. Attribute: ``widths``, which fits the columns to the room.
    """

    row_requested = Signal(int)
    row_opened = Signal(int)
    menu_requested = Signal(QPoint)

    def __init__(self, proxy: KnowledgeFilterProxy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._proxy = proxy
        self._has_span = False
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME)
        self._frames.timeout.connect(self._paint_frame)
        self.setModel(proxy)
        self.setItemDelegate(KnowledgeDelegate(proxy, self))
        self.setAccessibleName("Sentences in force")
        self.hint_icon = "knowledge"
        # Columns must not move when a filter leaves so few rows that no scroll bar is needed; it has no handle then.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._on_scroll_range)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(False)
        # Without a sorted column the rows are in the order of learning; a third click on a title restores that order.
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.fit_columns(_SAMPLES.items())
        self._first_width = sum(header.sectionSize(column) for column in _COLUMNS_AT_FIRST)
        self._first_width += header.sectionSizeHint(Column.PREMISES)
        wide = {column: header.sectionSize(column) for column in Column}
        # The sentence has what room there is.
        header.setSectionResizeMode(Column.SENTENCE, QHeaderView.ResizeMode.Stretch)
        self.widths = ColumnWidths(self, wide, wide[Column.SENTENCE])
        proxy.arranged.connect(self._span_failure)
        proxy.modelReset.connect(self._span_failure)

    def set_placeholder(self, hint: str) -> None:
        """Set the hint that an empty table shows, also for screen readers."""
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.viewport().update()

    def set_compared(self, is_compared: bool) -> None:
        """Set whether the sentences are those of two agents."""
        self.setAccessibleName("Sentences of your agent and of the reference" if is_compared else "Sentences in force")
        self.widths.fit()

    def set_hurried(self, is_hurried: bool) -> None:
        """Set whether rows change faster than anyone can follow: they are painted only now and then."""
        if is_hurried != self._frames.isActive():
            if is_hurried:
                self._frames.start()
            else:
                self._frames.stop()
            self.setUpdatesEnabled(not is_hurried)

    @Slot()
    def _paint_frame(self) -> None:
        self.setUpdatesEnabled(True)
        self.repaint()
        self.setUpdatesEnabled(False)

    @Slot()
    def _span_failure(self) -> None:
        """Show the message of a failed call, which is in the first row, over the whole width."""
        is_there = self._proxy.rowCount() > 0 and self._proxy.is_failure(0)
        if self._has_span or is_there:
            self.clearSpans()
        if is_there:
            self.setSpan(0, 0, 1, COLUMNS)
        self._has_span = is_there

    @Slot(int, int)
    def _on_scroll_range(self, first: int, last: int) -> None:
        self.verticalScrollBar().setEnabled(last > first)

    def selected_rows(self) -> list[int]:
        """Return the numbers of the selected rows, from top to bottom."""
        # Not selectedRows(): it searches all ranges for each row, which takes long when there are many of both.
        selection = self.selectionModel().selection()
        spans = [selection.at(number) for number in range(selection.count())]
        return sorted({row for span in spans for row in range(span.top(), span.bottom() + 1)})

    def select_row(self, row: int) -> None:
        """Scroll to a row and, unless it is already selected, select it alone; ``row_requested`` is not emitted."""
        index = self.model().index(row, 0)
        if not self.selectionModel().isSelected(index):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def enter(self) -> None:
        """Take the focus, go to the selected row or the first, and emit ``row_requested``; without rows do nothing."""
        if not self.model().rowCount():
            return
        with self._requesting_row(always=True):
            self.setFocus()
            selected = self.selected_rows()
            if self.currentIndex().row() not in selected:
                self.select_row(selected[0] if selected else 0)

    # -- mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pressed = self.indexAt(event.position().toPoint())
        with self._requesting_row(always=pressed.isValid()):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        pressed = self.indexAt(event.position().toPoint())
        if pressed.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.row_opened.emit(pressed.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        with self._requesting_row():
            super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            # Not every platform sends a context menu event for these keys.
            self.menu_requested.emit(self._below_current())
        else:
            opens = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            with self._requesting_row(always=opens):
                super().keyPressEvent(event)
            if opens and self.currentIndex().isValid():
                self.row_opened.emit(self.currentIndex().row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(event.globalPos() if by_mouse else self._below_current())

    @contextmanager
    def _requesting_row(self, *, always: bool = False) -> Iterator[None]:
        """Emit ``row_requested`` with the current row after the block if the row has changed in it, or ``always``.

        The current row also changes when rows are removed; therefore only blocks that handle user input are wrapped.
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
        width = self._first_width + 2 * self.frameWidth()
        height = header.sizeHint().height() + _ROWS_AT_FIRST * self.verticalHeader().defaultSectionSize()
        return QSize(width + self.verticalScrollBar().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        row = self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + row
        # The frame is wider while the table has the focus.
        return QSize(super().minimumSizeHint().width(), height + 2 * self.frameWidth() + metrics.HAIR)
