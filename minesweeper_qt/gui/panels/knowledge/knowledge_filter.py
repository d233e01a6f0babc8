"""The filter of the table of sentences: its proxy model, its menu and chips, and why a filtered table is empty."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel, Row
from minesweeper_qt.gui.presentation.comparison_text import COUNTED, MEANINGS, SIGNS, TITLES
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import Menu, add_heading
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.tables import Index
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Reasoning
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.words import counted

NOTHING_FOUND = "No sentence matches."
NOTHING_NEW = "The shown move added no sentence."
NO_PROOF = "No proof is shown: ask why a cell is safe or a mine."
NOTHING_USED = "The proof uses no sentence that is in force."
NOTHING_USES = "No sentence in force was derived from it."
BEYOND = "What Is Known lists what any reasoning settles."
_NONE_OF_KIND = {
    RowKind.WRONG: "Nothing that your agent states here is wrong.",
    RowKind.MISSING: "Your agent misses nothing here.",
    RowKind.FURTHER: "Your agent knows nothing here that the reference does not.",
    RowKind.SAME: "The two agents have nothing in common here.",
}


class Filter(NamedTuple):
    """The conditions that a sentence must meet, all of them, to be shown.

    Attributes: ``text``, contained in the row, written as ``normalize_for_search`` does; ``cell``, mentioned by the
    sentence or revealed with its clue; ``levels``, the reasoning levels, none for all; ``is_new``, changed by the shown
    move; ``is_in_proof``, used in the shown proof, whether it mentions ``cell`` or not; ``kinds``, how two agents agree
    or differ in it, none for all; ``used``, a sentence that it was derived from directly, in any form.
    """

    text: str = ""
    cell: Cell | None = None
    levels: frozenset[Reasoning] = frozenset()
    is_new: bool = False
    is_in_proof: bool = False
    kinds: frozenset[RowKind] = frozenset()
    used: Derivation | None = None

    @property
    def level_words(self) -> str:
        """The required reasoning levels in words; meaningful only when there are any."""
        return f"level {' or '.join(map(str, sorted(self.levels)))}"

    @property
    def words(self) -> str:
        """The conditions except text and cell in words; empty when there are none."""
        kinds = " or ".join(words for kind, words in COUNTED.items() if kind in self.kinds)
        texts = [kinds, self.level_words if self.levels else ""]
        texts += ["new in this move"] * self.is_new + ["used in the proof"] * self.is_in_proof
        texts += [] if self.used is None else [f"uses {self.used.conclusion}"]
        return ", ".join(filter(None, texts))


@guarded
class KnowledgeProxy(QSortFilterProxyModel):
    """Shows the sentences of a ``KnowledgeTableModel`` that pass a filter, sorted by a column or as they were learned.

    A cell that no sentence in force mentions filters nothing. A failed call is always the first row.

    Attributes, read-only: ``filter``; ``has_proof``, whether the filter "used in the proof" has a proof to refer to;
    ``is_by_cell``, whether the rows are filtered by the cell of the filter; ``is_filtering``, true while the filter
    changes and the rows are between two states.
    """

    def __init__(self, model: KnowledgeTableModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.filter = Filter()
        self.has_proof = self.is_by_cell = self.is_filtering = False
        self._model = model
        self._statements: frozenset[tuple[frozenset[Cell], int]] = frozenset()
        self._clues: frozenset[Cell] = frozenset()
        self._shows_removed = False
        self._column = -1
        self._is_compared = False
        self.setSourceModel(model)
        model.applied.connect(self._on_applied)

    @property
    def rows(self) -> list[Row]:
        """The rows that are shown, from top to bottom."""
        return [self.row_at(number) for number in range(self.rowCount())]

    @property
    def in_force(self) -> list[Row]:
        """The rows that are shown, without those of removed sentences."""
        return [row for row in self.rows if not row.is_removed]

    @property
    def found(self) -> int:
        """The number of rows that are shown, without those of removed sentences."""
        return sum(not row.is_removed and self._accepts(row) for row in self._model.rows)

    def row_at(self, number: int) -> Row:
        """Return the row that is shown at a place."""
        return self._model.rows[self.mapToSource(self.index(number, 0)).row()]

    def set_filter(self, new: Filter) -> None:
        """Show only the sentences that pass the filter ``new``."""
        if new != self.filter:
            self.filter = new
            self._refilter()

    def set_proof(self, statements: Collection[tuple[frozenset[Cell], int]], clues: Collection[Cell]) -> None:
        """Set what the shown proof uses: the sentences that it states, and the cells of its clues."""
        self._statements, self._clues = frozenset(statements), frozenset(clues)
        self.has_proof = bool(statements or clues)
        if self.filter.is_in_proof:
            self._refilter()

    def set_removed_shown(self, on: bool) -> None:
        """Show or hide the rows of sentences that the shown move removed."""
        self._shows_removed = on
        self._refilter()

    def _on_applied(self) -> None:
        is_compared = any(row.standing for row in self._model.rows)
        if is_compared != self._is_compared:
            self._is_compared = is_compared
            self.sort(self._column, self.sortOrder())
        if self.is_by_cell != self._can_filter_by_cell():
            self._refilter()

    def _refilter(self) -> None:
        self.is_filtering = True
        self.beginFilterChange()
        self.is_by_cell = self._can_filter_by_cell()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)
        self.is_filtering = False

    def _can_filter_by_cell(self) -> bool:
        cell = self.filter.cell
        if cell is None or self.filter.is_in_proof:
            return False
        return any(row.mentions(cell) for row in self._model.rows if not row.is_removed)

    def _uses(self, derivation: Derivation) -> bool:
        """Return whether the proof states this sentence, or uses the clue that the sentence comes from."""
        return derivation.clue in self._clues or (derivation.cells, derivation.count) in self._statements

    # -- overrides of Qt

    def filterAcceptsRow(self, number: int, parent: Index) -> bool:
        return self._accepts(self._model.rows[number])

    def _accepts(self, row: Row) -> bool:
        current = self.filter
        return (
            (self._shows_removed or not row.is_removed)
            and (not self.is_by_cell or current.cell is None or row.mentions(current.cell))
            and (not current.is_new or row.trace is not None)
            and (not current.is_in_proof or self._uses(row.derivation))
            and (not current.kinds or row.kind in current.kinds)
            and (not current.levels or row.derivation.level in current.levels)
            and (current.used is None or row.uses(current.used.origin))
            and (not current.text or row.contains(current.text))
        )

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, with equal rows in the order of learning; only by that order when ``column`` is -1."""
        self._column = column
        # The order of learning is that of the model; among the rows of two agents, the worst come first.
        super().sort(-1)
        if column >= 0 or self._is_compared:
            super().sort(max(column, 0), order if column >= 0 else Qt.SortOrder.AscendingOrder)

    def lessThan(self, left: Index, right: Index) -> bool:
        one, other = self._model.rows[left.row()], self._model.rows[right.row()]
        if one.is_failure != other.is_failure:
            return one.is_failure == (self.sortOrder() == Qt.SortOrder.AscendingOrder)
        return one.key(self._column) < other.key(self._column)


