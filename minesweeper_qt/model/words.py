"""Words for numbers, plurals, times, cells, sentences and chances, shared by the command line and the window.

Chances have one rounding and one cut-off, so that the same chance reads the same everywhere. There are four forms:
whole percent for the board; percent with one decimal below 10 % for texts, and the fraction with it; and percent with
two decimals for the command line. A chance strictly between 0 and 1 never reads as 0 % or 100 % in any of them, and two
different chances side by side never read the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from heapq import nsmallest
from typing import TypeAlias

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


def rows_and_columns(height: int, width: int) -> str:
    """Return the size of a board in the order of ``MinesweeperAI(height, width)``.

    >>> rows_and_columns(4, 7), rows_and_columns(1, 3)
    ('4 rows, 7 columns', '1 row, 3 columns')
    """
    return f"{counted(height, 'row')}, {counted(width, 'column')}"


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


NO_BREAK = "\N{NO-BREAK SPACE}"


def with_unbroken_cells(text: str) -> str:
    """Replace the space in each cell by a no-break space, so that a line never breaks within a cell.

    >>> with_unbroken_cells("(2, 3)") == f"(2,{NO_BREAK}3)"
    True
    """
    return re.sub(r"\((-?\d+), (-?\d+)\)", rf"(\1,{NO_BREAK}\2)", text)


def capitalized(text: str) -> str:
    """Return ``text`` with a capital letter at its beginning.

    >>> capitalized("won at move 3")
    'Won at move 3'
    """
    return text[:1].upper() + text[1:]


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return the word or words ``one`` if ``number`` is 1, else ``many``, which is ``one`` with an "s" by default.

    >>> plural(1, "mine"), plural(0, "mine"), plural(2, "is", "are")
    ('mine', 'mines', 'are')
    """
    return one if number == 1 else f"{one}s" if many is None else many


def counted(number: int, what: str, many: str | None = None) -> str:
    """Return ``number`` with the noun ``what``, in the plural, ``many`` or with an "s", unless ``number`` is 1.

    >>> counted(1, "mine"), counted(2, "mine"), counted(2, "guess", "guesses")
    ('1 mine', '2 mines', '2 guesses')
    """
    return f"{number} {plural(number, what, many)}"


def counted_or_no(number: int, what: str) -> str:
    """Return ``number`` with the noun ``what``, with the word "no" for 0.

    >>> counted_or_no(0, "mine"), counted_or_no(1, "mine")
    ('no mines', '1 mine')
    """
    return f"{number or 'no'} {plural(number, what)}"


# -- cells and sentences

Cell: TypeAlias = tuple[int, int]
"""A pair ``(row, column)``, both from 0. Defined here again because this module must not import ``model.board``."""

MOST_NAMED = 8
"""The most cells that a sentence of text names: as many as a clue has neighbours. People don't read longer lists."""


MOST_LISTED = 12
"""The most cells that are named where the list stands for itself, after a colon or at the end of a text."""


def joined(parts: Iterable[str], more: int = 0, comma: str = ", ", word: str = "and") -> str:
    """Join the parts with commas, and with ``word`` before the last one.

    ``more``: how many others exist that are not among the parts; only their number is given, if it is above 0.
    ``comma``: separates the parts in place of a comma.

    >>> joined(["a"]), joined(["a", "b", "c"]), joined(["a", "b"], more=3)
    ('a', 'a, b and c', 'a, b and 3 more')
    """
    named = [*parts, f"{more} more"] if more > 0 else list(parts)
    return f" {word} ".join([comma.join(named[:-1]), named[-1]] if len(named) > 1 else named)


def listed(cells: Collection[Cell], most: int = MOST_NAMED, word: str = "and") -> str:
    """List the cells in reading order; at most ``most`` of them are named, and the others counted.

    >>> listed({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) and (1, 0)'
    >>> listed({(0, j) for j in range(20)}, most=2)
    '(0, 0), (0, 1) and 18 more'
    """
    return joined(map(str, nsmallest(most, cells)), len(cells) - most, word=word)


def one_of(cells: Collection[Cell], most: int = MOST_NAMED) -> str:
    """List the cells in reading order as alternatives.

    >>> one_of({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) or (1, 0)'
    """
    return listed(cells, most, "or")


def as_lists(cells: Iterable[Cell]) -> list[list[int]]:
    """Return the cells for JSON, each ``[row, column]``, in reading order.

    >>> as_lists({(1, 0), (0, 1)})
    [[0, 1], [1, 0]]
    """
    return [list(cell) for cell in sorted(cells)]


def sentence_text(cells: Iterable[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count`` with all its cells, in reading order.

    >>> sentence_text({(0, 1), (0, 0)}, 1)
    '{(0, 0), (0, 1)} = 1'
    """
    return f"{{{', '.join(map(_cell_text, sorted(cells)))}}} = {count}"


# Cached because a cell occurs in many sentences, and a search formats all of them at once.
_cell_text = lru_cache(maxsize=2**16)(str)


def short_sentence(cells: Collection[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count``; of more than ``MOST_NAMED`` cells only the first two are named.

    >>> short_sentence({(0, 0), (0, 1)}, 1)
    '{(0, 0), (0, 1)} = 1'
    >>> short_sentence({(0, j) for j in range(20)}, 3)
    '{(0, 0), (0, 1), ... 18 more} = 3'
    """
    if len(cells) <= MOST_NAMED:
        return sentence_text(cells, count)
    first, second = nsmallest(2, cells)
    return f"{{{first}, {second}, ... {len(cells) - 2} more}} = {count}"


def verdict_text(cells: Collection[Cell], is_mine: bool, most: int = MOST_NAMED) -> str:
    """State that the cells are mines, or that they are safe; at most ``most`` of them are named.

    >>> verdict_text([(0, 1)], True), verdict_text([(0, 1), (0, 2)], False)
    ('(0, 1) is a mine', '(0, 1) and (0, 2) are safe')
    >>> verdict_text([(0, 1), (0, 2), (0, 3)], False, most=2)
    '(0, 1), (0, 2) and 1 more are safe'
    """
    return f"{listed(cells, most)} {are_text(len(cells), is_mine)}"


def are_text(number: int, is_mine: bool) -> str:
    """Return the end of a sentence that states of so many cells that they are mines, or that they are safe.

    >>> are_text(1, True), are_text(2, False)
    ('is a mine', 'are safe')
    """
    return plural(number, "is a mine", "are mines") if is_mine else plural(number, "is safe", "are safe")


# -- chances

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


def chance_dict(chance: Fraction | None) -> dict[str, str | float] | None:
    """Return a chance for JSON.

    >>> chance_dict(Fraction(1, 4))
    {'fraction': '1/4', 'decimal': 0.25}
    """
    if chance is None:
        return None
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "decimal": float(chance)}


def luck_text(chance: Fraction | float) -> str:
    """Format the chance of what happened as whole percent above a half, else as one in so many; it is above 0.

    >>> luck_text(Fraction(7, 9)), luck_text(0.5), luck_text(Fraction(1, 10**400))
    ('78 %', '1 in 2', '1 in 1.0×10^400')
    """
    return f"{whole_percent(chance)} %" if chance > 0.5 else f"1 in {count_text(round(1 / chance))}"


def _parts(chance: Fraction | float, whole: int) -> int:
    """Return how many parts of ``whole`` the chance is, rounded.

    A fraction and the nearest float give the same number: both are rounded as floats, and the noise of floats in the
    last digits is rounded off first.
    """
    return round(round(float(chance) * whole, 9))
