"""Provides functions for the worker that a test holds back, and a clock that the test sets."""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QTimer

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.session.worker import SLOW_AFTER, Worker
from minesweeper_qt.model.errors import Stopped

LIMIT = 20
"""Seconds after which something that a test waits for counts as lost."""


class Held:
    """A function that computes until the test sets ``go``, or the worker stops it; the result is its ``number``.

    ``begun`` is set when a thread begins to compute it, ``stopped`` when it is stopped. It reports ``progress`` first.
    """

    def __init__(self, number: int = 0, progress: object = None) -> None:
        self.number = number
        self.progress = progress
        self.go, self.begun, self.stopped = Event(), Event(), Event()

    def __call__(self, tools: Tools) -> int:
        tools.report(self.progress)
        self.begun.set()
        for _ in range(LIMIT * 1000):
            if tools.should_stop():
                self.stopped.set()
                raise Stopped("for a test")
            if self.go.wait(0.001):
                return self.number
        raise AssertionError("nobody has let it go on")


class Clock:
    """A clock that goes on when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def pass_until_slow(self, worker: Worker) -> None:
        """Let so much time pass that ``worker`` reports what has not been answered yet."""
        self.seconds += 2 * SLOW_AFTER / 1000
        worker.findChild(QTimer).timeout.emit()
