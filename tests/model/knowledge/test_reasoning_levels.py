"""Tests of the reasoning level of each certain cell, against plain fixpoints and all layouts."""

from __future__ import annotations

from itertools import combinations
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
from minesweeper_qt.model.knowledge.mine_count import MOST_SENTENCES
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from tests.model.support.oracles import Sentences, around, differences, fixpoint
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions, with_a_wrong_clue

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


def by_the_rules(position: Position, known: Verdicts) -> Verdicts:
    safes, mines, _ = fixpoint(position.height, position.width, position.clues, known)
    return {**dict.fromkeys(safes, 0), **dict.fromkeys(mines, 1)}


Overlap = tuple[frozenset[Cell], int]


def overlaps(sentences: Sentences) -> list[Overlap]:
    """Return the shared cells of all pairs of sentences that can hold only one number of mines, with that number."""
    found: list[Overlap] = []
    for (one, its_count), (other, other_count) in combinations(sentences.items(), 2):
        shared = one & other
        if not shared or shared in (one, other):
            continue
        numbers = {
            inside
            for inside in range(len(shared) + 1)
            if 0 <= its_count - inside <= len(one - shared) and 0 <= other_count - inside <= len(other - shared)
        }
        if len(numbers) == 1:
            found.append((shared, numbers.pop()))
    return found


def closure(position: Position, with_count: bool, most: int = 10**9) -> tuple[Verdicts, int]:
    """Return what the four rules settle, applied to all pairs of sentences until nothing is new.

    ``with_count``: the sentence of the mine count is one of them. Also returns the number of sentences at the end; the
    work ends when it is above ``most``.
    """
    known = {**dict.fromkeys(position.taken, 1), **dict.fromkeys(position.clues, 0)}
    sentences: Sentences = {
        around(position.height, position.width, cell): clue for cell, clue in position.clues.items()
    }
    if with_count:
        sentences[frozenset(position.board.cells)] = position.mines
    while True:
        sentences = {
            rest: count - sum(known.get(cell, 0) for cell in cells)
            for cells, count in sentences.items()
            if (rest := cells.difference(known))
        }
        found = {cell: 0 for cells, count in sentences.items() if count == 0 for cell in cells}
        found |= {cell: 1 for cells, count in sentences.items() if count == len(cells) for cell in cells}
        known |= found
        new = {} if found else differences(sentences) | dict(overlaps(sentences))
        if (not found and new.keys() <= sentences.keys()) or len(sentences) > most:
            return known, len(sentences)
        sentences |= new


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
    rules = by_the_rules(position, dict.fromkeys(position.taken, 1))
    overlap, _ = closure(position, with_count=False)
    count, sentences = closure(position, with_count=True, most=MOST_SENTENCES)
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
    assert levels.keys() == closure(position, with_count=True)[0].keys() - position.clues.keys()
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
    rules = by_the_rules(position, {})
    overlap, _ = closure(position, with_count=False)
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


@pytest.mark.parametrize("most", [0, 1, 5])
def test_it_stops_as_soon_as_should_stop_returns_true(most: int) -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    assert len(position.clues) > 100
    calls = 0

    def should_stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > most

    with pytest.raises(Stopped):
        reasoning_levels(position, should_stop=should_stop)
    assert calls == most + 1
    assert dict(reasoning_levels(position, should_stop=lambda: False)) == dict(reasoning_levels(position))


def test_each_front_is_reported_before_it_is_examined() -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    reports: list[tuple[int, int]] = []
    reasoning_levels(position, report=lambda examined, fronts: reports.append((examined, fronts)))
    engine = Engine()
    engine.solve(position)
    assert engine.frontier is not None
    total = len(engine.frontier.fronts)
    assert total > 5
    assert reports == [(examined, total) for examined in range(total)]
