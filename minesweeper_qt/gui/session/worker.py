"""Computes requests outside the GUI thread, and calls back with their answers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model.errors import MinesweeperError

SLOW_AFTER = 150
"""Milliseconds after which a request counts as slow."""

_LOOK_INTERVAL = 50
_SECONDS_TO_END = 0.2
"""The longest time that ``Worker.close`` waits for a computation; it notices within milliseconds that it is stopped."""

T = TypeVar("T")


class Lane(Enum):
    """The threads of a worker: each begins with its first request, and computes one request after the other."""

    QUICK = "quick answers"
    LONG = "long searches"
    FILES = "files"
    """What is requested here is done even if the worker is closed meanwhile."""
    DIAGNOSIS = "diagnosis"
    """The cause of a difference of a student's agent, which runs the agent again and again."""
    AUDIT = "audit"
    """An audit of a student's agent, which takes minutes."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The ``result`` of a request, or the ``error`` that was raised instead."""

    result: T | None = None
    error: Exception | None = None

    @property
    def problem(self) -> str:
        """The reason why there is no result; empty when there is one."""
        return "" if self.error is None else str(self.error) or type(self.error).__name__


@dataclass(eq=False, slots=True)
class Request:
    """What a worker was asked for; ``Request()`` is one that is not open.

    Attributes: ``is_open``, true until it is answered or cancelled; ``stop``, which ends what is computed for it.
    """

    is_open: bool = False
    stop: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Let it get no answer, and stop what is computed for it."""
        self.is_open = False
        self.stop.set()


@dataclass(eq=False, slots=True, kw_only=True)
class _Job(Request):
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    then: Callable[[Outcome[Any]], object]
    lane: Lane
    slow: Callable[[], object] | None
    """What is to be called when the request is slow, until that is done."""
    begun: float
    is_open: bool = True


class _Messenger(QObject):
    """Sends answers to the thread of the worker; without a parent, the last thread that uses it may destroy it."""

    computed = Signal(object, object)


class Worker(QObject):
    """Computes requests in one thread for each ``Lane``, so that what takes long never delays the rest.

    What is cancelled is stopped and gets no answer. Searches and counts end within milliseconds when they are stopped.
    An error that is none of the model's is a mistake in the program: it is raised in the GUI thread after the answer.

    It has no parent, and its threads end with the program: a process that ends destroys workers and windows in any
    order.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lanes: dict[Lane, tuple[Executor, Tools]] = {}
        self._jobs: list[_Job] = []
        """The requests that may be open."""
        self._futures: set[Future[None]] = set()
        self._messenger = _Messenger()
        self._messenger.computed.connect(self._on_computed)
        self._timer = schedule.current.timer(self, self._tell_slow, _LOOK_INTERVAL, repeats=True)

    def request(
        self,
        then: Callable[[Outcome[T]], object],
        function: Callable[..., T],
        *arguments: Any,
        lane: Lane = Lane.QUICK,
        slow: Callable[[], object] | None = None,
    ) -> Request:
        """Call ``function(tools, *arguments)`` in the thread of ``lane``, and ``then`` with the answer in this one.

        ``slow`` is called once if there is no answer after ``SLOW_AFTER``.
        """
        now = schedule.current.now()
        made = _Job(function=function, arguments=arguments, then=then, lane=lane, slow=slow, begun=now)
        if lane not in self._lanes:
            self._lanes[lane] = schedule.current.executor(f"computing {lane.value}"), Tools()
        executor, tools = self._lanes[lane]
        self._jobs = [*(job for job in self._jobs if job.is_open), made]
        self._futures = {future for future in self._futures if not future.done()}
        self._futures.add(executor.submit(_compute, made, tools, self._messenger))
        if slow is not None and not self._timer.isActive():
            self._timer.start()
        return made

    @property
    def is_computing(self) -> bool:
        """True while an answer is awaited."""
        return any(job.is_open for job in self._jobs)

    def close(self) -> None:
        """Cancel all requests and end the threads; wait for them 0.2 s at most. Later requests start new ones.

        What was requested of the files is done first, however long it takes.
        """
        for job in self._jobs:
            job.is_open = False
            if job.lane is not Lane.FILES:
                job.stop.set()
        for lane, (executor, _) in self._lanes.items():
            executor.shutdown(wait=lane is Lane.FILES)
        self._lanes.clear()
        if isValid(self):
            self._timer.stop()
        self.wait(_SECONDS_TO_END)

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is computed, not even what was cancelled; return false after ``seconds``."""
        return not wait(self._futures, seconds).not_done

    @Slot(object, object)
    def _on_computed(self, job: _Job, answer: Outcome[Any]) -> None:
        if not job.is_open:
            return  # it was cancelled meanwhile
        job.is_open = False
        job.then(answer)
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error

    def _tell_slow(self) -> None:
        now, waiting = schedule.current.now(), [job for job in self._jobs if job.slow is not None]
        for job in waiting:
            # A receiver may cancel any of them.
            if job.is_open and job.slow is not None and now - job.begun >= SLOW_AFTER / 1000:
                tell, job.slow = job.slow, None
                tell()
        if not any(job.is_open and job.slow is not None for job in self._jobs):
            self._timer.stop()


def _compute(job: _Job, tools: Tools, messenger: _Messenger) -> None:
    """Compute the answer to the request of ``job`` and send it; this runs in a thread."""
    if job.stop.is_set():
        return
    tools.should_stop = job.stop.is_set
    answer: Outcome[Any]
    try:
        answer = Outcome(job.function(tools, *job.arguments))
    except MinesweeperError as error:
        # Its traceback would keep all that was computed, in a cycle: it has this frame, and that has the answer.
        answer = Outcome(error=error.with_traceback(None))
    except Exception as error:  # of any other type: every request gets an answer
        answer = Outcome(error=error)
    if not job.stop.is_set():
        messenger.computed.emit(job, answer)
