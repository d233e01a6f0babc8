"""The proxy model of the table: the sentences in force that pass a filter, and those that a move removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal, Slot

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Context, Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import COLUMNS, HEADER, ROLES, Row, Trace
from minesweeper_qt.gui.presentation.comparison_text import Standing
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import runs
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation

_FEW_RUNS = 16
"""The most runs of rows that are reported one by one; with more, rows are first moved together into one run."""


@guarded
class KnowledgeFilterProxy(QAbstractTableModel):
    """The sentences of a ``KnowledgeTableModel`` that pass a filter, in its order, with marks for the shown move.

    The sentences that the shown move removed can be shown too, and earlier ones that a verdict rests on: their rows do
    not count as sentences in force.

    Qt's own proxy calls Python for each row, emits signals for each gap, and can show only rows of its source. This
    class finds all rows at once, and reports any change with at most four signals that are expensive for a view.

    Attributes: ``filter``; ``context``, the move and the proof that the filter refers to; ``found``, the number of
    sentences shown; ``is_arranging``, true while rows are inserted, moved and removed.

    Signal: ``arranged()``, emitted when all rows are up to date.
    """

    arranged = Signal()

    def __init__(self, model: KnowledgeTableModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.filter = Filter()
        self.context = Context()
        self.found = 0
        self.is_arranging = False
        self._model = model
        self._shown: list[Row] = []
        self._changed: set[Row] = set()
        self._removed: tuple[Derivation, ...] = ()
        self._earlier: tuple[Derivation, ...] = ()
        self._shortened: frozenset[Derivation] = frozenset()
        self._gone_rows: dict[Derivation, Row] = {}
        """The rows of sentences that are not in force: those that the move removed, and earlier ones."""
        self._shows_removed = False
        model.dataChanged.connect(self._on_data_changed)
        model.applied.connect(self._arrange)
        model.layoutChanged.connect(self._on_layout_changed)
        model.modelReset.connect(self._on_reset)
        self._arrange()

    # -- filter and marks

    @property
    def cell(self) -> Cell | None:
        """The cell that is filtered by, or ``None``."""
        return self.filter.cell

    @property
    def is_filtering(self) -> bool:
        """True when the filter may leave out sentences."""
        return self.filter.is_on

    @property
    def shows_removed(self) -> bool:
        """True when rows for the sentences that the shown move removed are included."""
        return self._shows_removed

    @property
    def has_traces(self) -> bool:
        """True when a row may carry a mark of the shown move."""
        return bool(self.context.added or self._gone_rows or (self._shows_removed and self._removed))

    def set_filter(self, new: Filter) -> None:
        """Show only the sentences that pass the filter ``new``."""
        if new != self.filter:
            self.filter = new
            self._arrange()

    def set_text(self, text: str) -> None:
        """Show only sentences with ``text`` in sentence, kind, rule or premises, ignoring case and spaces."""
        self.set_filter(replace(self.filter, text=text))

    def set_cell(self, cell: Cell | None) -> None:
        """Show only sentences that mention ``cell``, or are its clue when it is revealed; all for ``None``."""
        self.set_filter(replace(self.filter, cell=cell))

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Mark the sentences that a move added and removed; one in both lists existed only during the move: no mark."""
        passing = frozenset(added).intersection(removed)
        came = frozenset(added) - passing
        went = tuple(derivation for derivation in removed if derivation not in passing)
        if (came, went) == (self.context.added, self._removed):
            return
        self.context = replace(self.context, added=came)
        self._removed = went
        before = {derivation.origin for derivation in went}
        self._shortened = frozenset(derivation for derivation in came if derivation.origin in before)
        self._update_marks()

    def set_proof(
        self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell], proved: Cell | None = None
    ) -> None:
        """Set what the shown proof uses, the sentences that it states and the clues, and the cell that it is about."""
        context = replace(self.context, statements=frozenset(statements), clues=frozenset(clues), proved=proved)
        if context != self.context:
            self.context = context
            self._arrange()

    def set_earlier(self, earlier: Sequence[Derivation]) -> None:
        """Set the sentences that the verdict on the filtered cell rests on; those not in force get rows, too."""
        if tuple(earlier) != self._earlier:
            self._earlier = tuple(earlier)
            self._arrange()

    @property
    def earlier_shown(self) -> int:
        """The number of rows of earlier sentences, which the verdict rests on and which are not in force."""
        return sum(row.derivation in self._gone_rows and not self._is_removed(row.derivation) for row in self._shown)

    def set_removed_shown(self, on: bool) -> None:
        """Show or hide the rows of sentences that the shown move removed."""
        if on != self._shows_removed:
            self._shows_removed = on
            self._update_marks()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._model.sort(column, order)
        if self._gone_rows:
            # Removed rows may have to move even when the rows of the model keep their order.
            self._arrange()

    # -- signals of the model

    @Slot(QModelIndex, QModelIndex)
    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self._changed.update(self._model.rows[first.row() : last.row() + 1])

    @Slot()
    def _on_layout_changed(self) -> None:
        if not self._model.is_applying:
            self._arrange()

    @Slot()
    def _on_reset(self) -> None:
        self.beginResetModel()
        self._removed, self._earlier, self._shortened, self._gone_rows = (), (), frozenset(), {}
        self.context = replace(self.context, added=frozenset())
        self._changed.clear()
        self._shown = self._rows_to_show()
        self.endResetModel()

    # -- inserting, moving and removing rows

    def _update_marks(self) -> None:
        self._changed.update(self._shown)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Update the rows to the current filter, with the signals for all that changed."""
        self.is_arranging = True
        try:
            self._change_to(self._rows_to_show())
            changed = (
                [number for number, row in enumerate(self._shown) if row in self._changed] if self._changed else []
            )
            self._changed.clear()
            if changed:
                spans = runs(changed)
                if len(spans) > _FEW_RUNS:
                    spans = [(spans[0][0], spans[-1][1])]
                for first, last in spans:
                    self.dataChanged.emit(self.index(first, 0), self.index(last, COLUMNS - 1))
        finally:
            self.is_arranging = False
        self.arranged.emit()

    def _rows_to_show(self) -> list[Row]:
        rows = self.filter.passing(self._model.rows, self.context)
        self.found = len(rows)
        removed = self._removed if self._shows_removed else ()
        earlier = [derivation for derivation in self._earlier if derivation not in removed]
        # A row object is reused while its derivation is still shown, so that it stays selected.
        fresh = self._model.rows_not_in_force(
            derivation for derivation in (*removed, *earlier) if derivation not in self._gone_rows
        )
        kept = [row for row in self._gone_rows.values() if self._model.row_of(row.derivation) is None]
        known = {row.derivation: row for row in (*kept, *fresh)}
        # Removed sentences pass "new in this move": the move did change them.
        gone = replace(self.filter, is_new=False).passing(_rows_of(removed, known), self.context)
        # The verdict rests on earlier sentences whether they mention the cell or not.
        gone += replace(self.filter, cell=None, is_in_proof=False).passing(_rows_of(earlier, known), self.context)
        self._gone_rows = {row.derivation: row for row in gone}
        return self._model.merged(rows, gone)

    def _change_to(self, target: list[Row]) -> None:
        """Turn the shown rows into ``target``, with the signals for removed, moved and inserted rows."""
        before = self._shown
        if target == before:
            return
        stays, was = set(target), set(before)
        going = [number for number, row in enumerate(before) if row not in stays]
        coming = [number for number, row in enumerate(target) if row not in was]
        kept = [row for row in target if row in was]
        leaving = runs(going)
        if len(leaving) > _FEW_RUNS or kept != [row for row in before if row in stays]:
            self._permute([*kept, *(before[number] for number in going)])
            leaving = [(len(kept), len(before) - 1)] if going else []
        for first, last in reversed(leaving):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._shown[first : last + 1]
            self.endRemoveRows()
        entering = runs(coming)
        if len(entering) > _FEW_RUNS:
            self._insert(len(kept), [target[number] for number in coming])
            self._permute(target)
        else:
            for first, last in entering:
                self._insert(first, target[first : last + 1])

    def _insert(self, first: int, rows: list[Row]) -> None:
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self._shown[first:first] = rows
        self.endInsertRows()

    def _permute(self, rows: list[Row]) -> None:
        """Show the same rows in another order, and update the persistent indexes of the views."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        if before:
            place = {row: number for number, row in enumerate(rows)}
            after = [self.createIndex(place[self._shown[index.row()]], index.column()) for index in before]
            self._shown = rows
            self.changePersistentIndexList(before, after)
        self._shown = rows
        self.layoutChanged.emit()

    # -- reading

    def derivation(self, row: int) -> Derivation:
        """Return the derivation of a row."""
        return self._shown[row].derivation

    def row_of(self, derivation: Derivation) -> int | None:
        """Return the row of a sentence in force, or ``None`` when it is not in force or not shown."""
        number = self._model.row_of(derivation)
        if number is None:
            return None
        target = self._model.rows[number]
        return next((place for place, row in enumerate(self._shown) if row is target), None)

    def is_removed(self, row: int) -> bool:
        """Return whether the sentence of a row is no longer in force."""
        return self._shown[row].derivation in self._gone_rows

    def _is_removed(self, derivation: Derivation) -> bool:
        return self._shows_removed and derivation in self._removed

    def standing(self, row: int) -> Standing | None:
        """Return how a row stands in the knowledge of two agents; ``None`` where there is one agent."""
        return self._shown[row].standing

    def is_failure(self, row: int) -> bool:
        """Return whether a row stands for a failed call of an agent, and not for a sentence."""
        return self._shown[row].is_failure

    def full_texts(self, row: int) -> list[str]:
        """Return the texts of a row with the sentence not cut short."""
        return self._shown[row].full_texts

    def mapToSource(self, index: Index) -> QModelIndex:
        """Return the index of the same sentence in the source model; an invalid one when it is no longer in force."""
        row = self._model.row_of(self.derivation(index.row())) if index.isValid() else None
        return QModelIndex() if row is None else self._model.index(row, index.column())

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in ROLES or not index.isValid():
            return None
        row = self._shown[index.row()]
        return row.data(index.column(), role, self._trace(row.derivation))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return HEADER.data(section, orientation, role)

    def _trace(self, derivation: Derivation) -> Trace | None:
        if derivation in self.context.added:
            return Trace.SHORTENED if derivation in self._shortened else Trace.ADDED
        if derivation not in self._gone_rows:
            return None
        return Trace.REMOVED if self._is_removed(derivation) else Trace.EARLIER


def _rows_of(derivations: Iterable[Derivation], rows: Mapping[Derivation, Row]) -> list[Row]:
    return [rows[derivation] for derivation in derivations if derivation in rows]
