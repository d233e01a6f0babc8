"""The table view of the sentences: its looks, its columns, and its reactions to keys."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QItemSelectionModel, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_delegate import KnowledgeDelegate
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import KnowledgeProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_model import COLUMNS, HEADERS, Column, Row
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import RowTable

# Texts that a column is wide enough for at first, besides its title.
_SAMPLES = {
    Column.SENTENCE: "+ {(10, 10), (10, 11), (10, 12)} = 1",
    Column.COUNT: "",
    Column.SIZE: "",
    Column.RULE: "clue 3 at (10, 9), 4 settled",
    Column.MOVE: "",
    Column.YOURS: "move 112",
    Column.REFERENCE: "move 112",
}

_AT_FIRST = {False: (Column.SENTENCE, Column.RULE), True: (Column.SENTENCE, Column.YOURS, Column.REFERENCE)}
"""The columns that are shown at first, by whether the sentences are those of two agents."""


@guarded
class KnowledgeTable(RowTable):
    """Shows the sentences.

    Signals: ``row_opened()``, emitted when the user presses Enter in a row or clicks on it twice; ``menu_requested``,
    with the place on the screen for a context menu.
    """

    row_opened = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, proxy: KnowledgeProxy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._proxy = proxy
        self.setModel(proxy)
        self.setItemDelegate(KnowledgeDelegate(self))
        self.setAccessibleName("Sentences in force")
        self.hint_icon = "knowledge"
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        # Without a sorted column the rows are in the order of learning; a third click on a title restores that order.
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.fit_columns(_SAMPLES.items())
        # The sentence has what room there is.
        header.setSectionResizeMode(Column.SENTENCE, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self.row_opened)

    def set_placeholder(self, hint: str) -> None:
        """Set the hint that an empty table shows, also for screen readers."""
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.viewport().update()

    def span_failure(self) -> None:
        """Show the message of a failed call, which is in the first row, over the whole width."""
        self.clearSpans()
        if self._proxy.rowCount() and self._proxy.row_at(0).is_failure:
            self.setSpan(0, 0, 1, COLUMNS)

    @property
    def selected(self) -> list[Row]:
        """The selected rows, from top to bottom."""
        return [self._proxy.row_at(number) for number in self.selected_rows()]

    def selected_rows(self) -> list[int]:
        """Return the numbers of the selected rows, from top to bottom."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def select_row(self, row: int) -> None:
        """Scroll to a row and, unless it is already selected, select it alone."""
        index = self.model().index(row, 0)
        if not self.selectionModel().isSelected(index):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def enter(self) -> None:
        """Take the focus, and go to the selected row or the first; without rows do nothing."""
        if self.model().rowCount():
            self.setFocus()
            selected = self.selected_rows()
            if self.currentIndex().row() not in selected:
                self.select_row(selected[0] if selected else 0)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            # Not every platform sends a context menu event for these keys.
            self.menu_requested.emit(self._below_current())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.row_opened.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(event.globalPos() if by_mouse else self._below_current())

    def _below_current(self) -> QPoint:
        rect = self.visualRect(self.currentIndex()) & self.viewport().rect()
        place = rect.bottomLeft() if rect.isValid() else self.viewport().rect().topLeft()
        return self.viewport().mapToGlobal(place)

    # -- looks

    def minimumSizeHint(self) -> QSize:
        row = self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + row
        # The frame is wider while the table has the focus.
        return QSize(super().minimumSizeHint().width(), height + 2 * self.frameWidth() + metrics.HAIR)


class ColumnsMenu(QMenu):
    """Hides and shows the columns of a table, except the sentence; a right click on the column titles opens it too.

    It keeps two layouts of the columns, widths and sort order with them: that for the sentences of one agent, and that
    for those of two, which has more columns. Attribute: ``is_compared``, true while the latter applies.
    """

    def __init__(self, table: QTableView, parent: QWidget | None = None) -> None:
        super().__init__("C&olumns", parent)
        self._header = table.horizontalHeader()
        for column, (title, explanation) in HEADERS.items():
            action = self.addAction(title)
            action.setCheckable(True)
            action.setStatusTip(explanation)
            action.setData(column)
            action.setEnabled(column is not Column.SENTENCE)
        self._layouts: dict[bool, QByteArray] = {}
        self.is_compared = False
        for is_compared in (True, False):
            for column in Column:
                self._header.setSectionHidden(column, column not in _AT_FIRST[is_compared])
            self._layouts[is_compared] = self._header.saveState()
        self._at_first = dict(self._layouts)
        self.aboutToShow.connect(self._update)
        self.triggered.connect(self._on_triggered)
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._open_at)

    @property
    def shown(self) -> list[Column]:
        """The columns that are shown, from left to right."""
        return [column for column in Column if not self._header.isSectionHidden(column)]

    def set_compared(self, is_compared: bool) -> None:
        """Use the layout for the sentences of two agents, or the usual one."""
        if is_compared != self.is_compared:
            self._layouts[self.is_compared] = self._header.saveState()
            self.is_compared = is_compared
            self._apply()

    def save_state(self, is_compared: bool) -> QByteArray:
        """Return one of the layouts, for the settings."""
        return self._header.saveState() if is_compared == self.is_compared else self._layouts[is_compared]

    def restore_state(self, state: QByteArray, is_compared: bool) -> None:
        """Use a layout that ``save_state`` returned; in place of any other bytes, the one at first."""
        self._layouts[is_compared] = state
        if is_compared == self.is_compared:
            self._apply()

    def _apply(self) -> None:
        if not self._header.restoreState(self._layouts[self.is_compared]):
            self._header.restoreState(self._at_first[self.is_compared])
        self._header.setSectionHidden(Column.SENTENCE, False)
        self._header.setSectionResizeMode(Column.SENTENCE, QHeaderView.ResizeMode.Stretch)

    @Slot()
    def _update(self) -> None:
        for action in self.actions():
            action.setChecked(action.data() in self.shown)
            action.setVisible(self.is_compared or action.data() not in (Column.YOURS, Column.REFERENCE))

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self._header.setSectionHidden(action.data(), not action.isChecked())

    @Slot(QPoint)
    def _open_at(self, place: QPoint) -> None:
        self.popup(self._header.viewport().mapToGlobal(place))
