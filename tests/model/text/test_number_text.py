"""Tests of counts and of plurals as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.text.number_text import count_text, counted, counted_or_no, plural


def test_a_count_of_any_size_has_one_digit_before_its_point() -> None:
    assert count_text(10**9 - 1) == "999,999,999"
    assert count_text(10**9) == "1.0×10^9"
    assert count_text(9_990_000_000_000_000) == "1.0×10^16"
    assert count_text(123 * 10**5000) == "1.2×10^5002"


@given(st.one_of(st.integers(0, 10**10), st.integers(0, 2**400)))
def test_a_count_read_back_is_within_its_rounding(number: int) -> None:
    text = count_text(number)
    if number < 10**9:
        assert int(text.replace(",", "")) == number
    else:
        digits, _, power = text.partition("×10^")
        assert len(digits) == len("1.0")
        unit = 10 ** (int(power) - 1)
        assert abs(int(digits.replace(".", "")) * unit - number) * 2 <= unit


@given(st.integers(10, 99), st.integers(290, 9_000), st.integers(1, 9))
def test_a_huge_count_has_its_first_two_digits(digits: int, power: int, more: int) -> None:
    number = digits * 10**power + more * 10 ** (power - 1)
    rounded = round(digits + more / 10)
    first, zeros = (rounded, 1) if rounded < 100 else (10, 2)
    if more != 5:
        assert count_text(number) == f"{first // 10}.{first % 10}×10^{power + zeros}"


def test_the_largest_count_is_formatted() -> None:
    """A board of 1,000,000 cells has at most 2**1,000,000 layouts, with more digits than ``str`` writes."""
    assert count_text(2**1_000_000) == "9.9×10^301029"


@given(st.integers(0, 2**100), st.integers(0, 2**100))
def test_a_higher_count_never_reads_lower(one: int, other: int) -> None:
    low, high = (count_text(number).replace(",", "").replace("×10^", "e") for number in sorted((one, other)))
    assert float(low) <= float(high)


@pytest.mark.parametrize(
    "number, texts",
    [
        (0, ("0 cells", "no cells", "are")),
        (1, ("1 cell", "1 cell", "is")),
        (2, ("2 cells", "2 cells", "are")),
        (11, ("11 cells", "11 cells", "are")),
    ],
)
def test_only_one_is_singular(number: int, texts: tuple[str, ...]) -> None:
    assert (counted(number, "cell"), counted_or_no(number, "cell"), plural(number, "is", "are")) == texts
