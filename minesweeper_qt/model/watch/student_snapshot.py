"""The statements of a student's agent after a number of observations, its move, and the times of its calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from minesweeper_qt.model.audit.game_trace import Call
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.student_state import StudentState


@dataclass(frozen=True, slots=True)
class StudentSnapshot:
    """What a student's agent stated after ``learned`` observations; it never changes.

    >>> StudentSnapshot(0).state.mines
    frozenset()
    """

    learned: int
    state: StudentState = field(default_factory=StudentState)


@dataclass(frozen=True, slots=True)
class CallTime:
    """The seconds that one call of a student's agent took in its process; ``learned`` observations had been given.

    >>> CallTime(Call.ADD_KNOWLEDGE, 1, 0.002).seconds
    0.002
    """

    call: Call
    learned: int
    seconds: float


@dataclass(frozen=True, slots=True)
class StudentMove:
    """The move of a student's agent after ``learned`` observations.

    ``cell`` is the covered cell that it opens, ``None`` if it has no move left. ``is_safe`` is true for what
    ``make_safe_move`` returned. ``known_mines`` are the cells of the board that the agent states to be mines, for the
    last step. ``problem`` says why the move can't be made, as a clause for people; empty if it can.

    >>> StudentMove(3, (0, 1), is_safe=True).problem
    ''
    """

    learned: int
    cell: Cell | None
    is_safe: bool = False
    known_mines: frozenset[Cell] = frozenset()
    problem: str = ""
