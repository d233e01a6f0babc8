"""Tests of the worker: answers, late answers, two threads, progress, cancelling and closing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from minesweeper_qt.gui.session.computations import Tools, find_chances, find_risk
from minesweeper_qt.gui.session.worker import SLOW_AFTER, Answer, Kind, Progress, Worker
from minesweeper_qt.model import Position
from tests.gui.support.held import LIMIT, Held

ONE = Position(1, 3, 1, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})
HARD = Position(30, 30, 300, {(i, j): 3 for i in range(1, 30, 2) for j in range(1, 30, 2)})
"""A lattice of single clues: every way of counting is slow at it."""

KINDS = (Kind.MOVE, Kind.CHANCES, Kind.RISK, Kind.WHY, Kind.LEVELS)


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()
    assert made.wait(LIMIT)


@pytest.fixture
def answers(worker: Worker) -> list[Answer]:
    found: list[Answer] = []
    worker.answered.connect(found.append)
    return found


def begin(qtbot: QtBot, worker: Worker, kind: Kind, held: Held) -> Held:
    """Request ``held`` and return it when it is being computed."""
    worker.request(kind, held)
    qtbot.waitUntil(held.begun.is_set)
    return held


# -- answers


def test_an_answer_has_its_request(qtbot, worker, answers):
    request = worker.request(Kind.CHANCES, find_chances, ONE)
    assert worker.is_computing()
    assert worker.is_computing(Kind.RISK, Kind.CHANCES)
    assert not worker.is_computing(Kind.RISK)
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].request is request
    assert (request.kind, request.arguments) == (Kind.CHANCES, (ONE,))
    assert answers[0].result.least == 0.5
    assert (answers[0].error, answers[0].problem) == (None, "")
    assert not worker.is_computing()


@pytest.mark.parametrize("function", [find_chances, lambda *arguments: find_risk(*arguments, (0, 0), False)])
def test_an_inconsistent_position_is_answered_with_a_problem(qtbot, worker, answers, function):
    worker.request(Kind.CHANCES, function, CLASH)
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
        worker.request(Kind.MOVE, wrong)
        qtbot.waitUntil(lambda: bool(raised))
    assert [answer.problem for answer in answers] == ["by mistake"]
    assert raised[0][1] is answers[0].error
    assert not worker.is_computing()
    worker.request(Kind.CHANCES, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 2)


# -- order


@pytest.mark.parametrize("long", [kind for kind in Kind if kind.is_long])
def test_no_long_search_delays_hints_risks_and_moves(qtbot, worker, answers, long):
    held = begin(qtbot, worker, long, Held())
    for kind in (Kind.HINT, Kind.RISK, Kind.MOVE, Kind.CHANCES):
        worker.request(kind, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 4)
    assert worker.is_computing(long)
    held.go.set()
    qtbot.waitUntil(lambda: len(answers) == 5)


def test_a_diagnosis_does_not_wait_for_an_audit():
    assert Kind.AUDIT.is_long is not Kind.DIAGNOSIS.is_long


def test_requests_of_one_thread_are_computed_in_their_order(qtbot, worker, answers):
    first = begin(qtbot, worker, Kind.MOVE, Held(0))
    for number, kind in enumerate((Kind.CHANCES, Kind.RISK, Kind.CHANCES), 1):
        held = Held(number)
        held.go.set()
        worker.request(kind, held)
    first.go.set()
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert [answer.result for answer in answers] == [0, 2, 3]


# -- replacing and cancelling


@pytest.mark.threads
def test_a_new_request_stops_the_one_of_its_kind_that_is_computed(qtbot, worker, answers):
    first = begin(qtbot, worker, Kind.MOVE, Held(1))
    second = begin(qtbot, worker, Kind.MOVE, Held(2))
    assert first.stopped.is_set()
    second.go.set()
    qtbot.waitUntil(lambda: not worker.is_computing())
    assert [answer.result for answer in answers] == [2]


def test_a_cancelled_request_is_not_computed(qtbot, worker, answers):
    first, second = begin(qtbot, worker, Kind.MOVE, Held(1)), Held(2)
    worker.request(Kind.CHANCES, second)
    worker.cancel(Kind.CHANCES, Kind.RISK)
    assert not worker.is_computing(Kind.CHANCES)
    first.go.set()
    qtbot.waitUntil(lambda: bool(answers) and worker.wait(0))
    assert not second.begun.is_set()
    assert [answer.result for answer in answers] == [1]


@pytest.mark.threads
@pytest.mark.parametrize("replaced", [False, True])
def test_a_late_answer_is_dropped(qtbot, worker, answers, replaced):
    first, second = begin(qtbot, worker, Kind.MOVE, Held(1)), Held(2)
    first.go.set()
    assert worker.wait(LIMIT)  # The answer is ready, but not delivered.
    if replaced:
        worker.request(Kind.MOVE, second)
    else:
        worker.cancel(Kind.MOVE)
    QCoreApplication.processEvents()
    assert answers == []
    second.go.set()
    qtbot.waitUntil(lambda: not worker.is_computing())
    assert [answer.result for answer in answers] == [2] * replaced


def test_cancelling_in_a_receiver_keeps_the_answers_of_others(qtbot, worker):
    found: list[Kind] = []

    def cancel(answer: Answer) -> None:
        found.append(answer.request.kind)
        worker.cancel(Kind.CHANCES)

    worker.answered.connect(cancel)
    for kind in (Kind.MOVE, Kind.CHANCES, Kind.LEVELS):
        held = Held()
        held.go.set()
        worker.request(kind, held)
    qtbot.waitUntil(lambda: worker.wait(0) and not worker.is_computing())
    assert sorted(kind.value for kind in found) == ["levels", "move"]


# -- progress


def test_only_a_long_computation_makes_progress_known(qtbot, worker, time, answers):
    reports: list[Progress] = []
    worker.progressed.connect(reports.append)
    worker.request(Kind.MOVE, Held())
    worker.cancel(Kind.MOVE)
    assert not time.due
    held = Held(progress=(3, 8))
    request = worker.request(Kind.LEVELS, held)
    qtbot.waitUntil(held.begun.is_set)
    time.wait(SLOW_AFTER - 1)
    assert reports == []
    for number in range(1, 4):
        time.wait(50)
        assert len(reports) == number
    held.go.set()
    qtbot.waitUntil(lambda: bool(answers))
    assert not time.due
    assert {report.request for report in reports} == {request}
    assert [report.reported for report in reports] == [(3, 8)] * len(reports)
    assert reports[0].seconds == pytest.approx(SLOW_AFTER / 1000)


def test_a_receiver_of_progress_may_cancel(worker, time):
    reports: list[Kind] = []

    def cancel(progress: Progress) -> None:
        reports.append(progress.request.kind)
        worker.close()

    worker.progressed.connect(cancel)
    worker.request(Kind.MOVE, Held())
    worker.request(Kind.WHY, Held())
    time.wait(2 * SLOW_AFTER)
    assert len(reports) == 1


# -- closing


@pytest.mark.threads
def test_closing_stops_what_is_computed_and_drops_what_waits(qtbot, worker, answers):
    computed = begin(qtbot, worker, Kind.MOVE, Held()), begin(qtbot, worker, Kind.WHY, Held())
    waiting = Held(), Held()
    worker.request(Kind.CHANCES, waiting[0])
    worker.request(Kind.LEVELS, waiting[1])
    worker.close()
    assert worker.wait(LIMIT)
    assert all(held.stopped.is_set() for held in computed)
    assert not any(held.begun.is_set() for held in waiting)
    assert not worker.is_computing()
    QCoreApplication.processEvents()
    assert answers == []
    # It can be used again.
    worker.request(Kind.CHANCES, find_chances, ONE)
    qtbot.waitUntil(lambda: len(answers) == 1)


def test_a_worker_that_was_destroyed_still_cancels():
    """A process that ends destroys the worker and the panels that cancel in any order."""
    worker, held = Worker(), Held()
    worker.request(Kind.LEVELS, held)
    delete(worker)
    worker.cancel(Kind.LEVELS)
    assert not worker.is_computing()
    worker.close()
    assert worker.wait(LIMIT)


@pytest.mark.slow
def test_python_ends_although_nobody_closes_a_worker_that_computes():
    program = (
        "from PySide6.QtCore import QCoreApplication\n"
        "from minesweeper_qt.gui.session.worker import Kind, Worker\n"
        "from tests.gui.support.held import Held\n"
        "application, worker, held = QCoreApplication([]), Worker(), Held()\n"
        "worker.request(Kind.WHY, held)\n"
        "worker.request(Kind.LEVELS, Held())\n"
        "assert held.begun.wait(20)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT / 2)


# -- a seeded race


@pytest.mark.threads
@pytest.mark.parametrize("seed", range(4))
def test_requests_that_race_are_answered_once_or_never(qtbot, seed):
    """Nothing waits for the threads here: requests are cancelled or replaced at any point of their computation."""
    random = Random(seed)
    worker = Worker()
    answers: list[object] = []
    worker.answered.connect(lambda answer: answers.append(answer.request))
    is_open: dict[Kind, object] = {}
    withdrawn: set[object] = set()
    delivered = 0

    def handle_events() -> None:
        nonlocal delivered
        QCoreApplication.processEvents()
        for request in answers[delivered:]:
            assert is_open.pop(request.kind, None) is request
        delivered = len(answers)

    for number in range(600):
        kind = random.choice(KINDS)
        if random.random() < 0.6:
            held = Held(number)
            held.go.set()
            withdrawn.update({is_open[kind]} if kind in is_open else ())
            is_open[kind] = worker.request(kind, held)
        elif random.random() < 0.5:
            withdrawn.update({is_open.pop(kind)} if kind in is_open else ())
            worker.cancel(kind)
        elif random.random() < 0.1:
            withdrawn.update(is_open.values())
            is_open.clear()
            worker.close()
        else:
            handle_events()
    assert worker.wait(LIMIT)
    handle_events()
    assert not is_open, "an answer is lost"
    assert len(set(answers)) == len(answers)
    assert not withdrawn.intersection(answers)
    worker.close()
    assert worker.wait(LIMIT)
