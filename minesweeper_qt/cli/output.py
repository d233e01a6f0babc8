"""Writes to standard output and standard error.

Output that is lost is an error, except when its reader has closed the pipe, as ``head`` does.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from minesweeper_qt.model.file_writing import write_whole

PROGRAM = "minesweeper-qt"

_ERROR_ICON = 0x10
"""The MB_ICONERROR of Windows."""


def write_output(text: str) -> bool:
    """Print ``text`` on standard output and return whether that succeeded.

    On failure the reason is written to standard error. A closed pipe counts as success: its reader has read enough.
    Where the encoding of the output has no multiplication sign, an "x" stands for it, and ">" for the mark of what can
    be unfolded; any other character that it lacks is written as its code, such as ``\\u0663``.
    """
    if sys.stdout is None:
        write_error(f"the output can't be written: {os.strerror(errno.EBADF)}")
        return False
    try:
        print(_encodable(text, sys.stdout.encoding))
    except OSError as wrong:
        return _report_lost_output(wrong)
    return flush_output()


def write_file(path: Path, text: str) -> bool:
    """Write ``text`` into a file and return whether that succeeded; else the reason is written to standard error."""
    try:
        write_whole(path, text.encode(errors="replace"))
    except OSError as wrong:
        write_error(f"{path}: {wrong.strerror or wrong}")
        return False
    return True


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of a printed number: the count of layouts of a large board exceeds it."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def flush_output() -> bool:
    """Flush standard output and return whether that succeeded, as ``write_output`` does.

    Otherwise Python would flush it at exit and report a failure in its own words.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as wrong:
        return _report_lost_output(wrong)
    return True


def write_error(message: str) -> None:
    """Write an error message to standard error, as one line with the program's name before it."""
    write_note(f"{PROGRAM}: error: {message}", is_error=True)


def write_note(line: str, *, is_error: bool = False) -> None:
    """Write a line to standard error, as ``write_output`` does; a failure to do so is ignored.

    Where Windows has started the program without a console, an error is shown in a box.
    """
    stream = sys.stderr
    if stream is not None:  # print(file=None) would print on standard output
        try:
            print(_encodable(line, stream.encoding), file=stream, flush=True)
        except OSError:
            silence(stream)
    elif sys.platform == "win32" and is_error:
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, line, "Minesweeper", _ERROR_ICON)


def silence(stream: TextIO) -> None:
    """Redirect ``stream`` to the null device: discards what is still buffered and all that is written later."""
    with suppress(OSError):  # a stream without a file behind it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _encodable(text: str, encoding: str | None) -> str:
    """Return ``text`` with substitutes for the characters that ``encoding`` lacks; ``None`` stands for ASCII."""
    from minesweeper_qt.model.evidence.proof_step import MARK  # only now: a window prints nothing

    try:
        codec = codecs.lookup(encoding or "ascii").name
    except LookupError:
        codec = "ascii"
    for sign, substitute in (("×", "x"), (MARK, ">")):
        if not sign.encode(codec, "ignore"):
            text = text.replace(sign, substitute)
    return text.encode(codec, "backslashreplace").decode(codec)


def _report_lost_output(wrong: OSError) -> bool:
    """Silence standard output, and report the error unless a closed pipe caused it; return ``True`` if one did."""
    silence(sys.stdout)
    if isinstance(wrong, BrokenPipeError):
        return True
    write_error(f"the output can't be written: {wrong.strerror or wrong}")
    return False
