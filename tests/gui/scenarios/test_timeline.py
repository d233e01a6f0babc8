"""Tests of the timeline: the move that is shown, the game and the knowledge at that move, and the ways to another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from minesweeper_qt.model import State, TurnMaker, Update, mine_probabilities
from tests.gui.support.session_views import LEFT, RIGHT, Key, SessionViews
from tests.gui.support.waiting import WaitingSchedule


@pytest.fixture
def views(qtbot: QtBot) -> SessionViews:
    """An Intermediate game after some moves of player and AI."""
    views = SessionViews(qtbot, "intermediate", seed=1)
    views.click((8, 8))
    views.wait_until_learned()
    views.play(6)
    views.click(min(views.session.game.mines), RIGHT)
    views.play(3)
    assert len(views.session.timeline.moves) == 11
    return views


def test_before_the_first_move_there_is_nowhere_to_go(qtbot: QtBot) -> None:
    views = SessionViews(qtbot)
    assert views.timeline.slider.toolTip() == "No move yet"
    assert not views.timeline.slider.isEnabled()
    assert not any(button.isEnabled() for button in views.timeline.buttons.values())
    views.session.timeline.undo()
    views.session.timeline.redo()
    views.assert_sound()


@pytest.mark.slow
def test_slider_keys_and_buttons_lead_to_every_moment_which_is_the_game_replayed_up_to_it(views: SessionViews) -> None:
    total = len(views.session.timeline.moves)
    for number in (*range(total, -1, -1), *range(total + 1)):
        views.session.timeline.show_move(number)
        assert views.session.timeline.shown_move == number
        views.assert_sound()
    assert views.session.timeline.is_live
    slider = views.timeline.slider
    for key, number in (
        (Key.Key_Left, total - 1),
        (Key.Key_Left, total - 2),
        (Key.Key_Right, total - 1),
        (Key.Key_Home, 0),
        (Key.Key_Right, 1),
        (Key.Key_End, total),
    ):
        views.key(slider, key)
        assert views.session.timeline.shown_move == number
        views.assert_sound()
    for name, number in (("back", total - 1), ("first", 0), ("forward", 1), ("forward", 2), ("last", total)):
        views.press(name)
        assert views.session.timeline.shown_move == number
        views.assert_sound()
    views.qtbot.mouseClick(slider, LEFT, pos=slider.rect().center())
    assert 0 < views.session.timeline.shown_move < total
    views.assert_sound()
    for go, number in ((views.session.timeline.undo, 0), (views.session.timeline.redo, total)):
        for _ in range(total + 3):
            go()
        assert views.session.timeline.shown_move == number, "it stops at the ends"
        views.assert_sound()


@pytest.mark.slow
def test_the_play_button_plays_at_the_speed_of_its_menu_and_space_on_the_board_steps_nothing(
    views: SessionViews, time: WaitingSchedule
) -> None:
    timeline, button = views.session.timeline, views.timeline.buttons["play"]
    speeds = {action.text(): action for action in button.menu().actions()}
    assert list(speeds) == ["&0.5 times", "&1 time", "&2 times", "&4 times", "", "Stop at a &Mistake"]
    assert speeds["&1 time"].isChecked()
    speeds["&4 times"].trigger()
    assert timeline.speed == 4
    assert not speeds["&1 time"].isChecked()
    views.press("play")
    assert button.isChecked()
    time.wait(30)
    shown = timeline.shown_move
    views.key(views.view, Key.Key_Space)
    assert timeline.shown_move == shown
    button.setFocus()
    if not timeline.plays:
        views.key(button, Key.Key_Space)
    assert button.isChecked()
    views.press("play")
    assert not button.isChecked()
    before = views.view.viewport().grab().toImage()
    views.view.show_path([(0, 0.5, 0.5), (0.1, 4.5, 3.5)])
    assert views.view.viewport().grab().toImage() != before
    views.view.show_path(())
    assert views.view.viewport().grab().toImage() == before


def test_texts_name_the_move_that_is_shown_and_the_latest_status_comes_back(views: SessionViews) -> None:
    status = views.session.status.text
    assert views.timeline.slider.toolTip().startswith("Move 11 of 11: ")
    views.session.timeline.show_move(1)
    assert views.timeline.slider.toolTip() == "Move 1 of 11: You opened (8, 8), safe"
    assert views.session.status.text.startswith("Move 1 of 11: You opened (8, 8), safe.")
    views.session.timeline.show_move(0)
    assert views.timeline.slider.toolTip() == "Before the first move"
    views.session.timeline.show_live()
    assert views.session.status.text == status
    for button in views.timeline.buttons.values():
        read = QAccessible.queryAccessibleInterface(button).text
        assert read(QAccessible.Text.Name) == button.text() != read(QAccessible.Text.Description) == button.toolTip()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert views.timeline.accessibleName() == "Timeline"
    assert views.timeline.slider.accessibleName() == "Move that is shown"
    assert views.timeline.slider.focusPolicy() & Qt.FocusPolicy.TabFocus
    views.session.timeline.show_move(4)
    views.session.new_game()
    assert views.session.timeline.is_live
    assert views.timeline.slider.maximum() == 0
    views.assert_sound()


def test_an_update_contains_only_the_differences(views: SessionViews, qtbot: QtBot) -> None:
    views.session.timeline.show_move(9)
    before = views.session.view.sentences
    with qtbot.waitSignal(views.session.changed) as seen:
        views.session.timeline.show_move(8)
    update: Update = seen.args[1].update(seen.args[0])
    assert set(update.added) == set(views.session.view.sentences) - set(before)
    assert set(update.removed) == set(before) - set(views.session.view.sentences)
    assert len(update.cells) < 20


def test_an_update_names_the_cell_that_the_ai_opened_last(views: SessionViews, qtbot: QtBot) -> None:
    views.session.timeline.show_move(5)
    turns = views.session.timeline.moves
    with qtbot.waitSignal(views.session.changed) as seen:
        views.session.timeline.show_move(4)
    assert turns[3].maker is TurnMaker.AI
    assert seen.args[1].ai_cell == turns[3].cell
    with qtbot.waitSignal(views.session.changed) as seen:
        views.session.timeline.show_move(1)
    assert seen.args[1].ai_cell is None


@pytest.mark.slow
def test_the_chances_are_those_of_the_moment(views: SessionViews) -> None:
    views.session.set_chances_enabled(True)
    for number in (11, 10, 3, 2, 6, 11):
        views.session.timeline.show_move(number)
        if number in (3, 2):
            # What was certain later is not shown before.
            assert all(views.model.look(cell).chance is None for cell in views.session.game.grid.cells)
        views.wait_until_computed()
        assert views.session.view.chances is not None
        assert dict(views.session.view.chances.exact) == dict(
            mine_probabilities(views.session.view.position).probability
        )


@pytest.mark.slow
def test_going_back_stops_autoplay_and_the_computation_of_a_move(qtbot: QtBot, time: WaitingSchedule) -> None:
    views = SessionViews(qtbot, "expert", seed=2)
    views.click((8, 15))
    autoplay = views.session.autoplay
    autoplay.set_speed(64)
    autoplay.start()
    qtbot.waitUntil(lambda: bool(time.wait(5)) or len(views.session.timeline.moves) > 3)
    views.press("back")
    assert not autoplay.is_running
    views.session.timeline.show_live()
    views.session.autoplay.set_strategy("exact")
    views.session.autoplay.move()
    moves = len(views.session.timeline.moves)
    views.press("back")
    qtbot.waitUntil(lambda: views.session.worker.wait(0))
    QCoreApplication.processEvents()
    assert len(views.session.timeline.moves) == moves
    assert views.session.timeline.shown_move == moves - 1


@pytest.mark.slow
@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_earlier_moments_of_a_finished_game_are_in_progress(qtbot: QtBot, state: State) -> None:
    views = SessionViews(qtbot, "beginner", seed=1)
    views.click((4, 4))
    if state is State.LOST:
        views.lose()
    while not views.session.view.state.is_over:
        views.click(views.free())
    views.wait_until_learned()
    views.assert_sound()
    views.session.timeline.undo()
    assert views.session.view.state is State.PLAYING
    views.assert_sound()
    assert ("before the fatal move" in views.session.status.text) == (state is State.LOST)
    views.session.timeline.redo()
    assert views.session.view.state is state
    views.assert_sound()


def test_marks_below_the_slider_show_guesses_and_the_loss(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "cs50", seed=5)
    slider = views.timeline.slider
    none = slider.grab().toImage()
    views.click(views.free())
    views.click(views.free())
    assert slider.guesses == [1]
    assert slider.grab().toImage() != none
    plain = slider.grab().toImage()
    views.lose()
    lost = slider.grab().toImage()
    assert lost != plain
    bottom = [lost.pixelColor(x, lost.height() - 3) for x in range(lost.width())]
    assert any(colour.red() > colour.blue() + 60 for colour in bottom), "a red cross"
