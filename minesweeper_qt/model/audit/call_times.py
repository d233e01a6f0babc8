"""The times that an agent's calls take, by call and by the number of the observation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from minesweeper_qt.model.audit.game_trace import Call, GameTrace

_MOVES = 10
"""The times of this number of consecutive observations are added up."""


@dataclass(slots=True)
class _Sum:
    calls: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: _Sum) -> None:
        self.calls += other.calls
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """The calls at the observations ``first`` to ``last``: their number, their mean and longest time in seconds.

    >>> TimeSpan(1, 10, 20, 0.001, 0.01).calls
    20
    """

    first: int
    last: int
    calls: int
    mean: float
    longest: float


@dataclass(slots=True)
class CallTimes:
    """The times of an agent's calls, added up over games.

    >>> from minesweeper_qt.model.audit.game_trace import Step
    >>> from minesweeper_qt.model.board.board import Board
    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> steps = [Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 0), None, StudentState(), seconds) for seconds in (1, 3)]
    >>> times = CallTimes()
    >>> times.add_game(GameTrace(0, Board(1, 2), frozenset(), tuple(steps)))
    >>> times.spans(Call.ADD_KNOWLEDGE)
    [TimeSpan(first=1, last=10, calls=2, mean=2.0, longest=3)]
    """

    _sums: dict[tuple[Call, int], _Sum] = field(default_factory=dict)

    def add_game(self, trace: GameTrace) -> None:
        """Add the calls of a game."""
        learned = 0
        for step in trace.steps:
            learned += step.observation is not None
            sums = self._sums.setdefault((step.call, max(learned - 1, 0) // _MOVES), _Sum())
            sums.add(_Sum(1, step.seconds, step.seconds))

    def add(self, other: CallTimes) -> None:
        """Add the times of another object."""
        for key, sums in other._sums.items():
            self._sums.setdefault(key, _Sum()).add(sums)

    def spans(self, call: Call, most: int = 6) -> list[TimeSpan]:
        """Return the times of ``call`` by the number of the observation, in at most ``most`` spans of equal length."""
        parts: Mapping[int, _Sum] = {part: sums for (name, part), sums in self._sums.items() if name is call}
        if not parts:
            return []
        length = -(-(max(parts) + 1) // most)
        spans: dict[int, _Sum] = {}
        for part in sorted(parts):
            spans.setdefault(part // length, _Sum()).add(parts[part])
        return [
            TimeSpan(
                span * length * _MOVES + 1,
                (span + 1) * length * _MOVES,
                sums.calls,
                sums.seconds / sums.calls,
                sums.longest,
            )
            for span, sums in spans.items()
        ]

    @classmethod
    def total(cls, times: Iterable[CallTimes]) -> CallTimes:
        """Return the sum of ``times``."""
        found = cls()
        for other in times:
            found.add(other)
        return found
