"""Tests of the reasoning level of each certain cell, against plain fixpoints and all layouts."""

from __future__ import annotations

from itertools import combinations

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
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from tests.model.support.oracles import Sentences, around, fixpoint
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


def by_the_rules(position: Position, known: Verdicts) -> tuple[Verdicts, Sentences]:
    safes, mines, sentences = fixpoint(position.height, position.width, position.clues, known)
    return {**dict.fromkeys(safes, 0), **dict.fromkeys(mines, 1)}, sentences


def with_the_count(position: Position) -> Verdicts:
    """Return also the cells that disjoint sentences leave of all undetermined ones, when all are safe or all mines."""
    known = dict.fromkeys(position.taken, 1)
    while True:
        known, sentences = by_the_rules(position, known)
        rest = frozenset(position.board.cells) - known.keys()
        left = position.mines - sum(known.values())
        new: Verdicts = {}
        for number in range(len(sentences) + 1):
            for chosen in combinations(sentences, number):
                outside = rest.difference(*chosen)
                count = left - sum(sentences[cells] for cells in chosen)
                if sum(map(len, chosen)) + len(outside) == len(rest) and count in (0, len(outside)):
                    new |= dict.fromkeys(outside, int(count > 0))
        if not new:
            return known
        known |= new


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
    rules, sentences = by_the_rules(position, dict.fromkeys(position.taken, 1))
    # A few of these positions have too many sets of disjoint sentences to try them all.
    count = with_the_count(position) if len(sentences) <= 10 else None
    for cell in position.covered:
        is_certain = cell in all_mines or cell not in any_mine
        assert (cell in levels) == is_certain
        assert (cell in levels.safe) == (cell not in any_mine)
        assert (cell in levels.mines) == (cell in all_mines)
        if cell in weakest:
            assert levels[cell] is Reasoning.CLUE
        elif cell in rules:
            assert levels[cell] is Reasoning.SUBSET
        elif is_certain and count is not None:
            assert levels[cell] is (Reasoning.COUNT if cell in count else Reasoning.CASES)
    assert list(levels) == sorted(levels.safe | levels.mines)
    assert len(levels) == len(list(levels))


@pytest.mark.parametrize("seed", range(12))
def test_in_games_the_levels_are_those_of_all_that_the_engine_settles(seed: int) -> None:
    position = seen_in_game(16, 30, 99, seed, 0.2 + 0.07 * seed)
    levels = reasoning_levels(position)
    found = mine_probabilities(position)
    assert levels.safe == found.safe
    assert levels.mines == found.mines
    assert levels.probabilities is not None
    rules, _ = by_the_rules(position, {})
    weakest = by_single_clues(position)
    for cell, level in levels.items():
        assert (level is Reasoning.CLUE) == (cell in weakest)
        assert (level <= Reasoning.SUBSET) == (cell in rules)


@pytest.mark.slow
def test_games_have_cells_of_every_level() -> None:
    found = {level for seed in range(8) for level in reasoning_levels(seen_in_game(16, 30, 99, seed, 0.8)).values()}
    assert found == set(Reasoning)


@pytest.mark.parametrize(
    "text, cell, level",
    [
        ("3x1x1\n1HH", (0, 1), Reasoning.CLUE),
        ("3x2x1\n1HH\n1HH", (0, 2), Reasoning.COUNT),
        ("2x3x1\n1H\n1H\nHH", (2, 1), Reasoning.SUBSET),
        ("5x2x2\n1HHH1\nHHHHH", (0, 2), Reasoning.COUNT),
        ("5x3x3\nHHHH1\nHHHHH\nHHHH2", (0, 3), Reasoning.CASES),
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


@pytest.mark.parametrize("most", [0, 1, 20])
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


def test_each_clue_is_reported_before_it_is_learned() -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    total = len(position.clues)
    reports: list[tuple[int, int]] = []
    reasoning_levels(position, report=lambda learned, all_clues: reports.append((learned, all_clues)))
    assert reports == [(learned, total) for learned in range(total)]
