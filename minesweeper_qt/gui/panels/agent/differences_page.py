"""The page of all differences of a game: a table, each row of which leads to its move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from minesweeper_qt.gui.panels.agent.difference_card import sentence
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import Index, RowTable
from minesweeper_qt.model.student import fault_text
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import MISSED, Severity, Symptom
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
        self._differences: Sequence[Fault] = []
        self._shown = -1
        """The number of the move that is shown."""
        self.hint = NO_DIFFERENCES
        self.setAccessibleDescription("A click or Enter shows the move of a difference on the board")
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)  # by Enter

    def show_differences(self, differences: Sequence[Fault], shown: int) -> None:
        """List these, and mark those of the move ``shown``; the selected row stays selected."""
        if (differences, shown) == (self._differences, self._shown):
            return
        self._differences, self._shown = list(differences), shown
        row = self.currentIndex().row()
        self.rows.setRowCount(0)
        for difference in differences:
            self.rows.appendRow(self._row(difference))
        self.setCurrentIndex(self.rows.index(row, 0))

    def _row(self, difference: Fault) -> list[QStandardItem]:
        move, kind, title = self._turn_of(difference.learned), _kind_of(difference), fault_text.title(difference)
        row = [QStandardItem(str(move)), QStandardItem(sentence(fault_text.title(difference, "")))]
        is_shown = move == self._shown
        spoken = f"Move {move}{', shown now' if is_shown else ''}, {_KINDS[kind]}: {title}"
        row[0].setData(kind, KIND)
        for item, text in zip(row, (spoken, title), strict=True):
            item.setData(text, Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip(fault_text.reason(difference, move))
            font = item.font()
            font.setBold(is_shown)
            item.setFont(font)
        return row

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.difference_chosen.emit(self._differences[index.row()])


def _kind_of(difference: Fault) -> RowKind:
    """Return the kind of row whose sign a difference has: missing, further for what does no harm, else wrong."""
    if difference.symptom in MISSED:
        return RowKind.MISSING
    is_harmless = difference.key.severity is Severity.NOTE or difference.symptom in _SUPERFLUOUS
    return RowKind.FURTHER if is_harmless else RowKind.WRONG
