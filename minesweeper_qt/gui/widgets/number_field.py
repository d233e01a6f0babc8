"""The field for a whole number, whose value is selected when it gets the focus: what is typed replaces it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class NumberField(QSpinBox):
    """A spin box that selects its value whenever it gets the focus: by Tab, by the mouse and in a new dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The style sheet's padding does not reach this text.
        self.lineEdit().setTextMargins(metrics.GAP, 0, 0, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Later, since the press of the mouse that moved the focus here would end the selection again.
        QTimer.singleShot(0, self, self.selectAll)
