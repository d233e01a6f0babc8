"""Tests of products and sums of polynomials against the schoolbook's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.exact import probability
from minesweeper_qt.model.exact.probability import sums_with_others, times

coefficients = st.one_of(st.just(0), st.integers(0, 9), st.integers(0, 2**200))
polynomials = st.lists(coefficients, min_size=1, max_size=12)


def schoolbook(one: Sequence[int], other: Sequence[int]) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


@given(one=polynomials, other=polynomials)
def test_the_product_is_that_of_the_schoolbook(one: list[int], other: list[int]) -> None:
    assert times(one, other) == schoolbook(one, other)


@pytest.mark.slow
@given(factors=st.lists(polynomials, max_size=7), data=st.data())
def test_the_weights_are_summed_over_the_product_of_all_others(factors: list[list[int]], data: st.DataObject) -> None:
    whole = reduce(schoolbook, factors, [1])
    weights = data.draw(st.lists(coefficients, min_size=len(whole), max_size=len(whole)))
    sums, product = sums_with_others(factors, weights)
    assert product == whole
    assert len(sums) == len(factors)
    for place, factor in enumerate(factors):
        others = reduce(schoolbook, factors[:place] + factors[place + 1 :], [1])
        assert sums[place] == [
            sum(coefficient * weights[n + m] for m, coefficient in enumerate(others)) for n in range(len(factor))
        ]


def test_each_of_many_polynomials_takes_a_few_short_multiplications(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []
    multiply = times

    def counted(one, other, *rest):
        lengths.append(len(one) + len(other))
        return multiply(one, other, *rest)

    monkeypatch.setattr(probability, "times", counted)
    factors = [[1, 2, 1, 3]] * 128
    sums_with_others(factors, [1] * (3 * len(factors) + 1))
    # Each one with the product of all others would be 128 x 385.
    assert sum(lengths) < 128 * 385 / 3
