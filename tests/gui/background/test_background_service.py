"""Tests of the background service: order, answers, late answers, progress, cancelling and closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from threading import Event
from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background import findings
from minesweeper_qt.gui.background.background_service import SLOW_AFTER, BackgroundService, Progress
from minesweeper_qt.gui.background.requests import (
    Answer,
    ChancesRequest,
    FindingsRequest,
    HintRequest,
    Lane,
    LevelsRequest,
    MoveRequest,
    ProofRequest,
    Request,
    RiskRequest,
)
from minesweeper_qt.gui.background.tools import Tools
from minesweeper_qt.model import Minesweeper, Position
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.exact import probability
from minesweeper_qt.model.exact.interruption import Poll
from tests.gui.support.held import KINDS, LIMIT, Early, Held, Late, Long, Longest, Urgent
from tests.gui.support.slow import GatedEngine, engine, is_working

__all__ = ["engine"]  # a fixture

EMPTY = Position(1, 3, 1, {})
ONE = Position(1, 3, 1, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})
HARD = Position(30, 30, 300, {(i, j): 3 for i in range(1, 30, 2) for j in range(1, 30, 2)})
"""A lattice of single clues: every way of counting is slow at it."""


@pytest.fixture
def service(qtbot: QtBot) -> Iterator[BackgroundService]:
    made = BackgroundService()
    yield made
    made.close()


@pytest.fixture
def answers(service: BackgroundService) -> list[Answer[Any]]:
    found: list[Answer[Any]] = []
    service.answered.connect(found.append)
    return found


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[Exception | None]:
    """The errors of all answers, also of those that are dropped."""
    found: list[Exception | None] = []
    compute = Answer.to

    def record(request: Request[Any], tools: Tools) -> Answer[Any]:
        answer = compute(request, tools)
        found.append(answer.error)
        return answer

    monkeypatch.setattr(Answer, "to", record)
    return found


def begin(service: BackgroundService, request: Held) -> Held:
    """Enqueue ``request`` and return it when it is being computed."""
    service.enqueue(request)
    assert request.begun.wait(LIMIT)
    return request


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait without handling events: what the threads send is not delivered."""
    until = monotonic() + LIMIT
    while not holds():
        assert monotonic() < until
        sleep(0.0005)


# -- threads


def test_it_has_threads_only_while_it_has_requests(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    assert not is_working()
    for number in (1, 2):
        request = begin(service, Early(number, EMPTY))
        assert is_working()
        request.go.set()
        qtbot.waitUntil(lambda number=number: len(answers) == number and not is_working())


def test_chances_and_moves_do_not_wait_for_a_long_search(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    long = begin(service, Longest(1, EMPTY))
    service.enqueue(ChancesRequest(2, ONE))
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].request.revision == 2
    assert service.is_computing(Longest)
    long.go.set()
    qtbot.waitUntil(lambda: len(answers) == 2)


def test_a_service_that_nobody_closes_ends_its_threads(qtbot: QtBot) -> None:
    request = begin(BackgroundService(), Early(1, EMPTY))
    request.go.set()
    qtbot.waitUntil(lambda: not is_working())


# -- answers


def test_an_answer_has_the_request_with_its_revision(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    request = ChancesRequest(7, ONE)
    service.enqueue(request)
    assert service.is_computing()
    assert service.is_computing(Late, ChancesRequest)
    assert not service.is_computing(Late)
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].request is request
    assert answers[0].result.least == 0.5
    assert (answers[0].error, answers[0].problem) == (None, "")
    assert not service.is_computing()


@pytest.mark.parametrize(
    "request_type", [ChancesRequest, lambda revision, position: RiskRequest(revision, position, (0, 0), False)]
)
def test_an_inconsistent_position_is_answered_with_a_problem(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]], request_type: type[ChancesRequest]
) -> None:
    service.enqueue(request_type(1, CLASH))
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].result is None
    assert "no layout agrees" in answers[0].problem


def test_a_mistake_in_the_program_is_answered_and_then_raised(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]], engine: type[GatedEngine]
) -> None:
    class Wrong(Early):
        __slots__ = ()

        def compute(self, tools: Tools) -> int:
            raise ZeroDivisionError("by mistake")

    with qtbot.capture_exceptions() as raised:
        service.enqueue(Wrong(1, EMPTY))
        qtbot.waitUntil(lambda: bool(raised))
    assert [answer.problem for answer in answers] == ["by mistake"]
    assert raised[0][1] is answers[0].error
    assert not service.is_computing()
    service.enqueue(ChancesRequest(2, ONE))
    qtbot.waitUntil(lambda: len(answers) == 2)


