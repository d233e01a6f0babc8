"""Tests of the function that runs in the background: its result, its progress, its errors and its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from threading import Event
from time import sleep

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background.background_task import BackgroundTask, Report, ShouldStop
from minesweeper_qt.model.errors import MinesweeperError, Stopped


@pytest.fixture
def task() -> Iterator[BackgroundTask]:
    task = BackgroundTask()
    yield task
    task.close()
    assert not [one for one in threading.enumerate() if one.name == "task"]


def test_progress_comes_in_order_and_then_the_result(task: BackgroundTask, qtbot: QtBot) -> None:
    got: list[object] = []
    task.progressed.connect(got.append)

    def work(report: Report, should_stop: ShouldStop) -> str:
        for number in range(5):
            report(number)
        return "all"

    with qtbot.waitSignal(task.done) as done:
        task.start(work)
        assert task.is_running
    assert (got, done.args) == ([0, 1, 2, 3, 4], ["all"])
    assert not task.is_running


def test_an_expected_error_is_the_result(task: BackgroundTask, qtbot: QtBot) -> None:
    wrong = MinesweeperError("no such board")

    def work(report: Report, should_stop: ShouldStop) -> None:
        raise wrong

    with qtbot.waitSignal(task.done) as done:
        task.start(work)
    assert done.args == [wrong]


def test_a_mistake_is_raised_in_the_thread_of_the_task(task: BackgroundTask, qtbot: QtBot) -> None:
    def work(report: Report, should_stop: ShouldStop) -> None:
        raise ZeroDivisionError("a mistake")

    with qtbot.captureExceptions() as raised, qtbot.waitSignal(task.done) as done:
        task.start(work)
    assert done.args == [None]
    assert [str(one[1]) for one in raised] == ["a mistake"]


def test_nothing_comes_of_a_function_that_was_cancelled_or_replaced(task: BackgroundTask, qtbot: QtBot) -> None:
    got: list[object] = []
    task.done.connect(got.append)
    task.progressed.connect(got.append)
    begun, ended = Event(), Event()

    def endless(report: Report, should_stop: ShouldStop) -> None:
        begun.set()
        while not should_stop():
            sleep(0.001)
        report("late")
        ended.set()
        raise Stopped("late")

    task.start(endless)
    assert begun.wait(10)
    with qtbot.waitSignal(task.cancelled):
        task.cancel()
    assert not task.is_running
    assert ended.wait(10)
    begun.clear()
    task.start(endless)
    assert begun.wait(10)
    with qtbot.waitSignal(task.done):
        task.start(lambda report, should_stop: "new")
    qtbot.wait(50)
    assert got == ["new"]


def test_closing_ends_the_thread(qtbot: QtBot) -> None:
    task = BackgroundTask()

    def endless(report: Report, should_stop: ShouldStop) -> None:
        while not should_stop():
            sleep(0.001)

    task.start(endless)
    task.close()
    assert not [one for one in threading.enumerate() if one.name == "task"]
