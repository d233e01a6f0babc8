"""A field of text in a font of one width, which can be selected and copied, but not changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class CodeField(QPlainTextEdit):
    """Shows lines of code or of output; ``name`` is read by screen readers."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(name)
        self._set_font()

    def _set_font(self) -> None:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        parent = self.parentWidget()
        if parent is not None and parent.font().pointSizeF() > 0:
            fixed.setPointSizeF(parent.font().pointSizeF())
        self.document().setDefaultFont(fixed)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._set_font()

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().lineSpacing()
        return QSize(6 * line, line + 2 * self.frameWidth() + line // 2)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 2 * self.minimumSizeHint().height())
