"""Runs a student's agent in a process of its own, with limits, and calls its methods."""

from __future__ import annotations

from collections.abc import Callable, Collection
from types import TracebackType
from typing import Any, Literal, Self

from minesweeper_qt.model.board.board import MAX_SIDE, Cell
from minesweeper_qt.model.student import replies
from minesweeper_qt.model.student.caller import Caller
from minesweeper_qt.model.student.connection import BrokenConnection
from minesweeper_qt.model.student.replies import StateTable
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import CallResult, Limits, SentenceResult, StudentState


class StudentProcess:
    """The process of a student's agent; one runs at a time, and one thread may use it.

    It starts with the first call, and again with the first one after it has ended. ``file`` is the student's file,
    ``seed`` seeds the random numbers of its import and the hashes of its texts, and ``python`` is the path of another
    Python that runs it, from 3.8 on. With ``is_fresh`` each agent gets a new process. ``should_stop`` is called about
    every 50 ms while a reply is awaited; once it returns true, the process is ended. All methods but ``close`` raise
    ``StudentFailure`` when the agent fails, ``PythonNotStarted`` when this machine can't run it, and ``Stopped`` once
    ``should_stop`` has returned true. No call takes more than 0.1 s longer than its limit, besides the start of Python
    itself. Use it in a ``with`` statement, or call ``close`` at the end.

    >>> from pathlib import Path
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ... '''
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     state = process.create(3, 3)
    ...     process.add_knowledge((0, 1), 2).state.moves_made
    frozenset({(0, 1)})
    """

    def __init__(
        self,
        file: StudentFile,
        limits: Limits | None = None,
        *,
        seed: int = 0,
        python: str | None = None,
        is_fresh: bool = False,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._limits = limits or Limits()
        self._seed = seed
        self._is_fresh = is_fresh
        self._caller = Caller(file, self._limits, seed, python, should_stop)
        self._has_agent = False
        self._table = StateTable(self._limits)
        self._size = (0, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def notes(self) -> tuple[str, ...]:
        """The differences from the course's project that were tolerated so far, a line each."""
        return tuple(self._caller.notes)

    @property
    def output(self) -> str:
        """The last MiB of what the agent printed since it was created; for the first one, since the import."""
        return self._caller.output

    @property
    def size(self) -> tuple[int, int]:
        """The height and the width that the agent really has, which differ from those asked for if hard-coded."""
        return self._size

    def create(self, height: int, width: int, seed: int | None = None, *, runs_again: bool = False) -> StudentState:
        """Create a new agent in place of the previous one, and return what it states; ``seed`` seeds ``random``.

        With ``runs_again`` the student's file is run again for it, so that nothing is left of previous agents: nearly
        what ``is_fresh`` does, and a hundred times faster.
        """
        runs_again = runs_again and self._has_agent
        if self._has_agent:
            if self._is_fresh:
                self._caller.end()
            self._caller.drop_output()
        self._caller.start()
        self._has_agent = True
        self._table = StateTable(self._limits)
        request = ["create", height, width, self._seed if seed is None else seed, runs_again]

        def parse(reply: dict[str, Any]) -> StudentState:
            self._take_size(height, width, replies.items(reply.get("value")))
            return self._table.update(reply.get("state"))

        return self._caller.call(f"MinesweeperAI({height}, {width})", self._limits.seconds, request, parse)

    def add_knowledge(self, cell: Cell, count: int) -> CallResult:
        """Call the agent's ``add_knowledge(cell, count)``."""
        return self._result(f"add_knowledge({cell}, {count})", ["learn", *cell, count])

    def make_safe_move(self) -> CallResult:
        """Call the agent's ``make_safe_move()``."""
        return self._result("make_safe_move()", ["safe"])

    def make_random_move(self) -> CallResult:
        """Call the agent's ``make_random_move()``."""
        return self._result("make_random_move()", ["random"])

    def update(self, attribute: Literal["mines", "safes"], cells: Collection[Cell]) -> StudentState:
        """Add ``cells`` to an attribute of the agent from outside, and return what it states then."""
        request = ["update", attribute, [list(cell) for cell in cells]]
        text = f"{attribute}.update({set(cells) or '()'})"
        return self._caller.call(
            text, self._limits.seconds, request, lambda reply: self._table.update(reply.get("state"))
        )

    def sentence(
        self,
        cells: Collection[Cell],
        count: int,
        mark: tuple[Literal["mark_mine", "mark_safe"], Cell] | None = None,
    ) -> SentenceResult:
        """Create a ``Sentence(cells, count)``, call its method ``mark`` with a cell, and return what it states."""
        self._caller.start()
        marked = None if mark is None else [mark[0], list(mark[1])]
        request = ["sentence", [list(cell) for cell in cells], count, marked]
        text = f"Sentence({set(cells) or 'set()'}, {count})"
        if mark is not None:
            text += f".{mark[0]}({mark[1]})"
        return self._caller.call(text, self._limits.seconds, request, _sentence_result)

    def close(self) -> None:
        """End the process with all its children, and return when they have ended; the object can be used again."""
        self._caller.end()
        self._caller.forget_failure()
        self._has_agent = False

    def _result(self, text: str, request: list[Any]) -> CallResult:
        def parse(reply: dict[str, Any]) -> CallResult:
            value = replies.move(reply.get("value"))
            return CallResult(value, self._table.update(reply.get("state")), replies.seconds(reply.get("seconds")))

        return self._caller.call(text, self._limits.seconds, request, parse)

    def _take_size(self, height: int, width: int, stated: list[Any]) -> None:
        """Set the size to the one that the agent states; to the one that was asked for if no board is so large."""
        if len(stated) != 2:
            raise BrokenConnection("a size was expected")
        self._size = (height, width)
        own = (replies.number(stated[0]), replies.number(stated[1]))
        if own != self._size and all(1 <= side <= MAX_SIDE for side in own):
            self._size = own
            self._caller.notes.setdefault(
                f"the size {own[0]}x{own[1]} is hard-coded; the games are played at that size"
            )


def _sentence_result(reply: dict[str, Any]) -> SentenceResult:
    """Return what a sentence stated; raise ``BrokenConnection`` if the reply is not as expected."""
    stated = replies.items(reply.get("value"))
    if len(stated) != 4:
        raise BrokenConnection("four values of a sentence were expected")
    sets = [replies.text(value) if isinstance(value, str) else frozenset(replies.cells(value)) for value in stated[:3]]
    count = replies.text(stated[3]) if isinstance(stated[3], str) else replies.number(stated[3])
    return SentenceResult(sets[0], count, sets[1], sets[2])
