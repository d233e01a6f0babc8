"""Lets threads that compute wait while the event loop is late, so that the window reacts at once."""

from __future__ import annotations

from threading import Event
from time import perf_counter

from PySide6.QtCore import QObject, Qt, Signal, Slot

_INTERVAL = 0.004
"""Seconds from one message to the event loop to the next, at least."""

_LATE = 0.006
"""Seconds after which an event loop that has not answered counts as late."""

_STEP = 0.002
"""Seconds after which a thread that waits looks whether somebody waits for it."""

_LONGEST = 0.05
"""Seconds that a thread waits for the answer at most, before it computes on for ``_LATE`` seconds."""


class EventLoopPriority(QObject):
    """Gives the event loop of the thread that makes it priority over the threads that call ``give_way``.

    Python runs one thread at a time. Each call of Qt lets another thread run, and a thread that computes keeps running
    for a whole switch interval: a repaint with a hundred such calls takes three times as long. Therefore the threads
    send messages to the event loop while they compute, and wait while it does not answer.

    It has no parent, no child and no timer, so that the last thread that uses it may destroy it.
    """

    _message = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._answered = Event()
        self._answered.set()
        self._sent = 0.0
        self._message.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def give_way(self, until: Event | None = None) -> None:
        """Wait while the event loop is late, for ``_LONGEST`` seconds at most; call it every few milliseconds.

        The wait also ends when ``until`` is set: somebody waits for this thread.
        """
        now = perf_counter()
        if self._answered.is_set():
            if now - self._sent >= _INTERVAL:
                self._sent = now
                self._answered.clear()
                self._message.emit()
        elif now - self._sent >= _LATE:
            while not (until is not None and until.is_set()) and not self._answered.wait(_STEP):
                if perf_counter() - now >= _LONGEST:
                    self._sent = perf_counter()
                    break

    @Slot()
    def _answer(self) -> None:
        self._answered.set()
