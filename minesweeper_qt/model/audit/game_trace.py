"""The trace of one game of a strange agent: every call, what it returned, and what the agent stated afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from minesweeper_qt.model.audit.case import Case
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.student_failure import StudentFailure
from minesweeper_qt.model.student.student_state import StudentState

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
