"""Tests of the texts of sentences in the table, also of those that an agent states without a derivation."""

from __future__ import annotations

from minesweeper_qt.gui.presentation.derivation_text import cut_texts, rule_text, tooltip_text
from minesweeper_qt.model import Board, Derivation, KnowledgeBase, Rule


def test_a_sentence_of_an_agent_without_derivations_is_stated_not_inferred() -> None:
    sentence = Derivation(1, Rule.STATED, frozenset({(0, 0), (0, 1)}), 1, (), 1, None)
    assert rule_text(sentence) == "stated by the agent"
    assert tooltip_text(sentence) == "{(0, 0), (0, 1)} = 1\nstated by the agent"


def test_a_verdict_of_an_agent_without_derivations_is_claimed() -> None:
    verdict = Derivation(1, Rule.CLAIMED, frozenset({(0, 2)}), 1, (), 1, None)
    assert (verdict.conclusion, rule_text(verdict)) == ("(0, 2) is a mine", "claimed by the agent")


def test_an_overlap_is_a_rule_of_that_name_with_both_sentences_in_the_tool_tip() -> None:
    base = KnowledgeBase(Board(2, 4), overlap=True)
    base.learn((1, 1), 1)
    base.learn((1, 2), 3)
    (shared,) = base
    assert rule_text(shared) == "overlap"
    assert "{(0, 0), (0, 1), (0, 2), (1, 0)} = 1 and {(0, 1), (0, 2), (0, 3), (1, 3)} = 3" in tooltip_text(shared)


# -- texts for narrow columns


def _sentence(width: int, count: int) -> Derivation:
    return Derivation(1, Rule.CLUE, frozenset((0, column) for column in range(width)), count, (), 1, (1, 0))


def test_a_sentence_is_cut_before_its_count() -> None:
    assert list(cut_texts(_sentence(3, 2))) == ["{(0, 0), (0, 1), …} = 2", "{(0, 0), …} = 2", "{…} = 2"]
    assert list(cut_texts(_sentence(1, 1))) == ["{…} = 1"]
    many = list(cut_texts(_sentence(300, 99)))
    assert len(many) == 9, "no more cells than a clue has neighbours"
    assert many[-2:] == ["{(0, 0), …} = 99", "{…} = 99"]
