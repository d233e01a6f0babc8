"""Feeds an agent with clues, and lets it pick moves, in a thread of its own: the only code that touches an agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import AgentError, MinesweeperError
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge
from minesweeper_qt.model.exact.interruption import Interruptible, Poll
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.agent import Agent, check_move
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy, KnowledgeReader
from minesweeper_qt.model.play.task_thread import PATIENCE, GiveWay, TaskThread
from minesweeper_qt.model.strategy.strategies import Choice, Strategy


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
        self._learning = _Learning(make_agent, board, skips_contradictions)
        self._thread: TaskThread[_Task, Event] = TaskThread(
            self._learning.event_of, _is_failure, on_progress=on_progress, give_way=give_way
        )
        self._choices_requested = 0

    @property
    def is_closed(self) -> bool:
        """True after ``close``."""
        return self._thread.is_closed

    # -- requests

    def mark_mines(self, cells: Iterable[Cell]) -> None:
        """Let the agent assume that ``cells`` are mines, by its method ``mark_mine``."""
        self._thread.add(partial(_mark, cell) for cell in cells)

    def teach(self, observations: Iterable[Observation]) -> None:
        """Let the agent learn ``observations`` in this order, after all work requested before."""
        self._thread.add(observations)

    def request_choice(self, strategy: Strategy, position: Position) -> int:
        """Let the agent pick the next move at ``position`` by ``strategy``; return the number of this request.

        Only the event with the number of the latest request is one to follow.
        """
        self._choices_requested += 1
        number = self._choices_requested
        self._thread.add([partial(_choose, number, strategy, position)])
        return number

    def learn_mine_count(self, mines: int) -> None:
        """Let the agent learn the number of mines, by its method ``learn_mine_count``, after all work before.

        With ``skips_contradictions``, a number that contradicts what the agent knows is not learned.
        """
        self._thread.add([partial(self._learning.learn_mine_count, mines)])

    def request_copy(self, change: Callable[[KnowledgeCopy], KnowledgeCopy] | None = None) -> None:
        """Copy what the agent knows, after all work requested before; ``change`` may change the copy in the thread."""
        self._thread.add([partial(_copy, change)])

    def wait(self, seconds: float) -> bool:
        """Wait until all requested work is done, for at most ``seconds``; return whether it is."""
        return self._thread.wait(seconds)

    def collect(self) -> list[Event]:
        """Return the events since the last call, oldest first."""
        return self._thread.collect()

    @property
    def is_busy(self) -> bool:
        """True while requested work is not done, or events wait to be collected."""
        return self._thread.is_busy

    def close(self, patience: float = PATIENCE) -> None:
        """Drop all work and events; wait for a call of the agent that is running, but at most ``patience`` seconds.

        An agent that is ``Interruptible`` ends the call within milliseconds. Any other that takes longer can't be
        interrupted: its thread is left behind and ends after the call.
        """
        self._thread.close(patience)


class _Learning:
    """The agent and what it learns, in the learner's thread."""

    def __init__(self, make_agent: Callable[[], Agent], board: Board, skips_contradictions: bool) -> None:
        self._make_agent = make_agent
        self._board = board
        self._skips_contradictions = skips_contradictions
        self._reader: KnowledgeReader | None = None
        """Holds the agent; the first task creates both."""

    def event_of(self, task: _Task, poll: Poll) -> Event:
        """Carry out a task, and return what came of it."""
        try:
            if self._reader is None:
                agent = self._make_agent()
                if isinstance(agent, Interruptible):
                    agent.poll = poll
                self._reader = KnowledgeReader(agent, self._board)
            poll()
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

    def learn_mine_count(self, mines: int, reader: KnowledgeReader) -> Event:
        """Let the agent learn the number of mines."""
        try:
            _method(reader, "learn_mine_count")(mines)
        except InconsistentKnowledge as wrong:
            if not self._skips_contradictions:
                raise
            return MineCountLearned(wrong.clues)
        return MineCountLearned()


def _is_failure(event: Event) -> bool:
    return isinstance(event, Failed)


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
