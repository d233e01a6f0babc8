"""Reads the running lines of a process as ``faulthandler`` writes them, and keeps those of the student's own files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from minesweeper_qt.model.student.student_failure import SourceLine
from minesweeper_qt.model.student.student_file import StudentFile

_THREAD = re.compile(r"^(?:Current thread|Thread) (0x[0-9a-f]+)")
_FRAME = re.compile(r'^ +File "(.*)", line (\d+) in (.*)$')

_MOST_LINES = 20
_MOST_BYTES = 2**20


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
