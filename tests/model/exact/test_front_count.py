"""Tests that the kept counts of fronts are bounded by what they hold, not by their number."""

from __future__ import annotations

import random

import pytest

from minesweeper_qt.model.exact import front_count
from minesweeper_qt.model.exact.front_count import Form, FrontCount, FrontCounter


def chain(length: int, chance: random.Random) -> Form:
    """Return a front of ``length`` clues in a row, each with two boxes of random sizes."""
    sizes = tuple(chance.randint(1, 3) for _ in range(length + 1))
    return Form(sizes, (1,) * length, tuple((number, number + 1) for number in range(length)))


def kept_numbers(counter: FrontCounter) -> int:
    tables = [table for table in vars(counter).values() if isinstance(table, dict)]
    return sum(count.size for table in tables for count in table.values() if isinstance(count, FrontCount))


@pytest.mark.slow
def test_kept_counts_are_bounded_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_count, "MAX_NUMBERS", 10_000)
    counter, chance = FrontCounter(budget=10_000), random.Random(1)
    most = 0
    for _ in range(400):
        counter.begin()
        counter.count(chain(30, chance))
        most = max(most, kept_numbers(counter))
    assert 1_000 < most <= 10_000


def test_a_kept_count_is_the_same_one() -> None:
    counter, form = FrontCounter(budget=10_000), chain(5, random.Random(2))
    assert counter.count(form) is counter.count(form)
