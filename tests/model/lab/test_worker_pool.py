"""Tests of the worker pool: same results as in one process, lost workers are reported, and all processes end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest

from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.lab import worker_pool
from minesweeper_qt.model.lab.experiment import Experiment, GivenBoard
from minesweeper_qt.model.lab.results import missing
from minesweeper_qt.model.lab.worker_pool import cluster, play_all
from minesweeper_qt.model.pools import available_cores, local_pool
from tests.model.support.students import wait_until

pytestmark = pytest.mark.long

EXPERIMENT = Experiment(("cs50", "cs50-count"), 5, 5, 4, CS50_RULES, seed=1)
TASKS = missing(EXPERIMENT, 60, [])


class InlineExecutor(Executor):
    """Plays at once what is submitted, and keeps the arguments; can't be shut down."""

    def __init__(self) -> None:
        self.submitted: list[tuple[object, ...]] = []

    def submit(self, function, /, *arguments):
        self.submitted.append(arguments)
        future: Future[object] = Future()
        future.set_result(function(*arguments))
        return future


def played(results) -> list[object]:
    flat = [replace(result, ms=0) for some in results for result in some]
    return sorted(flat, key=lambda result: (result.game, result.strategy))


@pytest.fixture(scope="module")
def alone():
    return played(play_all(EXPERIMENT, TASKS))


def test_two_processes_find_what_one_finds(alone):
    with local_pool(2) as pool:
        assert played(play_all(EXPERIMENT, TASKS, pool, 2)) == alone


@pytest.mark.parametrize("workers", [1, 3])
def test_every_game_is_played_once_for_any_size_of_requests(alone, workers, monkeypatch):
    monkeypatch.setattr(worker_pool, "MOST_IN_TASK", 7)
    inline = InlineExecutor()
    assert played(play_all(EXPERIMENT, TASKS, inline, workers)) == alone
    assert sorted(task for _, tasks in inline.submitted for task in tasks) == sorted(TASKS)
    assert max(len(tasks) for _, tasks in inline.submitted) == 7, "quick games travel together"


def test_only_the_boards_that_are_needed_are_sent():
    boards = tuple(GivenBoard(2, 2, ((i, j),)) for i in range(2) for j in range(2))
    experiment = Experiment(("cs50",), boards=boards)
    inline = InlineExecutor()
    tasks = missing(experiment, 4, [])
    assert played(play_all(experiment, tasks, inline)) == played(play_all(experiment, tasks))
    for sent, some in inline.submitted:
        assert sent.boards == {game: boards[game] for game, _ in some}


@pytest.mark.parametrize("executor", [None, InlineExecutor()], ids=["here", "elsewhere"])
def test_a_stop_leaves_the_rest(executor):
    some: list[object] = []
    some.extend(play_all(EXPERIMENT, TASKS, executor, 1, lambda: len(some) >= 2))
    assert 2 <= len(some) < 10
    assert sum(map(len, some)) < len(TASKS)


def test_what_came_in_before_a_stop_is_kept():
    inline = InlineExecutor()
    results = [
        result for some in play_all(EXPERIMENT, TASKS, inline, 2, lambda: len(inline.submitted) > 0) for result in some
    ]
    assert len(results) == sum(len(tasks) for _, tasks in inline.submitted) > 0


def test_a_worker_that_dies_is_an_error_and_not_a_long_wait():
    with local_pool(2) as pool:
        arriving = play_all(EXPERIMENT, missing(EXPERIMENT, 100_000, []), pool, 2)
        assert next(arriving)
        pool.submit(os._exit, 1)
        with pytest.raises(WorkerLost, match="a process that played has died"):
            list(arriving)


@pytest.mark.skipif(sys.platform == "win32", reason="there os.kill(pid, 0) sends Ctrl+C")
def test_the_pool_does_not_outlive_its_block():
    with local_pool(2) as pool:
        pid = pool.submit(os.getpid).result()
        busy = pool.submit(time.sleep, 60)
        wait_until(busy.running)
    assert busy.cancelled() or busy.exception() is not None, "it has not slept for so long"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_leave_the_end_signals_to_the_first_process():
    with local_pool(1) as pool:
        pid = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert pool.submit(os.getpid).result(timeout=30) == pid


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_outlive_these_signals_but_what_they_start_gets_them():
    code = "import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.getsignal(signal.SIGTERM).name)"
    with local_pool(1) as pool:
        worker = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker, number)
        assert pool.submit(subprocess.check_output, [sys.executable, "-c", code]).result() == b"set() SIG_DFL\n"
        assert pool.submit(os.getpid).result() == worker
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {signal.SIGINT, signal.SIGTERM}, "here they arrive"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_do_not_outlive_a_first_process_that_is_killed():
    code = (
        "import os, time\nfrom minesweeper_qt.model.lab.worker_pool import local_pool\n"
        "if __name__ == '__main__':\n"
        "    with local_pool(1) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
        assert first.stdout is not None
        worker = int(first.stdout.readline())
        first.kill()
    wait_until(lambda: not is_alive(worker))


def is_alive(pid: int) -> bool:
    """Return whether a process is alive; a dead process that has not been waited for (a zombie) counts as dead."""
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_there_is_a_core():
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkerLost, match=r"pip install 'minesweeper-qt\[cluster\]'"), cluster("tcp://127.0.0.1:8786"):
        pass


def test_a_port_without_a_server_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", pytest)  # any module will do: it isn't used
    with (
        pytest.raises(WorkerLost, match="no Dask scheduler answers"),
        cluster("tcp://127.0.0.1:1"),
    ):
        pass


def test_seconds_per_task_are_aimed_at(monkeypatch):
    monkeypatch.setattr(worker_pool, "TASK_SECONDS", 0.0)
    inline = InlineExecutor()
    list(play_all(EXPERIMENT, TASKS[:10], inline, 1))
    assert [len(tasks) for _, tasks in inline.submitted] == [1] * 10


def test_no_thread_of_the_pool_is_left_to_fail_while_python_exits():
    before = set(threading.enumerate())
    for is_started in (False, True):
        with local_pool(2) as pool:
            if is_started:
                pool.submit(os.getpid).result()
            pool.submit(time.sleep, 60)
        assert set(threading.enumerate()) == before
