"""The list view of a proof: each row is as high as its wrapped text, so that nothing is cut off in a narrow list."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.panels.proof.proof_model import LineRole, ProofModel
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import Index
from minesweeper_qt.model.evidence.proof import ProofLine

_MARGIN = 5
_NO_LIMIT = 10**6
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


@guarded
class _LineDelegate(QStyledItemDelegate):
    """Draws a line with the mark that the board shows for it, indented once for each case that it is in."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        text, full.text = full.text, ""
        style = full.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, full, painter, full.widget)
        line: ProofLine = index.data(LineRole.LINE)
        selected = bool(full.state & QStyle.StateFlag.State_Selected)
        active = bool(full.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        unit = _unit(full.font)
        left, indent = full.rect.left() + _MARGIN, _indent(full, line)
        painter.save()
        painter.setPen(full.palette.color(group, role))
        for step in range(line.depth):
            # A vertical line for each case that the line is in.
            x = left + step * indent // line.depth + unit // 3
            painter.drawLine(x, full.rect.top(), x, full.rect.bottom())
        left += indent
        room = _room(full, line)
        painter.setFont(full.font)
        painter.drawText(QRect(left + unit * 14 // 10, full.rect.top() + _MARGIN, room, _NO_LIMIT), _WRAPPED, text)
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
        space = QRect(0, 0, _room(full, index.data(LineRole.LINE)), _NO_LIMIT)
        height = max(QFontMetrics(full.font).boundingRect(space, _WRAPPED, full.text).height(), _unit(full.font))
        return QSize(_unit(full.font), height + 2 * _MARGIN)


@guarded
class ProofList(QListView):
    """Shows a ``ProofModel``.

    Signal: ``line_changed(int)``, the row that has become the current one, -1 for none.
    """

    line_changed = Signal(int)

    def __init__(self, model: ProofModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_LineDelegate(self))
        self.setModel(model)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Steps of the proof")
        self.setAccessibleDescription("Up and Down go through the steps; the board shows what each speaks of")

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # Qt changes the heights but leaves the rows in place, so that rows that became higher would overlap.
            self.doItemsLayout()


def _unit(font: QFont) -> int:
    """Return the height of a line of text in pixels: the step of indentation and the size of a mark."""
    return QFontMetrics(font).height()


def _indent(option: QStyleOptionViewItem, line: ProofLine) -> int:
    """Return the indentation of a line in pixels: one step for each case, at most a third of the width."""
    return min(line.depth * _unit(option.font), _width(option) // 3)


def _room(option: QStyleOptionViewItem, line: ProofLine) -> int:
    """Return the width in pixels for the text of a line, right of its mark."""
    return _width(option) - 2 * _MARGIN - _indent(option, line) - _unit(option.font) * 14 // 10


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
