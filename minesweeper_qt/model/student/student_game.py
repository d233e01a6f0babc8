"""One game of a student's agent beside the reference: the agent in its process, its moves, and its faults."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from typing import NamedTuple

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Driver, Step
from minesweeper_qt.model.student.fault import Fault, FaultKey
from minesweeper_qt.model.student.finding import Severity
from minesweeper_qt.model.student.knowledge_comparer import StatedSince
from minesweeper_qt.model.student.process import PythonNotStarted, StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StudentFailure, StudentState
from minesweeper_qt.model.words import size_text


class CallTime(NamedTuple):
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


class _Result(NamedTuple):
    """A call and its faults; at the end of a turn, what the process had printed by then, else ``None``."""

    step: Step
    faults: Sequence[Fault]
    output: str | None


class StudentGame:
    """The agent in ``file`` in one game on a board of ``height`` x ``width`` cells, compared with the reference.

    The agent runs in a process of its own, within ``limits``, and a thread makes its calls: no method but ``wait``
    waits for it. Their results are taken over by ``take_over``; the attributes change only then. A call that
    fails, hangs or ends the process is ``failure``; nothing is called after it. ``seed`` is for the agent's random
    moves, ``python`` the path of another Python that runs it.

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
    >>> [fault.text for fault in game.faults]
    ['(0, 1) is a mine, but not in mines']
    >>> game.close()

    Attributes: ``file``, ``seed`` and ``python``; ``board``; ``mines``, where they were taught to be last;
    ``observations``, which the agent was called with, also in the call that failed; ``learned``, the number of those
    that it has learned; ``taught``, the number that it was given; ``faults``, in their order, without what does no
    harm, such as sentences that are double; ``failure``, or ``None``, and ``failed``, the fault that this is;
    ``is_created``; ``output``, the last MiB of what it printed; ``times`` of its calls, and ``seconds``, their sum;
    ``since``, after how many observations it stated something first; ``requests``, after how many observations it was
    asked for moves.
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
        self.file, self.seed, self.python = file, seed, python
        self.board = Board(height, width)
        self.mines: frozenset[Cell] = frozenset()
        self.observations: list[Observation] = []
        self.learned = self.taught = 0
        self.faults: list[Fault] = []
        self.failure: StudentFailure | None = None
        self.failed: Fault | None = None
        self.is_created = False
        self.output = ""
        self.times: list[CallTime] = []
        self.seconds = 0.0
        self.since = StatedSince()
        self.requests: list[int] = []
        self._states: dict[int, StudentState] = {}
        self._move: StudentMove | None = None
        self._ended = Event()
        """Set by ``close``, and by a call that failed: nothing more is called."""
        self._thread = ThreadPoolExecutor(1, "student")
        self._called: deque[Future[list[_Result]]] = deque()
        """The results that are not taken over yet, in their order."""
        self._end: Future[None] | None = None
        """The end of the process; ``None`` before ``close``."""
        # What follows belongs to the thread.
        self._process = StudentProcess(
            file, limits or Limits(), seed=seed or 0, python=python, should_stop=self._ended.is_set
        )
        self._driver = Driver(self._process)
        # With a method of the game it would be a cycle, and stay in memory after its end.
        self._comparison = GameComparison(self.board, poll=partial(_raise_once_ended, self._ended))
        self._told: set[FaultKey] = set()
        self._add(self._call, self._created)

    # -- requests

    def teach(self, observations: Sequence[Observation], mines: frozenset[Cell]) -> None:
        """Let the agent learn the ``observations`` of one turn, after all requested before.

        ``mines`` is where the mines are, which the first reveal has fixed.
        """
        self.taught += len(observations)
        self.mines = mines
        for number, observation in enumerate(observations, 1):
            self._add(self._call, partial(self._driver.learn, observation), mines, number == len(observations))

    def request_move(self) -> None:
        """Let the agent pick a move after all that it was given; ``move`` is the answer.

        It is asked once until it is given more: a random move would be another one each time.
        """
        if self.requests[-1:] != [self.taught]:
            self.requests.append(self.taught)
            self._add(self._pick)

    def replay(
        self, turns: Iterable[tuple[Sequence[Observation], frozenset[Cell]]], requests: Iterable[int] = ()
    ) -> None:
        """Let the agent learn a whole game, turn by turn: the observations of each, and where the mines are.

        It is asked for moves after as many observations as another agent was, whose ``requests`` these are.
        """
        asked = set(requests)
        for turn in turns:
            if self.taught in asked:
                self.request_move()
            self.teach(*turn)
        if self.taught in asked:
            self.request_move()

    def _add(self, task: Callable[..., list[_Result]], *arguments: object) -> None:
        """Let the thread carry out a task after all before; none after a call that failed, or the end."""
        if self.failure is None and self._end is None:
            self._called.append(self._thread.submit(task, *arguments))

    # -- results

    def take_over(self) -> bool:
        """Take over what the agent has done since the last call; return whether there is anything."""
        has_changed = False
        while self._called and self._called[0].done():
            with suppress(Stopped):  # it was not called: a call before it has failed
                for result in self._called.popleft().result():
                    self._take(result)
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

    def state_after(self, learned: int) -> StudentState | None:
        """Return what the agent stated after ``learned`` observations; after a call that failed, what it stated last.

        ``None`` if it has not learned them yet, and in the middle of a turn. With 0 it is what a new agent stated.
        """
        if self.failed is None or learned < self.failed.learned:
            return self._states.get(learned)
        return next((self._states[number] for number in reversed(self._states) if number <= learned), StudentState())

    def _take(self, result: _Result) -> None:
        step = result.step
        self.faults += result.faults
        if result.output is not None:
            self.output = result.output
        if step.observation is not None:
            self.observations.append(step.observation)
        if step.failure is not None:
            self.failure, self.failed = step.failure, result.faults[-1]
            return
        if step.call in (Call.CREATE, Call.ADD_KNOWLEDGE):
            self.is_created = True
            self.learned = len(self.observations)
            self.since.add(self.learned, step.state)
            if result.output is not None:
                self._states[self.learned] = step.state
        elif step.value is not None or step.call is Call.RANDOM_MOVE:
            self._move = self._student_move(step)
        if step.call is not Call.CREATE:
            self.times.append(CallTime(step.call, self.learned, step.seconds))
            self.seconds += step.seconds

    def _student_move(self, step: Step) -> StudentMove:
        value, wrong = step.value, ""
        if value is not None and not isinstance(value, tuple):
            wrong = "is not a pair (row, column)"
        elif value is not None and value not in self.board:
            wrong = "is not on the board"
        elif any(value == seen.cell for seen in self.observations):
            wrong = "is revealed already"
        cell = value if isinstance(value, tuple) and not wrong else None
        known_mines = frozenset(mine for mine in step.state.mines if mine in self.board)
        problem = f"{step.call.value}() returned {value}, which {wrong}" if wrong else ""
        return StudentMove(self.learned, cell, step.call is Call.SAFE_MOVE, known_mines, problem)

    # -- the end

    @property
    def has_ended(self) -> bool:
        """True after ``close``, once nothing is left of the process and the thread."""
        return self._end is not None and self._end.done()

    def close(self, patience: float = 2.0) -> None:
        """End the process; wait for that at most ``patience`` seconds. A call that runs ends within 0.2 s."""
        self._ended.set()
        if self._end is None:
            self._called.clear()
            self._end = self._thread.submit(self._process.close)
            self._thread.shutdown(wait=False)
        wait([self._end], patience)

    # -- in the thread

    def _created(self) -> Step:
        height, width = self.board.height, self.board.width
        try:
            step = self._driver.create(height, width)
        except PythonNotStarted as wrong:
            failure = StudentFailure(FindingKind.EXIT, str(wrong))
            return Step(Call.CREATE, None, None, StudentState(), failure=failure)
        size = self._process.size
        if step.failure is None and size != (height, width):
            own = size_text(*size)
            text = (
                f"the size {own} is hard-coded in MinesweeperAI, but the board is {size_text(height, width)}: "
                f"choose a level of {own}"
            )
            return replace(step, failure=StudentFailure(FindingKind.API, text, own_size=size))
        return step

    def _pick(self) -> list[_Result]:
        (safe,) = self._call(partial(self._driver.ask, Call.SAFE_MOVE))
        is_none = safe.step.failure is None and safe.step.value is None
        return [safe, *(self._call(partial(self._driver.ask, Call.RANDOM_MOVE)) if is_none else ())]

    def _call(
        self, make_step: Callable[[], Step], mines: frozenset[Cell] | None = None, is_last: bool = True
    ) -> list[_Result]:
        """Make a call and compare it; after one that failed, end the process. Raise ``Stopped`` if one has failed."""
        _raise_once_ended(self._ended)
        step = make_step()
        faults = [fault for fault in self._comparison.compare(step, mines) if self._is_told(fault)]
        output = self._process.output if is_last or step.failure is not None else None
        if step.failure is not None:
            self._ended.set()
            self._process.close()
        return [_Result(step, faults, output)]

    def _is_told(self, fault: Fault) -> bool:
        """Return whether a fault is one of the game; what a method does wrong at every move is one once."""
        is_new = fault.key not in self._told or fault.key.kind not in (FindingKind.MOVE, FindingKind.MUTATION)
        self._told.add(fault.key)
        return is_new and not _is_harmless(fault)


def _raise_once_ended(ended: Event) -> None:
    if ended.is_set():
        raise Stopped("nothing more is called")


def _is_harmless(fault: Fault) -> bool:
    """Return whether nothing is wrong, missing, or right by luck; sentences may be double, empty or too many."""
    if fault.key.kind is FindingKind.SENTENCE:
        return fault.key.severity is not Severity.ERROR
    return fault.key.severity is Severity.NOTE and fault.key.kind is not FindingKind.UNSOUND
