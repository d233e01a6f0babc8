"""Tests of the texts of sentences in the table, also of those that an agent states without a derivation."""

from __future__ import annotations

from minesweeper_qt.gui.presentation.derivation_text import (
    cut_texts,
    rule_text,
    short_text,
    tooltip_text,
)
from minesweeper_qt.model import Board, Change, Derivation, KnowledgeBase, Rule, Sentence
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeReader


class Plain:
    """An agent of the CS50 project without derivations, which knows one sentence and one mine."""

    moves_made: frozenset[tuple[int, int]] = frozenset()
    safes: frozenset[tuple[int, int]] = frozenset()
    mines = frozenset({(0, 2)})
    knowledge = (Sentence({(0, 0), (0, 1)}, 1),)

    def add_knowledge(self, cell: tuple[int, int], count: int) -> None:
        pass

    def make_safe_move(self) -> None:
        return None

    make_random_move = make_safe_move


def stated() -> Change:
    return KnowledgeReader(Plain(), Board(1, 3)).change((0, 1), 1, None)


def test_a_sentence_of_an_agent_without_derivations_is_stated_not_inferred() -> None:
    (sentence,) = stated().added
    assert rule_text(sentence) == "stated by the agent"
    assert tooltip_text(sentence) == "{(0, 0), (0, 1)} = 1\nstated by the agent"


def test_a_verdict_of_an_agent_without_derivations_is_claimed() -> None:
    (verdict,) = stated().mines
    assert (short_text(verdict), rule_text(verdict)) == ("(0, 2) is a mine", "claimed by the agent")


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
