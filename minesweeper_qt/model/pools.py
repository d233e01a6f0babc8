"""Pools of processes on this machine, through the interface of ``concurrent.futures``, that end in an orderly way."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Thread
from threading import enumerate as enumerate_threads
from time import monotonic
from typing import Any, TypeVar

from minesweeper_qt.model.box import adopting_orphans, kill_descendants
from minesweeper_qt.model.errors import WorkerLost

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_GRACE_SECONDS = 0.3
_MOST_SECONDS_TO_END = 10
END_SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""The signals that request an orderly end: Ctrl-C, the end of a service, and the end of the terminal."""

is_worker = False
"""True in a process of a pool."""

_adopting = ExitStack()
"""In a process of a pool, until its end."""


def submit_all(
    executor: Executor, function: Callable[[_Item], _Result], items: Iterable[_Item]
) -> list[Future[_Result]]:
    """Let ``executor`` compute what ``function`` returns for each item; its processes start with signals blocked."""
    with end_signals_blocked():
        return [executor.submit(function, item) for item in items]


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def local_pool(jobs: int) -> Iterator[Executor]:
    """Provide an executor with ``jobs`` processes, which are ended with the block even if they are busy.

    The executor's threads have ended then too: one that still closes its pipes while Python exits leaves a traceback.
    Raises ``WorkerLost`` where the system has no semaphores that processes share; on Linux they lie in /dev/shm.
    """
    others = multiprocessing.active_children()
    threads_before = enumerate_threads()
    # Not "fork", which copies locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    jobs = min(jobs, 61) if sys.platform == "win32" else jobs  # Windows awaits no more at once
    # This also starts the process that tracks the resources which the workers share.
    with end_signals_blocked():
        try:
            executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
        except (OSError, NotImplementedError) as wrong:
            place = " (on Linux they lie in /dev/shm)" if sys.platform == "linux" else ""
            cause = f"{getattr(wrong, 'strerror', None) or wrong}"
            raise WorkerLost(
                f"processes can't share work here, as semaphores can't be made{place}: {cause}; --jobs 1 needs none"
            ) from None
    try:
        yield executor
    finally:
        # An interrupt that came in between would leave processes or threads behind; this takes less than a second.
        with end_signals_blocked():
            executor.shutdown(wait=False, cancel_futures=True)
            deadline = monotonic() + _GRACE_SECONDS
            for process in multiprocessing.active_children():
                if process not in others:
                    process.join(max(0.0, deadline - monotonic()))
                    kill_descendants(process.pid)
                    process.kill()
                    process.join()
            for thread in enumerate_threads():
                if thread not in threads_before:
                    thread.join(_MOST_SECONDS_TO_END)


def _begin_worker() -> None:
    """Prepare a worker process: ignore the signals that the first process handles, and end when that process does.

    What programs that it starts leave behind is adopted, and ended with them.
    """
    global is_worker
    is_worker = True
    _adopting.enter_context(adopting_orphans())
    multiprocessing.util.Finalize(None, kill_descendants, exitpriority=0)
    # These signals are sent to all processes of a terminal or of a service; only the first process handles them. Here a
    # function does nothing, as what is ignored or blocked would be so in the programs that it starts, too.
    for number in END_SIGNALS:
        signal.signal(number, lambda number, frame: None)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    parent = multiprocessing.parent_process()
    assert parent is not None
    Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: Any) -> None:
    """Wait until the process ``parent`` ends, then end this one.

    A killed process can't end its workers, which would wait forever.
    """
    parent.join()
    kill_descendants()
    os._exit(1)


@contextmanager
def end_signals_blocked() -> Iterator[None]:
    """Block ``END_SIGNALS``: while a worker process is started, which inherits that mask until it ignores the signals,
    and while the processes are ended.

    In this process the signals are delivered when the block ends.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
