"""Paints cells as vectors, once for each look and size, so that the board only copies pictures."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets.theme import Theme, ink_on, mixed

_LEAST_DIGIT_HEIGHT = 6
"""The least height of a chance's digits in pixels. Smaller digits can't be read, so they are left out."""

_ROOM_FOR_BOTH = 29
"""The least height, in pixels, of a tile with the flag centred above the number; on smaller ones it is in a corner."""


class Tiles:
    """The pictures of cells for one theme, one cell size (device-independent pixels) and one scale factor."""

    def __init__(self, theme: Theme, size: int, scale: float, font: QFont) -> None:
        self.theme = theme
        self.size = size
        self.scale = scale
        self._font = QFont(font)
        self._font.setBold(True)
        self._font.setPixelSize(max(round(size * 0.62), 6))
        self._made: dict[tuple[Look, bool, bool], QPixmap] = {}

    def picture(self, look: Look, pressed: bool = False, hovered: bool = False) -> QPixmap:
        """Return the picture of a cell with this look, painted at the first call."""
        key = (look, pressed, hovered)
        found = self._made.get(key)
        if found is None:
            pixels = math.ceil(self.size * self.scale)
            found = QPixmap(pixels, pixels)
            found.setDevicePixelRatio(self.scale)
            found.fill(self.theme.tray)
            with QPainter(found) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_cell(painter, QRectF(0, 0, self.size, self.size), look, self.theme, self._font, pressed, hovered)
            self._made[key] = found
        return found


def paint_cell(
    painter: QPainter, rect: QRectF, look: Look, theme: Theme, font: QFont, pressed: bool, hovered: bool
) -> None:
    """Paint one cell into ``rect``: the tile, then its number, mine, flag, mark and bars."""
    size = rect.width()
    # At least one pixel: without a gap small cells run together into stripes.
    gap = max(size / 32, 1)
    tile = rect.adjusted(gap, gap, -gap, -gap)
    radius = size * 0.11
    if look.face in (Face.REVEALED, Face.EXPLODED, Face.MINE):
        _paint_open_tile(painter, tile, radius, theme.exploded if look.face is Face.EXPLODED else theme.revealed, theme)
    elif pressed:
        _paint_open_tile(painter, tile, radius, theme.pressed, theme)
    elif look.chance is not None:
        _paint_chance(painter, tile, radius, look, hovered, theme, font)
    else:
        _paint_covered_tile(painter, tile, radius, look, hovered, theme)
    if look.face is Face.REVEALED and look.clue > 0:
        painter.setFont(font)
        painter.setPen(theme.digits[look.clue - 1])
        painter.drawText(tile, Qt.AlignmentFlag.AlignCenter, str(look.clue))
    elif look.face in (Face.MINE, Face.EXPLODED):
        _paint_mine(painter, tile, theme.mine)
    elif look.face in (Face.FLAGGED, Face.WRONG_FLAG):
        if look.chance is None:
            # The bars of a reasoning level need the space at the bottom.
            side = tile.width() * (1 if look.level is None else 0.7)
            _paint_flag(painter, QRectF(tile.left(), tile.top(), side, side), theme.flag, theme.flag_staff)
        if look.face is Face.WRONG_FLAG:
            _paint_cross(
                painter, tile.adjusted(size * 0.14, size * 0.14, -size * 0.14, -size * 0.14), theme.wrong_cross
            )
    paint_mark(painter, tile, look, theme)
    if look.level is not None:
        _paint_bars(painter, tile, look.level, theme.safe_mark if look.mark is Mark.SAFE else theme.mine_mark)


def paint_mark(painter: QPainter, tile: QRectF, look: Look, theme: Theme) -> None:
    """Paint the overlay's mark: a ring for safe, a diamond for a mine; beside a flag it is small, in the corner."""
    if look.mark is Mark.NONE:
        return
    side = tile.width()
    if look.face is Face.FLAGGED:
        centre = QPointF(tile.right() - side * 0.2, tile.top() + side * 0.2)
        reach = side * 0.14
    else:
        # Above the bars, if there are any.
        centre = tile.center() - QPointF(0, 0 if look.level is None else side * 0.12)
        reach = side * (0.24 if look.level is None else 0.22)
    if look.mark is Mark.SAFE:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.safe_mark, max(reach * 0.42, 1.2)))
        painter.drawEllipse(centre, reach * 0.86, reach * 0.86)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.mine_mark)
        x, y = centre.x(), centre.y()
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)])
        )


def heat(look: Look, theme: Theme, hovered: bool = False) -> QColor:
    """Return the colour of a tile with a chance; it is paler when the chance is stale."""
    assert look.chance is not None
    colour = theme.heat_at(look.chance.percent)
    if look.is_stale:
        colour = mixed(colour, theme.covered, 0.7)
    return colour.lighter(108) if hovered else colour


def _paint_chance(
    painter: QPainter, tile: QRectF, radius: float, look: Look, hovered: bool, theme: Theme, font: QFont
) -> None:
    """Paint the chance as colour and number, with a frame if it is the lowest; a flag is drawn smaller beside it."""
    assert look.chance is not None
    colour = heat(look, theme, hovered)
    ink = ink_on(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour.darker(130))
    painter.drawRoundedRect(tile, radius, radius)
    painter.setBrush(colour)
    painter.drawRoundedRect(tile.adjusted(0, 0, 0, -max(tile.height() * 0.07, 1)), radius, radius)
    if look.chance.is_best and not look.is_stale:
        # Half the board may have the lowest risk, so the frame has little contrast.
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(mixed(colour, ink, 0.5), max(tile.width() * 0.05, 1)))
        inset = max(tile.width() * 0.07, 1)
        painter.drawRoundedRect(tile.adjusted(inset, inset, -inset, -inset * 1.8), radius * 0.7, radius * 0.7)
    room = tile
    if look.face is Face.FLAGGED:
        has_room = tile.height() >= _ROOM_FOR_BOTH
        side = tile.width() * (0.62 if has_room else 0.55)
        left = tile.center().x() - side / 2 if has_room else tile.left()
        # In the number's colour: red could not be seen on half of these tiles.
        _paint_flag(painter, QRectF(left, tile.top(), side, side), ink, ink)
        # High enough that numbers with and without a flag are left out at the same tile size.
        room = tile.adjusted(0, tile.height() * (0.5 if has_room else 0.44), 0, 0)
    if not look.is_stale:
        _paint_number(painter, room, look.chance.text, ink, font)


