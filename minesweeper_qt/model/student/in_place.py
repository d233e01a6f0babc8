"""Runs a student's agent in this Python, where there are no processes: in a page of a browser.

It answers the requests as ``child`` does in its process. A call that runs too long is stopped between two lines of the
student's file; what never comes there runs on. Memory has no limit.
"""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from time import perf_counter
from types import CodeType
from typing import Any

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.child import SAMPLE, Student, TimeUp
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StudentFailure

_monitoring: Any = getattr(sys, "monitoring", None)
"""Stops calls, from Python 3.12 on."""

_TOOL = 4
if _monitoring is not None:
    _monitoring.use_tool_id(_TOOL, __name__)

_FRAMES = 1000
"""The frames of a call, as many as in a process of its own, where the limit is the same and two others are there."""

_JUMPS = 1000
"""After this number of jumps and calls in the student's file it is looked at the clock."""


class _Student(Student):
    """The student's module, stopped by what watches its code in place of a signal."""

    def __init__(self) -> None:
        super().__init__(None)
        self._deadline = 0.0
        self._left = _JUMPS
        self._watched: object = None

    def end_after(self, seconds: float) -> None:
        """Stop the call after so many seconds; 0 takes that back."""
        self._deadline = perf_counter() + seconds if seconds else 0.0

    def run_file(self, is_at_course: bool = False) -> dict[str, Any]:
        """Run the student's file as a new module, and watch its code."""
        if _monitoring is not None and self._watched is not self.code:
            self._watched = self.code
            events = _monitoring.events
            for code in _codes(self.code):
                _monitoring.set_local_events(_TOOL, code, events.JUMP | events.PY_START)
        return super().run_file(is_at_course)

    def look(self, *_: object) -> None:
        """Raise ``TimeUp`` if it is time; this is called for each jump and each call in the student's file."""
        self._left -= 1
        if self._left <= 0:
            self._left = _JUMPS
            if self._deadline and perf_counter() > self._deadline:
                raise TimeUp


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


class _Output(io.StringIO):
    """Keeps what is printed, up to a limit."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self.is_full = False

    def write(self, text: str) -> int:
        """Keep ``text`` while there is room."""
        self.is_full |= self.tell() + len(text) > self._most
        return len(text) if self.is_full else super().write(text)


class ChildInPlace:
    """The agent of a ``file`` in this Python; see ``StudentProcess`` for the arguments, ``_Child`` for the methods."""

    def __init__(self, file: StudentFile, limits: Limits, should_stop: Callable[[], bool]) -> None:
        self.copy = file.path
        self._limits = limits
        self._should_stop = should_stop
        self._before = [*sys.path], [*sys.meta_path], [*sys.argv]
        self._student = _Student()
        self.drop_output()

    def exchange(self, text: str, seconds: float, request: list[Any]) -> dict[str, Any]:
        """Return the reply to a request; ``text`` is the call for people. Raise ``StudentFailure`` and ``Stopped``."""
        if self._should_stop():
            raise Stopped("the reply is no longer needed")
        if _monitoring is not None:
            events = _monitoring.events
            for event in (events.JUMP, events.PY_START):
                _monitoring.register_callback(_TOOL, event, self._student.look)
        frames, frame = sys.getrecursionlimit(), sys._getframe()
        depth = 0
        while (caller := frame.f_back) is not None:
            frame, depth = caller, depth + 1
        sys.setrecursionlimit(depth + _FRAMES - 1)
        stdin, sys.stdin = sys.stdin, io.StringIO()
        try:
            with redirect_stdout(self._output), redirect_stderr(self._output):
                reply = self._student.answer(0, seconds, *json.loads(json.dumps(request)))
        finally:
            sys.stdin = stdin
            sys.setrecursionlimit(frames)
        if reply.get("failure") == "timeout":
            reply["text"] = f"took longer than {seconds:g} s"
        if reply.get("missing"):
            reply["missing"] = ""  # else it would be said how to install it
            reply["text"] += "; this page has the modules of Python alone: check the file with the program"
        if self._output.is_full:
            did = f"printed more than {self._limits.output_mb} MB"
            raise StudentFailure(FindingKind.OUTPUT, f"{text} {did}")
        return dict(json.loads(json.dumps(reply)))

    def output(self) -> str:
        """Return the output."""
        return self._output.getvalue()

    def drop_output(self) -> None:
        """Drop the output so far."""
        self._output = _Output(self._limits.output_mb << 20)

    def end(self) -> None:
        """Take back what the student's file has changed of this Python, and what looked which functions run."""
        sys.setprofile(None)
        sys.path[:], sys.meta_path[:], sys.argv[:] = self._before
        own = getattr(self._student, "name", "")
        for name in [name for name in sys.modules if name == own or name.partition(".")[0] == "pygame"]:
            del sys.modules[name]  # with the stand-in for pygame, of which the next file that imports it has a note
        random.Random.sample = SAMPLE  # type: ignore[method-assign]  # which the run of a file replaces
