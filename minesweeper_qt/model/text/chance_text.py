"""Formats chances: with one rounding and one cut-off, so that the same chance reads the same everywhere.

There are four forms: whole percent for the board; percent with one decimal below 10 % for texts, and the fraction with
it; and percent with two decimals for the command line. A chance strictly between 0 and 1 never reads as 0 % or 100 %
in any of them, and two different chances side by side never read the same.
"""

from __future__ import annotations

from fractions import Fraction

_MOST_DECIMALS = 9
"""Chances that differ by less than this number of decimals of a percent may read the same."""

_LONGEST = 10_000
"""The largest denominator of a chance that is written as a fraction too; a longer one means nothing to a reader."""


def whole_percent(chance: Fraction | float) -> int:
    """Return a chance from 0 to 1 as whole percent, from 0 to 100; a half is rounded to the even number.

    A chance that is not certain may be rounded to 0 or 100 here; ``percent_number`` marks it.

    >>> whole_percent(Fraction(23, 40)), whole_percent(0.575), whole_percent(Fraction(1, 1000))
    (58, 58, 0)
    """
    return _parts(chance, 100)


def percent_number(rounded: int, is_certain: bool) -> str:
    """Format ``rounded`` percent without the percent sign; ``is_certain`` means that the chance is exactly 0 or 1.

    >>> percent_number(17, False), percent_number(0, False), percent_number(100, False), percent_number(100, True)
    ('17', '<1', '>99', '100')
    """
    if is_certain or 0 < rounded < 100:
        return str(rounded)
    return ">99" if rounded else "<1"


def percent(chance: Fraction | float) -> str:
    """Format a chance as whole percent, below 10 % with one decimal unless that is 0.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 16)), percent(Fraction(1, 5000)), percent(0.9999), percent(1.0)
    ('17 %', '6.2 %', '<0.1 %', '>99 %', '100 %')
    """
    return _percent(chance, _decimals(chance))


def percents(first: Fraction | float, second: Fraction | float) -> tuple[str, str]:
    """Format two chances as ``percent`` does, with more decimals where different ones would read the same.

    >>> percents(Fraction(1, 8), Fraction(61, 500)), percents(0.1251, 0.1252), percents(0.5, 0.05)
    (('12.5 %', '12.2 %'), ('12.51 %', '12.52 %'), ('50 %', '5 %'))
    """
    for decimals in range(_MOST_DECIMALS):
        texts = _percent(first, max(decimals, _decimals(first))), _percent(second, max(decimals, _decimals(second)))
        if texts[0] != texts[1]:
            return texts
    return percent(first), percent(second)


def fine_percent(chance: Fraction | float, is_certain: bool | None = None) -> str:
    """Format a chance as percent with two decimals.

    ``is_certain`` is for a float that is 0.0 or 1.0 only because the chance was rounded to it: then it is false.

    >>> fine_percent(Fraction(1, 6)), fine_percent(1e-9), fine_percent(1.0), fine_percent(1.0, is_certain=False)
    ('16.67 %', '<0.01 %', '100 %', '>99.99 %')
    """
    if chance in (0, 1) if is_certain is None else is_certain:
        return percent(chance)
    hundredths = _parts(chance, 10_000)
    if 0 < hundredths < 10_000:
        return f"{hundredths // 100}.{hundredths % 100:02} %"
    return ">99.99 %" if hundredths else "<0.01 %"


def _decimals(chance: Fraction | float) -> int:
    """Return the number of decimals that people read of a chance in percent."""
    return 1 if _parts(chance, 1_000) < 100 else 0


def _percent(chance: Fraction | float, decimals: int) -> str:
    """Format a chance as percent with at most this number of decimals."""
    if chance in (0, 1):
        return f"{100 if chance else 0} %"
    whole = 10**decimals
    parts = _parts(chance, 100 * whole)
    if not parts:
        return f"<{1 / whole:.{decimals}f} %"
    if parts == 100 * whole:
        return f">{100 - 1 / whole:.{decimals}f} %"
    text = f"{parts / whole:.{decimals}f}"
    return (text.rstrip("0").rstrip(".") if decimals else text) + " %"


def exact_text(chance: Fraction) -> str:
    """Format a chance as a fraction and as percent; only as percent if its denominator is long.

    >>> exact_text(Fraction(4, 23)), exact_text(Fraction(1000, 54321)), exact_text(Fraction(1))
    ('4/23 = 17 %', '1.8 %', '100 %')
    """
    is_short = 1 < chance.denominator <= _LONGEST
    return f"{chance} = {percent(chance)}" if is_short else percent(chance)


def _parts(chance: Fraction | float, whole: int) -> int:
    """Return how many parts of ``whole`` the chance is, rounded.

    A fraction and the nearest float give the same number: both are rounded as floats, and the noise of floats in the
    last digits is rounded off first.
    """
    return round(round(float(chance) * whole, 9))
