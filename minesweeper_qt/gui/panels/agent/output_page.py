"""The page of what the agent prints: the field follows the end, and only what is new is added to it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.button_row import ButtonRow
from minesweeper_qt.gui.panels.agent.code_field import CodeField
from minesweeper_qt.gui.presentation.agent_output_text import NO_OUTPUT, added_output, printable
from minesweeper_qt.gui.widgets import metrics

_PIECE, _PIECE_LINES = 16_384, 400
"""The most characters and lines that are added to the field in one round of the event loop."""

_MOST_LINES = 20_000
"""The lines that the field keeps, the last ones."""


class OutputPage(QWidget):
    """Shows an output that grows. Attributes: ``field``; ``copy``, the button, which copies all that was printed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._output = ""
        self._rest = ""
        """The end of the output that the field does not have yet."""
        self.field = CodeField("What your agent has printed", self)
        self.field.setPlaceholderText(NO_OUTPUT)
        self.field.setMaximumBlockCount(_MOST_LINES)
        buttons = ButtonRow(self)
        self.copy = buttons.add("Copy", "Copy", "Copy all that your agent has printed in this game")
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._add_piece)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(self.field, 1)
        column.addWidget(buttons)
        self.copy.clicked.connect(self._copy)
        self.copy.setEnabled(False)

    def set_output(self, output: str) -> None:
        """Show ``output``: the part that was shown before stays as it is."""
        if output == self._output:
            return
        added = added_output(self._output, output)
        if added is None or not self._output:
            self.field.clear()
            self._rest, added = "", output
        self._output = output
        # What the field would drop again is not added.
        self._rest = "\n".join((self._rest + added).rsplit("\n", _MOST_LINES)[-_MOST_LINES:])
        self.copy.setEnabled(bool(output))
        self._add_piece()

    @property
    def is_adding(self) -> bool:
        """True until the field has all of the output."""
        return bool(self._rest)

    @Slot()
    def _add_piece(self) -> None:
        """Add the next part of the output; while the end is visible, keep it visible."""
        lines = self._rest[:_PIECE].split("\n", _PIECE_LINES)
        piece = "\n".join([*lines[:_PIECE_LINES], ""]) if len(lines) > _PIECE_LINES else self._rest[:_PIECE]
        self._rest = self._rest[len(piece) :]
        bar = self.field.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        cursor = QTextCursor(self.field.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(printable(piece))
        if follows:
            bar.setValue(bar.maximum())
        if self._rest and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    def stop(self) -> None:
        """Add nothing more until the next output."""
        self._timer.stop()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._output)
