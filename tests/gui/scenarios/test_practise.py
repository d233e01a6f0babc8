"""Tests of Practise in the game window: the game waits out of reach, and goes on as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QToolButton

from minesweeper_qt.gui.practice.practice_page import PracticePage
from minesweeper_qt.gui.window.board_window import PauseCover
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.practice.practice_position import Asked, Topic
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import CTRL, LEFT, SHIFT, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

_ELSEWHERE = {"quit", "full_screen", "help", "statistics", "preferences", "sandbox", "next_view"}
"""The actions that lead elsewhere, besides the views."""


@pytest.fixture
def playing(make_player: MakePlayer, tmp_path: Path, time: WaitingSchedule) -> Player:
    """A game with an area opened, whose clock goes with the time of the test."""
    player = make_player(seconds=time.now, folder=tmp_path / "kept")
    player.click((4, 4))
    time.wait(5000)
    return player


def practising(player: Player) -> PracticePage:
    """Show Practise by its key; return its page when it shows a position."""
    player.key(Key.Key_F12)
    return page_of(player)


def page_of(player: Player) -> PracticePage:
    page = player.window.practice.page
    assert page is not None
    player.qtbot.waitUntil(lambda: not page.session.worker.is_computing)
    assert page.session.position is not None
    return page


def cover(player: Player) -> PauseCover:
    found = player.window.findChild(PauseCover)
    assert found is not None
    return found


def test_a_game_waits_paused_out_of_reach_of_all_its_keys_and_goes_on_as_it_was(playing: Player) -> None:
    session, before = playing.session, playing.snapshot()
    playing.key(Key.Key_G)
    page = practising(playing)
    assert playing.window.windowTitle() == "Minesweeper - Practise"
    assert page.board_view.hasFocus()
    assert session.pause.is_on
    assert not any(part.isVisible() for part in (playing.view, playing.window.header, cover(playing)))
    assert not any(dock.isVisible() for dock in playing.window.inspector.docks.values())
    actions = playing.window.actions_by
    views = {view.action for view in WindowView}
    checked = {action.objectName() for action in actions.all() if action.isChecked()}
    for action in actions.all():
        if action.objectName() in views | _ELSEWHERE:
            continue
        for keys in action.shortcuts():
            page.board_view.setFocus()
            playing.key(keys[0])
    assert playing.snapshot() == before
    assert session.pause.is_on
    assert playing.window.view is WindowView.PRACTISE
    assert not any(dock.isVisible() for dock in playing.window.inspector.docks.values())
    assert {action.objectName() for action in actions.all() if action.isChecked()} ^ checked <= {"tool_bar"}
    playing.time.wait(60_000)
    playing.key(Key.Key_F7)
    assert (playing.snapshot(), session.pause.is_on, session.playthrough.seconds) == (before, False, 5)
    assert playing.view.hasFocus()
    assert playing.window.inspector.docks["log"].isVisible()
    playing.time.wait(1000)
    assert session.playthrough.seconds == 6
    playing.key(Key.Key_A)
    assert playing.snapshot() != before


def test_a_game_that_was_paused_before_stays_so_and_one_opened_meanwhile_is_shown(playing: Player) -> None:
    playing.key(Key.Key_P)
    practising(playing)
    assert not cover(playing).isVisible()
    playing.key(Key.Key_F6)
    assert playing.session.pause.is_on
    assert cover(playing).isVisible()
    playing.key(Key.Key_P)
    assert playing.view.hasFocus()
    # The seconds that the position was out of sight are none of the answer's.
    page = practising(playing)
    page.board_view.move_cursor(min(page.session.position.safe))
    playing.key(Key.Key_Space)
    page_of(playing)
    summary = page.session.kept.summaries[page.session.topic]
    assert (summary.right, summary.median_seconds) == (1, None)
    playing.key(Key.Key_F6)
    practising(playing)
    playing.action("todays_board").trigger()
    playing.qtbot.waitUntil(playing.view.isVisible)
    assert playing.window.view is WindowView.PLAY
    assert not playing.session.pause.is_on


def test_the_sandbox_gets_a_copy_that_is_none_of_the_paused_game(playing: Player) -> None:
    page = practising(playing)
    position = page.session.view.position
    playing.key(Key.Key_B, CTRL | SHIFT)
    sandbox = opened_sandbox(playing.window)
    assert sandbox.session.view.position == position
    covers = sandbox.findChildren(PauseCover)
    assert not any(each.isVisible() for each in covers)
    assert page.session.view.position == position


def test_the_view_comes_back_at_the_next_start_and_f1_explains_it(make_player: MakePlayer, playing: Player) -> None:
    before = practising(playing).session
    before.set_topic(Topic.OVERLAP)
    before.set_asked(Asked.MINES)
    page_of(playing)
    playing.key(Key.Key_F1)
    browser = playing.window.help_browser()
    assert browser.page.chapter.topic == "practise"
    browser.close()
    playing.window.close()
    again = make_player()
    assert again.window.view is WindowView.PRACTISE
    page = page_of(again)
    assert page.board_view.hasFocus()
    assert (page.session.topic, page.chooser.currentText()) == (Topic.OVERLAP, "Mines")
    assert page.session.kept.problem == "Your answers are not kept.", "there is no folder"
    again.key(Key.Key_F9)
    assert again.window.view is WindowView.PLAY
    assert again.view.hasFocus()


@pytest.mark.parametrize("width, names", [(640, "Play Inspect Practise"), (1280, "Play Inspect Agent Practise")])
def test_the_tool_bar_has_chooser_and_tools_and_tab_goes_where_the_eye_goes(
    playing: Player, width: int, names: str
) -> None:
    page = practising(playing)
    playing.window.resize(width, 600)
    playing.wait_until_laid_out()
    bar = playing.window.game_bar
    switch = bar.findChild(QFrame, "view_switch")
    assert isinstance(switch, QFrame)
    shown = [button for button in switch.findChildren(QToolButton) if button.isVisible()]
    assert " ".join(button.text() for button in shown) == names
    tools = [widget for widget in bar.controls if widget.isVisible()]
    assert [tool.accessibleName() or tool.text() for tool in tools[len(shown) :]] == [
        "What to find", "Hint", "Why?", "Open in Sandbox"
    ]  # fmt: skip
    places = [tool.mapTo(playing.window, QPoint(0, 0)).x() for tool in tools]
    assert places == sorted(places)
    tools[0].setFocus()
    for stop in [*tools[1:], page.board_view]:
        QTest.keyClick(playing.window.focusWidget(), Key.Key_Tab)
        assert stop.hasFocus(), stop
    QTest.mouseClick(tools[-3], LEFT)
    page_of(playing)
    assert page.footer.status.text().startswith("Look at the lit number")


def test_a_topic_leads_to_its_chapter_and_to_a_board_of_exactly_its_level(playing: Player) -> None:
    page = practising(playing)
    for topic, title in ((Topic.ONE_TWO, "The 1-2 pattern"), (Topic.COUNT, "Levels of reasoning")):
        page.topics.setFocus()
        page.session.set_topic(topic)
        page_of(playing)
        page.actions_by["chapter"].trigger()
        assert playing.window.help_browser().page.chapter.title == title
    page.session.set_topic(Topic.ONE_ONE)
    page_of(playing)
    page.actions_by["play_board"].trigger()
    playing.qtbot.waitUntil(playing.view.isVisible)
    assert playing.session.difficulty.name == "beginner"
    playing.click((4, 4))
    playing.qtbot.waitUntil(lambda: playing.session.search.certified_level is not None, timeout=30_000)
    assert playing.session.search.certified_level is Topic.ONE_ONE.level is Reasoning.SUBSET
    page = practising(playing)
    page.session.set_topic(Topic.MISSED)
    playing.qtbot.waitUntil(lambda: not page.session.worker.is_computing)
    assert not page.actions_by["play_board"].isEnabled()
