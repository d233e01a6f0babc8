"""Writes the contents of a file as a whole; every file of the program that is no log of results is written here.

What becomes of the target depends on its kind:

- A regular file, or none yet: a draft in the same folder is written and takes the target's place in one step, with its
  mode, owner and group. Other processes see all of the old contents or all of the new. A symbolic link is followed to
  the file that it points to, also where that does not exist yet.
- A regular file with several names (hard links), with an access list, or whose owner or group this process may not
  give to another file: it is overwritten in place, because a draft in its place would separate the names, or let other
  users read it. The space is reserved first, so that a full disk leaves the old contents.
- A pipe or a character device: the data is written into it, without waiting for ever.
- A folder, a socket, a block device: refused.

Errors are ``OSError``; ``strerror`` is the cause in words.
"""

from __future__ import annotations

import errno
import os
import secrets
import select
import stat
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic

_STREAM_SECONDS = 5.0
"""The longest time without progress when a pipe or device is written: nothing is worth waiting for longer."""

_DRAFT = ".minesweeper-qt-"
"""The beginning of a draft's name, which does not contain the target's: with a long one it would become too long."""

_REFUSED = (
    (stat.S_ISDIR, errno.EISDIR, "it is a folder"),
    (stat.S_ISSOCK, errno.EINVAL, "it is a socket"),
    (stat.S_ISBLK, errno.EINVAL, "it is a block device"),
)

_ACCESS_LISTS = ("system.posix_acl_access", "system.posix_acl_default")


def check_target(path: Path) -> None:
    """Raise ``OSError`` if ``write_whole`` could not write ``path``, as far as that can be seen without writing.

    ``errno`` is ``ENOENT`` where there is no such folder, and ``EISDIR`` for a folder.

    >>> check_target(Path("missing", "plot.svg"))
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] there is no folder 'missing'
    """
    there = _status(path)
    if there is not None and not stat.S_ISREG(there.st_mode):
        for is_kind, number, words in _REFUSED:
            if is_kind(there.st_mode):
                raise OSError(number, words)
        _check_permission(path, path)
        return
    target = Path(os.path.realpath(path))
    folder = target.parent
    if not folder.is_dir():
        missing = folder if path.is_symlink() else path.parent
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(missing)!r}")
    if there is not None:
        _check_permission(path, target)
    if there is None or not _stays(target, there):
        _check_folder(folder)


def write_whole(path: Path, data: bytes) -> None:
    """Make ``data`` the contents of the file, completely or not at all; write it into a pipe or a character device.

    See above for what becomes of each kind of target. Raises ``OSError``; a draft is removed after every failure.
    """
    check_target(path)
    there = _status(path)
    if there is not None and not stat.S_ISREG(there.st_mode):
        _write_stream(path, there, data)
        return
    target = Path(os.path.realpath(path))
    if there is None or (not _stays(target, there) and _is_same(target, there)):
        is_written = _replace(target, there, data)
        if is_written:
            return
    _overwrite(path, data)


# -- the kind of a target


def _status(path: Path) -> os.stat_result | None:
    """Return the status of what ``path`` leads to, ``None`` if there is nothing; raise ``OSError`` for a circle."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return None
    except OSError as wrong:
        if wrong.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "its symbolic links lead in a circle") from None
        raise


def _check_permission(path: Path, target: Path) -> None:
    if not os.access(path, os.W_OK):
        name = "it" if path == target else str(target)
        raise PermissionError(errno.EACCES, f"{name} is read-only for this user")


def _check_folder(folder: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f"the folder {str(folder)!r} may not be written to")


def _stays(target: Path, there: os.stat_result) -> bool:
    """Return whether a regular file must be overwritten in place: a draft would not be the same file to its users."""
    if there.st_nlink > 1:
        return True
    if sys.platform != "linux":
        return False
    for place, name in zip((target, target.parent), _ACCESS_LISTS, strict=True):
        with suppress(OSError):
            if name in os.listxattr(place):
                return True
    return False


def _is_same(target: Path, there: os.stat_result) -> bool:
    """Return whether ``target`` is still a name of that file; a file opened under ``/proc`` may have lost its name."""
    with suppress(OSError):
        return os.path.samestat(os.lstat(target), there)
    return False


# -- regular files


def _replace(target: Path, there: os.stat_result | None, data: bytes) -> bool:
    """Write ``data`` to a draft and put it in the place of ``target``, which ``there`` describes.

    Return ``False``, with nothing changed, if the draft can't have the owner and group of the target.
    """
    draft = target.with_name(_DRAFT + secrets.token_hex(8))
    # A new file gets the mode that the umask leaves. That of another one is set once its owner is right.
    mode = 0o666 if there is None else 0o600
    try:
        with open(draft, "xb", buffering=0, opener=lambda name, flags: os.open(name, flags, mode)) as file:
            if there is not None and not _take_over(file.fileno(), there):
                return False
            _write(file.fileno(), data)
            os.fsync(file.fileno())
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return True


def _take_over(descriptor: int, there: os.stat_result) -> bool:
    """Give an open file the owner, group and mode of another; return whether that was permitted."""
    if sys.platform != "win32":
        own = os.fstat(descriptor)
        if (own.st_uid, own.st_gid) != (there.st_uid, there.st_gid):
            try:
                os.fchown(descriptor, there.st_uid, there.st_gid)
            except OSError:
                return False
        os.fchmod(descriptor, there.st_mode & 0o777)
    return True


def _overwrite(path: Path, data: bytes) -> None:
    """Write ``data`` over the contents of an existing file, after the space for it is reserved."""
    with open(path, "r+b", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if sys.platform == "linux" and data:
            try:
                os.posix_fallocate(file.fileno(), 0, len(data))
            except OSError as wrong:
                if wrong.errno not in (errno.EOPNOTSUPP, errno.EINVAL):
                    file.truncate(size)
                    raise
        _write(file.fileno(), data)
        file.truncate(len(data))
        os.fsync(file.fileno())


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power failure, where the system can do that."""
    if sys.platform != "win32":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


# -- pipes and devices


def _write_stream(path: Path, there: os.stat_result, data: bytes) -> None:
    """Write ``data`` into a pipe or a character device.

    Raise ``OSError`` if nobody reads from the pipe, or if nothing is taken for some seconds.
    """
    if sys.platform == "win32":
        raise OSError(errno.EINVAL, "it is no regular file")
    try:
        # Without O_NONBLOCK, a pipe without a reader would block. A terminal must not become that of this process.
        descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as wrong:
        if wrong.errno == errno.ENXIO and stat.S_ISFIFO(there.st_mode):
            raise OSError(errno.ENXIO, "it is a pipe that nobody reads") from None
        raise
    try:
        if not os.path.samestat(os.fstat(descriptor), there):
            raise OSError(errno.EAGAIN, "it was replaced a moment ago")
        _feed(descriptor, data)
    finally:
        os.close(descriptor)


def _feed(descriptor: int, data: bytes) -> None:
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    left, last = memoryview(data), monotonic()
    while left:
        try:
            left, last = left[os.write(descriptor, left) :], monotonic()
        except BlockingIOError:
            waited = monotonic() - last
            if waited >= _STREAM_SECONDS:
                raise TimeoutError(errno.ETIMEDOUT, f"nothing was taken from it for {_STREAM_SECONDS:.0f} s") from None
            poll.poll(1000 * (_STREAM_SECONDS - waited))
        except BrokenPipeError:
            raise BrokenPipeError(errno.EPIPE, "its reader has gone") from None
