"""Tests of the area around the board: cells as large as fit, centred, and never too small to hit."""

from __future__ import annotations

from itertools import permutations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.board_area import LARGEST, SMALLEST
from minesweeper_qt.model import DIFFICULTIES, Difficulty
from tests.gui.support.colours import distance
from tests.gui.support.windows import CTRL, LEFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def resize(player: Player, size: QSize) -> None:
    player.window.resize(size)
    player.qtbot.waitUntil(lambda: player.window.size() == size)
    QApplication.processEvents()


def is_whole(player: Player) -> bool:
    """Return whether every cell is visible."""
    viewport = player.view.viewport().rect()
    game, model = player.game, player.window.board_model
    corners = ((0, 0), (game.height - 1, game.width - 1))
    return all(viewport.contains(player.view.visualRect(model.index(*cell))) for cell in corners)


def assert_in_the_middle(player: Player) -> None:
    area, board = player.window.board_area.size(), player.window.board_area.board_rect
    assert abs(board.left() - (area.width() - board.right())) <= 2
    assert abs(board.top() - (area.height() - board.bottom())) <= 2


def assert_as_large_as_fits(player: Player) -> None:
    assert is_whole(player)
    assert_in_the_middle(player)
    # Cells one pixel larger would not fit, unless they have the largest size already.
    view, area = player.window.board_view, player.window.board_area
    larger = area.board_rect.size() + QSize(player.game.width, player.game.height)
    assert view.cell_size == LARGEST or larger.width() > area.width() or larger.height() > area.height()
    assert not view.horizontalScrollBar().isVisible()
    assert not view.verticalScrollBar().isVisible()


def test_the_board_fills_the_window_at_once_after_each_change_of_difficulty(player: Player) -> None:
    for size in (QSize(1180, 700), QSize(1700, 1000)):
        resize(player, size)
        assert_as_large_as_fits(player)
        for first, then in permutations(DIFFICULTIES, 2):
            for difficulty in (first, then):
                player.window.actions_by.difficulties[difficulty].trigger()
                assert_as_large_as_fits(player)


def test_cells_of_a_board_that_is_too_large_can_still_be_hit(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(50, 100, 500))
    assert player.window.board_view.cell_size == SMALLEST
    assert player.view.horizontalScrollBar().isVisible()
    player.click((49, 99))
    assert (49, 99) in player.game.clues
    player.click((0, 99), LEFT)
    assert (0, 99) in player.game.clues.keys() | set(player.game.exploded)


def test_a_board_that_is_too_wide_only_scrolls_across(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(5, 100, 20))
    assert player.view.horizontalScrollBar().isVisible()
    assert not player.view.verticalScrollBar().isVisible()


def test_rulers_and_zoom_cut_nothing_and_covered_cells_do_not_run_together(player: Player) -> None:
    for _ in range(2):
        player.action("coordinates").toggle()
        assert is_whole(player)
        assert_in_the_middle(player)
    hint = player.window.minimumSizeHint()
    assert hint.width() <= 800
    assert hint.height() <= 560
    player.window.speed_slider.setFocus()
    for size in (SMALLEST, 20, 24, 32, LARGEST):
        player.window.board_area.set_zoom(size)
        picture = player.picture((4, 4))
        middle = picture.rect().center()
        tile = picture.pixelColor(middle)
        for edge in (QPoint(picture.width() - 1, middle.y()), QPoint(middle.x(), picture.height() - 1)):
            assert distance(tile, picture.pixelColor(edge)) > 5
    player.view.setFocus()
    for key, bound in ((Key.Key_Plus, LARGEST), (Key.Key_Minus, SMALLEST)):
        for _ in range(30):
            player.key(key, CTRL)
        assert player.window.board_view.cell_size == bound
        assert player.window.board_area.zoom == bound
    player.window.board_area.set_zoom(24)
    resize(player, QSize(1000, 640))
    player.window.actions_by.difficulties["expert"].trigger()
    assert player.window.board_view.cell_size == 24


def test_a_board_that_scrolls_keeps_what_is_in_the_middle(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(100, 80, 900))
    resize(player, QSize(1100, 700))
    view = player.view
    view.scrollTo(player.window.board_model.index(60, 30), view.ScrollHint.PositionAtCenter)
    for size in (QSize(800, 500), QSize(1200, 800)):
        resize(player, size)
        middle = view.indexAt(view.viewport().rect().center())
        assert abs(middle.row() - 60) <= 1
        assert abs(middle.column() - 30) <= 1
