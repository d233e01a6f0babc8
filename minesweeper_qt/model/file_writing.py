"""Writes the contents of a file as a whole, so that other processes see all of the old contents or all of the new."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from stat import S_IMODE


def check_target(path: Path) -> None:
    """Raise ``OSError`` if ``write_whole`` could not write ``path``, as far as that can be seen without writing.

    >>> check_target(Path("missing", "plot.svg"))
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] there is no folder 'missing'
    """
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


def write_whole(path: Path, data: bytes) -> None:
    """Make ``data`` the contents of the file, completely or not at all.

    A file keeps its mode, and a symbolic link is followed. What exists and is no regular file, such as a pipe or
    ``/dev/stdout``, is opened and written. Raises ``OSError`` whose ``strerror`` is the cause in words.
    """
    check_target(path)
    if path.exists() and not path.is_file():
        # A pipe that nobody reads is an error at once; to open it would wait for ever.
        with open(path, "wb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as stream:
            os.set_blocking(stream.fileno(), True)
            stream.write(data)
        return
    target = Path(os.path.realpath(path))
    # Without the target's name: with a long one the draft's would be too long.
    draft = target.with_name(f".minesweeper-qt-{os.urandom(8).hex()}")
    try:
        with open(draft, "xb") as file:
            if target.exists():
                draft.chmod(S_IMODE(target.stat().st_mode))
            file.write(data)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
