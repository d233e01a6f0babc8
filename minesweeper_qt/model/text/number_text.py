"""Formats chances and counts for people: exact where that is short, rounded where it would be long."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_LONGEST = 10_000
"""The largest denominator of a chance written as a fraction; beyond it a percentage is easier to understand."""


def chance_text(chance: Fraction) -> str:
    """Format a chance as a fraction, or as a percentage with two decimals when the denominator exceeds 10,000.

    A chance that would be rounded to 0 % or 100 % becomes "less than 0.01 %" or "more than 99.99 %".

    >>> chance_text(Fraction(1, 6)), chance_text(Fraction(1000, 54321)), chance_text(Fraction(1, 10**6))
    ('1/6', '1.84 %', 'less than 0.01 %')
    """
    if chance.denominator <= _LONGEST:
        return str(chance)
    hundredths = round(chance * 10_000)
    if 0 < hundredths < 10_000:
        return f"{hundredths / 100:.2f} %"
    return "more than 99.99 %" if hundredths else "less than 0.01 %"


def count_text(number: int) -> str:
    """Format a number in full up to 15 digits, and rounded to three significant digits beyond that.

    >>> count_text(123_456), count_text(9_999_000_000_000_000)
    ('123,456', 'about 1.00e16')
    """
    return f"{number:,}" if number < 10**15 else f"about {Decimal(number):.2e}".replace("+", "")
