"""Formats numbers, and the words that go with them in the singular or in the plural."""

from __future__ import annotations

from decimal import Decimal

_IN_FULL = 10**9
"""From this number on, two digits and a power of ten are easier to read than all digits."""

MEANINGLESS = 10_000
"""From this number on, a number of layouts tells people nothing: running texts leave it out."""

_BITS = 1_000
"""Of a number with more bits only this number of them is converted to decimal digits: all would take half a second."""


def count_text(number: int) -> str:
    """Format a number below a billion in full, and any other one rounded to two digits, with a power of ten.

    >>> count_text(1), count_text(123_456), count_text(12_345_678_901_234), count_text(10**5000)
    ('1', '123,456', '1.2×10^13', '1.0×10^5000')
    """
    if number < _IN_FULL:
        return f"{number:,}"
    more = max(number.bit_length() - _BITS, 0)
    leading = Decimal(number >> more)
    digits, power = f"{leading * Decimal(2) ** more if more else leading:.1e}".split("e+")
    return f"{digits}×10^{power}"


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """Return a small number as a word, which no reader takes for a clue, and any other one in digits.

    >>> in_words(1), in_words(8), in_words(12)
    ('one', 'eight', '12')
    """
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def size_text(height: int, width: int) -> str:
    """Return the size of a board as people read it: columns, then rows.

    >>> size_text(16, 30)
    '30×16'
    """
    return f"{width}×{height}"


def clock_text(seconds: int) -> str:
    """Format a time as minutes and seconds, as the clock of a game shows it.

    >>> clock_text(73), clock_text(9), clock_text(6000)
    ('1:13', '0:09', '100:00')
    """
    return f"{seconds // 60}:{seconds % 60:02}"


def time_text(seconds: float) -> str:
    """Format the time of a game to hundredths of a second, which are cut off as those of its clock are.

    >>> time_text(63.999), time_text(9.05), time_text(6000)
    ('1:03.99', '0:09.05', '100:00.00')
    """
    hundredths = round(1000 * seconds) // 10
    return f"{clock_text(hundredths // 100)}.{hundredths % 100:02}"


def seconds_text(seconds: float) -> str:
    """Return a time with two digits that count.

    >>> seconds_text(0.00004), seconds_text(0.0082), seconds_text(0.0123), seconds_text(1.23)
    ('0.04 ms', '8.2 ms', '12 ms', '1.2 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    milliseconds = 1000 * seconds
    digits = 0 if milliseconds >= 10 else 1 if milliseconds >= 1 else 2
    return f"{milliseconds:.{digits}f} ms"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return the word or words ``one`` if ``number`` is 1, else ``many``, which is ``one`` with an "s" by default.

    >>> plural(1, "mine"), plural(0, "mine"), plural(2, "is", "are")
    ('mine', 'mines', 'are')
    """
    return one if number == 1 else f"{one}s" if many is None else many


def counted(number: int, what: str) -> str:
    """Return ``number`` with the noun ``what``, in the plural unless ``number`` is 1.

    >>> counted(1, "mine"), counted(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{number} {plural(number, what)}"


def counted_or_no(number: int, what: str) -> str:
    """Return ``number`` with the noun ``what``, with the word "no" for 0.

    >>> counted_or_no(0, "mine"), counted_or_no(1, "mine")
    ('no mines', '1 mine')
    """
    return f"{number or 'no'} {plural(number, what)}"
