"""Tests of where Tab goes: through the tool bar from the left, then to the face, the board, the result, the panels."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import State
from tests.gui.support.windows import SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def stops(player: Player) -> list[QWidget]:
    """Return what Tab reaches, from the first button of the tool bar on, until it is there again."""
    first = player.window.game_bar.controls[0]
    first.setFocus()
    found = [first]
    while True:
        QTest.keyClick(player.window.focusWidget(), Key.Key_Tab)
        focus = player.window.focusWidget()
        assert focus is not None
        if focus is first:
            return found
        found.append(focus)
        assert len(found) < 60, "Tab never comes back"


def place(widget: QWidget) -> int:
    """Return where ``widget`` begins in its window, from the left."""
    return widget.mapTo(widget.window(), widget.rect().topLeft()).x()


@pytest.mark.parametrize("view, width", [*zip(WindowView, (640, 1280, 900), strict=False)])
def test_tab_goes_where_the_eye_goes(make_player: MakePlayer, view: WindowView, width: int) -> None:
    player = make_player()
    window = player.window
    window.show_view(view)
    window.resize(width, 700)
    player.wait_until_laid_out()
    found = stops(player)
    board = found.index(window.board_view)
    assert found[board - 1] is window.header.face
    bar = found[: board - 1]
    assert bar == [widget for widget in window.game_bar.controls if widget.isVisible() and widget.isEnabled()]
    assert [place(widget) for widget in bar] == sorted(place(widget) for widget in bar)
    level = bar.index(window.game_bar.level)
    names = [widget.accessibleName() or widget.text() for widget in bar[:level]]  # type: ignore[attr-defined]
    assert names == ["Play", "Inspect", *["Agent"] * (width >= 800), "Practise"]
    panels = found[board + 1 :]
    assert all(window.rect().contains(widget.mapTo(window, widget.rect().center())) for widget in found)
    assert bool(panels) is (view is not WindowView.PLAY)


def test_shift_and_tab_go_back_and_the_buttons_of_the_result_follow_the_board(player_with_panels: Player) -> None:
    player_with_panels.view.setFocus()
    player_with_panels.key(Key.Key_Tab, SHIFT)
    assert player_with_panels.window.header.face.hasFocus()
    player_with_panels.end(State.LOST)
    found = stops(player_with_panels)
    board, card = found.index(player_with_panels.view), player_with_panels.window.result.card
    assert found[board + 1 : board + 4] == [card.link, card.take_back, card.new_game]
