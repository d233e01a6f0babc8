"""Functions that paint the ground of a cell, below its number or sign: covered caps, revealed paper, bevelled tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPolygonF

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Theme, TileSet

_STRIPES, _LEAST_STRIPES = 0.3, 6.0
"""The distance from stripe to stripe along an edge: as a share of the cell, and the least one in pixels."""


@dataclass(frozen=True, slots=True)
class Cap:
    """The colours of a covered tile: its face from ``light`` to ``face``, a ``shine`` at the top, a ``lip`` below.

    ``is_plain``: the colours say nothing, so that bevelled tiles have their own.
    """

    face: QColor
    light: QColor
    shine: QColor
    lip: QColor
    groove: QColor
    is_plain: bool = False


def plain_cap(theme: Theme, hovered: bool) -> Cap:
    """Return the colours of a covered tile."""
    if hovered:
        hover = theme.covered_hover
        return Cap(hover, hover, hover, theme.covered_edge, theme.groove, is_plain=True)
    colours = theme.covered, theme.covered_light, theme.covered_shine, theme.covered_edge, theme.groove
    return Cap(*colours, is_plain=True)


def won_cap(theme: Theme) -> Cap:
    """Return the colours of the tile over a mine after a win."""
    return Cap(theme.won, theme.won_light, theme.won_shine, theme.won_edge, theme.won_groove)


def tinted_cap(body: QColor, theme: Theme, hovered: bool) -> Cap:
    """Return the colours of a tile whose colour says something: flat, so that it has the same colour everywhere."""
    face = body.lighter(108) if hovered else body
    return Cap(face, face, face, body.darker(135), theme.groove)


def paint_cap(painter: QPainter, box: QRectF, cap: Cap, theme: Theme) -> None:
    """Paint a covered tile into ``box``, which it fills."""
    if theme.style.tiles is TileSet.CLASSIC:
        _paint_bevel(painter, box, cap, theme)
        return
    side = box.width()
    painter.fillRect(box, cap.groove)
    painter.setPen(Qt.PenStyle.NoPen)
    tile, radius = _within_groove(box), side * metrics.CELL_RADIUS
    painter.setBrush(cap.lip)
    painter.drawRoundedRect(tile, radius, radius)
    face = tile.adjusted(0, 0, 0, -max(round(side * 0.08), 1))
    painter.setBrush(_gradient(face, cap.light, cap.face))
    painter.drawRoundedRect(face, radius, radius)
    if cap.shine != cap.light:
        line = max(side * 0.03, 0.75)
        painter.setBrush(cap.shine)
        painter.drawRect(QRectF(face.left() + radius, face.top(), face.width() - 2 * radius, line))


def paint_stripes(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint diagonal stripes of this colour on the covered tile in ``box``, but not on its edges."""
    inset = max(round(box.width() * 0.1), 2)
    face = box.adjusted(inset, inset, -inset, -inset)
    side, step = face.width(), max(box.width() * _STRIPES, _LEAST_STRIPES)
    painter.save()
    painter.setClipRect(face)
    painter.setPen(QPen(colour, step / 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    for stripe in range(1, math.ceil(2 * side / step) + 1):
        end = face.topLeft() + QPointF(stripe * step, 0)
        painter.drawLine(end, end + QPointF(-side, side))
    painter.restore()


def paint_pressed(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint a covered tile that is held down: flat, without a lip."""
    if theme.style.tiles is TileSet.CLASSIC:
        painter.fillRect(box, theme.bevel_dark)
        painter.fillRect(box.adjusted(1, 1, 0, 0), theme.pressed)
        return
    painter.fillRect(box, theme.groove)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.pressed)
    radius = box.width() * metrics.CELL_RADIUS
    painter.drawRoundedRect(_within_groove(box), radius, radius)


def paint_sheet(painter: QPainter, box: QRectF, ground: QColor, theme: Theme) -> None:
    """Paint a revealed cell: a part of one sheet, with a hairline at the right and below."""
    painter.fillRect(box, ground)
    painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), theme.hairline)
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.hairline)


def _within_groove(box: QRectF) -> QRectF:
    gap = max(box.width() / 40, 0.75)
    return box.adjusted(gap, gap, -gap, -gap)


def _gradient(box: QRectF, top: QColor, bottom: QColor) -> QBrush:
    if top == bottom:
        return QBrush(top)
    shade = QLinearGradient(box.topLeft(), box.bottomLeft())
    shade.setColorAt(0, top)
    shade.setColorAt(1, bottom)
    return QBrush(shade)


def _paint_bevel(painter: QPainter, box: QRectF, cap: Cap, theme: Theme) -> None:
    """Paint a raised tile: grey with light and dark edges, or of the cap's colours if they say something."""
    if cap.is_plain:
        face, light, dark = theme.bevel_face, theme.bevel_light, theme.bevel_dark
        if cap.face == theme.covered_hover:
            face = face.lighter(112)
    else:
        face, light, dark = cap.face, cap.face.lighter(135), cap.lip
    width = max(round(box.width() * 0.1), 2)
    inner = box.adjusted(width, width, -width, -width)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(box, dark)
    painter.setBrush(light)
    painter.drawPolygon(
        QPolygonF(
            [box.topLeft(), box.topRight(), inner.topRight(), inner.topLeft(), inner.bottomLeft(), box.bottomLeft()]
        )
    )
    painter.fillRect(inner, face)
    # A line between the tiles, which would run together else.
    painter.fillRect(QRectF(box.topLeft(), box.bottomRight() - QPointF(0, box.height() - 0.5)), theme.bevel_dark)