# -- order


def test_the_newest_request_of_a_type_waits_in_the_place_of_the_oldest(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    first = begin(service, Urgent(0, EMPTY))
    for revision, kind in enumerate((Early, Late, Early, Late, Early), 1):
        request = kind(revision, EMPTY)
        request.go.set()
        service.enqueue(request)
    first.go.set()
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert [(type(answer.request), answer.request.revision) for answer in answers] == [
        (Urgent, 0),
        (Early, 5),
        (Late, 4),
    ]


def test_what_is_urgent_comes_first(qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]) -> None:
    firsts = begin(service, Early(0, EMPTY)), begin(service, Long(0, EMPTY))
    for kind in (Late, Urgent, Longest):
        request = kind(1, EMPTY)
        request.go.set()
        service.enqueue(request)
    for first in firsts:
        first.go.set()
    qtbot.waitUntil(lambda: len(answers) == 5)
    order = [type(answer.request) for answer in answers]
    assert [kind for kind in order if kind.lane is Lane.SHORT] == [Early, Urgent, Late]
    assert [kind for kind in order if kind.lane is Lane.LONG] == [Long, Longest]


def test_moves_come_before_hints_before_all_others_and_proofs_before_levels() -> None:
    kinds = (FindingsRequest, HintRequest, ChancesRequest, MoveRequest, RiskRequest)
    assert sorted(kinds, key=lambda kind: kind.priority) == [
        MoveRequest,
        HintRequest,
        FindingsRequest,
        ChancesRequest,
        RiskRequest,
    ]
    assert FindingsRequest.priority == ChancesRequest.priority == RiskRequest.priority, "none of them starves another"
    assert ProofRequest.priority < LevelsRequest.priority
    assert {kind.lane for kind in kinds} == {Lane.SHORT}
    assert {ProofRequest.lane, LevelsRequest.lane} == {Lane.LONG}


# -- replacing and cancelling


