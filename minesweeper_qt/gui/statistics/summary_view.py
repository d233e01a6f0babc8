"""The figures of a level: the card, the losses by cause with the luck, and the trend of the times."""

from __future__ import annotations

from statistics import median

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLabel, QProgressBar, QWidget

from minesweeper_qt.gui.statistics.game_table import WIDE, date_text, time_text
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import COLUMN, ROW, filled
from minesweeper_qt.model.review.judgement import LossCause
from minesweeper_qt.model.statistics.game_store import LevelSummary
from minesweeper_qt.model.words import clock_text, counted, plural, whole_percent

FEW = 5
"""With fewer wins there is no trend and no median, with fewer games no share won."""

_DOT = " \N{MIDDLE DOT} "


def caption(parent: QWidget, weight: QFont.Weight = QFont.Weight.Normal) -> QLabel:
    """Return a small, muted label."""
    label = QLabel(parent)
    label.setFont(metrics.scaled(parent.font(), metrics.CAPTION, weight))
    label.setProperty("muted", True)
    return label


class SummaryCard(QFrame):
    """Shows games won, streaks, best time and median beside each other.

    Attributes: the check boxes ``with_help`` and ``with_ai``.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("statistics_card")
        self._labels = [(QLabel(self), caption(self)) for _ in range(4)]
        self.with_help = QCheckBox("Count games with &help", self)
        self.with_help.setToolTip("Whether the figures count games with help, too; the list has them in any case")
        self.with_ai = QCheckBox("List games of the &AI", self)
        self.with_ai.setToolTip("Whether the list has games in which the AI made every move; no figure counts them")
        for number, _ in self._labels:
            number.setFont(metrics.scaled(self.font(), metrics.FIGURE, QFont.Weight.Bold))
        row = filled(ROW, metrics.WIDE, *(filled(COLUMN, 0, *labels) for labels in self._labels))
        row.addStretch(1)
        row.addLayout(filled(COLUMN, metrics.NARROW, self.with_help, self.with_ai))
        row.setContentsMargins(metrics.MARGIN, metrics.NARROW, metrics.MARGIN, metrics.NARROW)
        self.setLayout(row)

    def show_summary(self, summary: LevelSummary, window: QSize) -> None:
        """Show these figures, without the median in a narrow window."""
        played, won, streak, longest = summary.played, summary.won, summary.streak, summary.longest_streak
        share = f"{_DOT}{whole_percent(won / played)} %" if played >= FEW else ""
        shown = (
            (f"{won:,} of {played:,}", f"won{share}"),
            (str(streak) if won else "", f"won in a row{_DOT}best {longest}" if longest > streak else "won in a row"),
            (time_text(summary.best), "best time"),
            (time_text(summary.median) if won >= FEW and window.width() >= WIDE else "", "median"),
        )
        for labels, texts in zip(self._labels, shown, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
                label.setVisible(bool(texts[0]))
        self.setAccessibleName("; ".join(" ".join(texts) for texts in shown if texts[0]))


class LossesView(QWidget):
    """Shows the losses by cause, as bars with their numbers, and how many guesses were survived."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._heading = caption(self, QFont.Weight.DemiBold)
        self.luck = CutLabel(self)
        self._bars = {cause: (QLabel(self), QProgressBar(self)) for cause in LossCause}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.EDGE)
        grid.setVerticalSpacing(metrics.GAP)
        for row, (cause, (number, bar)) in enumerate(self._bars.items(), 1):
            bar.setObjectName("forced_losses" if cause is LossCause.FORCED else "losses")
            bar.setTextVisible(False)
            bar.setAccessibleName(cause.words)
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for column, part in enumerate((QLabel(cause.words.capitalize(), self), number, bar)):
                grid.addWidget(part, row, column)
        for row, label in ((0, self._heading), (4, self.luck)):
            grid.addWidget(label, row, 0, 1, 3)
        grid.setColumnStretch(2, 1)

    def show_summary(self, summary: LevelSummary, window: QSize) -> None:
        """Show the losses and the guesses of this summary, without the latter in a narrow window."""
        lost, judged, guesses = summary.played - summary.won, sum(summary.losses.values()), summary.guesses
        rest = f", {lost - judged:,} without a known cause" if judged < lost else ""
        self._heading.setText(f"{lost:,} {plural(lost, 'loss', 'losses')}{rest}")
        for cause, (number, bar) in self._bars.items():
            number.setText(f"{summary.losses.get(cause, 0):,}")
            bar.setMaximum(max([1, *summary.losses.values()]))
            bar.setValue(summary.losses.get(cause, 0))
        expected, happened = summary.luck
        split = f"should win {max(expected, 0):,.1f} of {counted(summary.guessed, 'game')}; they won {happened:,}."
        self.luck.set_text(f"Your {counted(guesses, 'guess', 'guesses')} {split}")
        self.luck.setVisible(bool(guesses))


