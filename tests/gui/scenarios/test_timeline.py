"""The timeline: which move is shown, what that is made of, and the ways to go to another."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.model import Difficulty, State, TurnMaker, mine_probabilities
from tests.gui.support.desk import LEFT, RIGHT, Desk, Key


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    """An Intermediate game after some moves of player and AI."""
    desk = Desk(qtbot, "intermediate", seed=1)
    desk.click((8, 8))
    desk.has_learned()
    desk.play(6)
    desk.click(min(desk.session.game.mines), RIGHT)
    desk.play(3)
    assert len(desk.session.moves) == 11
    return desk


def test_before_the_first_move_there_is_nowhere_to_go(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    assert desk.timeline.label.toolTip() == "No move yet"
    assert not desk.timeline.slider.isEnabled()
    assert not any(button.isEnabled() for button in desk.timeline.buttons.values())
    desk.session.undo()
    desk.session.redo()
    desk.assert_sound()


def test_every_moment_shows_what_the_same_moves_lead_to(desk: Desk) -> None:
    total = len(desk.session.moves)
    for number in (*range(total, -1, -1), *range(total + 1)):
        desk.session.show_move(number)
        assert desk.session.shown_move == number
        desk.assert_sound()
    assert desk.session.is_live


def test_the_keys_of_the_slider_go_through_the_moves(desk: Desk) -> None:
    slider, total = desk.timeline.slider, len(desk.session.moves)
    for key, number in (
        (Key.Key_Left, total - 1),
        (Key.Key_Left, total - 2),
        (Key.Key_Right, total - 1),
        (Key.Key_Home, 0),
        (Key.Key_Right, 1),
        (Key.Key_End, total),
    ):
        desk.key(slider, key)
        assert desk.session.shown_move == number
        desk.assert_sound()


def test_the_buttons_go_through_the_moves(desk: Desk) -> None:
    total = len(desk.session.moves)
    for name, number in (("back", total - 1), ("first", 0), ("forward", 1), ("forward", 2), ("last", total)):
        desk.press(name)
        assert desk.session.shown_move == number
        desk.assert_sound()


def test_a_click_on_the_slider_goes_towards_it(desk: Desk) -> None:
    slider = desk.timeline.slider
    desk.qtbot.mouseClick(slider, LEFT, pos=slider.rect().center())
    assert not desk.session.is_live
    desk.assert_sound()


def test_undo_and_redo_stop_at_the_ends(desk: Desk) -> None:
    total = len(desk.session.moves)
    for _ in range(total + 3):
        desk.session.undo()
    assert desk.session.shown_move == 0
    for _ in range(total + 3):
        desk.session.redo()
    assert desk.session.is_live
    desk.assert_sound()


def test_it_says_which_move_is_shown(desk: Desk) -> None:
    assert desk.timeline.label.toolTip().startswith("Move 11 of 11: ")
    desk.session.show_move(1)
    assert desk.timeline.label.toolTip() == "Move 1 of 11: You opened (8, 8), safe"
    assert desk.timeline.slider.accessibleDescription() == desk.timeline.label.toolTip()
    assert desk.session.status.startswith("Move 1 of 11: You opened (8, 8), safe.")
    desk.session.show_move(0)
    assert desk.timeline.label.toolTip() == "Before the first move"


def test_the_status_of_now_comes_back(desk: Desk) -> None:
    said = desk.session.status
    desk.session.undo()
    desk.session.undo()
    assert desk.session.status != said
    desk.session.show_live()
    assert desk.session.status == said


def test_only_what_differs_is_said(desk: Desk, qtbot: QtBot) -> None:
    desk.session.show_move(9)
    before = desk.session.sentences()
    with qtbot.waitSignal(desk.session.updated) as seen:
        desk.session.show_move(8)
    update: Update = seen.args[0]
    assert set(update.added) == set(desk.session.sentences()) - set(before)
    assert set(update.removed) == set(before) - set(desk.session.sentences())
    assert len(update.cells) < 20


def test_the_cell_that_the_ai_opened_last_by_then_is_said(desk: Desk, qtbot: QtBot) -> None:
    desk.session.show_move(5)
    turns = desk.session.moves
    with qtbot.waitSignal(desk.session.updated) as seen:
        desk.session.show_move(4)
    assert turns[3].maker is TurnMaker.AI
    assert seen.args[0].ai_cell == turns[3].cell
    with qtbot.waitSignal(desk.session.updated) as seen:
        desk.session.show_move(1)
    assert seen.args[0].ai_cell is None


def test_the_chances_are_those_of_the_moment(desk: Desk) -> None:
    desk.session.set_chances_enabled(True)
    for number in (11, 10, 3, 2, 6, 11):
        desk.session.show_move(number)
        desk.has_thought()
        assert desk.session.chances is not None
        assert dict(desk.session.chances.exact) == dict(mine_probabilities(desk.session.position).probability)


def test_what_was_certain_later_is_not_shown_before(desk: Desk) -> None:
    desk.session.set_chances_enabled(True)
    desk.has_thought()
    desk.session.show_move(2)
    looks = [desk.model.look(cell) for cell in desk.session.game.grid.cells]
    assert all(look.chance is None for look in looks)


def test_a_hint_is_one_for_the_moment(desk: Desk) -> None:
    for number in range(len(desk.session.moves)):
        desk.session.show_move(number)
        desk.session.request_hint()
        desk.has_thought()
        hint = desk.session.hint
        assert hint is not None
        assert hint not in desk.session.position.clues
        if number:
            chances = mine_probabilities(desk.session.position).probability
            assert chances[hint] == min(chances.values())
    desk.session.show_live()
    assert desk.session.hint is None


def test_going_back_stops_autoplay_and_what_is_being_thought_about(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "expert", seed=2)
    desk.click((8, 15))
    desk.session.set_speed(64)
    desk.session.start_autoplay()
    qtbot.waitUntil(lambda: len(desk.session.moves) > 3)
    desk.press("back")
    assert not desk.session.is_autoplaying
    count = len(desk.session.moves)
    qtbot.wait(60)
    assert len(desk.session.moves) == count
    desk.session.show_live()
    desk.session.set_strategy("exact")
    desk.session.ai_move()
    desk.press("back")
    desk.has_thought()
    qtbot.wait(5)
    assert desk.session.shown_move == len(desk.session.moves) - 1


def test_a_big_opening_is_learned_while_the_past_is_shown(qtbot: QtBot) -> None:
    desk = Desk(qtbot, Difficulty.custom(60, 60, 20), seed=1)
    desk.click((30, 30))
    assert desk.session.is_learning
    desk.session.show_move(0)
    assert desk.session.sentences() == []
    desk.session.show_move(1)
    assert desk.session.is_live
    desk.click(desk.free(), RIGHT)
    desk.session.show_move(1)
    known = len(desk.session.settled)
    desk.has_learned()
    assert len(desk.session.settled) > known
    desk.assert_sound()
    desk.session.show_live()
    desk.assert_sound()


@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_the_past_of_a_game_that_is_over_is_one_under_way(desk: Desk, state: State) -> None:
    if state is State.LOST:
        desk.lose()
    while not desk.session.state.is_over:
        desk.click(desk.free())
    desk.has_learned()
    desk.assert_sound()
    seen: list[State] = []
    desk.session.state_changed.connect(seen.append)
    desk.session.undo()
    assert seen == [State.PLAYING]
    desk.assert_sound()
    assert ("before the fatal move" in desk.session.status) == (state is State.LOST)
    desk.session.redo()
    assert seen == [State.PLAYING, state]
    desk.assert_sound()


def test_a_new_game_has_no_past(desk: Desk) -> None:
    desk.session.show_move(4)
    desk.session.new_game()
    assert desk.session.is_live
    assert desk.timeline.slider.maximum() == 0
    desk.assert_sound()


@pytest.mark.parametrize("shown", [3, 11])
def test_what_the_ai_is_told_holds_for_the_past_too(desk: Desk, shown: int) -> None:
    desk.session.show_move(shown)
    for tells in (True, False):
        desk.session.set_uses_mine_count(tells)
        desk.has_learned()
        assert desk.session.shown_move == shown
        desk.assert_sound()
        desk.session.show_move(5)
        desk.assert_sound()
        desk.session.show_move(shown)


def test_marks_below_the_slider_show_guesses_and_the_loss(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "cs50", seed=5)
    slider = desk.timeline.slider
    none = slider.grab().toImage()
    desk.click(desk.free())
    desk.click(desk.free())
    assert slider.guesses == [1]
    assert slider.grab().toImage() != none
    plain = slider.grab().toImage()
    desk.lose()
    lost = slider.grab().toImage()
    assert lost != plain
    bottom = [lost.pixelColor(x, lost.height() - 3) for x in range(lost.width())]
    assert any(colour.red() > colour.blue() + 60 for colour in bottom), "a red cross"


def test_all_of_it_has_names(desk: Desk) -> None:
    for button in desk.timeline.buttons.values():
        assert button.accessibleName()
        assert button.accessibleDescription()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert desk.timeline.accessibleName() == "Timeline"
    assert desk.timeline.slider.accessibleName() == "Move that is shown"
    assert desk.timeline.slider.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("tells", [False, True])
def test_stepping_through_an_expert_game_takes_less_than_a_frame(qtbot: QtBot, tells: bool) -> None:
    desk = Desk(qtbot, "expert", seed=3)
    desk.session.set_uses_mine_count(tells)
    desk.click((8, 15))
    desk.play(150)
    times = []
    for number in range(len(desk.session.moves) - 1, -1, -1):
        start = perf_counter()
        desk.session.show_move(number)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.016
