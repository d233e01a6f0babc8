"""The page of how long the agent's calls take: a plot, and the slowest and the median in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from PySide6.QtWidgets import QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.time_plot import TimePlot
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.cut_label import CutLabel
from minesweeper_qt.model.text.number_text import counted, seconds_text
from minesweeper_qt.model.watch.student_calls import CallTime

NO_TIMES = "No call of your agent has ended yet."


class TimesPage(QWidget):
    """Shows the times of calls. Attributes: ``summary``, the label; ``plot``."""

    def __init__(self, turn_of: Callable[[int], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn_of = turn_of
        self._times: Sequence[CallTime] = ()
        self._count = 0
        self.summary = CutLabel(self, wraps=True)
        self.summary.set_text(NO_TIMES)
        self.plot = TimePlot(self)
        self.plot.setAccessibleName("Times of the calls")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(self.summary)
        column.addWidget(self.plot, 1)

    def set_times(self, times: Sequence[CallTime]) -> None:
        """Show these times; nothing is done if they are the same calls as before."""
        if times is self._times and len(times) == self._count:
            return
        self._times, self._count = times, len(times)
        seconds = [time.seconds for time in times]
        text = NO_TIMES
        if times:
            slowest = times[seconds.index(max(seconds))]
            where = f" at move {self._turn_of(slowest.learned)}" if slowest.learned else ""
            text = (
                f"Slowest: {slowest.call.value}{where}, {seconds_text(slowest.seconds)}. "
                f"Median of {counted(len(times), 'call')}: {seconds_text(median(seconds))}."
            )
        self.summary.set_text(text)
        self.plot.setAccessibleDescription(text)
        self.plot.set_times(seconds)
