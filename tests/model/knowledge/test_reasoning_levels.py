"""Tests of the reasoning level of each certain cell, against plain fixpoints and all layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from minesweeper_qt.model import (
    Cell,
    Engine,
    InconsistentKnowledge,
    InconsistentPosition,
    Position,
    Reasoning,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.knowledge.bit_closure import MOST_SENTENCES
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from tests.model.support.oracles import around, fixpoint
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions, with_a_wrong_clue
from tests.model.support.work import Calls

Verdicts = dict[Cell, int]


def by_single_clues(position: Position) -> Verdicts:
    """Return what single clues settle: those whose undetermined cells are all safe or all mines, to a fixpoint."""
    known = {**dict.fromkeys(position.taken, 1), **dict.fromkeys(position.clues, 0)}
    unsettled = dict(position.clues)
    while True:
        before = len(known)
        for cell, clue in list(unsettled.items()):
            near = around(position.height, position.width, cell)
            left = near - known.keys()
            count = clue - sum(known.get(other, 0) for other in near)
            if count in (0, len(left)):
                known |= dict.fromkeys(left, int(count > 0))
                del unsettled[cell]  # all cells around it are known
        if len(known) == before:
            return known


def by_the_rules(
    position: Position, overlap: bool = False, with_count: bool = False, most: int = 10**9
) -> tuple[set[Cell], int]:
    """Return the cells that the rules settle, and the number of sentences at the end."""
    total = position.mines if with_count else None
    marks = dict.fromkeys(position.taken, 1)
    found = fixpoint(position.height, position.width, position.clues, marks, overlap=overlap, total=total, most=most)
    return found[0] | found[1], len(found[2])


@pytest.mark.slow
@given(position=tiny_positions())
def test_each_certain_cell_has_the_weakest_level_that_proves_it(position: Position) -> None:
    layouts = all_layouts(position)
    if not layouts:
        with pytest.raises(InconsistentPosition):
            reasoning_levels(position)
        return
    levels = reasoning_levels(position)
    any_mine, all_mines = frozenset().union(*layouts), frozenset.intersection(*layouts)
    weakest = by_single_clues(position)
    rules, _ = by_the_rules(position)
    overlap, _ = by_the_rules(position, overlap=True)
    count, sentences = by_the_rules(position, overlap=True, with_count=True, most=MOST_SENTENCES)
    for cell in position.covered:
        is_certain = cell in all_mines or cell not in any_mine
        assert (cell in levels) == is_certain
        assert (cell in levels.safe) == (cell not in any_mine)
        assert (cell in levels.mines) == (cell in all_mines)
        if cell in weakest:
            assert levels[cell] is Reasoning.CLUE
        elif cell in rules:
            assert levels[cell] is Reasoning.SUBSET
        elif cell in overlap:
            assert levels[cell] is Reasoning.OVERLAP
        elif cell in count:
            assert levels[cell] is Reasoning.COUNT
        elif is_certain and sentences <= MOST_SENTENCES:
            assert levels[cell] is Reasoning.CASES
    assert list(levels) == sorted(levels.safe | levels.mines)
    assert len(levels) == len(list(levels))


def test_a_way_beyond_the_bound_that_the_help_names_leaves_the_level_cases() -> None:
    # The first way is found when 205 sentences have been compared with all others.
    position = Position.from_text("8x6x9\n01HHH11H\n0123H11H\n00011111\n1111H21H\nHH1HHHHH\n1111HH2H")
    levels = reasoning_levels(position)
    assert levels.keys() == by_the_rules(position, overlap=True, with_count=True)[0] - position.clues.keys()
    assert Reasoning.CASES in levels.values()
    chapter = Path(__file__).parents[3] / "resources" / "help" / "60-levels.md"
    assert f"Up to {MOST_SENTENCES} sentences that follow are compared" in chapter.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(12))
def test_in_games_the_levels_are_those_of_all_that_the_engine_settles(seed: int) -> None:
    position = seen_in_game(16, 30, 99, seed, 0.2 + 0.07 * seed)
    levels = reasoning_levels(position)
    found = mine_probabilities(position)
    assert levels.safe == found.safe
    assert levels.mines == found.mines
    assert levels.probabilities is not None
    rules, _ = by_the_rules(position)
    overlap, _ = by_the_rules(position, overlap=True)
    weakest = by_single_clues(position)
    for cell, level in levels.items():
        assert (level is Reasoning.CLUE) == (cell in weakest)
        assert (level <= Reasoning.SUBSET) == (cell in rules)
        assert (level <= Reasoning.OVERLAP) == (cell in overlap)


@pytest.mark.slow
def test_games_have_cells_of_every_level() -> None:
    found = {
        level for seed in range(28, 34) for level in reasoning_levels(seen_in_game(16, 30, 99, seed, 0.7)).values()
    }
    assert found == set(Reasoning)


@pytest.mark.parametrize(
    "text, cell, level",
    [
        ("3x1x1\n1HH", (0, 1), Reasoning.CLUE),
        ("3x2x1\n1HH\n1HH", (0, 2), Reasoning.COUNT),
        ("2x3x1\n1H\n1H\nHH", (2, 1), Reasoning.SUBSET),
        ("5x2x2\n1HHH1\nHHHHH", (0, 2), Reasoning.COUNT),
        ("5x3x3\nHHHH1\nHHHHH\nHHHH2", (0, 3), Reasoning.OVERLAP),
        ("4x4x3\nHH2H\n1HH1\nH11H\nHHHH", (0, 0), Reasoning.COUNT),
        ("4x3x2\nH11H\nHHHH\nHH1H", (2, 1), Reasoning.CASES),
        ("3x1x1\nM1H", (0, 0), Reasoning.CLUE),
    ],
)
def test_levels_of_small_positions(text: str, cell: Cell, level: Reasoning) -> None:
    assert reasoning_levels(Position.from_text(text))[cell] is level


def test_the_levels_are_ordered_and_named() -> None:
    assert [str(level) for level in sorted(Reasoning)] == ["clue", "subset", "overlap", "count", "cases"]
    assert len({level.meaning for level in Reasoning}) == 5


def test_what_is_too_hard_for_the_engine_is_left_to_the_sentences() -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    levels, all_levels = reasoning_levels(position, Engine(budget=1)), reasoning_levels(position)
    assert levels.probabilities is None
    assert Reasoning.CASES not in levels.values()
    assert dict(levels) == {cell: level for cell, level in all_levels.items() if level < Reasoning.CASES}
    assert levels.safe <= all_levels.safe


def test_what_is_too_hard_for_the_engine_may_still_be_found_inconsistent() -> None:
    position = Position(16, 30, 0, seen_in_game(16, 30, 99, 3, 0.5).clues)
    with pytest.raises(InconsistentPosition):
        reasoning_levels(position, Engine(budget=1))


def test_the_engine_given_is_the_one_used() -> None:
    engine = Engine()
    position = seen_in_game(9, 9, 10, 0, 0.5)
    assert reasoning_levels(position, engine).safe == mine_probabilities(position).safe
    assert engine.frontier is not None


def test_the_knowledge_of_a_position_names_what_clashes() -> None:
    position = seen_in_game(9, 9, 10, 1, 0.6)
    clashes = 0
    for seed in range(10):
        wrong_position = with_a_wrong_clue(position, seed)
        try:
            knowledge_of(wrong_position)
        except InconsistentKnowledge as wrong:
            clashes += bool(wrong.clash)
    assert clashes


@pytest.mark.parametrize("stop", [1, 2, 6])
def test_it_ends_with_what_poll_raises(stop: int) -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    assert len(position.clues) > 100
    poll = Calls(stop)
    with pytest.raises(Stopped):
        reasoning_levels(position, poll=poll)
    assert poll.number == stop
