"""The board: paints the cells and turns mouse and keys into intents. It never changes the game."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from minesweeper_qt.gui import decorations
from minesweeper_qt.gui import theme as themes
from minesweeper_qt.gui.board_model import BoardModel
from minesweeper_qt.gui.index import Index
from minesweeper_qt.gui.overlay import Face, Overlay
from minesweeper_qt.gui.spotlight import Spotlight
from minesweeper_qt.gui.tiles import Tiles
from minesweeper_qt.model import Cell

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton


class Ruler(QHeaderView):
    """Row or column numbers along the board, so that ``(2, 3)`` in a sentence can be found."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self.setFont(font)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        # On small cells only every other number has room.
        across = self.orientation() is Qt.Orientation.Horizontal
        needed = self.fontMetrics().horizontalAdvance("00") + 4 if across else self.fontMetrics().height()
        step = 1 if self.defaultSectionSize() >= needed else 2 if self.defaultSectionSize() * 2 >= needed else 5
        if logical % step == 0:
            painter.setPen(themes.for_palette(self.palette()).ruler)
            room = rect.adjusted(-rect.width(), 0, rect.width(), 0) if across else rect
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(logical))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().window())
            painter.setFont(self.font())
            across = self.orientation() is Qt.Orientation.Horizontal
            for section in range(self.count()):
                start, size = self.sectionViewportPosition(section), self.sectionSize(section)
                box = QRect(start, 0, size, self.height()) if across else QRect(0, start, self.width(), size)
                if box.intersects(event.rect().adjusted(-size, -size, size, size)):
                    self.paintSection(painter, box, section)

    def sizeHint(self) -> QSize:
        text = self.fontMetrics()
        return QSize(text.horizontalAdvance("00") + 8, text.height() + 4)


