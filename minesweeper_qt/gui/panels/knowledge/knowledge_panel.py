"""The knowledge panel: the sentences in force as a table that can be searched, filtered, sorted and copied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.knowledge.column_menu import ColumnsMenu
from minesweeper_qt.gui.panels.knowledge.earlier_sentences import EarlierSentences
from minesweeper_qt.gui.panels.knowledge.filter_bar import FilterBar, make_filter_field
from minesweeper_qt.gui.panels.knowledge.kind_chips import KindChips
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_menu import FilterButton, TableMenu
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import LetterOf, with_letters
from minesweeper_qt.gui.panels.knowledge.knowledge_table import KnowledgeTable
from minesweeper_qt.gui.panels.knowledge.panel_texts import (
    ALL_SETTLED,
    IMPOSSIBLE,
    NOTHING_KNOWN,
    Compared,
    cell_text,
    nothing_passes_text,
    usual_figures,
)
from minesweeper_qt.gui.presentation.comparison_text import TurnOf
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets.cut_label import CutLabel
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.panel_key import PanelKey
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.watch.knowledge_comparison import KnowledgeComparison

_INTO_TABLE = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that move the focus from the search field to the table."""


@guarded
class KnowledgePanel(QWidget):
    """A search field, the table of sentences, and below it a bar about active filters and a label with figures.

    With a comparison of what two agents know, each row has its kind, and ``chips`` above the table filter by that.

    Attributes: ``table``, the view; ``filter_field``, the search field; ``filter_button``, for the other filters;
    ``chips``, the buttons of the kinds; ``figures``, the label below the table; ``bar_text``, the text of the bar;
    ``proxy``, the model of the rows that are shown, which follows the selected cell; ``menu``, the context menu of the
    table; ``highlight_source``, which requests outlines around the cells of the selected rows.

    Signals: ``why_requested(Derivation)``, the user asked about a row by Enter, a double click, the menu or
    ``ask_about_row``: its sentence; for a row that an agent misses, the reference's derivation; for one that an agent
    states, a derivation by ``Rule.STATED``, which has no premises; a failed call emits nothing.
    ``derivation_requested(Derivation)``, the user moved to a row, clicked on it or pressed Enter;
    ``derivation_opened()``, emitted after it for Enter, a double click and the menu, to bring the derivation panel to
    the front.
    """

    why_requested = Signal(object)
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
        self._earlier = EarlierSentences(self.proxy)
        self._is_impossible = False
        self._figures = (model.rowCount(), 0, 0)
        self._compared: Compared | None = None
        self._call_time: float | None = None
        self.filter_field = make_filter_field(self)
        self.filter_button = FilterButton(self)
        self.chips = KindChips(self)
        self.chips.hide()
        self._bar = FilterBar(self)
        self._show_all = self._bar.button
        self.table = KnowledgeTable(self.proxy, self)
        self._columns = ColumnsMenu(self.table, self)
        self.menu = TableMenu(self.table, self.proxy, self._columns, self)
        self.figures = CutLabel(self)
        self.figures.setAccessibleName("Figures of the knowledge base")

        layout = QVBoxLayout(self)
        search = QHBoxLayout()
        search.addWidget(self.filter_field, 1)
        search.addWidget(self.filter_button)
        layout.addLayout(search)
        # The bar stands below the table and keeps its place while it is hidden, so that no row moves.
        for widget in (self.chips, self.table, self._bar, self.figures):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)
        self.setTabOrder(self.filter_field, self.filter_button)
        self.setTabOrder(self.filter_button, self.chips)
        self.setTabOrder(self.chips, self.table)
        self.setTabOrder(self.table, self._show_all)
        self.setAccessibleName("Knowledge base")

        PanelKey(self, QKeySequence.StandardKey.Cancel, self._can_clear, self._clear_one)
        self.filter_field.textChanged.connect(self._filter_by_text)
        self.filter_button.changed.connect(self._filter_by_menu)
        self.filter_button.clear.triggered.connect(self.show_all)
        self.chips.changed.connect(self._filter_by_kind)
        self.filter_button.removed.toggled.connect(self.proxy.set_removed_shown)
        self._show_all.clicked.connect(self.show_all)
        selection.cell_changed.connect(self._on_cell_selected)
        self.highlight_source.changed.connect(self._on_outlined)
        self.table.selectionModel().selectionChanged.connect(self._on_rows_selected)
        self.table.row_requested.connect(self._request_row)
        self.table.row_opened.connect(self._open_row)
        self.menu.row_requested.connect(self._request_row)
        self.menu.row_requested.connect(self._open_row)
        self.proxy.arranged.connect(self._arranged)
        # The signal of the proxy, not of the model: when it is emitted, the selection has been cleared too.
        self.proxy.modelReset.connect(self._model_reset)
        self._refresh()

    # -- content

    def set_verdict(self, text: str, derivation: Derivation | None = None) -> None:
        """Set the text about the selected cell, shown in the bar below the number of its sentences.

        ``derivation`` is the agent's verdict on the cell: no sentence in force mentions a settled cell any more, and
        the table shows those that the verdict rests on.
        """
        self._verdict = text
        self._earlier.set_verdict(derivation)
        self._refresh()

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Set the derivations that the shown move added and removed, to mark and filter rows by them."""
        self.proxy.set_move(added, removed)

    def set_proof(
        self,
        statements: Collection[tuple[frozenset[Cell], int]],
        clues: Collection[Cell],
        cell: Cell | None = None,
        known: Sequence[Derivation] = (),
    ) -> None:
        """Set what the shown proof of ``cell`` uses: the sentences that it states and its clues; nothing without one.

        While ``cell`` is selected the table shows them. ``known``: those that the agent has, in force or not.
        """
        self.proxy.set_proof(statements, clues, cell)
        self._earlier.set_known(known)
        self._refresh()

    def set_letters(self, letter_of: LetterOf | None) -> None:
        """Set the function that returns the letters of cells, by which all texts name them; ``None`` for no letters."""
        self._model.set_letters(letter_of)
        self._refresh()

    def set_comparison(self, comparison: KnowledgeComparison | None, turn_of: TurnOf, name: str = "") -> None:
        """Set what a student's agent and the reference know; ``None`` shows the sentences of one agent as usual.

        It is to be called after the model has got the derivations of the comparison. ``turn_of`` turns numbers of
        observations into numbers of moves; ``name`` is that of the student's file.
        """
        self._compared = None
        if comparison is not None:
            self._compared = Compared(comparison.learned, comparison.counts, name, self._call_time)
        self._model.set_comparison(comparison, turn_of)
        is_compared = comparison is not None
        if self.chips.isHidden() is is_compared:
            self.chips.setVisible(is_compared)
            self._columns.set_compared(is_compared)
            self.table.set_compared(is_compared)
            if not is_compared:
                self.proxy.set_filter(replace(self.proxy.filter, kinds=frozenset()))

    def set_call_time(self, milliseconds: float | None) -> None:
        """Set the mean time that a call of the student's agent takes, for the figures of a comparison."""
        self._call_time = milliseconds
        if self._compared is not None and milliseconds != self._compared.milliseconds:
            self._compared = replace(self._compared, milliseconds=milliseconds)
            self._refresh()

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
        return self._bar.text

    def selected_derivations(self) -> list[Derivation]:
        """Return the sentences in force whose rows are selected, from top to bottom."""
        rows = self.table.selected_rows()
        return [
            self.proxy.derivation(row)
            for row in rows
            if not self.proxy.is_removed(row) and not self.proxy.is_failure(row)
        ]

    @Slot()
    def ask_about_row(self) -> None:
        """Emit ``why_requested`` for the current row, if there is one."""
        if self.table.currentIndex().isValid():
            self._open_row(self.table.currentIndex().row())

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

    def set_json_source(self, source: Callable[[], str] | None) -> None:
        """Set the function that returns the knowledge base as JSON; ``None`` disables the copy action."""
        self.menu.set_json_source(source)

    # -- state

    def save_state(self) -> QByteArray:
        """Return the column widths, the sort order and the hidden columns, for the settings."""
        return self._columns.save_state()

    def restore_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_state`` returned; ignore any other bytes."""
        self._columns.restore_state(state)

    def save_compared_state(self) -> QByteArray:
        """Return what ``save_state`` does, for the columns of a comparison."""
        return self._columns.save_compared_state()

    def restore_compared_state(self, state: QByteArray) -> None:
        """Apply a state that ``save_compared_state`` returned; ignore any other bytes."""
        self._columns.restore_compared_state(state)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _INTO_TABLE and self.filter_field.hasFocus():
            # The field itself does not use these keys.
            self.table.enter()
        else:
            super().keyPressEvent(event)

    def _can_clear(self) -> bool:
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
        self._verdict = ""
        self.proxy.set_cell(cell)
        self._earlier.set_verdict(None)
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
    def _filter_by_kind(self) -> None:
        self.proxy.set_filter(replace(self.proxy.filter, kinds=self.chips.kinds))

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
        if not self.proxy.is_failure(row):
            self.derivation_requested.emit(self.proxy.derivation(row))

    @Slot(int)
    def _open_row(self, row: int) -> None:
        if not self.proxy.is_failure(row):
            self.why_requested.emit(self.proxy.derivation(row))
            self.derivation_opened.emit()

    def _refresh(self) -> None:
        current, found, total = self.proxy.filter, self.proxy.found, self._model.rowCount()
        self.filter_button.show_filter(current)
        lines = [f"Filter: {current.words}"] if current.words else []
        if current.cell is not None:
            by_proof = current.is_by_proof(self.proxy.context) and not self._earlier.is_by_settling
            lines += [cell_text(current.cell, found, total, self.proxy.earlier_shown, by_proof), self._verdict]
        self._bar.set_text(with_letters("\n".join(filter(None, lines)), self._model.letter_of))
        # First, where the line is not cut off; with a cell, the bar says it.
        is_counted = current.is_on and current.cell is None
        texts = [f"Shown: {found} of {total}"] if is_counted else []
        if self._compared is None:
            texts += usual_figures(*self._figures, is_impossible=self._is_impossible)
        else:
            self.chips.show_kinds(self._compared.counts, current.kinds)
            texts.append(self._compared.figures)
        self.figures.set_text("   ".join(texts))
        hint = "" if self.proxy.rowCount() else self._hint()
        self.table.set_placeholder(with_letters(hint, self._model.letter_of))

    def _hint(self) -> str:
        if self._model.rowCount():
            return nothing_passes_text(self.proxy.filter, self.proxy.context, self._model.rows)
        if self._compared is not None:
            return self._compared.empty_text
        if self._is_impossible:
            return IMPOSSIBLE
        return ALL_SETTLED if self._has_learned or any(self._figures) else NOTHING_KNOWN
