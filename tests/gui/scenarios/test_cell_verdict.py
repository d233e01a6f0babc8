"""Tests of the knowledge panel's verdict on the selected cell: safe, a mine or not settled, with the reason."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Difficulty, reasoning_levels
from tests.gui.support.windows import CTRL, LEFT, Key, MakePlayer, Player


def verdict_text(player: Player) -> str:
    return player.window.knowledge_panel.bar_label.text().splitlines()[-1]


@pytest.mark.slow
def test_a_settled_cell_is_explained_and_an_unsettled_one_named_until_revealed(make_player: MakePlayer) -> None:
    player = make_player("intermediate", 9)
    player.click((8, 8))
    agent = player.session.playthrough.snapshot
    clues = player.game.clues.keys()
    for cell in sorted(agent.mines)[:3] + sorted(agent.safes - clues)[:3] + sorted(clues)[:1]:
        player.click(cell, LEFT, CTRL)
        derivation = agent.settled.get(cell)
        assert derivation is not None
        verdict = "a mine" if cell in agent.mines else "safe"
        assert verdict_text(player) == f"{cell} is {verdict}: {derivation.cause()}."
    cell = min(player.covered() - agent.safes)
    player.click(cell, LEFT, CTRL)
    assert verdict_text(player) == f"The AI's rules don't reach {cell}."
    player.session.player.reveal(cell)
    assert verdict_text(player) == f"{cell} is safe: revealed."


@pytest.mark.slow
def test_what_a_proof_shows_beyond_the_rules_of_the_ai_is_no_contradiction(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(10, 10, 20), 63)
    player.click((4, 4))
    levels = reasoning_levels(player.session.view.position)
    cell = sorted(levels.keys() - player.session.view.settled.keys())[0]
    player.window.board_view.move_cursor(cell)
    player.key(Key.Key_W)
    player.wait_until_computed()
    verdict = "safe" if cell in levels.safe else "a mine"
    words = f"The AI's rules don't reach {cell}; it is {verdict}."
    player.qtbot.waitUntil(lambda: verdict_text(player) == words, timeout=30_000)
