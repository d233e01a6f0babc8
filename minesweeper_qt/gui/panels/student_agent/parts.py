"""The parts that card and pages share: a row of buttons that are short where it is narrow, and a page of text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel


def fixed_font(size: float) -> QFont:
    """Return the system's font of one width in ``size`` points."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(size)
    return font


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
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.note.hide()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(metrics.GAP)
        self._row.addWidget(self.note, 1)
        self._row.addStretch(0)

    def add(self, text: str, short: str, purpose: str) -> QPushButton:
        """Add a button; a screen reader reads its long text whatever is shown."""
        button = QPushButton(self)
        # Enter presses the button that has the focus, and no other.
        button.setAutoDefault(True)
        button.setFixedHeight(metrics.BUTTON_HEIGHT)
        self._row.insertWidget(len(self._texts), button)
        self.set_text(button, text, short, purpose)
        return button

    def set_text(self, button: QPushButton, text: str, short: str, purpose: str) -> None:
        """Give ``button`` other texts."""
        button.setToolTip(purpose)
        if self._texts.get(button) != (text, short):
            self._texts[button] = (text, short)
            button.setAccessibleName(text)
            self._fit()

    def show_only(self, *shown: QPushButton) -> None:
        """Show these buttons and hide the others; the focus stays in the row if it was there."""
        had_focus = any(button.hasFocus() and button not in shown for button in self._texts)
        is_same = all(button.isHidden() == (button not in shown) for button in self._texts)
        for button in self._texts:
            button.setHidden(button not in shown)
        usable = next((button for button in shown if button.isEnabled()), None)
        if had_focus and usable is not None:
            usable.setFocus()
        if not is_same:
            self._fit()

    def show_note(self, text: str) -> None:
        """Show ``text`` behind the buttons."""
        self.note.set_text(text)
        self.note.setHidden(not text)

    def _fit(self) -> None:
        """Show the long texts if there is room for them, else the short ones."""
        for form in (0, 1):
            for button, texts in self._texts.items():
                button.setText(texts[form])
            shown = [button for button in self._texts if not button.isHidden()]
            if sum(button.sizeHint().width() + metrics.GAP for button in shown) - metrics.GAP <= self.width():
                break

    # -- overrides of Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, metrics.BUTTON_HEIGHT)


class TextPage(QWidget):
    """A text to be selected and copied, above a row of buttons; ``name`` is read by screen readers.

    Attributes: ``field``; ``buttons``.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.buttons = QPlainTextEdit(self), ButtonRow(self)
        self.field.setReadOnly(True)
        self.field.setUndoRedoEnabled(False)
        self.field.setTabChangesFocus(True)
        flags = Qt.TextInteractionFlag
        self.field.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.field.setAccessibleName(name)
        self.field.document().setDefaultFont(fixed_font(self.font().pointSizeF()))
        line = self.field.fontMetrics().lineSpacing()
        self.field.setMinimumSize(6 * line, 2 * line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(self.field, 1)
        column.addWidget(self.buttons)
