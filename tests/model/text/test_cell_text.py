"""Tests of lists of cells as text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.text.cell_text import MOST_NAMED, joined, listed, short_sentence

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
