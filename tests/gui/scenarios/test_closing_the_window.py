"""Tests of closing the window at any moment: nothing keeps running, and the settings are saved."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from minesweeper_qt.model import DIFFICULTIES, Difficulty
from tests.gui.support.windows import AUTOPLAY, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def assert_closed(player: Player) -> None:
    """Check that the window is hidden, no timer runs, and game and agent no longer change."""
    assert not player.window.isVisible()
    assert not player.time.due
    steps, learned = len(player.game.history), len(player.session.playthrough.snapshot.moves_made)
    QCoreApplication.processEvents()
    assert len(player.game.history) == steps
    assert len(player.session.playthrough.snapshot.moves_made) == learned


def test_close_in_the_middle_of_an_autoplay(make_player: MakePlayer, slow_machine: None) -> None:
    player = make_player(Difficulty.custom(100, 100, 1500))
    player.window.speed_slider.setValue(10)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: len(player.game.history) > 0)
    assert player.session.autoplay.is_running
    assert player.window.close()
    assert_closed(player)


def test_close_while_a_big_opening_is_learned(make_player: MakePlayer, slow_machine: None) -> None:
    player = make_player(Difficulty.custom(30, 30, 20))
    player.waits_for_learning = False
    player.click((15, 15))
    player.key(Key.Key_A)
    assert player.session.is_learning
    assert player.window.close()
    assert_closed(player)


def test_close_with_a_button_down_before_anything_was_played(player: Player) -> None:
    player.press((0, 0))
    assert player.window.close()
    # QTest keeps the state of the buttons from test to test, so the button is released here.
    player.move((1, 1))
    player.release((1, 1))
    assert player.game.history == []
    assert_closed(player)


def test_quitting_in_the_middle_of_an_autoplay_saves_the_settings(make_player: MakePlayer) -> None:
    player = make_player("expert")
    player.action("overlay").setChecked(True)
    player.window.speed_slider.setValue(6)
    player.click((8, 15))
    player.key(AUTOPLAY)
    player.action("quit").trigger()
    assert_closed(player)
    restored = make_player(None)
    assert restored.session.difficulty == DIFFICULTIES["expert"]
    assert restored.action("overlay").isChecked()
    assert restored.window.speed_slider.value() == 6
    assert not restored.session.autoplay.is_running
