"""Functions that paint how the two agents differ: a dashed mark, a triangle, a plus."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.presentation.look import Mark
from minesweeper_qt.gui.widgets.theme import Theme

_DASHES = 4
"""The dashes of a ring, or of all sides of a diamond."""
_DASHED = 0.62
"""The share of a dash in the length from one dash to the next."""


def paint_missing(painter: QPainter, centre: QPointF, reach: float, mark: Mark, ink: QColor) -> None:
    """Paint the mark of what only the reference knows: hollow, of four dashes of the colour ``ink``."""
    width = max(reach * 0.4, 1.4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
    if mark is Mark.SAFE:
        _paint_broken_ring(painter, centre, reach)
    else:
        _paint_broken_diamond(painter, centre, reach * 1.05)


def _paint_broken_ring(painter: QPainter, centre: QPointF, reach: float) -> None:
    box = QRectF(centre - QPointF(reach, reach), centre + QPointF(reach, reach))
    step = 360 / _DASHES
    for dash in range(_DASHES):
        # Dashes at the top, at the bottom and at the sides; those of a diamond are between these.
        start = dash * step - step * _DASHED / 2
        painter.drawArc(box, round(start * 16), round(step * _DASHED * 16))


def _paint_broken_diamond(painter: QPainter, centre: QPointF, reach: float) -> None:
    for dash in range(_DASHES):
        angle = math.pi / 2 * dash
        one = centre + QPointF(math.cos(angle), math.sin(angle)) * reach
        other = centre + QPointF(-math.sin(angle), math.cos(angle)) * reach
        gap = (other - one) * ((1 - _DASHED) / 2)
        painter.drawLine(one + gap, other - gap)


def paint_wrong(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Paint the badge of a wrong verdict: a triangle with an exclamation mark, low at the right."""
    side = room.width()
    height, half = max(side * 0.38, 7.0), max(side * 0.22, 4.0)
    right, bottom = room.right() - side * 0.05, room.bottom() - side * 0.08
    tip, left = QPointF(right - half, bottom - height), QPointF(right - 2 * half, bottom)
    triangle = QPolygonF([tip, QPointF(right, bottom), left])
    joined = Qt.PenJoinStyle.RoundJoin
    painter.setBrush(theme.wrong_disc)
    painter.setPen(QPen(theme.wrong_disc, max(side * 0.1, 1.6), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, joined))
    painter.drawPolygon(triangle)
    painter.setBrush(theme.wrong_cross)
    painter.setPen(QPen(theme.wrong_cross, side * 0.03, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, joined))
    painter.drawPolygon(triangle)
    line = max(side * 0.06, 1.3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.wrong_disc)
    painter.drawRect(QRectF(tip.x() - line / 2, tip.y() + height * 0.34, line, height * 0.34))
    painter.drawRect(QRectF(tip.x() - line / 2, bottom - height * 0.2, line, max(height * 0.13, 1.2)))


def paint_further(painter: QPainter, room: QRectF, ink: QColor) -> None:
    """Paint a plus, low at the right: true, but not by the three rules."""
    side = room.width()
    arm = max(side * 0.13, 2.5)
    centre = QPointF(room.right() - side * 0.1 - arm, room.bottom() - side * 0.13 - arm)
    painter.setPen(QPen(ink, max(side * 0.075, 1.5), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
    painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))
