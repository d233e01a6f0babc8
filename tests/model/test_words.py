"""Tests of numbers, plurals, lists of cells and chances as text."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.words import (
    MOST_NAMED,
    count_text,
    counted,
    counted_or_no,
    exact_text,
    fine_percent,
    joined,
    listed,
    percent,
    percents,
    plural,
    short_sentence,
    whole_percent,
)


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


Cells = frozenset[tuple[int, int]]
CELLS: st.SearchStrategy[Cells] = st.frozensets(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=20)


def named_in(text: str) -> list[tuple[int, int]]:
    """Return the cells that a text names, in its order."""
    return [(int(i), int(j)) for i, j in re.findall(r"\((\d+), (\d+)\)", text)]


def left_out_of(text: str) -> int:
    """Return how many cells a text counts without naming them."""
    found = re.search(r"(\d+) more", text)
    return int(found[1]) if found else 0


@given(CELLS, st.integers(1, 12))
def test_a_list_names_the_first_cells_and_counts_the_others(cells: Cells, most: int) -> None:
    text = listed(cells, most)
    assert named_in(text) == sorted(cells)[:most]
    assert len(named_in(text)) + left_out_of(text) == len(cells)


@given(CELLS)
def test_a_short_sentence_names_all_cells_or_two_and_counts_the_others(cells: Cells) -> None:
    text = short_sentence(cells, 1)
    assert len(named_in(text)) == (len(cells) if len(cells) <= MOST_NAMED else 2)
    assert len(named_in(text)) + left_out_of(text) == len(cells)


def test_parts_are_joined_by_commas_and_one_and() -> None:
    assert joined([]) == ""
    assert joined(["a", "b"]) == "a and b"
    assert joined(["a"], more=1) == "a and 1 more"
    assert joined(["a", "b", "c"], more=0) == "a, b and c"
    assert joined(["a", "b", "c"], more=2, comma="; ") == "a; b; c and 2 more"


TINY = Fraction(1, 10**30)
CHANCES = st.one_of(st.fractions(0, 1), st.fractions(0, 1, max_denominator=20_000), st.fractions(0, 1).map(float))
"""Chances of all kinds; the fractions with small denominators include the halves between two percentages."""
FORMS = (percent, fine_percent, lambda chance: exact_text(Fraction(chance)))
NEAR_THE_ENDS = {"<0.1 %": 0.05, ">99 %": 99.5, "<0.01 %": 0.005, ">99.99 %": 99.995}
"""The number of percent in the middle of what each of these texts stands for."""


def shown_percent(text: str) -> float:
    """Return the number of percent that a text shows."""
    text = text.rpartition("= ")[2]
    return NEAR_THE_ENDS.get(text) or float(text.removesuffix(" %"))


@pytest.mark.slow
@given(CHANCES.filter(lambda chance: 0 < chance < 1))
def test_a_chance_between_0_and_1_reads_as_near_as_its_digits_allow_and_never_as_certain(
    chance: Fraction | float,
) -> None:
    for near in (chance, Fraction(chance), TINY * Fraction(chance), 1 - TINY * Fraction(chance)):
        for form in FORMS:
            assert 0 < shown_percent(form(near)) < 100
    noise = 1e-9
    assert abs(shown_percent(percent(chance)) - float(chance) * 100) <= (0.05 if chance < 0.0995 else 0.5) + noise
    assert exact_text(Fraction(chance)).rpartition("= ")[2] == percent(chance)
    assert abs(shown_percent(fine_percent(chance)) - float(chance) * 100) <= 0.005 + noise
    if 0 < float(chance) < 1:
        assert percent(chance) == percent(float(chance))
        assert fine_percent(chance) == fine_percent(float(chance))


@pytest.mark.parametrize("certain, text", [(0, "0 %"), (1, "100 %")])
def test_certain_chances_read_as_such_in_all_forms(certain: int, text: str) -> None:
    for form in FORMS:
        assert form(Fraction(certain)) == form(float(certain)) == text


@pytest.mark.slow
@given(st.lists(CHANCES, min_size=2, max_size=6))
def test_a_higher_chance_never_reads_lower(chances: list[Fraction | float]) -> None:
    for form in FORMS:
        shown = [shown_percent(form(chance)) for chance in sorted(chances)]
        assert all(lower <= higher for lower, higher in pairwise(shown))


def test_halves_of_a_percent_are_rounded_alike_as_fraction_and_as_float() -> None:
    for half in range(1, 200, 2):
        assert whole_percent(Fraction(half, 200)) == whole_percent(half / 200) == round(Fraction(half, 2))


@pytest.mark.parametrize(
    "chance, text",
    [
        (Fraction(1, 3), "1/3 = 33 %"),
        (Fraction(1, 10_000), "1/10000 = <0.1 %"),
        (Fraction(5_000, 10_001), "50 %"),
        (Fraction(1, 20_001), "<0.1 %"),
        (1 - Fraction(1, 20_001), ">99 %"),
        (Fraction(12_345, 1_000_003), "1.2 %"),
        (Fraction(1, 10**5000), "<0.1 %"),
        (1 - Fraction(1, 10**5000), ">99 %"),
    ],
)
def test_an_exact_chance_has_its_fraction_while_that_is_short(chance: Fraction, text: str) -> None:
    assert exact_text(chance) == text


@pytest.mark.slow
@given(CHANCES, CHANCES)
def test_two_chances_read_the_same_only_if_they_are_equal(first: Fraction | float, second: Fraction | float) -> None:
    texts = percents(first, second)
    if first == second:
        assert texts == (percent(first), percent(second))
    elif abs(float(first) - float(second)) > 1e-9:
        assert texts[0] != texts[1]
        assert percents(second, first) == (texts[1], texts[0])


@pytest.mark.parametrize(
    "first, second, texts",
    [
        (Fraction(1, 8), Fraction(61, 500), ("12.5 %", "12.2 %")),
        (Fraction(1, 8), Fraction(1, 4), ("12 %", "25 %")),
        (Fraction(1001, 8000), Fraction(126, 1000), ("12.5 %", "12.6 %")),
        (Fraction(1, 3000), Fraction(1, 4000), ("0.03 %", "0.02 %")),
        (0, Fraction(1, 10**7), ("0 %", "<0.1 %")),
    ],
)
def test_two_chances_have_as_many_decimals_as_tell_them_apart(
    first: Fraction, second: Fraction, texts: tuple[str, str]
) -> None:
    assert percents(first, second) == texts
