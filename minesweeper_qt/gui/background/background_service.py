"""The service that computes requests outside the GUI thread, and sends their answers and their progress by signal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count
from math import ceil
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.event_loop_priority import EventLoopPriority
from minesweeper_qt.gui.background.requests import Answer, Lane, Request
from minesweeper_qt.gui.background.tools import Steps, Tools

SLOW_AFTER = 150
"""Milliseconds after which the progress of a request is reported for the first time, and then again and again."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of ``request``, which was put into the queue ``seconds`` ago.

    ``done`` of ``total`` steps are done: while levels are found, fronts are examined. Both are ``None`` where that is
    not known.
    """

    request: Request[Any]
    seconds: float
    done: int | None = None
    total: int | None = None


class BackgroundService(QObject):
    """Computes requests in two threads, one for each lane, which live only while there are requests.

    At most one request of each type is open. Another one of the same type replaces it: it takes the place in the queue
    of one that waits, and stops one that is being computed. Only open requests are answered: the answer to one that was
    replaced or cancelled is dropped. Searches and counts end soon when they are stopped; a strategy that can't be
    interrupted finishes the move that it is choosing.

    Signals: ``answered(Answer)``; ``progressed(Progress)`` when an answer takes longer than ``SLOW_AFTER``, and every
    ``SLOW_AFTER`` from then on. An error that is a mistake in the program is raised in the GUI thread after the answer
    was sent.

    It has no parent: a panel that is destroyed with its window may cancel a request when other children of the window
    are gone already.
    """

    answered = Signal(object)
    progressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._jobs: dict[type[Request[Any]], _Job] = {}
        """The open request of each type."""
        self._places = count()
        messenger = _Messenger()
        messenger.computed.connect(self._on_computed)
        priority = EventLoopPriority()
        self._lanes = {lane: _Lane(messenger, priority) for lane in Lane}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._report_progress)

    def enqueue(self, request: Request[Any]) -> None:
        """Compute ``request`` in place of the open one of the same type, as soon as all before it are done."""
        lane = self._lanes[request.lane]
        replaced = self._jobs.get(type(request))
        takes_place = replaced is not None and lane.stop(replaced)
        job = _Job(request, replaced.place if replaced is not None and takes_place else next(self._places))
        self._jobs[type(request)] = job
        if not self._timer.isActive():
            self._timer.start(SLOW_AFTER)
        lane.enqueue(job)

    def cancel(self, *types: type[Request[Any]]) -> None:
        """Cancel the open requests of these types: they get no answer."""
        for kind in types:
            job = self._jobs.pop(kind, None)
            if job is not None:
                self._lanes[kind.lane].stop(job)
                if not self._jobs:
                    self._timer.stop()

    def is_computing(self, *types: type[Request[Any]]) -> bool:
        """Return whether the answer to a request of one of these types, or of any type if none is given, is awaited."""
        return any(kind in self._jobs for kind in types or self._jobs)

    def close(self) -> None:
        """Cancel all requests; return when the threads have ended. After that, requests are computed as before."""
        self.cancel(*self._jobs)
        for lane in self._lanes.values():
            lane.join()

    @Slot(object)
    def _on_computed(self, job: _Job) -> None:
        kind = type(job.request)
        answer = job.answer
        if self._jobs.get(kind) is not job or answer is None:
            return  # too late: it was cancelled or replaced
        del self._jobs[kind]
        if not self._jobs:
            self._timer.stop()
        self.answered.emit(answer)
        if answer.mistake is not None:
            raise answer.mistake

    @Slot()
    def _report_progress(self) -> None:
        now = perf_counter()
        for job in list(self._jobs.values()):
            # A receiver may cancel any of them.
            if job.due <= now and self._jobs.get(type(job.request)) is job:
                job.due = now + SLOW_AFTER / 1000
                self.progressed.emit(Progress(job.request, now - job.begun, *job.steps.counts))
        if self._jobs:
            next_due = min(job.due for job in self._jobs.values())
            self._timer.start(max(0, ceil((next_due - perf_counter()) * 1000)))


class _Job:
    """A request in the queue or in a thread, and finally with its answer.

    ``place``: its place in the queue. ``stop``: set when its answer is no longer needed. ``begun``: when it was put
    into the queue. ``due``: when its progress is reported next. Both are times of ``perf_counter``. ``steps``: those
    of its computation, which the thread sets.
    """

    def __init__(self, request: Request[Any], place: int) -> None:
        self.request = request
        self.place = place
        self.stop = Event()
        self.begun = perf_counter()
        self.due = self.begun + SLOW_AFTER / 1000
        self.steps = Steps()
        self.answer: Answer[Any] | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """The key by which the queue is ordered."""
        return self.request.priority, self.place


class _Messenger(QObject):
    """Sends jobs that are done to the thread of the service: signal ``computed(_Job)``.

    It has no parent, no child and no timer, so that the last thread that uses it may destroy it.
    """

    computed = Signal(object)


class _Lane:
    """Computes jobs one after the other, in a thread that lives only while there are some.

    The thread knows the lane, not the service: it may outlive a service that nobody has closed.
    """

    # Not a QThread: destroying a running one aborts the process. Code that drops a session by mistake should lose an
    # answer at most.

    def __init__(self, messenger: _Messenger, priority: EventLoopPriority) -> None:
        self._messenger = messenger
        self._priority = priority
        self._tools = Tools()
        self._lock = Lock()
        self._waiting: list[_Job] = []
        self._is_working = False
        self._thread: Thread | None = None
        """The last thread; it may have ended."""

    def enqueue(self, job: _Job) -> None:
        """Put a job into the queue."""
        with self._lock:
            self._waiting.append(job)
            if not self._is_working:
                self._is_working = True
                self._thread = Thread(target=self._work, name="computing")
                self._thread.start()

    def stop(self, job: _Job) -> bool:
        """Remove ``job`` if it waits, and return whether it did; if it is being computed, let that end soon."""
        job.stop.set()
        with self._lock:
            if job not in self._waiting:
                return False
            self._waiting.remove(job)
            return True

    def join(self) -> None:
        """Return when the thread has ended; all jobs must have been stopped."""
        if self._thread is not None:
            self._thread.join()

    # -- in the thread

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._tools.begin(partial(_should_stop, job, self._priority), job.steps)
            job.answer = Answer.to(job.request, self._tools)
            self._messenger.computed.emit(job)

    def _next(self) -> _Job | None:
        """Take the next job out of the queue; return ``None``, and let the thread end, if there is none."""
        with self._lock:
            if not self._waiting:
                self._is_working = False
                return None
            job = min(self._waiting, key=lambda waiting: waiting.rank)
            self._waiting.remove(job)
            return job


def _should_stop(job: _Job, priority: EventLoopPriority) -> bool:
    """Return whether the answer to ``job`` is no longer needed; if it is, give way to the event loop."""
    if job.stop.is_set():
        return True
    priority.give_way()
    return False
