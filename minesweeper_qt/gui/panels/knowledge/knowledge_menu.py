"""What filters and copies the table: the menu of the filter button, the chips of kinds, and the context menu."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import QPersistentModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter, KnowledgeProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_model import HEADERS, Row
from minesweeper_qt.gui.panels.knowledge.knowledge_table import ColumnsMenu, KnowledgeTable
from minesweeper_qt.gui.presentation.comparison_text import COUNTED, MEANINGS, SIGNS, TITLES
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import add_heading
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.student.knowledge_comparison import RowKind
from minesweeper_qt.model.text.number_text import counted

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
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
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


class TableMenu(QMenu):
    """The context menu of the table: copies sentences, asks about the current row, hides columns.

    The selected rows are copied, or all rows when none is selected: only sentences in force, in the order of the table,
    with the columns that are shown; where they are those of two agents, the kind of the row comes first.

    Attributes: ``copy_json``, the action that copies all; ``why`` and ``uses``, those about ``row``, the row that was
    the current one when the menu opened, ``None`` once it is gone, since the game may go on meanwhile.
    """

    def __init__(
        self, table: KnowledgeTable, proxy: KnowledgeProxy, columns: ColumnsMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._proxy = proxy
        self._columns = columns
        self._index = QPersistentModelIndex()
        copy = self.addAction("&Copy")
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        # The table needs the action too, or its shortcut would not work while the menu is closed.
        table.addAction(copy)
        self._writers = {
            copy: as_text,
            self.addAction("Copy as &Markdown"): as_markdown,
            self.addAction("Copy as CS&V"): as_csv,
        }
        self.copy_json = self.addAction("Copy Knowledge Base as &JSON")
        self.addSeparator()
        self.why = self.addAction("&Why?\tEnter")
        self.uses = self.addAction("&Uses This Sentence")
        self.uses.setToolTip("Show only sentences derived directly from this one, and ring the cells that it settled")
        self.addSeparator()
        self.addMenu(columns)
        self.triggered.connect(self._copy)
        table.menu_requested.connect(self._open)

    @property
    def row(self) -> Row | None:
        """The row that the menu is about."""
        return self._proxy.row_at(self._index.row()) if self._index.isValid() else None

    def refresh(self, can_copy: bool) -> None:
        """Enable the actions that the rows which are shown now allow."""
        for action in self._writers:
            action.setEnabled(can_copy)
        row = self.row
        self.why.setEnabled(row is not None and not row.is_failure)
        self.uses.setEnabled(row is not None and not row.is_failure and not row.derivation.is_verdict)

    @Slot(QPoint)
    def _open(self, place: QPoint) -> None:
        self._index = QPersistentModelIndex(self._table.currentIndex())
        self.refresh(self._proxy.found > 0)
        self.popup(place)

    def _table_to_copy(self) -> tuple[list[str], list[list[str]]]:
        """Return the titles and the rows of the texts to copy."""
        columns = self._columns.shown
        rows = [row for row in self._table.selected if not row.is_removed] or self._proxy.in_force
        titles = [HEADERS[column][0] for column in columns]
        texts = [[row.full_texts[column] for column in columns] for row in rows]
        if self._columns.is_compared:
            kinds = ["" if row.kind is None else COUNTED[row.kind] for row in rows]
            return ["Compared", *titles], [[kind, *row] for kind, row in zip(kinds, texts, strict=True)]
        return titles, texts

    @Slot(QAction)
    def _copy(self, action: QAction) -> None:
        if action in self._writers:
            QGuiApplication.clipboard().setText(self._writers[action](*self._table_to_copy()))


def as_text(_titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a line for each row, with tabs between the columns.

    >>> as_text((), [("{(0, 1)} = 1", "1"), ("{(0, 2)} = 0", "0")])
    '{(0, 1)} = 1\t1\n{(0, 2)} = 0\t0'
    """
    return "\n".join("\t".join(row) for row in rows)


def as_markdown(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the table in GitHub's Markdown.

    >>> print(as_markdown(["Sentence", "Rule"], [("{(0, 1)} = 1", "a|b")]), end="")
    | Sentence | Rule |
    | --- | --- |
    | {(0, 1)} = 1 | a\\|b |
    """
    lines = [titles, ["---"] * len(titles), *rows]
    # An unescaped bar within a text would end the cell.
    cells = [[text.replace("|", r"\|") for text in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def as_csv(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return comma-separated values with a line of titles, as RFC 4180 specifies.

    >>> as_csv(["Sentence", "Count"], [("{(0, 1)} = 1", "1")])
    'Sentence,Count\r\n"{(0, 1)} = 1",1\r\n'
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(titles)
    writer.writerows(rows)
    return written.getvalue()


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
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in (self.all, *self.buttons.values()):
            self._row.addWidget(button)
        self._row.addStretch(1)
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

    @Slot()
    def _on_all(self) -> None:
        self.kinds = frozenset()
        self.all.setChecked(True)
        self.changed.emit()

    @Slot()
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
