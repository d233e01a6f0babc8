"""The clock, the timers and the executors by which the windows wait and compute; tests have their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from time import perf_counter

from PySide6.QtCore import QObject, QTimer


class Schedule:
    """Tells the time, and makes timers and executors. Attribute: ``make_timer``, the class of the timers."""

    make_timer: Callable[..., QTimer] = QTimer

    def now(self) -> float:
        """Return the time in seconds since any moment."""
        return perf_counter()

    def timer(
        self, parent: QObject, then: Callable[[], object], milliseconds: int = 0, *, repeats: bool = False
    ) -> QTimer:
        """Return a timer that calls ``then`` some ``milliseconds`` after it was started, once or again and again."""
        timer = self.make_timer(parent, interval=milliseconds, singleShot=not repeats)
        timer.timeout.connect(then)
        return timer

    def executor(self, name: str) -> Executor:
        """Return an executor that computes one thing after the other, in a thread with this name."""
        return ThreadPoolExecutor(1, name)


current = Schedule()
"""The schedule of all windows."""
