"""Tests of reading an agent's knowledge: derivations are passed on, and made of the claims of any other agent."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Board, Cell, Change, Derivation, MinesweeperAI, Rule
from minesweeper_qt.model.errors import AgentError
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeReader
from tests.model.support.agents import PlainAgent, PlainSentence


class Folded:
    """The knowledge that follows from changes alone."""

    def __init__(self) -> None:
        self.sentences: dict[int, Derivation] = {}
        self.settled: dict[Cell, Derivation] = {}

    def apply(self, change: Change) -> None:
        for derivation in change.removed:
            del self.sentences[derivation.number]
        self.sentences.update((derivation.number, derivation) for derivation in change.added)
        for verdict in change.retracted:
            for cell in verdict.cells:
                assert self.settled.pop(cell) is verdict
        for verdict in (*change.safes, *change.mines):
            for cell in verdict.cells:
                assert cell not in self.settled, "a verdict is replaced only after it was retracted"
                self.settled[cell] = verdict


def random_cells(board: Board, chance: random.Random) -> list[Cell]:
    return [chance.choice(board.cells) for _ in range(chance.randrange(5))]


@pytest.mark.slow
@given(st.integers(1, 5), st.integers(1, 6), st.randoms(use_true_random=False))
def test_changes_add_up_to_what_an_agent_states_however_it_changes_its_mind(
    height: int, width: int, chance: random.Random
) -> None:
    board, agent = Board(height, width), PlainAgent(height, width)
    reader, folded = KnowledgeReader(agent, board), Folded()
    for _ in range(8):
        agent.mines, agent.safes = random_cells(board, chance), random_cells(board, chance)
        agent.knowledge = [
            PlainSentence(random_cells(board, chance), chance.randrange(3)) for _ in range(chance.randrange(4))
        ]
        change = reader.change(board.cells[0], 0, None)
        folded.apply(change)
        stated = {(frozenset(sentence.cells), sentence.count) for sentence in agent.knowledge if sentence.cells}
        assert {(held.cells, held.count) for held in folded.sentences.values()} == stated
        assert len(folded.sentences) == len(stated)
        assert folded.settled.keys() == {*agent.mines, *agent.safes}
        for cell, verdict in folded.settled.items():
            assert verdict.cells == {cell}
            assert cell in (agent.mines if verdict.count else agent.safes)
        assert {verdict.rule for verdict in folded.settled.values()} <= {Rule.CLAIMED}
        assert {held.rule for held in folded.sentences.values()} <= {Rule.STATED}
    copy = reader.copy()
    assert {held.number for held in copy.sentences} == folded.sentences.keys()
    assert dict(copy.settled) == folded.settled


def test_a_claim_keeps_its_derivation_while_it_is_there() -> None:
    agent = PlainAgent(1, 4)
    reader = KnowledgeReader(agent, Board(1, 4))
    agent.mines = [(0, 1)]
    (verdict,) = reader.change((0, 0), 1, None).mines
    agent.safes = [(0, 1)]  # a contradiction: the verdict that was there stays
    change = reader.change((0, 2), 1, None)
    assert (change.safes, change.mines, change.retracted) == ((), (), ())
    agent.mines = []
    change = reader.change((0, 3), 1, None)
    assert change.retracted == (verdict,)
    assert [claim.cells for claim in change.safes] == [{(0, 1)}]


def test_the_derivations_of_an_agent_that_has_them_are_its_own() -> None:
    agent = MinesweeperAI(1, 3)
    reader = KnowledgeReader(agent, Board(1, 3))
    change = agent.add_knowledge((0, 0), 1)
    assert reader.change((0, 0), 1, change) is change
    assert reader.copy().settled == agent.knowledge_base.settled


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("mines", [(9, 9)], r"mines of the agent: \(9, 9\) is not on the board"),
        ("safes", [7], "safes of the agent: "),
        ("safes", None, "safes of the agent: "),
        ("knowledge", [PlainSentence([(0, 0)], "one")], "the count of a sentence is 'one'"),  # type: ignore[arg-type]
        ("knowledge", [PlainSentence([(0, 5)], 1)], "a sentence of the agent: "),
    ],
)
def test_what_can_not_be_understood_is_named(name: str, value: object, message: str) -> None:
    agent = PlainAgent(1, 3)
    reader = KnowledgeReader(agent, Board(1, 3))
    setattr(agent, name, value)
    with pytest.raises(AgentError, match=message):
        reader.change((0, 0), 1, None)
