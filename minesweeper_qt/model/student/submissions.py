"""Finds the submissions of a class below a folder: the file of each, with a name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.student.student_file import AGENT_FILE_NAME, GAME_FILE_NAME

_OTHERS = ("node_modules", "site-packages", "venv")
"""Folders that hold no submissions, beside those whose names begin with a dot or with two underscores."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission: its ``name`` within the class, and the path of its ``file``; ``None`` if it has none.

    >>> Submission("ada", None).problem
    'no Python file'
    """

    name: str
    file: Path | None

    @property
    def problem(self) -> str:
        """Why it can't be checked; empty if it has a file."""
        return "" if self.file is not None else "no Python file"


def submissions(folder: Path) -> list[Submission]:
    """Return the submissions below ``folder``, in the order of their names.

    Each file in Python in the folder is one, and each folder with one ``minesweeper.py`` somewhere below it, or with
    one other file in Python. A folder with several holds several submissions, such as those of a section; one with none
    is an empty submission. The course's ``runner.py`` is none, nor is any other file beside a ``minesweeper.py``.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for name in ("ada", "ben"):
    ...         Path(folder, name).mkdir()
    ...     _ = Path(folder, "ada", "minesweeper.py").write_text("")
    ...     [(each.name, each.problem) for each in submissions(Path(folder))]
    [('ada', ''), ('ben', 'no Python file')]

    Raises ``OSError`` if the folder can't be read.
    """
    return [found for entry in _entries(folder) for found in _below(entry, _printable(entry.name))]


def _printable(name: str) -> str:
    return name if name.isprintable() else repr(name)[1:-1]  # each with its own code: no two names become one


def _below(path: Path, name: str) -> Iterator[Submission]:
    if path.is_file():
        stem = path.with_suffix("")
        yield Submission(name if stem.exists() else name.removesuffix(".py"), path)
        return
    files = _files(path)
    if len(files) > 1 and files[0] != path / AGENT_FILE_NAME:
        for entry in _entries(path):
            yield from _below(entry, f"{name}/{_printable(entry.name)}")
    else:
        yield Submission(name, files[0] if files else None)


def _entries(folder: Path) -> list[Path]:
    """Return the folders in ``folder``, and its files in Python."""
    entries = (entry for entry in sorted(folder.iterdir()) if not _is_other(entry.name))
    return [entry for entry in entries if entry.is_dir() or _is_agent(entry.name)]


def _files(folder: Path) -> list[Path]:
    """Return all ``minesweeper.py`` below ``folder``, or else all files in Python, those of the upper folders first."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_other(name))
        found += [Path(place, name) for name in sorted(names) if _is_agent(name)]
    return [file for file in found if file.name == AGENT_FILE_NAME] or found


def _is_other(name: str) -> bool:
    return name.startswith((".", "__")) or name in _OTHERS


def _is_agent(name: str) -> bool:
    return name.endswith(".py") and name != GAME_FILE_NAME and not _is_other(name)
