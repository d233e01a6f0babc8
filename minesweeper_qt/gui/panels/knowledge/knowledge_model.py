"""The item model of the sentences in force: one row a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from minesweeper_qt.gui.panels.knowledge.knowledge_row import COLUMNS, HEADER, LetterOf, Row
from minesweeper_qt.gui.presentation.comparison_text import Standing, TurnOf
from minesweeper_qt.gui.presentation.derivation_text import MoveOf
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import runs
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.watch.knowledge_comparison import KnowledgeComparison

_is_failure = attrgetter("is_failure")
_worst_first = attrgetter("rank", "order")


@guarded
class KnowledgeTableModel(QAbstractTableModel):
    """The sentences in force, one row each, in the order in which they were learned or sorted by a column.

    The model sorts itself, with one Python sort: a sorting proxy would call back into Python for each comparison,
    and take a tenth of a second for 3,000 rows. Rows stay sorted as sentences are added and removed.

    The argument ``move_of`` returns the move of the game that a derivation came with; by default it returns the
    derivation's attribute ``move``, which counts clues.

    Where the sentences are those of two agents, ``set_comparison`` sets how each row stands in their knowledge. The
    rows are then ordered by kind, the worst first, before the order of learning, and the row of a failed call is always
    the first.

    Attributes: ``rows``, read-only; ``is_applying``, true while ``apply`` runs and the rows are between two states of
    the knowledge.

    Signal: ``applied()``, emitted after each ``apply``, when all rows are up to date.
    """

    applied = Signal()

    def __init__(
        self,
        parent: QObject | None = None,
        move_of: MoveOf = attrgetter("move"),
    ) -> None:
        super().__init__(parent)
        self._move_of = move_of
        self.is_applying = False
        self.rows: list[Row] = []
        self._letter_of: LetterOf | None = None
        self._row_of: dict[Derivation, int] = {}
        self._next_order = 0
        self._sort_column = -1
        self._descending = False

    # -- changing

    def reset(self, derivations: Iterable[Derivation] = ()) -> None:
        """Replace all derivations, with a model reset: for a new game or a new agent."""
        self.beginResetModel()
        self.rows = self._sorted(self._new_rows(derivations))
        self._number_rows()
        self.endResetModel()

    def apply(self, added: Sequence[Derivation], removed: Sequence[Derivation]) -> None:
        """Add and remove derivations, as ``Change`` reports them for one move, or concatenated for several moves.

        A derivation that only lost settled cells keeps its row, and so its selection. One that is both in ``added`` and
        in ``removed`` was added and removed within the batch, and gets no row.
        """
        with self._applying():
            passing = set(added).intersection(removed)
            # A sentence that only loses settled cells keeps its origin, even over several derivations.
            leaving = {
                derivation.origin: self._row_of[derivation]
                for derivation in removed
                if derivation not in passing and derivation in self._row_of
            }
            coming: list[Derivation] = []
            changed: list[int] = []
            for derivation in added:
                if derivation in passing or derivation in self._row_of:
                    continue
                row = leaving.pop(derivation.origin, None)
                if row is None:
                    coming.append(derivation)
                else:
                    self.rows[row].set_derivation(derivation)
                    changed.append(row)
            self._announce(changed)
            for first, last in reversed(runs(leaving.values())):
                self.beginRemoveRows(QModelIndex(), first, last)
                del self.rows[first : last + 1]
                self.endRemoveRows()
            if coming:
                self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(coming) - 1)
                self.rows += self._new_rows(coming)
                self.endInsertRows()
            if self._sort_column >= 0:
                self._restore_order()
            self._number_rows()

    def set_comparison(self, comparison: KnowledgeComparison | None, turn_of: TurnOf) -> None:
        """Set how each row stands in the knowledge of two agents, by their ``comparison``; ``None`` for one agent.

        ``turn_of`` turns numbers of observations into numbers of moves. Rows that the comparison lacks have no
        standing. ``dataChanged`` is emitted for those rows alone that stand otherwise than before.
        """
        turn = cache(turn_of)
        compared = {} if comparison is None else {row.derivation: row for row in comparison.rows}
        with self._applying():
            changed = []
            for number, row in enumerate(self.rows):
                found = compared.get(row.derivation)
                standing = None if found is None else Standing.of(found, turn)
                if standing != row.standing:
                    row.set_standing(standing)
                    changed.append(number)
            self._announce(changed)
            self._restore_order()
            self._number_rows()

    def set_letters(self, letter_of: LetterOf | None) -> None:
        """Set the function that returns the letters of cells, which the texts name them by; ``None`` for no letters."""
        with self._applying():
            self._letter_of = letter_of
            for row in self.rows:
                row.set_letters(letter_of)
            self._announce(range(len(self.rows)))

    @property
    def letter_of(self) -> LetterOf | None:
        """The function that returns the letters of cells; ``None`` for no letters."""
        return self._letter_of

    def _announce(self, changed: Iterable[int]) -> None:
        for first, last in runs(changed):
            self.dataChanged.emit(self.index(first, 0), self.index(last, COLUMNS - 1))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, with equal rows in the order of learning; only by that order when ``column`` is -1."""
        self._sort_column = column
        self._descending = order == Qt.SortOrder.DescendingOrder
        self._restore_order()
        self._number_rows()

    @contextmanager
    def _applying(self) -> Iterator[None]:
        self.is_applying = True
        try:
            yield
        finally:
            self.is_applying = False
        self.applied.emit()

    def _new_rows(self, derivations: Iterable[Derivation]) -> list[Row]:
        rows = [
            Row(derivation, order, self._move_of, self._letter_of)
            for order, derivation in enumerate(derivations, self._next_order)
        ]
        self._next_order += len(rows)
        return rows

    def _number_rows(self) -> None:
        self._row_of = {row.derivation: number for number, row in enumerate(self.rows)}

    def _key(self, row: Row) -> Any:
        return (row.key(self._sort_column), row.order)

    def _sorted(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows in the order of the sorted column or, without one, by kind and as they were learned."""
        if self._sort_column < 0:
            return sorted(rows, key=_worst_first)
        ordered = sorted(rows, key=self._key, reverse=self._descending)
        if any(map(_is_failure, ordered)):
            ordered.sort(key=_is_failure, reverse=True)
        return ordered

    def _restore_order(self) -> None:
        """Sort the rows, and update the persistent indexes of the views."""
        ordered = self._sorted(self.rows)
        if ordered == self.rows:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = [self.rows[index.row()] for index in before]
        self.rows = ordered
        place = {row: number for number, row in enumerate(ordered)}
        after = [self.createIndex(place[row], index.column()) for row, index in zip(rows, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # -- reading

    def derivation(self, row: int) -> Derivation:
        """Return the derivation of a row."""
        return self.rows[row].derivation

    def row_of(self, derivation: Derivation) -> int | None:
        """Return the row of a derivation, or ``None`` when it is not in force."""
        return self._row_of.get(derivation)

    def rows_not_in_force(self, derivations: Iterable[Derivation]) -> list[Row]:
        """Return new rows for those derivations that are not in force; they do not become rows of this model."""
        return [
            Row(derivation, -1, self._move_of, self._letter_of)
            for derivation in derivations
            if derivation not in self._row_of
        ]

    def merged(self, rows: list[Row], others: list[Row]) -> list[Row]:
        """Return rows of this model and ``others`` in the order of the sorted column; ``others`` last without one."""
        if not others or self._sort_column < 0:
            return [*rows, *others]
        return self._sorted([*rows, *others])

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.rows[index.row()].data(index.column(), role) if index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return HEADER.data(section, orientation, role)
