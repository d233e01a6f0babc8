"""A label of one line, cut off at its end where space is short; its tool tip is the whole text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class OneLineLabel(QLabel):
    """Shows plain text in one line, which neither wraps nor widens the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str) -> None:
        """Show ``text``, and make it the tool tip."""
        if text != self.text():
            self.setText(text)
            self.setToolTip(text)

    @property
    def shown_text(self) -> str:
        """The text as it is visible: cut off if it is wider than the label."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    # -- overrides of Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter,
                self.contentsRect(),
                int(self.alignment().value) | int(Qt.AlignmentFlag.AlignVCenter.value),
                self.palette(),
                self.isEnabled(),
                self.shown_text,
                self.foregroundRole(),
            )
