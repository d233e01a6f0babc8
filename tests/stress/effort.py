"""Provides ``Effort``: how much a stress test does, and the seeds of its cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter


class Effort:
    """How much one stress test does: it works for some seconds, or does its full amount.

    Each case is made from one seed, and the seeds count up from the first one. So a case that fails is repeated alone
    with ``--stress-seed`` and its own seed: it is the first case then.

    ``seed``: the seed of the first case. ``seconds``: the time after which no further case begins; ``None`` for the
    full amount. ``record``: is called at the end with the name and the value of each figure.
    """

    def __init__(self, seed: int, seconds: float | None, record: Callable[[str, object], None]) -> None:
        self.seed = seed
        self.seconds = seconds
        self._record = record

    def cases(self, full: int, figures: dict[str, int], unit: str) -> Iterator[int]:
        """Yield the seed of each case until the time is up, or until ``figures[unit]`` has reached ``full``.

        The test counts what it does in ``figures``, by name; all of them are shown at the end of the run. An error in a
        case gets a note with the option that repeats it.
        """
        started = perf_counter()
        seed = self.seed - 1
        try:
            while figures[unit] < full if self.seconds is None else perf_counter() - started < self.seconds:
                seed += 1
                yield seed
        finally:
            # Also when the test has failed: then the generator is closed at the case that failed.
            self._record("first seed", self.seed)
            self._record("last seed", seed)
            self._record("seconds", round(perf_counter() - started))
            for name, value in figures.items():
                self._record(name, value)
