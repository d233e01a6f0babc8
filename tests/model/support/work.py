"""Measures work by counting calls, which does not depend on the speed or the load of the machine."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile

from minesweeper_qt.model.errors import Stopped


def count_calls(action: Callable[[], object]) -> int:
    """Return the number of calls of functions, of Python and of C, that ``action`` makes in this thread."""
    profile = Profile()
    profile.runcall(action)
    return sum(entry.callcount for entry in profile.getstats())


class Calls:
    """Counts how often it is called, in ``number``, and raises ``Stopped`` at the call ``stops_at``."""

    def __init__(self, stops_at: int = 0) -> None:
        self.number, self.stops_at = 0, stops_at

    def __call__(self) -> None:
        self.number += 1
        if self.number == self.stops_at:
            raise Stopped("for a test")
