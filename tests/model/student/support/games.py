"""Games of students' agents beside the reference: in this process, or as ``StudentGame``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model import CS50_RULES, Action, Cell, Minesweeper, MinesweeperAI, Observation, Verb
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Driver
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.knowledge_comparer import StatedSince
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_game import StudentGame
from minesweeper_qt.model.student.student_state import StudentState
from tests.model.student.support.corpus import process_of
from tests.model.student.support.local_process import LocalProcess

REFERENCE = b"from minesweeper_qt.model import MinesweeperAI, Sentence\n"
"""The source of a student's file without a fault."""

PATIENCE = 30
"""Seconds to wait for an agent even on a busy machine."""


@dataclass
class Moment:
    """A game of an agent in this process after one more observation, and what both agents know."""

    board: Board
    mines: frozenset[Cell]
    learned: int
    state: StudentState
    reference: MinesweeperAI
    since: StatedSince
    faults: list[Fault]


def moments(process: LocalProcess, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> Iterator[Moment]:
    """Yield the moments of a game in which cells are revealed in the order of the agent's moves, or any other cells.

    The game goes on after a move that can't be made, so that agents with a fault learn whole boards. A failure of the
    agent ends it.
    """
    game = Minesweeper(height, width, mines, rules=CS50_RULES, seed=seed)
    reference = MinesweeperAI(height, width)
    driver, comparison, since = Driver(process), GameComparison(game.grid), StatedSince()
    step = driver.create(height, width, seed)
    comparison.compare(step)
    # An agent that keeps its state in the class begins with what one before knew in this process.
    since.add(0, step.state)
    fixed: frozenset[Cell] = frozenset()
    covered = set(game.grid.cells)
    learned = 0
    while True:
        moves = sorted((step.state.safes | reference.safes) & covered) or sorted(covered - game.mines)
        if not moves or game.state.is_over:
            return
        found: list[Fault] = []
        for observation in game.play(Action(Verb.REVEAL, moves[0])).observations:
            if not learned:
                fixed = frozenset(game.mines)
            learned += 1
            covered.discard(observation.cell)
            step = driver.learn(observation)
            if step.failure is not None:
                return
            found += comparison.compare(step, fixed)
            reference.add_knowledge(*observation)
            since.add(learned, step.state)
        if moves[0] in covered:
            return  # a wrong verdict led to a mine
        yield Moment(game.grid, fixed, learned, step.state, reference, since, found)


def corpus_moments(name: str, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> Iterator[Moment]:
    return moments(process_of(name), seed, height, width, mines)


def student_file(path: Path, source: bytes = REFERENCE) -> StudentFile:
    """Return a file of an agent that is not written anywhere."""
    return StudentFile.of(path / "minesweeper.py", source)


def played(
    game: StudentGame, board: Minesweeper, turns: list[tuple[Sequence[Observation], frozenset[Cell]]] | None = None
) -> Minesweeper:
    """Let the agent of ``game`` play on ``board`` until it has no move, fails or loses, and return the board.

    ``turns`` gets what it learned with each move.
    """
    while not board.state.is_over:
        game.request_move()
        assert game.wait(PATIENCE)
        game.take_over()
        if game.move is None or game.move.cell is None:
            break
        observations = board.play(Action(Verb.REVEAL, game.move.cell)).observations
        if not observations:
            break
        turn = (observations, frozenset(board.mines))
        game.teach(*turn)
        if turns is not None:
            turns.append(turn)
    assert game.wait(PATIENCE)
    game.take_over()
    return board
