"""Paints the marks over the cells of a board: frames, the hint's brackets, and the highlight of an explanation."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QPolygonF

from minesweeper_qt.gui.board import signs
from minesweeper_qt.gui.board.tiles import paint_plate
from minesweeper_qt.gui.presentation.look import Face, Highlight
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model import Cell


class Marks(NamedTuple):
    """The cells that are marked on a board.

    Attributes: ``outlined``, the cells that a panel selected, which get a frame; ``ai_cell``, the cell that the AI
    opened last; ``hint``, the cell between brackets; ``highlight``, the cells of an explanation, by role;
    ``selected``, the cell in question; ``named``, the cell that a text speaks of, for a moment, and ``risk``, what is
    written on it.
    """

    outlined: frozenset[Cell] = frozenset()
    ai_cell: Cell | None = None
    hint: Cell | None = None
    highlight: Highlight = Highlight()
    selected: Cell | None = None
    named: Cell | None = None
    risk: str = ""

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells that have a mark."""
        single = (cell for cell in (self.ai_cell, self.hint, self.selected, self.named) if cell is not None)
        return self.outlined | self.highlight.all_cells | frozenset(single)


class _CellMarks(NamedTuple):
    """The frame of a cell that a selected row mentions, or the marks of a highlight on one cell.

    Attributes: ``is_clue``, ``is_in_sentence``, the roles of the cell, the latter true of an undecided cell too;
    ``is_mine``, what is concluded or assumed of it, ``None`` if nothing is; ``is_supposed``, true of an assumption;
    ``has_flag``; ``has_frame``, true if the frame of the cursor or of the selection is around the cell.
    """

    has_frame: bool
    is_outlined: bool = False
    is_clue: bool = False
    is_in_sentence: bool = False
    is_mine: bool | None = None
    is_supposed: bool = False
    has_flag: bool = False

    def paint(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Paint the marks into ``box``."""
        # Inside the frame of the cursor or the selection, so that a second frame is visible.
        edge = max(box.width() * 0.12, 3) if self.has_frame else 0
        inner = box.adjusted(edge, edge, -edge, -edge)
        if self.is_outlined:
            outline(painter, inner, theme)
        if self.is_in_sentence:
            dashes(painter, inner, theme)
        if self.is_clue:
            double_ring(painter, inner, theme)
        if self.is_mine is not None:
            # Dashes stay visible around it, and a flag above it; any mark of an overlay is hidden.
            whole = inner if self.is_in_sentence else box
            room = QRectF(whole.center(), whole.bottomRight()) if self.has_flag else whole
            conclusion(painter, room, self.is_mine, self.is_supposed, theme)


class MarkPainter:
    """Paints marks over the cells of a board. Attribute: ``marks``, the marks to paint."""

    def __init__(self) -> None:
        self.marks = Marks()
        self._painted_for: tuple[str, float, float] | None = None
        """The theme's name, the cell size and the scale factor that ``_pictures`` were painted for."""
        self._pictures: dict[_CellMarks, QPixmap] = {}
        """They are kept because a sentence can mention every cell of the board."""

    def paint(
        self, painter: QPainter, cell: Cell, box: QRectF, face: Face, theme: Theme, has_cursor: bool, share: float = 1
    ) -> None:
        """Paint the marks of ``cell``, which has this ``face`` and fills ``box``, and the cursor, if it is there.

        ``share`` is the opacity of the highlight, from 0 to 1.
        """
        marks = self.marks
        painter.setOpacity(1)
        if cell == marks.ai_cell:
            corner(painter, box, theme.controls.accent)
        if cell in marks.outlined:
            outlined = _CellMarks(has_cursor or cell == marks.selected, is_outlined=True)
            self._paint_kept(painter, outlined, box, theme)
        painter.setOpacity(share)
        self.paint_highlight(painter, marks.highlight, cell, box, face, theme, has_cursor)
        painter.setOpacity(1)
        if cell == marks.hint:
            brackets(painter, box, theme)
        if has_cursor:
            cursor(painter, box, theme)
        elif cell in (marks.selected, marks.named):
            thin_frame(painter, box, theme)
        if cell == marks.named and marks.risk:
            paint_plate(painter, box, marks.risk, theme)

    def paint_highlight(
        self,
        painter: QPainter,
        highlight: Highlight,
        cell: Cell,
        box: QRectF,
        face: Face,
        theme: Theme,
        has_cursor: bool,
    ) -> None:
        """Paint what ``highlight`` marks on ``cell``."""
        is_clue, is_in_sentence = cell in highlight.clues, cell in highlight.cells or cell in highlight.undecided
        is_mine: bool | None = None
        is_supposed = cell not in highlight.mines and cell not in highlight.safes
        if cell in highlight.mines or (is_supposed and cell in highlight.supposed_mines):
            is_mine = True
        elif cell in highlight.safes or cell in highlight.supposed_safes:
            is_mine = False
        if is_clue or is_in_sentence or is_mine is not None:
            found = _CellMarks(
                has_cursor or cell == self.marks.selected,
                is_clue=is_clue,
                is_in_sentence=is_in_sentence,
                is_mine=is_mine,
                is_supposed=is_supposed or highlight.is_assumption,
                has_flag=face is Face.FLAGGED,
            )
            self._paint_kept(painter, found, box, theme)

    def _paint_kept(self, painter: QPainter, marks: _CellMarks, box: QRectF, theme: Theme) -> None:
        """Paint ``marks`` by a picture, which is made at the first call."""
        size, scale = box.width(), painter.device().devicePixelRatioF()
        if self._painted_for != (theme.name, size, scale):
            self._painted_for = (theme.name, size, scale)
            self._pictures.clear()
        if marks not in self._pictures:
            pixels = math.ceil(size * scale)
            found = self._pictures[marks] = QPixmap(pixels, pixels)
            found.setDevicePixelRatio(scale)
            found.fill(Qt.GlobalColor.transparent)
            with QPainter(found) as on_picture:
                on_picture.setRenderHint(QPainter.RenderHint.Antialiasing)
                on_picture.setFont(painter.font())
                marks.paint(on_picture, QRectF(0, 0, size, size), theme)
        painter.drawPixmap(box.topLeft(), self._pictures[marks])


# -- the shapes


def corner(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint a triangle into the upper left corner of a cell."""
    side = box.width() * 0.32
    tip = box.topLeft() + QPointF(1, 1)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(side, 0), tip + QPointF(0, side)]))
    painter.restore()


def brackets(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the hint's brackets at the four corners, with a casing that makes them visible on every tile.

    No other mark has this shape.
    """
    width = max(box.width() * 0.08, 2)
    # At the edge of the tile, where they hide neither mark nor number.
    edge = box.adjusted(width, width, -width, -width)
    arm = edge.width() * 0.3
    upper, lower = ((edge.topLeft(), 1), (edge.topRight(), -1)), ((edge.bottomLeft(), 1), (edge.bottomRight(), -1))
    angles = [
        QPolygonF([tip + QPointF(0, down * arm), tip, tip + QPointF(right * arm, 0)])
        for corners, down in ((upper, 1), (lower, -1))
        for tip, right in corners
    ]
    for colour, breadth in ((theme.hint_casing, width * 2), (theme.hint, width)):
        painter.setPen(QPen(colour, breadth, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
        for angle in angles:
            painter.drawPolyline(angle)


def frame(painter: QPainter, box: QRectF, colour: QColor, width: float) -> None:
    """Draw a frame of this width inside the edge of a cell."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width))
    inset, radius = width / 2, metrics.cell_radius(box.width())
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)


def outline(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the frame of a cell that a selected row mentions, with a thin casing inside it."""
    width = max(box.width() * 0.1, 2)
    frame(painter, box, theme.outline, width)
    frame(painter, box.adjusted(width, width, -width, -width), theme.outline_casing, max(box.width() * 0.05, 1))


def cursor(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the frame of the cell that keys act on, in two colours, of which one is seen on every tile."""
    width = max(box.width() * 0.06, 1.5)
    frame(painter, box, theme.cursor, width)
    frame(painter, box.adjusted(width, width, -width, -width), theme.cursor_inner, width)


def thin_frame(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the cursor's frame in a thinner form: the cell is selected, but does not show the cursor."""
    width = max(box.width() * 0.05, 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for step, colour in enumerate((theme.cursor, theme.cursor_inner)):
        inset = width * (step + 0.5)
        painter.setPen(QPen(colour, width))
        painter.drawRect(box.adjusted(inset, inset, -inset, -inset))


def dashes(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw a dashed frame with a casing: the cell belongs to a sentence."""
    width = max(box.width() * 0.08, 2)
    edge = box.adjusted(width, width, -width, -width)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.outline_casing, width * 1.7))
    painter.drawRect(edge)
    pen = QPen(theme.outline, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    # Three dashes on each side at every size, one of them around each corner.
    dash = edge.width() / 6 / width
    pen.setDashPattern([dash, dash])
    pen.setDashOffset(dash / 2)
    painter.setPen(pen)
    painter.drawRect(edge)


def double_ring(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw two rings with a casing around the number of a cell: its clue is a premise of the explanation."""
    width = max(box.width() * 0.05, 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, breadth in ((theme.outline_casing, width * 2.4), (theme.outline, width)):
        painter.setPen(QPen(colour, breadth))
        for share in (0.45, 0.36):
            painter.drawEllipse(box.center(), box.width() * share, box.width() * share)


def conclusion(painter: QPainter, box: QRectF, is_mine: bool, is_assumption: bool, theme: Theme) -> None:
    """Draw the mark of a conclusion: a disc with a ring for a safe cell or a diamond for a mine.

    The mark of an assumption is hollow: an outline of the same shape around ``?``.
    """
    side, centre = box.width(), box.center()
    colour = theme.mine_mark if is_mine else theme.safe_mark
    painter.save()
    # The disc hides the overlay's mark on the cell.
    painter.setBrush(theme.hint_casing)
    painter.setPen(QPen(colour, max(side * (0.05 if is_assumption else 0.03), 1)))
    if is_assumption:
        _paint_shape(painter, centre, side * (0.46 if is_mine else 0.36), is_mine)
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(max(round(side * 0.45), metrics.LEAST_FONT))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
    else:
        _paint_shape(painter, centre, side * 0.38, is_mine=False)
        painter.setBrush(colour if is_mine else Qt.BrushStyle.NoBrush)
        painter.setPen(Qt.PenStyle.NoPen if is_mine else QPen(colour, max(side * 0.1, 1.2)))
        _paint_shape(painter, centre, side * (0.26 if is_mine else 0.19), is_mine)
    painter.restore()


def _paint_shape(painter: QPainter, centre: QPointF, reach: float, is_mine: bool) -> None:
    """Draw the shape of a mark: a diamond for a mine, a circle for a safe cell."""
    if is_mine:
        painter.drawPolygon(signs.diamond(centre, reach))
    else:
        painter.drawEllipse(centre, reach, reach)
