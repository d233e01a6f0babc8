"""Tests of groups of sentences, their boxes and forms, and of sums of numbers of mines, against plain definitions."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.exact.front_count import (
    Form,
    connect,
    count_front,
    mentions,
    numbers_of_mines,
    possible_numbers,
    sums,
)

Sentences = dict[str, list[int]]


@st.composite
def sentences(draw: st.DrawFn) -> Sentences:
    """Generate sentences with different sets of cells, in any order."""
    found = draw(st.lists(st.sets(st.integers(0, 14), min_size=1, max_size=4), max_size=9))
    return {f"s{place}": draw(st.permutations(sorted(cells))) for place, cells in enumerate(found)}


def reached(cells_of: Sentences, first: str) -> set[str]:
    """Return the sentences that share cells with ``first``, directly or through others."""
    found, before = {first}, set[str]()
    while found != before:
        before = set(found)
        cells = {cell for clue in found for cell in cells_of[clue]}
        found |= {clue for clue in cells_of if cells.intersection(cells_of[clue])}
    return found


@pytest.mark.slow
@given(cells_of=sentences())
def test_groups_are_the_connected_sentences_and_boxes_the_cells_of_the_same_ones(cells_of: Sentences) -> None:
    need = {clue: place for place, clue in enumerate(cells_of)}
    groups = connect(cells_of, need, mentions(cells_of), cells_of)
    assert sorted(clue for group in groups for clue in group.clues) == sorted(cells_of)
    for group in groups:
        assert set(group.clues) == reached(cells_of, group.clues[0])
        assert group.size == len({cell for clue in group.clues for cell in cells_of[clue]})
        assert group.form.sizes == tuple(map(len, group.boxes))
        assert group.form.needs == tuple(need[clue] for clue in group.clues)
        kinds = set()
        for place, box in enumerate(group.boxes):
            kind = {clue for clue in group.clues if box[0] in cells_of[clue]}
            assert all({clue for clue in group.clues if cell in cells_of[clue]} == kind for cell in box)
            assert kind == {clue for clue, row in zip(group.clues, group.form.rows, strict=True) if place in row}
            kinds.add(frozenset(kind))
        assert len(kinds) == len(group.boxes)
    # Of one sentence only its group is returned.
    for clue in cells_of:
        (group,) = connect(cells_of, need, mentions(cells_of), [clue])
        assert set(group.clues) == reached(cells_of, clue)


@pytest.mark.slow
@given(one=st.sets(st.integers(0, 40)), other=st.sets(st.integers(0, 40)))
def test_sums_are_those_of_all_pairs(one: set[int], other: set[int]) -> None:
    expected = {first + second for first in one for second in other}
    assert sums(sum(1 << n for n in one), sum(1 << n for n in other)) == sum(1 << n for n in expected)


@given(parts=st.lists(st.sets(st.integers(0, 6)), max_size=4), total=st.integers(0, 20))
def test_possible_numbers_are_those_of_the_choices_with_that_total(parts: list[set[int]], total: int) -> None:
    choices = [choice for choice in product(*parts) if sum(choice) == total]
    expected = [sum(1 << n for n in {choice[place] for choice in choices}) for place in range(len(parts))]
    assert possible_numbers([sum(1 << n for n in part) for part in parts], total) == expected


def test_a_verdict_is_that_of_all_ways_with_an_allowed_number_of_mines() -> None:
    count = count_front(Form((1, 1, 1), (1, 1), ((0, 1), (1, 2))), 1000)
    assert [count.verdict(box, 0b110) for box in range(3)] == [None, None, None]
    assert [count.verdict(box, 0b010) for box in range(3)] == [0, 1, 0]
    assert [count.verdict(box, 0b100) for box in range(3)] == [1, 0, 1]


def test_the_numbers_of_mines_are_those_with_a_way() -> None:
    rng = random.Random(1)
    for _ in range(50):
        ways = [rng.choice([0, 0, 1, 7]) for _ in range(6)]
        least = rng.randrange(5)
        mask = numbers_of_mines(least, ways)
        assert [n for n in range(20) if mask >> n & 1] == [least + n for n, number in enumerate(ways) if number]
    count = count_front(Form((1, 2), (1,), ((0, 1),)), 1000)
    assert numbers_of_mines(count.least, count.ways) == 0b10
