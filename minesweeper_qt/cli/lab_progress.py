"""Shows the progress of the lab: bars that are redrawn in place on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from math import inf
from time import monotonic
from typing import TextIO

from minesweeper_qt.cli.output import silence
from minesweeper_qt.model.lab.tallies import Tally

_BAR = 24
_REDRAW_SECONDS = 0.1
_LINE_SECONDS = 10.0


class Progress:
    """Shows on ``stream`` how many of ``games`` each strategy has played, its rate of wins so far, and the time left.

    ``tallies`` are updated by the caller; ``show`` reads them, at most every 0.1 s on a terminal and every 10 s
    elsewhere. ``clock`` returns seconds. Shows nothing if ``stream`` is ``None`` or can no longer be written.
    """

    def __init__(
        self,
        stream: TextIO | None,
        tallies: Mapping[str, Tally],
        games: int,
        *,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._stream = stream
        self._tallies = tallies
        self._games = games
        self._clock = clock
        self._started = clock()
        self._done_before = self._done
        self._is_terminal = stream is not None and stream.isatty() and environ.get("TERM") != "dumb"
        self._drawn_lines = 0
        # Bars appear at once; elsewhere the first line comes after the usual interval, when games have been played.
        self._last = -inf if self._is_terminal else self._started
        try:
            "█░±".encode(getattr(stream, "encoding", None) or "ascii")
            self._full, self._empty, self._plus_minus = "█░±"
        except (UnicodeEncodeError, LookupError):
            self._full, self._empty, self._plus_minus = "#", ".", "+-"

    def show(self, *, last: bool = False) -> None:
        """Update what is shown, unless the last update is too recent; with ``last`` update it in any case."""
        if self._stream is None:
            return
        now = self._clock()
        if not last and now - self._last < (_REDRAW_SECONDS if self._is_terminal else _LINE_SECONDS):
            return
        self._last = now
        if self._is_terminal:
            text = self._bars()
        else:
            rates = [f"{name} {self._state(tally)}" for name, tally in self._tallies.items()]
            text = "; ".join([*rates, self._time()]) + "\n"
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            silence(self._stream)
            self._stream = None

    def _bars(self) -> str:
        width = max(len(name) for name in self._tallies)
        lines = [f"{name:{width}}  {self._bar(tally)}  {self._state(tally)}" for name, tally in self._tallies.items()]
        lines.append(self._time())
        columns = shutil.get_terminal_size().columns - 1
        # Move up to the first bar, and clear each line after its text: the line before may have been longer.
        up = f"\x1b[{self._drawn_lines}F" if self._drawn_lines else ""
        self._drawn_lines = len(lines)
        return up + "".join(f"{line[:columns]}\x1b[K\n" for line in lines)

    def _bar(self, tally: Tally) -> str:
        full = _BAR * tally.games // self._games
        return self._full * full + self._empty * (_BAR - full)

    def _state(self, tally: Tally) -> str:
        count = f"{tally.games:{len(f'{self._games:,}')},}/{self._games:,}"
        if not tally.games:
            return count
        low, high = tally.interval
        return f"{count}  {100 * tally.rate:.1f} % {self._plus_minus} {50 * (high - low):.1f} won"

    def _time(self) -> str:
        passed = self._clock() - self._started
        played = self._done - self._done_before
        left = self._games * len(self._tallies) - self._done
        if not played or not left:
            return span(passed)
        return f"{span(passed)}, about {span(passed / played * left)} left"

    @property
    def _done(self) -> int:
        return sum(tally.games for tally in self._tallies.values())


def span(seconds: float) -> str:
    """Format a time in its two largest units.

    >>> span(9), span(75), span(7325), span(200_000)
    ('9 s', '1 min 15 s', '2 h 2 min', '2 d 7 h')
    """
    whole = round(seconds)
    parts = [(whole // 86400, "d"), (whole // 3600 % 24, "h"), (whole // 60 % 60, "min"), (whole % 60, "s")]
    first = next((number for number, (count, _) in enumerate(parts) if count), len(parts) - 1)
    return " ".join(f"{count} {unit}" for count, unit in parts[first : first + 2] if count or not whole)
