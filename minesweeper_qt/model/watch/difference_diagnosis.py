"""Searches for the likely cause of a difference and for the smallest case that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from minesweeper_qt.model.audit.case_text import case_lines
from minesweeper_qt.model.audit.causes import likely_cause
from minesweeper_qt.model.audit.comparison import is_slow
from minesweeper_qt.model.audit.diagnosis import may_have_cause, why_lines
from minesweeper_qt.model.audit.finding import Case, Cause, Finding, FindingKind
from minesweeper_qt.model.audit.game_trace import LearnedGame, play_traced
from minesweeper_qt.model.audit.smallest_case import OpenProcess, smallest_case
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits, StudentFailure
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.difference_text import title

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
    >>> from minesweeper_qt.model.audit.fault import Fault
    >>> from minesweeper_qt.model.audit.finding import Severity, Symptom
    >>> from minesweeper_qt.model.audit.game_trace import Call
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
    cause = None

    def open_process(limits: Limits, is_fresh: bool) -> StudentProcess:
        return StudentProcess(file, limits, seed=seed or 0, is_fresh=is_fresh, should_stop=should_stop)

    try:
        if may_have_cause(fault):
            cause = _cause(open_process, game, limits, seed or 0, seconds * _CAUSE_SHARE, should_stop)
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


def _cause(
    open_process: OpenProcess,
    game: LearnedGame,
    limits: Limits,
    seed: int,
    seconds: float,
    should_stop: Callable[[], bool],
) -> Cause | None:
    """Return the fault that explains ``game``; where not exactly one does, the one that explains further games, too."""
    end = monotonic() + seconds
    cause = likely_cause([game], seconds / 2, should_stop)
    if cause is not None:
        return cause
    with open_process(limits, False) as process:
        games = further_games(process, game.board, seed, (end - monotonic()) / 2, should_stop)
    return likely_cause([game, *games], max(end - monotonic(), 0), should_stop) if games else None


def further_games(
    process: StudentProcess, board: Board, seed: int, seconds: float, should_stop: Callable[[], bool]
) -> list[LearnedGame]:
    """Return up to eight games of the agent in ``process``, as many as begin within ``seconds``.

    The boards are as large as ``board``, but at most 8 x 8 unless the agent's size is hard-coded; ``seed`` decides on
    the layouts. There are none after a game in which the agent hangs, and none if it can't be created. Raises
    ``Stopped`` once ``should_stop`` returns true.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b"from minesweeper_qt.model import MinesweeperAI, Sentence"
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     games = further_games(process, Board(1, 9), 1, 10.0, lambda: False)
    >>> [(game.board.height, game.board.width) for game in games[:2]]
    [(1, 8), (1, 8)]
    """
    until = monotonic() + seconds
    height, width = min(board.height, _SIDE), min(board.width, _SIDE)
    try:
        process.create(height, width)
    except StudentFailure:
        return []
    if process.size != (height, width):
        height, width = process.size
    games: list[LearnedGame] = []
    for number in range(1, _GAMES + 1):
        if monotonic() > until:
            break
        mines = max(height * width // _CELLS_PER_MINE, 1)
        own_seed = (seed + number) % _SEEDS
        game = Minesweeper(height, width, min(mines, height * width - 1), rules=CS50_RULES, seed=own_seed)
        trace = play_traced(process, game, number, own_seed, should_stop)
        games.append(trace.verdicts_learned())
        if trace.failure is not None and is_slow(FindingKind(trace.failure.kind.value)):
            break
    return games
