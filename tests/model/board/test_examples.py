"""Tests that the example positions show what their descriptions state."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Reasoning, reasoning_levels
from minesweeper_qt.model.board.examples import COURSE, EXAMPLES, PATTERNS, example_named
from minesweeper_qt.model.explain.contradiction import contradicting_clues

CELLS_A_TO_C = frozenset({(1, 1), (1, 2), (1, 3)})
CELLS_D_E = frozenset({(2, 1), (2, 3)})

SETTLED = {
    "course-one-of-eight": {},
    "course-all-safe": {Reasoning.CLUE: ({(1, 1), (1, 2), (2, 1)}, set())},
    "course-all-mines": {Reasoning.CLUE: (set(), {(1, 1), (1, 2), (2, 1)})},
    "course-difference": {},
    "course-picture": {Reasoning.SUBSET: ({(1, 0), (1, 2)}, {(1, 1)})},
    "pattern-1-1": {Reasoning.SUBSET: ({(0, 2)}, set())},
    "pattern-1-1-reduced": {Reasoning.SUBSET: ({(0, 2)}, set()), Reasoning.CLUE: (set(), {(2, 0)})},
    "pattern-1-2": {Reasoning.OVERLAP: ({(1, 0), (2, 0)}, {(1, 3)})},
    "pattern-1-2-wall": {Reasoning.SUBSET: (set(), {(1, 2)})},
    "pattern-1-2-reduced": {Reasoning.OVERLAP: ({(1, 0), (2, 0), (3, 0)}, {(1, 3)}), Reasoning.CLUE: (set(), {(3, 1)})},
    "pattern-1-2-1": {Reasoning.OVERLAP: ({(1, 0), (1, 2), (1, 4), (2, 0), (2, 4)}, {(1, 1), (1, 3)})},
    "pattern-1-2-1-wall": {Reasoning.SUBSET: ({(1, 0), (1, 2), (2, 0)}, {(1, 1), (1, 3)})},
    "pattern-1-2-1-reduced": {
        Reasoning.OVERLAP: ({(1, 0), (1, 2), (1, 4)}, {(1, 1), (1, 3)}),
        Reasoning.CLUE: ({(2, 0), (2, 4), (3, 0), (3, 4)}, {(3, 2)}),
    },
    "pattern-1-2-2-1": {Reasoning.OVERLAP: ({(1, 0), (1, 1), (1, 4), (1, 5), (2, 0), (2, 5)}, {(1, 2), (1, 3)})},
    "pattern-1-2-2-1-wall": {Reasoning.SUBSET: ({(1, 0), (1, 1), (1, 4), (2, 0)}, {(1, 2), (1, 3)})},
    "pattern-1-2-2-1-reduced": {
        Reasoning.OVERLAP: ({(1, 0), (1, 1), (1, 4), (1, 5)}, {(1, 2), (1, 3)}),
        Reasoning.CLUE: ({(2, 0), (2, 5), (3, 0), (3, 5)}, {(3, 2)}),
    },
    "pattern-mine-count": {Reasoning.COUNT: ({(0, 2), (1, 2)}, set())},
    "pattern-cases": {Reasoning.CASES: ({(1, 2)}, set())},
    "pattern-50-50": {},
}
"""The cells that each reasoning level settles: safe cells and mines."""


def test_names_titles_and_sentences_are_there_and_no_name_comes_twice() -> None:
    assert EXAMPLES == COURSE + PATTERNS
    assert len({example.name for example in EXAMPLES}) == len({example.title for example in EXAMPLES}) == len(EXAMPLES)
    assert all(example.description.endswith(".") for example in EXAMPLES)
    assert {example.name for example in EXAMPLES} == {*SETTLED, "pattern-contradiction"}


@pytest.mark.parametrize("name", SETTLED)
def test_what_follows_and_at_which_level(name: str) -> None:
    levels = reasoning_levels(example_named(name).position)
    found: dict[Reasoning, tuple[set, set]] = {}
    for cell, level in levels.items():
        found.setdefault(level, (set(), set()))[cell in levels.mines].add(cell)
    assert found == SETTLED[name]


def test_the_contradiction_is_between_two_clues() -> None:
    assert contradicting_clues(example_named("pattern-contradiction").position) == ((0, 4), (1, 4))


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        example_named("nothing")


def test_the_courses_cells_have_the_letters_of_its_pictures() -> None:
    letters = {example.name: {letter: cell for cell, letter in example.letters.items()} for example in EXAMPLES}
    assert "".join(letters["course-one-of-eight"]) == "ABCDEFGH"
    for name in ("course-all-safe", "course-all-mines"):
        assert {letters[name][letter] for letter in "EFH"} == {(1, 1), (1, 2), (2, 1)}
    difference = letters["course-difference"]
    assert {difference[letter] for letter in "ABC"} == CELLS_A_TO_C
    assert {difference[letter] for letter in "DE"} == CELLS_D_E
    assert "".join(letters["course-picture"]) == "ABCDE"
    assert not any(letters[example.name] for example in PATTERNS)
