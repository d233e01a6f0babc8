"""The investigator: what it finds, what it drops, and that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, current_thread
from threading import enumerate as threads
from time import perf_counter

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
"""Lone clues: what every way of counting is slow at."""


class Stand:
    """A stand-in for what explains: it waits until it is let go or told to stop, and notes what came."""

    error: Exception | None = None
    go: Event
    came: list[Cell | None]
    threads: set[str]

    def __init__(
        self, position: Position, *, engine: Engine | None = None, should_stop: Callable[[], bool] | None = None
    ) -> None:
        assert should_stop is not None
        self.position = position
        self._should_stop = should_stop

    def _wait(self, cell: Cell | None) -> None:
        self.came.append(cell)
        self.threads.add(current_thread().name)
        until = perf_counter() + 20
        while not self.go.wait(0.001):
            if self._should_stop():
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
def stand(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Stand]]:
    """The class of what explains: a stand-in that holds every question back."""

    held = type("Held", (Stand,), {"came": [], "threads": set(), "go": Event()})
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


def test_it_thinks_elsewhere(qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand]) -> None:
    stand.go.set()
    explanation_service.explain(POSITION, certain(POSITION)[0])
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    assert stand.threads == {"thinking"}
    qtbot.waitUntil(lambda: not is_working())


def test_a_new_question_takes_the_place_of_the_last(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand], found: list[Explanation]
) -> None:
    first, second, third = certain(POSITION)[:3]
    explanation_service.explain(POSITION, first)
    qtbot.waitUntil(lambda: stand.came == [first])
    explanation_service.explain(POSITION, second)
    explanation_service.explain(POSITION, third)
    qtbot.waitUntil(lambda: stand.came == [first, third])
    stand.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    qtbot.waitUntil(lambda: not is_working())
    assert [explanation.cell for explanation in found] == [third]


def test_the_same_question_is_not_asked_twice(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    for _ in range(3):
        explanation_service.explain(POSITION, cell)
    stand.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    qtbot.waitUntil(lambda: not is_working())
    assert stand.came == [cell]
    assert len(found) == 1


def test_what_is_stopped_ends_soon_and_says_nothing(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    explanation_service.explain(POSITION, cell)
    qtbot.waitUntil(lambda: stand.came == [cell])
    explanation_service.stop()
    assert not explanation_service.is_explaining
    qtbot.waitUntil(lambda: not is_working())
    qtbot.wait(10)
    assert found == []


def test_what_comes_too_late_is_dropped(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand], found: list[Explanation]
) -> None:
    cell = certain(POSITION)[0]
    stand.go.set()
    explanation_service.explain(POSITION, cell)
    for thread in threads():
        if thread.name == "thinking":
            thread.join(5)  # without events: the answer is ready, but not delivered
    assert not is_working()
    explanation_service.stop()
    qtbot.wait(10)
    assert found == []


def test_patience_is_tried_by_what_takes_long_only(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand]
) -> None:
    spy = QSignalSpy(explanation_service.became_slow)
    first, second = certain(POSITION)[:2]
    stand.go.set()
    explanation_service.explain(POSITION, first)
    qtbot.waitUntil(lambda: not explanation_service.is_explaining)
    stand.go.clear()
    explanation_service.explain(POSITION, second)
    explanation_service.stop()
    qtbot.wait(SLOW_AFTER + 50)
    assert spy.count() == 0
    explanation_service.explain(POSITION, second)
    qtbot.waitUntil(lambda: spy.count() == 1)
    assert explanation_service.is_explaining


def test_what_can_not_be_explained_is_said(
    qtbot: QtBot, explanation_service: ExplanationService, found: list[Explanation]
) -> None:
    explanation_service.explain(CLASH, (0, 0))
    qtbot.waitUntil(lambda: bool(found))
    assert isinstance(found[0].error, InconsistentPosition)
    assert found[0].found is None


def test_a_mistake_of_the_programs_is_said_and_raised(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand], found: list[Explanation]
) -> None:
    stand.error = ZeroDivisionError("by mistake")
    stand.go.set()
    with qtbot.capture_exceptions() as raised:
        explanation_service.explain(POSITION, certain(POSITION)[0])
        qtbot.waitUntil(lambda: bool(raised))
    assert found[0].error is stand.error
    assert raised[0][1] is stand.error
    assert not explanation_service.is_explaining


def test_closing_does_not_wait_for_a_long_proof(qtbot: QtBot, stand: type[Stand], found: list[Explanation]) -> None:
    explanation_service = ExplanationService()
    explanation_service.explained.connect(found.append)
    cell = certain(POSITION)[0]
    explanation_service.explain(POSITION, cell)
    qtbot.waitUntil(lambda: stand.came == [cell])
    start = perf_counter()
    explanation_service.close()
    assert perf_counter() - start < 1
    assert not is_working()
    qtbot.wait(SLOW_AFTER + 10)
    assert found == []


def test_chances_do_not_wait_for_a_long_proof(qtbot: QtBot, stand: type[Stand]) -> None:
    session = GameSession(DIFFICULTIES["beginner"], seed=1)
    session.reveal((4, 4))
    cell = min(session.position.covered)
    session.explanation_service.explain(session.position, cell)
    qtbot.waitUntil(lambda: stand.came == [cell])
    session.set_chances_enabled(True)
    qtbot.waitUntil(lambda: session.chances is not None)
    assert session.explanation_service.is_explaining
    session.shut_down()


# -- levels


def test_it_finds_the_levels_of_the_position_it_follows(qtbot: QtBot, explanation_service: ExplanationService) -> None:
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


def test_what_is_known_is_not_asked_again(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand]
) -> None:
    explanation_service.find_levels(POSITION)
    qtbot.waitUntil(lambda: stand.came == [None])
    explanation_service.find_levels(POSITION)
    stand.go.set()
    qtbot.waitUntil(lambda: not explanation_service.is_finding_levels)
    explanation_service.find_levels(POSITION)
    assert not explanation_service.is_finding_levels
    assert stand.came == [None]


def test_going_back_to_what_is_known_needs_no_other(
    qtbot: QtBot, explanation_service: ExplanationService, stand: type[Stand]
) -> None:
    stand.go.set()
    explanation_service.find_levels(POSITION)
    qtbot.waitUntil(lambda: not explanation_service.is_finding_levels)
    stand.go.clear()
    explanation_service.find_levels(OPEN_END)
    qtbot.waitUntil(lambda: len(stand.came) == 2)
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


def test_the_hardest_position_ends_soon(
    qtbot: QtBot, explanation_service: ExplanationService, found: list[Explanation]
) -> None:
    start = perf_counter()
    explanation_service.find_levels(LATTICE)
    explanation_service.explain(LATTICE, (0, 0))
    qtbot.waitUntil(
        lambda: not explanation_service.is_finding_levels and not explanation_service.is_explaining, timeout=20_000
    )
    assert perf_counter() - start < 10, "half a second on a machine with nothing else to do"
    levels = explanation_service.reasoning_levels(LATTICE)
    assert levels is not None
    assert levels.probabilities is None
    assert isinstance(found[0].error, TooHard)
