"""A label whose text is cut off where space is short; its tool tip is the whole text, which can be copied."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded

_WRAPPED = int(Qt.AlignmentFlag.AlignTop.value) | int(Qt.TextFlag.TextWordWrap.value)


@guarded
class CutLabel(QLabel):
    """Shows plain text in one line, or, if it ``wraps``, in as many lines as there is room for.

    It insists on little space; a ``QLabel`` requires that of its whole text, which can make a window larger than the
    screen.
    """

    def __init__(self, parent: QWidget | None = None, *, wraps: bool = False) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setWordWrap(wraps)
        vertical = QSizePolicy.Policy.Preferred if wraps else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)

    def set_text(self, text: str) -> None:
        """Show ``text``, and make it the tool tip."""
        self.setText(text)
        self.setToolTip(text)

    @property
    def is_cut(self) -> bool:
        """Whether there is no room for the whole text."""
        if self.wordWrap():
            return not self._fits(self.text())
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def _fits(self, text: str) -> bool:
        """Return whether there is room for all lines of ``text``."""
        room, line = self.contentsRect(), self.fontMetrics().lineSpacing()
        lines = round(self.fontMetrics().boundingRect(room, _WRAPPED, text).height() / line)
        return lines <= max(room.height() // line, 1)

    # -- overrides of Qt

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        whole = super().sizeHint()
        return QSize(whole.width(), self.heightForWidth(max(self.width(), 1))) if self.wordWrap() else whole

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.wordWrap() and event.oldSize().width() != event.size().width():
            # The number of lines may have changed.
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasSelectedText() or not self.is_cut:
            super().paintEvent(event)
            return
        room, text = self.contentsRect(), self.text()
        flags = int((self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask).value)
        if self.wordWrap():
            flags |= _WRAPPED
            while " " in text and not self._fits(f"{text}…"):
                text = text.rpartition(" ")[0]
            text = f"{text}…"
        else:
            flags |= int(Qt.AlignmentFlag.AlignVCenter.value)
            text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        with QPainter(self) as painter:
            role = self.foregroundRole()
            self.style().drawItemText(painter, room, flags, self.palette(), self.isEnabled(), text, role)
