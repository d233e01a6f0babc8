"""Tests of the rating of a guess: its risk and the lowest possible risk, in the status line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from minesweeper_qt.model import Cell, State
from tests.gui.support.exact_chances import exact_chances
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import AUTOPLAY, CTRL, Key, MakePlayer, Player, seed_ending_in

pytestmark = pytest.mark.slow

__all__ = ["engine"]  # a fixture


def lost_guess(player: Player) -> tuple[Cell, dict[Cell, Fraction]]:
    """Reveal a mine that the agent has not settled; return it and the chances before the move."""
    exact = exact_chances(player)
    cell = min(cell for cell in player.game.mines if cell not in player.session.playthrough.snapshot.mines)
    player.click(cell)
    player.wait_until_computed()
    return cell, exact


def test_a_guess_by_the_player_is_rated(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=10)
    player.click((8, 8))
    while (moves := player.session.playthrough.snapshot.safes - player.game.clues.keys()) or min(
        exact_chances(player).values()
    ) == 0:
        cell = min(moves or (cell for cell, chance in exact_chances(player).items() if chance == 0))
        player.click(cell)
        player.wait_until_computed()
        assert ("Guess" in player.status) is False
        assert ("was no guess" in player.status) is not bool(moves)
    exact = exact_chances(player)
    cell = min(cell for cell in player.covered() if exact[cell] > min(exact.values()))
    player.click(cell)
    player.wait_until_computed()
    assert f"Guess at {cell}: risk " in player.status
    assert player.status.startswith(f"{cell} has ") or player.status.startswith("Revealed ")


def test_the_status_at_the_end_shows_the_risk(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    cell, exact = lost_guess(player)
    assert player.game.state is State.LOST
    assert f"{cell} is a mine." in player.status
    assert min(exact.values()) == 0
    safe_cell = player.session.timeline.moves[-1].safe_cell
    assert safe_cell is not None
    assert exact[safe_cell] == 0
    assert player.status.endswith(f"but {safe_cell} was safe.")


def test_the_protected_first_click_is_no_guess(player: Player) -> None:
    player.click((4, 4))
    player.wait_until_computed()
    assert "uess" not in player.status
    player.key(Key.Key_R, CTRL)
    player.click((4, 4))
    player.wait_until_computed()
    assert "Guess at (4, 4): risk 12 %, the lowest there was." in player.status


def test_a_guess_by_the_agent_is_rated(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert player.status.startswith("Lost after ")
    assert "No safe cell known: a random guess at " in player.status
    assert player.status.endswith("Its risk: 12 %, the lowest there was.")


def test_a_guess_in_a_slow_autoplay_is_rated(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.WON))
    player.window.speed_slider.setValue(3)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: "Its risk: " in player.status)
    assert len(player.game.history) == 1
    assert player.session.autoplay.is_running


def test_a_rating_that_comes_after_the_next_move_is_dropped(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("cs50", seed=2)
    engine.gate.shut()
    player.click(player.free())
    player.qtbot.waitUntil(lambda: bool(engine.gate.came))
    player.flag([player.mine()])
    engine.gate.open()
    player.wait_until_computed()
    assert "uess" not in player.status
