"""Tests of contradictory clues and marks: the agent finds them, names them and remains as it was."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, Change, InconsistentKnowledge, MinesweeperAI
from tests.model.support.oracles import Truth, around, is_satisfiable, layouts, truths

Snapshot = tuple[object, ...]
seeds = st.integers(0, 2**32)


def snapshot(ai: MinesweeperAI) -> Snapshot:
    base = ai.knowledge_base
    sentences = [(frozenset(sentence.cells), sentence.count) for sentence in ai.knowledge]
    sets = set(ai.mines), set(ai.safes), set(ai.moves_made)
    return sentences, list(base), list(base.settled.items()), base.mine_count, base.moves, *sets


def assert_contradiction(error: InconsistentKnowledge) -> None:
    clash = [(derivation.cells, derivation.count) for derivation in error.clash]
    assert len(clash) >= 2
    assert not is_satisfiable(clash)
    assert [(frozenset(sentence.cells), sentence.count) for sentence in error.sentences] == clash


def true_or_not(truth: Truth, cell: Cell, chance: random.Random) -> int:
    return min(chance.choice([truth.clue(cell), chance.randrange(5)]), len(around(truth.height, truth.width, cell)))


def contradiction_free(known: Mapping[Cell, int], new: Mapping[Cell, int]) -> bool:
    return all(known.get(cell, value) == value for cell, value in new.items())


@pytest.mark.slow
@given(
    truth=truths(4, 6, max_cells=12),
    seed=seeds,
    knows_mine_count=st.booleans(),
    with_marks=st.booleans(),
    overlap=st.booleans(),
)
def test_an_error_is_raised_only_when_no_layout_agrees(
    truth: Truth, seed: int, knows_mine_count: bool, with_marks: bool, overlap: bool
) -> None:
    """It changes nothing."""
    chance = random.Random(seed)
    total = len(truth.mines) if knows_mine_count else None
    ai = MinesweeperAI(truth.height, truth.width, total_mines=total, overlap=overlap)
    clues: dict[Cell, int] = {}
    marks: dict[Cell, int] = {}
    for _ in range(8):
        cell = chance.choice(truth.cells)
        clue = true_or_not(truth, cell, chance)
        mark = {chance.choice(truth.cells): chance.randrange(2)} if with_marks and chance.random() < 0.4 else {}
        before = snapshot(ai)
        is_free_of_contradictions = contradiction_free(clues, {cell: clue}) and contradiction_free(marks, mark)
        possible = is_free_of_contradictions and layouts(truth, clues | {cell: clue}, marks | mark, total)
        try:
            ai.knowledge_base.learn(cell, clue, tuple(mark.items()))
        except InconsistentKnowledge as error:
            assert not possible
            assert_contradiction(error)
            assert snapshot(ai) == before
        else:
            assert is_free_of_contradictions
            clues[cell] = clue
            marks |= mark


@pytest.mark.parametrize(
    "size, total, first, last",
    [
        ((1, 9), 1, [((0, 1), 1)], ((0, 5), 1)),  # two disjoint sentences hold more mines than there are
        ((1, 6), 4, [((0, 1), 1)], ((0, 4), 1)),  # here they hold more safe cells
        ((2, 2), 2, [], ((0, 0), 1)),  # all that is left holds 1 mine by the clue, 2 by the mine count
        ((1, 3), 1, [], ((0, 1), 2)),  # more mines found than there are
        ((1, 3), 2, [], ((0, 0), 0)),  # too few cells left for them
    ],
)
def test_clues_clash_with_the_number_of_mines(size, total, first, last) -> None:
    ai = MinesweeperAI(*size, total_mines=total)
    for cell, clue in first:
        ai.add_knowledge(cell, clue)
    before = snapshot(ai)
    with pytest.raises(InconsistentKnowledge) as caught:
        ai.add_knowledge(*last)
    assert_contradiction(caught.value)
    assert snapshot(ai) == before


@pytest.mark.slow
@given(truth=truths(5, 6, max_cells=24), seed=seeds, knows_mine_count=st.booleans(), overlap=st.booleans())
def test_after_an_error_the_agent_goes_on_as_if_it_had_not_happened(
    truth: Truth, seed: int, knows_mine_count: bool, overlap: bool
) -> None:
    chance = random.Random(seed)
    told = {"total_mines": len(truth.mines) if knows_mine_count else None, "overlap": overlap}
    ai, other = (MinesweeperAI(truth.height, truth.width, **told) for _ in range(2))
    for move, cell in enumerate(truth.order):
        tried = chance.choice(truth.cells)
        clue = true_or_not(truth, tried, chance)
        probe = MinesweeperAI(truth.height, truth.width, **told)
        for earlier in truth.order[:move]:
            probe.add_knowledge(earlier, truth.clue(earlier))
        with contextlib.suppress(InconsistentKnowledge):
            probe.add_knowledge(tried, clue)
        if tried not in probe.moves_made:
            with pytest.raises(InconsistentKnowledge):
                ai.add_knowledge(tried, clue)
        one, two = (agent.add_knowledge(cell, truth.clue(cell)) for agent in (ai, other))
        assert str(one) == str(two)
        assert ai.make_safe_move() == other.make_safe_move()


def test_a_contradiction_that_no_rule_meets_is_found_by_an_exact_agent() -> None:
    ai = MinesweeperAI(2, 5)
    exact = MinesweeperAI(2, 5, total_mines=5, exact=True)
    for agent in (ai, exact):
        agent.add_knowledge((0, 1), 3)
        agent.add_knowledge((1, 2), 1)
    ai.add_knowledge((1, 4), 2)
    before = snapshot(exact)
    with pytest.raises(InconsistentKnowledge) as caught:
        exact.add_knowledge((1, 4), 2)
    assert_contradiction(caught.value)
    assert snapshot(exact) == before


@pytest.mark.parametrize("clue", [-1, 4, 9, 1.0, True, None, "1"])
def test_a_clue_that_no_cell_can_have_is_a_contradiction(clue) -> None:
    ai = MinesweeperAI(2, 2)
    before = snapshot(ai)
    with pytest.raises(InconsistentKnowledge, match="allowed are whole numbers from 0 to 3"):
        ai.add_knowledge((0, 0), clue)
    assert snapshot(ai) == before


def test_a_different_clue_for_the_same_cell_clashes_with_the_first() -> None:
    ai = MinesweeperAI(2, 2)
    ai.add_knowledge((0, 0), 1)
    before = snapshot(ai)
    with pytest.raises(InconsistentKnowledge) as caught:
        ai.add_knowledge((0, 0), 2)
    assert_contradiction(caught.value)
    assert [derivation.clue for derivation in caught.value.clash] == [(0, 0), (0, 0)]
    assert snapshot(ai) == before


@pytest.mark.slow
@given(truth=truths(5, 6, max_cells=30))
def test_learning_a_clue_again_changes_nothing(truth: Truth) -> None:
    ai = MinesweeperAI(truth.height, truth.width)
    for cell in truth.order:
        clue = truth.clue(cell)
        ai.add_knowledge(cell, clue)
        before = snapshot(ai)
        assert ai.add_knowledge(cell, clue) == Change(cell, clue, ai.knowledge_base.moves)
        assert snapshot(ai) == before
