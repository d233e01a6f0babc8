"""The table view of the sentences: how it draws a row, its columns, its keys, its menus, and what they copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QByteArray, QItemSelectionModel, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import KnowledgeProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_model import COLUMNS, HEADERS, ROW, Column, Row, Trace
from minesweeper_qt.gui.presentation.comparison_text import COUNTED, Standing
from minesweeper_qt.gui.widgets import assets, metrics, theme
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.gui.widgets.tables import Index, RowTable
from minesweeper_qt.gui.widgets.theme import Controls
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.report_parts import Table

FADED = 0.25
"""The share of the background in the text colour of a sentence that is no longer in force."""

_BOLD = (RowKind.WRONG, RowKind.MISSING)


def row_ground(kind: RowKind | None, colours: Controls) -> QColor | None:
    """Return the ground of rows of the ``kind``; ``None`` for that of other rows."""
    grounds = {
        RowKind.WRONG: colours.wrong_row,
        RowKind.MISSING: colours.missing_row,
        RowKind.FURTHER: colours.further_row,
    }
    return None if kind is None else grounds.get(kind)


def mark_ink(kind: RowKind, colours: Controls) -> QColor:
    """Return the colour of the mark of rows of the ``kind``."""
    inks = {RowKind.WRONG: colours.loss, RowKind.MISSING: colours.accent, RowKind.FURTHER: colours.text}
    return inks.get(kind, colours.muted)


@guarded
class KnowledgeDelegate(QStyledItemDelegate):
    """Marks rows by signs before the sentence, and by their ground and font.

    A sentence that the shown move added or shortened has a sign and a ground, and one that it removed is struck out.
    Where the sentences are those of two agents, each row has the mark of its kind before the sentence; all but those
    that both have have a ground, and those that are wrong or missing are bold. Behind the sentence are the signs of one
    that is stated more than once, is empty, or has settled cells left in.
    """

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        row: Row = index.data(ROW)
        if row.trace is not None:
            _show_trace(option, row.trace)
        if row.standing is not None:
            _show_kind(option, row.standing.row.kind)
        if index.column() == Column.SENTENCE:
            # Space for the marks, like for an icon, in unmarked rows too: so all sentences are aligned.
            width = _sign_width(option) + (_mark_side(option) + metrics.NARROW if row.standing is not None else 0)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.decorationSize = QSize(width, 1)
            _cut(option, row, width)
        elif row.standing is not None and index.column() in (Column.YOURS, Column.REFERENCE):
            _shorten(option, row.standing, is_own=index.column() == Column.YOURS)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row: Row = index.data(ROW)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if row.standing is not None and is_selected:
            _paint_frame(painter, option, is_first=index.column() == Column.SENTENCE)
        if index.column() != Column.SENTENCE:
            return
        # Drawn separately from the text, which may be struck out or cut short.
        gap = option.fontMetrics.averageCharWidth() // 2
        place = option.rect.adjusted(gap, 0, 0, 0)
        if row.standing is not None:
            side = _mark_side(option)
            mark = QRect(place.left(), place.center().y() - side // 2, side, side)
            _paint_mark(painter, mark, row.standing.row.kind, option.palette)
            place.setLeft(mark.right() + metrics.NARROW)
            _paint_signs(painter, option, row.standing.signs)
        if row.trace is not None:
            role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
            place.setWidth(_sign_width(option))
            painter.setPen(option.palette.color(role))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.trace.value)


def _show_trace(option: QStyleOptionViewItem, trace: Trace) -> None:
    palette: QPalette = option.palette
    if trace is Trace.REMOVED:
        base, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        palette.setColor(QPalette.ColorRole.Text, theme.mixed(ink, base, FADED))
        option.palette = palette
        font = option.font
        font.setStrikeOut(True)
        option.font = font
    else:
        option.backgroundBrush = QBrush(theme.for_palette(palette).controls.new_row)


def _show_kind(option: QStyleOptionViewItem, kind: RowKind) -> None:
    ground = row_ground(kind, theme.for_palette(option.palette).controls)
    if ground is not None:
        option.backgroundBrush = QBrush(ground)
    if kind in _BOLD:
        font = option.font
        font.setWeight(QFont.Weight.DemiBold)
        option.font = font
        option.fontMetrics = QFontMetrics(font)


def _cut(option: QStyleOptionViewItem, row: Row, marks: int) -> None:
    """Show the longest text of the sentence that fits between its ``marks``, so wide, and its signs."""
    measure = option.fontMetrics.horizontalAdvance
    signs = row.standing.signs if row.standing is not None else ""
    taken = 2 * metrics.NARROW + marks + metrics.GAP + (measure(signs) + metrics.GAP if signs else 0)
    room = option.rect.width() - taken
    if measure(option.text) > room:
        shorter = row.shorter_texts or [option.text]
        least = option.fontMetrics.elidedText(shorter[-1], Qt.TextElideMode.ElideRight, max(room, 0))
        option.text = next((text for text in shorter if measure(text) <= room), least)


def _shorten(option: QStyleOptionViewItem, standing: Standing, *, is_own: bool) -> None:
    """Show the brief text of the column of an agent where the other one does not fit."""
    room = option.rect.width() - 2 * option.fontMetrics.averageCharWidth()
    if option.fontMetrics.horizontalAdvance(option.text) > room:
        option.text = standing.own_text(brief=True) if is_own else standing.reference_text(brief=True)


def _paint_frame(painter: QPainter, option: QStyleOptionViewItem, *, is_first: bool) -> None:
    """Paint a part of the frame of a selected row: its ground alone is hardly another one than that of missing rows."""
    colour, place = theme.for_palette(option.palette).controls.accent, option.rect
    painter.fillRect(QRect(place.left(), place.top(), place.width(), 1), colour)
    painter.fillRect(QRect(place.left(), place.bottom(), place.width(), 1), colour)
    if is_first:
        painter.fillRect(QRect(place.left(), place.top(), metrics.HAIR, place.height()), colour)


def _paint_signs(painter: QPainter, option: QStyleOptionViewItem, signs: str) -> None:
    painter.setFont(option.font)
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    place = option.rect.adjusted(0, 0, -metrics.GAP, 0)
    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, signs)


def _paint_mark(painter: QPainter, place: QRect, kind: RowKind, palette: QPalette) -> None:
    inked = QPalette(palette)
    inked.setColor(QPalette.ColorRole.ButtonText, mark_ink(kind, theme.for_palette(palette).controls))
    assets.icon(f"row-{kind.value}", inked).paint(painter, place)


def _mark_side(option: QStyleOptionViewItem) -> int:
    height: int = option.fontMetrics.height()
    return max(height, metrics.ROW_ICON)


def _sign_width(option: QStyleOptionViewItem) -> int:
    return max(option.fontMetrics.horizontalAdvance(trace.value) for trace in Trace)


# Texts that a column is wide enough for at first, besides its title.
_SAMPLES = dict.fromkeys(Column, "") | {
    Column.SENTENCE: "+ {(10, 10), (10, 11), (10, 12)} = 1",
    Column.RULE: "clue 3 at (10, 9), 4 settled",
    Column.YOURS: "move 112",
    Column.REFERENCE: "move 112",
}

_NARROW_RULE = 25
"""The least share of the rule in the width of the table, in percent."""

_AT_FIRST = {False: (Column.SENTENCE, Column.RULE), True: (Column.SENTENCE, Column.YOURS, Column.REFERENCE)}
"""The columns that are shown at first, by whether the sentences are those of two agents."""


@guarded
class KnowledgeTable(RowTable):
    """Shows the sentences.

    Signals: ``row_opened()``, emitted when the user presses Enter in a row or clicks on it twice; ``menu_requested``,
    with the place on the screen for a context menu.
    """

    row_opened = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, proxy: KnowledgeProxy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._proxy = proxy
        self.setModel(proxy)
        self.setItemDelegate(KnowledgeDelegate(self))
        self.setAccessibleName("Sentences in force")
        self.hint_icon = "knowledge"
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        # Without a sorted column the rows are in the order of learning; a third click on a title restores that order.
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.fit_columns(_SAMPLES.items())
        self._sentence = header.sectionSize(Column.SENTENCE)
        self._wide_rule = 0
        """The width of the rule in a wide table, while it has less; else 0."""
        # The sentence has what room there is.
        header.setSectionResizeMode(Column.SENTENCE, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self.row_opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit_rule()

    def fit_rule(self, wide: int | None = None) -> None:
        """Cut off the rule rather than the sentence in a narrow table; ``wide``: its width in a wide one, if known."""
        header, width = self.horizontalHeader(), self.viewport().width()
        wide = wide or self._wide_rule or header.sectionSize(Column.RULE)
        most = max(width - self._sentence, width * _NARROW_RULE // 100)
        self._wide_rule = wide if wide > most else 0
        header.resizeSection(Column.RULE, min(wide, most))

    def saved_header(self) -> QByteArray:
        """Return the state of the header, with the width of the rule in a wide table."""
        header = self.horizontalHeader()
        shown = header.sectionSize(Column.RULE)
        header.resizeSection(Column.RULE, self._wide_rule or shown)
        state = header.saveState()
        header.resizeSection(Column.RULE, shown)
        return state

    def set_placeholder(self, hint: str) -> None:
        """Set the hint that an empty table shows, also for screen readers."""
        if hint != self.hint:
            self.hint = hint
            self.setAccessibleDescription(hint)
            self.viewport().update()

    def span_failure(self) -> None:
        """Show the message of a failed call, which is in the first row, over the whole width."""
        self.clearSpans()
        if self._proxy.rowCount() and self._proxy.row_at(0).is_failure:
            self.setSpan(0, 0, 1, COLUMNS)

    @property
    def selected(self) -> list[Row]:
        """The selected rows, from top to bottom."""
        return [self._proxy.row_at(number) for number in self.selected_rows()]

    def selected_rows(self) -> list[int]:
        """Return the numbers of the selected rows, from top to bottom."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def select_row(self, row: int) -> None:
        """Scroll to a row and, unless it is already selected, select it alone."""
        index = self.model().index(row, 0)
        if not self.selectionModel().isSelected(index):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def enter(self) -> None:
        """Take the focus, and go to the selected row or the first; without rows do nothing."""
        if self.model().rowCount():
            self.setFocus()
            selected = self.selected_rows()
            if self.currentIndex().row() not in selected:
                self.select_row(selected[0] if selected else 0)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            # Not every platform sends a context menu event for these keys.
            self.menu_requested.emit(self._below_current())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.row_opened.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(event.globalPos() if by_mouse else self._below_current())

    def _below_current(self) -> QPoint:
        rect = self.visualRect(self.currentIndex()) & self.viewport().rect()
        place = rect.bottomLeft() if rect.isValid() else self.viewport().rect().topLeft()
        return self.viewport().mapToGlobal(place)

    # -- looks

    def minimumSizeHint(self) -> QSize:
        row = self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + row
        # The frame is wider while the table has the focus.
        return QSize(super().minimumSizeHint().width(), height + 2 * self.frameWidth() + metrics.HAIR)


