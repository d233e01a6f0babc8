"""Takes over what the agent has learned, a slice at a time, with other events in between."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.gui.session.timeline import Timeline

_MANY = 1_000
"""The agent needs longer than a ``SLICE`` to learn more clues than this."""


class LearningSlices(QObject):
    """Takes over what the agent of the game of ``timeline`` has learned. Signal: ``due`` when the next slice is."""

    due = Signal()

    def __init__(self, timeline: Timeline, parent: QObject) -> None:
        super().__init__(parent)
        self._timeline = timeline
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.due)

    def take(self, seconds: float) -> None:
        """Wait for the agent for at most ``seconds``, and take over a slice of what it has learned."""
        playthrough = self._timeline.playthrough
        playthrough.learn(0 if playthrough.history.unlearned > _MANY else seconds, SLICE)
        self.go_on()

    def go_on(self) -> None:
        """Send ``due`` after the next events, if the agent has learned more than was taken over."""
        if self._timeline.playthrough.has_more:
            self.request()

    def request(self) -> None:
        """Send ``due`` after the next events."""
        self._timer.start()

    def stop(self) -> None:
        """Send no more signals until the next call."""
        self._timer.stop()
