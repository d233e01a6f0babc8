"""Plays one game with an agent in another process as the course's runner does, and keeps the trace of every call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation, State
from minesweeper_qt.model.play.agent_move import carry_out
from minesweeper_qt.model.student.finding import Case
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import StudentFailure, StudentState

Verdicts = tuple[frozenset[Cell], frozenset[Cell]]
"""The cells that an agent calls safe, and those that it calls mines."""


CHANGED_SET = "changed size during iteration"
"""The end of Python's message for a set or dict that is changed while it is iterated over."""


class Call(Enum):
    """The calls of an agent; the value is the name of the class or method.

    >>> Call("make_safe_move").name
    'SAFE_MOVE'

    Raises ``ValueError`` for another name.
    """

    CREATE = "MinesweeperAI"
    ADD_KNOWLEDGE = "add_knowledge"
    SAFE_MOVE = "make_safe_move"
    RANDOM_MOVE = "make_random_move"


@dataclass(frozen=True, slots=True)
class Step:
    """One call of an agent that succeeded.

    ``observation`` is what ``add_knowledge`` was called with, else ``None``. ``value`` is what the call returned, see
    ``CallResult``. ``state`` is what the agent stated afterwards. ``seconds`` is the time that the call took.

    >>> Step(Call.SAFE_MOVE, None, (0, 1), StudentState()).value
    (0, 1)
    """

    call: Call
    observation: Observation | None
    value: Cell | str | None
    state: StudentState
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class GameTrace:
    """One game of an agent, call by call.

    ``game`` is the number of the game from 0. ``mines`` is where the mines were in the end. ``steps`` are the calls
    that succeeded, the creation first. ``failure`` ended the game, if there is one; ``failed_call`` is the call that
    failed, and ``failed_observation`` what it was called with. ``won`` is the result. ``inherited`` is what a new agent
    stated in a process in which another one had played, if that was more than it states in a process of its own.

    >>> trace = GameTrace(0, Board(1, 2), frozenset({(0, 1)}), (Step(Call.CREATE, None, None, StudentState()),))
    >>> trace.observations
    ()
    """

    game: int
    board: Board
    mines: frozenset[Cell]
    steps: tuple[Step, ...]
    failure: StudentFailure | None = None
    failed_call: Call | None = None
    failed_observation: Observation | None = None
    won: bool = False
    inherited: StudentState | None = None

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What the agent learned, in order, without a call that failed."""
        return tuple(step.observation for step in self.steps if step.observation is not None)

    def verdicts_learned(self) -> LearnedGame:
        """Return the observations with the agent's verdicts after each: all that the search for a cause needs."""
        learned = [step for step in self.steps if step.observation is not None]
        known: Verdicts = (frozenset(), frozenset())
        changes: list[VerdictChange] = []
        for step in learned:
            now = step.state.safes, step.state.mines
            changes.append(VerdictChange(*(old ^ new for old, new in zip(known, now, strict=True))))
            known = now
        has_changed_set = CHANGED_SET in str(self.failure)
        return LearnedGame(
            self.game, self.board, self.observations, tuple(changes), self.failed_observation, has_changed_set
        )


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """The cells that came to an agent's ``safes`` and ``mines``, or left them, with one observation.

    >>> VerdictChange(frozenset({(0, 0)}), frozenset()).safes
    frozenset({(0, 0)})
    """

    safes: frozenset[Cell]
    mines: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class LearnedGame:
    """The observations of one game, and the agent's verdicts after each, kept as their changes to save memory.

    ``failed`` is the observation that the agent failed to learn, if there is one, and ``has_changed_set`` is true if it
    failed because a set changed while it was iterated over.

    >>> learned = LearnedGame(
    ...     0, Board(1, 2), (Observation((0, 0), 1),), (VerdictChange(frozenset({(0, 0)}), frozenset({(0, 1)})),)
    ... )
    >>> list(learned.verdicts())
    [(frozenset({(0, 0)}), frozenset({(0, 1)}))]
    """

    game: int
    board: Board
    observations: tuple[Observation, ...]
    changes: tuple[VerdictChange, ...] = field(repr=False)
    failed: Observation | None = None
    has_changed_set: bool = False

    def case(self, learned: int) -> Case:
        """Return the first ``learned`` observations as a case, with the one that the agent failed to learn at the end.

        >>> LearnedGame(0, Board(1, 2), (), (), Observation((0, 0), 1)).case(1).observations
        (((0, 0), 1),)
        """
        seen = self.observations if self.failed is None else (*self.observations, self.failed)
        return Case(self.board.height, self.board.width, tuple([(cell, clue) for cell, clue in seen[:learned]]), ())

    def verdicts(self) -> Iterator[Verdicts]:
        """Yield the agent's ``safes`` and ``mines`` after each observation."""
        safes: frozenset[Cell] = frozenset()
        mines: frozenset[Cell] = frozenset()
        for change in self.changes:
            safes, mines = safes ^ change.safes, mines ^ change.mines
            yield safes, mines


