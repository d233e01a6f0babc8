"""Tests of the worker pool: the same results as in one process, and lost workers are reported."""

from __future__ import annotations

import os
import sys
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest

from minesweeper_qt.model import CS50_RULES, Experiment, GivenBoard, WorkerLost
from minesweeper_qt.model.lab import worker_pool
from minesweeper_qt.model.lab.results import missing
from minesweeper_qt.model.lab.worker_pool import cluster, play_all
from minesweeper_qt.model.pools import local_pool

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


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkerLost, match=r"pip install 'minesweeper-qt\[cluster\]'"), cluster("tcp://127.0.0.1:8786"):
        pass


def test_a_port_without_a_server_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", pytest)  # any module will do: it isn't used
    with pytest.raises(WorkerLost, match="no Dask scheduler answers"), cluster("tcp://127.0.0.1:1"):
        pass


def test_seconds_per_task_are_aimed_at(monkeypatch):
    monkeypatch.setattr(worker_pool, "TASK_SECONDS", 0.0)
    inline = InlineExecutor()
    list(play_all(EXPERIMENT, TASKS[:10], inline, 1))
    assert [len(tasks) for _, tasks in inline.submitted] == [1] * 10
