"""Computes requests outside the GUI thread, and sends their answers and their progress by signal."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model.errors import MinesweeperError

SLOW_AFTER = 150
"""Milliseconds after which the progress of a request is reported."""

_REPORT_INTERVAL = 50
_SECONDS_TO_END = 0.2
"""The longest time that ``Worker.close`` waits for a computation; it notices within milliseconds that it is stopped."""


_ending = threading.Event()
# Set before Python waits for the threads of all executors, which register their end in the same way. There is no public
# name for that: ``atexit`` comes after the wait.
threading._register_atexit(_ending.set)  # type: ignore[attr-defined]


class Kind(Enum):
    """The kinds of requests; at most one of each is open."""

    CHANCES = "chances"
    MOVE = "move"
    HINT = "hint"
    RISK = "risk"
    FINDINGS = "findings"
    DIAGNOSIS = "diagnosis"
    WHY = "why"
    LEVELS = "levels"
    LEARNING = "learning"
    AUDIT = "audit"

    @property
    def is_long(self) -> bool:
        """True for searches that may take seconds or more, which never delay the others."""
        return self in (Kind.WHY, Kind.LEVELS, Kind.LEARNING, Kind.AUDIT)


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A request to call ``function`` with the tools of a thread and ``arguments``; no two requests are equal."""

    kind: Kind
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The ``result`` of a request, or the ``error`` that was raised instead."""

    request: Request
    result: Any = None
    error: Exception | None = None

    @property
    def problem(self) -> str:
        """The reason why there is no result; empty when there is one."""
        return "" if self.error is None else str(self.error) or type(self.error).__name__


@dataclass(frozen=True, slots=True)
class Progress:
    """A request that was made ``seconds`` ago, and what its function has ``reported`` last; ``None`` if nothing."""

    request: Request
    seconds: float
    reported: Any = None


@dataclass(eq=False)
class _Job:
    """A request that is open, or is being stopped. The thread knows the job, not the worker."""

    request: Request
    begun: float
    stop: threading.Event = field(default_factory=threading.Event)
    reported: Any = None

    def report(self, progress: Any) -> None:
        self.reported = progress

    def should_stop(self) -> bool:
        return self.stop.is_set() or _ending.is_set()


class _Messenger(QObject):
    """Sends answers to the thread of the worker; without a parent, the last thread that uses it may destroy it."""

    computed = Signal(object, object)


class Worker(QObject):
    """Computes requests in two threads, so that those of one kind which takes long never delay the others.

    At most one request of each kind is open: another one replaces it, and what is replaced or cancelled is stopped and
    gets no answer. Searches and counts end within milliseconds when they are stopped.

    Signals: ``answered(Answer)``; ``progressed(Progress)`` again and again while an answer takes longer than
    ``SLOW_AFTER``. An error that is none of the model's is a mistake in the program: it is raised in the GUI thread
    after the answer was sent.

    It has no parent: a panel that is destroyed with its window may cancel a request when other children of the window
    are gone already. It may also do so after the worker was destroyed: a process that ends destroys workers and windows
    in any order.
    """

    answered = Signal(object)
    progressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._open: dict[Kind, _Job] = {}
        self._lanes: dict[bool, tuple[Executor, Tools]] = {}
        """The threads that are there, with what they compute with: for long searches, and for all else."""
        self._futures: set[Future[None]] = set()
        self._messenger = _Messenger()
        self._messenger.computed.connect(self._on_computed)
        self._timer = schedule.current.timer(self, self._report, _REPORT_INTERVAL, repeats=True)

    def request(self, kind: Kind, function: Callable[..., Any], *arguments: Any) -> Request:
        """Call ``function(tools, *arguments)`` in a thread, in place of what the open request of this kind calls."""
        self.cancel(kind)
        if kind.is_long not in self._lanes:
            self._lanes[kind.is_long] = schedule.current.executor("computing"), Tools()
        executor, tools = self._lanes[kind.is_long]
        job = self._open[kind] = _Job(Request(kind, function, arguments), schedule.current.now())
        self._futures = {future for future in self._futures if not future.done()}
        self._futures.add(executor.submit(_compute, job, tools, self._messenger))
        self._timer.start()
        return job.request

    def cancel(self, *kinds: Kind) -> None:
        """Cancel the open requests of these kinds: they get no answer."""
        for kind in kinds:
            job = self._open.pop(kind, None)
            if job is not None:
                job.stop.set()
                if not self._open and isValid(self):
                    self._timer.stop()

    def is_computing(self, *kinds: Kind) -> bool:
        """Return whether the answer to a request of one of these kinds, or of any kind if none is given, is awaited."""
        return any(kind in self._open for kind in kinds or self._open)

    def close(self) -> None:
        """Cancel all requests and end the threads; wait for them 0.2 s at most. Later requests start new ones."""
        self.cancel(*self._open)
        for executor, _ in self._lanes.values():
            executor.shutdown(wait=False)
        self._lanes.clear()
        self.wait(_SECONDS_TO_END)

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is computed, not even what was cancelled; return false after ``seconds``."""
        return not wait(self._futures, seconds).not_done

    @Slot(object, object)
    def _on_computed(self, job: _Job, answer: Answer) -> None:
        if self._open.get(answer.request.kind) is not job:
            return  # too late: it was cancelled or replaced
        del self._open[answer.request.kind]
        if not self._open:
            self._timer.stop()
        self.answered.emit(answer)
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error

    def _report(self) -> None:
        now = schedule.current.now()
        for job in list(self._open.values()):
            # A receiver may cancel any of them.
            if now - job.begun >= SLOW_AFTER / 1000 and self._open.get(job.request.kind) is job:
                self.progressed.emit(Progress(job.request, now - job.begun, job.reported))


def _compute(job: _Job, tools: Tools, messenger: _Messenger) -> None:
    """Compute the answer to the request of ``job`` and send it; this runs in a thread."""
    if job.should_stop():
        return
    request = job.request
    tools.begin(job.should_stop, job.report)
    try:
        answer = Answer(request, request.function(tools, *request.arguments))
    except MinesweeperError as error:
        # Its traceback would keep all that was computed, in a cycle: it has this frame, and that has the answer.
        answer = Answer(request, error=error.with_traceback(None))
    except Exception as error:  # of any other type: every request gets an answer
        answer = Answer(request, error=error)
    if not job.should_stop():
        messenger.computed.emit(job, answer)
