"""Adds up the results of the games that each strategy played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from minesweeper_qt.model.lab.experiment import GameResult
from minesweeper_qt.model.lab.students import failure_cause
from minesweeper_qt.model.statistics.win_rates import Interval, paired_interval, wilson_interval


class PairedDifference(NamedTuple):
    """The difference between the win rates of two strategies, on the ``games`` boards that both have played."""

    games: int
    rate: float
    interval: Interval


class FailureTally(NamedTuple):
    """In how many ``games`` a student's agent failed for one cause, the ``first`` of them, and its ``line``."""

    games: int
    first: int
    line: str


class Tally:
    """The added results of one strategy.

    ``games``, ``won``: numbers of games. ``guesses``, ``forced``, ``unjudged``, ``ms``: sums over the games, as in
    ``GameResult``. ``won_by_game``: whether it won, by the number of the game. ``risks``: the known risks of its
    guesses. ``failures``: how often a student's agent failed, by the cause.

    >>> tally = Tally()
    >>> tally.rate, tally.per_game(tally.guesses)
    (0.0, 0.0)
    """

    def __init__(self) -> None:
        self.games = 0
        self.won = 0
        self.guesses = 0
        self.forced = 0
        self.unjudged = 0
        self.ms = 0.0
        self.won_by_game: dict[int, bool] = {}
        self.risks: list[float] = []
        self.failures: dict[str, FailureTally] = {}

    def add(self, result: GameResult) -> None:
        """Add the result of one more game."""
        self.games += 1
        self.won += result.won
        self.guesses += len(result.risks)
        self.forced += result.forced
        self.unjudged += result.unjudged
        self.ms += result.ms
        self.won_by_game[result.game] = result.won
        self.risks += [risk for risk in result.risks if risk is not None]
        if result.failure:
            cause = failure_cause(result.failure)
            games, first, line = self.failures.get(cause, (0, result.game, result.failure))
            first, line = min((first, line), (result.game, result.failure))
            self.failures[cause] = FailureTally(games + 1, first, line)

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1; 0 without games."""
        return self.per_game(self.won)

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the chance to win."""
        return wilson_interval(self.won, self.games)

    def per_game(self, total: float) -> float:
        """Return ``total`` divided by the number of games; 0 without games."""
        return total / self.games if self.games else 0.0

    def minus(self, other: Tally) -> PairedDifference:
        """Return how much more often this strategy wins than the ``other``, on the boards that both have played."""
        common = self.won_by_game.keys() & other.won_by_game.keys()
        pairs = [(self.won_by_game[game], other.won_by_game[game]) for game in common]
        both, first, second = (pairs.count(pair) for pair in ((True, True), (True, False), (False, True)))
        games = len(pairs)
        rate = (first - second) / games if games else 0.0
        return PairedDifference(games, rate, paired_interval(both, first, second, games - both - first - second))


def tallies(names: Iterable[str]) -> dict[str, Tally]:
    """Return an empty tally for each strategy in ``names``."""
    return {name: Tally() for name in names}


def count(found: Mapping[str, Tally], results: Iterable[GameResult]) -> None:
    """Add results to the tallies of their strategies."""
    for result in results:
        found[result.strategy].add(result)
