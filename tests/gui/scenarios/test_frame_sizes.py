"""Tests of the frame of the windows: heights of bars, icons and fields, and what must not be cut off or overlap."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QToolBar, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.footer import Swatch
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Difficulty, State
from tests.gui.support.windows import MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

PLAY, INSPECT = WindowView.PLAY, WindowView.INSPECT


def shown(make_player: MakePlayer, level: str | Difficulty, view: WindowView, size: tuple[int, int]) -> Player:
    player = make_player(level)
    player.window.show_view(view)
    player.window.resize(*size)
    player.wait_until_laid_out()
    return player


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("view", [WindowView.PLAY, WindowView.INSPECT, WindowView.AGENT])
def test_bars_tools_and_header_have_the_heights_of_the_design(make_player: MakePlayer, view: WindowView) -> None:
    window = shown(make_player, "beginner", view, (1280, 700)).window
    (bar,) = (bar for bar in window.findChildren(QToolBar) if bar.isVisible())
    assert bar.height() == metrics.TOOL_BAR_HEIGHT
    tools = [tool for tool in window.game_bar.buttons.values() if tool.isVisible()]
    switch = [part for part in window.game_bar.findChildren(QFrame, "view_switch") if part.isVisible()]
    assert {tool.height() for tool in (*tools, *switch)} == {metrics.TOOL_HEIGHT}
    middles = {place(part).center().y() for part in (*tools, *switch, window.game_bar.level)}
    assert max(middles) - min(middles) <= 1
    tools[0].setFocus(Qt.FocusReason.TabFocusReason)
    assert {tool.height() for tool in tools} == {metrics.TOOL_HEIGHT}, "the frame of the focus takes no room"
    (flag,) = window.header.findChildren(Swatch)
    assert (flag.height(), window.header.height()) == (metrics.HEADER_ICON, metrics.HEADER_HEIGHT)


def test_filter_legend_and_timeline_have_the_room_of_the_design(make_player: MakePlayer) -> None:
    player = shown(make_player, "beginner", INSPECT, (1280, 700))
    player.click((4, 4))
    panel = player.window.knowledge_panel
    for _ in range(2):
        assert panel.filter_field.height() == panel.filter_button.height()
        assert place(panel.filter_field).top() == place(panel.filter_button).top()
        panel.filter_button.setFocus(Qt.FocusReason.TabFocusReason)
    footer = player.window.footer
    for name in ("overlay", "risks", "levels"):
        player.action(name).trigger()
        footer.set_status("AI made a safe move. (11, 6) has 2 mines around.")
        QCoreApplication.processEvents()
        assert footer.legends.isVisible()
        assert not footer.status.is_cut
    player.action("timeline").trigger()
    dock = player.window.inspector.docks["timeline"]
    player.qtbot.waitUntil(lambda: dock.height() == metrics.TIMELINE_HEIGHT)


@pytest.mark.parametrize("view, size", [(PLAY, (1366, 768)), (INSPECT, (640, 480))])
def test_the_card_is_as_wide_as_the_tray_and_covers_at_most_a_row_until_it_is_closed(
    make_player: MakePlayer, view: WindowView, size: tuple[int, int]
) -> None:
    player = shown(make_player, "beginner", view, size)
    cell_size = player.view.cell_size
    player.end(State.LOST)
    player.wait_until_computed()
    card, area = player.window.result.card, player.window.board_area
    player.qtbot.waitUntil(card.isVisible)
    # The link gets another word when the risk of the last move is known.
    player.wait_until_laid_out()
    assert card.height() == (46 if size[1] < 560 else 56)
    assert player.view.cell_size == cell_size, "the board has left the room from the start"
    tray = area.tray.translated(area.mapTo(player.window, QPoint()))
    assert (place(card).left(), place(card).width()) == (tray.left(), tray.width())
    assert tray.bottom() - place(card).top() <= cell_size
    assert player.window.height() - place(card).bottom() > 2
    assert not card.title.is_cut
    assert not (card.detail.isVisible() and card.detail.is_cut)
    for button in card.findChildren(QPushButton):
        if button.isVisible():
            assert button.width() >= button.fontMetrics().horizontalAdvance(button.text().replace("&", ""))
    if card.shut.isVisible():
        card.shut.click()
        assert not card.isVisible()
        assert player.window.footer.status.isVisible()
        assert player.window.view is view
        player.action("restart").trigger()
        player.end(State.LOST)
        player.qtbot.waitUntil(card.isVisible)
    else:
        assert place(card).top() > tray.bottom(), "a narrow card covers nothing"


@pytest.mark.parametrize("view, size", [(PLAY, (640, 480)), (INSPECT, (640, 480)), (INSPECT, (1366, 768))])
def test_no_text_below_the_board_and_the_table_is_cut_off(
    make_player: MakePlayer, view: WindowView, size: tuple[int, int]
) -> None:
    player = make_player("intermediate", seed=30)
    player.window.show_view(view)
    player.window.resize(*size)
    player.wait_until_laid_out()
    player.click((8, 8))
    footer, panel = player.window.footer, player.window.knowledge_panel
    for number in range(30):
        player.action("ai_move" if number % 10 else "hint").trigger()
        player.wait_until_computed()
        QCoreApplication.processEvents()
        assert not (footer.status.isVisible() and footer.status.is_cut), footer.text
        assert not (panel.figures.isVisible() and panel.figures.is_cut), panel.figures.text()
        if player.game.state.is_over:
            break


def test_a_legend_gets_its_room_when_it_appears_and_a_card_covers_no_marks(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=3)
    player.window.show_view(PLAY)
    player.window.resize(1280, 700)
    player.wait_until_laid_out()
    player.click((4, 4))
    player.action("ai_move").trigger()
    player.wait_until_computed()
    player.action("risks").trigger()
    player.wait_until_computed()
    QCoreApplication.processEvents()
    assert player.window.footer.status.width() >= 300
    player.action("risks").trigger()
    player.action("ai_move").trigger()
    assert player.window.board_view.marks.outlined
    player.end(State.LOST)
    marks = player.window.board_view.marks
    assert (marks.outlined, marks.named) == (frozenset(), None)
