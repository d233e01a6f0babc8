"""Tests that the example positions show what their descriptions state."""

from __future__ import annotations

from itertools import product

import pytest

from minesweeper_qt.model import InconsistentKnowledge, Position, Reasoning, Rule, mine_probabilities, reasoning_levels
from minesweeper_qt.model.board.examples import COURSE, EXAMPLES, PATTERNS, example_named
from minesweeper_qt.model.explain.contradiction import contradicting_clues
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of

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


def test_one_of_eight_is_one_sentence() -> None:
    assert [(len(derivation.cells), derivation.count) for derivation in knowledge_of(COURSE[0].position)] == [(8, 1)]
    chances = mine_probabilities(COURSE[0].position).chances()
    assert set(chances.values()) == {1 / 8}


@pytest.mark.parametrize("name, rule", [("course-all-safe", Rule.ALL_SAFE), ("course-all-mines", Rule.ALL_MINES)])
def test_the_first_two_rules(name: str, rule: Rule) -> None:
    base = knowledge_of(example_named(name).position)
    assert list(base) == []
    verdicts = [base.settled[cell] for cell in ((1, 1), (1, 2), (2, 1))]
    assert {verdict.rule for verdict in verdicts} == {rule}
    assert {verdict.premises[0].cells for verdict in verdicts} == {frozenset({(1, 1), (1, 2), (2, 1)})}


def test_the_difference_of_the_courses_picture() -> None:
    base = knowledge_of(example_named("course-difference").position)
    derivations = {derivation.cells: derivation for derivation in base}
    assert derivations[CELLS_A_TO_C].count == 1
    assert derivations[CELLS_A_TO_C | CELLS_D_E].count == 2
    difference = derivations[CELLS_D_E]
    assert difference.count == 1
    assert difference.rule is Rule.SUBSET
    assert {premise.cells for premise in difference.premises} == {CELLS_A_TO_C, CELLS_A_TO_C | CELLS_D_E}


def test_on_3x3_any_clues_in_the_corners_would_settle_the_cells_of_the_sentence() -> None:
    tried = 0
    for left, right in product(range(3), repeat=2):
        position = Position(3, 3, 2, {(0, 0): left, (0, 1): 1, (0, 2): right, (2, 1): 2})
        try:
            base = knowledge_of(position)
        except InconsistentKnowledge:
            continue
        tried += 1
        assert {(1, 0), (1, 1), (1, 2)} <= base.settled.keys()
    assert tried == 3


def test_the_picture_alone_leaves_one_sentence() -> None:
    base = knowledge_of(example_named("course-picture").position)
    assert [(set(derivation.cells), derivation.count) for derivation in base] == [({(2, 0), (2, 2)}, 1)]


def test_the_cs50_agent_misses_what_takes_an_overlap() -> None:
    for name in ("pattern-1-2", "pattern-1-2-1", "pattern-1-2-2-1"):
        base = knowledge_of(example_named(name).position)
        assert base.settled.keys() == example_named(name).position.clues.keys()


def test_the_50_50_is_an_even_guess() -> None:
    found = mine_probabilities(example_named("pattern-50-50").position)
    assert found.layouts == 2
    assert set(found.chances().values()) == {0.5}


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
