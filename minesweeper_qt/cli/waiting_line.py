"""Shows on a terminal that a long computation is going on, for how long, and how to end it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TextIO

from minesweeper_qt.cli.output import silence

_SECONDS = 1.0
"""The time before the line appears, and between two updates."""


@contextmanager
def waiting_line(
    what: str, stream: TextIO | None = None, *, environ: Mapping[str, str] = os.environ, seconds: float = _SECONDS
) -> Iterator[None]:
    """Show ``what`` with the seconds that have passed on ``stream``, and take it away at the end of the block.

    ``stream`` is standard error by default. Nothing is shown during the first ``seconds``, and nothing at all on what
    is no terminal or can't move its cursor.
    """
    stream = stream or sys.stderr
    if stream is None or not stream.isatty() or environ.get("TERM") == "dumb":
        yield
        return
    ended = Event()
    thread = Thread(target=_show, args=(what, stream, ended, seconds), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _show(what: str, stream: TextIO, ended: Event, seconds: float) -> None:
    began = monotonic()
    is_shown = False
    try:
        while not ended.wait(seconds):
            is_shown = True
            stream.write(f"\r{what}: {monotonic() - began:.0f} s; Ctrl-C ends it\x1b[K")
            stream.flush()
        if is_shown:
            stream.write("\r\x1b[K")
            stream.flush()
    except OSError:
        silence(stream)
