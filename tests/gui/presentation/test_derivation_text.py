"""Tests of the texts of sentences in the table, also of those that an agent states without a derivation."""

from __future__ import annotations

from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column
from minesweeper_qt.gui.presentation.derivation_text import (
    cut_premises_texts,
    cut_texts,
    kind_text,
    premises_text,
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
    assert kind_text(sentence) == "Stated"
    assert (rule_text(sentence), premises_text(sentence)) == ("stated by the agent", "")
    assert tooltip_text(sentence) == "{(0, 0), (0, 1)} = 1\nstated by the agent"


def test_a_verdict_of_an_agent_without_derivations_is_claimed() -> None:
    (verdict,) = stated().mines
    assert (short_text(verdict), rule_text(verdict)) == ("(0, 2) is a mine", "claimed by the agent")


def test_other_sentences_keep_their_kinds() -> None:
    base = KnowledgeBase(Board(2, 4), total_mines=3)
    base.learn((0, 0), 1)
    base.learn((0, 1), 2)
    kinds = {derivation.text: kind_text(derivation) for derivation in base}
    assert kinds["{(1, 0), (1, 1)} = 1"] == "Clue"
    assert kinds["{(0, 2), (1, 2)} = 1"] == "Inferred"
    assert "Mine count" in kinds.values()


def test_an_overlap_is_inferred_from_two_sentences_by_a_rule_of_that_name() -> None:
    base = KnowledgeBase(Board(2, 4), overlap=True)
    base.learn((1, 1), 1)
    base.learn((1, 2), 3)
    (shared,) = base
    assert (kind_text(shared), rule_text(shared)) == ("Inferred", "overlap")
    assert premises_text(shared) == "{(0, 0), (0, 1), (0, 2), (1, 0)} = 1; {(0, 1), (0, 2), (0, 3), (1, 3)} = 3"


def test_the_header_names_every_kind() -> None:
    _, tip = HEADERS[Column.KIND]
    assert all(word in tip for word in ("clue", "inferred", "number of mines", "stated"))


# -- texts for narrow columns


def _sentence(number: int, width: int, count: int, rule: Rule = Rule.CLUE, *premises: Derivation) -> Derivation:
    cells = frozenset((0, column) for column in range(width))
    return Derivation(number, rule, cells, count, premises, 1, (1, 0) if rule is Rule.CLUE else None)


def test_a_sentence_is_cut_before_its_count() -> None:
    assert list(cut_texts(_sentence(1, 3, 2))) == ["{(0, 0), (0, 1), …} = 2", "{(0, 0), …} = 2", "{…} = 2"]
    assert list(cut_texts(_sentence(1, 1, 1))) == ["{…} = 1"]
    many = list(cut_texts(_sentence(1, 300, 99)))
    assert len(many) == 9, "no more cells than a clue has neighbours"
    assert many[-2:] == ["{(0, 0), …} = 99", "{…} = 99"]


def test_premises_are_cut_one_after_another_the_longest_first() -> None:
    larger, smaller = _sentence(1, 3, 2), _sentence(2, 2, 1)
    difference = _sentence(3, 1, 1, Rule.SUBSET, larger, smaller)
    assert list(cut_premises_texts(difference)) == [
        "{(0, 0), (0, 1), …} = 2 \N{MINUS SIGN} {(0, 0), (0, 1)} = 1",
        "{(0, 0), …} = 2 \N{MINUS SIGN} {(0, 0), (0, 1)} = 1",
        "{(0, 0), …} = 2 \N{MINUS SIGN} {(0, 0), …} = 1",
        "{…} = 2 \N{MINUS SIGN} {(0, 0), …} = 1",
        "{…} = 2 \N{MINUS SIGN} {…} = 1",
    ]
    assert list(cut_premises_texts(larger)) == []


def test_the_premises_of_an_overlap_are_no_difference() -> None:
    one, other = _sentence(1, 3, 2), _sentence(2, 2, 1)
    assert premises_text(_sentence(3, 1, 1, Rule.OVERLAP, one, other)) == (
        "{(0, 0), (0, 1), (0, 2)} = 2; {(0, 0), (0, 1)} = 1"
    )
