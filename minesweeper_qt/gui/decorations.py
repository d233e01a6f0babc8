"""What is painted over cells: the AI's corner, the hint's brackets, frames."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.theme import Theme


def corner(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Fill the upper left corner of a cell."""
    side = box.width() * 0.32
    tip = box.topLeft() + QPointF(1, 1)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(side, 0), tip + QPointF(0, side)]))
    painter.restore()


def brackets(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the four corners with a casing, so that they are seen on every tile; no mark has this shape."""
    width = max(box.width() * 0.08, 2)
    # At the edge of the tile: a mark or a number within can be read.
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
    """Draw a frame within a cell."""
    painter.setPen(QPen(colour, width))
    inset = width / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), box.width() * 0.1, box.width() * 0.1)
