"""Functions that paint marks over a cell: the AI's corner, the hint's brackets, frames, the marks of a highlight."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Theme


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
    angles = [
        QPolygonF([tip + QPointF(0, down * arm), tip, tip + QPointF(right * arm, 0)])
        for tip, right, down in (
            (edge.topLeft(), 1, 1),
            (edge.topRight(), -1, 1),
            (edge.bottomLeft(), 1, -1),
            (edge.bottomRight(), -1, -1),
        )
    ]
    for colour, breadth in ((theme.hint_casing, width * 2), (theme.hint, width)):
        painter.setPen(QPen(colour, breadth, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
        for angle in angles:
            painter.drawPolyline(angle)


def frame(painter: QPainter, box: QRectF, colour: QColor, width: float) -> None:
    """Draw a frame of this width inside the edge of a cell."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width))
    inset, radius = width / 2, box.width() * metrics.CELL_RADIUS
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
        font.setPixelSize(max(round(side * 0.45), 6))
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
        tips = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
        painter.drawPolygon(QPolygonF([centre + QPointF(*tip) for tip in tips]))
    else:
        painter.drawEllipse(centre, reach, reach)
