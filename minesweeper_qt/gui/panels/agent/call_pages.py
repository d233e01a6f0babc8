"""The pages about the calls of the agent in this game: what it has printed, and how long each call took."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median

from PySide6.QtCore import QRect, Qt, Slot
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.parts import ButtonRow, code_field
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.model.student.student_game import CallTime
from minesweeper_qt.model.text.number_text import counted, seconds_text

_MOST_LINES = 10_000
"""The lines of the output that are shown, the last ones: as many as are laid out in a few hundredths of a second."""
_LONG_LINE = re.compile(r"[^\n]{400}(?=[^\n])")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_TAIL = 4096
"""The number of characters by which the part of an output is found that was shown before."""
NO_TIMES = "No call of your agent has ended yet."
_STEP, _MOST_STEP = 4, 12
"""The distance from one bar to the next, in pixels, with many calls and with few; a third of it is left free."""


class OutputPage(QWidget):
    """Shows an output that grows, and follows its end unless the user has scrolled.

    Attributes: ``field``; ``copy``, the button, which copies all that was printed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._output = ""
        self.field = code_field("What your agent has printed", self)
        self.field.setPlaceholderText("Your agent has printed nothing in this game.")
        self.field.setMaximumBlockCount(_MOST_LINES)
        buttons = ButtonRow(self)
        self.copy = buttons.add("Copy", "Copy", "Copy all that your agent has printed in this game")
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
        added = added_output(self._output, output) if self._output else None
        self._output = output
        self.copy.setEnabled(bool(output))
        bar = self.field.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        # What the field would drop again is not added.
        lines = (output if added is None else added).rsplit("\n", _MOST_LINES)[-_MOST_LINES:]
        text = printable("\n".join(lines))
        if added is None:
            self.field.setPlainText(text)
        else:
            cursor = QTextCursor(self.field.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text)
        if follows:
            bar.setValue(bar.maximum())

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


class TimesPage(QWidget):
    """Shows the times of calls: the slowest and the median in words, and a plot. Attributes: ``summary``; ``plot``."""

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn_of = turn_of
        self.summary = CutLabel(self, wraps=True)
        self.plot = TimePlot(self)
        self.plot.setAccessibleName("Times of the calls")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(self.summary)
        column.addWidget(self.plot, 1)
        self.set_times(())

    def set_times(self, times: Sequence[CallTime]) -> None:
        """Show these times."""
        seconds = [time.seconds for time in times]
        text = NO_TIMES
        if times:
            slowest = times[seconds.index(max(seconds))]
            where = f" at move {self._turn_of(slowest.learned)}" if slowest.learned else ""
            longest, usual = (
                seconds_text(time).replace(" ", "\N{NO-BREAK SPACE}") for time in (slowest.seconds, median(seconds))
            )
            text = f"Slowest: {slowest.call.value}{where}, {longest}. Median of {counted(len(times), 'call')}: {usual}."
        self.summary.set_text(text)
        self.plot.setAccessibleDescription(text)
        self.plot.set_times(seconds)


@guarded
class TimePlot(QWidget):
    """Paints times in seconds as bars, the longest one in the colour of text, with the scale at its left.

    There is one bar a call, or the longest of several calls where there are more calls than columns.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seconds: Sequence[float] = ()
        line = self.fontMetrics().lineSpacing()
        self.setMinimumSize(6 * line, 2 * line)

    def set_times(self, seconds: Sequence[float]) -> None:
        """Show these times, in order."""
        self._seconds = seconds
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
        most = max(self._seconds)
        scale = seconds_text(most)
        with QPainter(self) as painter:
            painter.setFont(metrics.scaled(self.font(), metrics.CAPTION))
            height = painter.fontMetrics().lineSpacing()
            left = painter.fontMetrics().horizontalAdvance(scale) + metrics.GAP
            area = self.rect().adjusted(left, height // 2, -metrics.HAIR, -height // 2)
            painter.setPen(colours.muted)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            for y, text in ((area.top(), scale), (area.bottom(), "0")):
                painter.drawText(QRect(0, y - height // 2, left - metrics.NARROW, height), int(flags), text)
            painter.setPen(colours.border)
            painter.drawLine(area.topLeft(), area.topRight())
            painter.drawLine(area.bottomLeft(), area.bottomRight())
            bars = self.bars(area.width() // _STEP)
            step = min(area.width() / len(bars), _MOST_STEP)
            width = max(round(step * 2 / 3), 1)
            for number, seconds in enumerate(bars):
                high = max(round(seconds / most * (area.height() - 1)), 1) if most else 1
                bar = QRect(area.left() + int(number * step), area.bottom() - high, width, high)
                painter.fillRect(bar, colours.text if seconds == most else colours.accent)
