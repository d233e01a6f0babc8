"""Lets the agents of students' files play in the lab: their processes, their moves, and the lines of their failures."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import AgentError
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.agent import MovePicker, check_move
from minesweeper_qt.model.strategy.strategies import CS50, Choice
from minesweeper_qt.model.student.driver import Call, Driver, Step
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import (
    FailureKind,
    StudentFailure,
)
from minesweeper_qt.model.text.number_text import size_text


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
        self._driver = Driver(process)
        self._take(self._driver.create(height, width, seed))

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that the safe ``cell`` touches ``count`` mines."""
        self._take(self._driver.learn(Observation(cell, count)))

    def make_safe_move(self) -> Cell | None:
        """Return a cell that it takes as safe and did not move to yet; ``None`` if there is none."""
        return self._move(self._driver.ask(Call.SAFE_MOVE))

    def make_random_move(self) -> Cell | None:
        """Return a random cell; ``None`` if there is none."""
        return self._move(self._driver.ask(Call.RANDOM_MOVE))

    def _take(self, step: Step) -> None:
        if step.failure is not None:
            raise step.failure
        state = step.state
        self.moves_made, self.mines, self.safes = state.moves_made, state.mines, state.safes
        self.knowledge = state.sentences
        self.seconds += step.seconds

    def _move(self, step: Step) -> Cell | None:
        """Return the cell of a move; raise ``StudentFailure`` if it returned something else."""
        self._take(step)
        if isinstance(step.value, str):
            text = f"{step.call.value}() returned {step.value}, which is no cell and not None"
            raise StudentFailure(FailureKind.API, text, is_alive=True)
        return step.value


class Students(ExitStack):
    """The processes of the agents of students' files, one for each file; ``close`` ends them.

    >>> from pathlib import Path
    >>> source = b"class MinesweeperAI: moves_made = mines = safes = knowledge = ()"
    >>> with Students() as students:
    ...     students.agent(StudentFile.of(Path("minesweeper.py"), source), 8, 8, 1).safes
    frozenset()
    """

    def __init__(self) -> None:
        super().__init__()
        self._processes: dict[str, StudentProcess] = {}

    def agent(self, file: StudentFile, height: int, width: int, seed: int) -> StudentAgent:
        """Return a new agent, which replaces the previous one of this file.

        Raises ``StudentFailure``, and ``AgentError`` if the agent can't play on a board of this size.
        """
        if file.digest not in self._processes:
            self._processes[file.digest] = self.enter_context(closing(StudentProcess(file)))
        process = self._processes[file.digest]
        agent = StudentAgent(process, height, width, seed)
        if process.size != (height, width):
            own = size_text(*process.size)
            raise AgentError(f"the agent's size {own} is hard-coded; the games are on {size_text(height, width)}")
        return agent


class StudentMoves(CS50):
    """Opens the safe move of a student's agent, or else its random move, if it is a move at all."""

    def choose(self, position: Position, agent: MovePicker) -> Choice | None:
        """Return the move of the agent; raise ``AgentError`` for a cell that can't be opened.

        Where no move is left, the agent's mines will be flagged: they are checked as well.
        """
        choice = super().choose(position, agent)
        if choice is not None:
            check_move(choice.cell, position)
            return choice
        for mine in agent.mines:
            if mine not in position.board:
                raise AgentError(f"the agent's mine {mine} is off the board")
        return None


def failure_cause(line: str) -> str:
    """Return what the lines of failures with the same cause share: the student's line, and the text without numbers.

    >>> failure_cause("add_knowledge((0, 1), 2) raised KeyError: (0, 1) [minesweeper.py:7, in f: x.pop()]")
    'add_knowledge((#, #), #) raised KeyError: (#, #) [minesweeper.py:7, in f: x.pop()]'
    """
    text, bracket, place = line.partition(" [")
    return re.sub(r"0x[0-9a-f]+|-?[0-9]+", "#", text) + bracket + place
