"""Tests of the closure over cells as bits, against a knowledge base and with its index of sentences."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import KnowledgeBase, Position, Reasoning, Rule
from minesweeper_qt.model.knowledge import bit_closure
from minesweeper_qt.model.knowledge.bit_closure import Closed, Pair, bits, close
from tests.model.support.positions import seen_in_game


def sentences_of(position: Position) -> list[Pair]:
    """Return the sentences of all clues, with bit ``row * width + column`` for each cell."""
    width = position.width
    found = []
    for cell, clue in position.clues.items():
        near = position.board.neighbours(cell) - position.clues.keys()
        found.append((sum(1 << i * width + j for i, j in near), clue))
    return found


def by_knowledge_base(position: Position, by_overlap: bool) -> Closed:
    base = KnowledgeBase(position.board, overlap=by_overlap)
    for cell, clue in position.clues.items():
        base.learn(cell, clue)
    width = position.width
    settled = {i * width + j: verdict for (i, j), verdict in base.settled.items() if (i, j) not in position.clues}
    assert all(verdict.rule is not Rule.MARKED for verdict in settled.values())
    return Closed(
        sum(1 << cell for cell in settled),
        sum(1 << cell for cell, verdict in settled.items() if verdict.count),
        {sum(1 << i * width + j for i, j in sentence.cells): sentence.count for sentence in base},
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [Reasoning.SUBSET, Reasoning.OVERLAP])
def test_it_concludes_what_a_knowledge_base_concludes(
    seed: int, level: Reasoning, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = seen_in_game(11, 14, 34, seed, 0.4 + 0.08 * seed)
    expected = by_knowledge_base(position, level is Reasoning.OVERLAP)
    assert close(sentences_of(position), level) == expected
    monkeypatch.setattr(bit_closure, "INDEXED", 0)
    assert close(sentences_of(position), level) == expected


def test_the_order_of_the_sentences_does_not_matter() -> None:
    for seed in range(6):
        sentences = sentences_of(seen_in_game(16, 30, 110, seed, 0.5))
        assert close(sentences) == close(sentences[::-1]) == close(sorted(sentences))


def test_higher_levels_settle_all_that_lower_ones_settle() -> None:
    more = 0
    for seed in range(8):
        sentences = sentences_of(seen_in_game(12, 12, 35, seed, 0.6))
        known = [close(sentences, level).known for level in Reasoning if level <= Reasoning.OVERLAP]
        assert known[0] & known[1] == known[0]
        assert known[1] & known[2] == known[1]
        more += known[2] != known[1]
    assert more


def test_it_ends_when_a_cell_of_the_goal_is_settled() -> None:
    sentences = [(0b1100, 2), (0b0011, 0)]
    assert close(sentences, goal=0b0001).known == 0b0011
    assert close(sentences, goal=0b0100).known & 0b0100
    assert list(bits(close(sentences).known)) == [0, 1, 2, 3]


def test_what_is_known_before_is_taken_out() -> None:
    assert close([(0b0111, 2)], known=0b0011, mines=0b0001) == Closed(0b0111, 0b0101, {})
