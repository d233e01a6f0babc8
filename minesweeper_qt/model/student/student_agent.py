"""Provides a strange agent's process as an agent, with the methods and attributes that a strategy uses."""

from __future__ import annotations

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_failure import FailureKind, StudentFailure
from minesweeper_qt.model.student.student_state import CallResult, StatedSentence, StudentState


class StudentAgent:
    """The agent in a process as an ``Agent``: its attributes are those of the last call.

    ``seconds`` is the time that its calls took in the process. The constructor creates the agent there, after the file
    has run again, so that a game depends on no other. It and the methods raise ``StudentFailure``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), {(0, 1)}, []
    ...     def make_safe_move(self):
    ...         return (0, 1)
    ... '''
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     agent = StudentAgent(process, 3, 3)
    ...     agent.make_safe_move(), agent.safes
    ((0, 1), frozenset({(0, 1)}))
    """

    def __init__(self, process: StudentProcess, height: int, width: int, seed: int | None = None) -> None:
        self.seconds = 0.0
        self._process = process
        self._state: StudentState = process.create(height, width, seed, runs_again=True)

    @property
    def moves_made(self) -> frozenset[Cell]:
        """The cells to which it moved."""
        return self._state.moves_made

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells that it states to be mines."""
        return self._state.mines

    @property
    def safes(self) -> frozenset[Cell]:
        """The cells that it states to be safe."""
        return self._state.safes

    @property
    def knowledge(self) -> tuple[StatedSentence, ...]:
        """The sentences that it states."""
        return self._state.sentences

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that the safe ``cell`` touches ``count`` mines."""
        self._take(self._process.add_knowledge(cell, count))

    def make_safe_move(self) -> Cell | None:
        """Return a cell that it takes as safe and did not move to yet; ``None`` if there is none."""
        return self._move("make_safe_move", self._process.make_safe_move())

    def make_random_move(self) -> Cell | None:
        """Return a random cell; ``None`` if there is none."""
        return self._move("make_random_move", self._process.make_random_move())

    def _take(self, result: CallResult) -> None:
        """Take over what a call returned."""
        self._state = result.state
        self.seconds += result.seconds

    def _move(self, method: str, result: CallResult) -> Cell | None:
        """Return the cell of a move; raise ``StudentFailure`` if it returned something else."""
        self._take(result)
        if isinstance(result.value, str):
            text = f"{method}() returned {result.value}, which is no cell and not None"
            raise StudentFailure(FailureKind.API, text, is_alive=True)
        return result.value
