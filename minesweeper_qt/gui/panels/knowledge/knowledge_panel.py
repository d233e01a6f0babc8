"""The knowledge panel: the sentences in force as a table that can be searched, filtered, sorted and copied."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.panel_requests import EscapeKey, HighlightSource
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import (
    Filter,
    FilterButton,
    KindChips,
    KnowledgeProxy,
    cells_settled_by,
    nothing_passes_text,
)
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel, Row, with_letters
from minesweeper_qt.gui.panels.knowledge.knowledge_table import ColumnsMenu, KnowledgeTable, TableMenu
from minesweeper_qt.gui.presentation.comparison_text import COUNTED, TurnOf
from minesweeper_qt.gui.presentation.derivation_text import highlight_of, normalize_for_search
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import Field
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison, RowKind
from minesweeper_qt.model.words import seconds_text

ALL_SETTLED = "No sentence is left: every cell that the clues mention is settled."
IMPOSSIBLE = "Nothing follows here: no layout agrees with the position."
NOTHING_CERTAIN = "No layout agrees: no mine is known and no move is safe."
NOTHING_KNOWN = "What the AI knows will be listed here."
OWN_NOTHING_KNOWN = "Your agent knows nothing yet: no clue is revealed."
BOTH_SETTLED = "Nothing is left to compare: both agents have settled every cell that the clues mention."

_INTO_TABLE = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that move the focus from the search field to the table."""


