"""Functions that paint the signs on cells: flag, mine, star, badge, question mark, the overlay's marks and bars."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.presentation.look import Mark
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model.evidence.reasoning import Reasoning

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
        tips = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
        painter.drawPolygon(QPolygonF([centre + QPointF(*tip) for tip in tips]))


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