def cells_settled_by(origin: Derivation, settled: Mapping[Cell, Derivation]) -> dict[Cell, Derivation]:
    """Return those verdicts of ``settled`` that rest directly on the sentence with this ``origin``, in any form.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 4)
    >>> learned, _ = ai.add_knowledge((0, 1), 1), ai.add_knowledge((0, 2), 1)
    >>> settled = {cell: ai.derivation(cell) for cell in ((0, 0), (0, 3))}
    >>> list(cells_settled_by(learned.added[0], settled))
    [(0, 0)]
    """
    return {
        cell: verdict
        for cell, verdict in settled.items()
        if any(premise.origin is origin for premise in verdict.premises)
    }


def nothing_passes_text(proxy: KnowledgeProxy, rows: Collection[Row]) -> str:
    """Return the reason why none of ``rows``, of which there is at least one, passes the filter of ``proxy``."""
    current = proxy.filter
    if current.is_in_proof and not proxy.has_proof:
        return NO_PROOF
    if current.is_new and not any(row.trace for row in rows):
        return NOTHING_NEW
    if len(current.kinds) == 1 and not any(row.kind in current.kinds for row in rows):
        return _NONE_OF_KIND[next(iter(current.kinds))]
    if current.levels and not any(row.derivation.level in current.levels for row in rows):
        return f"The agent knows no sentence of {current.level_words}. {BEYOND}"
    alone = current._replace(cell=None)
    if alone == Filter(is_in_proof=True):
        return NOTHING_USED
    return NOTHING_USES if alone == Filter(used=current.used) else NOTHING_FOUND


_NAME = "Filter"


