"""Tests of the whole window with agents that fail or are wrong; tests/gui/session/ has those of the session."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Cell
from tests.gui.support.window_checks import assert_moment_is_shown, assert_sound
from tests.gui.support.windows import ALT, CTRL, Key, MakePlayer
from tests.model.support.agents import PlainAgent, PlainSentence, failing_after

pytestmark = pytest.mark.slow


def test_the_window_works_without_its_agent_and_gives_the_reason_once_at_each_moment(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1, make_agent=failing_after(2, lambda: ValueError("a mistake")))
    for _ in range(3):
        player.click(player.free())
        assert_moment_is_shown(player)
    assert player.status.count("a mistake") == 1
    for keys in (((Key.Key_Z, CTRL),) * 2, ((Key.Key_End, ALT),), ((Key.Key_Z, CTRL), (Key.Key_End, ALT))):
        for key, modifier in keys:
            player.key(key, modifier)
            assert player.status.count("a mistake") == 1, player.status
            assert_moment_is_shown(player)
    for key in (Key.Key_A, Key.Key_H, Key.Key_R):
        player.key(key)
        player.wait_until_computed()
        assert player.status.count("a mistake") == 1, player.status
        assert_moment_is_shown(player)
    assert_sound(player)


def test_an_agent_that_is_wrong_loses_and_shows_what_it_thought(make_player: MakePlayer) -> None:
    class Wrong(PlainAgent):
        """Says of each mine that it is safe, and of each safe cell that it is a mine, and states nonsense."""

        def add_knowledge(self, cell: Cell, count: int) -> None:
            self.moves_made.append(cell)
            self.safes = [(i, 0) for i in range(self.height)]
            self.mines = [(i, 7) for i in range(len(self.moves_made) % 3, self.height)]
            self.knowledge = [PlainSentence([(0, 0), (0, 1)], 7), PlainSentence([(1, 1)], -3)]

    player = make_player("cs50", seed=1, make_agent=Wrong)
    for _ in range(4):
        player.click(player.free())
        assert_moment_is_shown(player)
    assert player.rows()
    for name in ("known", "overlay", "log"):
        player.action(name).trigger()
    player.key(Key.Key_H)
    player.wait_until_computed()
    player.window.knowledge_panel.knowledge_text()
    for cell in ((0, 0), (1, 1), (0, 7), (3, 3)):
        player.window.inspector.why(cell)
        player.qtbot.waitUntil(lambda: not player.session.worker.is_computing)
    player.key(Key.Key_Z, CTRL)
    assert_moment_is_shown(player)
    player.key(Key.Key_End, ALT)
    player.view.setFocus()
    player.autoplay(position=7)
    assert_moment_is_shown(player)
