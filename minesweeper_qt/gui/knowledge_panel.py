"""The knowledge base as a table that can be searched, sorted and selected."""

from __future__ import annotations

import json

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.knowledge_model import Column, KnowledgeFilterProxy, KnowledgeTableModel
from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.derivation import Derivation

# What a column is wide enough for at first, beside its title.
_SAMPLES = {
    Column.SENTENCE: "{(10, 10), (10, 11), (10, 12)} = 1",
    Column.COUNT: "",
    Column.SIZE: "",
    Column.KIND: "Mine count",
    Column.RULE: "clue 3 at (10, 10), 4 settled",
    Column.PREMISES: "{(10, 10), (10, 11), (10, 12)} = 2 - {(10, 10), (10, 11)} = 1",
    Column.MOVE: "",
}
_COLUMNS_AT_FIRST = (Column.SENTENCE, Column.COUNT, Column.SIZE, Column.KIND)
_ROWS_AT_FIRST = 12
_WIDEST = 20_000

NOTHING_KNOWN = "Nothing is known yet: no clue is revealed."
ALL_SETTLED = "Nothing is left to reason about: every cell that the clues mention is settled."
NOTHING_FOUND = "No sentence matches."


class _Table(QTableView):
    """A table that says something where it has no rows.

    Attributes: ``hint``, what it says.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = ""

    def say(self, hint: str) -> None:
        """Set the hint, for eyes and for screen readers."""
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.viewport().update()

    def fit_rows(self) -> None:
        """Give all rows the same height, from the font."""
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.5))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit_rows()

    def sizeHint(self) -> QSize:
        header = self.horizontalHeader()
        width = sum(header.sectionSize(column) for column in _COLUMNS_AT_FIRST) + 2 * self.frameWidth()
        height = header.sizeHint().height() + _ROWS_AT_FIRST * self.verticalHeader().defaultSectionSize()
        return QSize(width + self.verticalScrollBar().sizeHint().width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hint and not self.model().rowCount():
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                room = self.viewport().rect().adjusted(*(self.fontMetrics().height() * side for side in (1, 1, -1, -1)))
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.hint)


class KnowledgePanel(QWidget):
    """The knowledge base: a search field, the table, and its figures below.

    Attributes: ``table``, the view; ``filter_field``, the search field; ``figures``, the label below the table;
    ``bar_text``, what is said above it of the cell asked about; ``proxy``, the rows as they are shown.

    Signals: ``cells_selected(frozenset)``, the cells of all selected sentences, whenever that changed;
    ``cell_cleared()``, when the user no longer wants to see the sentences of one cell only.
    """

    cells_selected = Signal(object)
    cell_cleared = Signal()

    def __init__(self, model: KnowledgeTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.proxy = KnowledgeFilterProxy(model, self)
        self._announced: frozenset[Cell] = frozenset()
        self._has_learned = model.rowCount() > 0
        self._verdict = ""
        self._figures = (model.rowCount(), 0, 0)
        self.filter_field = self._make_filter_field()
        self._bar, self._bar_label, self._show_all = self._make_bar()
        self.table = self._make_table()
        self._copy = self._make_copy_action()
        self.figures = QLabel(self)
        self.figures.setWordWrap(True)
        self.figures.setAccessibleName("Figures of the knowledge base")
        self.figures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

        layout = QVBoxLayout(self)
        # The bar comes and goes below the table, where no row moves for it.
        for widget in (self.filter_field, self.table, self._bar, self.figures):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)
        self.setTabOrder(self.filter_field, self.table)
        self.setTabOrder(self.table, self._show_all)
        self.setAccessibleName("Knowledge base")

        self.filter_field.textChanged.connect(self._filter_by_text)
        self._show_all.clicked.connect(self.show_all)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        model.applied.connect(self._model_applied)
        # Of the proxy, not of the model: by then the selection is gone too.
        self.proxy.modelReset.connect(self._model_reset)
        self._refresh()

    # -- what the window tells

    @Slot(object)
    def show_cell(self, cell: Cell | None) -> None:
        """Show the sentences that mention ``cell`` only, or all for ``None``."""
        self.proxy.set_cell(cell)
        self._bar.setVisible(cell is not None)
        self._refresh()

    def set_verdict(self, text: str) -> None:
        """Say what is known of the cell that is asked about, below the number of its sentences."""
        self._verdict = text
        self._refresh()

    @Slot(int, int, int)
    def set_figures(self, length: int, mines: int, safe_moves: int) -> None:
        """Show the documents' own figures: knowledge base length, known mines and safe moves remaining."""
        self._figures = (length, mines, safe_moves)
        self._refresh()

    @Slot()
    def focus_filter(self) -> None:
        """Let the user type into the search field."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    @Slot()
    def show_all(self) -> None:
        """Stop filtering by cell and by text."""
        had_cell = self.proxy.cell is not None
        if self._show_all.hasFocus():
            # The button goes with its bar; the focus must not end up elsewhere in the window.
            self.table.setFocus()
        self.filter_field.clear()
        self.show_cell(None)
        if had_cell:
            self.cell_cleared.emit()

    @property
    def bar_text(self) -> str:
        """What the bar says of the cell that is asked about."""
        return self._bar_label.text()

    def selected_records(self) -> list[Derivation]:
        """Return the records of the selected rows, from top to bottom."""
        return [self._model.record(row) for row in self._selected_rows()]

    def _selected_rows(self) -> list[int]:
        """Return the rows of the model that are selected, from top to bottom of the table."""
        # Not selectedRows(): for each row it looks through all ranges, which takes long for many of both.
        selection = self.table.selectionModel().selection()
        spans = [selection.at(number) for number in range(selection.count())]
        shown = {row for span in spans for row in range(span.top(), span.bottom() + 1)}
        return [self.proxy.mapToSource(self.proxy.index(row, 0)).row() for row in sorted(shown)]

    # -- state

    def save_state(self) -> QByteArray:
        """Return the column widths and the sort order, for the settings."""
        header = self.table.horizontalHeader()
        state = {
            "widths": [header.sectionSize(column) for column in Column],
            "sort": [header.sortIndicatorSection(), header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder],
        }
        return QByteArray(json.dumps(state).encode())

    def restore_state(self, state: QByteArray) -> None:
        """Take over what ``save_state`` returned; anything else is ignored."""
        # Qt's own saveState would be shorter, but it believes what it reads, and can't tell an older set of columns.
        try:
            decoded = json.loads(bytes(state.data()))
            widths = [int(width) for width in decoded["widths"]]
            column, descending = int(decoded["sort"][0]), bool(decoded["sort"][1])
        except (ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError):
            return
        if len(widths) != len(Column) or not all(0 < width <= _WIDEST for width in widths):
            return
        if not -1 <= column < len(Column):
            return
        header = self.table.horizontalHeader()
        for section, width in enumerate(widths):
            header.resizeSection(section, width)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)

    # -- keys

    def event(self, event: QEvent) -> bool:
        # A shortcut of the window must not take Esc away while there is something to clear here.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_escape(event):
            super().keyPressEvent(event)
        elif self.proxy.is_filtering:
            self.show_all()
        else:
            self.table.clearSelection()

    def _is_escape(self, event: QKeyEvent) -> bool:
        """True when Esc was pressed and there is a filter or a selection to clear."""
        is_escape = event.matches(QKeySequence.StandardKey.Cancel)
        return is_escape and (self.proxy.is_filtering or self.table.selectionModel().hasSelection())

    # -- reactions

    @Slot(str)
    def _filter_by_text(self, text: str) -> None:
        self.proxy.set_text(text)
        self._refresh()

    @Slot()
    def _model_applied(self) -> None:
        # Sentences may have come and gone in one batch: then the figures tell.
        self._has_learned = self._has_learned or self._model.rowCount() > 0
        self._refresh()
        self._announce()

    @Slot()
    def _model_reset(self) -> None:
        length = self._model.rowCount()
        self._has_learned = length > 0
        self._figures = (length, 0, 0)
        self._refresh()
        self._announce()

    @Slot()
    def _selection_changed(self) -> None:
        if not self._model.is_applying:
            self._announce()

    def _announce(self) -> None:
        """Say which cells are selected, unless that was said before."""
        records = self.selected_records()
        self._copy.setEnabled(bool(records))
        cells = frozenset[Cell]().union(*(record.cells for record in records))
        if cells != self._announced:
            self._announced = cells
            self.cells_selected.emit(cells)

    def _refresh(self) -> None:
        """Bring all texts up to date."""
        total, shown = self._model.rowCount(), self.proxy.rowCount()
        if self.proxy.cell is not None:
            found = f"Sentences that mention {self.proxy.cell}: {shown} of {total}"
            self._bar_label.setText(f"{found}\n{self._verdict}" if self._verdict else found)
        length, mines, safe_moves = self._figures
        texts = [f"Knowledge base length: {length}", f"Known mines: {mines}", f"Safe moves remaining: {safe_moves}"]
        if self.proxy.is_filtering:
            texts.append(f"Shown: {shown}")
        self.figures.setText("   ".join(texts))
        if shown:
            hint = ""
        elif total:
            hint = NOTHING_FOUND
        else:
            hint = ALL_SETTLED if self._has_learned or any(self._figures) else NOTHING_KNOWN
        self.table.say(hint)

    @Slot()
    def _copy_rows(self) -> None:
        """Put the selected rows on the clipboard: a line each, tabs between the columns."""
        rows = [self._model.full_texts(row) for row in self._selected_rows()]
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows))

    # -- making the widgets

    def _make_filter_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText("Filter: text or (row, column)")
        field.setClearButtonEnabled(True)
        field.setAccessibleName("Filter the sentences")
        field.setAccessibleDescription("Type a text or a cell such as (2, 3); only sentences that contain it are shown")
        field.setToolTip("Show only sentences with this text or cell, such as (2, 3) or subset")
        return field

    def _make_bar(self) -> tuple[QFrame, QLabel, QPushButton]:
        bar = QFrame(self)
        bar.setFrameShape(QFrame.Shape.StyledPanel)
        bar.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        bar.setAutoFillBackground(True)
        text = QLabel(bar)
        text.setWordWrap(True)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        button = QPushButton("Show all", bar)
        button.setToolTip("Show all sentences again (Esc)")
        layout = QHBoxLayout(bar)
        room = layout.contentsMargins()
        layout.setContentsMargins(room.left(), room.top() // 3, room.right() // 3, room.bottom() // 3)
        layout.addWidget(text)
        layout.addWidget(button)
        bar.hide()
        return bar, text, button

    def _make_table(self) -> _Table:
        table = _Table(self)
        table.setModel(self.proxy)
        table.setAccessibleName("Sentences in force")
        table.setAlternatingRowColors(True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTextElideMode(Qt.TextElideMode.ElideRight)
        table.setWordWrap(False)
        table.setShowGrid(False)
        table.setCornerButtonEnabled(False)
        table.setTabKeyNavigation(False)
        rows = table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.fit_rows()
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        # Without a sorted column the rows stand in the order of learning; a third click leads back there.
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)
        metrics = QFontMetrics(table.font())
        for column, sample in _SAMPLES.items():
            width = metrics.horizontalAdvance(sample) + 2 * metrics.averageCharWidth()
            header.resizeSection(column, max(width, header.sectionSizeHint(column)))
        return table

    def _make_copy_action(self) -> QAction:
        action = QAction("&Copy Rows", self)
        action.setShortcut(QKeySequence.StandardKey.Copy)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setToolTip("Copy the selected sentences as text")
        action.setEnabled(False)
        action.triggered.connect(self._copy_rows)
        self.table.addAction(action)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return action
