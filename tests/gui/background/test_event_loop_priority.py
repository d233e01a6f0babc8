"""Tests that threads wait while the event loop is late, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background import event_loop_priority
from minesweeper_qt.gui.background.background_service import BackgroundService
from minesweeper_qt.gui.background.event_loop_priority import EventLoopPriority
from minesweeper_qt.gui.background.requests import Request
from minesweeper_qt.gui.background.tools import Tools
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import Action, Difficulty, Minesweeper, Playthrough, Position
from tests.gui.support.held import LIMIT


class Steps(Thread):
    """A thread that gives way after each of its steps."""

    def __init__(self, give_way: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.done = 0
        self.ended = Event()
        self._give_way = give_way

    def run(self) -> None:
        while not self.ended.is_set():
            self.done += 1
            sleep(0.0005)
            self._give_way()


def is_at_rest(steps: Steps) -> bool:
    """Return whether the thread does nothing for a while."""
    before = steps.done
    sleep(0.1)
    return steps.done == before


def block_until(condition: Callable[[], bool]) -> None:
    """Process no events until ``condition`` is true."""
    end = monotonic() + LIMIT
    while not condition():
        assert monotonic() < end
        sleep(0.001)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads wait for the event loop for as long as it takes."""
    monkeypatch.setattr(event_loop_priority, "_LONGEST", 3 * LIMIT)


@pytest.fixture
def steps(qtbot: QtBot) -> Iterator[Steps]:
    made = Steps(EventLoopPriority().give_way)
    made.start()
    yield made
    made.ended.set()


@pytest.mark.usefixtures("endless")
def test_a_thread_waits_while_no_events_are_processed_and_goes_on_after_that(steps: Steps, qtbot: QtBot) -> None:
    for _ in range(3):
        block_until(lambda: is_at_rest(steps))
        before = steps.done
        qtbot.waitUntil(lambda before=before: steps.done > before + 20, timeout=LIMIT * 1000)  # type: ignore[misc]


def test_a_thread_waits_for_a_limited_time(steps: Steps) -> None:
    before = steps.done
    block_until(lambda: steps.done > before + 100)


@dataclass(frozen=True, slots=True, eq=False)
class Steppy(Request[int]):
    """A request of a hundred steps, after each of which it may be stopped; ``steps`` are those that are done."""

    steps: list[int] = field(default_factory=list)

    def compute(self, tools: Tools) -> int:
        for step in range(100):
            sleep(0.001)
            tools.should_stop()
            self.steps.append(step)
        return len(self.steps)


@pytest.mark.usefixtures("endless")
def test_requests_wait_while_no_events_are_processed(qtbot: QtBot) -> None:
    service = BackgroundService()
    request = Steppy(0, Position(1, 3, 1))

    def is_at_rest() -> bool:
        before = len(request.steps)
        sleep(0.1)
        return bool(before) and len(request.steps) == before

    service.enqueue(request)
    block_until(is_at_rest)
    assert len(request.steps) < 100
    with qtbot.waitSignal(service.answered, timeout=LIMIT * 1000):
        pass
    assert len(request.steps) == 100
    service.close()


@pytest.mark.usefixtures("endless")
def test_an_agent_waits_while_no_events_are_processed(qtbot: QtBot) -> None:
    session = GameSession(Difficulty.custom(60, 60, 60), 1)
    played = session.playthrough
    played.play(Action.from_text("reveal 30 30"))

    def is_at_rest() -> bool:
        before = len(played.history.learned)
        sleep(0.1)
        played.learn(0)
        return len(played.history.learned) == before

    block_until(is_at_rest)
    assert played.history.unlearned
    qtbot.waitUntil(lambda: not session.is_learning, timeout=LIMIT * 1000)
    assert not played.history.unlearned
    session.shut_down()


@pytest.mark.usefixtures("endless")
def test_an_agent_that_is_waited_for_does_not_wait(qtbot: QtBot) -> None:
    priority = EventLoopPriority()
    played = Playthrough(Minesweeper(30, 30, 30, seed=1), give_way=priority.give_way)
    played.play(Action.from_text("reveal 15 15"))
    assert played.learn(LIMIT)
    played.close()
