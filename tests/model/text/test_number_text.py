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
