"""Plays the lab's games on many cores or on many machines, both through the interface of ``concurrent.futures``."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import multiprocessing.util
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Thread
from threading import enumerate as enumerate_threads
from time import monotonic
from typing import Any, TypeVar

from minesweeper_qt import __version__
from minesweeper_qt.model.box import adopting_orphans, kill_descendants
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, Players, play_game, play_games
from minesweeper_qt.model.lab.solver import SolverProcess

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

GameTask = tuple[int, str]
"""The number of a game, and the strategy that plays it."""

TASK_SECONDS = 0.5
"""The time that one request takes a worker: long against the cost of a request, short for the progress display."""

MOST_IN_TASK = 200
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 0.3
_MOST_SECONDS_TO_END = 10
END_SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""The signals that request an orderly end: Ctrl-C, the end of a service, and the end of the terminal."""

_CONNECT_SECONDS = 10

_solvers: dict[tuple[str, ...], SolverProcess] | None = None
"""In a worker of this machine, the solvers that it has started, which end with it; a start may take long."""

_adopting = ExitStack()
"""In a worker, until its end."""


def play_all(
    experiment: Experiment,
    tasks: Sequence[GameTask],
    executor: Executor | None = None,
    workers: int = 1,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[list[GameResult]]:
    """Play ``tasks`` and yield the results in the order in which they arrive.

    Without an ``executor`` the games are played in this process. Once ``stop`` returns true, no further game is
    started; results that have arrived are yielded, and the others are dropped.

    >>> experiment = Experiment(("cs50",), 8, 8, 8)
    >>> [result.game for results in play_all(experiment, [(0, "cs50"), (1, "cs50")]) for result in results]
    [0, 1]

    Raises ``WorkerLost`` when a worker process died; the results yielded before that are valid.
    """
    if executor is None:
        with Players() as players:
            for task in tasks:
                if stop():
                    return
                yield [play_game(experiment, *task, players)]
        return
    yield from _play_with(executor, experiment, tasks, 3 * workers, stop)


def _play_with(
    executor: Executor, experiment: Experiment, tasks: Sequence[GameTask], most: int, stop: Callable[[], bool]
) -> Iterator[list[GameResult]]:
    """Play ``tasks`` with up to ``most`` requests pending at a time.

    ``most`` is large enough to keep all workers busy, and small enough that few requests are dropped at a stop.
    """
    sent = 0
    size = 1
    pending: set[Future[_Done]] = set()
    try:
        while (sent < len(tasks) or pending) and not stop():
            while sent < len(tasks) and len(pending) < most:
                some = tasks[sent : sent + size]
                with _end_signals_blocked():
                    pending.add(executor.submit(_work, _needed(experiment, some), some))
                sent += len(some)
            for future in wait(pending, _POLL_SECONDS, return_when=FIRST_COMPLETED).done:
                results, seconds = future.result()
                pending.remove(future)
                # The size of a request has no effect on the results of its games.
                size = max(1, min(MOST_IN_TASK, int(TASK_SECONDS * len(results) / max(seconds, 1e-6))))
                yield results
        for future in [future for future in pending if future.done()]:
            pending.remove(future)
            yield future.result()[0]
    except BrokenExecutor as lost:
        raise WorkerLost("a process that played has died") from lost
    except CancelledError as lost:
        raise WorkerLost("the connection to those who play is lost") from lost
    finally:
        for future in pending:
            future.cancel()


_Done = tuple[list[GameResult], float]


def _work(experiment: Experiment, tasks: Sequence[GameTask]) -> _Done:
    """Play ``tasks`` and return the results with the time taken in seconds; this runs in a worker process."""
    began = monotonic()
    return play_games(experiment, tasks, _solvers), monotonic() - began


def _needed(experiment: Experiment, tasks: Sequence[GameTask]) -> Experiment:
    """Return the experiment with only those boards and files that ``tasks`` need; it is sent with every request."""
    names = {strategy for _, strategy in tasks}
    needed = replace(experiment, students=tuple(item for item in experiment.students if item[0] in names))
    if experiment.boards is None:
        return needed
    return replace(needed, boards={game: experiment.boards[game] for game, _ in tasks})


def submit_all(
    executor: Executor, function: Callable[[_Item], _Result], items: Iterable[_Item]
) -> list[Future[_Result]]:
    """Let ``executor`` compute what ``function`` returns for each item; its processes start with signals blocked."""
    with _end_signals_blocked():
        return [executor.submit(function, item) for item in items]


# -- on this machine


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
    with _end_signals_blocked():
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
        with _end_signals_blocked():
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

    What the solvers leave behind is adopted, and ended with them.
    """
    global _solvers
    _solvers = {}
    _adopting.enter_context(adopting_orphans())
    multiprocessing.util.Finalize(None, kill_descendants, exitpriority=0)
    # These signals are sent to all processes of a terminal or of a service; only the first process handles them. Here a
    # function does nothing, as what is ignored or blocked would be so in the solvers, too.
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
def _end_signals_blocked() -> Iterator[None]:
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


# -- on many machines


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Provide an executor on the Dask scheduler at ``address``, and the number of its workers' threads.

    An address is written as ``tcp://host:8786``. When a worker dies, another one plays its games. Raises ``WorkerLost``
    when the package ``distributed`` is missing, when no scheduler answers, when it has no workers or one with another
    version of this package, and when the connection is lost later.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise WorkerLost(
            "a cluster needs the package distributed, which is not installed; pip install 'minesweeper-qt[cluster]'"
        ) from None
    try:
        # Test the connection first: at a port without a server Dask would retry until its timeout.
        host, _, port = address.rpartition("//")[2].rpartition(":")
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as wrong:
        raise WorkerLost(f"no Dask scheduler answers at {address!r} ({' '.join(str(wrong).split())})") from None
    # Dask's log messages about a lost connection would bury the one line of the error.
    # "distributed" is the parent of its other loggers, which have no level of their own.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except (OSError, distributed.TimeoutError):
            raise WorkerLost(f"the Dask scheduler at {address!r} has no workers") from None
        for worker, version in client.run(_version, on_error="return").items():
            if version != __version__:
                raise WorkerLost(f"the worker at {worker} has not minesweeper-qt {__version__}, but: {version}")
        try:
            yield client.get_executor(), sum(client.nthreads().values())
        except (distributed.scheduler.KilledWorker, distributed.comm.CommClosedError) as lost:
            raise WorkerLost(f"the cluster lost its workers or its scheduler ({lost})") from lost


def _version() -> str:
    """Return the version of this package in a worker process."""
    return __version__