def create_agent(
    process: StudentProcess, height: int, width: int, seed: int
) -> tuple[StudentState, StudentState | None]:
    """Create an agent that has nothing from those before it; return its state, and what it had from them or ``None``.

    Agents whose attributes belong to the class start with what earlier agents knew. Such a one is created again in a
    new process. Raises ``StudentFailure``.
    """
    state = process.create(height, width, seed)
    if not (state.moves_made or state.mines or state.safes or state.sentences):
        return state, None
    process.close()
    return process.create(height, width, seed), state


def play_traced(
    process: StudentProcess,
    game: Minesweeper,
    number: int,
    seed: int,
    should_stop: Callable[[], bool] = lambda: False,
) -> GameTrace:
    """Play ``game``, which has the number ``number``, with a new agent, and return the trace.

    The agent makes a safe move, or a random one where that returns ``None``, and learns every cell that is revealed;
    when both return ``None``, the mines that it knows are flagged. The game ends early with a call that fails, and with
    a move that reveals nothing, such as one that was made before. ``seed`` seeds the agent's random numbers. Raises
    ``Stopped`` once ``should_stop`` returns true.
    """
    return _TracedGame(process, game, should_stop).play(number, seed)


class _TracedGame:
    def __init__(self, process: StudentProcess, game: Minesweeper, should_stop: Callable[[], bool]) -> None:
        self._process = process
        self._game = game
        self._should_stop = should_stop
        self._steps: list[Step] = []
        self._call = Call.CREATE
        self._observation: Observation | None = None

    def play(self, number: int, seed: int) -> GameTrace:
        game = self._game
        failure = inherited = None
        try:
            state, inherited = create_agent(self._process, game.height, game.width, seed)
            self._steps.append(Step(Call.CREATE, None, None, state))
            while not game.state.is_over and self._move():
                pass
        except StudentFailure as failed:
            failure = failed
        if inherited is not None and self._steps and inherited == self._steps[0].state:
            inherited = None  # the agent starts with that by itself
        return GameTrace(
            number,
            game.grid,
            frozenset(game.mines),
            tuple(self._steps),
            failure,
            None if failure is None else self._call,
            None if failure is None else self._observation,
            game.state is State.WON,
            inherited,
        )

    def _move(self) -> bool:
        """Let the agent make a move; return false if the game can't go on."""
        if self._should_stop():
            raise Stopped("the audit was stopped")
        cell = self._ask(Call.SAFE_MOVE) or self._ask(Call.RANDOM_MOVE)
        if cell is None:
            known = [mine for mine in self._steps[-1].state.mines if mine in self._game.grid]
            carry_out(self._game, None, known)
            return False
        if not isinstance(cell, tuple) or cell not in self._game.grid:
            return False
        result = self._game.play(Action(Verb.REVEAL, cell))
        for observation in result.observations:
            self._learn(observation)
        return bool(result.observations)

    def _ask(self, call: Call) -> Cell | str | None:
        self._call, self._observation = call, None
        process = self._process
        result = process.make_safe_move() if call is Call.SAFE_MOVE else process.make_random_move()
        self._steps.append(Step(call, None, result.value, result.state, result.seconds))
        return result.value

    def _learn(self, observation: Observation) -> None:
        self._call, self._observation = Call.ADD_KNOWLEDGE, observation
        result = self._process.add_knowledge(*observation)
        self._steps.append(Step(Call.ADD_KNOWLEDGE, observation, result.value, result.state, result.seconds))
