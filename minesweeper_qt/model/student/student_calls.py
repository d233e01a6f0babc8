"""Calls a student's agent in its process, and finds how each call differs from the truth and from the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.comparison import GameComparison, failure_fault
from minesweeper_qt.model.student.difference import Difference
from minesweeper_qt.model.student.fault import Fault, FaultKey
from minesweeper_qt.model.student.finding import FindingKind, Severity, Symptom
from minesweeper_qt.model.student.game_trace import Call, Step, VerdictChange
from minesweeper_qt.model.student.launch import PythonNotStarted
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import (
    CallResult,
    FailureKind,
    Limits,
    StatedSentence,
    StudentFailure,
    StudentState,
)


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


class DifferenceFinder:
    """Compares the steps of one game one after the other, and returns the differences.

    The faults of a step that have the same key and symptom are one difference. What lasts, such as an attribute that is
    missing, is one difference where it begins. Sentences that are double, empty or too many are none, for many agents
    without a fault have them. Steps before ``begin`` are compared there: until the first cell is
    revealed, mines may be moved.

    >>> from minesweeper_qt.model.board.board import Board
    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> finder = DifferenceFinder()
    >>> finder.differences_of(Step(Call.CREATE, None, None, StudentState()))
    []
    >>> finder.begin(GameComparison(Board(1, 2), frozenset({(0, 1)})))
    []
    >>> step = Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 1), None, StudentState(frozenset({(0, 0)})))
    >>> [difference.cells for difference in finder.differences_of(step)]
    [((0, 0),), ((0, 1),)]
    """

    def __init__(self) -> None:
        self._comparison: GameComparison | None = None
        self._steps: list[Step] = []
        """The steps before the comparison begins."""
        self._lasting: frozenset[FaultKey] = frozenset()

    @property
    def has_begun(self) -> bool:
        """True once steps are compared."""
        return self._comparison is not None

    def begin(self, comparison: GameComparison) -> list[Difference]:
        """Compare the steps so far, and those that follow, by ``comparison``; return the differences so far."""
        self._comparison = comparison
        found = [difference for step in self._steps for difference in self.differences_of(step)]
        self._steps.clear()
        return found

    def differences_of(self, step: Step) -> list[Difference]:
        """Return the differences of the next step; none before ``begin``."""
        if self._comparison is None:
            self._steps.append(step)
            return []
        faults = [fault for fault in self._comparison.compare(step) if not _is_superfluous(fault)]
        if not faults and not self._lasting:
            return []
        new = [fault for fault in faults if fault.key not in self._lasting]
        if step.call in (Call.CREATE, Call.ADD_KNOWLEDGE):  # after a move the sentences are not compared
            self._lasting = frozenset(fault.key for fault in faults if fault.symptom is None)
        return grouped(new, step)


def grouped(faults: Iterable[Fault], step: Step) -> list[Difference]:
    """Return the differences that the faults of ``step`` are, in the order of the first fault of each.

    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> grouped([], Step(Call.CREATE, None, None, StudentState()))
    []
    """
    groups: dict[tuple[FaultKey, Symptom | None], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.key, fault.symptom), []).append(fault)
    return [Difference(tuple(group), step.call, step.observation) for group in groups.values()]


def _is_superfluous(fault: Fault) -> bool:
    """Return whether nothing is wrong or missing: sentences are double, empty, or far too many."""
    return fault.key.kind is FindingKind.SENTENCE and fault.key.severity is Severity.WEAKNESS


_NOTHING_NEW = VerdictChange(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Create:
    """The task to create the agent."""


@dataclass(frozen=True, slots=True)
class Learn:
    """The task to learn an observation on a board with these ``mines``; ``is_last``: the last one of a turn."""

    observation: Observation
    mines: frozenset[Cell]
    is_last: bool


@dataclass(frozen=True, slots=True)
class Move:
    """The task to pick a move."""


Task: TypeAlias = Create | Learn | Move


@dataclass(frozen=True, slots=True)
class FailedCall:
    """A call that failed; ``observation`` is what ``add_knowledge`` was called with.

    ``learned`` is the number of observations that the agent had been given by then, with that one.
    """

    failure: StudentFailure
    call: Call
    observation: Observation | None
    learned: int


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of one task, after which the agent had been given ``learned`` observations.

    ``times`` and ``differences`` are those of its calls. ``observation`` was learned; then ``verdicts`` are the cells
    that came to the agent's sets or left them, and ``sentences`` those that it stated for the first time. ``snapshot``
    is there after the creation and after the last observation of a turn, ``move`` after a move. ``failed`` is the call
    that failed; it was the last one. ``notes`` and ``output`` are those of the process, ``None`` where they were not
    read.
    """

    learned: int
    times: tuple[CallTime, ...] = ()
    differences: tuple[Difference, ...] = ()
    observation: Observation | None = None
    verdicts: VerdictChange = _NOTHING_NEW
    sentences: tuple[StatedSentence, ...] = ()
    snapshot: StudentSnapshot | None = None
    move: StudentMove | None = None
    failed: FailedCall | None = None
    notes: tuple[str, ...] = ()
    output: str | None = None


