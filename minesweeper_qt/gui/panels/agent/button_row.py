"""A row of buttons that shortens their texts where it is narrow, with a note at its end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.cut_label import CutLabel
from minesweeper_qt.gui.widgets.guarded import guarded

_LEAST_NOTE = 60
"""With less room than this, in pixels, the note is left out."""


@guarded
class ButtonRow(QWidget):
    """Buttons beside each other, each with a long and a short text; all are short where the long ones don't fit.

    Attribute: ``note``, the label behind the buttons.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: dict[QPushButton, tuple[str, str]] = {}
        self.note = CutLabel(self)
        self.note.setProperty("muted", True)

    def add(self, text: str, short: str, purpose: str) -> QPushButton:
        """Add a button; a screen reader reads its long text whatever is shown."""
        button = QPushButton(self)
        # Enter presses the button that has the focus, and no other.
        button.setAutoDefault(True)
        button.setText(text)
        self.set_text(button, text, short, purpose)
        return button

    def set_text(self, button: QPushButton, text: str, short: str, purpose: str) -> None:
        """Give ``button`` other texts."""
        self._texts[button] = (text, short)
        button.setAccessibleName(text)
        button.setToolTip(purpose)
        self._arrange()

    def show_only(self, *shown: QPushButton) -> None:
        """Show these buttons and hide the others; the focus stays in the row if it was there."""
        had_focus = any(button.hasFocus() and button not in shown for button in self._texts)
        for button in self._texts:
            button.setHidden(button not in shown)
        usable = next((button for button in shown if button.isEnabled()), None)
        if had_focus and usable is not None:
            usable.setFocus()
        self._arrange()

    def _arrange(self) -> None:
        """Place the buttons, with the texts for which there is room; a hidden row does it when it is shown."""
        if not self.isVisible():
            return
        shown = [button for button in self._texts if not button.isHidden()]
        is_short = self._width(0) > self.width()
        left = 0
        for button in shown:
            text = self._texts[button][is_short]
            if button.text() != text:
                button.setText(text)
            width = button.sizeHint().width()
            button.setGeometry(left, 0, width, metrics.BUTTON_HEIGHT)
            left += width + metrics.GAP
        room = self.width() - left
        self.note.setHidden(room < _LEAST_NOTE or not self.note.text())
        self.note.setGeometry(left, 0, max(room, 0), metrics.BUTTON_HEIGHT)

    def show_note(self, text: str) -> None:
        """Show ``text`` behind the buttons, if there is room."""
        self.note.set_text(text)
        self._arrange()

    def _width(self, form: int) -> int:
        """Return the width of all visible buttons with their long (0) or short (1) texts."""
        widths = []
        for button, texts in self._texts.items():
            if not button.isHidden():
                # Before that, the padding of the style sheet is missing in its width.
                button.ensurePolished()
                around = button.sizeHint().width() - button.fontMetrics().horizontalAdvance(button.text())
                widths.append(around + button.fontMetrics().horizontalAdvance(texts[form]))
        return sum(widths) + metrics.GAP * max(len(widths) - 1, 0)

    # -- overrides of Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self._width(0), metrics.BUTTON_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(1), metrics.BUTTON_HEIGHT)
