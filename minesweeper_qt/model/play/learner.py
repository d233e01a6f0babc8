"""Feeds an agent with clues, and lets it pick moves, in a thread of its own: the only code that touches an agent."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from threading import Condition, Thread
from time import perf_counter
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import AgentError, MinesweeperError, Stopped
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge
from minesweeper_qt.model.exact.interruption import Interruptible
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.agent import Agent, check_move
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy, KnowledgeReader
from minesweeper_qt.model.strategy.strategies import Choice, Strategy

PROGRESS_INTERVAL = 0.03
"""Seconds between two reports of progress: about as often as a person sees a difference."""

_IDLE = 0.2
"""Seconds after which a thread without work ends; the next request starts another one."""

PATIENCE = 2.0
"""Seconds that ``close`` waits for an agent that does not return."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy of all that the agent knew, once everything before had been learned."""

    knowledge: KnowledgeCopy


@dataclass(frozen=True, slots=True)
class Learned:
    """The agent learned a clue: ``change`` is what changed, ``mine_count`` its sentence of the mine count."""

    change: Change
    mine_count: Derivation | None


@dataclass(frozen=True, slots=True)
class Skipped:
    """The agent did not learn the clue of ``cell``, which contradicts what it knows."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Marked:
    """The agent assumes that ``cell`` is a mine."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class MineCountLearned:
    """The agent learned the number of mines, or did not since that contradicts the clues ``contradicts``."""

    contradicts: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The ``choice`` of the next move, ``None`` if no cell is left; ``request`` is the number of the request for it."""

    request: int
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Failed:
    """The agent failed with ``error`` and does not learn any more."""

    error: MinesweeperError


Event: TypeAlias = Copied | Learned | Skipped | Marked | MineCountLearned | Chosen | Failed
GiveWay: TypeAlias = Callable[[threading.Event], None]
"""A function that may wait for other threads until an event is set."""

_Task: TypeAlias = Callable[[KnowledgeReader], Event] | Observation
"""A task, called with the reader of the agent; an observation stands for the task to learn it."""


class AgentLearner:
    """Creates an agent, feeds it with clues in their order and lets it pick moves, in a thread.

    The thread lives while there is work and a moment longer. What the agent did is kept as events, in order, until
    ``collect`` returns them; nothing depends on when that is called. An agent that raises an error gets no more work.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> learner = AgentLearner(lambda: MinesweeperAI(1, 3), Board(1, 3))
    >>> learner.teach([Observation((0, 0), 1)])
    >>> learner.wait(10)
    True
    >>> [verdict.text for event in learner.collect() for verdict in event.change.mines]
    ['{(0, 1)} = 1']
    >>> learner.close()

    ``on_progress`` is called in the thread when there are events to collect: when all work is done, and about every
    ``PROGRESS_INTERVAL`` seconds before; but not while ``wait`` is waiting. With ``skips_contradictions``, a clue that
    contradicts what the agent knows is skipped and is no failure. ``give_way`` is called in the thread every few
    milliseconds, as far as the agent allows that: it may wait for other threads until the event that it gets is set,
    which is when ``wait`` waits.
    """

    def __init__(
        self,
        make_agent: Callable[[], Agent],
        board: Board,
        on_progress: Callable[[], None] | None = None,
        skips_contradictions: bool = False,
        give_way: GiveWay | None = None,
    ) -> None:
        self._make_agent = make_agent
        self._board = board
        self._on_progress = on_progress
        self._skips_contradictions = skips_contradictions
        self._give_way = give_way
        self._condition = Condition()
        self._thread: Thread | None = None
        self._tasks: deque[_Task] = deque()
        self._events: list[Event] = []
        self._is_working = False
        self._waited_for = threading.Event()
        self._is_reported = False
        self._last_report = perf_counter()
        self._closed = threading.Event()
        self._has_failed = False
        self._choices_requested = 0
        self._reader: KnowledgeReader | None = None
        """Holds the agent; the first task creates both."""

    @property
    def is_closed(self) -> bool:
        """True after ``close``."""
        return self._closed.is_set()

    # -- requests

    def mark_mines(self, cells: Iterable[Cell]) -> None:
        """Let the agent assume that ``cells`` are mines, by its method ``mark_mine``."""
        self._add(partial(_mark, cell) for cell in cells)

    def teach(self, observations: Iterable[Observation]) -> None:
        """Let the agent learn ``observations`` in this order, after all work requested before."""
        self._add(observations)

    def request_choice(self, strategy: Strategy, position: Position) -> int:
        """Let the agent pick the next move at ``position`` by ``strategy``; return the number of this request.

        Only the event with the number of the latest request is one to follow.
        """
        self._choices_requested += 1
        number = self._choices_requested
        self._add([partial(_choose, number, strategy, position)])
        return number

    def learn_mine_count(self, mines: int) -> None:
        """Let the agent learn the number of mines, by its method ``learn_mine_count``, after all work before.

        With ``skips_contradictions``, a number that contradicts what the agent knows is not learned.
        """
        self._add([partial(self._learn_mine_count, mines)])

    def request_copy(self, change: Callable[[KnowledgeCopy], KnowledgeCopy] | None = None) -> None:
        """Copy what the agent knows, after all work requested before; ``change`` may change the copy in the thread."""
        self._add([partial(_copy, change)])

    def wait(self, seconds: float) -> bool:
        """Wait until all requested work is done, for at most ``seconds``; return whether it is."""
        with self._condition:
            self._waited_for.set()
            try:
                return self._condition.wait_for(self._is_idle, seconds)
            finally:
                self._waited_for.clear()

    def collect(self) -> list[Event]:
        """Return the events since the last call, oldest first."""
        with self._condition:
            events, self._events = self._events, []
            self._is_reported = False
            self._last_report = perf_counter()
            return events

    @property
    def is_busy(self) -> bool:
        """True while requested work is not done, or events wait to be collected."""
        with self._condition:
            return not self._is_idle() or bool(self._events)

    def close(self, patience: float = PATIENCE) -> None:
        """Drop all work and events; wait for a call of the agent that is running, but at most ``patience`` seconds.

        An agent that is ``Interruptible`` ends the call within milliseconds. Any other that takes longer can't be
        interrupted: its thread is left behind and ends after the call.
        """
        with self._condition:
            self._closed.set()
            self._tasks.clear()
            self._events.clear()
            self._condition.notify_all()
            thread = self._thread
        if thread is not None and patience:
            thread.join(patience)

    # -- in both threads, with the lock held

    def _is_idle(self) -> bool:
        return not self._tasks and not self._is_working

    # -- in the thread of the caller

    def _add(self, tasks: Iterable[_Task]) -> None:
        with self._condition:
            if self.is_closed or self._has_failed:
                return
            self._tasks.extend(tasks)
            if not self._tasks:
                return
            if self._thread is None:
                # A daemon: an agent that never returns must not keep the program from ending.
                self._thread = Thread(target=self._work, name="learning", daemon=True)
                self._thread.start()
            elif not self._is_working:
                self._condition.notify_all()

    # -- in the learner's thread

    def _work(self) -> None:
        while True:
            with self._condition:
                if not self._tasks and not self.is_closed:
                    self._condition.wait(_IDLE)
                if not self._tasks:
                    self._thread = None
                    return
                task = self._tasks.popleft()
                self._is_working = True
            event = self._event_of(task)
            with self._condition:
                self._is_working = False
                if not self.is_closed:
                    self._events.append(event)
                if isinstance(event, Failed):
                    self._has_failed = True
                    self._tasks.clear()
                # The traceback of an error refers to this function: with its variable it would be a reference cycle.
                del event
                if self.is_closed:
                    self._thread = None
                    self._condition.notify_all()
                    return
                is_report_due = self._is_report_due()
                self._is_reported = self._is_reported or is_report_due
                if not self._tasks:
                    self._condition.notify_all()
            if is_report_due and self._on_progress is not None:
                try:
                    self._on_progress()
                except BaseException:
                    # The thread ends with the error; the next request starts another one.
                    with self._condition:
                        self._thread = None
                    raise

    def _is_report_due(self) -> bool:
        if self._waited_for.is_set() or self._is_reported:
            return False
        return not self._tasks or perf_counter() - self._last_report >= PROGRESS_INTERVAL

    def _event_of(self, task: _Task) -> Event:
        try:
            if self._reader is None:
                agent = self._make_agent()
                if isinstance(agent, Interruptible):
                    # Not a method: the agent must not refer to its learner. Large knowledge in a reference cycle would
                    # stay in memory until a search for garbage, which may never come.
                    agent.poll = partial(_poll, self._closed, self._waited_for, self._give_way)
                self._reader = KnowledgeReader(agent, self._board)
            _poll(self._closed, self._waited_for, self._give_way)
            return self._learn(task, self._reader) if isinstance(task, Observation) else task(self._reader)
        except MinesweeperError as error:
            return Failed(error)
        except BaseException as error:  # an agent may raise anything, even SystemExit
            failure = AgentError(": ".join(filter(None, ("the agent raised " + type(error).__name__, str(error)))))
            failure.__cause__ = error
            return Failed(failure)

    def _learn(self, observation: Observation, reader: KnowledgeReader) -> Event:
        try:
            returned = reader.agent.add_knowledge(*observation)
        except InconsistentKnowledge:
            if self._skips_contradictions:
                return Skipped(observation.cell)
            raise
        return Learned(reader.change(*observation, returned), reader.mine_count)

    def _learn_mine_count(self, mines: int, reader: KnowledgeReader) -> Event:
        try:
            _method(reader, "learn_mine_count")(mines)
        except InconsistentKnowledge as wrong:
            if not self._skips_contradictions:
                raise
            return MineCountLearned(wrong.clues)
        return MineCountLearned()


def _poll(closed: threading.Event, waited_for: threading.Event, give_way: GiveWay | None) -> None:
    """Raise ``Stopped`` once the learner is closed, else give way unless somebody waits for the agent.

    The agent calls this every few milliseconds while it learns.
    """
    if closed.is_set():
        raise Stopped("what the agent learns is no longer needed")
    if give_way is not None:
        give_way(waited_for)


def _copy(change: Callable[[KnowledgeCopy], KnowledgeCopy] | None, reader: KnowledgeReader) -> Event:
    copy = reader.copy()
    return Copied(copy if change is None else change(copy))


def _mark(cell: Cell, reader: KnowledgeReader) -> Event:
    _method(reader, "mark_mine")(cell)
    return Marked(cell)


def _method(reader: KnowledgeReader, name: str) -> Callable[[object], object]:
    """Return a method that an agent need not have; raise ``AgentError`` if it has none."""
    method = getattr(reader.agent, name, None)
    if not callable(method):
        raise AgentError(f"the agent has no method {name}")
    found: Callable[[object], object] = method
    return found


def _choose(number: int, strategy: Strategy, position: Position, reader: KnowledgeReader) -> Event:
    choice = strategy.choose(position, reader.agent)
    if choice is not None:
        choice = replace(choice, cell=check_move(choice.cell, position))
    return Chosen(number, choice)
