"""Writes the contents of a file as a whole, so that other processes see all of the old contents or all of the new.

Reads them as a whole, too, unless that would take for ever.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from time import perf_counter, sleep

PRIVATE = 0o600
"""The mode of files that only their user reads."""

_HELD_SECONDS = 0.5
"""How long an antivirus of Windows may hold a file that is to be replaced."""


def check_target(path: Path) -> None:
    """Raise ``OSError`` if ``write_whole`` could not write ``path``, as far as that can be seen without writing.

    >>> check_target(Path("missing", "plot.svg"))
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] there is no folder 'missing'
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        path.stat()  # raises what is wrong with the name; since Python 3.14 the questions that follow don't
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only for this user")
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        missing = folder if path.is_symlink() else path.parent
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(missing)!r}")
    if (path.is_file() or not path.exists()) and not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f"the folder {str(folder)!r} may not be written to")


def make_private(folder: Path) -> None:
    """Make ``folder`` and what is missing above it, for this user alone.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as above:
    ...     make_private(Path(above, "data", "games"))
    ...     [oct(S_IMODE(path.stat().st_mode)) for path in sorted(Path(above).rglob("*"))]
    ['0o700', '0o700']
    """
    for missing in [each for each in (*reversed(folder.parents), folder) if not each.exists()]:
        missing.mkdir(0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)


def read_whole(path: Path, most: int) -> bytes:
    """Return the contents of the file, which has at most this number of MiB.

    >>> read_whole(Path("."), 1)
    Traceback (most recent call last):
        ...
    IsADirectoryError: [Errno 21] Is a directory: '.'

    Raises ``OSError`` whose ``strerror`` is the cause in words, also for a pipe, which may never end.
    """
    with open(path, "rb", opener=_open_without_waiting) as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        data = file.read((most << 20) + 1)
    if len(data) > most << 20:
        raise OSError(errno.EFBIG, f"it is larger than {most} MiB")
    return data


def _open_without_waiting(name: str, flags: int) -> int:
    """Open a file at once; a pipe would wait until its other end is opened."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Make ``data`` the contents of the file, completely or not at all.

    A new file has this ``mode``, as far as the user allows it; another keeps its own. A symbolic link is followed. What
    exists and is not a regular file, such as a pipe or ``/dev/stdout``, is opened and written. Raises ``OSError`` whose
    ``strerror`` is the cause in words.
    """
    check_target(path)
    if path.exists() and not path.is_file():
        # A pipe that nobody reads is an error at once.
        with open(path, "wb", opener=_open_without_waiting) as stream:
            if sys.platform != "win32":  # nothing there is opened without waiting
                os.set_blocking(stream.fileno(), True)
            stream.write(data)
        return
    target = Path(os.path.realpath(path))
    # Without the target's name: with a long one the draft's would be too long.
    draft = target.with_name(f".minesweeper-qt-{os.urandom(8).hex()}")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            if target.exists():
                draft.chmod(S_IMODE(target.stat().st_mode))
            file.write(data)
        until = perf_counter() + _HELD_SECONDS
        while True:
            try:
                os.replace(draft, target)
                break
            except PermissionError:
                if perf_counter() > until:
                    raise
                sleep(0.02)
    finally:
        draft.unlink(missing_ok=True)
