"""Fixture and helpers for tests of a strategy whose answer is delayed until a test opens the gate."""

from __future__ import annotations

import pytest

from tests.gui.support.played import MakePlayed, Played
from tests.gui.support.slow import Gate


@pytest.fixture
def delayed_game(make_played: MakePlayed, strategies: Gate) -> Played:
    """A game in which nothing is certain, with the strategy ``exact`` behind a closed gate."""
    played = make_played("cs50", seed=2)
    played.session.autoplay.set_strategy("exact")
    strategies.shut()
    return played


def request_move(played: Played, gate: Gate, runs: bool = False) -> None:
    """Let the AI make a move, or all if it ``runs``, and wait until the strategy has reached the gate."""
    (played.session.autoplay.start if runs else played.session.autoplay.move)()
    played.qtbot.waitUntil(lambda: bool(gate.came))
    assert played.session.advice.is_move_requested


def assert_late_answer_is_ignored(played: Played, gate: Gate) -> None:
    """Open the gate and check that the late answer changes neither game nor status."""
    before, status = played.snapshot(), played.status
    gate.open()
    played.receive()
    played.wait_until_computed()
    assert played.snapshot() == before
    assert played.status == status
    assert not played.session.autoplay.is_running
