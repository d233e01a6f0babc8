"""Tests of the mouse: what clicks, drags and chords on the board do."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import State, Verb
from tests.gui.support.windows import LEFT, MIDDLE, NOTHING, RIGHT, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(player: Player) -> Player:
    """A window with an area opened, so that there are numbers to chord on."""
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


def test_left_reveals_on_release(player: Player) -> None:
    cell = player.free()
    player.press(cell)
    assert player.face(cell) is Face.COVERED
    player.release(cell)
    assert player.face(cell) is Face.REVEALED


def test_dragging_off_cancels(player: Player) -> None:
    before = player.snapshot()
    player.press((0, 0))
    player.move((0, 1))
    player.release((0, 1))
    assert player.snapshot() == before


def test_dragging_off_and_back_stays_cancelled(player: Player) -> None:
    before = player.snapshot()
    player.press((0, 0))
    player.move((3, 3))
    player.move((0, 0))
    player.release((0, 0))
    assert player.snapshot() == before


def test_the_pressed_cell_looks_pressed_until_the_mouse_leaves_it(player: Player) -> None:
    player.move((0, 0))
    hovered = player.picture((0, 0))
    player.press((0, 0))
    assert player.picture((0, 0)) != hovered
    player.move((0, 1))
    player.move((0, 0))
    assert player.picture((0, 0)) == hovered
    player.release((0, 0))


def test_right_flags_on_press_and_takes_off(player: Player) -> None:
    cell = player.mine()
    player.press(cell, RIGHT)
    assert player.face(cell) is Face.FLAGGED
    player.release(cell, RIGHT)
    assert player.game.mines_found == {cell}
    player.press(cell, RIGHT)
    assert player.face(cell) is Face.COVERED
    player.release(cell, RIGHT)
    assert player.game.mines_found == set()


def test_a_flagged_cell_does_not_reveal(player: Player) -> None:
    cell = player.free()
    player.click(cell, RIGHT)
    player.click(cell)
    assert player.face(cell) is Face.FLAGGED
    assert "flag" in player.status
    assert player.game.state is State.READY


def test_a_revealed_cell_takes_no_flag(opened: Player) -> None:
    cell = opened.number()
    before = opened.snapshot()
    opened.click(cell, RIGHT)
    assert opened.snapshot() == before


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_left_or_middle_on_a_number_chords(opened: Player, button: object) -> None:
    number = opened.number()
    opened.flag(opened.around(number) & opened.game.mines)
    hidden = opened.around(number) & opened.covered()
    opened.click(number, button)
    assert hidden
    assert all(opened.face(cell) is Face.REVEALED for cell in hidden)
    assert opened.game.state is not State.LOST


@pytest.mark.parametrize("first, second", [(LEFT, RIGHT), (RIGHT, LEFT)])
@pytest.mark.parametrize("first_up", [LEFT, RIGHT])
def test_both_buttons_on_a_number_chord(opened: Player, first: object, second: object, first_up: object) -> None:
    number = opened.number()
    opened.flag(opened.around(number) & opened.game.mines)
    hidden = opened.around(number) & opened.covered()
    steps = len(opened.game.history)
    opened.press(number, first)
    opened.press(number, second)
    assert len(opened.game.history) == steps
    opened.release(number, first_up)
    opened.release(number, RIGHT if first_up is LEFT else LEFT)
    assert all(opened.face(cell) is Face.REVEALED for cell in hidden)
    assert len(opened.game.history) == steps + 1


@pytest.mark.parametrize("first_up", [LEFT, RIGHT])
def test_both_buttons_on_a_covered_cell_do_nothing(opened: Player, first_up: object) -> None:
    cell = opened.free()
    before = opened.snapshot()
    opened.press(cell, LEFT)
    opened.press(cell, RIGHT)
    opened.release(cell, first_up)
    opened.release(cell, RIGHT if first_up is LEFT else LEFT)
    assert opened.snapshot() == before


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_a_chord_with_too_few_flags_changes_nothing_and_the_status_explains_it(opened: Player, button: object) -> None:
    number = opened.number()
    before = opened.snapshot()
    opened.click(number, button)
    assert opened.snapshot() == before
    clue = opened.game.clues[number]
    assert f"the clue is {clue}, but there are 0 flags around it" in opened.status


def test_a_chord_with_a_wrong_flag_loses(opened: Player) -> None:
    number = next(
        cell
        for cell in sorted(opened.game.clues)
        if opened.game.clues[cell] == 1 and opened.around(cell) & opened.covered()
    )
    wrong = min(opened.around(number) & opened.covered())
    opened.click(wrong, RIGHT)
    opened.click(number)
    assert opened.game.state is State.LOST
    assert opened.face(wrong) is Face.WRONG_FLAG
    assert "1 flag was wrong" in opened.status
    assert opened.status.endswith(f"It was a chord on a wrong flag: {wrong} is no mine.")
    opened.wait_until_computed()
    assert "uess" not in opened.status
    turn = opened.session.timeline.moves[-1]
    assert status_text.safety_text(turn) == "wrong flag"
    assert str(status_text.headline(1, 1, turn)) == f"Move 1 of 1, lost: You opened around {number} on a wrong flag"
    assert status_text.reason_text(turn.reason) == f"a chord on a wrong flag: {wrong} is no mine"
    assert opened.window.result.card.detail.text().startswith("a chord on a wrong flag")
    assert len(opened.session.timeline.moves) not in opened.window.inspector.timeline_panel.slider.guesses
    (exploded,) = opened.game.exploded
    assert opened.face(exploded) is Face.EXPLODED


def test_a_chord_dragged_off_is_cancelled(opened: Player) -> None:
    number = opened.number()
    opened.flag(opened.around(number) & opened.game.mines)
    before = opened.snapshot()
    opened.press(number, MIDDLE)
    opened.move((0, 0) if number != (0, 0) else (0, 1))
    opened.release(number, MIDDLE)
    assert opened.snapshot() == before


def test_the_second_of_two_quick_clicks_is_a_click(player: Player) -> None:
    mine = player.mine()
    window, viewport = player.window, player.view.viewport()
    # Sent through the window system, which turns the second press into a double click.
    QTest.mouseDClick(window.windowHandle(), RIGHT, NOTHING, viewport.mapTo(window, player.at(mine)))
    row, column = mine
    assert [str(action) for action in player.game.history] == [f"flag {row} {column}", f"unflag {row} {column}"]
    cell = player.free()
    QTest.mouseDClick(window.windowHandle(), LEFT, NOTHING, viewport.mapTo(window, player.at(cell)))
    assert player.face(cell) is Face.REVEALED
    assert [action.verb for action in player.game.history[2:]] == [Verb.REVEAL, Verb.CHORD]


def test_clicks_beside_the_board_do_nothing(player: Player) -> None:
    before = player.snapshot()
    area, ruler = player.window.board_area, player.window.board_view.horizontalHeader().viewport()
    for button in (LEFT, RIGHT, MIDDLE):
        player.qtbot.mouseClick(area, button, pos=area.rect().topLeft())
        player.qtbot.mouseClick(ruler, button)
    assert player.snapshot() == before


def test_a_press_on_the_board_released_outside_does_nothing(player: Player) -> None:
    before = player.snapshot()
    viewport = player.view.viewport()
    player.press((0, 0))
    player.qtbot.mouseRelease(viewport, LEFT, pos=viewport.rect().bottomRight() * 2)
    assert player.snapshot() == before


@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_after_the_end_nothing_changes(player: Player, state: State) -> None:
    player.end(state)
    before, rows = player.snapshot(), player.rows()
    for button in (LEFT, RIGHT, MIDDLE):
        for cell in player.game.grid.cells:
            player.click(cell, button)
    assert player.snapshot() == before
    assert player.rows() == rows
    assert player.status == f"Not possible: the game is {state.value}; start a new one."


def test_a_new_game_during_a_press_cancels_the_press(player: Player) -> None:
    player.press((0, 0))
    player.action("new_game").trigger()
    player.release((0, 0))
    assert player.game.state is State.READY
    assert player.game.history == []


def test_a_click_on_a_partly_visible_cell_does_not_scroll_it_away(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=3)
    player.window.board_area.set_zoom(64)
    viewport = player.view.viewport()
    player.view.horizontalScrollBar().setValue(20)
    player.view.verticalScrollBar().setValue(20)
    for corner in (QPoint(1, 1), viewport.rect().bottomRight() - QPoint(1, 1)):
        index = player.view.indexAt(corner)
        cell = (index.row(), index.column())
        assert not viewport.rect().contains(player.view.visualRect(index))
        player.qtbot.mouseClick(viewport, LEFT, pos=corner)
        assert cell in player.game.clues.keys() | set(player.game.exploded)


def test_a_press_on_a_cell_that_the_ai_opens_before_the_release_does_not_chord(player: Player) -> None:
    player.click((4, 4))
    number = min(
        cell
        for cell in player.covered()
        if player.game.nearby_mines(cell) == len(player.around(cell) & player.game.mines)
    )
    player.flag(player.around(number) & player.game.mines)
    player.press(number)
    player.session.player.reveal(number)
    before = player.snapshot()
    player.release(number)
    assert player.snapshot() == before
    assert str(player.game.history[-1]) == f"reveal {number[0]} {number[1]}"


def test_a_press_at_the_edge_does_not_scroll_the_board(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=5)
    player.window.board_area.set_zoom(64)
    view = player.window.board_view
    before = view.horizontalScrollBar().value(), view.verticalScrollBar().value()
    edge = view.viewport().rect().bottomRight()
    player.qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=edge)
    assert player.mines_left == 98
    assert (view.horizontalScrollBar().value(), view.verticalScrollBar().value()) == before
