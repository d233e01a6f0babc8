"""Searches for the likely cause of a difference and for the smallest case that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.diagnosis import why_lines
from minesweeper_qt.model.student.difference import Difference
from minesweeper_qt.model.student.difference_text import title
from minesweeper_qt.model.student.finding import Case, Cause, Finding
from minesweeper_qt.model.student.game_trace import LearnedGame
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.smallest_case import smallest_case
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits

SECONDS = 20.0
"""The time for the search for the cause and for the case."""

_CAUSE_SHARE = 0.4
"""The part of the time that the search for the cause takes at most."""

_GAMES = 8
"""Of the agents with one fault in the tests, nearly all can be told apart by as many games."""

_SEEDS = 2**31

_SIDE = 8
"""The greatest height and width of the boards: small ones are played and compared soonest."""

_CELLS_PER_MINE = 8
"""As on the board of the CS50 project."""


@dataclass(frozen=True, slots=True)
class DifferenceDiagnosis:
    """The likely ``cause`` of a difference, the smallest ``case`` that shows it, and lines that say ``why`` it does.

    ``cause`` and ``case`` are ``None`` where none was found; without a case ``why`` is empty.

    >>> DifferenceDiagnosis().case is None
    True
    """

    cause: Cause | None = None
    case: Case | None = None
    why: tuple[str, ...] = ()

    def finding(self, difference: Difference) -> Finding:
        """Return the difference that was diagnosed as a finding in one game."""
        fault = difference.fault
        return Finding(
            fault.key.kind,
            fault.key.severity,
            1,
            f"{title(difference)}.",
            fault.trace,
            self.cause,
            self.case,
            fault.symptom,
            self.why,
        )

    def case_lines(self, difference: Difference) -> list[str]:
        """Return the case as lines of Python, which fail as long as the agent errs; none without a case."""
        symptom = difference.fault.symptom
        return [] if self.case is None or symptom is None else case_lines(self.case, symptom)


def diagnose(
    file: StudentFile,
    game: LearnedGame,
    difference: Difference,
    *,
    seed: int | None = 0,
    limits: Limits | None = None,
    seconds: float = SECONDS,
    should_stop: Callable[[], bool] = lambda: False,
) -> DifferenceDiagnosis:
    """Return the likely cause of a difference in ``game``, and its smallest case.

    Where several faults could be the cause of all that the agent knew in this game, it plays a few more.
    The agent runs from ``file``, with the ``seed`` of its game and within ``limits``. The search takes about
    ``seconds``. Once ``should_stop`` returns true, it ends within 0.2 s, without a case; nothing is left of its
    processes.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.fault import Fault
    >>> from minesweeper_qt.model.student.finding import Severity, Symptom
    >>> from minesweeper_qt.model.student.game_trace import Call
    >>> from minesweeper_qt.model.board.board import Board
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ...         raise KeyError(count)
    ... '''
    >>> fault = Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 1, ((0, 0),), "(0, 0) is safe", "revealed")
    >>> game = LearnedGame(0, Board(2, 2), (), ())
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), source)
    >>> diagnose(file, game, Difference((fault,), Call.ADD_KNOWLEDGE))
    DifferenceDiagnosis(cause=None, case=None, why=())
    """
    limits = limits or Limits()
    fault = difference.fault
    end = monotonic() + seconds
    cause: Cause | None = None

    def open_process(limits: Limits, is_fresh: bool) -> StudentProcess:
        return StudentProcess(file, limits, seed=seed or 0, is_fresh=is_fresh, should_stop=should_stop)

    try:
        case = smallest_case(
            open_process,
            game.case(difference.learned),
            fault,
            limits=limits,
            seconds=max(end - monotonic(), 0),
            should_stop=should_stop,
        )
        why = () if case is None else why_lines(open_process, limits, case, fault)
    except Stopped:
        return DifferenceDiagnosis(cause)
    return DifferenceDiagnosis(cause, case, why)
