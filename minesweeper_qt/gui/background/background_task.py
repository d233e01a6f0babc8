"""Runs a long function in a thread of its own, with progress and cancel, and sends its result by signal."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.event_loop_priority import EventLoopPriority
from minesweeper_qt.model.errors import MinesweeperError, Stopped

Report: TypeAlias = Callable[[object], None]
"""A function that a running function calls with its progress."""

ShouldStop: TypeAlias = Callable[[], bool]
"""A function that a running function calls every few milliseconds; it must end soon after this returned true."""

Work: TypeAlias = Callable[[Report, ShouldStop], object]
"""The function to run; it returns its result."""


class BackgroundTask(QObject):
    """Runs one function at a time; the next ``start`` cancels the one before.

    Signals: ``progressed(object)`` with what the function reports; ``done(object)`` with its result, or with the
    ``MinesweeperError`` that it raised; ``cancelled`` after ``cancel`` stopped one. Any other error is a mistake in the
    program: it is sent as ``done(None)`` and raised in the GUI thread. Attribute: ``is_running``.
    """

    progressed = Signal(object)
    done = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messenger = _Messenger()
        self._messenger.sent.connect(self._on_sent)
        self._priority = EventLoopPriority()
        self._job: _Job | None = None
        self._threads: list[Thread] = []

    @property
    def is_running(self) -> bool:
        """True from ``start`` until the result was sent, or ``cancel``."""
        return self._job is not None

    def start(self, work: Work) -> None:
        """Run ``work`` in place of the function that runs."""
        self._drop()
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        job = self._job = _Job(work, self._messenger, self._priority)
        thread = Thread(target=job.run, name="task", daemon=True)
        self._threads.append(thread)
        thread.start()

    @Slot()
    def cancel(self) -> None:
        """Stop the function that runs, if one does: it gets no result."""
        if self._drop():
            self.cancelled.emit()

    def close(self, patience: float = 2.0) -> None:
        """Stop the function that runs, and wait at most ``patience`` seconds for each thread."""
        self._drop()
        for thread in self._threads:
            thread.join(patience)
        self._threads.clear()

    def _drop(self) -> bool:
        """Stop the function that runs; return whether one did."""
        job, self._job = self._job, None
        if job is not None:
            job.stop.set()
        return job is not None

    @Slot(object, object, bool)
    def _on_sent(self, job: _Job, value: object, is_result: bool) -> None:
        if job is not self._job:
            return  # too late: it was cancelled or replaced
        if not is_result:
            self.progressed.emit(value)
            return
        self._job = None
        is_mistake = isinstance(value, Exception) and not isinstance(value, MinesweeperError)
        self.done.emit(None if is_mistake else value)
        if isinstance(value, Exception) and is_mistake:
            raise value


class _Messenger(QObject):
    """Sends progress and results to the thread of the task: signal ``sent(_Job, object, is_result)``.

    It has no parent, no child and no timer, so that the last thread that uses it may destroy it.
    """

    sent = Signal(object, object, bool)


class _Job:
    """One run of a function. The thread knows the job, not the task, which may be destroyed before it ends."""

    def __init__(self, work: Work, messenger: _Messenger, priority: EventLoopPriority) -> None:
        self.stop = Event()
        self._work = work
        self._messenger = messenger
        self._priority = priority

    def run(self) -> None:
        """Run the function, and send its result."""
        result: Any
        try:
            result = self._work(self._report, self._should_stop)
        except Stopped:
            return
        except Exception as error:  # of any type: it is raised in the GUI thread unless it is to be expected
            result = error
        if not self.stop.is_set():
            self._messenger.sent.emit(self, result, True)

    def _report(self, progress: object) -> None:
        if not self.stop.is_set():
            self._messenger.sent.emit(self, progress, False)

    def _should_stop(self) -> bool:
        if self.stop.is_set():
            return True
        self._priority.give_way()
        return False
