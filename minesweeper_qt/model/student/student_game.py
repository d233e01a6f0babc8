"""One game of a student's agent beside the reference: the agent in its process, its moves, and how it differs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.difference import Difference
from minesweeper_qt.model.student.game_trace import CHANGED_SET, LearnedGame, VerdictChange
from minesweeper_qt.model.student.knowledge_comparison import StatedSince
from minesweeper_qt.model.student.student_calls import (
    CallTime,
    Create,
    FailedCall,
    Learn,
    Move,
    StudentCalls,
    StudentMove,
    StudentSnapshot,
    Task,
    TaskResult,
)
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits, StudentFailure


class StudentGame:
    """The agent in ``file`` in one game on a board of ``height`` x ``width`` cells, compared with the reference.

    The agent runs in a process of its own, within ``limits``, and a thread makes its calls: no method but ``wait``
    waits for it. Their results are taken over by ``take_over``; the attributes change only then. A call that
    fails, hangs or ends the process is ``failure``; nothing is called after it. ``seed`` is for the agent's random
    moves.

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
    >>> [difference.fault.text for difference in game.differences]
    ['(0, 1) is a mine, but not in mines']
    >>> game.close()

    Attributes: ``board``; ``learned``, the number of observations that the agent has learned; ``taught``, the
    number that it was given; ``differences``, in their order; ``failed``, the call that failed, or ``None``;
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
    ) -> None:
        self.board = Board(height, width)
        self.learned = 0
        self.taught = 0
        self.differences: list[Difference] = []
        self.failed: FailedCall | None = None
        self.notes: tuple[str, ...] = file.notes
        self.output = ""
        self.times: list[CallTime] = []
        self.seconds = 0.0
        self.since = StatedSince()
        self.requests: list[int] = []
        self._snapshots: dict[int, StudentSnapshot] = {}
        self._move: StudentMove | None = None
        self._observations: list[Observation] = []
        self._verdicts: list[VerdictChange] = []
        self._closed = Event()
        self._calls = StudentCalls(file, self.board, seed or 0, limits or Limits(), self._closed.is_set)
        self._thread = ThreadPoolExecutor(1, "student")
        self._called: deque[Future[TaskResult]] = deque()
        """The results that are not taken over yet, in their order."""
        self._end: Future[None] | None = None
        """The end of the process; ``None`` before ``close``."""
        self._add([Create()])

    # -- requests

    def teach(self, observations: Sequence[Observation], mines: frozenset[Cell]) -> None:
        """Let the agent learn the ``observations`` of one turn, after all requested before.

        ``mines`` is where the mines are, which the first reveal has fixed.
        """
        last = len(observations) - 1
        self.taught += len(observations)
        self._add(Learn(seen, mines, number == last) for number, seen in enumerate(observations))

    def request_move(self) -> None:
        """Let the agent pick a move after all that it was given; ``move`` is the answer.

        It is asked once until it is given more: a random move would be another one each time.
        """
        if self.requests[-1:] != [self.taught]:
            self.requests.append(self.taught)
            self._add([Move()])

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
    def failure(self) -> StudentFailure | None:
        """The failure of the agent; ``None`` while it can be called."""
        return None if self.failed is None else self.failed.failure

    @property
    def move(self) -> StudentMove | None:
        """The move that the agent has picked after all that it was given; ``None`` until it has picked one."""
        return self._move if self._move is not None and self._move.learned == self.taught else None

    def snapshot(self, learned: int) -> StudentSnapshot | None:
        """Return what the agent stated after ``learned`` observations.

        ``None`` if it has not learned them, and in the middle of a turn. With 0 it is what a new agent stated.
        """
        return self._snapshots.get(learned)

    def learned_game(self) -> LearnedGame:
        """Return what the agent has learned, and its verdicts after each observation, for causes and cases."""
        return LearnedGame(
            0,
            self.board,
            tuple(self._observations),
            tuple(self._verdicts),
            None if self.failed is None else self.failed.observation,
            CHANGED_SET in str(self.failure),
        )

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

    def _add(self, tasks: Iterable[Task]) -> None:
        """Let the thread carry out ``tasks`` after all before; none after a call that failed, or the end."""
        if self.failed is None and self._end is None:
            self._called.extend(self._thread.submit(self._calls.carry_out, task) for task in tasks)

    def _take(self, event: TaskResult) -> None:
        self.times += event.times
        self.seconds += sum(time.seconds for time in event.times)
        self.differences += event.differences
        self.notes = event.notes
        if event.output is not None:
            self.output = event.output
        if event.observation is not None:
            self.learned = event.learned
            self._observations.append(event.observation)
            self._verdicts.append(event.verdicts)
        self.since.add(event.learned, event.sentences, event.verdicts.safes, event.verdicts.mines)
        if event.snapshot is not None:
            self._snapshots[event.snapshot.learned] = event.snapshot
        if event.move is not None:
            self._move = event.move
        self.failed = event.failed
