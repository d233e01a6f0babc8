"""Tests of counts and chances as text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from minesweeper_qt.model.text.number_text import chance_text, count_text


def test_a_count_of_any_size_has_one_digit_before_its_point() -> None:
    assert count_text(10**15 - 1) == "999,999,999,999,999"
    assert count_text(9_999_000_000_000_000) == "about 1.00e16"
    assert count_text(123 * 10**5000) == "about 1.23e5002"


@pytest.mark.parametrize(
    "chance, text",
    [
        (Fraction(0), "0"),
        (Fraction(1, 10_000), "1/10000"),
        (Fraction(5_000, 10_001), "50.00 %"),
        (Fraction(1, 10_001), "0.01 %"),
        (Fraction(1, 20_001), "less than 0.01 %"),
        (1 - Fraction(1, 20_001), "more than 99.99 %"),
        (Fraction(1, 10**5000), "less than 0.01 %"),
    ],
)
def test_a_chance_between_0_and_1_is_never_written_as_either(chance: Fraction, text: str) -> None:
    assert chance_text(chance) == text
