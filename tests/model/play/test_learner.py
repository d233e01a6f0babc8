"""Tests of the learner: order, progress, failures and the end of its thread."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from time import sleep

import pytest

from minesweeper_qt.model import Agent, Board, Cell, Derivation, MinesweeperAI, Observation, Position
from minesweeper_qt.model.errors import AgentError, InconsistentPosition
from minesweeper_qt.model.play.learner import AgentLearner, Chosen, Copied, Event, Failed, Learned, Skipped
from minesweeper_qt.model.strategy.strategies import CS50
from tests.model.support.agents import PlainAgent, failing_after

BOARD = Board(4, 5)
CLUES = [Observation(cell, 0) for cell in BOARD.cells]


class Gate(PlainAgent):
    """An agent that learns nothing until its gate is opened."""

    opened = threading.Event()

    def add_knowledge(self, cell: Cell, count: int) -> None:
        assert self.opened.wait(20)
        super().add_knowledge(cell, count)


@pytest.fixture
def gate() -> type[Gate]:
    return type("OwnGate", (Gate,), {"opened": threading.Event()})


def learner_of(agent: Callable[[], Agent], **options: object) -> AgentLearner:
    return AgentLearner(agent, BOARD, **options)  # type: ignore[arg-type]


def events_of(learner: AgentLearner) -> list[Event]:
    assert learner.wait(20)
    events = learner.collect()
    learner.close()
    return events


def test_events_come_in_the_order_of_the_requests() -> None:
    learner = learner_of(lambda: MinesweeperAI(4, 5))
    learner.request_copy()
    learner.teach(CLUES[:6])
    number = learner.request_choice(CS50(), Position(4, 5, 1))
    learner.teach(CLUES[6:7])
    events = events_of(learner)
    assert [type(event) for event in events] == [Copied, *[Learned] * 6, Chosen, Learned]
    assert [event.change.cell for event in events if isinstance(event, Learned)] == [cell for cell, _ in CLUES[:7]]
    chosen = events[7]
    assert isinstance(chosen, Chosen)
    assert chosen.request == number
    assert chosen.choice is not None
    assert chosen.choice.is_safe


def test_nothing_is_lost_when_events_are_collected_at_any_time() -> None:
    learner = learner_of(lambda: MinesweeperAI(4, 5))
    learner.teach(CLUES)
    events: list[Event] = []
    while learner.is_busy:
        events += learner.collect()
    learner.close()
    assert [event.change.cell for event in events if isinstance(event, Learned)] == list(BOARD.cells)


def test_waiting_ends_in_time_and_work_goes_on(gate: type[Gate]) -> None:
    learner = learner_of(gate)
    learner.teach(CLUES[:2])
    assert not learner.wait(0.01)
    assert learner.is_busy
    assert learner.collect() == []
    gate.opened.set()
    assert len(events_of(learner)) == 2


def test_progress_is_reported_when_all_is_done_but_not_to_one_who_waits(gate: type[Gate]) -> None:
    reports: list[int] = []
    done = threading.Event()

    def report() -> None:
        reports.append(1)
        done.set()

    learner = learner_of(gate, on_progress=report)
    learner.teach(CLUES[:1])
    assert not learner.wait(0.01)
    gate.opened.set()
    assert done.wait(20)
    assert learner.collect()
    learner.teach(CLUES[1:2])
    assert learner.wait(20)
    assert learner.collect()
    learner.close()
    assert reports == [1]


@pytest.mark.parametrize(
    "failure, message",
    [
        (lambda: ZeroDivisionError("division by zero"), "the agent raised ZeroDivisionError: division by zero"),
        (lambda: SystemExit(), "the agent raised SystemExit"),
        (lambda: KeyError("x"), "the agent raised KeyError: 'x'"),
        (lambda: InconsistentPosition("no layout"), "no layout"),
    ],
)
def test_an_agent_that_fails_gets_no_more_work(failure: Callable[[], BaseException], message: str) -> None:
    learner = learner_of(failing_after(2, failure))
    learner.teach(CLUES[:9])
    *learned, failed = events_of(learner)
    assert [type(event) for event in learned] == [Learned, Learned]
    assert isinstance(failed, Failed)
    assert str(failed.error) == message


def test_an_agent_that_can_not_be_created_has_failed() -> None:
    def make() -> Agent:
        raise TypeError("missing argument")

    learner = learner_of(make)
    learner.teach(CLUES[:2])
    (failed,) = events_of(learner)
    assert isinstance(failed, Failed)
    assert str(failed.error) == "the agent raised TypeError: missing argument"


@pytest.mark.parametrize("move", [(9, 9), (0, 0), "x", None])
def test_a_move_that_is_no_covered_cell_is_a_failure(move: object) -> None:
    class Wrong(PlainAgent):
        def make_safe_move(self) -> Cell | None:
            return move if move is not None else (0, -1)  # type: ignore[return-value]

    learner = learner_of(Wrong)
    learner.request_choice(CS50(), Position(4, 5, 1, {(0, 0): 0}))
    (failed,) = events_of(learner)
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, AgentError)
    assert "allowed are covered cells" in str(failed.error)


def test_contradicting_clues_are_skipped_on_request_only() -> None:
    contradiction = [Observation((0, 0), 0), Observation((0, 1), 8), Observation((3, 4), 0)]
    contradiction[1] = Observation((0, 1), 5)
    learner = learner_of(lambda: MinesweeperAI(4, 5), skips_contradictions=True)
    learner.teach(contradiction)
    assert [type(event) for event in events_of(learner)] == [Learned, Skipped, Learned]
    learner = learner_of(lambda: MinesweeperAI(4, 5))
    learner.teach(contradiction)
    assert [type(event) for event in events_of(learner)] == [Learned, Failed]


def test_marks_and_the_mine_count_are_learned_and_copies_can_be_changed() -> None:
    learner = learner_of(lambda: MinesweeperAI(4, 5))
    learner.mark_mines([(0, 1)])
    learner.learn_mine_count(1)
    seen: list[Derivation] = []

    def note(knowledge):  # type: ignore[no-untyped-def]
        seen.extend(knowledge.settled.values())
        return knowledge

    learner.request_copy(note)
    events = events_of(learner)
    copied = events[-1]
    assert isinstance(copied, Copied)
    assert len(copied.knowledge.settled) == len(seen) == 20
    learner = learner_of(PlainAgent)
    learner.mark_mines([(0, 1)])
    (failed,) = events_of(learner)
    assert isinstance(failed, Failed)
    assert str(failed.error) == "the agent has no method mark_mine"


def test_the_thread_ends_when_there_is_no_work_and_starts_again() -> None:
    def threads() -> int:
        return sum(thread.name == "learning" for thread in threading.enumerate())

    before = threads()
    learner = learner_of(lambda: MinesweeperAI(4, 5))
    learner.teach(CLUES[:1])
    assert learner.wait(20)
    while threads() > before:
        sleep(0.01)
    learner.teach(CLUES[1:2])
    assert len(events_of(learner)) == 2
    assert threads() == before


def test_an_error_in_the_callback_does_not_end_the_learning(gate: type[Gate]) -> None:
    failures: list[object] = []
    before, threading.excepthook = threading.excepthook, lambda arguments: failures.append(arguments.exc_value)
    try:
        learner = learner_of(gate, on_progress=lambda: 1 / 0)
        learner.teach(CLUES[:1])
        assert not learner.wait(0.01)
        gate.opened.set()
        while not failures:
            sleep(0.005)
    finally:
        threading.excepthook = before
    learner.teach(CLUES[1:3])
    assert len(events_of(learner)) == 3


def test_closing_drops_work_and_does_not_wait_for_an_agent_that_hangs(gate: type[Gate]) -> None:
    learner = learner_of(gate)
    learner.teach(CLUES[:3])
    assert not learner.wait(0.01)
    learner.close(patience=0.01)
    gate.opened.set()
    learner.teach(CLUES)
    assert learner.wait(20)
    assert learner.collect() == []


def test_the_knowledge_of_a_learner_is_no_garbage_for_the_collector() -> None:
    """The window leaves what has lived for long out of the search for garbage, so a cycle would stay in memory."""
    agents: list[weakref.ref[MinesweeperAI]] = []

    def make() -> MinesweeperAI:
        agent = MinesweeperAI(3, 3)
        agents.append(weakref.ref(agent))
        return agent

    gc.collect()
    gc.disable()
    try:
        learner = learner_of(make)
        learner.teach([Observation((0, 0), 1)])
        events_of(learner)
        learner.close()
        del learner
        assert agents[0]() is None
    finally:
        gc.enable()
