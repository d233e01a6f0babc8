"""Carries out tasks in a thread of its own, one after the other, and keeps their results until they are collected."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from threading import Condition, Thread
from time import perf_counter
from typing import Generic, TypeAlias, TypeVar

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.exact.interruption import Poll

PROGRESS_INTERVAL = 0.03
"""Seconds between two reports of progress: about as often as a person sees a difference."""

_IDLE = 0.2
"""Seconds after which a thread without work ends; the next task starts another one."""

PATIENCE = 2.0
"""Seconds that ``close`` waits for a task that does not end."""

GiveWay: TypeAlias = Callable[[threading.Event], None]
"""A function that may wait for other threads until an event is set."""

_Task = TypeVar("_Task")
_Event = TypeVar("_Event")


class TaskThread(Generic[_Task, _Event]):
    """Carries out tasks in their order, in a thread that lives while there is work and a moment longer.

    ``carry_out`` is called in the thread with each task and with ``poll``; the events that it returns are kept, in
    order, until ``collect`` returns them. A task calls ``poll`` every few milliseconds: it raises ``Stopped`` after
    ``close``, which ends the task, and gives way by ``give_way``, unless somebody waits. After an event that
    ``is_last`` there are no more tasks. ``on_progress`` is called in the thread when there are events to collect: when
    all work is done, and about every ``PROGRESS_INTERVAL`` seconds before; but not while ``wait`` is waiting.
    ``at_end`` is called in the thread after ``close``, when no task runs any more.

    >>> thread = TaskThread(lambda number, poll: number * number, is_last=lambda event: event == 9)
    >>> thread.add([1, 2, 3, 4])
    >>> thread.wait(10)
    True
    >>> thread.collect()
    [1, 4, 9]
    >>> thread.close()

    Neither the tasks nor ``carry_out`` may refer to what holds the thread: large data in a reference cycle would stay
    in memory until a search for garbage, which may never come.
    """

    def __init__(
        self,
        carry_out: Callable[[_Task, Poll], _Event],
        is_last: Callable[[_Event], bool],
        *,
        name: str = "learning",
        on_progress: Callable[[], None] | None = None,
        give_way: GiveWay | None = None,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._carry_out = carry_out
        self._is_last = is_last
        self._name = name
        self._on_progress = on_progress
        self._at_end = at_end
        self._condition = Condition()
        self._thread: Thread | None = None
        self._tasks: deque[_Task] = deque()
        self._events: list[_Event] = []
        self._is_working = False
        self._waited_for = threading.Event()
        self._is_reported = False
        self._last_report = perf_counter()
        self._closed = threading.Event()
        self._is_over = False
        self._poll = partial(_poll, self._closed, self._waited_for, give_way)

    @property
    def is_closed(self) -> bool:
        """True after ``close``."""
        return self._closed.is_set()

    @property
    def is_busy(self) -> bool:
        """True while tasks are not done, or events wait to be collected."""
        with self._condition:
            return not self._is_idle() or bool(self._events)

    @property
    def has_ended(self) -> bool:
        """True after ``close``, once no task runs any more and ``at_end`` has returned."""
        with self._condition:
            return self.is_closed and self._thread is None

    def add(self, tasks: Iterable[_Task]) -> None:
        """Let the thread carry out ``tasks`` after all before; none after ``close`` or the last event."""
        with self._condition:
            if self.is_closed or self._is_over:
                return
            self._tasks.extend(tasks)
            if not self._tasks:
                return
            if self._thread is None:
                self._start()
            elif not self._is_working:
                self._condition.notify_all()

    def wait(self, seconds: float) -> bool:
        """Wait until all tasks are done, for at most ``seconds``; return whether they are."""
        with self._condition:
            self._waited_for.set()
            try:
                return self._condition.wait_for(self._is_idle, seconds)
            finally:
                self._waited_for.clear()

    def collect(self) -> list[_Event]:
        """Return the events since the last call, oldest first."""
        with self._condition:
            events, self._events = self._events, []
            self._is_reported = False
            self._last_report = perf_counter()
            return events

    def close(self, patience: float = PATIENCE) -> None:
        """Drop all tasks and events; wait for the task that is running, but at most ``patience`` seconds.

        A task that calls ``poll`` ends within milliseconds. Any other that takes longer can't be interrupted: its
        thread is left behind and ends after it.
        """
        with self._condition:
            was_closed = self.is_closed
            self._closed.set()
            self._tasks.clear()
            self._events.clear()
            self._condition.notify_all()
            if self._thread is None and self._at_end is not None and not was_closed:
                self._start()
            thread = self._thread
        if thread is not None and patience:
            thread.join(patience)

    # -- with the lock held

    def _is_idle(self) -> bool:
        return not self._tasks and not self._is_working

    def _start(self) -> None:
        # A daemon: a task that never ends must not keep the program from ending.
        self._thread = Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    # -- in the thread

    def _work(self) -> None:
        try:
            while self._work_on():
                pass
            self._end()
        except BaseException:
            # The thread ends with the error; the next task starts another one.
            with self._condition:
                self._thread = None
                self._is_working = False
                self._condition.notify_all()
            raise

    def _end(self) -> None:
        """End the thread after ``close``; one without work has ended before, and another one may have been started."""
        if self._thread is not threading.current_thread():
            return
        if self._at_end is not None:
            self._at_end()
        with self._condition:
            self._thread = None

    def _work_on(self) -> bool:
        """Carry out the next task; return false if the thread should end."""
        with self._condition:
            if not self._tasks and not self.is_closed:
                self._condition.wait(_IDLE)
            if not self._tasks:
                if not self.is_closed:
                    self._thread = None
                return False
            task = self._tasks.popleft()
            self._is_working = True
        is_report_due = self._keep(self._event_of(task))
        if is_report_due and self._on_progress is not None:
            self._on_progress()
        return not self.is_closed

    def _event_of(self, task: _Task) -> _Event | None:
        """Carry out a task; return ``None`` if it was stopped."""
        try:
            return self._carry_out(task, self._poll)
        except Stopped:
            if not self.is_closed:
                raise
            return None

    def _keep(self, event: _Event | None) -> bool:
        """Keep an event until it is collected; return whether progress should be reported."""
        with self._condition:
            self._is_working = False
            if self.is_closed:
                self._condition.notify_all()
                return False
            if event is not None:
                self._events.append(event)
                if self._is_last(event):
                    self._is_over = True
                    self._tasks.clear()
            if not self._tasks:
                self._condition.notify_all()
            is_report_due = self._is_report_due()
            self._is_reported = self._is_reported or is_report_due
            return is_report_due

    def _is_report_due(self) -> bool:
        if self._waited_for.is_set() or self._is_reported:
            return False
        return not self._tasks or perf_counter() - self._last_report >= PROGRESS_INTERVAL


def _poll(closed: threading.Event, waited_for: threading.Event, give_way: GiveWay | None) -> None:
    """Raise ``Stopped`` once the thread is closed, else give way unless somebody waits for it."""
    if closed.is_set():
        raise Stopped("the result is no longer needed")
    if give_way is not None:
        give_way(waited_for)
