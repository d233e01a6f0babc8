"""Compares how often an agent wins with how often the reference does on the same boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minesweeper_qt.model.statistics.win_rates import Interval, paired_interval, wilson_interval


@dataclass(frozen=True, slots=True)
class WinComparison:
    """The numbers of boards on which both players won, only the agent, only the reference, and neither.

    >>> wins = WinComparison.of([(True, True), (False, True)])
    >>> wins.games, wins.won, wins.reference_won, wins.difference
    (2, 1, 2, -0.5)
    """

    both: int = 0
    agent_only: int = 0
    reference_only: int = 0
    neither: int = 0

    @classmethod
    def of(cls, results: Iterable[tuple[bool, bool]]) -> WinComparison:
        """Return the comparison of these games, for each whether the agent and whether the reference won."""
        pairs = list(results)
        return cls(*(pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.both + self.agent_only + self.reference_only + self.neither

    @property
    def won(self) -> int:
        """The number of games that the agent won."""
        return self.both + self.agent_only

    @property
    def reference_won(self) -> int:
        """The number of games that the reference won."""
        return self.both + self.reference_only

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the agent's chance to win."""
        return wilson_interval(self.won, self.games)

    @property
    def reference_interval(self) -> Interval:
        """The 95 % interval of the reference's chance to win."""
        return wilson_interval(self.reference_won, self.games)

    @property
    def difference(self) -> float:
        """How much more often the agent wins than the reference, from -1 to 1; 0 without games."""
        return (self.won - self.reference_won) / self.games if self.games else 0.0

    @property
    def difference_interval(self) -> Interval:
        """The 95 % interval of the difference between the two chances to win."""
        return paired_interval(self.both, self.agent_only, self.reference_only, self.neither)
