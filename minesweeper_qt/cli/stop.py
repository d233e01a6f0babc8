"""Turns the first Ctrl-C, or another signal that requests the end, into a request to stop early."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from minesweeper_qt.model.lab.worker_pool import END_SIGNALS


class Stop:
    """A context manager that records the first Ctrl-C, SIGTERM or SIGHUP as a request to stop early.

    The second signal raises ``KeyboardInterrupt``. Call the object to query whether a stop was requested.
    ``exit_code`` is the exit code that follows from the first signal; 0 as long as there was none.
    """

    def __init__(self) -> None:
        self.exit_code = 0
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        """Return whether a stop was requested."""
        return self.exit_code != 0

    def __enter__(self) -> Stop:
        for number in END_SIGNALS:
            # A signal that is ignored stays ignored: nohup ignores SIGHUP.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.exit_code:
            raise KeyboardInterrupt
        # The exit code that a shell reports for a program ended by this signal: 130 for Ctrl-C.
        self.exit_code = 128 + number
