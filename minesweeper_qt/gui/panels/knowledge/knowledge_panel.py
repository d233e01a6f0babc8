"""The knowledge base as a table that can be searched, filtered, sorted, selected and copied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.panels.knowledge.column_menu import ColumnsMenu
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_menu import FilterButton, TableMenu
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_table import KnowledgeTable
from minesweeper_qt.gui.widgets.short_label import ShortLabel
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation

_INTO_TABLE = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that lead from the search field to what it found."""

NOTHING_KNOWN = "Nothing is known yet: no clue is revealed."
ALL_SETTLED = "Nothing is left to reason about: every cell that the clues mention is settled."
IMPOSSIBLE = "Nothing can be reasoned here: no layout agrees with the position."
NOTHING_CERTAIN = "No layout agrees: no mine is known and no move is safe."
NOTHING_FOUND = "No sentence matches."
NOTHING_NEW = "The shown move added no sentence."
NO_PROOF = "No proof is shown: ask why a cell is safe or a mine."
NOTHING_USED = "The proof uses no sentence that is in force."
BEYOND = "What Is Known lists what any reasoning settles."


class KnowledgePanel(QWidget):
    """The knowledge base: a search field, the table, and its figures below.

    Attributes: ``table``, the view; ``filter_field``, the search field; ``filter_button``, for the other filters;
    ``figures``, the label below the table; ``bar_text``, what is said above it of the cell asked about and of filters;
    ``proxy``, the rows as they are shown; ``menu``, of the table.

    Signals: ``cells_selected(frozenset)``, the cells of all selected sentences, whenever that changed; none while the
    panel is hidden;
    ``cell_cleared()``, when the user no longer wants to see the sentences of one cell only;
    ``derivation_requested(Derivation)``, when the user moves to a row, clicks on it, or presses Enter; ``derivation_opened`` after
    it for Enter, a double click and the menu, when where it comes from is to be seen.
    """

    cells_selected = Signal(object)
    cell_cleared = Signal()
    derivation_requested = Signal(object)
    derivation_opened = Signal()

    def __init__(self, model: KnowledgeTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.proxy = KnowledgeFilterProxy(model, self)
        self._announced: frozenset[Cell] = frozenset()
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
        self.figures = ShortLabel(self)
        self.figures.setAccessibleName("Figures of the knowledge base")
        self.figures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

        layout = QVBoxLayout(self)
        search = QHBoxLayout()
        search.addWidget(self.filter_field, 1)
        search.addWidget(self.filter_button)
        layout.addLayout(search)
        # The bar comes and goes below the table, where no row moves for it.
        for widget in (self.table, self._bar, self.figures):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)
        self.setTabOrder(self.filter_field, self.filter_button)
        self.setTabOrder(self.filter_button, self.table)
        self.setTabOrder(self.table, self._show_all)
        self.setAccessibleName("Knowledge base")

        self.filter_field.textChanged.connect(self._filter_by_text)
        self.filter_button.changed.connect(self._filter_by_menu)
        self.filter_button.clear.triggered.connect(self.show_all)
        self.filter_button.removed.toggled.connect(self.proxy.set_removed_shown)
        self._show_all.clicked.connect(self.show_all)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.table.row_requested.connect(self._ask_row)
        self.table.row_opened.connect(self.derivation_opened)
        self.menu.row_requested.connect(self._ask_row)
        self.menu.row_requested.connect(self.derivation_opened)
        self.proxy.arranged.connect(self._arranged)
        # Of the proxy, not of the model: by then the selection is gone too.
        self.proxy.modelReset.connect(self._model_reset)
        self._refresh()

    # -- what the window tells

    @Slot(object)
    def show_cell(self, cell: Cell | None) -> None:
        """Show the sentences that mention ``cell`` only, or all for ``None``."""
        self.proxy.set_cell(cell)
        self._refresh()

    def set_verdict(self, text: str) -> None:
        """Say what is known of the cell that is asked about, below the number of its sentences."""
        self._verdict = text
        self._refresh()

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Mark the sentences that the shown move added, and know those that it removed."""
        self.proxy.set_move(added, removed)

    def set_proof(self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell]) -> None:
        """Say what the shown proof uses: the sentences that it states, and its clues; nothing for no proof."""
        self.proxy.set_proof(statements, clues)

    @Slot(int, int, int)
    def set_figures(self, length: int, mines: int, safe_moves: int) -> None:
        """Show the documents' own figures: knowledge base length, known mines and safe moves remaining."""
        self._figures = (length, mines, safe_moves)
        self._refresh()

    def set_impossible(self, is_impossible: bool) -> None:
        """Know that no layout agrees with the position, or that one may: with none, no mine and no safe move counts."""
        if is_impossible != self._is_impossible:
            self._is_impossible = is_impossible
            self._refresh()

    @Slot()
    def focus_filter(self) -> None:
        """Let the user type into the search field."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    @Slot()
    def show_all(self) -> None:
        """Stop filtering; a cell that has a proof stays selected on the board, for the proof is not the table's."""
        clears_cell = self.proxy.cell is not None and not self.proxy.context.has_proof
        if self._show_all.hasFocus():
            # The button goes with its bar; the focus must not end up elsewhere in the window.
            self.table.setFocus()
        self.proxy.set_filter(Filter())
        self.filter_field.clear()
        self._refresh()
        if clears_cell:
            self.cell_cleared.emit()

    @property
    def bar_text(self) -> str:
        """What the bar says of the cell that is asked about, and of filters."""
        return self._bar_label.text()

    def selected_derivations(self) -> list[Derivation]:
        """Return the sentences in force whose rows are selected, from top to bottom."""
        rows = self.table.selected_rows()
        return [self.proxy.derivation(row) for row in rows if not self.proxy.is_removed(row)]

    @Slot(object)
    def select_derivation(self, derivation: Derivation | None) -> None:
        """Select the row of ``derivation`` and show it, unasked; leave the selection as it is if there is no such row."""
        row = None if derivation is None else self.proxy.row_of(derivation)
        if row is not None:
            self.table.select_row(row)

    @Slot()
    def clear_selection(self) -> None:
        """Select no row."""
        self.table.clearSelection()

    def set_json_source(self, source: Callable[[], str] | None) -> None:
        """Let the whole knowledge base be copied as the JSON that ``source`` returns."""
        self.menu.set_json_source(source)

    # -- state

    def save_state(self) -> QByteArray:
        """Return column widths, sort order and which columns are hidden, for the settings."""
        return self._columns.save_state()

    def restore_state(self, state: QByteArray) -> None:
        """Take over what ``save_state`` returned; anything else is ignored."""
        self._columns.restore_state(state)

    # -- keys

    def event(self, event: QEvent) -> bool:
        # A shortcut of the window must not take Esc away while there is something to clear here.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _INTO_TABLE and self.filter_field.hasFocus():
            # What the field has no use for itself.
            self.table.enter()
        elif not self._is_escape(event):
            super().keyPressEvent(event)
        elif self.proxy.is_filtering:
            self.show_all()
        else:
            self.table.clearSelection()

    def _is_escape(self, event: QKeyEvent) -> bool:
        """True when Esc was pressed and there is a filter or a selection to clear."""
        is_escape = event.matches(QKeySequence.StandardKey.Cancel)
        return is_escape and (self.proxy.is_filtering or self.table.selectionModel().hasSelection())

    # -- coming and going

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._announce()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._announce()

    # -- reactions

    @Slot(str)
    def _filter_by_text(self, text: str) -> None:
        self.proxy.set_text(text)

    @Slot()
    def _filter_by_menu(self) -> None:
        button = self.filter_button
        wanted = replace(
            self.proxy.filter,
            levels=frozenset(level for level, action in button.levels.items() if action.isChecked()),
            is_new=button.is_new.isChecked(),
            is_in_proof=button.is_in_proof.isChecked(),
        )
        self.proxy.set_filter(wanted)

    @Slot()
    def _arranged(self) -> None:
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
        if not self.proxy.is_arranging:
            self._announce()

    def _announce(self) -> None:
        """Say which cells are selected, unless that was said before; what is out of sight marks no cell."""
        rows = self.table.selected_rows() if self.isVisible() else []
        cells = frozenset[Cell]().union(*(self.proxy.derivation(row).cells for row in rows))
        if cells != self._announced:
            self._announced = cells
            self.cells_selected.emit(cells)

    @Slot(int)
    def _ask_row(self, row: int) -> None:
        self.derivation_requested.emit(self.proxy.derivation(row))

    def _refresh(self) -> None:
        """Bring all texts up to date."""
        wanted, found, total = self.proxy.filter, self.proxy.found, self._model.rowCount()
        self.filter_button.show_filter(wanted)
        said = [f"Filter: {wanted.words}"] if wanted.words else []
        if wanted.only_cell is not None:
            said += [f"Sentences that mention {wanted.only_cell}: {found} of {total}", self._verdict]
        self._bar_label.set_text("\n".join(filter(None, said)))
        self._bar.setVisible(bool(said))
        length, mines, safe_moves = self._figures
        texts = [f"Knowledge base length: {length}"]
        if self._is_impossible:
            texts.append(NOTHING_CERTAIN)
        else:
            texts += [f"Known mines: {mines}", f"Safe moves remaining: {safe_moves}"]
        if wanted.is_on:
            texts.append(f"Shown: {found} of {total}")
        self.figures.set_text("   ".join(texts))
        self.table.set_placeholder("" if self.proxy.rowCount() else self._hint())

    def _hint(self) -> str:
        """Say why there is no row."""
        if not self._model.rowCount():
            if self._is_impossible:
                return IMPOSSIBLE
            return ALL_SETTLED if self._has_learned or any(self._figures) else NOTHING_KNOWN
        wanted, context = self.proxy.filter, self.proxy.context
        if wanted.is_in_proof and not context.has_proof:
            return NO_PROOF
        if wanted.is_new and not context.added:
            return NOTHING_NEW
        if wanted.levels and not Filter(levels=wanted.levels).passing(self._model.rows, context):
            return f"The agent knows no sentence of {wanted.level_words}. {BEYOND}"
        if replace(wanted, cell=None) == Filter(is_in_proof=True):
            return NOTHING_USED
        by_cell_alone = wanted.cell is not None and wanted == Filter(cell=wanted.cell)
        return f"No sentence in force mentions {wanted.cell}." if by_cell_alone else NOTHING_FOUND

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
        bar.setFrameShape(QFrame.Shape.StyledPanel)
        bar.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        bar.setAutoFillBackground(True)
        text = ShortLabel(bar)
        button = QPushButton("Show all", bar)
        button.setToolTip("Show all sentences again (Esc)")
        layout = QHBoxLayout(bar)
        room = layout.contentsMargins()
        layout.setContentsMargins(room.left(), room.top() // 3, room.right() // 3, room.bottom() // 3)
        layout.addWidget(text)
        # Aligned, for else the bar could be no higher than its button.
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        bar.hide()
        return bar, text, button
