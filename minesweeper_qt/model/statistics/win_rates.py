"""Confidence intervals of win rates and of their differences."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""A normal variable is within this number of standard deviations of its mean with a probability of 95 %."""


class Interval(NamedTuple):
    """A confidence interval from ``low`` to ``high``."""

    low: float
    high: float


def wilson_interval(won: int, games: int, z: float = Z95) -> Interval:
    """Return the confidence interval of the chance to win when ``won`` of ``games`` games were won.

    It is the 95 % interval unless another ``z`` is given.

    >>> low, high = wilson_interval(15, 148)
    >>> f"{low:.4f} to {high:.4f}"
    '0.0624 to 0.1605'

    Without games it is 0 to 1. Raises ``ValueError`` unless 0 <= ``won`` <= ``games``. Source: E. B. Wilson 1927; R. G.
    Newcombe, Statistics in Medicine 17 (1998), 857-872, method 3.
    """
    if not 0 <= won <= games:
        raise ValueError(f"{won} of {games} games won; allowed are 0 to {games}")
    if not games:
        return Interval(0.0, 1.0)
    rate, spread = won / games, z * z / games
    middle = rate + spread / 2
    half = sqrt(spread * (rate * (1 - rate) + spread / 4))
    # At 0 and 1 the bound is exact; computed, it would have a rounding error.
    low = 0.0 if won == 0 else (middle - half) / (1 + spread)
    high = 1.0 if won == games else (middle + half) / (1 + spread)
    return Interval(low, high)


def paired_interval(both: int, first: int, second: int, neither: int, z: float = Z95) -> Interval:
    """Return the interval of how much likelier the first of two players is to win, on the same boards.

    The arguments are the numbers of boards on which both won, only the first, only the second, and neither. The result
    is the 95 % interval of a difference of probabilities, unless another ``z`` is given.

    >>> low, high = paired_interval(59, 6, 16, 80)
    >>> f"{low:.4f} to {high:.4f}"
    '-0.1186 to -0.0046'

    Without games it is -1 to 1. Raises ``ValueError`` for a number below 0. Source: R. G. Newcombe, Statistics in
    Medicine 17 (1998), 2635-2650, method 10.
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
    # How strongly the two results are correlated; a positive value is moved a little towards 0.
    together: float = both * neither - first * second
    if together > 0:
        together = max(together - games / 2, 0)
    scale = sqrt((both + first) * (second + neither) * (both + second) * (first + neither))
    phi = together / scale if scale else 0.0

    def reach(one: float, other: float) -> float:
        """Return the distance of a bound from the difference, from the distances of the two rates' bounds."""
        return sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))

    difference = rate_1 - rate_2
    return Interval(
        difference - reach(rate_1 - low_1, high_2 - rate_2), difference + reach(high_1 - rate_1, rate_2 - low_2)
    )
