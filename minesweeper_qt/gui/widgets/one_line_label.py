"""A label of one line, cut off at its end where space is short; its tool tip is the whole text, which can be copied."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.text_selection import TextSelection


@guarded
class OneLineLabel(QLabel):
    """Shows plain text in one line, which neither wraps nor widens the window.

    It can be selected with the mouse and copied, without the focus; what is cut off counts as the end of the text.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self._selection = TextSelection(self)

    def set_text(self, text: str) -> None:
        """Show ``text``, and make it the tool tip."""
        if text != self.text():
            self._selection.clear()
            self.setText(text)
            self.setToolTip(text)

    @property
    def shown_text(self) -> str:
        """The text as it is visible: cut off if it is wider than the label."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    # -- selecting and copying

    @property
    def selected_text(self) -> str:
        """The part of the text that the user has selected."""
        return self._selection.text

    def place_at(self, x: int) -> int:
        """Return the number of characters before ``x``; all, those that are cut off too, behind the last one."""
        shown, measure = self.shown_text, self.fontMetrics().horizontalAdvance
        x -= self._text_rect().left()
        for place, character in enumerate(shown):
            if x < measure(shown[:place]) + measure(character) / 2:
                return min(place, len(self.text()))
        return len(self.text())

    @Slot()
    def copy(self) -> None:
        """Copy the selected part to the clipboard, or the whole text if nothing is selected."""
        QGuiApplication.clipboard().setText(self.selected_text or self.text())

    @Slot()
    def select_all(self) -> None:
        """Select the whole text."""
        self._selection.select_all(self.text())

    def _text_rect(self) -> QRect:
        metrics, area = self.fontMetrics(), self.contentsRect()
        return self.style().itemTextRect(metrics, area, self._flags(), self.isEnabled(), self.shown_text)

    def _flags(self) -> int:
        return int(self.alignment().value) | int(Qt.AlignmentFlag.AlignVCenter.value)

    # -- overrides of Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, super().minimumSizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._selection.begin(self.text(), self.place_at(round(event.position().x())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._selection.extend(self.place_at(round(event.position().x())))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.select_all()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Copy", self.copy)
        menu.addAction("Select &All", self.select_all)
        menu.popup(event.globalPos())

    def hideEvent(self, event: QHideEvent) -> None:
        self._selection.clear()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter, self.foregroundRole())
            if self.selected_text:
                selected = self._selected_rect()
                painter.fillRect(selected, self.palette().highlight())
                painter.setClipRect(selected)
                self._paint(painter, QPalette.ColorRole.HighlightedText)

    def _selected_rect(self) -> QRect:
        shown, measure, area = self.shown_text, self.fontMetrics().horizontalAdvance, self._text_rect()
        left = measure(shown[: self._selection.start])
        is_whole = self._selection.end >= len(self.text())
        right = measure(shown if is_whole else shown[: self._selection.end])
        return QRect(area.left() + left, area.top(), right - left, area.height())

    def _paint(self, painter: QPainter, role: QPalette.ColorRole) -> None:
        style, area = self.style(), self.contentsRect()
        style.drawItemText(painter, area, self._flags(), self.palette(), self.isEnabled(), self.shown_text, role)