@guarded
class TrendView(QWidget):
    """Paints the time of each win as a dot, the median of the last five as a line, and a ring around the best.

    Attribute: ``caption``, the text to stand below.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, accessibleName="Trend of your times")
        self._times: list[float] = []
        self._medians: list[float] = []
        """The median of each win and the four before it, from the fifth win on."""
        self.caption = caption(parent)
        self.setFont(self.caption.font())
        self.setFixedHeight(5 * self.fontMetrics().lineSpacing())

    def show_summary(self, summary: LevelSummary, window: QSize) -> None:
        """Show the last wins, if there are enough, unless the window is low."""
        wins, is_high = summary.trend, window.height() >= metrics.LOW_BELOW
        self._times = times = [seconds for _, seconds in wins]
        self._medians = [median(times[end - FEW : end]) for end in range(FEW, len(times) + 1)]
        self.caption.setText("The trend appears with five wins.")
        if self._medians:
            which = f"last {len(times)} wins" if len(times) < summary.won else "wins"
            self.caption.setText(f"time of your {which}, and the median of the last {FEW}")
            date, best = min(wins, key=lambda win: win[1])
            medians = " to ".join(time_text(self._medians[end]) for end in (0, -1))
            text = f"the median of {FEW} went from {medians}; the best was {time_text(best)} on {date_text(date)}"
            self.setAccessibleDescription(text)
        self.setVisible(bool(self._medians) and is_high)
        self.caption.setVisible(is_high)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, line = themes.for_palette(self.palette()).controls, self.fontMetrics().height()
        ticks, best = time_ticks(min(self._times), max(self._times)), min(self._times)
        left = self.fontMetrics().horizontalAdvance(clock_text(ticks[-1])) + metrics.GAP
        room = QRectF(self.rect()).adjusted(left + metrics.GAP, line / 2, -metrics.GAP, -line / 2)
        across, up = room.width() / (len(self._times) - 1), room.height() / (ticks[-1] - ticks[0])

        def place(number: int, seconds: float) -> QPointF:
            return QPointF(room.left() + number * across, room.bottom() - (seconds - ticks[0]) * up)

        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for tick in ticks:
                height = place(0, tick).y()
                painter.setPen(colours.border)
                painter.drawLine(QPointF(left, height), QPointF(self.width(), height))
                painter.setPen(colours.muted)
                label = QRectF(0, height - line / 2, left - metrics.GAP, line)
                painter.drawText(label, Qt.AlignmentFlag.AlignRight, clock_text(tick))
            dot = themes.mixed(colours.page, colours.accent, 0.45)
            painter.setPen(QPen(dot, 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPoints([place(*win) for win in enumerate(self._times)])
            painter.setPen(QPen(colours.accent, metrics.HAIR))
            painter.drawPolyline([place(*each) for each in enumerate(self._medians, FEW - 1)])
            painter.setPen(QPen(colours.text, 1.5))
            painter.drawEllipse(place(self._times.index(best), best), 5, 5)


_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800)


def time_ticks(least: float, most: float) -> list[int]:
    """Return two to four round times in seconds, evenly spaced, from one up to ``least`` to one above ``most``.

    >>> time_ticks(63, 172.5), time_ticks(31, 31), time_ticks(2, 30_000)
    ([60, 120, 180], [31, 32], [0, 10800, 21600, 32400])
    """
    steps = (*_STEPS, *range(3600, int(most) + 3601, 3600))
    step = next(step for step in steps if most // step - least // step < 3)
    return [round(number) * step for number in range(int(least // step), int(most // step) + 2)]
