"""Tests of the worker: answers, late answers, lanes, slow ones, cancelling and closing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from minesweeper_qt.gui.session.computations import Tools, find_chances, find_risk
from minesweeper_qt.gui.session.worker import SLOW_AFTER, Lane, Outcome, Request, Worker
from minesweeper_qt.model import Position
from tests.gui.support.held import LIMIT, Held

ONE = Position(1, 3, 1, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()
    assert made.wait(LIMIT)


@pytest.fixture
def answers() -> list[Outcome]:
    return []


def begin(qtbot: QtBot, worker: Worker, then: Callable[[Outcome], object], held: Held, **options: Any) -> Request:
    """Request ``held`` and return the request when it is being computed."""
    request = worker.request(then, held, **options)
    qtbot.waitUntil(held.begun.is_set)
    return request


def let_go(number: int) -> Held:
    """Return a function that computes ``number`` at once."""
    held = Held(number)
    held.go.set()
    return held


# -- answers


def test_each_request_has_its_own_receiver(qtbot, worker):
    first, second = [], []
    request = worker.request(first.append, find_chances, ONE)
    worker.request(second.append, find_risk, ONE, (0, 0), False)
    assert worker.is_computing
    assert request.is_open
    qtbot.waitUntil(lambda: not worker.is_computing)
    assert not request.is_open
    assert [answer.result.least for answer in first] == [0.5]
    assert [answer.result[0] for answer in second] == [0.5]
    assert (first[0].error, first[0].problem) == (None, "")


@pytest.mark.parametrize("function", [find_chances, lambda *arguments: find_risk(*arguments, (0, 0), False)])
def test_an_inconsistent_position_is_answered_with_a_problem(qtbot, worker, answers, function):
    worker.request(answers.append, function, CLASH)
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].result is None
    assert "no layout agrees" in answers[0].problem
    # A traceback would keep what was computed until the garbage collector runs.
    assert answers[0].error is not None
    assert answers[0].error.__traceback__ is None


def test_a_mistake_in_the_program_is_answered_and_then_raised(qtbot, worker, answers):
    def wrong(tools: Tools) -> None:
        raise ZeroDivisionError("by mistake")

    with qtbot.capture_exceptions() as raised:
        worker.request(answers.append, wrong)
        qtbot.waitUntil(lambda: bool(raised))
    assert [answer.problem for answer in answers] == ["by mistake"]
    assert raised[0][1] is answers[0].error
    assert not worker.is_computing
    worker.request(answers.append, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 2)


# -- order


@pytest.mark.parametrize("lane", [lane for lane in Lane if lane is not Lane.QUICK])
def test_no_other_lane_delays_quick_answers(qtbot, worker, answers, lane):
    held = Held()
    request = begin(qtbot, worker, answers.append, held, lane=lane)
    for _ in range(3):
        worker.request(answers.append, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert request.is_open
    held.go.set()
    qtbot.waitUntil(lambda: len(answers) == 4)


def test_requests_of_one_lane_are_computed_in_their_order(qtbot, worker, answers):
    first = Held(0)
    begin(qtbot, worker, answers.append, first)
    for number in range(1, 4):
        worker.request(answers.append, let_go(number))
    first.go.set()
    qtbot.waitUntil(lambda: len(answers) == 4)
    assert [answer.result for answer in answers] == [0, 1, 2, 3]


# -- cancelling


def test_a_cancelled_request_is_not_computed(qtbot, worker, answers):
    first, second = Held(1), Held(2)
    begin(qtbot, worker, answers.append, first)
    worker.request(answers.append, second).cancel()
    first.go.set()
    qtbot.waitUntil(lambda: bool(answers) and worker.wait(0))
    assert not second.begun.is_set()
    assert [answer.result for answer in answers] == [1]


@pytest.mark.threads
def test_what_is_cancelled_is_stopped_and_a_late_answer_is_dropped(qtbot, worker, answers):
    request = worker.request(answers.append, let_go(1))
    assert worker.wait(LIMIT)  # The answer is ready, but not delivered.
    request.cancel()
    QCoreApplication.processEvents()
    assert answers == []
    # What is cancelled is stopped.
    held = Held()
    begin(qtbot, worker, answers.append, held).cancel()
    assert not worker.is_computing
    qtbot.waitUntil(held.stopped.is_set)
    assert worker.wait(LIMIT)
    QCoreApplication.processEvents()
    assert answers == []


def test_a_receiver_may_cancel_another_request(qtbot, worker, answers):
    requests: list[Request] = []

    def cancel(answer: Outcome) -> None:
        answers.append(answer)
        requests[1].cancel()

    requests += [worker.request(cancel, let_go(number)) for number in (1, 2, 3)]
    qtbot.waitUntil(lambda: worker.wait(0) and not worker.is_computing)
    assert [answer.result for answer in answers] == [1, 3]


# -- slow requests


def test_only_a_slow_request_is_said_to_be_slow_and_only_once(qtbot, worker, time, answers):
    said: list[int] = []
    worker.request(answers.append, Held(), slow=lambda: said.append(0)).cancel()
    held = Held()
    begin(qtbot, worker, answers.append, held, slow=lambda: said.append(1), lane=Lane.LONG)
    time.wait(SLOW_AFTER - 1)
    assert said == []
    time.wait(2 * SLOW_AFTER)
    assert said == [1]
    assert not time.due
    held.go.set()
    qtbot.waitUntil(lambda: bool(answers))


def test_who_is_told_may_close_the_worker(worker, time, answers):
    said: list[int] = []
    for number in range(2):
        worker.request(answers.append, Held(), slow=lambda number=number: (said.append(number), worker.close()))
    time.wait(2 * SLOW_AFTER)
    assert said == [0]


# -- closing


@pytest.mark.threads
def test_closing_stops_what_is_computed_and_drops_what_waits(qtbot, worker, answers):
    computed, waiting = (Held(), Held()), (Held(), Held())
    for lane, held, later in zip((Lane.QUICK, Lane.LONG), computed, waiting, strict=True):
        begin(qtbot, worker, answers.append, held, lane=lane)
        worker.request(answers.append, later, lane=lane)
    worker.close()
    assert worker.wait(LIMIT)
    assert all(held.stopped.is_set() for held in computed)
    assert not any(held.begun.is_set() for held in waiting)
    assert not worker.is_computing
    QCoreApplication.processEvents()
    assert answers == []
    # It can be used again.
    worker.request(answers.append, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 1)


@pytest.mark.threads
def test_closing_does_what_was_requested_of_the_files(worker, answers):
    done: list[int] = []
    for number in range(3):
        worker.request(answers.append, lambda tools, number=number: done.append(number), lane=Lane.FILES)
    worker.request(answers.append, lambda tools: done.append(3), lane=Lane.FILES).cancel()
    worker.close()
    assert done == [0, 1, 2]
    QCoreApplication.processEvents()
    assert answers == []


def test_a_request_outlives_its_worker(answers):
    """A process that ends destroys the worker and the panels that cancel in any order."""
    worker = Worker()
    request = worker.request(answers.append, Held(), slow=lambda: None)
    delete(worker)
    request.cancel()
    assert not worker.is_computing
    worker.close()
    assert worker.wait(LIMIT)


@pytest.mark.slow
def test_python_ends_although_nobody_closes_a_worker_that_computes():
    program = (
        "from PySide6.QtCore import QCoreApplication\n"
        "from minesweeper_qt.gui.session.worker import Lane, Worker\n"
        "from tests.gui.support.held import Held\n"
        "application, worker, held = QCoreApplication([]), Worker(), Held()\n"
        "worker.request(print, held)\n"
        "worker.request(print, Held(), lane=Lane.LONG)\n"
        "assert held.begun.wait(20)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT / 2)


# -- a seeded race


@pytest.mark.threads
@pytest.mark.parametrize("seed", range(4))
def test_requests_that_race_are_answered_once_or_never(qtbot, seed):
    """Nothing waits for the threads here: requests are cancelled at any point."""
    random = Random(seed)
    worker = Worker()
    is_open: dict[int, Request] = {}
    answered: list[int] = []
    withdrawn: set[int] = set()

    def take(number: int, answer: Outcome) -> None:
        assert answer.result == number
        assert number not in withdrawn
        answered.append(number)
        del is_open[number]

    for number in range(600):
        if random.random() < 0.6:
            is_open[number] = worker.request(partial(take, number), let_go(number), lane=random.choice(list(Lane)))
        elif random.random() < 0.5 and is_open:
            chosen = random.choice(list(is_open))
            is_open.pop(chosen).cancel()
            withdrawn.add(chosen)
        elif random.random() < 0.1:
            worker.close()
            withdrawn.update(is_open)
            is_open.clear()
        else:
            QCoreApplication.processEvents()
    assert worker.wait(LIMIT)
    QCoreApplication.processEvents()
    assert not is_open, "an answer is lost"
    assert len(set(answered)) == len(answered)
    worker.close()
    assert worker.wait(LIMIT)
