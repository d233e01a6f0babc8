"""Tests of sizes: cells in each view, what gives way first in narrow windows, and windows that fit the screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QTabBar, QToolButton, QWidget

from minesweeper_qt.gui.window.preferences import WindowView
from tests.gui.support.windows import Key, MakePlayer, Player

pytestmark = pytest.mark.slow

PLAY, INSPECT = WindowView.PLAY, WindowView.INSPECT
LEVELS = ("beginner", "intermediate", "expert")
LEAST = {
    (PLAY, (1280, 700)): (60, 34, 34),
    (PLAY, (1366, 768)): (68, 38, 38),
    (PLAY, (1920, 1040)): (98, 55, 55),
    (PLAY, (640, 480)): (34, 18, 18),
    (INSPECT, (1280, 700)): (58, 32, 26),
    (INSPECT, (1366, 768)): (65, 36, 28),
    (INSPECT, (640, 480)): (28, 16, 16),
}
"""The least sides of the cells at the three levels, in each view, at some sizes of the window."""


def show(player: Player, view: WindowView, size: tuple[int, int]) -> None:
    player.window.show_view(view)
    player.window.resize(*size)
    # As in a view that is opened at this size.
    player.action("arrange").trigger()
    player.wait_until_laid_out()


def shown(make_player: MakePlayer, level: str, view: WindowView, size: tuple[int, int]) -> Player:
    player = make_player(level)
    show(player, view, size)
    return player


def scrolls(player: Player) -> bool:
    return player.view.horizontalScrollBar().maximum() > 0 or player.view.verticalScrollBar().maximum() > 0


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("level", LEVELS)
def test_cells_are_as_large_as_promised(make_player: MakePlayer, level: str) -> None:
    player = make_player(level)
    for (view, size), least in LEAST.items():
        show(player, view, size)
        assert player.window.size().toTuple() == size
        # Fonts differ, and with them the heights of menu bar and rulers.
        assert player.window.board_view.cell_size >= least[LEVELS.index(level)] - 1, (view, size)
        assert view is INSPECT or not scrolls(player), size
    assert player.window.inspector.docks["knowledge"].width() >= 300, "in the narrowest window"
    assert scrolls(player) is (level == "expert")
    for view in WindowView if level == "expert" else ():  # smaller boards fit where this one does
        show(player, view, (800, 600))
        assert not scrolls(player), view


def test_the_tool_bar_shows_all_of_its_tools(make_player: MakePlayer) -> None:
    player = make_player("intermediate")
    for view in WindowView:
        for width in (640, 799, 800, 999, 1000, 1280):
            show(player, view, (width, 600))
            assert_all_tools_are_shown(player, view, width)


def assert_all_tools_are_shown(player: Player, view: WindowView, width: int) -> None:
    bar = player.window.game_bar
    visible = sorted(
        (in_window(child) for child in bar.findChildren(QWidget) if child.isVisible() and child.parentWidget() is bar),
        key=QRect.left,
    )
    assert all(one.right() < other.left() for one, other in pairwise(visible)), visible
    assert visible[-1].right() < width
    segments = bar.findChild(QFrame, "view_switch").findChildren(QToolButton)
    assert [button.isChecked() for button in segments if button.isVisible()].count(True) == 1
    sizes = [(button.text(), button.width(), button.sizeHint().width()) for button in segments if button.isVisible()]
    assert all(width >= hint for _, width, hint in sizes), sizes
    extension = player.window.tool_bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert extension is None or not extension.isVisible()
    assert bar.show_menu.isVisible() == (view is INSPECT and width < 800)
    assert player.window.speed_slider.isVisible() == (view is INSPECT and width >= 1000)


def test_no_bar_of_tabs_is_left_in_play_and_it_is_back_in_inspect(make_player: MakePlayer) -> None:
    player = shown(make_player, "beginner", INSPECT, (1280, 700))
    player.action("log").trigger()

    def bars() -> list[QTabBar]:
        found = player.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [bar for bar in found if bar.isVisible() and bar.count() > 1]

    player.qtbot.waitUntil(lambda: len(bars()) == 1)
    for _ in range(2):
        player.window.show_view(PLAY)
        player.qtbot.waitUntil(lambda: not bars())
        player.window.show_view(INSPECT)
        player.qtbot.waitUntil(lambda: len(bars()) == 1)
        assert player.window.inspector.move_log_panel.isVisible() != player.window.knowledge_panel.isVisible()


def test_what_a_narrow_window_has_no_room_for_gives_way(make_player: MakePlayer) -> None:
    player = shown(make_player, "expert", INSPECT, (640, 480))
    assert player.window.inspector.docks["knowledge"].width() >= 210
    player.session.player.reveal((0, 0))
    player.session.player.reveal(player.mine())
    card = player.window.result.card
    player.qtbot.waitUntil(card.isVisible)
    assert not card.title.is_cut
    assert card.link.geometry().right() <= card.take_back.geometry().left()
    assert card.take_back.geometry().right() <= card.new_game.geometry().left()
    assert card.new_game.geometry().right() <= card.width()
    assert not card.detail.isVisible()


def test_the_first_window_fits_the_screen_and_needs_no_tool_bar(make_player: MakePlayer) -> None:
    player = make_player()
    room = player.window.screen().availableSize()
    assert player.window.width() < room.width()
    assert player.window.height() < room.height()
    assert player.window.minimumSizeHint().width() <= 640
    assert player.window.minimumSizeHint().height() <= 480
    player.action("tool_bar").trigger()
    assert not player.window.game_bar.isVisible()
    player.window.speed.menu.actions()[-1].trigger()
    assert player.session.autoplay.speed == 0
    player.key(Key.Key_F6)
    assert player.window.game_bar.isVisible(), "each view has its own"
    player.key(Key.Key_F7)
    assert not player.window.game_bar.isVisible()
