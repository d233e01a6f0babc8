"""Tests of the confidence intervals of win rates and of their differences, against published examples."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval


@pytest.mark.parametrize(
    "won, games, low, high",
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_rate_is_wilsons(won, games, low, high):
    assert wilson_interval(won, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize(
    "counts, low, high",
    [
        # The square-and-add interval of the R package contingencytables (tests/testthat/test-ch8.R), data of Cavo 2012
        ((59, 6, 16, 80), -0.1186, -0.0046),
        # M. W. Fagerland, S. Lydersen, P. Laake, Statistics in Medicine 33 (2014), 2850-2875, data of Bentur 2009
        ((1, 1, 7, 12), -0.507, -0.026),
    ],
)
def test_the_interval_of_a_paired_difference_is_newcombes(counts, low, high):
    digits = 5e-5 if len(str(low)) > 6 else 5e-4
    assert paired_interval(*counts) == (pytest.approx(low, abs=digits), pytest.approx(high, abs=digits))


@pytest.mark.slow
@given(st.integers(0, 400), st.integers(1, 400))
def test_an_interval_lies_between_0_and_1_around_the_rate(won, games):
    won = min(won, games)
    low, high = wilson_interval(won, games)
    assert 0 <= low <= won / games <= high <= 1
    mirrored = wilson_interval(games - won, games)
    assert (1 - mirrored.high, 1 - mirrored.low) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.slow
@given(*[st.integers(0, 60)] * 4)
def test_a_paired_interval_holds_the_difference_and_turns_with_the_players(both, first, second, neither):
    low, high = paired_interval(both, first, second, neither)
    games = both + first + second + neither
    assert -1 - 1e-9 <= low <= high <= 1 + 1e-9
    if games:
        assert low <= (first - second) / games <= high
    turned = paired_interval(both, second, first, neither)
    assert (-turned.high, -turned.low) == (pytest.approx(low), pytest.approx(high))


def test_on_the_same_boards_the_interval_of_the_difference_is_narrower():
    paired = paired_interval(500, 40, 10, 450)
    apart = math.hypot(*[high - low for low, high in (wilson_interval(540, 1000), wilson_interval(510, 1000))])
    assert paired.high - paired.low < apart / 2


def test_without_games_an_interval_holds_all_values():
    assert wilson_interval(0, 0) == (0, 1)
    assert paired_interval(0, 0, 0, 0) == (-1, 1)


@pytest.mark.parametrize("won, games", [(-1, 5), (6, 5)])
def test_more_games_won_than_played_are_refused(won, games):
    with pytest.raises(ValueError, match=f"{won} of {games} games won; allowed are 0 to {games}"):
        wilson_interval(won, games)


def test_a_negative_number_of_boards_is_refused():
    with pytest.raises(ValueError, match="allowed are numbers from 0"):
        paired_interval(1, -1, 0, 0)
