"""Runs a strange agent in a process of its own, with limits, and calls its methods."""

from __future__ import annotations

import base64
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Literal, Self

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student import replies
from minesweeper_qt.model.student.connection import BrokenConnection, Connection
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.replies import StateTable
from minesweeper_qt.model.student.student_failure import FailureKind, StudentFailure
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import CallResult, SentenceResult, StudentState

_CHILD = Path(__file__).with_name("child.py")


class StudentProcess:
    """The process of a strange agent; one runs at a time.

    It starts with the first call, and again with the first one after it has ended. ``file`` is the student's file,
    ``seed`` seeds the random numbers of its import and the hashes of its texts, and ``python`` is the path of another
    Python that runs it, from 3.8 on. With ``is_fresh`` each agent gets a new process. All methods but ``close`` raise
    ``StudentFailure``. Use it in a ``with`` statement, or call ``close`` at the end.
    """

    def __init__(
        self,
        file: StudentFile,
        limits: Limits | None = None,
        *,
        seed: int = 0,
        python: str | None = None,
        is_fresh: bool = False,
    ) -> None:
        self._file = file
        self._limits = limits or Limits()
        self._seed = seed
        self._python = python or sys.executable
        self._is_fresh = is_fresh
        self._notes: dict[str, None] = dict.fromkeys(file.notes)
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._requests = 0
        self._table = StateTable(self._limits)
        self._size = (0, 0)
        self._output = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def notes(self) -> tuple[str, ...]:
        """The differences from the course's project that were tolerated so far, a line each."""
        return tuple(self._notes)

    @property
    def output(self) -> str:
        """What the agent printed since it was created, the last MiB of it."""
        return ""

    @property
    def size(self) -> tuple[int, int]:
        """The height and the width that the agent really has, which differ from those asked for if hard-coded."""
        return self._size

    def create(self, height: int, width: int, seed: int | None = None) -> StudentState:
        """Create a new agent in place of the one before, and return what it states; ``seed`` seeds ``random``."""
        if self._is_fresh:
            self.close()
        self._start()
        call = f"MinesweeperAI({height}, {width})"
        self._table = StateTable(self._limits)
        reply = self._call(call, self._limits.seconds, "create", height, width, self._seed if seed is None else seed)
        self._size = (height, width)
        stated = replies.items(reply.get("value"))
        if None not in stated and stated != [height, width]:
            self._size = (replies.number(stated[0]), replies.number(stated[1]))
            self._notes.setdefault("the size {} x {} is hard-coded; the games are played at that size".format(*stated))
        return self._table.update(reply.get("state"))

    def add_knowledge(self, cell: Cell, count: int) -> CallResult:
        """Call the agent's ``add_knowledge(cell, count)``."""
        return self._result(f"add_knowledge({cell}, {count})", "learn", *cell, count)

    def make_safe_move(self) -> CallResult:
        """Call the agent's ``make_safe_move()``."""
        return self._result("make_safe_move()", "safe")

    def make_random_move(self) -> CallResult:
        """Call the agent's ``make_random_move()``."""
        return self._result("make_random_move()", "random")

    def update(self, attribute: Literal["mines", "safes"], cells: Collection[Cell]) -> StudentState:
        """Add ``cells`` to an attribute of the agent from outside, and return what it states then."""
        sent = [list(cell) for cell in cells]
        reply = self._call(f"{attribute}.update(...)", self._limits.seconds, "update", attribute, sent)
        return self._table.update(reply.get("state"))

    def sentence(
        self,
        cells: Collection[Cell],
        count: int,
        mark: tuple[Literal["mark_mine", "mark_safe"], Cell] | None = None,
    ) -> SentenceResult:
        """Create a ``Sentence(cells, count)``, call its method ``mark`` with a cell, and return what it states."""
        self._start()
        sent = [list(cell) for cell in cells]
        call = f"Sentence({set(cells) or 'set()'}, {count})"
        reply = self._call(call, self._limits.seconds, "sentence", sent, count, mark and [mark[0], list(mark[1])])
        stated = replies.items(reply.get("value"))
        sets = [value if isinstance(value, str) else frozenset(replies.cells(value)) for value in stated[:3]]
        found = stated[3] if isinstance(stated[3], str) else replies.number(stated[3])
        return SentenceResult(sets[0], found, sets[1], sets[2])

    def close(self) -> None:
        """End the process with all its children; the object can be used again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self) -> None:
        """Start the process and import the student's file, unless it runs."""
        if self._process is not None:
            return
        ours, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [self._python, str(_CHILD), str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": str(self._seed % 2**32), "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=tempfile.gettempdir(),
        )
        theirs.close()
        self._connection = Connection(ours, lambda: None)
        self._connection.receive(monotonic() + 30)
        options = {
            "path": str(self._file.path),
            "source": base64.b64encode(self._file.source).decode(),
            "name": self._file.path.stem,
            "seed": self._seed,
            "sentences": self._limits.sentences,
            "cells": self._limits.cells,
        }
        self._call(f"import {self._file.path.stem}", self._limits.import_seconds, "import", options)

    def _result(self, call: str, *request: Any) -> CallResult:
        """Call a method of the agent, and return the result."""
        reply = self._call(call, self._limits.seconds, *request)
        state = self._table.update(reply.get("state"))
        return CallResult(replies.move(reply.get("value")), state, replies.seconds(reply.get("seconds")))

    def _call(self, call: str, limit: float, *request: Any) -> dict[str, Any]:
        """Send a request and return the reply; raise ``StudentFailure``."""
        if self._connection is None:
            raise StudentFailure(FailureKind.EXIT, f"{call}: the process has ended")
        self._requests += 1
        deadline = monotonic() + limit
        try:
            self._connection.send([self._requests, *request], deadline)
            reply = self._connection.receive(deadline)
        except TimeoutError:
            self.close()
            raise StudentFailure(FailureKind.TIMEOUT, f"{call} took longer than {limit:g} s") from None
        except BrokenConnection as wrong:
            self.close()
            raise StudentFailure(FailureKind.EXIT, f"{call} ended the process: {wrong}") from None
        for note in replies.items(reply.get("notes", [])):
            self._notes.setdefault(replies.text(note))
        if "failure" in reply:
            kind = FailureKind(reply["failure"])
            raise StudentFailure(
                kind, f"{call} raised {reply.get('text')}", replies.trace(reply.get("trace", [])), is_alive=True
            )
        return reply
