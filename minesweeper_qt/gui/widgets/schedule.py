"""The clock, the timers and the executors by which the windows wait and compute; tests have their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter, time
from typing import Any

from PySide6.QtCore import QObject, QTimer


class Schedule:
    """Tells the time, and makes timers and executors. Attribute: ``make_timer``, the class of the timers."""

    make_timer: Callable[..., QTimer] = QTimer

    def now(self) -> float:
        """Return the time in seconds since any moment."""
        return perf_counter()

    def time_of_day(self) -> float:
        """Return the time in seconds that also passes while the computer sleeps."""
        return time()

    def timer(
        self, parent: QObject, then: Callable[[], object], milliseconds: int = 0, *, repeats: bool = False
    ) -> QTimer:
        """Return a timer that calls ``then`` some ``milliseconds`` after it was started, once or again and again."""
        timer = self.make_timer(parent, interval=milliseconds, singleShot=not repeats)
        timer.timeout.connect(then)
        return timer

    def executor(self, name: str) -> Executor:
        """Return an executor that computes one thing after the other, in a thread with this name."""
        return _ThreadExecutor(name)


class _ThreadExecutor(Executor):
    """Computes in a thread that ends with the program; the end of Python waits for those of the standard library."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._calls.put((future, partial(function, *arguments, **named)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._calls.put(None)
        if wait:
            self._thread.join()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            future, compute = call
            try:
                future.set_result(compute())
            except BaseException as error:  # whatever it is: who waits for the future would wait for ever
                future.set_exception(error)
            del future, compute, call  # it may keep much alive until the next call


current = Schedule()
"""The schedule of all windows."""
