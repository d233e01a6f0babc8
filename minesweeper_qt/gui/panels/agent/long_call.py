"""Watches how long the call of the student's agent takes that is under way, and words it once it is long."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.presentation.agent_panel_text import Line
from minesweeper_qt.gui.session.watched_agent import WatchedAgent
from minesweeper_qt.model.audit.game_trace import Call
from minesweeper_qt.model.student.student_state import Limits

_STEP = 100
"""The milliseconds from one look at a long call to the next."""
_SLOW_AFTER = 0.3
"""The seconds of a call after which it is a long one."""


class LongCall(QObject):
    """Looks at the calls of ``watched`` from ``start``, or the request for a move, until none is under way.

    A call has begun when the one before was over, as far as was seen. Signal: ``changed``, at each look.
    """

    changed = Signal()

    def __init__(self, watched: WatchedAgent, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._watched = watched
        self._calls_before, self._began = -1, monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP)
        self._timer.timeout.connect(self._look)
        watched.move_requested.connect(self.start)

    @property
    def is_watching(self) -> bool:
        """True from ``start`` until no call is under way."""
        return self._timer.isActive()

    @Slot()
    def start(self) -> None:
        """Look at the calls, if one is under way and the panel is visible."""
        if self._panel.isVisible() and self._watched.is_thinking and not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Don't look any more."""
        self._timer.stop()

    @Slot()
    def _look(self) -> None:
        if not self._watched.is_thinking:
            self._timer.stop()
            self._calls_before = -1
        self.changed.emit()

    @property
    def line(self) -> Line | None:
        """That the agent is thinking; ``None`` unless a call takes long."""
        game = self._watched.game
        if game is None or not self._watched.is_thinking or self._watched.failure is not None:
            return None
        if len(game.times) != self._calls_before:
            self._calls_before, self._began = len(game.times), monotonic()
        seconds = monotonic() - self._began
        if seconds < _SLOW_AFTER:
            return None
        limits = Limits()
        call, limit = "its move", limits.seconds
        if game.snapshot(0) is None:
            call, limit = Call.CREATE.value, limits.import_seconds
        elif game.learned < game.taught:
            call = Call.ADD_KNOWLEDGE.value
        time = f"{seconds:.1f} s of {limit:g} s"
        return Line(f"Your agent is thinking… ({call}, {time})", f"Thinking… {time}")
