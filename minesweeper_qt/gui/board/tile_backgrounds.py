"""Paints the background of a cell, below its number or sign: a covered tile, a pressed tile, or a revealed cell."""

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
class TileColours:
    """The colours of a covered tile: its face from ``light`` to ``face``, a ``shine`` at the top, an ``edge`` below.

    ``is_plain``: the colours say nothing, so that bevelled tiles have their own.
    """

    face: QColor
    light: QColor
    shine: QColor
    edge: QColor
    groove: QColor
    is_plain: bool = False


def plain_colours(theme: Theme, hovered: bool) -> TileColours:
    """Return the colours of a covered tile."""
    if hovered:
        hover = theme.covered_hover
        return TileColours(hover, hover, hover, theme.covered_edge, theme.groove, is_plain=True)
    face, light, shine = theme.covered, theme.covered_light, theme.covered_shine
    return TileColours(face, light, shine, theme.covered_edge, theme.groove, is_plain=True)


def won_colours(theme: Theme) -> TileColours:
    """Return the colours of the tile over a mine after a win."""
    return TileColours(theme.won, theme.won_light, theme.won_shine, theme.won_edge, theme.won_groove)


def tinted_colours(body: QColor, theme: Theme, hovered: bool) -> TileColours:
    """Return the colours of a tile whose colour says something: flat, so that it has the same colour everywhere."""
    face = body.lighter(108) if hovered else body
    return TileColours(face, face, face, body.darker(135), theme.groove)


def paint_raised(painter: QPainter, box: QRectF, colours: TileColours, theme: Theme) -> None:
    """Paint a covered tile into ``box``, which it fills."""
    if theme.style.tiles is TileSet.CLASSIC:
        _paint_bevel(painter, box, colours, theme)
        return
    side = box.width()
    painter.fillRect(box, colours.groove)
    painter.setPen(Qt.PenStyle.NoPen)
    tile, radius = _within_groove(box), side * metrics.CELL_RADIUS
    painter.setBrush(colours.edge)
    painter.drawRoundedRect(tile, radius, radius)
    face = tile.adjusted(0, 0, 0, -max(round(side * 0.08), 1))
    painter.setBrush(_gradient(face, colours.light, colours.face))
    painter.drawRoundedRect(face, radius, radius)
    if colours.shine != colours.light:
        line = max(side * 0.03, 0.75)
        painter.setBrush(colours.shine)
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
    """Paint a covered tile that is held down: flat, without an edge."""
    if theme.style.tiles is TileSet.CLASSIC:
        painter.fillRect(box, theme.bevel_dark)
        painter.fillRect(box.adjusted(1, 1, 0, 0), theme.pressed)
        return
    painter.fillRect(box, theme.groove)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.pressed)
    radius = box.width() * metrics.CELL_RADIUS
    painter.drawRoundedRect(_within_groove(box), radius, radius)


def paint_flat(painter: QPainter, box: QRectF, background: QColor, theme: Theme) -> None:
    """Paint a revealed cell: flat, with a thin line at the right and below."""
    painter.fillRect(box, background)
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


def _paint_bevel(painter: QPainter, box: QRectF, colours: TileColours, theme: Theme) -> None:
    """Paint a raised tile: grey with light and dark edges, or of these colours if they say something."""
    if colours.is_plain:
        face, light, dark = theme.bevel_face, theme.bevel_light, theme.bevel_dark
        if colours.face == theme.covered_hover:
            face = face.lighter(112)
    else:
        face, light, dark = colours.face, colours.face.lighter(135), colours.edge
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
    # A line between the tiles, which would look like one tile without it.
    painter.fillRect(QRectF(box.topLeft(), box.bottomRight() - QPointF(0, box.height() - 0.5)), theme.bevel_dark)
