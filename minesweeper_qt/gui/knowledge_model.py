"""The sentences in force as a Qt item model, and a proxy that filters them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QSortFilterProxyModel,
    Qt,
    Signal,
)

from minesweeper_qt.gui.index import NO_PARENT, Index
from minesweeper_qt.gui.knowledge_text import (
    SHOWN_CELLS,
    full_text,
    kind_text,
    premises_text,
    rule_text,
    sentence_key,
    short_text,
    spoken_text,
    squeezed,
    tooltip_text,
)
from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.derivation import Derivation

if TYPE_CHECKING:
    from collections.abc import Iterator


class Column(IntEnum):
    """The columns of the table."""

    SENTENCE = 0
    COUNT = 1
    SIZE = 2
    KIND = 3
    RULE = 4
    PREMISES = 5
    MOVE = 6


class Role(IntEnum):
    """What the model offers beside Qt's own roles."""

    SORT = Qt.ItemDataRole.UserRole + 1
    """What a column is sorted by: a number or a tuple; a text only where there is nothing to count."""
    RECORD = Qt.ItemDataRole.UserRole + 2
    """The ``Derivation`` of the row."""


HEADERS = {
    Column.SENTENCE: ("Sentence", "Of these cells, exactly so many are mines"),
    Column.COUNT: ("Count", "How many of the cells are mines"),
    Column.SIZE: ("Size", "How many cells the sentence mentions"),
    Column.KIND: ("Kind", "Stated by a clue, inferred from other sentences, or the number of mines left"),
    Column.RULE: ("Rule", "How the sentence came about, and how many of its cells have been settled since"),
    Column.PREMISES: ("Premises", "The sentences that it was inferred from"),
    Column.MOVE: ("Move", "The move since which the sentence holds in this form"),
}
_NUMBERS = frozenset((Column.COUNT, Column.SIZE, Column.MOVE))


class _Row:
    """A row: its record, its place in the order of learning, and its texts.

    A record that only lost settled cells takes over the row, and with it the place.
    """

    __slots__ = ("_search", "_texts", "born", "record")

    def __init__(self, record: Derivation, born: int) -> None:
        self.born = born
        self.take(record)

    def take(self, record: Derivation) -> None:
        self.record = record
        self._texts: tuple[str, ...] | None = None
        self._search: str | None = None
        if len(record.cells) <= SHOWN_CELLS:
            # Now, a few at a time: the first letter of a search must not wait for thousands. What takes long and
            # changes with every move, the mine count, waits until it is asked for.
            self._make_search()

    @property
    def texts(self) -> tuple[str, ...]:
        if self._texts is None:
            record = self.record
            self._texts = (
                short_text(record),
                str(record.count),
                str(len(record.cells)),
                kind_text(record),
                rule_text(record),
                premises_text(record),
                str(record.move),
            )
        return self._texts

    @property
    def search(self) -> str:
        return self._make_search() if self._search is None else self._search

    def _make_search(self) -> str:
        sentence, _, _, kind, rule, premises, _ = self.texts
        if len(self.record.cells) > SHOWN_CELLS:
            sentence = full_text(self.record)
        self._search = squeezed(f"{sentence}\n{kind}\n{rule}\n{premises}")
        return self._search

    def key(self, column: int) -> Any:
        record = self.record
        match column:
            case Column.SENTENCE:
                return sentence_key(record)
            case Column.COUNT:
                return record.count
            case Column.SIZE:
                return len(record.cells)
            case Column.KIND:
                return kind_text(record)
            case Column.RULE:
                origin = record.origin
                return origin.rule.value, origin.clue or (), len(origin.cells) - len(record.cells)
            case Column.PREMISES:
                return tuple(sentence_key(premise) for premise in record.origin.premises)
        return record.move


