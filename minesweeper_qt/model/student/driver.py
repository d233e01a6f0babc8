"""Makes the calls of an agent in its process, one after the other, and says of each what came back and was stated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.play.turn import carry_out
from minesweeper_qt.model.student.finding import Case
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import CallResult, FindingKind, StudentFailure, StudentState


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
    """One call of an agent.

    ``observation`` is what ``add_knowledge`` was called with, else ``None``. ``value`` is what the call returned, see
    ``CallResult``. ``state`` is what the agent stated afterwards, or before a call that failed if it could not be read
    then. ``seconds`` is the time that the call took. ``failure`` is there if the call failed; then it was the last one.

    >>> Step(Call.SAFE_MOVE, None, (0, 1), StudentState()).value
    (0, 1)
    """

    call: Call
    observation: Observation | None
    value: Cell | str | None
    state: StudentState
    seconds: float = 0.0
    failure: StudentFailure | None = None


class Driver:
    """Makes the calls of one agent after the other in ``process``; each method returns the call as a ``Step``.

    ``was_helped`` is true once the reference has moved in its place; see ``play``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.safes.add(cell)
    ... '''
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     driver = Driver(process)
    ...     steps = [driver.create(2, 3), driver.learn(Observation((0, 1), 1)), driver.ask(Call.SAFE_MOVE)]
    >>> steps[1].state.safes, str(steps[2].failure)
    (frozenset({(0, 1)}), 'make_safe_move(): the class MinesweeperAI has no method make_safe_move')

    The methods raise ``PythonNotStarted`` and ``Stopped`` as those of the process do.
    """

    def __init__(self, process: StudentProcess) -> None:
        self.was_helped = False
        self._process = process
        self._state = StudentState()

    def create(self, height: int, width: int, seed: int | None = None) -> Step:
        """Create a new agent from a file that has run again, so that nothing is left of an earlier one."""
        self._state = StudentState()

        def create() -> CallResult:
            return CallResult(None, self._process.create(height, width, seed, runs_again=True), 0.0)

        return self._step(Call.CREATE, None, create)

    def learn(self, observation: Observation) -> Step:
        """Call ``add_knowledge`` with an observation."""
        return self._step(Call.ADD_KNOWLEDGE, observation, lambda: self._process.call("add_knowledge", *observation))

    def ask(self, call: Call) -> Step:
        """Call ``make_safe_move`` or ``make_random_move``."""
        return self._step(call, None, lambda: self._process.call(call.value))

    def replay(self, case: Case, seed: int | None = 0, moves: Iterable[Call] = ()) -> Iterator[Step]:
        """Let a new agent learn what is observed in ``case``, ask it for ``moves``, and yield each call.

        It ends with a call that fails.
        """
        step = self.create(case.height, case.width, seed)
        yield step
        for task in [
            *(partial(self.learn, Observation(*seen)) for seen in case.observations),
            *(partial(self.ask, move) for move in moves),
        ]:
            if step.failure is not None:
                return
            step = task()
            yield step

    def _step(self, call: Call, observation: Observation | None, method: Callable[[], CallResult]) -> Step:
        try:
            result = method()
        except StudentFailure as failure:
            self._state = failure.state or self._state
            return Step(call, observation, None, self._state, failure=failure.without_traceback())
        self._state = result.state
        return Step(call, observation, result.value, result.state, result.seconds)


def play(driver: Driver, game: Minesweeper, seed: int, should_stop: Callable[[], bool]) -> Iterator[Step]:
    """Let a new agent play ``game``, and yield each call.

    The agent makes a safe move, or a random one where that returns ``None``, and learns every cell that is revealed;
    when both return ``None``, the mines that it knows are flagged. Where that reveals nothing, as a move that was made
    before, the reference moves in its place: what it knows can be judged all the same, and ``driver.was_helped``. The
    game ends early with a call that fails, but not with an exception at a move. ``seed`` seeds the random numbers.
    Raises ``Stopped`` once ``should_stop`` returns true. Source: ``runner.py`` of the CS50 project.
    """
    step = driver.create(game.height, game.width, seed)
    yield step
    reference, new = MinesweeperAI(game.height, game.width, seed=seed), list[Observation]()
    is_playing = step.failure is None
    while is_playing and not game.state.is_over:
        if should_stop():
            raise Stopped("the game was stopped")
        step = driver.ask(Call.SAFE_MOVE)
        yield step
        if step.failure is None and step.value is None:
            step = driver.ask(Call.RANDOM_MOVE)
            yield step
        if step.failure is not None and (not step.failure.is_alive or step.failure.kind is FindingKind.TIMEOUT):
            return
        observations = () if step.failure is not None else _revealed(game, step)
        if not observations and not game.state.is_over:
            driver.was_helped = True
            while new:
                reference.add_knowledge(*new.pop(0))
            move = reference.make_safe_move() or reference.make_random_move()
            observations = (
                () if move is None or move in game.mines_found else game.play(Action(Verb.REVEAL, move)).observations
            )
        new += observations
        for observation in observations:
            step = driver.learn(observation)
            yield step
            if step.failure is not None:
                return
        is_playing = bool(observations)


def _revealed(game: Minesweeper, step: Step) -> tuple[Observation, ...]:
    """Carry out a move, and return what it revealed; without a cell, the known mines are flagged."""
    if step.value is None:
        carry_out(game, None, [mine for mine in step.state.mines if mine in game.grid])
    if not isinstance(step.value, tuple) or step.value not in game.grid:
        return ()
    return game.play(Action(Verb.REVEAL, step.value)).observations
