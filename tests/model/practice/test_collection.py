"""Tests of the shipped positions: by a SAT solver, by plain fixpoints, and by playing the games again."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Cell, Position, Proof, Reasoning, check_proof, reasoning_levels, short_proof
from minesweeper_qt.model.practice.generator import SHIPPED, generate
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic, positions_of
from tests.model.support.oracles import around, fixpoint
from tests.model.support.sat import Solver

QUICK = (Topic.CLUE, Topic.SUBSET, Topic.ONE_ONE)
"""Topics of which nearly each game has a position."""


def single_clues(position: Position) -> set[Cell]:
    """Return the covered cells that single clues prove safe, one after the other."""
    safe: set[Cell] = set()
    mines: set[Cell] = set()
    near = {cell: around(position.height, position.width, cell) - position.clues.keys() for cell in position.clues}
    before = -1
    while before < len(safe) + len(mines):
        before = len(safe) + len(mines)
        for cell, cells in near.items():
            left = cells - safe - mines
            missing = position.clues[cell] - len(cells & mines)
            safe |= left if missing == 0 else set()
            mines |= left if missing == len(left) else set()
    return safe


def safe_by_rules(position: Position, overlap: bool) -> set[Cell]:
    safes, _, _ = fixpoint(position.height, position.width, position.clues, {}, overlap=overlap)
    return safes - position.clues.keys()


def check(practice: PracticePosition) -> None:
    """Check a position by what shares no code with the model, then what only the model can say."""
    position = practice.position
    statements = [(around(position.height, position.width, cell), clue) for cell, clue in position.clues.items()]
    statements += [(position.board.cells, position.mines), *[([cell], 0) for cell in position.clues]]
    certain = Solver(statements).certain()
    assert certain is not None
    assert practice.safe == certain[0] - position.clues.keys()
    assert practice.certain_mines == certain[1]
    assert practice.safe
    assert len(position.covered) - len(practice.safe) - len(practice.certain_mines) >= 3
    levels = reasoning_levels(position)
    least = min(levels[cell] for cell in levels.safe)
    closures = [single_clues(position), safe_by_rules(position, False)]
    closures += [safe_by_rules(position, True)] if least > Reasoning.SUBSET else []
    found = [bool(closure) for closure in closures]
    assert found == [least <= level for level in (1, 2, 3)[: len(found)]]
    easiest = [cell for cell in levels.safe if levels[cell] is least]
    if practice.topic.name in Reasoning.__members__:
        assert least is Reasoning[practice.topic.name]
        assert all(7 <= side <= 9 for side in (position.height, position.width))
    else:
        assert len(position.board.cells) >= 20
        for cell in easiest:
            proof = short_proof(position, cell)
            assert isinstance(proof, Proof)
            check_proof(proof)
            assert proof.pattern is not None
            assert proof.pattern.kind.value == practice.topic.value


def shapes(position: Position) -> set[object]:
    """Return the position as it is when it is turned or mirrored, in eight ways."""
    marks = {cell: position.mark(cell) for cell in position.board.cells}
    found: set[object] = set()
    for down in (1, -1):
        for right in (1, -1):
            seen = {(down * i, right * j): mark for (i, j), mark in marks.items()}
            for turned in (seen, {(j, i): mark for (i, j), mark in seen.items()}):
                top, left = (min(numbers) for numbers in zip(*turned, strict=True))
                found.add((position.mines, frozenset((i - top, j - left, mark) for (i, j), mark in turned.items())))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("topic", SHIPPED)
def test_no_two_positions_of_a_topic_are_the_same_turned_or_mirrored(topic: Topic) -> None:
    found: set[object] = set()
    for practice in positions_of(topic):
        new = shapes(practice.position)
        assert found.isdisjoint(new), practice.key
        found |= new
    assert len(positions_of(topic)) >= 1


@pytest.mark.parametrize("topic", SHIPPED)
def test_some_shipped_positions_hold_what_their_topic_promises(topic: Topic) -> None:
    for practice in positions_of(topic)[:: max(1, len(positions_of(topic)) // 3)]:
        check(practice)


@pytest.mark.long
@pytest.mark.parametrize("topic", SHIPPED)
def test_all_shipped_positions_hold_what_their_topic_promises(topic: Topic) -> None:
    for practice in positions_of(topic):
        check(practice)


@pytest.mark.slow
def test_the_shipped_positions_are_found_again_in_the_same_games_and_others_in_other_games() -> None:
    shipped = {topic: list(positions_of(topic)[:2]) for topic in QUICK}
    assert generate(dict.fromkeys(QUICK, 2), seed=1) == shipped
    assert generate({Topic.SUBSET: 2}, seed=2)[Topic.SUBSET] != shipped[Topic.SUBSET]


@pytest.mark.long
def test_other_topics_and_numbers_leave_the_first_positions_as_they_are() -> None:
    topics = [topic for topic in SHIPPED if topic not in (Topic.CASES, Topic.ONE_TWO_TWO_ONE)]
    assert generate(dict.fromkeys(topics, 3), seed=1) == {topic: list(positions_of(topic)[:3]) for topic in topics}