class KnowledgeTableModel(QAbstractTableModel):
    """The sentences in force, a row each, in the order in which they were learned or sorted by a column.

    The model sorts itself, with one Python sort: a sorting proxy would call back into Python for each comparison,
    and take a tenth of a second for 3,000 rows. Rows stay sorted as sentences come and go.

    Attributes: ``is_applying``, true while ``apply`` is at work and the rows are between two states of the knowledge.
    Signals: ``applied()``, after each ``apply``, when all rows are as they should be.
    """

    applied = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_applying = False
        self._rows: list[_Row] = []
        self._row_of: dict[Derivation, int] = {}
        self._born = 0
        self._sort_column = -1
        self._descending = False

    # -- changing

    def reset(self, records: Iterable[Derivation] = ()) -> None:
        """Show other records: those of a new game."""
        self.beginResetModel()
        self._rows = self._born_rows(records)
        self._rows.sort(key=self._key, reverse=self._descending)
        self._number_rows()
        self.endResetModel()

    def apply(self, added: Sequence[Derivation], removed: Sequence[Derivation]) -> None:
        """Let records come and go, as ``Change`` reports them for one move or in a row for many.

        A record that only lost settled cells keeps its row, and so its selection. One that is both in ``added`` and
        in ``removed`` came and went within the batch.
        """
        with self._applying():
            passing = set(added).intersection(removed)
            # What only loses cells keeps its origin, however many records lie between.
            leaving = {
                record.origin: self._row_of[record]
                for record in removed
                if record not in passing and record in self._row_of
            }
            coming: list[Derivation] = []
            changed: list[int] = []
            for record in added:
                if record in passing or record in self._row_of:
                    continue
                row = leaving.pop(record.origin, None)
                if row is None:
                    coming.append(record)
                else:
                    self._rows[row].take(record)
                    changed.append(row)
            for first, last in _runs(changed):
                self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))
            for first, last in reversed(_runs(leaving.values())):
                self.beginRemoveRows(QModelIndex(), first, last)
                del self._rows[first : last + 1]
                self.endRemoveRows()
            if coming:
                self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(coming) - 1)
                self._rows += self._born_rows(coming)
                self.endInsertRows()
            if self._sort_column >= 0:
                self._restore_order()
            self._number_rows()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, and by the order of learning within equals or when ``column`` is -1."""
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

    def _born_rows(self, records: Iterable[Derivation]) -> list[_Row]:
        rows = [_Row(record, born) for born, record in enumerate(records, self._born)]
        self._born += len(rows)
        return rows

    def _number_rows(self) -> None:
        self._row_of = {row.record: number for number, row in enumerate(self._rows)}

    def _key(self, row: _Row) -> Any:
        return (row.key(self._sort_column), row.born) if self._sort_column >= 0 else row.born

    def _restore_order(self) -> None:
        """Move the rows to where they belong, and with them what views remember of them."""
        ordered = sorted(self._rows, key=self._key, reverse=self._descending)
        if ordered == self._rows:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = [self._rows[index.row()] for index in before]
        self._rows = ordered
        place = {row: number for number, row in enumerate(ordered)}
        after = [self.createIndex(place[row], index.column()) for row, index in zip(rows, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # -- reading

    def record(self, row: int) -> Derivation:
        """Return the record of a row."""
        return self._rows[row].record

    def search_text(self, row: int) -> str:
        """Return what a search looks through: the whole sentence, kind, rule and premises, squeezed."""
        return self._rows[row].search

    def full_texts(self, row: int) -> list[str]:
        """Return the texts of a row with the sentence not cut short."""
        return [full_text(self._rows[row].record), *self._rows[row].texts[1:]]

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.texts[column]
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip_text(row.record)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken_text(row.record) if column == Column.SENTENCE else row.texts[column]
            case Role.SORT:
                return row.key(column)
            case Role.RECORD:
                return row.record
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        title, explanation = HEADERS[Column(section)]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return explanation
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(section)
        return None


class KnowledgeFilterProxy(QSortFilterProxyModel):
    """The sentences that contain a text, or that say something about a cell; sorted by the model behind it.

    Attributes: ``cell``, the cell asked about, or ``None``; ``is_filtering``, true when a sentence may be left out.
    """

    def __init__(self, model: KnowledgeTableModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._needle = ""
        self._model = model
        self.setSortRole(Role.SORT)
        self.setSourceModel(model)

    @property
    def is_filtering(self) -> bool:
        return bool(self._needle) or self.cell is not None

    def set_text(self, text: str) -> None:
        """Show only sentences with ``text`` in sentence, kind, rule or premises; capitals and spaces don't matter."""
        self._set(squeezed("".join(text.split())), self.cell)

    def set_cell(self, cell: Cell | None) -> None:
        """Show only sentences that mention ``cell``, or are its clue when it is revealed; all for ``None``."""
        self._set(self._needle, cell)

    def _set(self, needle: str, cell: Cell | None) -> None:
        if (needle, cell) == (self._needle, self.cell):
            return
        self.beginFilterChange()
        self._needle, self.cell = needle, cell
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._model.sort(column, order)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        if self.cell is not None:
            record = self._model.record(row)
            # No sentence in force mentions a revealed cell, so the second half finds just its clue.
            if self.cell not in record.cells and self.cell != record.clue:
                return False
        return not self._needle or self._needle in self._model.search_text(row)


def _alignment(column: int) -> Qt.AlignmentFlag:
    # Mostly of one digit: at the right they would stick to the text of the next column.
    side = Qt.AlignmentFlag.AlignHCenter if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Join row numbers into (first, last) of neighbours, in ascending order."""
    runs: list[tuple[int, int]] = []
    for row in sorted(rows):
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
