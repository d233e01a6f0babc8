"""The page of all differences of a game: a table, each row of which leads to its move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from minesweeper_qt.gui.panels.agent.difference_card import MISSED, sentence
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import Index, RowTable
from minesweeper_qt.model.student import fault_text
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.knowledge_comparison import RowKind

NO_DIFFERENCES = "No difference so far."
KIND = Qt.ItemDataRole.UserRole
"""The role of the ``RowKind`` of an item that has its sign."""
_KINDS = {RowKind.WRONG: "wrong", RowKind.MISSING: "missing", RowKind.FURTHER: "minor"}
"""The kinds in words, for screen readers."""
_SUPERFLUOUS = (Symptom.SENTENCE_DOUBLE, Symptom.SENTENCE_EMPTY, Symptom.SENTENCES_GROW)


@guarded
class SignedRows(QStandardItemModel):
    """Rows of texts; an item with the role ``KIND`` has the sign of that kind, in the colour of the theme."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DecorationRole:
            return super().data(index, role)
        kind = super().data(index, KIND)
        if kind is None:
            return None
        palette = QPalette(QGuiApplication.palette())
        colours = themes.for_palette(palette).controls
        inks = {RowKind.WRONG: colours.loss, RowKind.MISSING: colours.accent}
        palette.setColor(QPalette.ColorRole.ButtonText, inks.get(kind, colours.muted))
        return assets.icon(f"row-{kind.value}", palette)


@guarded
class SignedTable(RowTable):
    """A table of one selected row, without a header; attribute: ``rows``, the texts and signs."""

    def __init__(self, name: str, columns: int, stretched: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = SignedRows(0, columns, self)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setMinimumHeight(metrics.ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.hide()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)


@guarded
class DifferencesPage(SignedTable):
    """Lists differences in order. Signal: ``difference_chosen(Fault)``, by a click or Enter.

    ``turn_of`` returns the number of the move for a number of observations.
    """

    difference_chosen = Signal(object)

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__("Differences", 2, 1, parent)
        self._turn_of = turn_of
        self._differences: list[Fault] = []
        self._shown = 0
        """The number of the move that is shown."""
        self.hint = NO_DIFFERENCES
        self.setAccessibleDescription("A click or Enter shows the move of a difference on the board")
        self.clicked.connect(self._choose)

    def show_differences(self, differences: Sequence[Fault], shown: int) -> None:
        """List these, keeping the rows before the first that is another one; mark those of the move ``shown``."""
        both = zip(self._differences, differences, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
        self._differences = list(differences)
        self.rows.setRowCount(kept)
        for difference in self._differences[kept:]:
            self.rows.appendRow(self._row(difference))
        first, self._shown = kept if shown == self._shown else 0, shown
        for row in range(first, len(self._differences)):
            self._mark(row)

    def _row(self, difference: Fault) -> list[QStandardItem]:
        move = self._turn_of(difference.learned)
        row = [QStandardItem(str(move)), QStandardItem(sentence(fault_text.title(difference, "")))]
        row[0].setData(_kind_of(difference), KIND)
        row[1].setData(fault_text.title(difference), Qt.ItemDataRole.AccessibleTextRole)
        for item in row:
            item.setToolTip(fault_text.reason(difference, move))
        return row

    def _mark(self, row: int) -> None:
        """Write in bold what is a difference of the move that is shown."""
        difference = self._differences[row]
        move = self._turn_of(difference.learned)
        is_shown, kind = move == self._shown, _KINDS[_kind_of(difference)]
        spoken = f"Move {move}{', shown now' if is_shown else ''}, {kind}: {fault_text.title(difference)}"
        for column in range(2):
            item = self.rows.item(row, column)
            font = item.font()
            font.setBold(is_shown)
            item.setFont(font)
        self.rows.item(row, 0).setData(spoken, Qt.ItemDataRole.AccessibleTextRole)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.difference_chosen.emit(self._differences[index.row()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _kind_of(difference: Fault) -> RowKind:
    """Return the kind of row whose sign a difference has: missing, further for what does no harm, else wrong."""
    if difference.symptom in MISSED:
        return RowKind.MISSING
    is_harmless = difference.key.severity is Severity.NOTE or difference.symptom in _SUPERFLUOUS
    return RowKind.FURTHER if is_harmless else RowKind.WRONG
