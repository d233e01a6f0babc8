"""Paints cells as vectors, once for each look and size, so that the board only copies pictures."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen, QPixmap, QPolygonF

from minesweeper_qt.gui.board import signs
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Theme, TileSet, ink_on, mixed
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind

_ROOM_FOR_BOTH = 29
"""The least height, in pixels, of a tile with the flag centred above the number; on smaller ones it is in a corner."""

_LIP = 0.05
"""The height of the edge below a covered tile, as a share of the cell."""

_NUMBER_HEIGHT = 0.62
"""The height of the font of a clue, as a share of the cell."""

_ASIDE = 0.14
"""How far a number stands aside for a badge, as a share of the cell."""

_PLATE = 0.4
"""The height of the plate with the risk of an exploded mine, as a share of the cell."""


class Tiles:
    """The pictures of cells for one theme, one cell size (device-independent pixels) and one scale factor."""

    def __init__(self, theme: Theme, size: int, scale: float, font: QFont) -> None:
        self.theme = theme
        self.size = size
        self.scale = scale
        self._font = QFont(font)
        self._made: dict[tuple[Look, bool, bool], QPixmap] = {}

    @classmethod
    def kept(cls, before: Tiles | None, theme: Theme, size: int, scale: float, font: QFont) -> Tiles:
        """Return ``before`` if it has these pictures, else new ones."""
        asked = (size, scale, font)
        if before is not None and before.theme is theme and asked == (before.size, before.scale, before._font):
            return before
        return cls(theme, size, scale, font)

    def picture(self, look: Look, pressed: bool = False, hovered: bool = False) -> QPixmap:
        """Return the picture of a cell with this look, painted at the first call."""
        key = (look, pressed, hovered)
        found = self._made.get(key)
        if found is None:
            pixels = math.ceil(self.size * self.scale)
            found = QPixmap(pixels, pixels)
            found.setDevicePixelRatio(self.scale)
            found.fill(self.theme.rim)
            with QPainter(found) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_cell(painter, QRectF(0, 0, self.size, self.size), look, self.theme, self._font, pressed, hovered)
            self._made[key] = found
        return found


def paint_cell(
    painter: QPainter, box: QRectF, look: Look, theme: Theme, font: QFont, pressed: bool, hovered: bool
) -> None:
    """Paint one cell into ``box``, which it fills: its background, then its number, mine, flag, mark and bars."""
    digits = QFont(font)
    digits.setBold(True)
    digits.setPixelSize(max(round(box.width() * _NUMBER_HEIGHT), metrics.LEAST_FONT))
    painter.setFont(digits)
    is_bare = look.chance is None or look.chance.is_elsewhere
    # A mine of the frontier keeps its number, or its mark if it was certain.
    is_laid_open = look.face is Face.MINE and is_bare and (look.mark is Mark.NONE or look.difference is not None)
    if look.face in (Face.REVEALED, Face.EXPLODED) or is_laid_open:
        _paint_open(painter, box, look, theme)
        _paint_open_difference(painter, box, look, theme)
    elif pressed:
        paint_pressed(painter, box, theme)
    elif not is_bare:
        _paint_chance(painter, box, look, hovered, theme, digits)
    else:
        _paint_covered(painter, box, look, hovered, theme)


def _paint_open(painter: QPainter, box: QRectF, look: Look, theme: Theme) -> None:
    """Paint a revealed cell, or a mine that is shown after a loss."""
    is_exploded = look.face is Face.EXPLODED
    ground = theme.controls.loss_ground if look.face is Face.MINE else theme.revealed
    paint_flat(painter, box, theme.exploded if is_exploded else ground, theme)
    if is_exploded:
        if look.chance is None:
            signs.paint_star(painter, box, theme)
        else:
            signs.paint_star(painter, box.translated(0, -0.1 * box.height()), theme, 0.85)
            paint_plate(painter, box, look.chance.text, theme)
    elif look.face is Face.MINE:
        signs.paint_mine(painter, box, theme.mine, ground)
    elif look.clue > 0:
        painter.setPen(theme.digits[look.clue - 1])
        # The badge of a wrong verdict needs the corner.
        aside = box.width() * (_ASIDE if look.differs and look.difference is RowKind.WRONG else 0)
        painter.drawText(box.translated(-aside, -aside / 2), Qt.AlignmentFlag.AlignCenter, str(look.clue))


def paint_plate(painter: QPainter, box: QRectF, text: str, theme: Theme) -> None:
    """Paint the risk of an exploded mine, in percent, low on its cell; without the sign if that is small."""
    height = max(round(box.height() * _PLATE), metrics.LEAST_FONT)
    edge, most = height * 0.2, box.width() - 2
    font, whole = QFont(painter.font()), f"{text}\N{THIN SPACE}%"
    font.setPixelSize(metrics.LEAST_FONT)
    text = whole if QFontMetricsF(font).horizontalAdvance(whole) <= most - edge else text
    font = _fitted(font, text, height, most - edge, most - edge)
    width = min(QFontMetricsF(font).horizontalAdvance(text) + 2 * edge, most)
    # The frame of the cursor stands at the edge.
    bottom = box.bottom() - max(round(box.height() * 0.1), 1)
    plate = QRectF(box.center().x() - width / 2, bottom - height, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.plate)
    painter.drawRoundedRect(plate, edge, edge)
    painter.setFont(font)
    painter.setPen(theme.plate_ink)
    painter.drawText(plate.adjusted(-2, -2, 2, 2), Qt.AlignmentFlag.AlignCenter, text)


def _paint_covered(painter: QPainter, box: QRectF, look: Look, hovered: bool, theme: Theme) -> None:
    """Paint a covered cell without a number."""
    paint_raised(painter, box, _colours(look, hovered, theme), theme)
    if look.differs and look.difference is RowKind.MISSING:
        paint_stripes(painter, box, theme.safe_hatch if look.mark is Mark.SAFE else theme.mine_hatch)
    room = _raised_face(box)
    if look.face in (Face.FLAGGED, Face.WRONG_FLAG, Face.CLEARED):
        _paint_flag(painter, box, look, theme)
    elif look.face is Face.QUESTIONED:
        _paint_question(painter, box, look, theme)
    _paint_mark(painter, room, look, theme)
    if look.level is not None:
        signs.paint_bars(painter, room, look.level, theme.safe_mark if look.mark is Mark.SAFE else theme.mine_mark)


def _paint_flag(painter: QPainter, box: QRectF, look: Look, theme: Theme) -> None:
    room = _raised_face(box)
    # The bars of a reasoning level need the space at the bottom.
    side = box.width() * (1 if look.level is None else 0.7)
    flag = QRectF(room.left(), room.top(), side, side)
    signs.paint_flag(painter, flag, theme.flag, theme.flag_staff, theme.flag_casing)
    if look.face is Face.WRONG_FLAG:
        signs.paint_badge(painter, room, theme)


def _paint_question(painter: QPainter, box: QRectF, look: Look, theme: Theme) -> None:
    """Paint the player's question mark; like a flag it leaves the bottom to the bars of a reasoning level."""
    ink = {Mark.NONE: ink_on(theme.covered), Mark.SAFE: theme.safe_mark, Mark.MINE: theme.mine_mark}[look.mark]
    room = _raised_face(box)
    side = room.width() * (1 if look.level is None else 0.7)
    # The overlay's mark needs the corner at the right.
    middle = room.center().x() - (0 if look.mark is Mark.NONE else room.width() * 0.12)
    place = QRectF(middle - side / 2, room.top(), side, side)
    signs.paint_question(painter, place, ink, painter.font())


