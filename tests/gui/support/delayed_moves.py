"""Fixture and helpers for tests of a strategy whose answer is delayed until a test opens the gate."""

from __future__ import annotations

import pytest

from tests.gui.support.slow import Gate
from tests.gui.support.windows import Key, MakePlayer, Player


@pytest.fixture
def delayed_game(make_player: MakePlayer, strategies: Gate) -> Player:
    """A game in which nothing is certain, with the strategy ``exact`` behind a closed gate."""
    player = make_player("cs50", seed=2)
    player.window.actions_by.strategies["exact"].trigger()
    strategies.shut()
    return player


def request_move(player: Player, gate: Gate, key: Key = Key.Key_A) -> None:
    """Press a key that makes the AI move, and wait until the strategy has reached the gate."""
    player.key(key)
    player.qtbot.waitUntil(lambda: bool(gate.came))
    assert player.session.advice.is_move_requested


def assert_late_answer_is_ignored(player: Player, gate: Gate) -> None:
    """Open the gate and check that the late answer changes neither game nor status."""
    before, status = player.snapshot(), player.status
    gate.open()
    player.qtbot.wait(30)
    player.wait_until_computed()
    assert player.snapshot() == before
    assert player.status == status
    assert not player.session.autoplay.is_running
