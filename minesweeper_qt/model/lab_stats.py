"""What many games say: rates and differences with the intervals that they leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from minesweeper_qt.model.lab import GameResult

Z95 = 1.959963984540054
"""A normal variable is within so many standard deviations of its mean with a probability of 95 %."""


class Interval(NamedTuple):
    """From ``low`` to ``high``."""

    low: float
    high: float


def wilson_interval(won: int, games: int, z: float = Z95) -> Interval:
    """Return the interval for the chance to win when ``won`` of ``games`` games were won, 95 % unless ``z`` says else.

    >>> low, high = wilson_interval(15, 148)
    >>> f"{low:.4f} to {high:.4f}"
    '0.0624 to 0.1605'

    Of no games at all nothing is known: 0 to 1. Raises ``ValueError`` unless 0 <= ``won`` <= ``games``.
    Source: E. B. Wilson 1927; R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, method 3.
    """
    if not 0 <= won <= games:
        raise ValueError(f"{won} of {games} games won; allowed are 0 to {games}")
    if not games:
        return Interval(0.0, 1.0)
    rate, spread = won / games, z * z / games
    middle = rate + spread / 2
    half = sqrt(spread * (rate * (1 - rate) + spread / 4))
    # At the ends the bound is the end itself, but for the rounding.
    low = 0.0 if won == 0 else (middle - half) / (1 + spread)
    high = 1.0 if won == games else (middle + half) / (1 + spread)
    return Interval(low, high)


def paired_interval(both: int, first: int, second: int, neither: int, z: float = Z95) -> Interval:
    """Return the interval for how much likelier the first of two players is to win, on the same boards.

    The four numbers say on how many boards both won, only the first, only the second, neither. The result is a
    difference of probabilities, 95 % unless ``z`` says else.

    >>> low, high = paired_interval(59, 6, 16, 80)
    >>> f"{low:.4f} to {high:.4f}"
    '-0.1186 to -0.0046'

    Of no games nothing is known: -1 to 1. Raises ``ValueError`` for a number below 0.
    Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 10.
    """
    counts = (both, first, second, neither)
    games = sum(counts)
    if min(counts) < 0:
        raise ValueError(f"{counts} boards; allowed are numbers from 0")
    if not games:
        return Interval(-1.0, 1.0)
    rate_1, rate_2 = (both + first) / games, (both + second) / games
    low_1, high_1 = wilson_interval(both + first, games, z)
    low_2, high_2 = wilson_interval(both + second, games, z)
    # How much the two go together, drawn a little towards 0 where they do.
    together: float = both * neither - first * second
    if together > 0:
        together = max(together - games / 2, 0)
    scale = sqrt((both + first) * (second + neither) * (both + second) * (first + neither))
    phi = together / scale if scale else 0.0

    def reach(one: float, other: float) -> float:
        return sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))

    difference = rate_1 - rate_2
    return Interval(
        difference - reach(rate_1 - low_1, high_2 - rate_2),
        difference + reach(high_1 - rate_1, rate_2 - low_2),
    )


class Difference(NamedTuple):
    """By how much a strategy wins more often than another, as a difference of rates, on ``games`` common boards."""

    games: int
    rate: float
    interval: Interval


class Tally:
    """The results of one strategy, added up: ``games`` and ``won``, and what the games took.

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

    def add(self, result: GameResult) -> None:
        """Count one more game."""
        self.games += 1
        self.won += result.won
        self.guesses += len(result.risks)
        self.forced += result.forced
        self.unjudged += result.unjudged
        self.ms += result.ms
        self.won_by_game[result.game] = result.won
        self.risks += [risk for risk in result.risks if risk is not None]

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1."""
        return self.per_game(self.won)

    @property
    def interval(self) -> Interval:
        """The interval of 95 % for the chance to win."""
        return wilson_interval(self.won, self.games)

    def per_game(self, total: float) -> float:
        """Return ``total`` divided by the number of games."""
        return total / self.games if self.games else 0.0

    def minus(self, other: Tally) -> Difference:
        """Return by how much this strategy wins more often than the ``other``, on the boards that both have played."""
        common = self.won_by_game.keys() & other.won_by_game.keys()
        pairs = [(self.won_by_game[game], other.won_by_game[game]) for game in common]
        both, first, second = (pairs.count(pair) for pair in ((True, True), (True, False), (False, True)))
        games = len(pairs)
        rate = (first - second) / games if games else 0.0
        return Difference(games, rate, paired_interval(both, first, second, games - both - first - second))


def tallies(names: Iterable[str]) -> dict[str, Tally]:
    """Return an empty tally for each strategy in ``names``."""
    return {name: Tally() for name in names}


def count(found: Mapping[str, Tally], results: Iterable[GameResult]) -> None:
    """Add results to the tallies of their strategies."""
    for result in results:
        found[result.strategy].add(result)