def _colours(look: Look, hovered: bool, theme: Theme) -> TileColours:
    """Return the colours of a covered cell without a chance."""
    if look.face is Face.CLEARED:
        return TileColours(theme.won, theme.won_light, theme.won_shine, theme.won_edge, theme.won_groove)
    if look.mark is Mark.NONE:
        face, light, shine = theme.covered, theme.covered_light, theme.covered_shine
        if hovered:
            face = light = shine = theme.covered_hover
        return TileColours(face, light, shine, theme.covered_edge, theme.groove, is_plain=True)
    is_safe = look.mark is Mark.SAFE
    if look.level is None:
        return tinted_colours(theme.safe_tile if is_safe else theme.mine_tile, theme, hovered)
    return tinted_colours((theme.safe_levels if is_safe else theme.mine_levels)[look.level - 1], theme, hovered)


def _raised_face(box: QRectF) -> QRectF:
    """Return the square in the middle of a tile's face, above its edge, for signs."""
    return box.translated(0, -max(round(box.width() * _LIP), 1) / 2)


def _paint_mark(painter: QPainter, room: QRectF, look: Look, theme: Theme) -> None:
    """Paint the overlay's mark; beside a flag or a question mark it is small, in the corner."""
    side = room.width()
    if look.face in (Face.FLAGGED, Face.QUESTIONED):
        centre, reach = QPointF(room.right() - side * 0.2, room.top() + side * 0.22), side * 0.14
    elif look.level is not None:
        # Above the bars.
        centre, reach = room.center() - QPointF(0, side * 0.11), side * 0.21
    elif look.difference in (RowKind.WRONG, RowKind.FURTHER):
        # Beside the sign of the difference.
        centre, reach = room.center() - QPointF(side * 0.13, side * 0.12), side * 0.22
    else:
        centre, reach = room.center(), side * 0.23
    if not look.differs:
        signs.paint_mark(painter, centre, reach, look.mark, theme)
        return
    ink = theme.safe_mark if look.mark is Mark.SAFE else theme.mine_mark
    if look.difference is RowKind.MISSING:
        signs.paint_missing(painter, centre, reach, look.mark, ink)
        return
    signs.paint_mark(painter, centre, reach, look.mark, theme)
    if look.difference is RowKind.WRONG:
        signs.paint_wrong(painter, room, theme)
    else:
        signs.paint_further(painter, room, ink)


