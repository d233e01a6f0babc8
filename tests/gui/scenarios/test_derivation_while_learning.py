"""Tests the derivation panel while the agent learns a large opening: it follows in small steps, to the end."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.panels.derivation import consequences
from minesweeper_qt.model import Difficulty
from tests.gui.support.windows import MakePlayer

pytestmark = pytest.mark.slow


def test_a_large_opening_is_followed_in_small_steps(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    player = make_player(Difficulty.custom(100, 100, 300))
    panel = player.window.inspector.derivation_panel
    player.window.inspector.docks["derivation"].show()
    player.window.inspector.docks["derivation"].raise_()
    player.qtbot.waitUntil(panel.isVisible)
    monkeypatch.setattr(consequences, "AT_ONCE", 100)
    player.waits_for_learning = False
    player.click((50, 50))
    player.window.selection.select_cell((50, 50))
    player.qtbot.waitUntil(lambda: not player.session.is_learning, timeout=60_000)
    found = panel._consequences
    player.qtbot.waitUntil(lambda: found.is_current, timeout=60_000)
    view = player.session.view
    reached = {old for top in (*view.sentences, *view.settled.values()) for old in top.ancestors()}
    assert set(found._uses) == reached
    derivation = panel.derivation
    assert derivation is not None
    assert list(found.of(derivation)) == sorted(
        (other for other in reached if derivation in other.premises), key=lambda other: other.number
    )
