"""The pause of a game: its clock stands, nothing moves, and nothing is searched for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.autoplay import Autoplay
from minesweeper_qt.gui.session.clock import Clock
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Kind, Worker
from minesweeper_qt.model import State


class Pause(QObject):
    """Pauses the game that is played, and lets it go on; another game is never paused at first.

    The agent finishes learning what is revealed. Signal: ``changed(bool)`` with whether the game is paused.
    """

    changed = Signal(bool)

    def __init__(self, timeline: Timeline, autoplay: Autoplay, advice: Advice, worker: Worker, clock: Clock) -> None:
        super().__init__(clock)
        self._timeline = timeline
        self._autoplay = autoplay
        self._advice = advice
        self._worker = worker
        self._clock = clock

    @property
    def is_on(self) -> bool:
        """True while the game is paused."""
        return self._timeline.playthrough.is_paused

    @property
    def is_possible(self) -> bool:
        """True from the first reveal of a game to its end."""
        return self._timeline.playthrough.game.state is State.PLAYING

    @Slot()
    def begin(self) -> None:
        """Pause the game; do nothing if that is not possible, or done."""
        # First, since it may set a status, and a paused game announces none.
        if self.is_possible and not self.is_on:
            self._autoplay.stop()
            self._advice.cancel_choices()
            self._advice.hold_ratings()
            self._worker.cancel(Kind.CHANCES, Kind.LEVELS, Kind.WHY)
            self._timeline.playthrough.pause()
            self._clock.stop()
            self.changed.emit(True)

    @Slot()
    def end(self) -> None:
        """Let the game go on, if it is paused."""
        if self.is_on:
            self._timeline.playthrough.resume()
            self._clock.start()
            self._advice.rate_on()
            self.changed.emit(False)

    @Slot()
    def toggle(self) -> None:
        """Pause the game, or let it go on."""
        (self.end if self.is_on else self.begin)()
