"""The pages about the calls of the agent in this game: what it has printed, and how long each call took."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median

from PySide6.QtCore import QRect, Slot
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.parts import TextPage
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.model.student.student_game import CallTime
from minesweeper_qt.model.text.number_text import counted, seconds_text

_MOST_LINES = 4_000
"""The lines of the output that are shown, the last ones: as many as are laid out in a few hundredths of a second."""
_LONG_LINE = re.compile(r"[^\n]{400}(?=[^\n])")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
NO_TIMES = "No call of your agent has ended yet."
_STEP, _MOST_STEP = 4, 12
"""The distance from one bar to the next, in pixels, with many calls and with few; a third of it is left free."""


class OutputPage(TextPage):
    """Shows an output that grows, and follows its end unless the user has scrolled.

    Attribute: ``copy``, the button, which copies all that was printed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What your agent has printed", parent)
        self._output = ""
        self.field.setPlaceholderText("Your agent has printed nothing in this game.")
        self.field.setMaximumBlockCount(_MOST_LINES)
        self.copy = self.buttons.add("Copy", "Copy", "Copy all that your agent has printed in this game")
        self.copy.clicked.connect(self._copy)
        self.copy.setEnabled(False)

    def set_output(self, output: str) -> None:
        """Show ``output``: the part that was shown before stays as it is, unless its beginning is gone."""
        if output == self._output:
            return
        is_longer = bool(self._output) and output.startswith(self._output)
        added = output[len(self._output) :] if is_longer else output
        self._output = output
        self.copy.setEnabled(bool(output))
        bar = self.field.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        # What the field would drop again is not added.
        text = printable("\n".join(added.rsplit("\n", _MOST_LINES)[-_MOST_LINES:]))
        if is_longer:
            cursor = QTextCursor(self.field.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text)
        else:
            self.field.setPlainText(text)
        if follows:
            bar.setValue(bar.maximum())

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._output)


def printable(text: str) -> str:
    """Return printed text with visible control characters, and with very long lines broken.

    >>> printable("a\\x1b[0m\\r\\n")
    'a\\u241b[0m\\n'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return _LONG_LINE.sub("\\g<0>\n", text)


@guarded
class TimesPage(QWidget):
    """Shows the times of calls: the slowest and the median in words, and as bars, the longest in the colour of text.

    There is one bar a call, or the longest of several calls where there are more calls than columns. Attribute:
    ``summary``, the label.
    """

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn_of = turn_of
        self._seconds: Sequence[float] = ()
        self.summary = CutLabel(self, wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.addWidget(self.summary)
        column.addStretch(1)
        self.set_times(())

    def set_times(self, times: Sequence[CallTime]) -> None:
        """Show these times, in order."""
        self._seconds = [time.seconds for time in times]
        text = NO_TIMES
        if times:
            slowest = times[self._seconds.index(max(self._seconds))]
            where = f" at move {self._turn_of(slowest.learned)}" if slowest.learned else ""
            longest, usual = (
                seconds_text(time).replace(" ", "\N{NO-BREAK SPACE}")
                for time in (slowest.seconds, median(self._seconds))
            )
            text = f"Slowest: {slowest.call.value}{where}, {longest}. Median of {counted(len(times), 'call')}: {usual}."
        self.summary.set_text(text)
        self.update()

    def bars(self, most: int) -> list[float]:
        """Return at most ``most`` times: each call, or the longest of each run of as many calls."""
        times = self._seconds
        size = max(-(-len(times) // max(most, 1)), 1)
        return [max(times[start : start + size]) for start in range(0, len(times), size)]

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._seconds:
            return
        colours = themes.for_palette(self.palette()).controls
        most, left, bottom = max(self._seconds), metrics.HAIR, self.height() - metrics.NARROW
        room, high = self.width() - 2 * left, bottom - self.summary.geometry().bottom() - metrics.NARROW
        bars = self.bars(room // _STEP)
        step = min(room / len(bars), _MOST_STEP)
        with QPainter(self) as painter:
            for number, seconds in enumerate(bars):
                length = max(round(seconds / most * high), 1) if most else 1
                bar = QRect(left + int(number * step), bottom - length, max(round(step * 2 / 3), 1), length)
                painter.fillRect(bar, colours.text if seconds == most else colours.accent)
