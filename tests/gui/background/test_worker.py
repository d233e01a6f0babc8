"""Tests of the worker alone: order of the answers, cancelling and closing."""

from __future__ import annotations

from random import Random
from threading import Event
from threading import enumerate as threads
from time import perf_counter

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background.worker import AgentSnapshot, Answer, ChoiceContext, Request, RequestKind, Worker
from minesweeper_qt.model import CLASSIC_RULES, Board, Minesweeper, MinesweeperAI, Position, make_strategy
from minesweeper_qt.model.errors import Stopped
from tests.gui.support.slow import GatedEngine, engine

__all__ = ["engine"]  # a fixture


def position(clue: int) -> Position:
    return Position(1, 3, 1, {(0, 1): clue})


def is_working() -> bool:
    return any(thread.name == "thinking" for thread in threads())


@pytest.fixture
def answers() -> list[Answer]:
    return []


@pytest.fixture
def worker(qtbot: QtBot, engine: type[GatedEngine], answers: list[Answer]) -> Worker:
    """A worker that is held back at its first request, a position without clues."""
    made = Worker()
    made.answered.connect(answers.append)
    engine.gate.shut()
    made.enqueue(Request(RequestKind.RISK, 0, Position(1, 3, 1, {})))
    qtbot.waitUntil(lambda: bool(engine.gate.came))
    return made


def test_it_has_a_thread_only_while_it_has_requests(
    qtbot: QtBot, worker: Worker, engine: type[GatedEngine], answers: list[Answer]
) -> None:
    assert is_working()
    engine.gate.open()
    qtbot.waitUntil(lambda: len(answers) == 1 and not is_working())
    worker.enqueue(Request(RequestKind.CHANCES, 1, position(1)))
    qtbot.waitUntil(lambda: len(answers) == 2 and not is_working())


def test_the_newest_request_of_a_task_waits_in_the_place_of_the_oldest(
    qtbot: QtBot, worker: Worker, engine: type[GatedEngine], answers: list[Answer]
) -> None:
    for revision, kind in enumerate(
        (RequestKind.CHANCES, RequestKind.RISK, RequestKind.CHANCES, RequestKind.RISK, RequestKind.CHANCES), 1
    ):
        worker.enqueue(Request(kind, revision, position(1)))
    engine.gate.open()
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert [(answer.request.kind, answer.request.revision) for answer in answers] == [
        (RequestKind.RISK, 0),
        (RequestKind.CHANCES, 5),
        (RequestKind.RISK, 4),
    ]


def test_a_cancelled_request_is_not_computed(
    qtbot: QtBot, worker: Worker, engine: type[GatedEngine], answers: list[Answer]
) -> None:
    worker.enqueue(Request(RequestKind.CHANCES, 1, position(1)))
    worker.cancel(RequestKind.CHANCES)
    engine.gate.open()
    qtbot.waitUntil(lambda: not is_working())
    assert len(engine.gate.came) == 1


def test_closing_waits_for_one_request_only(
    qtbot: QtBot, worker: Worker, engine: type[GatedEngine], answers: list[Answer]
) -> None:
    worker.enqueue(Request(RequestKind.CHANCES, 1, position(1)))
    engine.gate.open()
    worker.close()
    assert not is_working()
    assert len(engine.gate.came) <= 2


def test_an_inconsistent_position_is_answered_with_a_problem(
    qtbot: QtBot, worker: Worker, engine: type[GatedEngine], answers: list[Answer]
) -> None:
    worker.enqueue(Request(RequestKind.CHANCES, 1, position(2)))
    engine.gate.open()
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert answers[1].chances is None
    assert "no layout agrees" in answers[1].problem
    assert not answers[0].problem


@pytest.mark.slow
def test_the_hardest_request_ends_soon(qtbot: QtBot, answers: list[Answer]) -> None:
    # Clues in a lattice: a position that every way of counting is slow at.
    side = 40
    clues = {(i, j): 3 for i in range(1, side, 3) for j in range(1, side, 2)}
    worker = Worker()
    worker.answered.connect(answers.append)
    start = perf_counter()
    worker.enqueue(Request(RequestKind.CHANCES, 0, Position(side, side, 400, clues)))
    qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
    assert perf_counter() - start < 10, "half a second on a machine with nothing else to do"
    worker.close()


def test_closing_aborts_counting(qtbot: QtBot, answers: list[Answer]) -> None:
    side = 40
    hard = Position(side, side, 400, {(i, j): 3 for i in range(1, side, 3) for j in range(1, side, 2)})
    worker = Worker()
    worker.answered.connect(answers.append)
    counting = Event()
    poll = worker._engine.counter.poll

    def note() -> None:
        counting.set()
        poll()

    worker._engine.counter.poll = note
    worker.enqueue(Request(RequestKind.CHANCES, 0, hard))
    assert counting.wait(20)
    worker.close()
    qtbot.waitUntil(lambda: bool(answers))
    assert isinstance(answers[0].error, Stopped)
    # The worker can be used again afterwards.
    worker.enqueue(Request(RequestKind.CHANCES, 1, position(1)))
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert answers[1].chances is not None
    worker.close()


def test_an_agent_snapshot_does_not_change_with_the_agent(qtbot: QtBot) -> None:
    game = Minesweeper(1, 4, 1, layout_mines=[(0, 3)])
    agent = MinesweeperAI(1, 4)
    agent.add_knowledge((0, 0), 0)
    snapshot = AgentSnapshot.of(agent, game)
    agent.add_knowledge((0, 1), 0)
    agent.add_knowledge((0, 2), 1)
    assert (snapshot.safes, snapshot.mines, snapshot.moves_made) == ({(0, 0), (0, 1)}, set(), {(0, 0)})
    assert snapshot.make_safe_move() is None
    assert {snapshot.make_random_move() for _ in range(50)} == {(0, 1), (0, 2), (0, 3)}
    assert AgentSnapshot.of(agent, game).make_random_move() is None


def test_the_worker_chooses_as_the_strategy_does(qtbot: QtBot, answers: list[Answer]) -> None:
    worker = Worker()
    worker.answered.connect(answers.append)
    seen = Position(4, 4, 3, {(1, 1): 2})
    snapshot = AgentSnapshot(frozenset(), frozenset(), frozenset(seen.clues), Board(4, 4), Random(1))
    for number, seed in enumerate((1, 1, 2, 2), 1):
        worker.enqueue(
            Request(RequestKind.MOVE, number, seen, context=ChoiceContext("exact", CLASSIC_RULES, seed, snapshot))
        )
        qtbot.waitUntil(lambda number=number: len(answers) == number)
    agent = MinesweeperAI(4, 4)
    for cell, clue in seen.clues.items():
        agent.add_knowledge(cell, clue)
    strategy = make_strategy("exact", CLASSIC_RULES, 1)
    assert [answer.choice for answer in answers[:2]] == [strategy.choose(seen, agent) for _ in range(2)]
    assert answers[2].choice == make_strategy("exact", CLASSIC_RULES, 2).choose(seen, agent)
    worker.close()
