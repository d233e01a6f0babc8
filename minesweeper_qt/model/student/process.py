"""Runs a student's agent in a process of its own, with limits, and calls its methods."""

from __future__ import annotations

import base64
import os
import re
import signal
import sys
from collections.abc import Callable, Collection, Iterable
from time import monotonic
from types import TracebackType
from typing import Any, Literal, NoReturn, Self, TypeVar

from minesweeper_qt.model.board.board import MAX_SIDE, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student import replies
from minesweeper_qt.model.student.connection import BrokenConnection, Connection, ConnectionEnded
from minesweeper_qt.model.student.launch import Launched, PythonNotStarted
from minesweeper_qt.model.student.replies import StateTable
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import (
    CallResult,
    FailureKind,
    Limits,
    SentenceResult,
    SourceLine,
    StudentFailure,
    StudentState,
)
from minesweeper_qt.model.text.quoted_text import quoted

_START_SECONDS = 60.0
"""The time in which Python starts even on a busy machine."""

DUMP_SECONDS = 0.03
END_SECONDS = 0.07
"""After the time limit of a call: until when the running lines are awaited, and the end of the process."""

_OLDEST_PYTHON = (3, 8)

_Parsed = TypeVar("_Parsed")

_CHANNEL_LOST = 82
_MEMORY_GONE = 83
"""Exit codes of ``child``: its connection is damaged, and no memory is left even for a reply."""

_ENDING = {FailureKind.MEMORY, FailureKind.OUTPUT}
"""The failures after which the process is ended although it has replied."""

_THREAD = re.compile(r"^(?:Current thread|Thread) (0x[0-9a-f]+)")
_FRAME = re.compile(r'^ +File "(.*)", line (\d+) in (.*)$')

_MOST_LINES = 20
_MOST_BYTES = 2**20


class _Flooded(Exception):
    """The agent printed more than the limit."""


