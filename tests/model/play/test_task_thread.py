"""Tests of the thread that carries out tasks: its end, and errors in it. What it shares with the learner is there."""

from __future__ import annotations

import threading
from time import sleep

import pytest

from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.play.task_thread import TaskThread


def squares(number: int, poll: Poll) -> int:
    return number * number


def never(event: object) -> bool:
    return False


@pytest.mark.parametrize("tasks", [[], [1, 2]])
@pytest.mark.parametrize("is_idle", [False, True])
def test_the_end_is_reached_once_after_all_tasks(tasks: list[int], is_idle: bool) -> None:
    ended: list[str] = []
    thread = TaskThread(squares, never, name="squares", at_end=lambda: ended.append(threading.current_thread().name))
    thread.add(tasks)
    assert thread.wait(20)
    while is_idle and any(other.name == "squares" for other in threading.enumerate()):
        sleep(0.01)
    assert ended == []
    assert not thread.has_ended
    thread.close(20)
    thread.close(20)
    assert thread.has_ended
    assert ended == ["squares"]


def test_a_task_that_polls_is_stopped_when_the_thread_is_closed() -> None:
    begun = threading.Event()
    ended = threading.Event()

    def wait_for_the_end(task: int, poll: Poll) -> int:
        begun.set()
        while True:
            poll()
            sleep(0.001)

    thread = TaskThread(wait_for_the_end, never, at_end=ended.set)
    thread.add([1, 2])
    assert begun.wait(20)
    thread.close(20)
    assert ended.is_set()
    assert thread.collect() == []
    assert not thread.is_busy


def test_after_an_error_of_a_task_the_next_one_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda arguments: errors.append(arguments.exc_value))
    thread = TaskThread(lambda number, poll: 1 // number, never)
    thread.add([0])
    assert thread.wait(20)
    while not errors:
        sleep(0.005)
    assert isinstance(errors[0], ZeroDivisionError)
    thread.add([1])
    assert thread.wait(20)
    assert thread.collect() == [1]
    thread.close()