def _paint_number(painter: QPainter, room: QRectF, text: str, ink: QColor, font: QFont) -> None:
    """Draw the number as large as fits, with a percent sign on large tiles."""
    if room.height() > 34:
        text = f"{text}%"
    fitting = QFont(font)
    pixels = round(min(room.height() * 0.8, room.width() * 0.44))
    fitting.setPixelSize(max(pixels, 1))
    advance = QFontMetricsF(fitting).horizontalAdvance(text)
    # The tile size alone decides whether numbers are drawn: a long one may reach the edges, but is not left out.
    if pixels >= _LEAST_DIGIT_HEIGHT:
        fitting.setPixelSize(max(min(pixels, int(pixels * room.width() * 0.78 / max(advance, 1))), _LEAST_DIGIT_HEIGHT))
        painter.setFont(fitting)
        painter.setPen(ink)
        painter.drawText(room.adjusted(-2, -2, 2, 0), Qt.AlignmentFlag.AlignCenter, text)


def _paint_open_tile(painter: QPainter, tile: QRectF, radius: float, colour: QColor, theme: Theme) -> None:
    painter.setPen(QPen(theme.hairline, 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(tile.adjusted(0.5, 0.5, -0.5, -0.5), radius * 0.5, radius * 0.5)


def _paint_bars(painter: QPainter, tile: QRectF, bars: int, colour: QColor) -> None:
    """Paint this number of bars side by side at the bottom, in whole pixels so that small cells show how many."""
    side = tile.width()
    width, gap, height = (max(round(side * share), 1) for share in (0.13, 0.08, 0.17))
    # The first bar is where the first of four centred bars would be.
    left = round(tile.center().x() - 2 * width - 1.5 * gap)
    top = math.floor(tile.bottom() - max(side * 0.09, 2)) - height
    for bar in range(bars):
        painter.fillRect(QRectF(left + bar * (width + gap), top, width, height), colour)


def _body(look: Look, theme: Theme) -> QColor:
    """Return the colour of a covered cell without a chance."""
    if look.mark is Mark.NONE:
        return theme.covered
    is_safe = look.mark is Mark.SAFE
    if look.level is None:
        return theme.safe_tile if is_safe else theme.mine_tile
    return (theme.safe_levels if is_safe else theme.mine_levels)[look.level - 1]


def _paint_covered_tile(
    painter: QPainter, tile: QRectF, radius: float, look: Look, hovered: bool, theme: Theme
) -> None:
    mark, body = look.mark, _body(look, theme)
    top = theme.covered_light if mark is Mark.NONE else body.lighter(108)
    if hovered:
        body, top = (theme.covered_hover, theme.covered_hover) if mark is Mark.NONE else (body.lighter(108),) * 2
    painter.setPen(Qt.PenStyle.NoPen)
    # A darker lower edge makes the tile look raised without a bevel.
    painter.setBrush(theme.covered_edge if mark is Mark.NONE else body.darker(135))
    painter.drawRoundedRect(tile, radius, radius)
    shade = QLinearGradient(tile.topLeft(), tile.bottomLeft())
    shade.setColorAt(0, top)
    shade.setColorAt(1, body)
    painter.setBrush(QBrush(shade))
    painter.drawRoundedRect(tile.adjusted(0, 0, 0, -max(tile.height() * 0.07, 1)), radius, radius)


def _paint_mine(painter: QPainter, tile: QRectF, colour: QColor) -> None:
    centre, side = tile.center(), tile.width()
    painter.setPen(QPen(colour, max(side * 0.08, 1), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for step in range(4):
        angle = math.pi / 4 * step
        spike = QPointF(math.cos(angle), math.sin(angle)) * (side * 0.33)
        painter.drawLine(centre - spike, centre + spike)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, side * 0.23, side * 0.23)
    painter.setBrush(QColor(255, 255, 255, 190) if colour.lightness() < 128 else QColor(0, 0, 0, 150))
    painter.drawEllipse(centre - QPointF(side * 0.08, side * 0.08), side * 0.06, side * 0.06)


def _paint_flag(painter: QPainter, tile: QRectF, cloth_colour: QColor, pole: QColor) -> None:
    side = tile.width()

    def at(x: float, y: float) -> QPointF:
        return QPointF(tile.left() + side * x, tile.top() + side * y)

    painter.setPen(QPen(pole, max(side * 0.07, 1), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(at(0.36, 0.2), at(0.36, 0.78))
    painter.drawLine(at(0.24, 0.8), at(0.56, 0.8))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth_colour)
    cloth = QPainterPath(at(0.38, 0.18))
    cloth.lineTo(at(0.78, 0.35))
    cloth.lineTo(at(0.38, 0.53))
    cloth.closeSubpath()
    painter.drawPath(cloth)


def _paint_cross(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    painter.setPen(QPen(colour, max(rect.width() * 0.12, 1.5), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(rect.topLeft(), rect.bottomRight())
    painter.drawLine(rect.topRight(), rect.bottomLeft())
