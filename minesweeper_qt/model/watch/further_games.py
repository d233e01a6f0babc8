"""Plays a few more games with a student's agent, for a search that one game leaves undecided."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from minesweeper_qt.model.audit.comparison import is_slow
from minesweeper_qt.model.audit.finding import FindingKind
from minesweeper_qt.model.audit.game_trace import LearnedGame, play_traced
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_failure import StudentFailure

_GAMES = 8
"""Of the agents with one fault in the tests, nearly all can be told apart by as many games."""

_SEEDS = 2**31

_SIDE = 8
"""The greatest height and width of the boards: small ones are played and compared soonest."""

_CELLS_PER_MINE = 8
"""As on the board of the CS50 project."""


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
