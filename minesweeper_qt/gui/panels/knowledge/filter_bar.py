"""The search field of the knowledge panel, and the bar that says what the table is filtered by."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from minesweeper_qt.gui.widgets.cut_label import CutLabel
from minesweeper_qt.gui.widgets.guarded import guarded

_LINES = 2
"""The lines of text that the bar has room for."""


@guarded
class FilterBar(QFrame):
    """A text about the active filters and the selected cell, with a button; hidden while the text is empty.

    It has the same height whatever it shows, and keeps its place while it is hidden, so that nothing else moves. What
    does not fit into two lines is in the tool tip.

    Attribute: ``button``, which shows all sentences again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filter_bar")
        self._label = CutLabel(self, wraps=True)
        self.button = QPushButton("Show all", self)
        self.button.setToolTip("Show all sentences again (Esc)")
        layout = self._row = QHBoxLayout(self)
        room = layout.contentsMargins()
        layout.setContentsMargins(room.left(), room.top() // 3, room.right() // 3, room.bottom() // 3)
        layout.addWidget(self._label)
        # With an alignment: otherwise the bar could not become higher than its button.
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()

    @property
    def text(self) -> str:
        """The text of the bar."""
        return self._label.text()

    def set_text(self, text: str) -> None:
        """Show ``text``; hide the bar if it is empty."""
        self._label.set_text(text)
        self.setVisible(bool(text))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height(_LINES))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height(1))

    def _height(self, lines: int) -> int:
        """Return the height with ``lines`` lines of text, or more if the button needs it."""
        around = self.contentsMargins() + self._row.contentsMargins()
        inner = max(self.button.sizeHint().height(), lines * self._label.fontMetrics().lineSpacing())
        return inner + around.top() + around.bottom()


def make_filter_field(parent: QWidget) -> QLineEdit:
    """Return a new field for the text that sentences are searched for."""
    field = QLineEdit(parent)
    field.setPlaceholderText("Filter: text or (row, column)")
    field.setClearButtonEnabled(True)
    field.setAccessibleName("Filter the sentences")
    field.setAccessibleDescription("Type a text or a cell such as (2, 3); only sentences that contain it are shown")
    field.setToolTip("Show only sentences with this text or cell, such as (2, 3) or subset")
    return field
