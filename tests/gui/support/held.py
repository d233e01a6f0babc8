"""Provides functions for the worker that a test holds back."""

from __future__ import annotations

from threading import Event, current_thread, main_thread

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.model.errors import Stopped
from tests.gui.support.waiting import NotYet

LIMIT = 20
"""Seconds after which something that a test waits for counts as lost."""


class Held:
    """A function that computes until the test sets ``go``, or the worker stops it; the result is its ``number``.

    ``begun`` is set when a thread begins to compute it, ``stopped`` when it is stopped.
    """

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.go, self.begun, self.stopped = Event(), Event(), Event()

    def __call__(self, tools: Tools) -> int:
        self.begun.set()
        if current_thread() is main_thread() and not self.go.is_set():
            raise NotYet
        for _ in range(LIMIT * 1000):
            if tools.should_stop():
                self.stopped.set()
                raise Stopped("for a test")
            if self.go.wait(0.001):
                return self.number
        raise AssertionError("nobody has let it go on")
