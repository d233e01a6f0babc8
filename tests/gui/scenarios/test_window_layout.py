"""Tests of the window's layout: nothing moves while texts change, cells are selected and a game is played."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from tests.gui.support.windows import AUTOPLAY, CTRL, LEFT, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("difficulty, width, height", [("cs50", 1180, 700), ("expert", 800, 600)])
def test_the_board_keeps_its_place_whatever_the_status_shows(
    make_player: MakePlayer, difficulty: str, width: int, height: int
) -> None:
    player = make_player(difficulty, opens_panels=True)
    player.window.resize(width, height)
    player.window.show()
    player.wait_until_laid_out()
    place = player.view.geometry()
    for text in ("", "Ready.", "No known safe move: AI made a random move. Lost after 20:34. (12, 13) is a mine." * 2):
        player.window.footer.set_status(text)
        QCoreApplication.processEvents()
        assert player.view.geometry() == place
    assert player.window.footer.status.toolTip() == player.status


def test_nothing_moves_when_a_cell_is_selected_and_while_a_game_is_played(player_with_panels: Player) -> None:
    top = player_with_panels.window.knowledge_panel.table.geometry().top()
    player_with_panels.click((3, 3), LEFT, CTRL)
    QCoreApplication.processEvents()
    assert player_with_panels.window.knowledge_panel.table.geometry().top() == top
    window = player_with_panels.window
    widgets = (window.board_view, window.header, window.knowledge_panel, window.speed_slider)
    places = [widget.geometry() for widget in widgets]
    player_with_panels.window.speed_slider.setValue(3)
    player_with_panels.key(AUTOPLAY)
    QCoreApplication.processEvents()
    assert player_with_panels.session.autoplay.is_running
    assert [widget.geometry() for widget in widgets] == places
    player_with_panels.autoplay()
    player_with_panels.flag([(0, 0)])
    assert [widget.geometry() for widget in widgets] == places
