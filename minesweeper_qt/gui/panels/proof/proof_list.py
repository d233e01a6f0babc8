"""The list view of a proof: each row is as high as its wrapped text, so that nothing is cut off in a narrow list."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelectionModel, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.panels.proof.proof_model import LineRole, ProofModel
from minesweeper_qt.gui.presentation.proof_rows import links_in
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import Index

if TYPE_CHECKING:
    from minesweeper_qt.model import ProofLine

_MARGIN = 5
_REACH = 6
"""The pixels beside a link in which a click follows it: a mark alone would be too small for that."""


@guarded
class _LineDelegate(QStyledItemDelegate):
    """Draws a line with the mark that the board shows for it, indented, its links in the accent colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        text, full.text = full.text, ""
        style = full.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, full, painter, full.widget)
        line, depth = index.data(LineRole.LINE), index.data(LineRole.DEPTH)
        selected = bool(full.state & QStyle.StateFlag.State_Selected)
        active = bool(full.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        unit = _unit(full.font)
        left, indent = full.rect.left() + _MARGIN, _indent(full, depth)
        painter.save()
        painter.setPen(full.palette.color(group, role))
        for step in range(depth):
            # A vertical line for each row that the line is below or within.
            x = left + step * indent // depth + unit // 3
            painter.drawLine(x, full.rect.top(), x, full.rect.bottom())
        left += indent
        laid_out = _laid_out(text, full.font, _room(full, depth))
        links = _link_formats(text, themes.for_palette(full.palette).controls.accent)
        laid_out.draw(painter, _text_place(full, depth), links)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(left, full.rect.top() + _MARGIN, unit, unit)
        if selected:
            # The colours of the marks are chosen for the board, not for the background of a selected row.
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(full.palette.base())
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 3, 3)
        _paint_mark(painter, box, line, full.palette)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        laid_out = _laid_out(full.text, full.font, _room(full, index.data(LineRole.DEPTH)))
        height = max(ceil(laid_out.boundingRect().height()), _unit(full.font))
        return QSize(_unit(full.font), height + 2 * _MARGIN)

    def is_link_at(self, option: QStyleOptionViewItem, index: Index, point: QPoint) -> bool:
        """Return whether ``point`` in the view is on a link of the row ``index``, or close to it."""
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        depth = index.data(LineRole.DEPTH)
        place = _text_place(full, depth)
        laid_out = _laid_out(full.text, full.font, _room(full, depth))
        return any(rect.translated(place).contains(point) for rect in _link_rects(full.text, laid_out))


