"""What is printed, and what becomes of it: a reader that has gone is no mistake, anything else that is lost is."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from minesweeper_qt.cli.arguments import PROGRAM


def say(text: str) -> bool:
    """Print ``text``; return ``False``, after a line about why, when it is lost. A reader that has gone wants none."""
    if sys.stdout is None:
        complain(f"the output can't be written: {os.strerror(errno.EBADF)}")
        return False
    try:
        print(text)
    except OSError as wrong:
        return _given_up(wrong)
    return flushed()


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Let the layouts of a large board be written: they have more digits than Python allows by itself."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def flushed() -> bool:
    """Write what waits to be printed, and answer as ``say`` does; at its end Python would complain in its own words."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as wrong:
        return _given_up(wrong)
    return True


def complain(message: str) -> None:
    """Say on the error output what is wrong."""
    note(f"{PROGRAM}: error: {message}")


def note(line: str) -> None:
    """Print a line on the error output; nobody has to read it."""
    stream = sys.stderr
    if stream is not None:  # print() itself would take None for the standard output
        try:
            print(line, file=stream, flush=True)
        except OSError:
            silence(stream)


def silence(stream: TextIO) -> None:
    """Let what still waits to be written to ``stream``, and all that follows, go nowhere."""
    with suppress(OSError):  # a stream that is no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _given_up(wrong: OSError) -> bool:
    silence(sys.stdout)
    if isinstance(wrong, BrokenPipeError):
        return True
    complain(f"the output can't be written: {wrong.strerror or wrong}")
    return False