class StudentCalls:
    """An agent of ``file`` for ``board``, in its process; one thread may use it.

    ``should_stop`` is called about every 50 ms during a call; once it returns true, ``carry_out`` raises ``Stopped``.

    >>> from pathlib import Path
    >>> source = b"from minesweeper_qt.model import MinesweeperAI, Sentence"
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), source)
    >>> calls = StudentCalls(file, Board(1, 3), 0, Limits(), lambda: False)
    >>> calls.carry_out(Create()).snapshot.learned
    0
    >>> learned = calls.carry_out(Learn(Observation((0, 0), 1), frozenset({(0, 1)}), True))
    >>> learned.verdicts.mines, learned.differences
    (frozenset({(0, 1)}), ())
    >>> calls.close()
    """

    def __init__(
        self, file: StudentFile, board: Board, seed: int, limits: Limits, should_stop: Callable[[], bool]
    ) -> None:
        self._board = board
        self._process = StudentProcess(file, limits, seed=seed, should_stop=should_stop)
        self._finder = DifferenceFinder()
        self._state = StudentState()
        self._stated: set[StatedSentence] = set()
        self._moved: set[Cell] = set()
        self._learned = 0
        self._call = Call.CREATE
        self._observation: Observation | None = None
        self._should_stop = should_stop
        self._has_failed = False

    def carry_out(self, task: Task) -> TaskResult:
        """Carry out ``task`` and return its result; raise ``Stopped``, also after a call that failed."""
        try:
            self._poll()
            match task:
                case Create():
                    return self._create()
                case Learn():
                    return self._learn(task)
                case Move():
                    return self._move()
        except StudentFailure as failure:
            return self._failed(failure)
        except PythonNotStarted as wrong:
            return self._failed(StudentFailure(FailureKind.EXIT, str(wrong)))

    def close(self) -> None:
        """End the process."""
        self._process.close()

    # -- the tasks

    def _create(self) -> TaskResult:
        board, process = self._board, self._process
        state = process.create(board.height, board.width)
        if process.size != (board.height, board.width):
            own, asked = (f"{height}x{width}" for height, width in (process.size, (board.height, board.width)))
            text = f"the size {own} is hard-coded in MinesweeperAI, but the board is {asked}: choose a level of {own}"
            # The last note says that games are played at the agent's own size, which an audit does.
            return self._failed(StudentFailure(FailureKind.API, text), process.notes[:-1])
        differences = self._finder.differences_of(Step(Call.CREATE, None, None, state))
        verdicts, sentences = self._take(state)
        return TaskResult(
            0,
            differences=tuple(differences),
            verdicts=verdicts,
            sentences=sentences,
            snapshot=StudentSnapshot(0, state),
            notes=process.notes,
            output=process.output,
        )

    def _poll(self) -> None:
        if self._has_failed or self._should_stop():
            raise Stopped("nothing more is called")

    def _learn(self, task: Learn) -> TaskResult:
        observation = task.observation
        differences: list[Difference] = []
        if not self._finder.has_begun:
            differences += self._finder.begin(GameComparison(self._board, task.mines, poll=self._poll))
        self._call, self._observation = Call.ADD_KNOWLEDGE, observation
        result = self._process.add_knowledge(*observation)
        self._learned += 1
        self._moved.add(observation.cell)
        differences += self._differences(result)
        verdicts, sentences = self._take(result.state)
        return TaskResult(
            self._learned,
            (CallTime(Call.ADD_KNOWLEDGE, self._learned, result.seconds),),
            tuple(differences),
            observation,
            verdicts,
            sentences,
            StudentSnapshot(self._learned, result.state) if task.is_last else None,
            notes=self._process.notes,
            output=self._process.output if task.is_last else None,
        )

    def _move(self) -> TaskResult:
        times: list[CallTime] = []
        differences: list[Difference] = []
        for call, method in (
            (Call.SAFE_MOVE, self._process.make_safe_move),
            (Call.RANDOM_MOVE, self._process.make_random_move),
        ):
            self._call, self._observation = call, None
            result = method()
            times.append(CallTime(call, self._learned, result.seconds))
            differences += self._differences(result)
            if result.value is not None:
                break
        return TaskResult(
            self._learned,
            tuple(times),
            tuple(differences),
            move=self._student_move(result),
            notes=self._process.notes,
            output=self._process.output,
        )

    def _student_move(self, result: CallResult) -> StudentMove:
        value = result.value
        problem = "" if value is None else self._move_problem(value)
        cell = value if isinstance(value, tuple) and not problem else None
        known_mines = frozenset(mine for mine in result.state.mines if mine in self._board)
        return StudentMove(self._learned, cell, self._call is Call.SAFE_MOVE, known_mines, problem)

    def _move_problem(self, value: Cell | str) -> str:
        """Return why the move can't be made; empty if it can."""
        wrong = ""
        if not isinstance(value, tuple):
            wrong = "is no pair (row, column)"
        elif value not in self._board:
            wrong = "is not on the board"
        elif value in self._moved:
            wrong = "is revealed already"
        return f"{self._call.value}() returned {value}, which {wrong}" if wrong else ""

    # -- results

    def _differences(self, result: CallResult) -> list[Difference]:
        return self._finder.differences_of(
            Step(self._call, self._observation, result.value, result.state, result.seconds)
        )

    def _take(self, state: StudentState) -> tuple[VerdictChange, tuple[StatedSentence, ...]]:
        """Make ``state`` the present one; return what changed in the sets, and the sentences that are new."""
        before, self._state = self._state, state
        verdicts = _NOTHING_NEW
        if state.safes is not before.safes or state.mines is not before.mines:
            verdicts = VerdictChange(before.safes ^ state.safes, before.mines ^ state.mines)
        new: dict[StatedSentence, None] = {}
        if state.sentences is not before.sentences:
            new = dict.fromkeys(sentence for sentence in state.sentences if sentence not in self._stated)
            self._stated.update(new)
        return verdicts, tuple(new)

    def _failed(self, failure: StudentFailure, notes: tuple[str, ...] | None = None) -> TaskResult:
        """Return the result of a call that failed, and end the process; ``notes`` instead of those of the process."""
        self._has_failed = True
        learned = self._learned + (self._call is Call.ADD_KNOWLEDGE)
        fault = failure_fault(failure, self._call, 0, learned)
        notes, output = self._process.notes if notes is None else notes, self._process.output
        self._process.close()
        return TaskResult(
            learned,
            differences=(Difference((fault,), self._call, self._observation),),
            failed=FailedCall(failure, self._call, self._observation, learned),
            notes=notes,
            output=output,
        )
