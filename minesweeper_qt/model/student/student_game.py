"""One game of a student's agent beside the reference: the agent in its process, its moves, and how it differs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Event

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Driver, Step
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import FindingKind, Severity, Symptom
from minesweeper_qt.model.student.knowledge_comparison import StatedSince
from minesweeper_qt.model.student.launch import PythonNotStarted
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import (
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


@dataclass(frozen=True, slots=True)
class _Called:
    """The last of some calls, how the agent differed in them, and what it stated for the first time."""

    step: Step
    learned: int
    faults: tuple[Fault, ...]
    times: tuple[CallTime, ...]
    sentences: tuple[StatedSentence, ...]
    safes: frozenset[Cell]
    mines: frozenset[Cell]
    notes: tuple[str, ...]
    output: str | None
    is_snapshot: bool
    move: StudentMove | None


class StudentCalls:
    """Calls an agent of ``file`` on ``board`` and compares each call; one thread may use it."""

    def __init__(
        self,
        file: StudentFile,
        board: Board,
        seed: int,
        limits: Limits,
        python: str | None,
        should_stop: Callable[[], bool],
    ) -> None:
        self._board = board
        self._process = StudentProcess(file, limits, seed=seed, python=python, should_stop=should_stop)
        self._driver = Driver(self._process)
        self._comparison = GameComparison(board, poll=self._poll)
        self._should_stop = should_stop
        self._state = StudentState()
        self._stated: set[StatedSentence] = set()
        self._has_failed = False

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def create(self) -> _Called:
        """Create the agent."""
        self._poll()
        board = self._board
        try:
            step = self._driver.create(board.height, board.width)
        except PythonNotStarted as wrong:
            failure = StudentFailure(FailureKind.EXIT, str(wrong))
            step = Step(Call.CREATE, None, None, self._state, failure=failure)
        if step.failure is None and self._process.size != (board.height, board.width):
            own, asked = (f"{height}x{width}" for height, width in (self._process.size, (board.height, board.width)))
            text = f"the size {own} is hard-coded in MinesweeperAI, but the board is {asked}: choose a level of {own}"
            step = replace(step, failure=StudentFailure(FailureKind.API, text))
        return self._called([step], None, is_snapshot=True)

    def learn(self, observation: Observation, mines: frozenset[Cell], is_last: bool) -> _Called:
        """Let the agent learn an observation on a board with these ``mines``; ``is_last``: the last one of a turn."""
        self._poll()
        return self._called([self._driver.learn(observation)], mines, is_snapshot=is_last)

    def move(self) -> _Called:
        """Let the agent pick a move."""
        self._poll()
        steps = [self._driver.ask(Call.SAFE_MOVE)]
        if steps[0].failure is None and steps[0].value is None:
            steps.append(self._driver.ask(Call.RANDOM_MOVE))
        return self._called(steps, None)

    def _poll(self) -> None:
        if self._has_failed or self._should_stop():
            raise Stopped("nothing more is called")

    def _called(self, steps: Sequence[Step], mines: frozenset[Cell] | None, is_snapshot: bool = False) -> _Called:
        """Compare the steps, and return what they did; the process ends after a call that failed."""
        faults = [fault for step in steps for fault in self._comparison.compare(step, mines) if _is_difference(fault)]
        step, learned = steps[-1], self._comparison.learned
        before, self._state = self._state, step.state
        new: dict[StatedSentence, None] = {}
        if step.state.sentences is not before.sentences:
            new = dict.fromkeys(sentence for sentence in step.state.sentences if sentence not in self._stated)
            self._stated.update(new)
        process = self._process
        is_learning = step.call is Call.ADD_KNOWLEDGE and not is_snapshot and step.failure is None
        called = _Called(
            step,
            learned,
            tuple(faults),
            tuple(
                CallTime(each.call, learned, each.seconds)
                for each in steps
                if each.failure is None and each.call is not Call.CREATE
            ),
            tuple(new),
            step.state.safes - before.safes,
            step.state.mines - before.mines,
            process.notes,
            None if is_learning else process.output,
            is_snapshot and step.failure is None,
            self._student_move(step) if step.call in (Call.SAFE_MOVE, Call.RANDOM_MOVE) else None,
        )
        if step.failure is not None:
            self._has_failed = True
            process.close()
        return called

    def _student_move(self, step: Step) -> StudentMove | None:
        if step.failure is not None:
            return None
        value, problem = step.value, ""
        if value is not None:
            wrong = ""
            if not isinstance(value, tuple):
                wrong = "is no pair (row, column)"
            elif value not in self._board:
                wrong = "is not on the board"
            elif value in self._comparison.moved:
                wrong = "is revealed already"
            problem = f"{step.call.value}() returned {value}, which {wrong}" if wrong else ""
        cell = value if isinstance(value, tuple) and not problem else None
        known_mines = frozenset(mine for mine in step.state.mines if mine in self._board)
        return StudentMove(self._comparison.learned, cell, step.call is Call.SAFE_MOVE, known_mines, problem)


def _is_difference(fault: Fault) -> bool:
    """Return whether something is wrong, missing, or right by luck; sentences may be superfluous."""
    if fault.symptom is Symptom.SENTENCES_GROW:
        return False
    return fault.key.severity is not Severity.NOTE or fault.key.kind is FindingKind.UNSOUND


def first_error(differences: Iterable[Fault]) -> Fault | None:
    """Return the first wrong verdict or sentence, ``None`` without one: what follows from it is no difference.

    >>> first_error([]) is None
    True
    """
    kinds = (FindingKind.UNSOUND, FindingKind.SENTENCE)
    errors = (found for found in differences if found.key.severity is Severity.ERROR)
    return next((found for found in errors if found.key.kind in kinds), None)


class StudentGame:
    """The agent in ``file`` in one game on a board of ``height`` x ``width`` cells, compared with the reference.

    The agent runs in a process of its own, within ``limits``, by the Python at the path ``python`` or by this one, and
    a thread makes its calls: no method but ``wait`` waits for it. Their results are taken over by ``take_over``; the
    attributes change only then. A call that fails, hangs or ends the process is ``failure``; nothing is called after
    it. ``seed`` is for the agent's random moves.

    >>> from pathlib import Path
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ...         self.safes.add(cell)
    ... '''
    >>> game = StudentGame(StudentFile.of(Path("minesweeper.py").absolute(), source), 1, 3, seed=1)
    >>> game.teach([Observation((0, 0), 1)], mines=frozenset({(0, 1)}))
    >>> game.wait(10), game.take_over()
    (True, True)
    >>> [difference.text for difference in game.differences]
    ['(0, 1) is a mine, but not in mines']
    >>> game.close()

    Attributes: ``board``; ``learned``, the number of observations that the agent has learned; ``taught``, the
    number that it was given; ``observations``, those that it has learned, and the one that it failed to learn;
    ``differences``, the faults in which something is wrong or missing, in their order; ``failed``, the fault that a
    call failed, or ``None``; ``failure``, the error of that call;
    ``notes`` on what was tolerated, a line each; ``output``, the last MiB of what it printed; ``times`` of its
    calls, and ``seconds``, their sum; ``since``, after how many observations it stated something first;
    ``requests``, after how many observations it was asked for moves.
    """

    def __init__(
        self,
        file: StudentFile,
        height: int,
        width: int,
        seed: int | None,
        *,
        limits: Limits | None = None,
        python: str | None = None,
    ) -> None:
        self.board = Board(height, width)
        self.learned = 0
        self.taught = 0
        self.observations: list[Observation] = []
        self.differences: list[Fault] = []
        self.failed: Fault | None = None
        self.failure: StudentFailure | None = None
        self.notes: tuple[str, ...] = file.notes
        self.output = ""
        self.times: list[CallTime] = []
        self.seconds = 0.0
        self.since = StatedSince()
        self.requests: list[int] = []
        self._snapshots: dict[int, StudentSnapshot] = {}
        self._move: StudentMove | None = None
        self._closed = Event()
        self._calls = StudentCalls(file, self.board, seed or 0, limits or Limits(), python, self._closed.is_set)
        self._thread = ThreadPoolExecutor(1, "student")
        self._called: deque[Future[_Called]] = deque()
        """The results that are not taken over yet, in their order."""
        self._end: Future[None] | None = None
        """The end of the process; ``None`` before ``close``."""
        self._add(self._calls.create)

    # -- requests

    def teach(self, observations: Sequence[Observation], mines: frozenset[Cell]) -> None:
        """Let the agent learn the ``observations`` of one turn, after all requested before.

        ``mines`` is where the mines are, which the first reveal has fixed.
        """
        last = len(observations) - 1
        self.taught += len(observations)
        for number, seen in enumerate(observations):
            self._add(self._calls.learn, seen, mines, number == last)

    def request_move(self) -> None:
        """Let the agent pick a move after all that it was given; ``move`` is the answer.

        It is asked once until it is given more: a random move would be another one each time.
        """
        if self.requests[-1:] != [self.taught]:
            self.requests.append(self.taught)
            self._add(self._calls.move)

    def replay(
        self, turns: Iterable[tuple[Sequence[Observation], frozenset[Cell]]], requests: Iterable[int] = ()
    ) -> None:
        """Let the agent learn a whole game, turn by turn: the observations of each, and where the mines are.

        It is asked for moves after as many observations as another agent was, whose ``requests`` these are.
        """
        asked = set(requests)
        for observations, mines in turns:
            if self.taught in asked:
                self.request_move()
            self.teach(observations, mines)
        if self.taught in asked:
            self.request_move()

    # -- results

    def take_over(self) -> bool:
        """Take over what the agent has done since the last call; return whether there is anything."""
        has_changed = False
        while self._called and self._called[0].done():
            with suppress(Stopped):  # it was not called: a call before it has failed
                self._take(self._called.popleft().result())
                has_changed = True
        return has_changed

    def wait(self, seconds: float) -> bool:
        """Wait until all that was requested is done, for at most ``seconds``; return whether it is."""
        return not wait(self._called, seconds).not_done

    @property
    def is_busy(self) -> bool:
        """True while requests are not done, or something is there to be taken over."""
        return bool(self._called)

    @property
    def move(self) -> StudentMove | None:
        """The move that the agent has picked after all that it was given; ``None`` until it has picked one."""
        return self._move if self._move is not None and self._move.learned == self.taught else None

    def snapshot(self, learned: int) -> StudentSnapshot | None:
        """Return what the agent stated after ``learned`` observations.

        ``None`` if it has not learned them, and in the middle of a turn. With 0 it is what a new agent stated.
        """
        return self._snapshots.get(learned)

    # -- the end

    @property
    def has_ended(self) -> bool:
        """True after ``close``, once nothing is left of the process and the thread."""
        return self._end is not None and self._end.done()

    def close(self, patience: float = 2.0) -> None:
        """End the process; wait for that at most ``patience`` seconds. A call that runs ends within 0.2 s."""
        self._closed.set()
        if self._end is None:
            self._called.clear()
            self._end = self._thread.submit(self._calls.close)
            self._thread.shutdown(wait=False)
        wait([self._end], patience)

    def _add(self, call: Callable[..., _Called], *arguments: object) -> None:
        """Let the thread make a call after all before; none after one that failed, or the end."""
        if self.failure is None and self._end is None:
            self._called.append(self._thread.submit(call, *arguments))

    def _take(self, called: _Called) -> None:
        step = called.step
        self.times += called.times
        self.seconds += sum(time.seconds for time in called.times)
        self.differences += called.faults
        self.notes = called.notes
        if called.output is not None:
            self.output = called.output
        if step.observation is not None:
            self.observations.append(step.observation)
        if step.failure is not None:
            self.failure, self.failed = step.failure, called.faults[-1]
            return
        self.learned = called.learned
        self.since.add(called.learned, called.sentences, called.safes, called.mines)
        if called.is_snapshot:
            self._snapshots[called.learned] = StudentSnapshot(called.learned, step.state)
        if called.move is not None:
            self._move = called.move
