"""Provides ``ModelWatch``, which checks a table model at each of its signals as a view that trusts the signals does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Role


class ModelWatch:
    """Keeps a copy of a model's rows by its signals alone, and compares the copy with the model at each signal.

    Qt's own tester runs at every signal as well. Unlike it, the watch compares every row, not only those beside a
    range, and ``check`` finds changed rows that no ``dataChanged`` covers.

    ``rows`` returns the model's row objects, which stay the same while their content changes. ``content`` returns, for
    a row's number, what changes only together with a ``dataChanged``.
    """

    def __init__(
        self, model: QAbstractTableModel, rows: Callable[[], Sequence[object]], content: Callable[[int], object]
    ) -> None:
        self._model = model
        self._model_rows = rows
        self._content = content
        self._columns = model.columnCount()
        # Checks the model at every signal; its warnings make the test fail.
        self._tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
        self._pending: tuple[object, ...] | None = None
        """The change that was announced and is not done yet."""
        self._kept: list[tuple[QPersistentModelIndex, object]] = []
        model.rowsAboutToBeInserted.connect(self._on_about_to_insert)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsAboutToBeRemoved.connect(self._on_about_to_remove)
        model.rowsRemoved.connect(self._on_removed)
        model.layoutAboutToBeChanged.connect(self._on_about_to_move)
        model.layoutChanged.connect(self._on_moved)
        model.dataChanged.connect(self._on_changed)
        model.modelAboutToBeReset.connect(self._on_about_to_reset)
        model.modelReset.connect(self._on_reset)
        self._read()
        self.check()

    def check(self) -> None:
        """Check that the signals have announced all changes."""
        assert self._pending is None
        self._assert_same_rows()
        changed = [row for row, content in enumerate(self._contents) if content != self._content(row)]
        assert not changed, "dataChanged covers them"

    def _read(self) -> None:
        self._rows = list(self._model_rows())
        self._contents = [self._content(row) for row in range(len(self._rows))]

    def _assert_same_rows(self) -> None:
        assert self._model.columnCount() == self._columns
        assert self._model.rowCount() == len(self._rows)
        is_same = self._rows == self._model_rows()
        assert is_same, "the signals lead to other rows than the model has"

    def _announce(self, *change: object) -> None:
        assert self._pending is None, "a change within a change"
        self._assert_same_rows()
        self._pending = change

    def _complete(self, *change: object) -> None:
        assert self._pending == change
        self._pending = None

    def _on_about_to_insert(self, parent: QModelIndex, first: int, last: int) -> None:
        assert not parent.isValid()
        assert 0 <= first <= len(self._rows)
        assert first <= last
        self._announce("insert", first, last)

    def _on_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        assert not parent.isValid()
        self._complete("insert", first, last)
        self._rows[first:first] = self._model_rows()[first : last + 1]
        self._contents[first:first] = [self._content(row) for row in range(first, last + 1)]
        self._assert_same_rows()

    def _on_about_to_remove(self, parent: QModelIndex, first: int, last: int) -> None:
        assert not parent.isValid()
        assert 0 <= first <= last < len(self._rows)
        self._announce("remove", first, last)

    def _on_removed(self, parent: QModelIndex, first: int, last: int) -> None:
        assert not parent.isValid()
        self._complete("remove", first, last)
        del self._rows[first : last + 1]
        del self._contents[first : last + 1]
        self._assert_same_rows()

    def _on_about_to_move(self) -> None:
        self._announce("move")
        self._kept = [
            (QPersistentModelIndex(self._model.index(number, number % self._columns)), row)
            for number, row in enumerate(self._rows)
        ]

    def _on_moved(self) -> None:
        self._complete("move")
        content = dict(zip(self._rows, self._contents, strict=True))
        self._rows = list(self._model_rows())
        assert content.keys() == set(self._rows), "moved rows are neither new nor gone"
        self._contents = [content[row] for row in self._rows]
        self._assert_same_rows()
        for number, (index, row) in enumerate(self._kept):
            assert index.isValid()
            assert index.column() == number % self._columns
            assert self._rows[index.row()] is row
        self._kept = []

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        assert self._pending is None
        assert first.isValid()
        assert last.isValid()
        assert not first.parent().isValid()
        assert not last.parent().isValid()
        assert first.row() <= last.row() < len(self._rows)
        assert first.column() <= last.column() < self._columns
        self._assert_same_rows()
        for row in range(first.row(), last.row() + 1):
            self._contents[row] = self._content(row)

    def _on_about_to_reset(self) -> None:
        self._announce("reset")

    def _on_reset(self) -> None:
        self._complete("reset")
        self._read()


def watch_proxy(proxy: KnowledgeFilterProxy) -> ModelWatch:
    """Return a watch of the sentences that ``proxy`` shows and of their marks."""

    def content(row: int) -> tuple[object, object]:
        index = proxy.index(row, 0)
        return index.data(Role.DERIVATION), index.data(Role.TRACE)

    return ModelWatch(proxy, lambda: proxy._shown, content)
