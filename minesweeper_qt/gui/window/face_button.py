"""The button with the face, which starts a new game and shows how the game stands."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded


class Mood(Enum):
    """What the face shows; the value is the description for screen readers."""

    CALM = "The game goes on"
    TENSE = "A cell is pressed"
    WON = "The game is won"
    LOST = "The game is lost"


@guarded
class FaceButton(QToolButton):
    """Shows a face of the present ``mood``; a click triggers ``new_game``, whose name and tip it has."""

    def __init__(self, new_game: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mood = Mood.CALM
        self.setObjectName("face")
        self.setDefaultAction(new_game)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_compact(False)
        self.set_mood(Mood.CALM)

    def set_mood(self, mood: Mood) -> None:
        """Show the face of ``mood``."""
        self.mood = mood
        self.setAccessibleName("New Game")
        self.setAccessibleDescription(mood.value)
        self.update()

    def set_compact(self, is_compact: bool) -> None:
        """Set whether the button is small."""
        side = metrics.COMPACT_FACE if is_compact else metrics.FACE
        self.setFixedSize(side, side)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = themes.for_palette(self.palette()).controls
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            if self.hasFocus():
                painter.setPen(QPen(colours.accent, 2))
                painter.drawRoundedRect(whole, metrics.FIELD_RADIUS, metrics.FIELD_RADIUS)
            elif self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colours.accent_soft if self.isDown() else colours.sunken)
                painter.drawRoundedRect(whole, metrics.FIELD_RADIUS, metrics.FIELD_RADIUS)
            margin = self.width() / 10
            painter.translate(margin, margin)
            painter.scale((self.width() - 2 * margin) / 24, (self.width() - 2 * margin) / 24)
            _paint_face(painter, self.mood, colours.face, colours.face_ink)


def _paint_face(painter: QPainter, mood: Mood, background: QColor, ink: QColor) -> None:
    """Paint the face on a grid of 24 x 24."""
    pen = QPen(ink, 1.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(background)
    painter.drawEllipse(QRectF(1.5, 1.5, 21, 21))
    pen.setWidthF(1.8)
    painter.setPen(pen)
    painter.setBrush(ink)
    left, right = QPointF(8.4, 9.6), QPointF(15.6, 9.6)
    match mood:
        case Mood.WON:
            painter.drawLine(QPointF(4.2, 8.6), QPointF(19.8, 8.6))
            for eye in (left, right):
                painter.drawRoundedRect(QRectF(eye.x() - 2.3, 8.6, 4.6, 3.6), 1.4, 1.4)
        case Mood.LOST:
            for eye in (left, right):
                for lean in (-1, 1):
                    painter.drawLine(eye + QPointF(-1.5, -1.5 * lean), eye + QPointF(1.5, 1.5 * lean))
        case _:
            painter.setPen(Qt.PenStyle.NoPen)
            for eye in (left, right):
                painter.drawEllipse(eye, 1.4, 1.8)
            painter.setPen(pen)
    if mood is Mood.TENSE:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(12, 16.4), 2.3, 2.6)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mood is Mood.LOST:
        painter.drawArc(QRectF(8, 15.4, 8, 6), 30 * 16, 120 * 16)
    else:
        painter.drawArc(QRectF(7, 9.6, 10, 8.6), -30 * 16, -120 * 16)