def test_a_new_request_stops_the_one_of_its_type_that_is_computed(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    first = begin(service, Early(1, EMPTY))
    second = begin(service, Early(2, EMPTY))
    assert first.stopped.is_set()
    second.go.set()
    qtbot.waitUntil(lambda: not service.is_computing() and not is_working())
    assert [answer.request for answer in answers] == [second]


def test_a_cancelled_request_is_not_computed(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    first, second = begin(service, Early(1, EMPTY)), Late(2, EMPTY)
    service.enqueue(second)
    service.cancel(Late, Urgent)
    assert not service.is_computing(Late)
    first.go.set()
    qtbot.waitUntil(lambda: not is_working() and bool(answers))
    assert not second.begun.is_set()
    assert [answer.request for answer in answers] == [first]


def test_a_request_that_is_computed_ends_when_it_is_cancelled(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    request = begin(service, Early(1, EMPTY))
    service.cancel(Early)
    assert not service.is_computing()
    assert request.stopped.wait(LIMIT)
    qtbot.wait(5)
    assert answers == []


@pytest.mark.parametrize("replaced", [False, True])
def test_a_late_answer_is_dropped(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]], replaced: bool
) -> None:
    first, second = begin(service, Early(1, EMPTY)), Early(2, EMPTY)
    first.go.set()
    wait_until(lambda: not is_working())  # The answer is ready, but not delivered.
    if replaced:
        begin(service, second)
    else:
        service.cancel(Early)
    qtbot.wait(5)
    assert answers == []
    second.go.set()
    qtbot.waitUntil(lambda: not service.is_computing())
    assert [answer.request for answer in answers] == [second] * replaced


def test_cancelling_in_a_receiver_keeps_the_answers_of_others(qtbot: QtBot, service: BackgroundService) -> None:
    found: list[object] = []

    def cancel(answer: Answer[int]) -> None:
        found.append(answer.request)
        service.cancel(Late)

    service.answered.connect(cancel)
    requests = [kind(1, EMPTY) for kind in (Early, Late, Long)]
    for request in requests:
        request.go.set()
        service.enqueue(request)
    wait_until(lambda: not is_working())
    qtbot.waitUntil(lambda: not service.is_computing())
    qtbot.wait(5)
    assert found in ([requests[0], requests[2]], [requests[2], requests[0]])


# -- progress


@pytest.mark.slow
def test_only_a_long_computation_makes_progress_known(qtbot: QtBot, service: BackgroundService) -> None:
    reports: list[Progress] = []
    service.progressed.connect(reports.append)
    service.enqueue(ChancesRequest(1, ONE))
    qtbot.waitUntil(lambda: not service.is_computing())
    cancelled = begin(service, Early(2, EMPTY))
    service.cancel(Early)
    assert cancelled.stopped.wait(LIMIT)
    qtbot.wait(SLOW_AFTER + 50)
    assert reports == []
    request = begin(service, Early(3, EMPTY))
    qtbot.waitUntil(lambda: len(reports) == 3)
    request.go.set()
    qtbot.waitUntil(lambda: not service.is_computing())
    qtbot.wait(SLOW_AFTER + 50)
    assert [report.request for report in reports] == [request] * 3
    seconds = [report.seconds for report in reports]
    assert seconds[0] >= SLOW_AFTER / 1000
    assert seconds[1] - seconds[0] >= SLOW_AFTER / 1000 - 0.02
    assert (reports[0].done, reports[0].total) == (None, None)


@pytest.mark.slow
def test_a_request_has_its_own_time_until_it_is_slow(qtbot: QtBot, service: BackgroundService) -> None:
    reports: list[Progress] = []
    service.progressed.connect(reports.append)
    first = begin(service, Early(1, EMPTY))
    qtbot.wait(SLOW_AFTER // 2)
    second = begin(service, Long(2, EMPTY))
    waiting = Late(3, EMPTY)
    service.enqueue(waiting)
    qtbot.waitUntil(lambda: len(reports) == 3)
    assert [report.request for report in reports] == [first, second, waiting], "one that waits is slow as well"
    assert min(report.seconds for report in reports) >= SLOW_AFTER / 1000


@pytest.mark.slow
def test_a_receiver_of_progress_may_cancel(qtbot: QtBot, service: BackgroundService) -> None:
    reports: list[object] = []

    def cancel(progress: Progress) -> None:
        reports.append(progress.request)
        service.close()

    service.progressed.connect(cancel)
    first = begin(service, Early(1, EMPTY))
    begin(service, Long(2, EMPTY))
    qtbot.waitUntil(lambda: bool(reports))
    qtbot.wait(SLOW_AFTER + 50)
    assert reports == [first]


@pytest.mark.slow
def test_progress_has_the_steps_that_the_computation_reports(qtbot: QtBot, service: BackgroundService) -> None:
    class Stepping(Long):
        __slots__ = ()

        def compute(self, tools: Tools) -> int:
            tools.report(3, 8)
            return Held.compute(self, tools)

    reports: list[Progress] = []
    service.progressed.connect(reports.append)
    begin(service, Stepping(1, EMPTY))
    qtbot.waitUntil(lambda: bool(reports))
    assert (reports[0].done, reports[0].total) == (3, 8)


# -- closing


def test_closing_stops_what_is_computed_and_drops_what_waits(
    qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]
) -> None:
    computed = begin(service, Early(1, EMPTY)), begin(service, Long(1, EMPTY))
    waiting = Late(2, EMPTY), Longest(2, EMPTY)
    for request in waiting:
        service.enqueue(request)
    service.close()
    assert not is_working()
    assert all(request.stopped.is_set() for request in computed)
    assert not any(request.begun.is_set() for request in waiting)
    assert not service.is_computing()
    qtbot.wait(5)
    assert answers == []


def test_closing_waits_for_a_computation_that_cannot_be_interrupted(
    qtbot: QtBot, service: BackgroundService, engine: type[GatedEngine], answers: list[Answer[Any]]
) -> None:
    gated = BackgroundService()
    engine.gate.shut()
    gated.enqueue(ChancesRequest(1, ONE))
    gated.enqueue(RiskRequest(2, ONE, (0, 0), False))
    qtbot.waitUntil(lambda: bool(engine.gate.came))
    engine.gate.open()
    gated.close()
    assert not is_working()
    assert len(engine.gate.came) == 1


@pytest.mark.parametrize("kind", [ChancesRequest, FindingsRequest, LevelsRequest])
@pytest.mark.parametrize("closes", [False, True])
def test_counting_is_aborted(
    qtbot: QtBot,
    service: BackgroundService,
    answers: list[Answer[Any]],
    errors: list[Exception | None],
    kind: type[ChancesRequest],
    closes: bool,
) -> None:
    tools = service._lanes[kind.lane]._tools
    counting = Event()
    should_stop = tools.should_stop

    def note() -> bool:
        counting.set()
        wait_until(should_stop)
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tools, "should_stop", note)
        service.enqueue(kind(0, HARD))
        assert counting.wait(LIMIT)
        (service.close if closes else lambda: service.cancel(kind))()
        qtbot.waitUntil(lambda: not is_working())
    assert [type(error) for error in errors] == [Stopped]
    # It can be used again afterwards, with the same engine.
    service.enqueue(kind(1, ONE))
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers[0].result is not None


