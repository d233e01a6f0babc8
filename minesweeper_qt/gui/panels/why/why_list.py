"""The model and the list view of an answer: each row is as high as its wrapped text, so nothing is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.why_text import (
    MOST_AT_ONCE,
    Fold,
    Key,
    ShownRow,
    WhyRow,
    highlight_text,
    row_highlight,
    shown_rows,
    unfolded,
)
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Index

if TYPE_CHECKING:
    from minesweeper_qt.model import ProofLine


class LineRole(IntEnum):
    """The data roles of the model besides Qt's own."""

    SHOWN = Qt.ItemDataRole.UserRole + 1
    """The ``ShownRow`` of the row."""


@guarded
class WhyModel(QAbstractListModel):
    """The rows of one answer, and those that are folded below rows that the user opened.

    Attribute: ``rows``, the ``ShownRow`` of each row.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answer: Sequence[WhyRow] = ()
        self._opened: set[Key] = set()
        self._most = 0
        """The lines at which the last *Unfold All* stopped; 0 if it left nothing folded."""
        self._as_logic = False
        self.rows: tuple[ShownRow, ...] = ()

    def set_rows(self, rows: Sequence[WhyRow], keep_open: bool = False) -> None:
        """Show the rows of another answer, with row signals only for those that differ.

        ``keep_open``: what is open stays open, as far as it is there.
        """
        self._answer = rows
        self._most = 0
        if not keep_open:
            self._opened = set()
        self._update()

    def set_as_logic(self, on: bool) -> None:
        """Show each row with its steps in logic, or without."""
        self._as_logic = on
        self._update()

    def can_fold(self, index: int) -> bool:
        """Return whether the row has something below it that is shown or folded there."""
        return self.rows[index].fold in (Fold.FOLDED, Fold.OPEN)

    def is_open(self, index: int) -> bool:
        """Return whether what is folded below a row is shown."""
        return self.rows[index].fold is Fold.OPEN

    def set_open(self, index: int, is_open: bool) -> None:
        """Show or hide what is folded below a row; a row with nothing below it stays as it is."""
        if self.can_fold(index) and is_open != self.is_open(index):
            self._opened ^= {self.rows[index].row.key}
            self._update()

    @property
    def is_all_open(self) -> bool:
        """True when nothing is folded."""
        return not any(shown.fold in (Fold.FOLDED, Fold.MORE) for shown in self.rows)

    def unfold_all(self) -> None:
        """Unfold everything, to ``MOST_AT_ONCE`` lines at first, and as many more each time."""
        self._most += MOST_AT_ONCE
        opened, has_more = unfolded(self._answer, self._most)
        self._opened |= opened
        self._most = self._most if has_more else 0
        self._update()

    def place_of(self, key: Key) -> int:
        """Return the row at which what ``key`` rests on is shown."""
        return next(number for number, shown in enumerate(self.rows) if shown.row.key == key)

    def parent_of(self, index: int) -> int:
        """Return the row that the row ``index`` is folded below; -1 if there is none."""
        depth = self.rows[index].row.depth
        above = (place for place in range(index - 1, -1, -1) if self.rows[place].row.depth < depth)
        return next((place for place in above if self.is_open(place)), -1)

    def _update(self) -> None:
        """Show what is open now: rows at the beginning and at the end that stay are not removed."""
        shown = shown_rows(self._answer, self._opened, self._most > 0)
        old, new = self.rows, tuple([replace(row, as_logic=self._as_logic) for row in shown])
        most = min(len(old), len(new))
        head = next((place for place in range(most) if old[place].row != new[place].row), most)
        tail = next((place for place in range(most - head) if old[-1 - place].row != new[-1 - place].row), most - head)
        if head + tail < len(old):
            self.beginRemoveRows(QModelIndex(), head, len(old) - tail - 1)
            self.rows = old[:head] + old[len(old) - tail :]
            self.endRemoveRows()
        if head + tail < len(new):
            self.beginInsertRows(QModelIndex(), head, len(new) - tail - 1)
            self.rows = new
            self.endInsertRows()
        self.rows = new
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    # -- reading

    def highlight(self, row: int) -> Highlight:
        """Return the highlight that the board shows for a row."""
        return row_highlight(self.rows, row)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        shown = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown.plain_text
            case Qt.ItemDataRole.AccessibleTextRole:
                return shown.spoken_text
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return highlight_text(self.highlight(index.row()))
            case LineRole.SHOWN:
                return shown
        return None


_MARGIN = 5
_REACH = 6
"""The pixels beside a link in which a click follows it: a mark alone would be too small for that."""


@guarded
class _LineDelegate(QStyledItemDelegate):
    """Draws a line with the mark that the board shows for it, indented, its links in the accent colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        full.text = ""
        full.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, full, painter, full.widget)
        shown = index.data(LineRole.SHOWN)
        selected = bool(full.state & QStyle.StateFlag.State_Selected)
        is_active = bool(full.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if is_active else QPalette.ColorGroup.Inactive
        ink = full.palette.color(group, QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        unit, depth = _unit(full), shown.row.depth
        painter.save()
        painter.setPen(ink)
        for step in range(depth):
            # A vertical line for each row that the line is below or within.
            x = full.rect.left() + _MARGIN + step * _indent(full, depth) // depth + unit // 3
            painter.drawLine(x, full.rect.top(), x, full.rect.bottom())
        place = self._text_place(full, depth)
        painter.translate(place)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, ink)
        document = self._document(full, index)
        document.documentLayout().draw(painter, context)
        painter.translate(-place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(full.rect.left() + _MARGIN + _indent(full, depth), full.rect.top() + _MARGIN, unit, unit)
        if selected:
            # The colours of the marks are chosen for the board, not for the background of a selected row.
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(full.palette.base())
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 3, 3)
        _paint_mark(painter, box, shown.row.line, full.palette)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        unit = _unit(option)
        return QSize(unit, max(ceil(self._document(option, index).size().height()), unit) + 2 * _MARGIN)

    def is_link_at(self, option: QStyleOptionViewItem, index: Index, point: QPoint) -> bool:
        """Return whether ``point`` in the view is on a link of the row ``index``, or close to it."""
        document = self._document(option, index)
        inside = QPointF(point) - self._text_place(option, index.data(LineRole.SHOWN).row.depth)
        return any(document.documentLayout().anchorAt(inside + QPointF(aside, 0)) for aside in (0, -_REACH, _REACH))

    def _document(self, option: QStyleOptionViewItem, index: Index) -> QTextDocument:
        """Return the text of the row ``index``, wrapped to the width that the view has for it."""
        shown = index.data(LineRole.SHOWN)
        made = QTextDocument(documentMargin=0, defaultFont=option.font)
        made.setDefaultTextOption(_WRAPPED)
        accent = themes.for_palette(option.palette).controls.accent.name()
        made.setDefaultStyleSheet(f"a {{ color: {accent} }}")
        made.setHtml(shown.html)
        taken = 2 * _MARGIN + _indent(option, shown.row.depth) + _unit(option) * 14 // 10
        made.setTextWidth(max(_width(option) - taken, 1))
        return made

    def _text_place(self, option: QStyleOptionViewItem, depth: int) -> QPointF:
        """Return the place of the text of a line in the view, right of its mark."""
        left = option.rect.left() + _MARGIN + _indent(option, depth) + _unit(option) * 14 // 10
        return QPointF(left, option.rect.top() + _MARGIN)


_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


def _unit(option: QStyleOptionViewItem) -> int:
    """Return the height of a line of text in pixels: the step of indentation and the size of a mark."""
    return QFontMetrics(option.font).height()


def _width(option: QStyleOptionViewItem) -> int:
    view = option.widget
    return view.viewport().width() if isinstance(view, QListView) else option.rect.width()


def _indent(option: QStyleOptionViewItem, depth: int) -> int:
    """Return the indentation of a line in pixels: as many steps as its depth, at most a third of the width."""
    return min(depth * _unit(option), _width(option) // 3)


def _paint_mark(painter: QPainter, box: QRectF, line: ProofLine, palette: QPalette) -> None:
    """Draw the mark of a line as on the board: of its conclusion, else of its clues, else of its cells."""
    theme = themes.for_palette(palette)
    if line.mines or line.safes:
        decorations.conclusion(painter, box, bool(line.mines), line.is_assumption, theme)
    elif line.clues:
        decorations.double_ring(painter, box, theme)
    elif line.cells:
        decorations.dashes(painter, box, theme)


@guarded
class WhyList(QListView):
    """Shows a ``WhyModel``.

    Right and a click on a link open a row, Left closes it. Signals: ``line_changed(int)``, the row that has become the
    current one, -1 for none; ``row_used(int)``, the user pressed Enter on a row, clicked on its link or double-clicked.
    """

    line_changed = Signal(int)
    row_used = Signal(int)

    def __init__(self, model: WhyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _LineDelegate(self)
        self._model = model
        self._pressed_link = -1
        """The row on whose link the left button is down; -1 for none."""
        self.setItemDelegate(self._lines)
        self.setModel(model)
        self.setMouseTracking(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Steps of the proof")
        self.setAccessibleDescription(
            "Up and Down go through the steps; the board shows what each speaks of. Right and Left unfold and fold "
            "what a step rests on; Enter does so too"
        )

    @property
    def row(self) -> int:
        """The current row, -1 for none."""
        return self.currentIndex().row()

    def go_to(self, row: int) -> None:
        """Make ``row`` the current row; for -1, clear selection and current row."""
        if row < 0:
            self.clearSelection()
            self.selectionModel().setCurrentIndex(self.model().index(-1, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            self.setCurrentIndex(self.model().index(row, 0))

    def selected_rows(self) -> list[int]:
        """Return the numbers of the selected rows, from top to bottom."""
        return sorted(index.row() for index in self.selectedIndexes())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.line_changed.emit(current.row())

    # -- links and keys

    def link_at(self, point: QPoint) -> int:
        """Return the row of the link at ``point`` in the viewport, -1 if there is none."""
        index = self.indexAt(point)
        if not index.isValid():
            return -1
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return index.row() if self._lines.is_link_at(option, index, point) else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.row, event.key()
        if row < 0 or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.row_used.emit(row)
        elif key == Qt.Key.Key_Right and self._model.is_open(row):
            self.go_to(row + 1)
        elif key == Qt.Key.Key_Right:
            self._model.set_open(row, True)
        elif key == Qt.Key.Key_Left and self._model.is_open(row):
            self._model.set_open(row, False)
        elif key == Qt.Key.Key_Left and self._model.parent_of(row) >= 0:
            self.go_to(self._model.parent_of(row))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed_link = self.link_at(event.position().toPoint()) if is_left else -1

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row, self._pressed_link = self._pressed_link, -1
        if row >= 0 and row == self.link_at(event.position().toPoint()):
            self.row_used.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The second click on a link is a click of its own; elsewhere, both together use the row.
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self.link_at(event.position().toPoint()) >= 0:
            self._pressed_link = index.row()
        elif event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.row_used.emit(index.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_link = self.link_at(event.position().toPoint()) >= 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # Qt changes the heights but leaves the rows in place, so that rows that became higher would overlap.
            self.doItemsLayout()
