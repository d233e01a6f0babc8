"""Numbers for people: exact while that is short, rounded where it would be long."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_LONGEST = 10_000
"""A fraction with a larger denominator says less than its percentage."""


def chance_text(chance: Fraction) -> str:
    """Write a chance as a fraction, or as a percentage where that would be long: never as 0 or 100 %.

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
    """Write a number in full up to 15 digits.

    >>> count_text(123_456), count_text(9_999_000_000_000_000)
    ('123,456', 'about 1.00e16')
    """
    return f"{number:,}" if number < 10**15 else f"about {Decimal(number):.2e}".replace("+", "")
