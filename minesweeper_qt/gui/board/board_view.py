"""The view of the board, with numbers at its edges: turns mouse and keys into signals, and never changes the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QTableView, QWidget

from minesweeper_qt.gui.board.board_input import Gesture, KeyCursor, Press, at_place
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_painter import BoardPainter, Part
from minesweeper_qt.gui.board.decorations import Marks
from minesweeper_qt.gui.presentation.look import Highlight, Overlay
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import CellCursor, announce_cell
from minesweeper_qt.gui.widgets.tables import Index
from minesweeper_qt.model import Cell


@guarded
class Ruler(QHeaderView):
    """The row or the column numbers, by which a user finds the cell ``(2, 3)`` of a sentence on the board."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent, minimumSectionSize=1, sectionsClickable=False, highlightSections=False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFont(metrics.scaled(self.font(), metrics.CAPTION))

    def paintEvent(self, event: QPaintEvent) -> None:
        across, size = self.orientation() is Qt.Orientation.Horizontal, self.defaultSectionSize()
        # On small cells only every second or fifth number fits.
        needed = self.fontMetrics().horizontalAdvance("00") + 4 if across else self.fontMetrics().height()
        step = 1 if size >= needed else 2 if size * 2 >= needed else 5
        start, end = (
            (event.rect().left(), event.rect().right()) if across else (event.rect().top(), event.rect().bottom())
        )
        # A number may reach into the sections beside its own.
        first, last = (start + self.offset()) // size - 1, (end + self.offset()) // size + 1
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().window())
            painter.setFont(self.font())
            painter.setPen(themes.for_palette(self.palette()).controls.muted)
            for section in range(max(first, 0), min(last + 1, self.count())):
                if section % step == 0:
                    place = section * size - self.offset()
                    # The inner edge is below the rim around the cells.
                    room = (
                        QRect(place - size, 0, size * 3, self.height() - metrics.RIM)
                        if across
                        else QRect(0, place, self.width() - metrics.RIM, size)
                    )
                    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(section))

    def sizeHint(self) -> QSize:
        text = self.fontMetrics()
        return QSize(text.horizontalAdvance("00") + 8, text.height() + 4) + QSize(metrics.RIM, metrics.RIM)


