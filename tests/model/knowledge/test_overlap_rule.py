"""Tests of the overlap rule: the closure under four rules, its derivations, and its contradictions."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st

from minesweeper_qt.model import Checker, InconsistentKnowledge, KnowledgeBase, Minesweeper, MinesweeperAI, Rule
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.knowledge.knowledge_base import shared_bounds
from tests.model.support.oracles import ORDERS

orders = pytest.mark.parametrize("reveal", ORDERS.values(), ids=ORDERS)
seeds = st.integers(0, 2**32)


@pytest.mark.slow
def test_every_step_in_expert_games_is_verified_and_an_agent_without_the_rule_knows_less() -> None:
    steps = settled_more = 0
    for seed in range(4):
        game = Minesweeper(16, 30, 99, seed=seed)
        agents = [MinesweeperAI(16, 30, overlap=overlap) for overlap in (True, False)]
        clues = {cell: game.nearby_mines(cell) for cell in game.grid.cells if not game.is_mine(cell)}
        checker = Checker(16, 30, clues)
        for cell in random.Random(seed).sample(sorted(clues), len(clues)):
            change, _ = [ai.add_knowledge(cell, clues[cell]) for ai in agents]
            for derivation in (*change.added, *change.safes, *change.mines):
                checker.check(derivation)
            four, three = (ai.knowledge_base.settled.keys() for ai in agents)
            assert four >= three
            settled_more += len(four) > len(three)
        derivations = {step for verdict in agents[0].knowledge_base.settled.values() for step in verdict.ancestors()}
        for step in derivations:
            if step.rule is Rule.OVERLAP:
                steps += 1
                assert shared_bounds(*step.premises) == (step.count, step.count)
        for verdict in agents[1].knowledge_base.settled.values():
            assert all(step.rule is not Rule.OVERLAP for step in verdict.ancestors())
    assert steps > 30
    assert settled_more > 100


def test_the_rule_states_the_shared_cells_and_the_subset_rule_the_rest() -> None:
    kb = KnowledgeBase(Board(2, 4), overlap=True)
    kb.learn((1, 1), 1)
    change = kb.learn((1, 2), 3)
    assert [str(derivation) for derivation in kb] == [
        "#7 {(0, 1), (0, 2)} = 1: shared by {(0, 0), (0, 1), (0, 2), (1, 0)} = 1 "
        "and {(0, 1), (0, 2), (0, 3), (1, 3)} = 3"
    ]
    (shared,) = kb
    assert shared.rule is Rule.OVERLAP
    assert shared in change.added
    assert [sorted(premise.cells & {(0, 0), (0, 3)}) for premise in shared.premises] == [[(0, 0)], [(0, 3)]]
    for cells, count in (((0, 0), (1, 0)), 0), (((0, 3), (1, 3)), 1):
        for cell in cells:
            verdict = kb.settled[cell]
            (difference,) = verdict.premises
            assert (verdict.count, difference.rule, difference.premises[1]) == (count, Rule.SUBSET, shared)


# -- contradictions


def test_two_sentences_that_leave_no_number_for_the_shared_cells_are_named() -> None:
    ai = MinesweeperAI(3, 4, overlap=True)
    ai.add_knowledge((1, 1), 1)
    with pytest.raises(InconsistentKnowledge) as caught:
        ai.add_knowledge((1, 2), 6)
    one, other = caught.value.clash
    assert (one.count, other.count) == (1, 6)
    assert (one.clue, other.clue) == ((1, 1), (1, 2))
    least, most = shared_bounds(one, other)
    assert least > most
    assert [str(sentence) for sentence in ai.knowledge] == [
        "{(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)} = 1"
    ]
