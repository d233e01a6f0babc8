"""Tests of the sentences that a verdict rests on: those of the agent, in the form that a proof states."""

from __future__ import annotations

from minesweeper_qt.gui.panels.knowledge.earlier_sentences import settling_sentences, used_sentences
from minesweeper_qt.model import Derivation, MinesweeperAI


def learned() -> MinesweeperAI:
    """Return an agent that has settled the row below ``1 1 1`` by differences: ``{A, B} = 1`` within ``{A, B, C}``."""
    agent = MinesweeperAI(2, 3)
    for cell, clue in (((0, 0), 1), ((0, 1), 1), ((0, 2), 1)):
        agent.add_knowledge(cell, clue)
    return agent


def verdict_on(cell: tuple[int, int]) -> Derivation:
    found = learned().derivation(cell)
    assert found is not None
    return found


def test_a_difference_settles_with_its_premises_in_reach() -> None:
    (sentence,) = settling_sentences(verdict_on((1, 2)))
    assert sentence.text == "{(0, 2), (1, 2)} = 0"
    assert len(sentence.premises) == 2
    assert settling_sentences(None) == []
    assert settling_sentences(verdict_on((0, 0))) == [], "it was revealed"


def test_a_proof_shows_the_sentences_that_it_states_in_the_form_that_it_states() -> None:
    verdict = verdict_on((1, 2))
    stated = (frozenset({(1, 0), (1, 1)}), 1)
    used = used_sentences(frozenset({stated}), frozenset(), verdict)
    assert [sentence.clue for sentence in used] == [(0, 0)] * len(used)
    assert "{(1, 0), (1, 1)} = 1" in [sentence.text for sentence in used]
    assert used[0].origin is used[0], "as it was learned comes first"


def test_of_a_clue_in_another_form_the_last_one_is_shown() -> None:
    verdict = verdict_on((1, 2))
    used = used_sentences(frozenset(), frozenset({(0, 1)}), verdict)
    assert {sentence.clue for sentence in used} == {(0, 1)}
    assert used[-1].text == "{(0, 2), (1, 0), (1, 1), (1, 2)} = 1"
    assert used_sentences(frozenset(), frozenset({(0, 1)}), None) == []
    assert used_sentences(frozenset(), frozenset({(7, 7)}), verdict) == []
