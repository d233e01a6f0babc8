"""Tests of what is known of an agent: it is the agent's knowledge, whichever changes are seen together."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Minesweeper, MinesweeperAI, Rule
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy
from minesweeper_qt.model.play.known import Known


@pytest.mark.parametrize("uses_mine_count", [False, True])
@pytest.mark.parametrize("batch", [1, 3, 100])
def test_changes_add_up_to_the_knowledge(batch: int, uses_mine_count: bool) -> None:
    game = Minesweeper(6, 6, 7, seed=3)
    agent = MinesweeperAI(6, 6, total_mines=7 if uses_mine_count else None)
    known, shown = Known(0), set()
    known.begin(KnowledgeCopy(tuple(agent.knowledge_base), dict(agent.knowledge_base.settled)))
    for number, cell in enumerate(sorted(set(game.grid.cells) - game.mines)):
        known.apply(agent.add_knowledge(cell, game.nearby_mines(cell)), agent.knowledge_base.mine_count)
        if number % batch == 0:
            update = known.take_update()
            assert shown.issuperset(update.removed)
            shown = shown.difference(update.removed).union(update.added)
            assert shown == set(agent.knowledge_base)
        assert known.snapshot.sentences == tuple(agent.knowledge_base)
        assert dict(known.snapshot.settled) == dict(agent.knowledge_base.settled)


def test_the_sentence_of_the_mine_count_is_added_first() -> None:
    agent = MinesweeperAI(5, 5, total_mines=4)
    known = Known(0)
    known.begin(KnowledgeCopy(tuple(agent.knowledge_base)))
    for cell, clue in (((0, 0), 1), ((2, 2), 2), ((4, 4), 1)):
        known.apply(agent.add_knowledge(cell, clue), agent.knowledge_base.mine_count)
    added = known.take_update().added
    assert len(added) == 4
    assert added[0].origin.rule is Rule.MINE_COUNT
