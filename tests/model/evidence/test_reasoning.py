"""Tests of the reasoning levels that derivations rest on, and of their cache."""

from __future__ import annotations

import random

import pytest

from minesweeper_qt.model import Derivation, Minesweeper, MinesweeperAI, Reasoning, Rule

OWN = {Rule.SUBSET: Reasoning.SUBSET, Rule.MINE_COUNT: Reasoning.COUNT, Rule.CASES: Reasoning.CASES}


@pytest.mark.slow
@pytest.mark.parametrize("information", ["nothing", "the mines", "the mines, exact"])
def test_the_level_is_the_highest_of_all_that_a_derivation_rests_on(information: str) -> None:
    seen: set[Reasoning] = set()
    for seed in range(6):
        game = Minesweeper(7, 8, 13, seed=seed)
        total = None if information == "nothing" else 13
        ai = MinesweeperAI(7, 8, total_mines=total, exact=information == "the mines, exact")
        cells = sorted(set(game.grid.cells) - game.mines)
        random.Random(seed).shuffle(cells)
        for cell in cells:
            ai.add_knowledge(cell, game.nearby_mines(cell))
            kb = ai.knowledge_base
            for derivation in (*kb, *kb.settled.values()):
                highest = max(OWN.get(step.rule, Reasoning.CLUE) for step in derivation.ancestors())
                assert derivation.level is highest
                seen.add(highest)
    reached = {"nothing": (), "the mines": (Reasoning.COUNT,), "the mines, exact": (Reasoning.COUNT, Reasoning.CASES)}
    assert seen == {Reasoning.CLUE, Reasoning.SUBSET, *reached[information]}


@pytest.mark.slow
def test_a_long_chain_of_derivations_needs_no_recursion() -> None:
    derivation = Derivation(0, Rule.MINE_COUNT, frozenset({(0, 0)}), 1, (), 0, None)
    for number in range(1, 5_000):
        derivation = Derivation(number, Rule.SETTLED, derivation.cells, 1, (derivation,), number, None)
    assert derivation.level is Reasoning.COUNT


def test_what_an_agent_states_without_a_derivation_has_no_level() -> None:
    cells = frozenset({(0, 0)})
    stated = Derivation(1, Rule.STATED, cells, 1, (), 1, None)
    clue = Derivation(2, Rule.CLUE, cells, 1, (), 1, (0, 1))
    assert stated.level is None
    assert Derivation(3, Rule.CLAIMED, cells, 1, (), 1, None).level is None
    assert Derivation(4, Rule.SUBSET, cells, 1, (clue, stated), 1, None).level is None
    assert Derivation(5, Rule.SUBSET, cells, 1, (clue, clue), 1, None).level is Reasoning.SUBSET
