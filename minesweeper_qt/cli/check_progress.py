"""Shows on a terminal how far an audit has got, in one line that is redrawn in place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from math import inf
from time import monotonic
from typing import TextIO

from minesweeper_qt.cli.output import silence
from minesweeper_qt.model.audit.progress import Progress

_REDRAW_SECONDS = 0.1


class ProgressLine:
    """Shows the progress of an audit on ``stream``, at most every 0.1 s; nothing on what is no terminal.

    ``clear`` takes the line away. ``clock`` returns seconds.
    """

    def __init__(
        self,
        stream: TextIO | None,
        *,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        is_terminal = stream is not None and stream.isatty() and environ.get("TERM") != "dumb"
        self._stream = stream if is_terminal else None
        self._clock = clock
        self._started = clock()
        self._last = -inf

    def show(self, progress: Progress) -> None:
        """Show ``progress``, unless the last update is too recent."""
        now = self._clock()
        if self._stream is None or now - self._last < _REDRAW_SECONDS:
            return
        self._last = now
        text = f"{progress}, {now - self._started:.0f} s; Ctrl-C prints what was found so far"
        self._write(f"\r{text[: shutil.get_terminal_size().columns - 1]}\x1b[K")

    def clear(self) -> None:
        """Take the line away, if one was shown."""
        if self._last > -inf:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            silence(self._stream)
            self._stream = None
