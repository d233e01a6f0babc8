"""Tests of Auto-play and of single moves of the AI in the window; tests/gui/session/test_autoplay.py has the rest."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.session.autoplay import SPEEDS
from tests.gui.support.windows import AUTOPLAY, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def shows_that_it_runs(player: Player) -> bool:
    """Return whether Auto-play runs, after a check that its action shows the same."""
    runs = player.session.autoplay.is_running
    action = player.action("autoplay")
    assert (action.isChecked(), action.text()) == (runs, "Stop Auto-&play" if runs else "Auto-&play")
    return runs


def test_what_starts_and_stops_it(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=3)
    player.window.speed_slider.setValue(3)
    assert not shows_that_it_runs(player)
    player.key(AUTOPLAY)
    assert shows_that_it_runs(player)
    player.qtbot.waitUntil(lambda: len(player.game.history) == 1)
    assert " is safe as the first cell." in player.status
    for key in (Key.Key_O, Key.Key_C, Key.Key_K, Key.Key_K, Key.Key_M, Key.Key_M, Key.Key_Right):
        player.key(key)
        assert shows_that_it_runs(player), "switching the view does not stop it"
    player.key(AUTOPLAY)
    assert not shows_that_it_runs(player)
    player.action("autoplay").trigger()
    assert shows_that_it_runs(player)
    player.action("autoplay").trigger()
    assert not shows_that_it_runs(player)


def test_the_slider_sets_and_shows_the_speed(player: Player) -> None:
    for position, speed in enumerate(SPEEDS):
        player.window.speed_slider.setValue(position)
        assert player.session.autoplay.speed == speed
        words = "instant" if not speed else "1 move/s" if speed == 1 else f"{speed} moves/s"
        words = f"a move in {1 / speed:.0f} s" if 0 < speed < 1 else words
        assert words in player.window.speed_slider.toolTip()
        assert player.window.speed_slider.accessibleDescription() == words


def test_the_cell_that_the_ai_opened_last_is_marked(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1)
    player.move((0, 0))
    player.key(Key.Key_A)
    cell = player.game.history[-1].cell
    with_corner = player.picture(cell)
    player.window.board_view.show_ai_move((0, 0) if cell != (0, 0) else (0, 1))
    assert player.picture(cell) != with_corner


def test_the_board_scrolls_to_the_move_of_the_ai(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=3)
    player.window.board_area.set_zoom(64)
    viewport = player.view.viewport().rect()
    scrolls = 0
    for _ in range(20):
        before = player.view.verticalScrollBar().value(), player.view.horizontalScrollBar().value()
        player.key(Key.Key_A)
        if player.game.state.is_over:
            break
        index = player.window.board_model.index(*player.game.history[-1].cell)
        assert viewport.contains(player.view.visualRect(index))
        scrolls += before != (player.view.verticalScrollBar().value(), player.view.horizontalScrollBar().value())
    assert scrolls


def test_think_aloud_by_its_keys(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=3)
    player.click((4, 4))
    speed, aloud, autoplay = player.window.speed, player.action("think_aloud"), player.session.autoplay
    assert speed.speed == 4
    player.key(Key.Key_T, SHIFT)
    assert (aloud.isChecked(), speed.speed, speed.label.text()) == (True, 0.25, "a move in 4 s")
    player.key(Key.Key_T, SHIFT)
    assert (aloud.isChecked(), speed.speed, autoplay.speed) == (False, 4, 4)
    player.key(Key.Key_T, SHIFT)
    speed.step(1)
    speed.step(1)
    assert (aloud.isChecked(), speed.speed) == (True, 1)
    speed.step(1)
    assert (aloud.isChecked(), speed.speed) == (False, 2)
    player.key(Key.Key_T, SHIFT)
    player.key(Key.Key_P, SHIFT)
    player.qtbot.waitUntil(lambda: autoplay.announcement is not None)
    said = autoplay.announcement
    assert said is not None
    assert player.status.startswith(f"{said.cell} is safe: the ")
    marks = player.window.board_view.marks
    assert (marks.named, marks.highlight) == (said.cell, said.highlight)
    assert player.window.footer.status.font().bold(), "the move that comes next is written bold"
    player.key(Key.Key_S)
    assert player.session.timeline.moves[-1].cell == said.cell
    assert autoplay.is_running
    player.wait_until(lambda: autoplay.announcement not in (None, said))
    said = autoplay.announcement
    assert said is not None
    player.key(Key.Key_W)
    assert not autoplay.is_running
    assert not player.window.footer.status.font().bold()
    player.wait_until_explained()
    assert player.window.inspector.why_panel.heading_text.startswith(f"{said.cell} is safe")
    assert len(player.session.timeline.moves) == 2
    assert player.window.close()
    again = make_player("beginner", seed=3)
    assert again.action("think_aloud").isChecked()
    assert again.session.autoplay.thinks_aloud
    again.key(Key.Key_T, SHIFT)
    assert (again.window.speed.speed, again.session.autoplay.speed) == (2, 2)