@guarded
class KnowledgePanel(QWidget):
    """A search field, the table of sentences, and below it a bar about active filters and a label with figures.

    To select rows marks their cells on the board, and the clues that they come from. With a comparison of what two
    agents know, each row has its kind, and ``chips`` above the table filter by that.

    Attributes: ``model``, the sentences; ``proxy``, the model of the rows that are shown, which follows the selected
    cell; ``table``, the view; ``filter_field``, the search field; ``filter_button``, for the other filters; ``chips``,
    the buttons of the kinds; ``columns``, the menu of the columns; ``menu``, the context menu of the table;
    ``figures``, the label below the table; ``bar``, shown while there is a text about filters and the selected cell in
    its ``bar_label``, with the ``show_all_button``; ``highlight_source``, what the board marks.

    Signal: ``why_requested(Derivation)``, the user asked about a row by Enter, a double click, the menu or
    ``ask_about_row``: its sentence; the reference's derivation where that has the sentence or a shorter form of it; for
    one that only an agent states, one by ``Rule.STATED``, which has no premises; a failed call emits nothing.
    """

    why_requested = Signal(object)

    def __init__(self, source: BoardSource, selection: Selection) -> None:
        super().__init__(accessibleName="Knowledge base")
        self._source = source
        self._selection = selection
        self.model = KnowledgeTableModel(self, source.move_of)
        self.proxy = KnowledgeProxy(self.model, self)
        self.highlight_source = HighlightSource(self)
        self._verdict = ""
        self._comparison: KnowledgeComparison | None = None
        self._blank_page: QWidget | None = None
        self._name, self._call_time = "", ""
        self.filter_field = Field(self)
        self.filter_field.setPlaceholderText("Filter: text or (row, column)")
        self.filter_field.setClearButtonEnabled(True)
        self.filter_field.setAccessibleName("Filter the sentences")
        self.filter_field.setAccessibleDescription(
            "Type a text or a cell such as (2, 3); only sentences that contain it are shown"
        )
        self.filter_field.setToolTip("Show only sentences with this text or cell, such as (2, 3) or difference")
        self.filter_button = FilterButton(self)
        self.chips = KindChips(self)
        self.chips.hide()
        self.table = KnowledgeTable(self.proxy, self)
        self.bar = QFrame(self)
        self.bar_label = CutLabel(self.bar, wraps=True)
        self.show_all_button = QPushButton("Show all", self.bar)
        self.show_all_button.setToolTip("Show all sentences again (Esc)")
        self.columns = ColumnsMenu(self.table, self)
        self.menu = TableMenu(self.table, self.proxy, self.columns, self)
        self.figures = CutLabel(self, wraps=True)
        self.figures.setAccessibleName("Figures of the knowledge base")

        self._pages = QStackedLayout(self)
        self._body = QWidget(self)
        self._pages.addWidget(self._body)
        layout = QVBoxLayout(self._body)
        search = QHBoxLayout()
        search.addWidget(self.filter_field, 1)
        search.addWidget(self.filter_button)
        layout.addLayout(search)
        self._lay_out_bar()
        for widget in (self.chips, self.table, self.bar, self.figures):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)

        EscapeKey(self, self._can_clear, self._clear_one)
        self.filter_field.textChanged.connect(self._filter_by_text)
        self.filter_button.changed.connect(self._filter_by_menu)
        self.filter_button.clear.triggered.connect(self.show_all)
        self.filter_button.removed.toggled.connect(self.proxy.set_removed_shown)
        self.filter_button.removed.toggled.connect(self.refresh)
        self.chips.changed.connect(lambda: self._filter(self.proxy.filter._replace(kinds=self.chips.kinds)))
        self.show_all_button.clicked.connect(self.show_all)
        selection.cell_changed.connect(self._on_cell_selected)
        self.table.selectionModel().selectionChanged.connect(self._on_rows_selected)
        self.table.row_opened.connect(self.ask_about_row)
        for action in (self.menu.why, self.menu.logic):
            action.triggered.connect(lambda: self._ask(self.menu.row))
        self.menu.uses.triggered.connect(self._show_uses)
        self.menu.copy_json.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.knowledge_text()))
        self.model.modelReset.connect(lambda: self.proxy.set_filter(self.proxy.filter._replace(used=None)))
        self.model.applied.connect(self.refresh)
        self.refresh()

    def _lay_out_bar(self) -> None:
        """Let the bar have two lines whatever it shows."""
        self.bar.setObjectName("filter_bar")
        row = QHBoxLayout(self.bar)
        room = row.contentsMargins()
        row.setContentsMargins(room.left(), room.top() // 3, room.right() // 3, room.bottom() // 3)
        row.addStrut(2 * self.fontMetrics().lineSpacing())
        row.addWidget(self.bar_label)
        row.addWidget(self.show_all_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.bar_label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    # -- content

    def set_blank_page(self, page: QWidget | None) -> None:
        """Show ``page`` in place of all else before the first clue."""
        self._blank_page = page
        if page is not None:
            self._pages.addWidget(page)
        self.refresh()

    def set_verdict(self, text: str) -> None:
        """Set the text about the selected cell, shown in the bar below the number of its sentences."""
        self._verdict = text
        self.refresh()

    def set_proof(self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell]) -> None:
        """Set what the shown proof uses: the sentences that it states and its clues; nothing without a proof."""
        self.proxy.set_proof(statements, clues)
        self.refresh()

    def set_comparison(
        self, comparison: KnowledgeComparison | None, turn_of: TurnOf, name: str = "", seconds: float | None = None
    ) -> None:
        """Set what a student's agent and the reference know; ``None`` shows the sentences of one agent as usual.

        It is to be called after the model has got the derivations of the comparison. ``turn_of`` turns numbers of
        observations into numbers of moves; ``name`` is that of the student's file, ``seconds`` the mean time that a
        call of the student's agent takes, if it is known.
        """
        is_compared = comparison is not None
        self._comparison, self._name = comparison, name
        self._call_time = "" if seconds is None else f"{seconds_text(seconds)} a move"
        self.chips.setVisible(is_compared)
        self.columns.set_compared(is_compared)
        self.table.setAccessibleName(
            "Sentences of your agent and of the reference" if is_compared else "Sentences in force"
        )
        self.model.set_comparison(comparison, turn_of)
        if not is_compared:
            self._filter(self.proxy.filter._replace(kinds=frozenset()))

    def knowledge_text(self) -> str:
        """Return all sentences in force and all verdicts, with the derivations that they rest on, as JSON."""
        from minesweeper_qt.model.evidence.derivation import knowledge_as_json

        view = self._source.view
        return knowledge_as_json(view.board, view.position.clues, view.sentences, view.settled.values())

    # -- rows

    def ask_about_row(self) -> bool:
        """Emit ``why_requested`` for the current row; return whether there is one, and the table has the focus."""
        index = self.table.currentIndex()
        if not index.isValid() or not self.table.hasFocus():
            return False
        self._ask(self.proxy.row_at(index.row()))
        return True

    def _ask(self, row: Row | None) -> None:
        if row is not None and not row.is_failure:
            self.why_requested.emit(row.explained)

    def _on_rows_selected(self) -> None:
        if not self.model.is_applying and not self.proxy.is_filtering:
            self._mark_cells()

    def _mark_cells(self) -> None:
        """Mark the cells of the selected rows with their clues, and the cells that the used sentence has settled."""
        rows = self.table.selected
        self.highlight_source.set_outlined(frozenset().union(*(row.derivation.cells for row in rows)))
        clues = frozenset[Cell]().union(*(highlight_of(row.explained.origin).clues for row in rows))
        used = self.proxy.filter.used
        settled = {} if used is None else cells_settled_by(used.origin, self._source.view.settled)
        mines = frozenset(cell for cell, verdict in settled.items() if verdict.count)
        lit = Highlight(clues, mines=mines, safes=frozenset(settled) - mines)
        self.highlight_source.set_highlight(lit if lit.all_cells else None)

    # -- filters

    def focus_filter(self) -> None:
        """Give the focus to the search field, with its text selected."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    def show_all(self) -> None:
        """Clear all filters, and deselect the cell."""
        if self.show_all_button.hasFocus():
            # The button is hidden with its bar; the focus must stay in this panel.
            self.table.setFocus()
        self.filter_field.clear()
        self._filter(Filter())
        self._selection.select_cell(None)

    def _filter(self, new: Filter) -> None:
        self.proxy.set_filter(new)
        self.refresh()

    def _on_cell_selected(self, cell: Cell | None) -> None:
        """Show only the sentences that mention ``cell``, or all for ``None``."""
        self._verdict = ""
        self._filter(self.proxy.filter._replace(cell=cell))

    def _filter_by_text(self, text: str) -> None:
        self._filter(self.proxy.filter._replace(text=normalize_for_search("".join(text.split()))))

    def _filter_by_menu(self) -> None:
        button = self.filter_button
        levels = frozenset(level for level, action in button.levels.items() if action.isChecked())
        is_new, is_in_proof = button.is_new.isChecked(), button.is_in_proof.isChecked()
        self._filter(self.proxy.filter._replace(levels=levels, is_new=is_new, is_in_proof=is_in_proof))

    def _show_uses(self) -> None:
        """Show only what was derived from the sentence of the row that the menu is about."""
        if self.menu.row is not None:
            self.show_all()
            self._filter(Filter(used=self.menu.row.derivation))

    def _can_clear(self) -> bool:
        return self.proxy.filter != Filter() or self.table.selectionModel().hasSelection()

    def _clear_one(self) -> None:
        """Clear all filters or, if there are none, the selection."""
        if self.proxy.filter != Filter():
            self.show_all()
        else:
            self.table.clearSelection()

    # -- texts

    def refresh(self) -> None:
        """Update all that depends on the rows: texts, buttons, and the cells that are marked."""
        current, found, total = self.proxy.filter, self.proxy.found, len(self.model.sentences)
        self.filter_button.show_filter(current)
        self.menu.refresh(can_copy=found > 0)
        lines = [f"Filter: {current.words}"] if current.words else []
        if self.proxy.is_by_cell:
            lines.append(f"Sentences that mention {current.cell}: {found} of {total}")
        lines += [self._verdict] if current.cell is not None else []
        text = self._lettered("\n".join(filter(None, lines)))
        self.bar_label.set_text(text)
        self.bar.setVisible(bool(text))
        # First, where the line is not cut off.
        texts = []
        if not self.proxy.is_by_cell:
            is_unknown = current.cell is not None and not current.is_in_proof and total > 0
            is_settled = current.cell in self._source.view.settled
            no_more = f"No sentence mentions {current.cell}{' any more' if is_settled else ''}"
            texts += [no_more] * is_unknown
            texts += [f"Shown: {found} of {total}"] * (current != Filter(cell=current.cell))
        self.figures.set_text(self._lettered("   ".join([*texts, self._figures()])))
        hint = "" if self.proxy.rowCount() else self._hint()
        self.table.set_placeholder(self._lettered(hint))
        self.table.span_failure()
        self.table.viewport().update()
        self._pages.setCurrentWidget(
            self._blank_page if self._blank_page is not None and self._is_blank else self._body
        )
        self._mark_cells()

    def _lettered(self, text: str) -> str:
        return with_letters(text, self.model.letter_of)

    def _figures(self) -> str:
        """Return the CS50 course's three figures, or the numbers of rows of each kind, in words."""
        if self._comparison is None:
            length, mines, safe_moves = self._source.view.snapshot.figures
            certain = f"Known mines: {mines}   Safe moves remaining: {safe_moves}"
            if self._source.view.is_impossible:
                certain = NOTHING_CERTAIN
            return f"Knowledge base length: {length}   {certain}"
        counts = self._comparison.counts
        self.chips.show_kinds(counts, self.proxy.filter.kinds)
        always = (RowKind.SAME, RowKind.MISSING, RowKind.WRONG)
        texts = [f"{counts[kind]} {word}" for kind, word in COUNTED.items() if counts[kind] or kind in always]
        return " \N{MIDDLE DOT} ".join(filter(None, [self._name, *texts, self._call_time]))

    def _hint(self) -> str:
        """Return the reason why the table is empty."""
        if self._is_blank:
            return NOTHING_KNOWN
        if self.model.sentences:
            return nothing_passes_text(self.proxy, self.model.rows)
        if self._comparison is not None:
            return BOTH_SETTLED if self._comparison.learned else OWN_NOTHING_KNOWN
        return IMPOSSIBLE if self._source.view.is_impossible else ALL_SETTLED

    @property
    def _is_blank(self) -> bool:
        """True before the first clue, while there is one agent."""
        view = self._source.view
        return not (self.model.sentences or view.position.clues or view.is_impossible) and self._comparison is None

    # -- overrides of Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _INTO_TABLE and self.filter_field.hasFocus():
            # The field itself does not use these keys.
            self.table.enter()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.highlight_source.set_active(on=False)
