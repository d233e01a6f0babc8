"""The rows that the table shows: of the sentences in force those that pass a filter, and what a move removed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal, Slot

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Context, Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel, runs
from minesweeper_qt.gui.panels.knowledge.knowledge_row import ROLES, Column, Row, Trace, header_data
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation

_FEW_RUNS = 16
"""As many separate runs of rows are told of one by one; more of them are brought together first."""


class KnowledgeFilterProxy(QAbstractTableModel):
    """The sentences of a ``KnowledgeTableModel`` that pass a filter, sorted as there, and marked by the shown move.

    What the shown move removed can be shown too: rows of sentences that are no longer in force, and are not counted.

    Qt's own proxy asks Python about row after row, tells of each gap by itself, and knows only rows of its source. This
    one finds all rows at once, and tells of any change by at most four signals of the expensive kind.

    Attributes: ``filter``; ``context``, the move and the proof that it refers to; ``found``, the number of sentences
    shown; ``is_arranging``, true while rows come and go. Signals: ``arranged()``, when all rows are as they should be.
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
        self._shortened: frozenset[Derivation] = frozenset()
        self._gone: dict[Derivation, Row] = {}
        self._shows_removed = False
        model.dataChanged.connect(self._on_data_changed)
        model.applied.connect(self._arrange)
        model.layoutChanged.connect(self._on_layout_changed)
        model.modelReset.connect(self._on_reset)
        self._arrange()

    # -- what to show

    @property
    def cell(self) -> Cell | None:
        """The cell asked about, or ``None``."""
        return self.filter.cell

    @property
    def is_filtering(self) -> bool:
        """True when a sentence may be left out."""
        return self.filter.is_on

    @property
    def shows_removed(self) -> bool:
        """True when rows for what the shown move removed stand among the others."""
        return self._shows_removed

    @property
    def has_traces(self) -> bool:
        """True when the shown move left a mark at a row that may be shown."""
        return bool(self.context.added or (self._shows_removed and self._removed))

    def set_filter(self, wanted: Filter) -> None:
        """Show only the sentences that pass ``wanted``."""
        if wanted != self.filter:
            self.filter = wanted
            self._arrange()

    def set_text(self, text: str) -> None:
        """Show only sentences with ``text`` in sentence, kind, rule or premises; capitals and spaces don't matter."""
        self.set_filter(replace(self.filter, text=text))

    def set_cell(self, cell: Cell | None) -> None:
        """Show only sentences that mention ``cell``, or are its clue when it is revealed; all for ``None``."""
        self.set_filter(replace(self.filter, cell=cell))

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Mark what a move added, and what it removed; what is in both came and went, and is neither."""
        passing = frozenset(added).intersection(removed)
        came = frozenset(added) - passing
        went = tuple(derivation for derivation in removed if derivation not in passing)
        if (came, went) == (self.context.added, self._removed):
            return
        self.context = replace(self.context, added=came)
        self._removed = went
        before = {derivation.origin for derivation in went}
        self._shortened = frozenset(derivation for derivation in came if derivation.origin in before)
        self._remark()

    def set_proof(self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell]) -> None:
        """Say what the shown proof uses: the sentences that it states, and the clues."""
        context = replace(self.context, statements=frozenset(statements), clues=frozenset(clues))
        if context != self.context:
            self.context = context
            self._arrange()

    def set_removed_shown(self, on: bool) -> None:
        """Show rows for what the shown move removed, or don't."""
        if on != self._shows_removed:
            self._shows_removed = on
            self._remark()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._model.sort(column, order)
        if self._gone:
            # They may have to move where the others need not.
            self._arrange()

    # -- what the model behind it says

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
        self._removed, self._shortened, self._gone = (), frozenset(), {}
        self.context = replace(self.context, added=frozenset())
        self._changed.clear()
        self._shown = self._wanted()
        self.endResetModel()

    # -- bringing rows to where they belong

    def _remark(self) -> None:
        """Let marks come and go, and rows with them."""
        self._changed.update(self._shown)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Show the rows that are wanted now."""
        self.is_arranging = True
        try:
            self._become(self._wanted())
            changed = (
                [number for number, row in enumerate(self._shown) if row in self._changed] if self._changed else []
            )
            self._changed.clear()
            if changed:
                spans = runs(changed)
                if len(spans) > _FEW_RUNS:
                    spans = [(spans[0][0], spans[-1][1])]
                for first, last in spans:
                    self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))
        finally:
            self.is_arranging = False
        self.arranged.emit()

    def _wanted(self) -> list[Row]:
        rows = self.filter.passing(self._model.rows, self.context)
        self.found = len(rows)
        gone: list[Row] = []
        if self._shows_removed:
            # Rows stay the same while their derivations do, and so does what is selected of them.
            fresh = self._model.strangers(derivation for derivation in self._removed if derivation not in self._gone)
            kept = [row for row in self._gone.values() if self._model.row_of(row.derivation) is None]
            known = {row.derivation: row for row in (*kept, *fresh)}
            gone = [known[derivation] for derivation in self._removed if derivation in known]
        self._gone = {row.derivation: row for row in gone}
        # They are news of the move, if not new.
        gone = replace(self.filter, is_new=False).passing(gone, self.context)
        return self._model.merged(rows, gone)

    def _become(self, wanted: list[Row]) -> None:
        """Tell of the way from the rows shown to those wanted: what goes, what moves, what comes."""
        before = self._shown
        if wanted == before:
            return
        stays, was = set(wanted), set(before)
        going = [number for number, row in enumerate(before) if row not in stays]
        coming = [number for number, row in enumerate(wanted) if row not in was]
        kept = [row for row in wanted if row in was]
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
            self._insert(len(kept), [wanted[number] for number in coming])
            self._permute(wanted)
        else:
            for first, last in entering:
                self._insert(first, wanted[first : last + 1])

    def _insert(self, first: int, rows: list[Row]) -> None:
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self._shown[first:first] = rows
        self.endInsertRows()

    def _permute(self, rows: list[Row]) -> None:
        """Show the same rows in another order, and let what views remember of them go along."""
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
        wanted = self._model.rows[number]
        return next((place for place, row in enumerate(self._shown) if row is wanted), None)

    def is_removed(self, row: int) -> bool:
        """Return whether the row is of a sentence that is no longer in force."""
        return self._shown[row].derivation in self._gone

    def full_texts(self, row: int) -> list[str]:
        """Return the texts of a row with the sentence not cut short."""
        return self._shown[row].full_texts

    def mapToSource(self, index: Index) -> QModelIndex:
        """Return the index of the same sentence in the model behind; none when it is no longer in force."""
        row = self._model.row_of(self.derivation(index.row())) if index.isValid() else None
        return QModelIndex() if row is None else self._model.index(row, index.column())

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in ROLES or not index.isValid():
            return None
        row = self._shown[index.row()]
        return row.data(index.column(), role, self._trace(row.derivation))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return header_data(section, orientation, role)

    def _trace(self, derivation: Derivation) -> Trace | None:
        if derivation in self.context.added:
            return Trace.SHORTENED if derivation in self._shortened else Trace.ADDED
        return Trace.REMOVED if derivation in self._gone else None
