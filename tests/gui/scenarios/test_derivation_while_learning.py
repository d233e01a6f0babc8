"""Tests the derivation panel while the agent learns a large opening: it is updated at the end, not with each part."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.panels.derivation.consequences import Consequences
from minesweeper_qt.model import Difficulty
from tests.gui.support.windows import MakePlayer

pytestmark = pytest.mark.slow


def test_a_large_opening_is_searched_for_consequences_once(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = make_player(Difficulty.custom(100, 100, 300))
    panel = player.window.inspector.derivation_panel
    player.window.inspector.docks["derivation"].show()
    player.window.inspector.docks["derivation"].raise_()
    player.qtbot.waitUntil(panel.isVisible)
    searched: list[int] = []
    search = Consequences.clue_sentence

    def counted(self, cell):
        searched.append(len(player.session.view.settled))
        return search(self, cell)

    monkeypatch.setattr(Consequences, "clue_sentence", counted)
    player.waits_for_learning = False
    player.click((50, 50))
    player.window.selection.select_cell((50, 50))
    player.qtbot.waitUntil(lambda: not player.session.is_learning, timeout=60_000)
    player.qtbot.wait(50)
    assert panel._consequences.is_computed
    assert searched[-1] == len(player.session.view.settled), "the panel shows less than is known"
    assert len([known for known in searched if known > 1_000]) <= 3
