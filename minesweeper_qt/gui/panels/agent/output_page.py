"""The page of what the agent prints: the field follows the end, and only what is new is added to it."""

from __future__ import annotations

import re

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.button_row import ButtonRow
from minesweeper_qt.gui.panels.agent.code_field import CodeField
from minesweeper_qt.gui.widgets import metrics

_PIECE, _PIECE_LINES = 16_384, 400
"""The most characters and lines that are added to the field in one round of the event loop."""

_MOST_LINES = 20_000
"""The lines that the field keeps, the last ones."""
_LONG_LINE = re.compile(r"[^\n]{400}(?=[^\n])")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_TAIL = 4096
"""The number of characters by which the part of an output is found that was shown before."""


class OutputPage(QWidget):
    """Shows an output that grows. Attributes: ``field``; ``copy``, the button, which copies all that was printed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._output = ""
        self._rest = ""
        """The end of the output that the field does not have yet."""
        self.field = CodeField("What your agent has printed", self)
        self.field.setPlaceholderText("Your agent has printed nothing in this game.")
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


def added_output(before: str, now: str) -> str | None:
    """Return what came after ``before`` in ``now``, whose beginning may be gone; ``None`` if ``before`` is not in it.

    >>> added_output("one ", "one two"), added_output("x", "y")
    ('two', None)
    """
    if now.startswith(before):
        return now[len(before) :]
    tail = before[-_TAIL:]
    place = now.rfind(tail)
    return None if place < 0 else now[place + len(tail) :]


def printable(text: str) -> str:
    """Return printed text with visible control characters, and with very long lines broken.

    >>> printable("a\\x1b[0m\\r\\n")
    'a\\u241b[0m\\n'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return _LONG_LINE.sub("\\g<0>\n", text)
