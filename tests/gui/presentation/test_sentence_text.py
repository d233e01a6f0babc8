"""Tests of the texts of sentences in the table, also of those that an agent states without a derivation."""

from __future__ import annotations

from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column
from minesweeper_qt.gui.presentation.derivation_text import conclusion_text, rule_in_words, short_rule
from minesweeper_qt.gui.presentation.sentence_text import kind_text, premises_text, rule_text, tooltip_text
from minesweeper_qt.model import Board, Change, KnowledgeBase, Sentence
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
    assert (short_rule(sentence), rule_in_words(sentence)) == ("by the agent", "the agent gives no derivation")


def test_a_verdict_of_an_agent_without_derivations_is_claimed() -> None:
    (verdict,) = stated().mines
    assert (conclusion_text(verdict), verdict.reason()) == ("(0, 2) is a mine", "claimed by the agent")
    assert (short_rule(verdict), rule_in_words(verdict)) == ("by the agent", "the agent gives no derivation")


def test_other_sentences_keep_their_kinds() -> None:
    base = KnowledgeBase(Board(2, 4), total_mines=3)
    base.learn((0, 0), 1)
    base.learn((0, 1), 2)
    kinds = {derivation.text: kind_text(derivation) for derivation in base}
    assert kinds["{(1, 0), (1, 1)} = 1"] == "Clue"
    assert kinds["{(0, 2), (1, 2)} = 1"] == "Inferred"
    assert "Mine count" in kinds.values()


def test_the_header_names_every_kind() -> None:
    _, tip = HEADERS[Column.KIND]
    assert all(word in tip for word in ("clue", "inferred", "number of mines", "stated"))
