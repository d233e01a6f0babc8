"""The view of an undecided cell in the proof panel: the pictures of two layouts, as large as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.words import MOST_LISTED, joined, listed, with_unbroken_cells

if TYPE_CHECKING:
    from minesweeper_qt.model import Undecided


REACH = 4
"""Cells on each side of the middle one: as far as two clues in a row reach, and few enough for readable cells."""
CELL_SIZES = range(12, 29)
"""The sides of the cells that are drawn, in pixels."""


@guarded
class LayoutPicture(QWidget):
    """Draws the mines of a layout around one cell of a position, with row and column numbers."""

    def __init__(self, title: str) -> None:
        super().__init__(accessibleName=title)
        self._position: Position | None = None
        self._cell: Cell = (0, 0)
        self._mines: frozenset[Cell] = frozenset()
        self._marked: frozenset[Cell] = frozenset()
        self._tiles: Tiles | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_layout(self, position: Position, cell: Cell, mines: frozenset[Cell], marked: frozenset[Cell]) -> None:
        """Draw the layout that has these ``mines`` around ``cell``, with a frame around the ``marked`` cells."""
        self._position, self._cell, self._mines, self._marked = position, cell, mines, marked
        self.setAccessibleDescription(self._in_words(position))
        self.updateGeometry()
        self.update()

    @property
    def rows(self) -> range:
        """The rows that are drawn; empty without a layout."""
        return self._span(0)

    @property
    def columns(self) -> range:
        """The columns that are drawn; empty without a layout."""
        return self._span(1)

    def _span(self, axis: int) -> range:
        if self._position is None:
            return range(0)
        size = (self._position.height, self._position.width)[axis]
        length = min(size, 2 * REACH + 1)
        # At the edge of the board the cell is not in the middle, so that as many cells are drawn as elsewhere.
        first = min(max(self._cell[axis] - REACH, 0), size - length)
        return range(first, first + length)

    def _in_words(self, position: Position) -> str:
        """Return the text for screen readers: where the mines are, and at which cells the other layout differs."""
        shown = {(i, j) for i in self.rows for j in self.columns}
        covered = shown - position.clues.keys()
        mines, other = sorted(covered & self._mines), sorted(covered & self._marked)
        part = "the board" if len(shown) == position.height * position.width else "the part around the cell"
        return (
            f"In {part}, mines at {listed(mines, len(mines)) or 'no cell'}. "
            f"The other layout differs at {listed(other, len(other)) or 'no cell'}."
        )

    # -- size

    def size_for(self, side: int) -> QSize:
        """Return the size in which the cells have this ``side``."""
        return QSize(self._ruler() + side * max(len(self.columns), 1), self._ruler() + side * max(len(self.rows), 1))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._ruler() + self._cell_size(width) * max(len(self.rows), 1)

    def sizeHint(self) -> QSize:
        width = self._ruler() + 16 * max(len(self.columns), 1)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return self.size_for(CELL_SIZES[0])

    def _ruler(self) -> int:
        """Return the space for the row and column numbers, in pixels."""
        return self._ruler_font_size() * 3 // 2

    def _ruler_font_size(self) -> int:
        return max(self.fontMetrics().height() * 6 // 10, metrics.LEAST_FONT)

    def _cell_size(self, width: int) -> int:
        room = (width - self._ruler()) // max(len(self.columns), 1)
        return min(max(room, CELL_SIZES[0]), CELL_SIZES[-1])

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._position is None:
            return
        theme, size, edge = themes.for_palette(self.palette()), self._cell_size(self.width()), self._ruler()
        tiles = self._tiles = Tiles.kept(self._tiles, theme, size, self.devicePixelRatioF(), self.font())
        small = QFont(self.font())
        small.setPixelSize(self._ruler_font_size())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(small)
            painter.setPen(theme.controls.muted)
            # On the smallest cells two digits do not fit beside each other, so every other number is drawn.
            every = 1 if size >= painter.fontMetrics().horizontalAdvance("000") else 2
            for i in self.rows[-self.rows.start % every :: every]:
                painter.drawText(QRectF(0, edge + (i - self.rows.start) * size, edge - 2, size), _CENTRE, str(i))
            for j in self.columns[-self.columns.start % every :: every]:
                painter.drawText(QRectF(edge + (j - self.columns.start) * size, 0, size, edge), _CENTRE, str(j))
            boxes = {
                (i, j): QRectF(edge + x * size, edge + y * size, size, size)
                for y, i in enumerate(self.rows)
                for x, j in enumerate(self.columns)
            }
            for cell, box in boxes.items():
                painter.drawPixmap(box.topLeft(), tiles.picture(self._look(cell)))
            for cell in boxes.keys() & self._marked - {self._cell}:
                decorations.outline(painter, boxes[cell], theme)
            decorations.brackets(painter, boxes[self._cell], theme)

    def _look(self, cell: Cell) -> Look:
        assert self._position is not None
        clue = self._position.clues.get(cell)
        if clue is not None:
            return Look(Face.REVEALED, clue)
        return Look(Face.MINE if cell in self._mines else Face.COVERED)


_CENTRE = Qt.AlignmentFlag.AlignCenter


_LEAST_TEXT = 140
"""The least width of texts beside the pictures, in pixels."""

_TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft


@guarded
class UndecidedView(QScrollArea):
    """Shows an ``Undecided``: a layout with a mine at the cell, one without, and the cells of least risk.

    The texts stand above and below the pictures or, where that leaves them larger, at their right.

    Signal: ``cell_requested(Cell)``, emitted when the user follows the link to another cell.

    Attributes: ``pictures``, the two layouts; ``words``, the label about them; ``advice``, the label with the links.
    """

    cell_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Two layouts")
        content = QWidget(self)
        self.pictures = (LayoutPicture("Layout with a mine there"), LayoutPicture("Layout without a mine there"))
        self.captions = (QLabel("A mine there:"), QLabel("No mine there:"))
        self.words = QLabel(wordWrap=True)
        self.advice = QLabel(wordWrap=True, indent=0)
        self._claim: bool | None = None
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(metrics.NARROW)
        self._grid.setHorizontalSpacing(metrics.EDGE)
        self._grid.setRowStretch(4, 1)
        self._side = QVBoxLayout()
        self._side.setSpacing(metrics.NARROW)
        self._side.addStretch(1)
        self._grid.addLayout(self._side, 0, 2, 3, 1)
        for label in (self.advice, self.words):
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._place(is_beside=False)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setAccessibleName("What the layouts show")
        self.advice.setTextFormat(Qt.TextFormat.RichText)
        self.advice.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.advice.setAccessibleName("What else there is to open")
        self.advice.setProperty("links", True)
        self.advice.linkActivated.connect(self._request_cell)
        self.setWidget(content)
        self._advised: tuple[Cell, ...] = ()
        self._advice_text = ""

    def set_claim(self, is_mine: bool) -> None:
        """Show first the layout that contradicts the claim that the cell is a mine, or safe, and no other cells."""
        self._claim = is_mine
        self.advice.hide()

    def show_undecided(self, found: Undecided) -> None:
        """Show the two layouts of ``found`` and the texts about them."""
        differing = found.with_mine ^ found.without
        for picture, mines in zip(self.pictures, (found.with_mine, found.without), strict=True):
            picture.show_layout(found.position, found.cell, mines, differing)
        self.words.setText(with_unbroken_cells(found.difference))
        self.setToolTip(found.layouts_text)
        self._advice_text, self._advised = why_text.safest_cells_text(found)
        self._write_advice()
        # Otherwise a screen reader would read out the HTML of the links.
        self.advice.setAccessibleDescription(f"{self._advice_text} {listed(self._advised, MOST_LISTED)}.")
        self._arrange()
        self.verticalScrollBar().setValue(0)

    # -- arrangement

    def _arrange(self) -> None:
        """Place the texts so that the pictures can be largest, and give these that size."""
        room = self.maximumViewportSize()
        sizes = [(side, is_beside) for side in reversed(CELL_SIZES) for is_beside in (False, True)]
        fitting = (each for each in sizes if self._needs(*each).boundedTo(room) == self._needs(*each))
        side, is_beside = next(fitting, (CELL_SIZES[0], False))
        for picture in self.pictures:
            picture.setFixedSize(picture.size_for(side))
        self._place(is_beside)

    def _needs(self, side: int, is_beside: bool) -> QSize:
        """Return the size that all needs if the cells have this ``side``, and the texts are below or beside them."""
        picture, across, down = self.pictures[0].size_for(side), metrics.EDGE, metrics.NARROW
        height = self.captions[0].sizeHint().height() + down + picture.height()
        labels = [label for label in (self.advice, self.words) if not label.isHidden()]
        if is_beside:
            width = self.maximumViewportSize().width() - 2 * (picture.width() + across)
            texts = sum(label.heightForWidth(max(width, 1)) + metrics.NARROW for label in labels)
            return QSize(2 * (picture.width() + across) + _LEAST_TEXT, max(height, texts))
        width = self.maximumViewportSize().width()
        texts = sum(label.heightForWidth(width) for label in labels)
        return QSize(2 * picture.width() + across, height + texts + 2 * down)

    def _place(self, is_beside: bool) -> None:
        """Put the texts beside the pictures, or the advice above them, where it is visible in a low panel too."""
        grid, labels = self._grid, (self.advice, self.words)
        for widget in (*self.captions, *self.pictures):
            grid.removeWidget(widget)
        for label in labels:
            (self._side if self._side.indexOf(label) >= 0 else grid).removeWidget(label)
        first = 0 if is_beside else 1
        for column, number in enumerate((1, 0) if self._claim else (0, 1)):
            grid.addWidget(self.captions[number], first, column)
            grid.addWidget(self.pictures[number], first + 1, column, _TOP_LEFT)
            grid.setColumnStretch(column, int(not is_beside))
        grid.setColumnStretch(2, int(is_beside))
        for number, label in enumerate(labels):
            if is_beside:
                self._side.insertWidget(number, label)
            else:
                grid.addWidget(label, 3 * number, 0, 1, 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _write_advice(self) -> None:
        """Write the links in the colour of text: a palette's link colour may be made for another background."""
        # Not the palette of the label, which changes later than the palette of this widget.
        ink = self.palette().color(QPalette.ColorRole.WindowText).name()
        self.advice.setText(f"{self._advice_text} {_links(self._advised, ink)}.")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self._advised:
            self._write_advice()
        elif event.type() is QEvent.Type.FontChange and self._advised:
            self._arrange()

    def _request_cell(self, link: str) -> None:
        i, j = link.split(",")
        self.cell_requested.emit((int(i), int(j)))


def _links(cells: tuple[Cell, ...], ink: str) -> str:
    """Return HTML with the cells as links of the colour ``ink``, at most ``MOST_LISTED`` of them, then a count."""
    first = [f'<a style="color: {ink}" href="{i},{j}">({i},&nbsp;{j})</a>' for i, j in cells[:MOST_LISTED]]
    return joined(first, len(cells) - len(first))
