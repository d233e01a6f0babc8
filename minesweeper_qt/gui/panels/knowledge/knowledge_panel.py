"""The knowledge panel: the sentences in force as a table that can be searched, filtered, sorted and copied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.knowledge.column_menu import ColumnsMenu
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_menu import FilterButton, TableMenu
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_table import KnowledgeTable
from minesweeper_qt.gui.session.selection import Selection
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.one_line_label import OneLineLabel
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.gui.widgets.short_label import ShortLabel
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation

_INTO_TABLE = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that move the focus from the search field to the table."""

NOTHING_KNOWN = "Nothing is known yet: no clue is revealed."
ALL_SETTLED = "Nothing is left to reason about: every cell that the clues mention is settled."
IMPOSSIBLE = "Nothing can be reasoned here: no layout agrees with the position."
NOTHING_CERTAIN = "No layout agrees: no mine is known and no move is safe."
NOTHING_FOUND = "No sentence matches."
NOTHING_NEW = "The shown move added no sentence."
NO_PROOF = "No proof is shown: ask why a cell is safe or a mine."
NOTHING_USED = "The proof uses no sentence that is in force."
BEYOND = "What Is Known lists what any reasoning settles."


@guarded
class KnowledgePanel(QWidget):
    """A search field, the table of sentences, and below it a bar about active filters and a label with figures.

    Attributes: ``table``, the view; ``filter_field``, the search field; ``filter_button``, for the other filters;
    ``figures``, the label below the table; ``bar_text``, the text of the bar, about filters and the selected cell;
    ``proxy``, the model of the rows that are shown, which follows the selected cell; ``menu``, the context menu of the
    table; ``highlight_source``, which requests outlines around the cells of the selected rows.

    Signals: ``derivation_requested(Derivation)``, the user moved to a row, clicked on it or pressed Enter;
    ``derivation_opened()``, emitted after it for Enter, a double click and the menu, to bring the derivation panel to
    the front.
    """

    derivation_requested = Signal(object)
    derivation_opened = Signal()

    def __init__(self, model: KnowledgeTableModel, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._selection = selection
        self.proxy = KnowledgeFilterProxy(model, self)
        self.highlight_source = HighlightSource(self)
        self._has_learned = model.rowCount() > 0
        self._verdict = ""
        self._is_impossible = False
        self._figures = (model.rowCount(), 0, 0)
        self.filter_field = self._make_filter_field()
        self.filter_button = FilterButton(self)
        self._bar, self._bar_label, self._show_all = self._make_bar()
        self.table = KnowledgeTable(self.proxy, self)
        self._columns = ColumnsMenu(self.table, self)
        self.menu = TableMenu(self.table, self.proxy, self._columns, self)
        self.figures = OneLineLabel(self)
        self.figures.setAccessibleName("Figures of the knowledge base")

        layout = QVBoxLayout(self)
        search = QHBoxLayout()
        search.addWidget(self.filter_field, 1)
        search.addWidget(self.filter_button)
        layout.addLayout(search)
        # The bar appears below the table, so that no row moves when it is shown or hidden.
        for widget in (self.table, self._bar, self.figures):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)
        self.setTabOrder(self.filter_field, self.filter_button)
        self.setTabOrder(self.filter_button, self.table)
        self.setTabOrder(self.table, self._show_all)
        self.setAccessibleName("Knowledge base")

        PanelKey(self, QKeySequence.StandardKey.Cancel, self._can_clear, self._clear_one)
        self.filter_field.textChanged.connect(self._filter_by_text)
        self.filter_button.changed.connect(self._filter_by_menu)
        self.filter_button.clear.triggered.connect(self.show_all)
        self.filter_button.removed.toggled.connect(self.proxy.set_removed_shown)
        self._show_all.clicked.connect(self.show_all)
        selection.cell_changed.connect(self._on_cell_selected)
        self.highlight_source.changed.connect(self._on_outlined)
        self.table.selectionModel().selectionChanged.connect(self._on_rows_selected)
        self.table.row_requested.connect(self._request_row)
        self.table.row_opened.connect(self.derivation_opened)
        self.menu.row_requested.connect(self._request_row)
        self.menu.row_requested.connect(self.derivation_opened)
        self.proxy.arranged.connect(self._arranged)
        # The signal of the proxy, not of the model: when it is emitted, the selection has been cleared too.
        self.proxy.modelReset.connect(self._model_reset)
        self._refresh()

    # -- content

    def set_verdict(self, text: str) -> None:
        """Set the text about the selected cell, shown in the bar below the number of its sentences."""
        self._verdict = text
        self._refresh()

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Set the derivations that the shown move added and removed, to mark and filter rows by them."""
        self.proxy.set_move(added, removed)

    def set_proof(self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell]) -> None:
        """Set what the shown proof uses: the sentences that it states and its clues; both empty without a proof."""
        self.proxy.set_proof(statements, clues)

    @Slot(int, int, int)
    def set_figures(self, length: int, mines: int, safe_moves: int) -> None:
        """Set the CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""
        self._figures = (length, mines, safe_moves)
        self._refresh()

    def set_impossible(self, is_impossible: bool) -> None:
        """Set whether no layout agrees with the position; if so, no known mines and safe moves are shown."""
        if is_impossible != self._is_impossible:
            self._is_impossible = is_impossible
            self._refresh()

    @Slot()
    def focus_filter(self) -> None:
        """Give the focus to the search field, with its text selected."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    @Slot()
    def show_all(self) -> None:
        """Clear all filters.

        The cell is deselected too, unless a proof is shown, which is about that cell.
        """
        clears_cell = self.proxy.cell is not None and not self.proxy.context.has_proof
        if self._show_all.hasFocus():
            # The button is hidden with its bar; the focus must stay in this panel.
            self.table.setFocus()
        self.proxy.set_filter(Filter())
        self.filter_field.clear()
        self._refresh()
        if clears_cell:
            self._selection.select_cell(None)

    @property
    def bar_text(self) -> str:
        """The text of the bar, about filters and the selected cell."""
        return self._bar_label.text()

    def selected_derivations(self) -> list[Derivation]:
        """Return the sentences in force whose rows are selected, from top to bottom."""
        rows = self.table.selected_rows()
        return [self.proxy.derivation(row) for row in rows if not self.proxy.is_removed(row)]

    @Slot(object)
    def select_derivation(self, derivation: Derivation | None) -> None:
        """Select the row of ``derivation`` and scroll to it; without such a row, keep the selection.

        ``derivation_requested`` is not emitted.
        """
        row = None if derivation is None else self.proxy.row_of(derivation)
        if row is not None:
            self.table.select_row(row)

    @Slot()
    def clear_selection(self) -> None:
        """Deselect all rows."""
        self.table.clearSelection()

    def set_json_source(self, source: Callable[[], Iterable[str]] | None) -> None:
        """Set the function that returns the pieces of the knowledge base as JSON; ``None`` disables the copy action."""
        self.menu.set_json_source(source)

    # -- state

    def save_state(self) -> QByteArray:
        """Return the column widths, the sort order and the hidden columns, for the settings."""
        return self._columns.save_state()

    def restore_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_state`` returned; ignore any other bytes."""
        self._columns.restore_state(state)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _INTO_TABLE and self.filter_field.hasFocus():
            # The field itself does not use these keys.
            self.table.enter()
        else:
            super().keyPressEvent(event)

    def _can_clear(self) -> bool:
        """Return whether there is a filter or a selection to clear."""
        return self.proxy.is_filtering or self.table.selectionModel().hasSelection()

    def _clear_one(self) -> None:
        """Clear all filters or, if there are none, the selection."""
        if self.proxy.is_filtering:
            self.show_all()
        else:
            self.table.clearSelection()

    # -- showing and hiding

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.highlight_source.set_active(on=False)

    # -- reactions

    @Slot(object)
    def _on_cell_selected(self, cell: Cell | None) -> None:
        """Show only the sentences that mention ``cell``, or all for ``None``."""
        self.proxy.set_cell(cell)
        self._refresh()

    @Slot(str)
    def _filter_by_text(self, text: str) -> None:
        self.proxy.set_text(text)

    @Slot()
    def _filter_by_menu(self) -> None:
        button = self.filter_button
        changed = replace(
            self.proxy.filter,
            levels=frozenset(level for level, action in button.levels.items() if action.isChecked()),
            is_new=button.is_new.isChecked(),
            is_in_proof=button.is_in_proof.isChecked(),
        )
        self.proxy.set_filter(changed)

    @Slot()
    def _arranged(self) -> None:
        # All sentences may have been added and removed in one batch: then ``_hint`` goes by the figures.
        self._has_learned = self._has_learned or self._model.rowCount() > 0
        self._refresh()
        self._outline_rows()

    @Slot()
    def _model_reset(self) -> None:
        length = self._model.rowCount()
        self._has_learned = length > 0
        self._figures = (length, 0, 0)
        self._refresh()
        self._outline_rows()

    @Slot()
    def _on_rows_selected(self) -> None:
        if not self.proxy.is_arranging:
            self._outline_rows()

    def _outline_rows(self) -> None:
        """Outline the cells of the selected rows."""
        rows = self.table.selected_rows()
        self.highlight_source.set_outlined(frozenset().union(*(self.proxy.derivation(row).cells for row in rows)))

    @Slot()
    def _on_outlined(self) -> None:
        """Deselect the derivation when the user deselects its row; it stays when the row itself was removed."""
        derivation = self._selection.derivation
        is_there = derivation is not None and self.proxy.row_of(derivation) is not None
        if not self.highlight_source.outlined and is_there and self.table.hasFocus():
            self._selection.select_derivation(None)

    @Slot(int)
    def _request_row(self, row: int) -> None:
        self.derivation_requested.emit(self.proxy.derivation(row))

    def _refresh(self) -> None:
        """Update all texts."""
        current, found, total = self.proxy.filter, self.proxy.found, self._model.rowCount()
        self.filter_button.show_filter(current)
        lines = [f"Filter: {current.words}"] if current.words else []
        if current.only_cell is not None:
            lines += [f"Sentences that mention {current.only_cell}: {found} of {total}", self._verdict]
        self._bar_label.set_text("\n".join(filter(None, lines)))
        self._bar.setVisible(bool(lines))
        length, mines, safe_moves = self._figures
        # First, where the line is not cut off; with a cell, the bar says it.
        is_counted = current.is_on and current.only_cell is None
        texts = [f"Shown: {found} of {total}"] if is_counted else []
        texts.append(f"Knowledge base length: {length}")
        if self._is_impossible:
            texts.append(NOTHING_CERTAIN)
        else:
            texts += [f"Known mines: {mines}", f"Safe moves remaining: {safe_moves}"]
        self.figures.set_text("   ".join(texts))
        self.table.set_placeholder("" if self.proxy.rowCount() else self._hint())

    def _hint(self) -> str:
        """Return the reason why the table has no row."""
        if not self._model.rowCount():
            if self._is_impossible:
                return IMPOSSIBLE
            return ALL_SETTLED if self._has_learned or any(self._figures) else NOTHING_KNOWN
        current, context = self.proxy.filter, self.proxy.context
        if current.is_in_proof and not context.has_proof:
            return NO_PROOF
        if current.is_new and not context.added:
            return NOTHING_NEW
        if current.levels and not Filter(levels=current.levels).passing(self._model.rows, context):
            return f"The agent knows no sentence of {current.level_words}. {BEYOND}"
        if replace(current, cell=None) == Filter(is_in_proof=True):
            return NOTHING_USED
        by_cell_alone = current.cell is not None and current == Filter(cell=current.cell)
        return f"No sentence in force mentions {current.cell}." if by_cell_alone else NOTHING_FOUND

    # -- making the widgets

    def _make_filter_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText("Filter: text or (row, column)")
        field.setClearButtonEnabled(True)
        field.setAccessibleName("Filter the sentences")
        field.setAccessibleDescription("Type a text or a cell such as (2, 3); only sentences that contain it are shown")
        field.setToolTip("Show only sentences with this text or cell, such as (2, 3) or subset")
        return field

    def _make_bar(self) -> tuple[QFrame, ShortLabel, QPushButton]:
        bar = QFrame(self)
        bar.setObjectName("filter_bar")
        text = ShortLabel(bar)
        button = QPushButton("Show all", bar)
        button.setToolTip("Show all sentences again (Esc)")
        layout = QHBoxLayout(bar)
        room = layout.contentsMargins()
        layout.setContentsMargins(room.left(), room.top() // 3, room.right() // 3, room.bottom() // 3)
        layout.addWidget(text)
        # With an alignment: otherwise the bar could not become higher than its button.
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        bar.hide()
        return bar, text, button