def _paint_open_difference(painter: QPainter, box: QRectF, look: Look, theme: Theme) -> None:
    """Paint low at the right that both agents differ in a cell that is laid open."""
    if not look.differs:
        return
    if look.difference is RowKind.WRONG:
        signs.paint_wrong(painter, box, theme)
    elif look.difference is RowKind.MISSING and look.face is Face.REVEALED:
        side = box.width()
        centre = box.bottomRight() - QPointF(side, side) * 0.2
        signs.paint_missing(painter, centre, side * 0.13, look.mark, theme.controls.accent)


def heat(look: Look, theme: Theme, hovered: bool = False) -> QColor:
    """Return the colour of a tile with a chance."""
    assert look.chance is not None
    colour = theme.heat_at(look.chance.percent)
    return colour.lighter(108) if hovered else colour


def _paint_chance(painter: QPainter, box: QRectF, look: Look, hovered: bool, theme: Theme, font: QFont) -> None:
    """Paint the chance as colour and number, with a frame if it is the lowest; a sign is drawn smaller beside it.

    A sign is a flag or a question mark.
    """
    assert look.chance is not None
    colour = heat(look, theme, hovered)
    ink = ink_on(colour)
    paint_raised(painter, box, tinted_colours(colour, theme, hovered=False), theme)
    room = _raised_face(box)
    if look.chance.is_best:
        paint_frame(painter, box, mixed(colour, ink, 0.5))
    place = room
    if look.face is Face.MINE:
        side = box.width() * 0.5
        signs.paint_mine(painter, QRectF(box.right() - side, box.top(), side, side), ink, colour)
        place = room.adjusted(0, box.height() * 0.3, 0, 0)
    elif look.face in (Face.FLAGGED, Face.QUESTIONED):
        has_room = box.height() >= _ROOM_FOR_BOTH
        side = box.width() * (0.62 if has_room else 0.55)
        left = box.center().x() - side / 2 if has_room else box.left()
        # In the number's colour: red could not be seen on half of these tiles.
        sign = QRectF(left, box.top(), side, side)
        if look.face is Face.FLAGGED:
            signs.paint_flag(painter, sign, ink, ink, None)
        else:
            smaller = QFont(font)
            smaller.setPixelSize(max(round(side * 0.72), metrics.LEAST_FONT))
            signs.paint_question(painter, sign, ink, smaller)
        place = room.adjusted(0, box.height() * (0.5 if has_room else 0.44), 0, 0)
    _paint_number(painter, place, look.chance.text, ink, font)