class ColumnsMenu(Menu):
    """Hides and shows the columns of a table, except the sentence; a right click on the column titles opens it too.

    It keeps two layouts of the columns, widths and sort order with them: that for the sentences of one agent, and that
    for those of two, which has more columns. Attribute: ``is_compared``, true while the latter applies.
    """

    def __init__(self, table: KnowledgeTable, parent: QWidget | None = None) -> None:
        super().__init__("C&olumns", parent)
        self._table, self._header = table, table.horizontalHeader()
        for column, (title, explanation) in HEADERS.items():
            action = self.addAction(title)
            action.setCheckable(True)
            action.setStatusTip(explanation)
            action.setData(column)
            action.setEnabled(column is not Column.SENTENCE)
        self._layouts: dict[bool, QByteArray] = {}
        self.is_compared = False
        for is_compared in (True, False):
            for column in Column:
                self._header.setSectionHidden(column, column not in _AT_FIRST[is_compared])
            self._layouts[is_compared] = self._header.saveState()
        self._at_first = dict(self._layouts)
        self.aboutToShow.connect(self._update)
        self.triggered.connect(lambda action: self._header.setSectionHidden(action.data(), not action.isChecked()))
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._open_at)

    @property
    def shown(self) -> list[Column]:
        """The columns that are shown, from left to right."""
        return [column for column in Column if not self._header.isSectionHidden(column)]

    def set_compared(self, is_compared: bool) -> None:
        """Use the layout for the sentences of two agents, or the usual one."""
        if is_compared != self.is_compared:
            self._layouts[self.is_compared] = self._table.saved_header()
            self.is_compared = is_compared
            self._apply()

    def save_state(self, is_compared: bool) -> QByteArray:
        """Return one of the layouts, for the settings."""
        return self._table.saved_header() if is_compared == self.is_compared else self._layouts[is_compared]

    def restore_state(self, state: QByteArray, is_compared: bool) -> None:
        """Use a layout that ``save_state`` returned; in place of any other bytes, the one at first."""
        self._layouts[is_compared] = state
        if is_compared == self.is_compared:
            self._apply()

    def _apply(self) -> None:
        if not self._header.restoreState(self._layouts[self.is_compared]):
            self._header.restoreState(self._at_first[self.is_compared])
        self._header.setSectionHidden(Column.SENTENCE, False)
        self._header.setSectionResizeMode(Column.SENTENCE, QHeaderView.ResizeMode.Stretch)
        self._table.fit_rule(self._header.sectionSize(Column.RULE))

    def _update(self) -> None:
        for action in self.actions():
            action.setChecked(action.data() in self.shown)
            action.setVisible(self.is_compared or action.data() not in (Column.YOURS, Column.REFERENCE))

    def _open_at(self, place: QPoint) -> None:
        self.popup(self._header.viewport().mapToGlobal(place))


class TableMenu(Menu):
    """The context menu of the table: copies sentences, asks about the current row, hides columns.

    The selected rows are copied, or all rows when none is selected: only sentences in force, in the order of the table,
    with the columns that are shown; where they are those of two agents, the kind of the row comes first.

    Attributes: ``copy_json``, the action that copies all; ``why``, ``logic`` and ``uses``, those about ``row``, the row
    that was the current one when the menu opened, ``None`` once it is gone, since the game may go on meanwhile.
    """

    def __init__(
        self, table: KnowledgeTable, proxy: KnowledgeProxy, columns: ColumnsMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__("", parent)
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
        self.logic = self.addAction("As &Logic")
        self.logic.setToolTip("Show in the panel Why what the sentence says as a formula of propositional logic")
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
        for action in (self.why, self.logic):
            action.setEnabled(row is not None and not row.is_failure)
        self.uses.setEnabled(row is not None and not row.is_failure and not row.derivation.is_verdict)

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
    r"""Return comma-separated values with a line of titles.

    >>> as_csv(["Sentence", "Count"], [("{(0, 1)} = 1", "1")])
    'Sentence,Count\n"{(0, 1)} = 1",1\n'
    """
    return Table(titles, [*rows]).csv()
