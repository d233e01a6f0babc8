"""The picture and the words in the middle of a panel that has nothing to show: what is missing, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QVBoxLayout, QWidget

from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded


class EmptyState(QWidget):
    """Shows an icon, a sentence and what to do about it below each other, muted."""

    def __init__(self, icon: str, sentence: str = "", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = _Picture(icon, self)
        self._sentence, self._action = QLabel(self), QLabel(self)
        self._sentence.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        column = QVBoxLayout(self)
        column.setSpacing(metrics.NARROW)
        column.setContentsMargins(metrics.GAP, 0, metrics.GAP, 0)
        column.addStretch(1)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._sentence, self._action):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setProperty("muted", True)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        self.set_text(sentence, action)

    @classmethod
    def within(cls, view: QAbstractScrollArea, icon: str, sentence: str = "", action: str = "") -> EmptyState:
        """Return one that covers the viewport of ``view``, which keeps its mouse and keys."""
        made = cls(icon, sentence, action, view.viewport())
        made.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(view.viewport()).addWidget(made)
        return made

    def set_text(self, sentence: str, action: str = "") -> None:
        """Show another sentence and action."""
        self._sentence.setText(sentence)
        self._action.setText(action)
        self._action.setHidden(not action)
        self.setAccessibleName(f"{sentence} {action}".strip())


@guarded
class _Picture(QWidget):
    """An icon in the colour of what can't be used now."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setFixedSize(metrics.EMPTY_ICON, metrics.EMPTY_ICON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            # The style sheet gives what is disabled in a table or a list the colour of all its text.
            assets.icon(self._icon, QApplication.palette()).paint(painter, self.rect(), mode=QIcon.Mode.Disabled)
