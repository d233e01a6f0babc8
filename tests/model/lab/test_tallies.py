"""Tests of the tallies: the sums over games, and the difference of two strategies."""

from __future__ import annotations

from minesweeper_qt.model.lab.experiment import GameResult
from minesweeper_qt.model.lab.tallies import Tally, count, tallies
from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval


def result(game: int, strategy: str, won: bool, risks: tuple[float | None, ...] = (), forced: int = 0) -> GameResult:
    return GameResult(game, 0, strategy, won, 10, risks, forced, risks.count(None), 2.0)


def test_a_tally_adds_up():
    tally = Tally()
    tally.add(result(0, "a", True, (0.25, None), forced=1))
    tally.add(result(1, "a", False, (0.5,), forced=1))
    assert (tally.games, tally.won, tally.rate) == (2, 1, 0.5)
    assert (tally.guesses, tally.forced, tally.unjudged, tally.risks) == (3, 2, 1, [0.25, 0.5])
    assert tally.per_game(tally.ms) == 2.0
    assert tally.interval == wilson_interval(1, 2)


def test_a_difference_counts_the_boards_that_both_have_played():
    found = tallies(["a", "b"])
    count(found, [result(game, "a", game < 3) for game in range(6)])
    count(found, [result(game, "b", game in (1, 3, 4, 9)) for game in (9, 4, 3, 2, 1)])
    difference = found["b"].minus(found["a"])
    # Games 1 to 4: both win 1, a alone 2, b alone 3 and 4.
    assert (difference.games, difference.rate) == (4, 0.25)
    assert difference.interval == paired_interval(1, 2, 1, 0)
