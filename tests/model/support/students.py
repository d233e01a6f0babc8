"""Files of students' agents, and what their processes leave behind."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import indent
from time import monotonic, sleep

import psutil
import pytest

from minesweeper_qt.model.student.student_file import StudentFile

AGENT = """
import os, random, signal, subprocess, sys, threading, time


class Sentence:
    def __init__(self, cells, count):
        self.cells, self.count = set(cells), count

    def known_mines(self):
        return set(self.cells) if len(self.cells) == self.count else set()

    def known_safes(self):
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell):
        self.cells.discard(cell)


class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []

    def make_safe_move(self):
        return next(iter(self.safes - self.moves_made), None)

    def make_random_move(self):
        return random.randrange(self.height), random.randrange(self.width)

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
"""
"""The start of a file of an agent: what follows is the rest of ``add_knowledge``."""


def written(folder: Path, source: str | bytes, name: str = "minesweeper.py") -> StudentFile:
    """Write a file of an agent, and return it."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(source.encode() if isinstance(source, str) else source)
    return StudentFile.find(path)


def learning(folder: Path, body: str) -> StudentFile:
    """Write a file of an agent whose ``add_knowledge`` does what ``body`` says, and return it."""
    return written(folder, AGENT + indent(body.strip("\n"), " " * 8) + "\n")


def marked_processes(folder: Path) -> list[int]:
    """Return the processes of agents whose temporary folders are in ``folder``."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            marks = process.cwd(), process.environ().get("TMPDIR", "")
            if any(mark.startswith(str(folder)) for mark in marks):
                found.append(process.pid)
    return found


def wait_until(is_true: Callable[[], object]) -> None:
    """Wait for another process or thread; fail after a minute, which none of them takes."""
    until = monotonic() + 60
    while not is_true():
        assert monotonic() < until
        sleep(0.005)


def open_files() -> set[tuple[str, str]]:
    """Return the numbers of this process's open files, and what they are."""
    found = set()
    for number in os.listdir("/dev/fd"):
        with suppress(OSError):  # that of the folder itself
            found.add((number, os.readlink(f"/dev/fd/{number}")))
    return found


@contextmanager
def nothing_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let temporary folders be made in ``folder``, and check that no process, thread, file or folder is left."""
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    threads = threading.active_count()
    files = open_files()
    yield
    wait_until(lambda: not marked_processes(folder))
    assert psutil.STATUS_ZOMBIE not in [child.status() for child in psutil.Process().children()]
    assert os.listdir(folder) == []
    # What earlier tests have left may go meanwhile.
    assert threading.active_count() <= threads
    assert open_files() <= files