def _sections_between(header: QHeaderView, first: int, last: int) -> range:
    """Return the sections of one size that the pixels from ``first`` to ``last`` of the viewport touch."""
    start, size = header.offset(), header.defaultSectionSize()
    return range(max((first + start) // size, 0), min((last + start) // size + 1, header.count()))


def cells_in(table: QTableView, area: QRect) -> tuple[range, range]:
    """Return the rows and the columns that ``area`` of the viewport touches."""
    rows = _sections_between(table.verticalHeader(), area.top(), area.bottom())
    return rows, _sections_between(table.horizontalHeader(), area.left(), area.right())


@guarded
class BoardRim(QWidget):
    """Paints a rim with round corners around a rectangle of its parent, over what else is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._outer = QRect()
        self._is_past = False

    def set_past(self, is_past: bool) -> None:
        """Set whether the rim is that of a past moment."""
        self._is_past = is_past
        self.update()

    def surround(self, cells: QRect, has_right: bool, has_bottom: bool) -> None:
        """Paint the rim around ``cells``, without its right or its lower side where a scroll bar is."""
        rim = metrics.RIM
        whole = cells.adjusted(-rim, -rim, rim, rim)
        shown = cells.adjusted(-rim, -rim, rim if has_right else 0, rim if has_bottom else 0)
        self._outer = whole.translated(-shown.topLeft())
        self.setGeometry(shown)
        # Otherwise Qt would paint the rim again after every cell.
        self.setMask(QRegion(self.rect()) - QRegion(cells.translated(-shown.topLeft())))
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), self.palette().window())
            painter.setPen(Qt.PenStyle.NoPen)
            theme = themes.for_palette(self.palette())
            painter.setBrush(theme.controls.accent if self._is_past else theme.rim)
            painter.drawRoundedRect(QRectF(self._outer), metrics.RIM_RADIUS, metrics.RIM_RADIUS)


_AROUND = 2
"""The cells around the last move of the AI, or around a hint, that are scrolled into view with it."""
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_MANY = 40
"""To repaint more cells than this, it is faster to repaint all than to compute where each of them is."""


@guarded
class BoardView(QTableView):
    """Shows a ``BoardModel``, and marks the cell in question and the cells that panels highlight.

    It is a table, so that screen readers find rows, columns and cells in it.

    The left button reveals on release (dragging off the cell cancels) or chords on a number, the right button flags on
    press, the middle button or left and right together chord, Ctrl+click and the arrow keys select; Shift+right, the
    Menu key and Shift+F10 request a menu. While inspecting, the left button requests the proof of a cell and the right
    button the menu.

    Signals besides those of ``press``: ``why_requested`` with the cell; ``menu_requested`` with the cell and the point
    on the screen; ``zoom_requested`` with 1 for larger cells or -1 for smaller ones.

    Attributes: ``selection``, with the cell in question, which has a thin frame while it does not show the cursor;
    ``press``, what the buttons do, unless another ``gesture`` was given; ``key_cursor``, which shows the cursor;
    ``hovered_cell``, the cell under the mouse, or ``None``. Class attributes: ``keys``, what keys besides those of its
    actions do, for screen readers; ``inspecting``, what a click does then.
    """

    keys = "Arrow keys move"
    inspecting = "a click asks why instead of playing"

    zoom_requested = Signal(int)
    why_requested = Signal(object)
    menu_requested = Signal(object, QPoint)

    def __init__(self, model: BoardModel, selection: Selection, gesture: Gesture | None = None) -> None:
        super().__init__()
        self._board_model = model
        self.press = Press(model, self)
        self._gesture = gesture or self.press
        self._has_pressed = False
        """True after a press since the board was shown."""
        self._is_inspecting = False
        self._path: list[QPointF] = []
        self.hovered_cell: Cell | None = None
        self.selection = selection
        self._painter = BoardPainter(model, self)
        self._painter.repaint_requested.connect(self._refresh)
        CellCursor(self)
        self._names: dict[Cell, str] = {}
        """The names of cells that screen readers were told."""
        self.key_cursor = KeyCursor(self)
        self.key_cursor.changed.connect(lambda: self._refresh((self.cursor_cell, self.hovered_cell)))
        self.key_cursor.key_arrived.connect(self._painter.end_movements)
        self.key_cursor.moved_to_mouse.connect(self._put_cursor)
        self.setHorizontalHeader(Ruler(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(Ruler(Qt.Orientation.Vertical, self))
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Board")
        self.setModel(model)
        model.modelReset.connect(self._on_reset)
        selection.cell_changed.connect(self._on_cell_selected)
        self.press.repaint_requested.connect(self._refresh)
        self._describe()
        self.set_cell_size(32)
        self._on_reset()

    # -- what is shown

    @property
    def cell_size(self) -> int:
        """The side of a cell in device-independent pixels."""
        return self.horizontalHeader().defaultSectionSize()

    def set_cell_size(self, size: int) -> None:
        """Draw the cells with this side, in device-independent pixels."""
        if size != self.cell_size:
            self.horizontalHeader().setDefaultSectionSize(size)
            self.verticalHeader().setDefaultSectionSize(size)
            self.updateGeometries()
            self.viewport().update()

    def whole_size(self) -> QSize:
        """Return the size that shows the whole board at the present cell size."""
        rulers = QSize(0, 0)
        if self.has_rulers:
            rulers = QSize(self.verticalHeader().sizeHint().width(), self.horizontalHeader().sizeHint().height())
        cells = QSize(self._board_model.columnCount(), self._board_model.rowCount()) * self.cell_size
        return cells + rulers

    @property
    def has_rulers(self) -> bool:
        """True while rows and columns are numbered."""
        return not self.verticalHeader().isHidden()

    def set_coordinates_shown(self, shown: bool) -> None:
        """Show or hide the row and column numbers."""
        self.horizontalHeader().setVisible(shown)
        self.verticalHeader().setVisible(shown)

    def set_overlay(self, overlay: Overlay) -> None:
        """Colour the cells by this overlay."""
        self._painter.end_movements()
        self._board_model.set_overlay(overlay)
        self.viewport().update()

    def outline(self, cells: frozenset[Cell]) -> None:
        """Draw a frame around these cells and no others; if none of them is visible, scroll to the first."""
        self._show_marks(self.marks._replace(outlined=cells))
        self._scroll_into_view(cells)

    @property
    def outlined(self) -> frozenset[Cell]:
        """The cells with a frame around them."""
        return self.marks.outlined

    def show_ai_move(self, cell: Cell) -> None:
        """Mark ``cell`` as the one that the AI opened last, and scroll to it."""
        self._show_marks(self.marks._replace(ai_cell=cell))
        self._scroll_to(cell)

    def show_named(self, cell: Cell | None, risk: str = "") -> None:
        """Draw a thin frame around ``cell``, which a text speaks of, with ``risk`` on it; ``None`` removes both."""
        self._show_marks(self.marks._replace(named=cell, risk=risk))

    def show_hint(self, cell: Cell | None) -> None:
        """Draw brackets around ``cell`` and scroll to it; ``None`` removes the brackets."""
        self._show_marks(self.marks._replace(hint=cell))
        if cell is not None:
            self._scroll_to(cell)

    def show_highlight(self, highlight: Highlight | None) -> None:
        """Mark the cells of an explanation, each by its role; ``None`` removes the marks.

        If none of the concluded cells is visible, scroll to the first of them. A highlight without concluded cells
        uses the cells of its sentence instead, or else its clues.
        """
        shown = highlight or Highlight()
        self._show_marks(self.marks._replace(highlight=shown))
        self._scroll_into_view(shown.mines | shown.safes or shown.cells or shown.clues)

    @property
    def highlight(self) -> Highlight:
        """The highlighted cells of an explanation."""
        return self.marks.highlight

    @property
    def marks(self) -> Marks:
        """All marks over the cells."""
        return self._painter.marks

    def _show_marks(self, marks: Marks) -> None:
        self._refresh(self._painter.show_marks(marks))

    def show_path(self, path: Sequence[tuple[float, float, float]]) -> None:
        """Show the way of a pointer, by its times and its places in cells from left and top; none without any."""
        self._path = [QPointF(x, y) for _, x, y in path]
        self.viewport().update()

    def set_inspecting(self, inspecting: bool) -> None:
        """Set whether a left click requests a proof and a right click the menu, instead of playing."""
        self._gesture.cancel()
        self._is_inspecting = inspecting
        if inspecting:
            self.viewport().setCursor(Qt.CursorShape.WhatsThisCursor)
        else:
            self.viewport().unsetCursor()
        self._describe()

    def _describe(self) -> None:
        own = (f"{action.shortcut().toString()}: {action.data()}" for action in self.actions() if action.shortcuts())
        words = ", ".join((self.keys, *own))
        self.setAccessibleDescription(f"{words}; {self.inspecting}" if self._is_inspecting else words)

    def _on_cell_selected(self, cell: Cell | None) -> None:
        self._show_marks(self.marks._replace(selected=cell))

    @property
    def cursor_cell(self) -> Cell:
        """The cell that the keys act on; ``(0, 0)`` on a board without a cursor."""
        index = self.currentIndex()
        return (index.row(), index.column()) if index.isValid() else (0, 0)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        rows, columns = cells_in(self, event.rect())
        left, top = -self.horizontalHeader().offset(), -self.verticalHeader().offset()
        has_cursor = self.key_cursor.is_shown and self.hasFocus()
        cursor = self.key_cursor.pointed or self.cursor_cell if has_cursor else None
        part = Part(rows, columns, left, top, self._gesture.cells, self.hovered_cell, cursor)
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().window())
            theme = themes.for_palette(self.palette())
            self._painter.paint(painter, part, theme, self.cell_size, self.font())
            painter.translate(part.left, part.top)
            painter.scale(self.cell_size, self.cell_size)
            for colour, width in ((theme.outline_casing, 0.16), (theme.outline, 0.07)):
                painter.setPen(QPen(colour, width))
                painter.drawPolyline(self._path)
                painter.setPen(QPen(colour, 4 * width))
                painter.drawPoints(self._path[-1:])

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        if not roles:
            self._painter.origin = self.cursor_cell
            self._painter.note_change(range(first.row(), last.row() + 1), range(first.column(), last.column() + 1))
            self.viewport().update(self.visualRect(first).united(self.visualRect(last)))
        if QAccessible.isActive():
            super().dataChanged(first, last, roles)
            self._report_names(first, last)

    def _report_names(self, first: Index, last: Index) -> None:
        """Report each cell from ``first`` to ``last`` that has another name, to the screen readers that keep names."""
        columns = self._board_model.columnCount()
        for row, column in product(range(first.row(), last.row() + 1), range(first.column(), last.column() + 1)):
            name = self._board_model.data(self._board_model.index(row, column), Qt.ItemDataRole.AccessibleTextRole)
            if self._names.get((row, column)) != name:
                self._names[row, column] = name
                event = QAccessibleEvent(self, QAccessible.Event.NameChanged)
                # Rows and columns of Qt's table for screen readers begin with the headers.
                event.setChild((row + 1) * (columns + 1) + column + 1)
                QAccessible.updateAccessibility(event)

    def _refresh(self, cells: Collection[Cell | None]) -> None:
        if len(cells) > _MANY:
            self.viewport().update()
            return
        for cell in cells:
            if cell is not None:
                self.viewport().update(self.visualRect(self._board_model.index(*cell)))

    def _scroll_to(self, cell: Cell) -> None:
        """Scroll to ``cell`` and what is around it."""
        model = self._board_model
        for step in (-_AROUND, _AROUND, 0):
            row, column = cell[0] + step, cell[1] + step
            near = min(max(row, 0), model.rowCount() - 1), min(max(column, 0), model.columnCount() - 1)
            self.scrollTo(model.index(*near))

    def _scroll_into_view(self, cells: Collection[Cell]) -> None:
        """Scroll to the first of ``cells`` if none of them is visible."""
        rows, columns = cells_in(self, self.viewport().rect())
        if cells and not any(row in rows and column in columns for row, column in cells):
            self.scrollTo(self._board_model.index(*min(cells)))

    # -- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._painter.end_movements()
        self.key_cursor.set_shown(False)
        self._press(self._cell_at(event), event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The first click on the cover of a paused game uncovers the board; a second one must not open a cell.
        if self._has_pressed:
            self._press(self._cell_at(event), event)

    def _press(self, cell: Cell | None, event: QMouseEvent) -> None:
        """Let a press on ``cell``, or beside the board, play, select, or request the proof or the menu."""
        self._has_pressed = True
        self._put_cursor(cell)
        if cell is None:
            self._gesture.cancel()
            return
        button = event.button()
        is_left, is_right = button == Qt.MouseButton.LeftButton, button == Qt.MouseButton.RightButton
        shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        if is_right and (self._is_inspecting or event.modifiers() & shift):
            self.menu_requested.emit(cell, event.globalPosition().toPoint())
        elif self._is_inspecting or (is_left and event.modifiers() & control):
            self.selection.select_cell(cell)
            if self._is_inspecting and is_left:
                self.why_requested.emit(cell)
        else:
            # Selection and proof of a cell stay when the user plays that cell.
            if cell != self.selection.cell:
                self.selection.select_cell(None)
            if cell != self.selection.question:
                self.selection.withdraw_question()
            self._gesture.begin(cell, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event)
        self._hover(cell)
        self._gesture.move(cell, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._gesture.end(self._cell_at(event), event)

    def _hover(self, cell: Cell | None) -> None:
        """Note that the mouse has come to ``cell``, or has left the board."""
        pointed = cell if self.key_cursor.points else None
        if (cell, pointed) != (self.hovered_cell, self.key_cursor.pointed):
            left, self.hovered_cell, self.key_cursor.pointed = self.hovered_cell, cell, pointed
            self._refresh((left, cell, self.cursor_cell))

    def viewportEvent(self, event: QEvent) -> bool:
        # Not leaveEvent(): the mouse is still in the view when it is on a ruler.
        if event.type() is QEvent.Type.Leave:
            self._hover(None)
        return bool(super().viewportEvent(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Mouse and key events have requested the menu already, in the same way on every system.
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        self._painter.end_movements()
        self._forget_mouse()
        super().hideEvent(event)

    def _forget_mouse(self) -> None:
        """Forget presses and place of the mouse, since the board is hidden or is another one."""
        self._gesture.reset()
        self.hovered_cell = self.key_cursor.pointed = None
        self._has_pressed = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _cell_at(self, event: QMouseEvent) -> Cell | None:
        index = self.indexAt(event.position().toPoint())
        return (index.row(), index.column()) if index.isValid() else None

    def _put_cursor(self, cell: Cell | None) -> None:
        """Move the cursor to ``cell``, which is under the mouse."""
        if cell is not None:
            # A click on a partly visible cell at the edge must not scroll the board under the mouse.
            self.setAutoScroll(False)
            self.setCurrentIndex(self._board_model.index(*cell))
            self.setAutoScroll(True)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (same := at_place(event)) is not None:
            QApplication.sendEvent(self, same)  # as if it was pressed: Qt looks for its action first
            return
        before = self.currentIndex()
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_Menu or (event.key() == Qt.Key.Key_F10 and shift):
            self.scrollTo(before)
            where = self.visualRect(before).center()
            self.menu_requested.emit(self.cursor_cell, self.viewport().mapToGlobal(where))
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier or (event.text() and event.text().isprintable()):
            event.ignore()  # those that are no key of an action now
            return
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self.selection.select_cell(self.cursor_cell)
        elif event.key() in _ARROWS:  # at the edge
            announce_cell(self)

    def currentChanged(self, current: Index, previous: Index) -> None:
        # Not that of QTableView, which reports the cell: readers would speak its whole row.
        QAbstractItemView.currentChanged(self, current, previous)
        announce_cell(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._describe()
        announce_cell(self)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters are shortcuts here, not a search."""

    def move_cursor(self, cell: Cell) -> None:
        """Move the cursor to ``cell``, without selecting the cell, and show it if it was elsewhere."""
        if cell != self.cursor_cell:
            self.setCurrentIndex(self._board_model.index(*cell))
            self.key_cursor.set_shown(True)

    def _on_reset(self) -> None:
        self._forget_mouse()
        self._names.clear()
        self._painter.reset(Marks(selected=self.selection.cell))
        self.setCurrentIndex(self._board_model.index(0, 0))
