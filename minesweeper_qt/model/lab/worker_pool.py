"""The lab's games on many cores, or on many machines: both through the interface of ``concurrent.futures``."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import Any

from minesweeper_qt import __version__
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, play_games

Task = tuple[int, str]
"""A game by its number, and the strategy that plays it."""

_TASK_SECONDS = 0.5
"""So long a worker is busy without reporting: long against the cost of asking it, short for who watches."""

_MOST_IN_TASK = 200
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 0.3
WISHES_TO_END = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""Ctrl-C, a service's end, and the end of the terminal."""

_CONNECT_SECONDS = 10


def play_all(
    experiment: Experiment,
    tasks: Sequence[Task],
    executor: Executor | None = None,
    workers: int = 1,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[list[GameResult]]:
    """Play ``tasks`` and yield the results in the order in which they come; without an ``executor`` right here.

    When ``stop`` says so nothing new is begun, what has come in is yielded, and the rest is dropped.

    >>> experiment = Experiment(("cs50",), 8, 8, 8)
    >>> [result.game for results in play_all(experiment, [(0, "cs50"), (1, "cs50")]) for result in results]
    [0, 1]

    Raises ``WorkerLost`` when a worker process died; what was yielded before is all right.
    """
    if executor is None:
        for task in tasks:
            if stop():
                return
            yield play_games(experiment, [task])
        return
    yield from _play_with(executor, experiment, tasks, 3 * workers, stop)


def _play_with(
    executor: Executor, experiment: Experiment, tasks: Sequence[Task], most: int, stop: Callable[[], bool]
) -> Iterator[list[GameResult]]:
    """Keep up to ``most`` requests with the executor: enough that no worker waits, few to drop at a stop."""
    sent = 0
    size = 1
    pending: set[Future[_Done]] = set()
    try:
        while (sent < len(tasks) or pending) and not stop():
            while sent < len(tasks) and len(pending) < most:
                some = tasks[sent : sent + size]
                with _interrupts_held():
                    pending.add(executor.submit(_work, _needed(experiment, some), some))
                sent += len(some)
            for future in wait(pending, _POLL_SECONDS, return_when=FIRST_COMPLETED).done:
                results, seconds = future.result()
                pending.remove(future)
                # How the games are parted among requests changes nothing in their results.
                size = max(1, min(_MOST_IN_TASK, int(_TASK_SECONDS * len(results) / max(seconds, 1e-6))))
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


def _work(experiment: Experiment, tasks: Sequence[Task]) -> _Done:
    """What a worker is asked to do: play, and say how many seconds it took."""
    began = monotonic()
    return play_games(experiment, tasks), monotonic() - began


def _needed(experiment: Experiment, tasks: Sequence[Task]) -> Experiment:
    """The experiment without the boards that these tasks don't need: it travels with every request."""
    if experiment.boards is None:
        return experiment
    return replace(experiment, boards={game: experiment.boards[game] for game, _ in tasks})


# -- on this machine


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def local_pool(jobs: int) -> Iterator[Executor]:
    """Return an executor with ``jobs`` processes; at the end of the block they end, whatever they are doing."""
    others = multiprocessing.active_children()
    # Not fork, which copies locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    # This starts a process too, which keeps track of what they share.
    with _interrupts_held():
        executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        deadline = monotonic() + _GRACE_SECONDS
        for process in multiprocessing.active_children():
            if process not in others:
                process.join(max(0.0, deadline - monotonic()))
                process.kill()
                process.join()


def _begin_worker() -> None:
    # Ctrl-C goes to all processes of a terminal, a service's end to all of its own; the first one decides what to do.
    for number in WISHES_TO_END:
        signal.signal(number, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    """End when the first process does: killed, it can't tell its workers, who would wait for ever."""
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep such signals away from a worker process that is being started, until it ignores them.

    It inherits the mask; here they arrive a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, WISHES_TO_END)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- on many machines


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Return an executor on the Dask scheduler at ``address`` (``tcp://host:8786``) and its number of workers' threads.

    What a worker that dies was playing is played by another one. Raises ``WorkerLost`` when the package ``distributed``
    is missing, when no scheduler answers, when it has no workers or one with another version of this package, and when
    it is lost on the way.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise WorkerLost(
            "a cluster needs the package distributed, which is not installed; pip install 'minesweeper-qt[cluster]'"
        ) from None
    try:
        # Asked by hand first: Dask would go on trying for the whole time at a port where nobody listens.
        host, _, port = address.rpartition("//")[2].rpartition(":")
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as wrong:
        raise WorkerLost(f"no Dask scheduler answers at {address!r} ({' '.join(str(wrong).split())})") from None
    # What it logs about a lost connection would bury the one line that says so.
    # "distributed" stands for its other loggers, which have no level of their own.
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
    return __version__
