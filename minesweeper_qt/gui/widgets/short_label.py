"""A label that wraps its text, and shortens it to as little as one line when space is short."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class ShortLabel(QLabel):
    """A label that wraps plain text, and elides it where it does not fit; the tool tip then shows the whole text.

    A wrapping ``QLabel`` requires the height of all its lines, which can make a window larger than the screen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    @property
    def shown_text(self) -> str:
        """The visible part of the text, with a line break after each line."""
        lines = self._lines()
        most = max(1, self.contentsRect().height() // self.fontMetrics().lineSpacing())
        if len(lines) > most:
            rest = " ".join(lines[most - 1 :])
            width = self.contentsRect().width()
            lines[most - 1 :] = [self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, width)]
        return "\n".join(lines)

    def set_text(self, text: str) -> None:
        """Show ``text``, and update the tool tip."""
        if text != self.text():
            self.setText(text)
            self._update_tool_tip()

    def _lines(self) -> list[str]:
        """Return the lines of the text, wrapped at the width of the label."""
        found: list[str] = []
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        for paragraph in self.text().splitlines():
            layout = QTextLayout(paragraph, self.font())
            layout.setTextOption(option)
            layout.beginLayout()
            line = layout.createLine()
            while line.isValid():
                line.setLineWidth(max(1, self.contentsRect().width()))
                found.append(paragraph[line.textStart() : line.textStart() + line.textLength()].strip())
                line = layout.createLine()
            layout.endLayout()
        return found

    def _update_tool_tip(self) -> None:
        """Set the tool tip to the text if the label can't show all of it; clear the tool tip otherwise."""
        is_whole = len(self._lines()) * self.fontMetrics().lineSpacing() <= max(1, self.contentsRect().height())
        self.setToolTip("" if is_whole else self.text())

    # -- overrides of Qt

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        lines = max(1, len(self._lines()))
        return QSize(super().sizeHint().width(), lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 12, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            # The number of lines may have changed.
            self.updateGeometry()
        self._update_tool_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.toolTip():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter,
                self.contentsRect(),
                int(self.alignment().value),
                self.palette(),
                self.isEnabled(),
                self.shown_text,
                self.foregroundRole(),
            )
