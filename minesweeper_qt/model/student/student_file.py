"""Finds the file of a student's agent, and holds its source as it was when it was found."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.text.quoted_text import quoted

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
                raise StudentFileError(f"{quoted(path.name)} {'is no file' if path.exists() else 'does not exist'}")
            elif found.name == GAME_FILE_NAME:
                found, what = found.with_name(AGENT_FILE_NAME), f"{GAME_FILE_NAME} shows the game"
                if not found.is_file():
                    raise StudentFileError(f"{what}, and there is no {AGENT_FILE_NAME} beside it, which has the agent")
                notes = (f"{what}; the agent is in the {AGENT_FILE_NAME} beside it",)
            if found.stat().st_size > _MAX_BYTES:
                raise StudentFileError(f"{quoted(found.name)} is larger than 4 MiB")
            source = found.read_bytes()
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
