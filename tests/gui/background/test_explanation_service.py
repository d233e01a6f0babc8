"""Tests of the explanation service: results, late answers, cancelling and closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, current_thread
from threading import enumerate as threads
from time import perf_counter, process_time

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background.explanation_service import SLOW_AFTER, Explanation, ExplanationService
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import (
    DIFFICULTIES,
    Cell,
    Engine,
    InconsistentPosition,
    Position,
    ReasoningLevels,
    TooHard,
    reasoning_levels,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided

POSITION = Position(3, 5, 3, {(0, 0): 1, (1, 0): 1, (0, 4): 0, (1, 4): 0, (2, 4): 0})
OPEN_END = Position(1, 5, 2, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})
LATTICE = Position(30, 30, 300, {(i, j): 3 for i in range(1, 30, 2) for j in range(1, 30, 2)})
"""A lattice of single clues: every way of counting is slow at it."""


class FakeExplainer:
    """A stand-in for ``Explainer`` that waits until ``go`` is set or the request is cancelled.

    ``requests`` are the cells to explain, with ``None`` for a request about levels, and ``stopped`` those of them that
    were cancelled; ``threads`` are the names of the threads; ``error`` is raised instead of an answer.
    """

    error: Exception | None = None
    go: Event
    requests: list[Cell | None]
    stopped: list[Cell | None]
    threads: set[str]

    def __init__(
        self, position: Position, *, engine: Engine | None = None, should_stop: Callable[[], bool] | None = None
    ) -> None:
        assert should_stop is not None
        self.position = position
        self._should_stop = should_stop

    def _wait(self, cell: Cell | None) -> None:
        self.requests.append(cell)
        self.threads.add(current_thread().name)
        until = perf_counter() + 20
        while not self.go.wait(0.001):
            if self._should_stop():
                self.stopped.append(cell)
                raise Stopped("told to")
            assert perf_counter() < until
        if self.error is not None:
            raise self.error

    def explain(self, cell: Cell) -> Proof:
        self._wait(cell)
        return Proof(self.position, cell, False, reasoning_levels(self.position)[cell], ())

    @property
    def levels(self) -> ReasoningLevels:
        self._wait(None)
        return reasoning_levels(self.position)


@pytest.fixture
def fake_explainer(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeExplainer]]:
    """The class that replaces ``Explainer`` in the worker; it holds every request back until ``go`` is set."""

    held = type("Held", (FakeExplainer,), {"requests": [], "stopped": [], "threads": set(), "go": Event()})
    monkeypatch.setattr("minesweeper_qt.gui.background.worker.Explainer", held)
    yield held
    held.go.set()


@pytest.fixture
def found() -> list[Explanation]:
    return []


@pytest.fixture
def explanation_service(qtbot: QtBot, found: list[Explanation]) -> Iterator[ExplanationService]:
    made = ExplanationService()
    made.explained.connect(found.append)
    yield made
    made.close()


def is_working() -> bool:
    return any(thread.name == "thinking" for thread in threads())


def certain(position: Position) -> list[Cell]:
    return list(reasoning_levels(position))


# -- explanations


@pytest.mark.slow
def test_it_proves_what_is_certain_and_shows_layouts_for_what_is_not(
    qtbot: QtBot, explanation_service: ExplanationService, found: list[Explanation]
) -> None:
    for position, cell, kind in ((POSITION, certain(POSITION)[0], Proof), (OPEN_END, (0, 0), Undecided)):
        explanation_service.explain(position, cell)
        assert explanation_service.is_explaining
        qtbot.waitUntil(lambda: not explanation_service.is_explaining)
        assert found[-1].error is None
        assert (found[-1].position, found[-1].cell) == (position, cell)
        assert isinstance(found[-1].found, kind)
    assert len(found) == 2


@pytest.mark.slow
def test_it_computes_in_a_thread_of_its_own(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer]
) -> None:
    fake_explainer.go.set()
    explanation_service.explain(POSITION, certain(POSITION)[0])
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    assert fake_explainer.threads == {"thinking"}
    qtbot.waitUntil(lambda: not is_working())


def test_a_new_request_replaces_the_last(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    first, second, third = certain(POSITION)[:3]
    explanation_service.explain(POSITION, first)
    qtbot.waitUntil(lambda: fake_explainer.requests == [first])
    explanation_service.explain(POSITION, second)
    explanation_service.explain(POSITION, third)
    qtbot.waitUntil(lambda: fake_explainer.requests == [first, third])
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    qtbot.waitUntil(lambda: not is_working())
    assert [explanation.cell for explanation in found] == [third]


def test_a_repeated_request_is_computed_once(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    for _ in range(3):
        explanation_service.explain(POSITION, cell)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    qtbot.waitUntil(lambda: not is_working())
    assert fake_explainer.requests == [cell]
    assert len(found) == 1


def test_a_cancelled_request_ends_soon_without_an_answer(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    explanation_service.explain(POSITION, cell)
    qtbot.waitUntil(lambda: fake_explainer.requests == [cell])
    explanation_service.stop()
    assert not explanation_service.is_explaining
    qtbot.waitUntil(lambda: not is_working())
    qtbot.wait(10)
    assert found == []


def test_a_late_answer_is_dropped(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    fake_explainer.go.set()
    explanation_service.explain(POSITION, cell)
    for thread in threads():
        if thread.name == "thinking":
            thread.join(5)  # without events: the answer is ready, but not delivered
    assert not is_working()
    explanation_service.stop()
    qtbot.wait(10)
    assert found == []


@pytest.mark.slow
def test_only_a_long_search_becomes_slow(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer]
) -> None:
    spy = QSignalSpy(explanation_service.became_slow)
    first, second = certain(POSITION)[:2]
    fake_explainer.go.set()
    explanation_service.explain(POSITION, first)
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    fake_explainer.go.clear()
    explanation_service.explain(POSITION, second)
    explanation_service.stop()
    qtbot.wait(SLOW_AFTER + 50)
    assert spy.count() == 0
    explanation_service.explain(POSITION, second)
    qtbot.waitUntil(lambda: spy.count() == 1)
    assert explanation_service.is_explaining


def test_an_error_is_reported_instead_of_an_explanation(
    qtbot: QtBot, explanation_service: ExplanationService, found: list[Explanation]
) -> None:
    explanation_service.explain(CLASH, (0, 0))
    qtbot.waitUntil(lambda: bool(found))
    assert isinstance(found[0].error, InconsistentPosition)
    assert found[0].found is None


def test_a_mistake_in_the_program_is_reported_and_raised(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    fake_explainer.error = ZeroDivisionError("by mistake")
    fake_explainer.go.set()
    with qtbot.capture_exceptions() as raised:
        explanation_service.explain(POSITION, certain(POSITION)[0])
        qtbot.waitUntil(lambda: bool(raised))
    assert found[0].error is fake_explainer.error
    assert raised[0][1] is fake_explainer.error
    assert not explanation_service.is_explaining


@pytest.mark.slow
def test_closing_does_not_wait_for_a_long_proof(
    qtbot: QtBot, fake_explainer: type[FakeExplainer], found: list[Explanation]
) -> None:
    explanation_service = ExplanationService()
    explanation_service.explained.connect(found.append)
    cell = certain(POSITION)[0]
    explanation_service.explain(POSITION, cell)
    qtbot.waitUntil(lambda: fake_explainer.requests == [cell])
    explanation_service.close()
    assert fake_explainer.stopped == [cell], "it was cancelled, not waited for"
    assert not is_working()
    qtbot.wait(SLOW_AFTER + 10)
    assert found == []


def test_chances_do_not_wait_for_a_long_proof(qtbot: QtBot, fake_explainer: type[FakeExplainer]) -> None:
    session = GameSession(DIFFICULTIES["beginner"], seed=1)
    session.reveal((4, 4))
    cell = min(session.position.covered)
    session.explanation_service.explain(session.position, cell)
    qtbot.waitUntil(lambda: fake_explainer.requests == [cell])
    session.set_chances_enabled(True)
    qtbot.waitUntil(lambda: session.chances is not None)
    assert session.explanation_service.is_explaining
    session.shut_down()


# -- levels


def test_it_finds_the_levels_of_the_requested_position(qtbot: QtBot, explanation_service: ExplanationService) -> None:
    spy = QSignalSpy(explanation_service.levels_changed)
    explanation_service.find_levels(POSITION)
    assert explanation_service.is_finding_levels
    assert explanation_service.reasoning_levels(POSITION) is None
    qtbot.waitUntil(lambda: spy.count() == 1)
    levels = explanation_service.reasoning_levels(POSITION)
    assert levels is not None
    assert dict(levels) == dict(reasoning_levels(POSITION))
    assert explanation_service.reasoning_levels(OPEN_END) is None
    assert not explanation_service.is_finding_levels


def test_known_levels_are_not_computed_again(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer]
) -> None:
    explanation_service.find_levels(POSITION)
    qtbot.waitUntil(lambda: fake_explainer.requests == [None])
    explanation_service.find_levels(POSITION)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_finding_levels)
    explanation_service.find_levels(POSITION)
    assert not explanation_service.is_finding_levels
    assert fake_explainer.requests == [None]


def test_going_back_to_known_levels_cancels_the_request(
    qtbot: QtBot, explanation_service: ExplanationService, fake_explainer: type[FakeExplainer]
) -> None:
    fake_explainer.go.set()
    explanation_service.find_levels(POSITION)
    qtbot.waitUntil(lambda: not explanation_service.is_finding_levels)
    fake_explainer.go.clear()
    explanation_service.find_levels(OPEN_END)
    qtbot.waitUntil(lambda: len(fake_explainer.requests) == 2)
    explanation_service.find_levels(POSITION)
    assert not explanation_service.is_finding_levels
    qtbot.waitUntil(lambda: not is_working())
    assert explanation_service.reasoning_levels(POSITION) is not None
    assert explanation_service.reasoning_levels(OPEN_END) is None


def test_why_there_are_no_levels(qtbot: QtBot, explanation_service: ExplanationService) -> None:
    explanation_service.find_levels(CLASH)
    assert not explanation_service.problem_of(CLASH)
    qtbot.waitUntil(lambda: not explanation_service.is_finding_levels)
    assert explanation_service.reasoning_levels(CLASH) is None
    assert "no layout agrees" in explanation_service.problem_of(CLASH)
    assert not explanation_service.problem_of(POSITION)


@pytest.mark.slow
def test_the_hardest_position_ends_soon(
    qtbot: QtBot, explanation_service: ExplanationService, found: list[Explanation]
) -> None:
    start = process_time()
    explanation_service.find_levels(LATTICE)
    explanation_service.explain(LATTICE, (0, 0))
    qtbot.waitUntil(
        lambda: not explanation_service.is_finding_levels and not explanation_service.is_explaining, timeout=60_000
    )
    assert process_time() - start < 10, "half a second; without a limit it would take for ever"
    levels = explanation_service.reasoning_levels(LATTICE)
    assert levels is not None
    assert levels.probabilities is None
    assert isinstance(found[0].error, TooHard)
