"""The header above a board: a card with the mines left, the face that starts a new game, the time, and who plays."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import COLUMN, filled
from minesweeper_qt.gui.window.footer import Swatch


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
        self.setFixedSize(metrics.FACE, metrics.FACE)
        self.set_mood(Mood.CALM)

    def set_mood(self, mood: Mood) -> None:
        """Show the face of ``mood``."""
        self.mood = mood
        self.setAccessibleName("New Game")
        self.setAccessibleDescription(mood.value)
        self.update()

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


@guarded
class _Pressable(QWidget):
    """A widget without looks that sends ``clicked``."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class Figure(QWidget):
    """A number with a picture beside it, at the left or at the right, a note at the other side and a caption below.

    The width of the number is fixed, so that nothing moves when the number of digits changes. Attributes:
    ``number`` and ``note``, the labels; ``pressable``, number and picture.
    """

    def __init__(self, name: str, widest: str, picture: QWidget, *, at_right: bool) -> None:
        super().__init__()
        self._name = name
        self.pressable = _Pressable(self)
        self.number = QLabel(self.pressable)
        self.number.setFont(metrics.scaled(self.font(), metrics.FIGURE, QFont.Weight.Bold))
        self.number.setMinimumWidth(self.number.fontMetrics().horizontalAdvance(widest) + 1)
        self._caption = QLabel(self.pressable)
        self._caption.hide()
        self._caption.setProperty("muted", True)
        self._caption.setFont(metrics.scaled(self.font(), metrics.CAPTION))
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        self.number.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self._caption.setAlignment(side | Qt.AlignmentFlag.AlignTop)
        texts = filled(COLUMN, 0, self.number, self._caption)
        self.note = _note_label(self, Qt.AlignmentFlag.AlignLeft if at_right else Qt.AlignmentFlag.AlignRight)
        row, inner = QHBoxLayout(self), QHBoxLayout(self.pressable)
        for layout in (row, inner):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(metrics.GAP)
        inner.addLayout(texts)
        inner.setAlignment(texts, Qt.AlignmentFlag.AlignVCenter)
        inner.insertWidget(1 if at_right else 0, picture, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.pressable)
        row.insertWidget(0 if at_right else 1, self.note, 1)
        row.insertStretch(0 if at_right else 2)
        self.set_text("0")

    def set_text(self, text: str) -> None:
        """Show ``text`` as the number."""
        self.number.setText(text)
        self.number.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(f"{self._name}: {text}")

    def text(self) -> str:
        """Return the shown text."""
        return self.number.text()

    def set_caption(self, text: str) -> None:
        """Show ``text`` below the number; nothing where it is empty."""
        if self._caption.text() == text:
            return
        self._caption.setText(text)
        self._caption.setHidden(not text)
        # Or else the window would know the new least width only after some rounds of the event loop.
        self.pressable.updateGeometry()


class Header(QFrame):
    """Mines left on the left, the face in the middle, time on the right; a note beside the face, where it has room.

    Below them is a line of figures, if there are any. Attributes: ``mines`` and ``time``; ``face``, the button for a
    new game; ``notes``, the two labels of the note; ``figures``, the label of that line.
    """

    def __init__(self, new_game: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header_card")
        self._flag = Swatch(Look(Face.FLAGGED))
        self._clock = QLabel()
        self._clock.setAccessibleName("Clock")
        self.mines = Figure("Mines left", "-000", self._flag, at_right=False)
        self.time = Figure("Time in minutes and seconds", "00:00", self._clock, at_right=True)
        self.time.pressable.setObjectName("clock")
        self.time.pressable.setToolTip("Time in minutes and seconds: a click shows more figures")
        self.time.pressable.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.face = FaceButton(new_game, self)
        self._room = 0
        self._short = ""
        self.notes = (self.mines.note, self.time.note)
        self.figures = _note_label(self, Qt.AlignmentFlag.AlignHCenter)
        self.figures.setContentsMargins(0, 0, 0, metrics.NARROW)
        self.figures.setToolTip(
            "3BV: the fewest left clicks that open the board. Luck: the chance to survive all guesses"
        )
        whole, row = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(metrics.EDGE, 0, metrics.EDGE, 0)
        whole.setSpacing(0)
        whole.addLayout(row, 1)
        whole.addWidget(self.figures)
        row.setSpacing(metrics.NARROW)
        row.addWidget(self.mines, 1)
        row.addWidget(self.face)
        row.addWidget(self.time, 1)
        self.setFixedHeight(metrics.HEADER_HEIGHT)
        for picture in (self._flag, self._clock):
            picture.setFixedSize(metrics.HEADER_ICON, metrics.HEADER_ICON)
        self.refresh_icons()

    def set_past(self, is_past: bool) -> None:
        """Mute the figures while they are those of a past moment."""
        for figure in (self.mines, self.time):
            set_property(figure.number, "muted", is_past)

    def set_note(self, player: str, watcher: str = "", short: str = "") -> None:
        """Show who plays at the left of the face, and who watches at its right; empty texts show nothing.

        Where the header is too narrow, that who plays alone stands below the time, and ``short`` in place of a longer
        note, which is in the tool tip.
        """
        self._short = short or ("" if watcher else player)
        for label, text in zip(self.notes, (player, watcher), strict=True):
            label.set_text(text)
        whole = "; ".join(filter(None, (player, watcher)))
        self.setToolTip(whole)
        self.setAccessibleDescription(whole)
        self._show_notes()

    def set_room(self, width: int) -> None:
        """Set the width of the header: a narrow one has no note beside the face."""
        self._room = width
        self._show_notes()

    def set_figures(self, text: str) -> None:
        """Show ``text`` in a line below; no line without any."""
        self.figures.setVisible(bool(text))
        self.figures.setText(text)
        self.setFixedHeight(metrics.HEADER_HEIGHT + (metrics.PAST_TAB if text else 0))

    @property
    def figures_width(self) -> int:
        """The width that the line of figures needs; 0 without one."""
        return 0 if self.figures.isHidden() else self.figures.sizeHint().width() + 2 * metrics.MARGIN

    def _show_notes(self) -> None:
        figure = max(figure.pressable.sizeHint().width() for figure in (self.mines, self.time))
        room = (self._room - self.face.width()) // 2 - metrics.EDGE - metrics.GAP - metrics.NARROW - figure
        fits = all(label.sizeHint().width() <= room for label in self.notes)
        for label in self.notes:
            label.setVisible(bool(label.text()) and fits)
        self.time.set_caption("" if fits else self._short)

    def refresh_icons(self) -> None:
        """Draw the icons in the palette's colour."""
        # At this size a picture has been drawn, which need not be scaled.
        size = self._clock.size() - QSize(metrics.HAIR, metrics.HAIR)
        self._clock.setPixmap(assets.icon("timer", self.palette()).pixmap(size))
        self._clock.setAlignment(Qt.AlignmentFlag.AlignCenter)


def _note_label(parent: QWidget, side: Qt.AlignmentFlag) -> CutLabel:
    label = CutLabel(parent)
    label.setProperty("muted", True)
    label.setFont(metrics.scaled(label.font(), metrics.CAPTION))
    label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    at_left = bool(side & Qt.AlignmentFlag.AlignLeft)
    label.setContentsMargins(metrics.NARROW if at_left else 0, 0, 0 if at_left else metrics.NARROW, 0)
    # It is hidden where it could not be read, so that it needs no least width, which would make the header wider.
    label.setMinimumWidth(1)
    label.hide()
    return label


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