@guarded
class ProofList(QListView):
    """Shows a ``ProofModel``.

    Right and a click on a link open a row, Left closes it. Signals: ``line_changed(int)``, the row that has become the
    current one, -1 for none; ``row_used(int)``, the user pressed Enter on a row, clicked on its link or double-clicked.
    """

    line_changed = Signal(int)
    row_used = Signal(int)

    def __init__(self, model: ProofModel, parent: QWidget | None = None) -> None:
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
            "what a step rests on; Enter does so too, or asks about a known cell"
        )

    @property
    def row(self) -> int:
        """The current row, -1 for none."""
        return self.currentIndex().row()

    @property
    def count(self) -> int:
        """The number of rows."""
        return self._model.rowCount()

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

    def _link_at(self, point: QPoint) -> int:
        """Return the row of the link at ``point``, -1 if there is none."""
        index = self.indexAt(point)
        if not index.isValid():
            return -1
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return index.row() if self._lines.is_link_at(option, index, point) else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.row, event.key()
        if key == Qt.Key.Key_Backspace or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            # They go back, which is up to the panel.
            event.ignore()
        elif row < 0 or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.row_used.emit(row)
        elif key == Qt.Key.Key_Right:
            self._open(row)
        elif key == Qt.Key.Key_Left:
            self._close(row)
        else:
            super().keyPressEvent(event)

    def _open(self, row: int) -> None:
        """Open ``row``; if it is open already, go to the first row below it."""
        if self._model.is_open(row):
            self.go_to(row + 1)
        else:
            self._model.set_open(row, True)

    def _close(self, row: int) -> None:
        """Close ``row``; if it is not open, go to the row that it is folded below."""
        if self._model.is_open(row):
            self._model.set_open(row, False)
        elif self._model.parent_of(row) >= 0:
            self.go_to(self._model.parent_of(row))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed_link = self._link_at(event.position().toPoint()) if is_left else -1

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row, self._pressed_link = self._pressed_link, -1
        if row >= 0 and row == self._link_at(event.position().toPoint()):
            self.row_used.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The second click on a link is a click of its own; elsewhere, both together use the row.
        point = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self._link_at(point) >= 0:
            self._pressed_link = self._link_at(point)
        elif event.button() == Qt.MouseButton.LeftButton and self.indexAt(point).isValid():
            self.row_used.emit(self.indexAt(point).row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_link = self._link_at(event.position().toPoint()) >= 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # Qt changes the heights but leaves the rows in place, so that rows that became higher would overlap.
            self.doItemsLayout()


def _unit(font: QFont) -> int:
    """Return the height of a line of text in pixels: the step of indentation and the size of a mark."""
    return QFontMetrics(font).height()


def _indent(option: QStyleOptionViewItem, depth: int) -> int:
    """Return the indentation of a line in pixels: as many steps as its depth, at most a third of the width."""
    return min(depth * _unit(option.font), _width(option) // 3)


def _room(option: QStyleOptionViewItem, depth: int) -> int:
    """Return the width in pixels for the text of a line, right of its mark."""
    return _width(option) - 2 * _MARGIN - _indent(option, depth) - _unit(option.font) * 14 // 10


def _text_place(option: QStyleOptionViewItem, depth: int) -> QPointF:
    """Return the place of the text of a line, in the view."""
    left = option.rect.left() + _MARGIN + _indent(option, depth) + _unit(option.font) * 14 // 10
    return QPointF(left, option.rect.top() + _MARGIN)


def _laid_out(text: str, font: QFont, width: int) -> QTextLayout:
    """Return ``text`` in lines of at most this width in pixels."""
    laid_out = QTextLayout(text, font)
    wrapped = QTextOption()
    wrapped.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    laid_out.setTextOption(wrapped)
    laid_out.beginLayout()
    top = 0.0
    while (line := laid_out.createLine()).isValid():
        line.setLineWidth(max(width, 1))
        line.setPosition(QPointF(0, top))
        top += line.height()
    laid_out.endLayout()
    return laid_out


def _link_formats(text: str, ink: QColor) -> list[QTextLayout.FormatRange]:
    """Return the formats of the links in ``text``, in the colour ``ink``; words are underlined."""
    formats = []
    for begin, end in links_in(text):
        look = QTextCharFormat()
        look.setForeground(ink)
        look.setFontUnderline(end - begin > 1)
        link = QTextLayout.FormatRange()
        link.start, link.length, link.format = begin, end - begin, look
        formats.append(link)
    return formats


def _link_rects(text: str, laid_out: QTextLayout) -> Iterator[QRectF]:
    """Yield where the links of the laid out ``text`` can be clicked, with some room around them."""
    for begin, end in links_in(text):
        line = laid_out.lineForTextPosition(begin)
        left, right = (_x_of(line, place) for place in (begin, end))
        yield QRectF(left, line.y(), right - left, line.height()).adjusted(-_REACH, 0, _REACH, 0)


def _x_of(line: QTextLine, place: int) -> float:
    """Return the place of a character in a line, in pixels."""
    found: Any = line.cursorToX(place)
    # Documented as a number, but some versions of PySide return a pair of the place and the cursor.
    return float(found[0] if isinstance(found, tuple) else found)


def _width(option: QStyleOptionViewItem) -> int:
    view = option.widget
    return view.viewport().width() if isinstance(view, QListView) else option.rect.width()


def _paint_mark(painter: QPainter, box: QRectF, line: ProofLine, palette: QPalette) -> None:
    """Draw the mark of a line as on the board: of its conclusion, else of its clues, else of its cells."""
    theme = themes.for_palette(palette)
    if line.mines or line.safes:
        decorations.conclusion(painter, box, bool(line.mines), line.is_assumption, theme)
    elif line.clues:
        decorations.double_ring(painter, box, theme)
    elif line.cells:
        decorations.dashes(painter, box, theme)
