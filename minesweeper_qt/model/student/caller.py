"""Starts the process of a strange agent when it is needed, sends it the calls, and ends it when one fails."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, NoReturn, TypeVar

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student import failure_text, replies
from minesweeper_qt.model.student.connection import BrokenConnection, Connection, ConnectionEnded
from minesweeper_qt.model.student.launch import Launched, PythonNotStarted
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.stack_dump import own_lines
from minesweeper_qt.model.student.student_failure import FailureKind, SourceLine, StudentFailure
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.text.quoted_text import quoted

_START_SECONDS = 60.0
"""The time in which Python starts even on a busy machine."""

DUMP_SECONDS = 0.03
END_SECONDS = 0.07
"""After the time limit of a call: until when the running lines are awaited, and the end of the process."""

_OLDEST_PYTHON = (3, 8)

_Parsed = TypeVar("_Parsed")


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
            failure = failure_text.from_reply(text, reply, self._limits)
        except TimeoutError:
            self._raise_timeout(text, limit, deadline)
        except ConnectionEnded as ended:
            assert self._launched is not None
            reason = ended.args[0] or self._launched.reason()
            failure = failure_text.from_end(text, reason, self._limits, self._own_lines(self._launched.trace()))
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
