"""A clock that announces each second of a game, and the pause of a game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.autoplay import Autoplay
from minesweeper_qt.gui.session.levels import Levels
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import State

_GAP_SECONDS = 3
"""A program that takes no look at the clock for so long has not been running."""


class Clock:
    """Reads the seconds of the moment that ``timeline`` shows, several times in a second while the game runs.

    Attribute: ``seconds``, the whole seconds read last. A new number is announced by ``touch``. When the computer has
    slept, as with a closed lid, ``pause_at`` gets the seconds of the game before that.
    """

    def __init__(
        self, timeline: Timeline, pause_at: Callable[[float], None], touch: Callable[[], None], parent: QObject
    ) -> None:
        self.seconds = 0
        self._last = (0.0, 0.0)
        """The time of the last look, and the seconds of the game then."""
        self._timeline = timeline
        self._pause_at = pause_at
        self._touch = touch
        self._timer = schedule.current.timer(parent, self.tick, 200, repeats=True)

    @property
    def is_running(self) -> bool:
        """True while seconds are announced."""
        return self._timer.isActive()

    def follow(self) -> None:
        """Read the seconds, and announce them from now on while the game runs."""
        self._look()
        self.seconds = int(self._timeline.seconds)
        playthrough = self._timeline.playthrough
        runs = playthrough.game.state is State.PLAYING and not playthrough.is_paused
        if runs != self.is_running:
            (self._timer.start if runs else self._timer.stop)()

    def stop(self) -> None:
        """Announce no seconds any more."""
        self._timer.stop()

    def tick(self) -> None:
        """Announce the seconds if they have changed."""
        self._look()
        if int(self._timeline.seconds) != self.seconds:
            self._touch()

    def _look(self) -> None:
        before, played = self._last
        self._last = schedule.current.time_of_day(), self._timeline.playthrough.seconds
        if self.is_running and self._last[0] - before > _GAP_SECONDS:
            self._pause_at(played)


class Pause:
    """Pauses the game that is played, and lets it go on; another game is never paused at first.

    The agent finishes learning what is revealed.
    """

    def __init__(
        self, timeline: Timeline, autoplay: Autoplay, advice: Advice, levels: Levels, touch: Callable[[], None]
    ) -> None:
        self._timeline = timeline
        self._autoplay = autoplay
        self._advice = advice
        self._levels = levels
        self._touch = touch

    @property
    def is_on(self) -> bool:
        """True while the game is paused."""
        return self._timeline.playthrough.is_paused

    @property
    def is_possible(self) -> bool:
        """True from the first reveal of a game to its end."""
        return self._timeline.playthrough.game.state is State.PLAYING

    def begin(self, at: float | None = None) -> None:
        """Pause the game, at the seconds ``at`` if they are given; do nothing if that is not possible, or done."""
        if self.is_possible and not self.is_on:
            # First, so that what the stop says is not heard: the pause says enough.
            self._timeline.playthrough.pause(at)
            self._autoplay.stop()
            self._advice.cancel_all()
            self._levels.cancel()
            self._touch()

    def begin_after_sleep(self, at: float) -> None:
        """Pause the game at the seconds ``at``, unless the AI plays on, which looks at no clock."""
        if not self._autoplay.is_running:
            self.begin(at)

    def end(self) -> None:
        """Let the game go on, if it is paused."""
        if self.is_on:
            self._timeline.playthrough.resume()
            self._touch()

    def toggle(self) -> None:
        """Pause the game, or let it go on."""
        (self.end if self.is_on else self.begin)()