def paint_frame(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint the frame of the lowest chance on the covered tile in ``box``."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, max(box.width() * 0.045, 1)))
    inset, radius = max(box.width() * 0.1, 2), metrics.cell_radius(box.width()) * 0.6
    painter.drawRoundedRect(_raised_face(box).adjusted(inset, inset, -inset, -inset), radius, radius)


def _paint_number(painter: QPainter, room: QRectF, text: str, ink: QColor, font: QFont) -> None:
    """Draw the number as large as fits, with a percent sign on large tiles."""
    if room.height() > 36:
        text = f"{text}%"
    pixels = max(int(min(room.height() * 0.75, room.width() * 0.41)), metrics.LEAST_FONT)
    painter.setFont(_fitted(font, text, pixels, room.width() * 0.73, room.width() - 1))
    painter.setPen(ink)
    painter.drawText(room.adjusted(-2, -2, 2, 0), Qt.AlignmentFlag.AlignCenter, text)


def _fitted(font: QFont, text: str, pixels: int, room: float, most: float) -> QFont:
    """Return ``font`` no larger than this, so that ``text`` fits ``room``; at the least size narrowed to ``most``."""
    fitted = QFont(font)
    fitted.setPixelSize(pixels)
    fitting = int(pixels * room / QFontMetricsF(fitted).horizontalAdvance(text))
    fitted.setPixelSize(max(min(fitting, pixels), metrics.LEAST_FONT))
    fitted.setStretch(min(int(100 * most / QFontMetricsF(fitted).horizontalAdvance(text)), 100))
    return fitted


# -- backgrounds

_STRIPES, _LEAST_STRIPES = 0.3, 6.0
"""The distance from stripe to stripe along an edge: as a share of the cell, and the least one in pixels."""


class TileColours(NamedTuple):
    """The colours of a covered tile: its face from ``light`` to ``face``, a ``shine`` at the top, an ``edge`` below.

    ``is_plain``: the colours say nothing, so that bevelled tiles have their own.
    """

    face: QColor
    light: QColor
    shine: QColor
    edge: QColor
    groove: QColor
    is_plain: bool = False


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
    tile, radius = _within_groove(box), metrics.cell_radius(side)
    painter.setBrush(colours.edge)
    painter.drawRoundedRect(tile, radius, radius)
    face = tile.adjusted(0, 0, 0, -max(round(side * _LIP), 1))
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
    radius = metrics.cell_radius(box.width())
    painter.drawRoundedRect(_within_groove(box), radius, radius)


def paint_flat(painter: QPainter, box: QRectF, background: QColor, theme: Theme) -> None:
    """Paint a revealed cell: flat, with a thin line at the right and below."""
    painter.fillRect(box, background)
    painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), theme.hairline)
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.hairline)


def _within_groove(box: QRectF) -> QRectF:
    return box.adjusted(0, 0, -1, -1)


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
    upper_left = box.topLeft(), box.topRight(), inner.topRight(), inner.topLeft(), inner.bottomLeft(), box.bottomLeft()
    painter.drawPolygon(QPolygonF(upper_left))
    painter.fillRect(inner, face)
    # A line between the tiles, which would look like one tile without it.
    painter.fillRect(QRectF(box.topLeft(), box.bottomRight() - QPointF(0, box.height() - 0.5)), theme.bevel_dark)
