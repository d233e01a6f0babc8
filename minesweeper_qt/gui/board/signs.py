"""Functions that paint the signs on cells: flag, mine, star, badges, question mark, the overlay's marks and bars."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.presentation.look import Mark
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model.evidence.derivation import Reasoning

_CASING = 0.11
"""The width that the casing adds to the lines of a flag, as a share of the cell."""


def paint_flag(painter: QPainter, room: QRectF, cloth: QColor, staff: QColor, casing: QColor | None) -> None:
    """Paint a flag; with ``casing``, a line of this colour around all of it makes it visible on every tile."""
    side = room.width()

    def at(x: float, y: float) -> QPointF:
        return QPointF(room.left() + side * x, room.top() + side * y)

    shape = QPolygonF([at(0.37, 0.15), at(0.82, 0.35), at(0.37, 0.55)])
    lines = [QLineF(at(0.37, 0.15), at(0.37, 0.83)), QLineF(at(0.23, 0.84), at(0.55, 0.84))]
    width = max(side * 0.075, 1.0)
    round_, joined = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    if casing is not None:
        painter.setPen(QPen(casing, width + side * _CASING, Qt.PenStyle.SolidLine, round_, joined))
        painter.drawLines(lines)
        painter.setPen(QPen(casing, side * _CASING, Qt.PenStyle.SolidLine, round_, joined))
        painter.setBrush(casing)
        painter.drawPolygon(shape)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth)
    painter.drawPolygon(shape)
    painter.setPen(QPen(staff, width, Qt.PenStyle.SolidLine, round_))
    painter.drawLines(lines)


def paint_badge(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Paint the badge of a wrong flag: a disc with a cross, low at the right."""
    side = room.width()
    centre, reach = room.topLeft() + QPointF(side * 0.71, side * 0.71), side * 0.23
    line = max(side * 0.035, 0.75)
    painter.setPen(QPen(theme.wrong_cross, line))
    painter.setBrush(theme.wrong_disc)
    painter.drawEllipse(centre, reach, reach)
    painter.setPen(QPen(theme.wrong_cross, max(side * 0.075, 1.25), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    arm = reach * 0.45
    painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm))
    painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm))


def paint_mine(painter: QPainter, room: QRectF, colour: QColor, shine: QColor, scale: float = 1.0) -> None:
    """Paint a mine: a ball with eight spikes, and a spot of the colour ``shine`` on it."""
    centre, side = room.center(), room.width() * scale
    painter.setPen(QPen(colour, max(side * 0.075, 1), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for step in range(4):
        angle = math.pi / 4 * step
        spike = QPointF(math.cos(angle), math.sin(angle)) * (side * 0.33)
        painter.drawLine(centre - spike, centre + spike)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, side * 0.23, side * 0.23)
    painter.setBrush(shine)
    painter.drawEllipse(centre - QPointF(side * 0.08, side * 0.08), side * 0.055, side * 0.055)


def paint_star(painter: QPainter, room: QRectF, theme: Theme, scale: float = 1.0) -> None:
    """Paint the star of an exploded mine, with the mine in it; ``scale`` is 1 for its full size."""
    centre, side = room.center(), room.width() * scale
    star = QPolygonF()
    for step in range(24):
        angle, reach = math.pi / 12 * step, side * (0.34 if step % 2 else 0.46)
        star.append(centre + QPointF(math.sin(angle), -math.cos(angle)) * reach)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.star)
    painter.drawPolygon(star)
    paint_mine(painter, room, theme.star_mine, theme.star, 0.72 * scale)


def paint_question(painter: QPainter, room: QRectF, ink: QColor, font: QFont) -> None:
    """Paint a question mark of the colour ``ink``, as high as the numbers."""
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "?")


def paint_mark(painter: QPainter, centre: QPointF, reach: float, mark: Mark, theme: Theme) -> None:
    """Paint the overlay's mark: a ring for safe, a diamond for a mine."""
    if mark is Mark.SAFE:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.safe_mark, max(reach * 0.42, 1.2)))
        painter.drawEllipse(centre, reach * 0.86, reach * 0.86)
    elif mark is Mark.MINE:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.mine_mark)
        painter.drawPolygon(diamond(centre, reach))


def diamond(centre: QPointF, reach: float) -> QPolygonF:
    """Return the shape of a mine's mark."""
    tips = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
    return QPolygonF([centre + QPointF(*tip) for tip in tips])


def paint_bars(painter: QPainter, room: QRectF, bars: int, colour: QColor) -> None:
    """Paint this number of bars side by side at the bottom, in whole pixels so that small cells show how many."""
    side = room.width()
    width, gap, height = (max(round(side * share), 1) for share in (0.095, 0.065, 0.17))
    # The first bar is where the first of the centred bars of the strongest level would be.
    most = max(Reasoning)
    left = round(room.center().x() - (most * width + (most - 1) * gap) / 2)
    top = math.floor(room.bottom() - max(side * 0.13, 2)) - height
    for bar in range(bars):
        painter.fillRect(QRectF(left + bar * (width + gap), top, width, height), colour)


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