class BoardView(QTableView):
    """Shows a ``BoardModel``; a table, so that screen readers find rows, columns and cells in it.

    Left reveals on release (dragging off cancels) or chords on a number, right flags on press, middle or both buttons
    chord, Ctrl+click and the arrow keys select. The intents are signals with a cell: ``reveal_requested``,
    ``flag_requested``, ``chord_requested``; ``cell_selected`` carries a cell or ``None``.
    """

    reveal_requested = Signal(object)
    flag_requested = Signal(object)
    chord_requested = Signal(object)
    cell_selected = Signal(object)
    zoom_requested = Signal(int)
    why_requested = Signal(object)
    menu_requested = Signal(object, QPoint)

    def __init__(self, model: BoardModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board_model = model
        self._overlay = Overlay.OFF
        self._outlined: frozenset[Cell] = frozenset()
        self._selected: Cell | None = None
        self._ai_cell: Cell | None = None
        self._hint: Cell | None = None
        self._armed: Cell | None = None
        self._armed_face = Face.COVERED
        self._hovered: Cell | None = None
        self._is_chording = False
        self._tiles: Tiles | None = None
        for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            ruler = Ruler(orientation, self)
            if orientation is Qt.Orientation.Horizontal:
                self.setHorizontalHeader(ruler)
            else:
                self.setVerticalHeader(ruler)
        self.setCornerButtonEnabled(False)
        self._blank_corner()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Board")
        self.setAccessibleDescription("Arrow keys move, Space reveals or chords, F flags")
        self.setModel(model)
        model.modelReset.connect(self._on_reset)
        self.set_cell_size(32)
        self._on_reset()

    # -- what it shows

    @property
    def cell_size(self) -> int:
        """The side of a cell in device-independent pixels."""
        return self.horizontalHeader().defaultSectionSize()

    def set_cell_size(self, size: int) -> None:
        """Draw cells with this side."""
        if size != self.cell_size or self._tiles is None:
            self.horizontalHeader().setDefaultSectionSize(size)
            self.verticalHeader().setDefaultSectionSize(size)
            self._tiles = None
            self.updateGeometries()
            self.viewport().update()

    def whole_size(self) -> QSize:
        """Return the size that shows the whole board at the present cell size."""
        rulers = QSize(0, 0)
        if not self.verticalHeader().isHidden():
            rulers = QSize(self.verticalHeader().sizeHint().width(), self.horizontalHeader().sizeHint().height())
        cells = QSize(self._board_model.columnCount(), self._board_model.rowCount()) * self.cell_size
        return cells + rulers

    @Slot(bool)
    def set_coordinates_shown(self, shown: bool) -> None:
        """Show or hide the row and column numbers."""
        self.horizontalHeader().setVisible(shown)
        self.verticalHeader().setVisible(shown)

    def set_overlay(self, overlay: Overlay) -> None:
        """Lay this over the board."""
        self._overlay = overlay
        self.viewport().update()

    @Slot(object)
    def outline(self, cells: frozenset[Cell]) -> None:
        """Draw a frame around these cells, and no others; bring them into sight when none is."""
        self._refresh(self._outlined ^ cells)
        self._outlined = cells
        places = [self._board_model.index(*cell) for cell in sorted(cells)]
        sight = self.viewport().rect()
        if places and not any(self.visualRect(place).intersects(sight) for place in places):
            self.scrollTo(places[0])

    @property
    def outlined(self) -> frozenset[Cell]:
        """The cells with a frame around them."""
        return self._outlined

    def show_ai_move(self, cell: Cell) -> None:
        """Mark ``cell`` as the one that the AI opened last, and bring it into sight."""
        self._refresh((self._ai_cell, cell))
        self._ai_cell = cell
        self.scrollTo(self._board_model.index(*cell))

    @Slot(object)
    def show_hint(self, cell: Cell | None) -> None:
        """Draw brackets around ``cell`` and bring it into sight; ``None`` takes them away."""
        self._refresh((self._hint, cell))
        self._hint = cell
        if cell is not None:
            self.scrollTo(self._board_model.index(*cell))

    @property
    def hint_cell(self) -> Cell | None:
        """The cell with brackets around it."""
        return self._hint

    @Slot(object)
    def show_spotlight(self, spotlight: Spotlight | None) -> None:
        """Light up what an explanation speaks of, each with its own mark; ``None`` turns the lights off."""

    @Slot(bool)
    def set_inspecting(self, inspecting: bool) -> None:
        """Let a left click ask why instead of playing, and a right click ask for the menu; or let both play again."""

    @Slot()
    def clear_selected(self) -> None:
        """Select no cell."""
        self._select(None)

    @property
    def selected_cell(self) -> Cell | None:
        """The cell whose sentences are asked for."""
        return self._selected

    @property
    def cursor_cell(self) -> Cell:
        """The cell that the keys act on."""
        index = self.currentIndex()
        return (index.row(), index.column()) if index.isValid() else (0, 0)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        scale = self.devicePixelRatioF()
        theme = themes.for_palette(self.palette())
        tiles = self._tiles
        if tiles is None or tiles.scale != scale or tiles.theme is not theme:
            tiles = self._tiles = Tiles(theme, self.cell_size, scale, self.font())
        size, model = tiles.size, self._board_model
        across, down = self.horizontalHeader().offset(), self.verticalHeader().offset()
        area = event.rect()
        rows = range(max((area.top() + down) // size, 0), min((area.bottom() + down) // size + 1, model.rowCount()))
        columns = range(
            max((area.left() + across) // size, 0), min((area.right() + across) // size + 1, model.columnCount())
        )
        pressed = self._pressed_cells()
        decorated: list[tuple[Cell, QRectF]] = []
        cursor = self.cursor_cell if self.hasFocus() else None
        overlay, fades = self._overlay, model.chances_fade
        with QPainter(self.viewport()) as painter:
            painter.fillRect(area, self.palette().window())
            for i in rows:
                for j in columns:
                    cell = (i, j)
                    look = model.look(cell).under(overlay, fades)
                    x, y = j * size - across, i * size - down
                    is_pressed = cell in pressed and look.face is Face.COVERED
                    painter.drawPixmap(x, y, tiles.picture(look, is_pressed, cell == self._hovered))
                    if cell in self._outlined or cell in (cursor, self._ai_cell, self._hint):
                        decorated.append((cell, QRectF(x, y, size, size)))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for cell, box in decorated:
                self._decorate(painter, cell, box, theme)

    def _decorate(self, painter: QPainter, cell: Cell, box: QRectF, theme: themes.Theme) -> None:
        """Paint what lies over a cell: the AI's corner, the frame of a sentence, the hint's brackets, the cursor."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if cell == self._ai_cell:
            decorations.corner(painter, box, theme.safe)
        if cell in self._outlined:
            decorations.frame(painter, box, theme.outline, max(box.width() * 0.1, 2))
        if cell == self._hint:
            decorations.brackets(painter, box, theme)
        if cell == self.cursor_cell and self.hasFocus():
            decorations.frame(painter, box, theme.cursor, max(box.width() * 0.09, 2))
            decorations.frame(painter, box.adjusted(3, 3, -3, -3), theme.cursor_inner, 1)

    def _pressed_cells(self) -> frozenset[Cell]:
        """The cells that a release now would reveal."""
        if self._armed is None:
            return frozenset()
        if self._is_chording or self._board_model.look(self._armed).face is Face.REVEALED:
            return self._board_model.neighbours(self._armed) | {self._armed}
        return frozenset((self._armed,))

    def _refresh(self, cells: Iterable[Cell | None]) -> None:
        for cell in cells:
            if cell is not None:
                self.viewport().update(self.visualRect(self._board_model.index(*cell)))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._tiles = None
        if event.type() is QEvent.Type.PaletteChange:
            self._blank_corner()
        super().changeEvent(event)

    def _blank_corner(self) -> None:
        """Let the corner where the rulers meet look like the window: a button that selects all has no meaning here."""
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            ground = self.palette().window().color().name()
            corner.setStyleSheet(f"QTableCornerButton::section {{ border: none; background: {ground}; }}")

    # -- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event)
        button = event.button()
        if cell is None:
            self._disarm()
            return
        # The board must not scroll under the mouse because a cell at the edge is only partly in sight.
        self.setAutoScroll(False)
        self._move_cursor(cell)
        self.setAutoScroll(True)
        if button == _LEFT and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._select(cell)
            return
        self._select(None)
        both = event.buttons() & _LEFT and event.buttons() & _RIGHT
        if button == _MIDDLE or both:
            self._arm(cell, chording=True)
        elif button == _LEFT:
            self._arm(cell, chording=False)
        elif button == _RIGHT:
            self.flag_requested.emit(cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Quick clicks are clicks: the second of two is no other gesture.
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event)
        if cell != self._hovered:
            self._refresh((self._hovered, cell))
            self._hovered = cell
        if self._armed is not None and cell != self._armed:
            self._disarm()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        armed, face, chording = self._armed, self._armed_face, self._is_chording
        self._disarm()
        # A cell that the AI opened between press and release must not be chorded by what was meant to reveal it.
        if armed is None or self._cell_at(event) != armed or self._board_model.look(armed).face is not face:
            return
        (self.chord_requested if chording else self.reveal_requested).emit(armed)

    def leaveEvent(self, event: QEvent) -> None:
        self._refresh((self._hovered,))
        self._hovered = None
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _cell_at(self, event: QMouseEvent) -> Cell | None:
        index = self.indexAt(event.position().toPoint())
        return (index.row(), index.column()) if index.isValid() else None

    def _arm(self, cell: Cell, chording: bool) -> None:
        self._disarm()
        self._armed, self._is_chording = cell, chording
        self._armed_face = self._board_model.look(cell).face
        self._refresh(self._pressed_cells())

    def _disarm(self) -> None:
        pressed = self._pressed_cells()
        self._armed, self._is_chording = None, False
        self._refresh(pressed)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self._select(self.cursor_cell)

    def keyboardSearch(self, search: str) -> None:
        """Letters are shortcuts here, not a search."""

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        for index in (current, previous):
            if index.isValid():
                self.viewport().update(self.visualRect(index))

    def _move_cursor(self, cell: Cell) -> None:
        self.setCurrentIndex(self._board_model.index(*cell))

    def _select(self, cell: Cell | None) -> None:
        if cell != self._selected:
            self._selected = cell
            self.cell_selected.emit(cell)

    @Slot()
    def _on_reset(self) -> None:
        self._armed = self._hovered = self._ai_cell = self._hint = None
        self._outlined = frozenset()
        self._move_cursor((0, 0))
        self._select(None)
