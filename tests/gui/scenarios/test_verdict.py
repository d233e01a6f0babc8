"""What the panel says of the selected cell: whether it is settled, and why."""

from __future__ import annotations

from tests.gui.support.windows import CTRL, LEFT, MakePlayer, Player


def said(player: Player) -> str:
    return player.window.knowledge_panel.bar_text.splitlines()[-1]


def test_a_settled_cell_is_explained_and_an_undetermined_one_named(make_player: MakePlayer) -> None:
    player = make_player("expert", 5)
    for _ in range(60):
        player.session.ai_move()
    agent = player.session.agent
    for cell in sorted(agent.mines)[:3] + sorted(agent.safes)[:3]:
        player.click(cell, LEFT, CTRL)
        derivation = agent.derivation(cell)
        assert derivation is not None
        verdict = "a mine" if cell in agent.mines else "safe"
        assert said(player) == f"{cell} is {verdict}: {derivation.reason()}."
    undetermined = min(player.covered() - agent.safes)
    player.click(undetermined, LEFT, CTRL)
    assert said(player) == f"The agent has not settled {undetermined}."


def test_the_verdict_follows_the_moves(make_player: MakePlayer) -> None:
    player = make_player("expert", 5)
    cell = (0, 0)
    player.click(cell, LEFT, CTRL)
    assert said(player) == f"The agent has not settled {cell}."
    player.session.reveal(cell)
    assert said(player) == f"{cell} is safe: revealed."
