"""The cover: a plain area with a few words that hides what is below it until it is clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class Cover(QWidget):
    """Covers the places of ``parts``, children of its parent, which keep their sizes while they are hidden.

    They must be hidden, or a screen reader could read them, and they could get the focus. ``is_large``: the words are
    for the whole window; ``margin`` is left free at the sides and below; ``place`` returns the rectangle of the parent
    to be covered, if it is smaller than that of the parts. Signal: ``clicked``.
    """

    clicked = Signal()

    def __init__(
        self,
        parent: QWidget,
        parts: Sequence[QWidget],
        *,
        is_large: bool,
        margin: int = 0,
        place: Callable[[], QRect] | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._place = place or self._place_of_parts
        self._is_large = is_large
        self._margin = margin
        self._title = self._line = ""
        self._is_pressed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_words(self, title: str, line: str) -> None:
        """Set the words on the cover, which are its name and description too."""
        self._title, self._line = title, line
        self.setAccessibleName(title)
        self.setAccessibleDescription(line)
        self.update()

    def set_on(self, is_on: bool) -> None:
        """Show the cover above all that its parent has, or hide it; call this before the parts are hidden."""
        for part in self._parts:
            kept = part.sizePolicy()
            kept.setRetainSizeWhenHidden(is_on)
            part.setSizePolicy(kept)
        # Only while it is needed: a window that is laid out has hundreds of events.
        covered = self.parentWidget()
        assert covered is not None
        if is_on:
            covered.installEventFilter(self)
        else:
            covered.removeEventFilter(self)
        self._fit()
        self.raise_()
        self.setVisible(is_on)

    @Slot()
    def _fit(self) -> None:
        self.setGeometry(self._place().adjusted(self._margin, 0, -self._margin, -self._margin))

    def _place_of_parts(self) -> QRect:
        place = QRect()
        for part in self._parts:
            place |= part.geometry()
        return place

    def announce(self, text: str) -> None:
        """Let a screen reader read ``text``."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # -- overrides of Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # After the parent has placed the parts.
            QTimer.singleShot(0, self, self._fit)
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_pressed = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed, self._is_pressed = self._is_pressed, False
        if was_pressed and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = themes.for_palette(self.palette()).controls
        scale, weight = (metrics.FIGURE, QFont.Weight.Bold) if self._is_large else (1, QFont.Weight.DemiBold)
        heading = metrics.scaled(self.font(), scale, weight)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), colours.page)
            painter.setPen(colours.border)
            painter.setBrush(colours.sunken)
            edge = metrics.HAIR / 4
            card = self.rect().toRectF().adjusted(edge, edge, -edge, -edge)
            painter.drawRoundedRect(card, metrics.CARD_RADIUS, metrics.CARD_RADIUS)
            middle = self.rect().adjusted(metrics.GAP, 0, -metrics.GAP, 0)
            if self.height() < 4 * self.fontMetrics().height():
                painter.setPen(colours.text)
                painter.setFont(heading)
                painter.drawText(middle, Qt.AlignmentFlag.AlignCenter, self._title)
                return
            upper, lower = QRect(middle), QRect(middle)
            upper.setBottom(middle.center().y())
            lower.setTop(middle.center().y() + metrics.NARROW)
            painter.setPen(colours.text)
            painter.setFont(heading)
            painter.drawText(upper, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, self._title)
            painter.setPen(colours.muted)
            painter.setFont(self.font())
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(lower, int(flags), self._line)