class Caller:
    """Calls functions of ``child`` in a process with the student's file; see ``StudentProcess`` for the arguments.

    ``notes`` are the differences that were tolerated so far.
    """

    def __init__(
        self, file: StudentFile, limits: Limits, seed: int, python: str | None, should_stop: Callable[[], bool]
    ) -> None:
        self.notes: dict[str, None] = dict.fromkeys(file.notes)
        self._file = file
        self._limits = limits
        self._seed = seed
        self._python = python
        self._should_stop = should_stop
        self._launched: Launched | None = None
        self._connection: Connection | None = None
        self._ending: list[Launched] = []
        self._import_failure: StudentFailure | None = None
        self._main_thread = 0
        self._installed: list[str] = []
        self._requests = 0
        self._output = ""

    @property
    def output(self) -> str:
        """The last MiB of the output of the process, or of the last one that ended."""
        return self._output if self._launched is None else self._launched.output()

    def drop_output(self) -> None:
        """Drop the output so far."""
        self._output = ""
        if self._launched is not None:
            self._launched.drop_output()

    def start(self) -> None:
        """Start the process and import the student's file, unless it runs.

        An import that failed once fails again at once. Raises ``StudentFailure``, ``PythonNotStarted`` or ``Stopped``.
        """
        if self._launched is not None:
            return
        if self._import_failure is not None:
            raise self._import_failure
        self._ending = [launched for launched in self._ending if not launched.end(monotonic())]
        self._launch()
        options = {
            "path": str(self._file.path),
            "source": base64.b64encode(self._file.source).decode(),
            "seed": self._seed,
            "seconds": self._limits.seconds,
            "sentences": self._limits.sentences,
            "cells": self._limits.cells,
        }
        call = f"the import of {self._file.path.name}"
        try:
            self.call(call, self._limits.import_seconds, ["import", options], lambda reply: None)
        except StudentFailure as failure:
            self.end()
            text = str(failure)
            if failure.trace and failure.kind is FailureKind.TIMEOUT:
                # The innermost line is chance; that of the file's own level is the loop of the game, or calls it.
                text += f" in {failure.trace[0]} (what plays a game belongs under if __name__ == '__main__')"
            elif failure.trace:
                text += f" in {failure.trace[-1]}"
            self._import_failure = StudentFailure(failure.kind, text, failure.trace)
            raise self._import_failure from None

    def call(self, text: str, limit: float, request: list[Any], parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        """Send a request, and return what ``parse`` makes of the reply.

        ``text`` is the call for people. Raises ``StudentFailure`` or ``Stopped``.
        """
        connection = self._connection
        if connection is None:
            raise StudentFailure(FailureKind.EXIT, f"{text}: its process has ended")
        deadline = monotonic() + limit
        self._requests += 1
        try:
            reply = connection.exchange([self._requests, *request], deadline)
            if reply.get("id") != self._requests:
                raise BrokenConnection("a reply to no request")
            for note in replies.items(reply.get("notes", [])):
                self.notes.setdefault(replies.text(note))
            if "failure" not in reply:
                return parse(reply)
            failure = reply_failure(text, reply, self._limits)
        except TimeoutError:
            self._raise_timeout(text, limit, deadline)
        except ConnectionEnded as ended:
            assert self._launched is not None
            reason = ended.args[0] or self._launched.reason()
            failure = end_failure(text, reason, self._limits, self._own_lines(self._launched.trace()))
        except BrokenConnection as broken:
            failure = StudentFailure(FailureKind.EXIT, f"{text} disturbed the connection to its process: {broken}")
        except _Flooded:
            failure = StudentFailure(FailureKind.OUTPUT, f"{text} printed more than {self._limits.output_mb} MB")
        if not failure.is_alive:
            self._end_until(max(deadline, monotonic()) + END_SECONDS)
        raise failure

    def end(self) -> None:
        """End the process with all its children, and return when they have ended."""
        self._end_until(monotonic())
        for launched in self._ending:
            launched.end_surely()
        self._ending = []

    def forget_failure(self) -> None:
        """Import the file again at the next start, even if that failed before."""
        self._import_failure = None

    def _launch(self) -> None:
        """Start Python with ``child``, and wait until it is ready."""
        python = self._python or sys.executable
        launched = self._launched = Launched(python, self._seed, self._limits)
        self._connection = Connection(launched.agent, launched.control, self._check)
        try:
            hello = self._connection.receive(monotonic() + _START_SECONDS)
            version = [replies.number(part) for part in replies.items(hello.get("python"))]
            self._main_thread = replies.number(hello.get("main"))
            self._installed = [replies.text(place) for place in replies.items(hello.get("installed"))]
        except (TimeoutError, ConnectionEnded, BrokenConnection, _Flooded):
            said = self.output.strip().splitlines()
            self.end()
            printed = f"; it printed {quoted(said[-1])}" if said else ""
            raise PythonNotStarted(f"{quoted(python)} does not run as Python 3.8 or newer{printed}") from None
        if tuple(version) < _OLDEST_PYTHON:
            self.end()
            raise PythonNotStarted(f"{quoted(python)} is Python {'.'.join(map(str, version))}; needed is 3.8 or newer")

    def _check(self) -> None:
        if self._should_stop():
            self.end()
            raise Stopped("the reply is no longer needed")
        if self._launched is not None and self._launched.has_flooded():
            raise _Flooded

    def _raise_timeout(self, text: str, limit: float, deadline: float) -> NoReturn:
        """Find out where the process hangs, end it, and raise ``StudentFailure``."""
        assert self._launched is not None
        dump = self._launched.dump(deadline + DUMP_SECONDS)
        trace = self._own_lines(dump)
        self._end_until(deadline + END_SECONDS)
        raise StudentFailure(FailureKind.TIMEOUT, f"{text} took longer than {limit:g} s", trace)

    def _own_lines(self, dump: str) -> tuple[SourceLine, ...]:
        return own_lines(dump, self._main_thread, self._file, self._installed)

    def _end_until(self, deadline: float) -> None:
        """End the process; what is not done at ``deadline`` goes on in the background until the next start or end."""
        if self._launched is None or self._connection is None:
            return
        self._output = self._launched.output()
        if not self._launched.end(deadline):
            self._ending.append(self._launched)
        self._launched = self._connection = None


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


# -- failures


def reply_failure(call: str, reply: dict[str, Any], limits: Limits) -> StudentFailure:
    """Return the error that a reply reports; raise ``BrokenConnection`` if it is not as expected.

    >>> print(reply_failure("f()", {"failure": "exception", "text": "KeyError: 1"}, Limits()))
    f() raised KeyError: 1
    """
    try:
        kind = FailureKind(replies.text(reply["failure"]))
    except ValueError:
        raise BrokenConnection("an unknown kind of failure") from None
    text = replies.text(reply.get("text", ""))
    messages = {
        FailureKind.API: f"{call}: {text}",
        FailureKind.EXCEPTION: f"{call} raised {text}",
        FailureKind.EXIT: f"{call} {text}",
        FailureKind.MEMORY: _too_large(call, limits),
        FailureKind.OUTPUT: f"after {call} the agent {text}",
    }
    if kind not in messages:
        raise BrokenConnection("an unknown kind of failure")
    return StudentFailure(kind, messages[kind], replies.trace(reply.get("trace", [])), kind not in _ENDING)


def end_failure(call: str, reason: str, limits: Limits, trace: tuple[SourceLine, ...]) -> StudentFailure:
    """Return the error for a process that ended; ``reason`` is the line of the process that watched over it.

    >>> print(end_failure("f()", "exit 3", Limits(), ()))
    f() ended the process with exit code 3
    """
    how, _, what = reason.partition(" ")
    number = int(what) if what.isdecimal() else 0
    if how == "memory" or (how, number) == ("exit", _MEMORY_GONE):
        return StudentFailure(FailureKind.MEMORY, _too_large(call, limits), trace)
    if how == "processes":
        text = f"{call} started {number} processes; the limit is {limits.processes}"
        return StudentFailure(FailureKind.MEMORY, text, trace)
    if (how, number) == ("exit", _CHANNEL_LOST):
        text = f"{call} closed or changed file descriptors that are not its own"
    elif how == "exit":
        text = f"{call} ended the process with exit code {number}"
    elif how == "signal":
        text = f"{call} ended the process: {_signal_name(number)}"
    else:
        text = f"{call} ended the process that watches over it"
    return StudentFailure(FailureKind.EXIT, text, trace)


def _too_large(call: str, limits: Limits) -> str:
    return f"{call} needed more than {limits.memory_mb} MB of memory"


def _signal_name(number: int) -> str:
    try:
        return f"signal {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"


def own_lines(dump: str, main_thread: int, file: StudentFile, installed: Iterable[str] = ()) -> tuple[SourceLine, ...]:
    """Return the lines of the student's own files that the main thread was running, the innermost last.

    ``dump`` holds the lines of all threads, ``main_thread`` is the number of the main one. ``installed`` are the
    folders of Python and of this program, which may lie below the student's. Of a long recursion the innermost lines
    are returned.

    >>> from pathlib import Path
    >>> file = StudentFile.of(Path("/a/minesweeper.py"), b"while True:\\n    pass\\n")
    >>> dump = 'Thread 0x1 (most recent call first):\\n  File "/a/minesweeper.py", line 2 in <module>\\n'
    >>> print(own_lines(dump, 1, file)[0])
    minesweeper.py:2, in <module>: pass
    """
    # The writer escapes what is no ASCII, since it must not allocate memory.
    folder = _escaped(os.path.join(file.path.parent, ""))
    others = [place for place in map(_escaped, installed) if not folder.startswith(place)]
    frames = []
    for path, line, function in _frames(dump, main_thread):
        if path.startswith(folder) and not any(path.startswith(place) for place in others):
            frames.append((path[len(folder) :], line, function))
    sources: dict[str, list[str]] = {_escaped(file.path.name): _lines(file.source)}
    found = []
    for name, line, function in reversed(frames[:_MOST_LINES]):
        if name not in sources:
            sources[name] = _read_lines(file, name)
        lines = sources[name]
        text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        found.append(SourceLine(name, line, function, text[:200]))
    return tuple(found)


def _frames(dump: str, main_thread: int) -> list[tuple[str, int, str]]:
    """Return path, line and function of the frames of the main thread in the last dump, the innermost first."""
    frames: list[tuple[str, int, str]] = []
    is_main = False
    for row in dump.splitlines():
        thread = _THREAD.match(row)
        frame = _FRAME.match(row)
        if thread is not None:
            is_main = int(thread[1], 16) == main_thread
            frames = [] if is_main else frames
        elif frame is not None and is_main:
            frames.append((frame[1], int(frame[2]), frame[3]))
    return frames


def _escaped(path: str) -> str:
    return path.encode("ascii", "backslashreplace").decode()


def _lines(source: bytes) -> list[str]:
    return source.decode("utf-8-sig", "replace").splitlines()


def _read_lines(file: StudentFile, name: str) -> list[str]:
    """Return the lines of a file beside the agent's file; none if it can't be read."""
    try:
        with open(file.path.parent / name, "rb") as opened:
            return _lines(opened.read(_MOST_BYTES))
    except OSError:
        return []