class FilterButton(QToolButton):
    """A button with a menu of all filters except text and cell.

    Attributes: ``levels``, a checkable action for each reasoning level; ``is_new`` and ``is_in_proof``, the actions of
    these filters; ``removed``, the action that shows rows for removed sentences; ``clear``, the action that clears all
    filters.

    Signal: ``changed()``, emitted when the user has switched a filter on or off.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        menu = Menu("", self)
        add_heading(menu, "Level of Reasoning")
        self.levels = {
            level: self._switch(menu, f"&{str(level).capitalize()}", f"Sentences that rest on: {level.meaning}")
            for level in Reasoning
        }
        self.levels[Reasoning.COUNT].setText("Coun&t")
        self.levels[Reasoning.CASES].setText("C&ases")
        add_heading(menu, "Only")
        self.is_new = self._switch(menu, "&New in This Move", "Sentences that the shown move added or shortened")
        self.is_in_proof = self._switch(
            menu, "&Used in the Proof", "Sentences that the shown proof states, or whose clues it uses"
        )
        menu.addSeparator()
        self.removed = self._switch(
            menu, "Show What the Move &Removed", "Rows, struck through, of sentences that are no longer in force"
        )
        self.clear = menu.addAction("Clear All &Filters\tEsc")
        for action in (*self.levels.values(), self.is_new, self.is_in_proof):
            action.triggered.connect(self.changed)
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip("Show only sentences of some levels, of the shown move, or of the shown proof")
        self.setAccessibleName("More filters")
        self.show_filter(Filter())

    def _switch(self, menu: QMenu, text: str, tip: str) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setToolTip(tip)
        return action

    def show_filter(self, current: Filter) -> None:
        """Check the actions of the current filter, and show the number of its conditions on the button."""
        for level, action in self.levels.items():
            action.setChecked(level in current.levels)
        self.is_new.setChecked(current.is_new)
        self.is_in_proof.setChecked(current.is_in_proof)
        number = len(current.levels) + current.is_new + current.is_in_proof
        self.setText(f"{_NAME} ({number})" if number else _NAME)
        self.setAccessibleDescription(f"On: {current.words}" if number else "None is on")
        self.clear.setEnabled(current != Filter())


@guarded
class KindChips(QWidget):
    """A checkable button for each kind of row, and one for all; several kinds can be checked at once.

    Where they don't fit with their words, they have only signs and numbers. The button of the kind ``further`` is shown
    only where there are such rows, or it is checked.

    Attributes: ``all``, the button for all rows; ``buttons``, that of each kind. Signal: ``changed()``, emitted when
    the user has pressed one; ``kinds`` are then the chosen ones.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Mapping[RowKind, int] = dict.fromkeys(RowKind, 0)
        self.kinds: frozenset[RowKind] = frozenset()
        self.all = self._make_button("Show the rows of every kind")
        self.buttons = {kind: self._make_button(f"Show only rows of this kind: {MEANINGS[kind]}") for kind in COUNTED}
        self._row = filled(ROW, metrics.GAP, self.all, *self.buttons.values(), None)
        self.setLayout(self._row)
        self.all.clicked.connect(self._on_all)
        for button in self.buttons.values():
            button.clicked.connect(self._on_kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Kinds of rows")
        self.show_kinds(self._counts, ())

    def _make_button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setToolTip(tip)
        # Narrower than its text when not even the short texts fit.
        button.setMinimumWidth(1)
        return button

    def show_kinds(self, counts: Mapping[RowKind, int], kinds: Collection[RowKind]) -> None:
        """Show the numbers of rows of each kind, and check the chosen ``kinds``, or *All* where there are none."""
        self._counts = counts
        self.kinds = frozenset(kinds)
        self.all.setChecked(not self.kinds)
        number = sum(counts.values())
        self.all.setAccessibleName(f"All {counted(number, 'row')}")
        for kind, button in self.buttons.items():
            button.setChecked(kind in self.kinds)
            button.setAccessibleName(f"{TITLES[kind]}: {counted(counts[kind], 'row')}")
            button.setAccessibleDescription(MEANINGS[kind])
        is_shown = bool(counts[RowKind.FURTHER]) or RowKind.FURTHER in self.kinds
        self.buttons[RowKind.FURTHER].setVisible(is_shown)
        self._fit()

    def _fit(self) -> None:
        """Show the words of the kinds if all buttons fit with them."""
        self.all.setText(f"All {sum(self._counts.values())}")
        for has_words in (True, False):
            self._row.setSpacing(metrics.GAP if has_words else metrics.NARROW)
            for kind, button in self.buttons.items():
                parts = [SIGNS[kind], *([TITLES[kind]] if has_words else []), str(self._counts[kind])]
                button.setText(" ".join(parts))
            if self._row.sizeHint().width() <= self.width():
                return

    def _on_all(self) -> None:
        self.kinds = frozenset()
        self.all.setChecked(True)
        self.changed.emit()

    def _on_kind(self) -> None:
        self.kinds = frozenset(kind for kind, button in self.buttons.items() if button.isChecked())
        self.changed.emit()

    # -- overrides of Qt

    def minimumSizeHint(self) -> QSize:
        # The width of the panel must not depend on the numbers.
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()
