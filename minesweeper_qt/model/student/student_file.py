"""Finds the file of a student's agent, and those of a class below a folder; holds a source as it was when found."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.errors import MinesweeperError, quoted

AGENT_FILE_NAME = "minesweeper.py"
"""The name of the file in the CS50 project."""

GAME_FILE_NAME = "runner.py"
"""The name of the course's file that shows the game and imports the agent."""

_MAX_BYTES = 4 * 2**20


class StudentFileError(MinesweeperError):
    """There is no file of an agent at that path, or it can't be read.

    >>> StudentFile.find(Path("nowhere.py"))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.student.student_file.StudentFileError: 'nowhere.py' does not exist
    """


@dataclass(frozen=True, slots=True)
class StudentFile:
    """The file of a student's agent: its absolute path, its source, and the SHA-256 of the source as ``digest``.

    The agent is run from this source, so that all games play the same agent even if the file changes meanwhile.
    ``notes`` name, a line each, how the file was found where another path was given.

    >>> StudentFile.of(Path("/tmp/minesweeper.py"), b"").digest[:8]
    'e3b0c442'
    """

    path: Path
    source: bytes
    notes: tuple[str, ...]
    digest: str

    @classmethod
    def of(cls, path: Path, source: bytes, notes: tuple[str, ...] = ()) -> StudentFile:
        """Return the file at ``path`` with this ``source``; nothing is read."""
        return cls(path, source, notes, hashlib.sha256(source).hexdigest())

    @classmethod
    def find(cls, path: Path) -> StudentFile:
        """Return the file of the agent at ``path``: the file itself, or ``minesweeper.py`` in that folder.

        For the course's ``runner.py`` it is the ``minesweeper.py`` beside it. Raises ``StudentFileError``, which names
        what is missing.
        """
        found = path
        notes: tuple[str, ...] = ()
        try:
            found = path.absolute()
            if found.is_dir():
                found, notes = _in_folder(found)
            elif not found.is_file():
                with suppress(FileNotFoundError, NotADirectoryError, ValueError):
                    found.stat()  # raises why it can't be read; since Python 3.14 is_file() doesn't
                raise StudentFileError(f"{quoted(path.name)} {'is not a file' if path.exists() else 'does not exist'}")
            elif found.name == GAME_FILE_NAME:
                found, what = found.with_name(AGENT_FILE_NAME), f"{GAME_FILE_NAME} shows the game"
                if not found.is_file():
                    raise StudentFileError(f"{what}, and there is no {AGENT_FILE_NAME} beside it, which has the agent")
                notes = (f"{what}; the agent is in the {AGENT_FILE_NAME} beside it",)
            if found.stat().st_size > _MAX_BYTES:
                raise StudentFileError(f"{quoted(found.name)} is larger than 4 MiB")
            source = found.read_bytes()
            if source.startswith(b"PK\3\4"):
                raise StudentFileError(f"{quoted(found.name)} is an archive; unpack it")
        except OSError as wrong:
            raise StudentFileError(f"{quoted(found.name)} can't be read: {wrong.strerror or wrong}") from None
        return cls.of(found, source, notes)


def _in_folder(folder: Path) -> tuple[Path, tuple[str, ...]]:
    """Return the file in ``folder``, or the only one in the folders in it."""
    if (folder / AGENT_FILE_NAME).is_file():
        return folder / AGENT_FILE_NAME, ()
    below = sorted(inner / AGENT_FILE_NAME for inner in folder.iterdir() if (inner / AGENT_FILE_NAME).is_file())
    if len(below) == 1:
        return below[0], (f"{AGENT_FILE_NAME} was found in the folder {below[0].parent.name}",)
    if below:
        names = ", ".join(file.parent.name for file in below)
        raise StudentFileError(
            f"the folder has no {AGENT_FILE_NAME}, but {len(below)} of its folders have one: {names}"
        )
    others = sorted(file.name for file in folder.glob("*.py"))
    held = f"it holds {', '.join(others[:5])}" if others else "it holds no Python file"
    raise StudentFileError(f"the folder {quoted(folder.name)} has no {AGENT_FILE_NAME}; {held}")


# -- the submissions of a class

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
    """Return all ``minesweeper.py`` below ``folder``, or else all files in Python, those of the upper folders first.

    A link that leads out of the folder is no file of the submission.
    """
    found, own = [], folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_other(name))
        found += [Path(place, name) for name in sorted(names) if _is_agent(name)]
    found = [file for file in found if file.resolve().is_relative_to(own)]
    return [file for file in found if file.name == AGENT_FILE_NAME] or found


def _is_other(name: str) -> bool:
    return name.startswith((".", "__")) or name in _OTHERS


def _is_agent(name: str) -> bool:
    return name.endswith(".py") and name != GAME_FILE_NAME and not _is_other(name)
