"""Plays the lab's games on many cores or on many machines, both through the interface of ``concurrent.futures``."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import Any

from minesweeper_qt import __version__
from minesweeper_qt.model import pools
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, Players, play_game, play_games
from minesweeper_qt.model.lab.solver import SolverProcess

GameTask = tuple[int, str]
"""The number of a game, and the strategy that plays it."""

TASK_SECONDS = 0.5
"""The time that one request takes a worker: long against the cost of a request, short for the progress display."""

MOST_IN_TASK = 200
_POLL_SECONDS = 0.1
_CONNECT_SECONDS = 10

_solvers: dict[tuple[str, ...], SolverProcess] = {}
"""In a worker of this machine, the solvers that it has started, which end with it; a start may take long."""


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
                with pools.end_signals_blocked():
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
    return play_games(experiment, tasks, _solvers if pools.is_worker else None), monotonic() - began


def _needed(experiment: Experiment, tasks: Sequence[GameTask]) -> Experiment:
    """Return the experiment with only those boards and files that ``tasks`` need; it is sent with every request."""
    names = {strategy for _, strategy in tasks}
    needed = replace(experiment, students=tuple(item for item in experiment.students if item[0] in names))
    if experiment.boards is None:
        return needed
    return replace(needed, boards={game: experiment.boards[game] for game, _ in tasks})


# -- on many machines


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Provide an executor on the Dask scheduler at ``address``, and the number of its workers' threads.

    An address is written as ``tcp://host:8786``. When a worker dies, another one plays its games. Raises ``WorkerLost``
    when the package ``distributed`` is missing, when no scheduler answers, when it has no workers or one with another
    version of this package, and when the connection is lost later.
    """
    try:
        distributed: Any = import_module("distributed")
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