@pytest.mark.parametrize("closes", [False, True])
def test_a_search_for_a_clash_is_aborted(
    qtbot: QtBot,
    service: BackgroundService,
    answers: list[Answer[Any]],
    errors: list[Exception | None],
    monkeypatch: pytest.MonkeyPatch,
    closes: bool,
) -> None:
    begun = Event()

    def search(position: Position, budget: int, should_stop: Callable[[], bool]) -> None:
        begun.set()
        wait_until(should_stop)
        raise Stopped("for a test")

    monkeypatch.setattr(findings, "contradicting_clues", search)
    service.enqueue(FindingsRequest(1, CLASH))
    assert begun.wait(LIMIT)
    if closes:
        service.close()
    service.enqueue(FindingsRequest(2, ONE))
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert [type(error) for error in errors] == [Stopped, type(None)]
    assert answers[0].request.revision == 2


@pytest.mark.slow
def test_combining_counts_is_aborted(
    qtbot: QtBot, service: BackgroundService, errors: list[Exception | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With thousands of cells away from the clues, combining the fronts takes most of the time."""
    game = Minesweeper(100, 100, 2000, seed=3)
    safe = sorted(set(game.grid.cells) - game.mines)
    combining, combine = Event(), probability.sums_with_others

    def note(polynomials: list[list[int]], weights: list[int], poll: Poll) -> tuple[list[list[int]], list[int]]:
        combining.set()
        return combine(polynomials, weights, poll)

    monkeypatch.setattr(probability, "sums_with_others", note)
    service.enqueue(
        FindingsRequest(1, Position(100, 100, 2000, {cell: game.nearby_mines(cell) for cell in safe[::10]}))
    )
    assert combining.wait(LIMIT)
    service.close()
    assert [type(error) for error in errors] == [Stopped], "it did not finish its work"


@pytest.mark.slow
def test_the_hardest_request_is_given_up(qtbot: QtBot, service: BackgroundService, answers: list[Answer[Any]]) -> None:
    service.enqueue(ChancesRequest(0, HARD))
    qtbot.waitUntil(lambda: bool(answers), timeout=60_000)
    assert "takes more than" in answers[0].problem, "half a second; without a budget it would take for ever"


# -- seeded walks


class Walk:
    """A service driven at random, with a model of what it has to do.

    ``running`` and ``waiting`` are the requests of each lane, those that wait with their ranks; ``open`` is the open
    request of each type; ``computed`` those whose answers are ready, but not delivered; ``expected`` all answers so
    far, in order.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.service = BackgroundService()
        self.answers: list[Answer[Any]] = []
        self.service.answered.connect(self._on_answered)
        self.places = count()
        self.running: dict[Lane, Held] = {}
        self.waiting: dict[Lane, list[tuple[int, int, Held]]] = {lane: [] for lane in Lane}
        self.open: dict[type[Held], Held] = {}
        self.computed: list[Held] = []
        self.expected: list[Held] = []
        self.requests = 0

    def _on_answered(self, answer: Answer[Any]) -> None:
        assert not self.service.is_computing(type(answer.request))
        self.answers.append(answer)

    def enqueue(self) -> None:
        kind = self.random.choice(KINDS)
        self.requests += 1
        request = kind(self.requests, EMPTY)
        place = next((place for _, place, other in self.waiting[kind.lane] if type(other) is kind), None)
        self._withdraw(kind)
        self.waiting[kind.lane].append((kind.priority, next(self.places) if place is None else place, request))
        self.open[kind] = request
        self.service.enqueue(request)
        self._settle()

    def cancel(self) -> None:
        kinds = self.random.sample(KINDS, self.random.randint(1, 2))
        for kind in kinds:
            self._withdraw(kind)
        self.service.cancel(*kinds)
        self._settle()

    def close(self) -> None:
        for kind in KINDS:
            self._withdraw(kind)
        self.service.close()
        assert not is_working(), "no thread remains"
        self._settle()

    def let_go(self) -> None:
        if self.running:
            request = self.running.pop(self.random.choice(list(self.running)))
            self.computed.append(request)
            request.go.set()
            self._settle()

    def deliver(self) -> None:
        """Handle events: exactly the answers of requests that are still open arrive, in order."""
        for request in self.computed:
            if self.open.get(type(request)) is request:
                del self.open[type(request)]
                self.expected.append(request)
        self.computed.clear()
        QCoreApplication.processEvents()
        assert [answer.request for answer in self.answers] == self.expected
        assert [answer.result for answer in self.answers] == [request.revision for request in self.expected]
        assert {kind for kind in KINDS if self.service.is_computing(kind)} == self.open.keys()

    def _withdraw(self, kind: type[Held]) -> None:
        request = self.open.pop(kind, None)
        if request is not None and self.running.get(kind.lane) is request:
            del self.running[kind.lane]
        self.waiting[kind.lane] = [entry for entry in self.waiting[kind.lane] if entry[2] is not request]

    def _settle(self) -> None:
        """Wait until each lane computes the request that it should, and no other."""
        for lane, waiting in self.waiting.items():
            if lane not in self.running and waiting:
                entry = min(waiting)
                waiting.remove(entry)
                self.running[lane] = entry[2]
                wait_until(entry[2].begun.is_set)
            assert not any(request.begun.is_set() for _, _, request in waiting), "not its turn"
        wait_until(lambda: sum(thread.name == "computing" for thread in threads()) == len(self.running))


@pytest.mark.parametrize("seed", range(8))
def test_a_random_walk_answers_what_is_open_in_order(qtbot: QtBot, seed: int) -> None:
    walk = Walk(seed)
    steps = [walk.enqueue] * 8 + [walk.let_go] * 6 + [walk.deliver] * 4 + [walk.cancel] * 2 + [walk.close]
    for _ in range(150):
        walk.random.choice(steps)()
    while walk.running:
        walk.let_go()
    walk.deliver()
    assert not walk.service.is_computing()
    assert walk.expected
    walk.close()


@pytest.mark.parametrize("seed", range(4))
def test_requests_that_race_are_answered_once_or_never(qtbot: QtBot, seed: int) -> None:
    """Nothing waits for the threads here: requests are cancelled or replaced at any point of their computation."""
    random = Random(seed)
    service = BackgroundService()
    answers: list[object] = []
    service.answered.connect(lambda answer: answers.append(answer.request))
    is_open: dict[type[Held], Held] = {}
    withdrawn: set[Held] = set()
    delivered = 0

    def handle_events() -> None:
        nonlocal delivered
        QCoreApplication.processEvents()
        for request in answers[delivered:]:
            assert is_open.pop(type(request), None) is request
        delivered = len(answers)

    for number in range(600):
        kind = random.choice(KINDS)
        if random.random() < 0.6:
            request = kind(number, EMPTY)
            request.go.set()
            withdrawn.update({is_open[kind]} if kind in is_open else ())
            is_open[kind] = request
            service.enqueue(request)
        elif random.random() < 0.5:
            withdrawn.update({is_open.pop(kind)} if kind in is_open else ())
            service.cancel(kind)
        elif random.random() < 0.1:
            withdrawn.update(is_open.values())
            is_open.clear()
            service.close()
            assert not is_working()
        else:
            handle_events()
    until = monotonic() + LIMIT
    while is_open:
        assert monotonic() < until, "an answer is lost"
        handle_events()
    assert len(set(answers)) == len(answers)
    assert not withdrawn.intersection(answers)
    service.close()
    assert not is_working()
