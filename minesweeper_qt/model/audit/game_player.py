"""Plays one game with an agent in another process as the course's runner does, and records every call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from minesweeper_qt.model.audit.game_trace import Call, GameTrace, Step
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation, State
from minesweeper_qt.model.play.agent_move import carry_out
from minesweeper_qt.model.student.student_failure import StudentFailure
from minesweeper_qt.model.student.student_state import CallResult, StudentState


class AgentProcess(Protocol):
    """What a game uses of a ``StudentProcess``; every method raises ``StudentFailure``."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The differences from the course's project that were tolerated so far."""
        ...

    def create(self, height: int, width: int, seed: int | None = None) -> StudentState:
        """Create a new agent for a board of this size."""
        ...

    def add_knowledge(self, cell: Cell, count: int) -> CallResult:
        """Let the agent learn an observation."""
        ...

    def make_safe_move(self) -> CallResult:
        """Ask for a safe move."""
        ...

    def make_random_move(self) -> CallResult:
        """Ask for a random move."""
        ...

    def close(self) -> None:
        """End the process; the next call starts it again."""
        ...


def create_agent(process: AgentProcess, height: int, width: int, seed: int) -> tuple[StudentState, StudentState | None]:
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
    process: AgentProcess,
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
    return _Play(process, game, should_stop).play(number, seed)


class _Play:
    def __init__(self, process: AgentProcess, game: Minesweeper, should_stop: Callable[[], bool]) -> None:
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
