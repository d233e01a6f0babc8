"""Tests of the mouse: what clicks, drags and chords on the board do."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import Cell, State, Verb
from tests.gui.support.windows import LEFT, MIDDLE, NOTHING, RIGHT, MakePlayer, Player

pytestmark = pytest.mark.slow


def test_left_reveals_on_release_the_cell_that_looks_pressed_unless_the_mouse_left_it(player: Player) -> None:
    player.move((0, 0))
    hovered = player.picture((0, 0))
    player.press((0, 0))
    assert player.picture((0, 0)) != hovered
    player.move((0, 1))
    player.move((0, 0))
    assert player.picture((0, 0)) == hovered
    player.release((0, 0))
    before = player.snapshot()
    player.press((0, 0))
    player.move((0, 1))
    player.release((0, 1))
    assert player.snapshot() == before
    player.press((0, 0))
    player.move((3, 3))
    player.move((0, 0))
    player.release((0, 0))
    assert player.snapshot() == before
    viewport = player.view.viewport()
    player.press((0, 0))
    player.qtbot.mouseRelease(viewport, LEFT, pos=viewport.rect().bottomRight() * 2)
    assert player.snapshot() == before
    player.press((0, 0))
    player.action("new_game").trigger()
    player.release((0, 0))
    assert player.game.state is State.READY
    assert player.game.history == [], "it was pressed in another game"
    cell = player.free()
    player.press(cell)
    assert player.face(cell) is Face.COVERED
    player.release(cell)
    assert player.face(cell) is Face.REVEALED


def test_right_flags_on_press_and_takes_off_covered_cells_alone(player: Player) -> None:
    cell = player.free()
    player.press(cell, RIGHT)
    assert player.face(cell) is Face.FLAGGED
    player.release(cell, RIGHT)
    assert player.game.mines_found == {cell}
    player.click(cell)
    assert player.face(cell) is Face.FLAGGED
    assert "flag" in player.status
    assert player.game.state is State.READY
    player.press(cell, RIGHT)
    assert player.face(cell) is Face.COVERED
    player.release(cell, RIGHT)
    assert player.game.mines_found == set()
    player.click((4, 4))
    before = player.snapshot()
    player.click(player.number(), RIGHT)
    assert player.snapshot() == before
    before = player.snapshot()
    area, ruler = player.window.board_area, player.window.board_view.horizontalHeader().viewport()
    for button in (LEFT, RIGHT, MIDDLE):
        player.qtbot.mouseClick(area, button, pos=area.rect().topLeft())
        player.qtbot.mouseClick(ruler, button)
    assert player.snapshot() == before


# -- chords


def ready_to_chord(player: Player) -> tuple[Cell, set[Cell]]:
    """Open an area and flag the mines around a number of it; return that, and the covered cells around it."""
    player.again()
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    number = player.number()
    player.flag(player.around(number) & player.game.mines)
    hidden = player.around(number) & player.covered()
    assert hidden
    return number, hidden


def test_left_or_middle_or_both_buttons_on_a_number_chord_and_what_is_no_chord_changes_nothing(player: Player) -> None:
    for button in (LEFT, MIDDLE):
        number, hidden = ready_to_chord(player)
        player.click(number, button)
        assert all(player.face(cell) is Face.REVEALED for cell in hidden)
        assert player.game.state is not State.LOST
    for first, second in ((LEFT, RIGHT), (RIGHT, LEFT)):
        for first_up, last_up in ((LEFT, RIGHT), (RIGHT, LEFT)):
            number, hidden = ready_to_chord(player)
            steps = len(player.game.history)
            player.press(number, first)
            player.press(number, second)
            assert len(player.game.history) == steps
            player.release(number, first_up)
            player.release(number, last_up)
            assert all(player.face(cell) is Face.REVEALED for cell in hidden)
            assert len(player.game.history) == steps + 1
    number, _ = ready_to_chord(player)
    before = player.snapshot()
    player.press(number, MIDDLE)
    player.move((0, 0) if number != (0, 0) else (0, 1))
    player.release(number, MIDDLE)
    assert player.snapshot() == before, "it was dragged off"
    covered = player.free()
    for first_up, last_up in ((LEFT, RIGHT), (RIGHT, LEFT)):
        player.press(covered, LEFT)
        player.press(covered, RIGHT)
        player.release(covered, first_up)
        player.release(covered, last_up)
        assert player.snapshot() == before, "it was covered"
    player.again()
    player.click((4, 4))
    number = player.number()
    before = player.snapshot()
    for button in (LEFT, MIDDLE):
        player.click(number, button)
        assert player.snapshot() == before, "there were too few flags"
        clue = player.game.clues[number]
        assert f"the {clue} needs {clue} flag" in player.status


def test_the_second_of_two_quick_clicks_is_a_click_and_a_press_on_what_the_ai_opens_is_none(player: Player) -> None:
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
    player.again()
    player.click((4, 4))
    game = player.game
    number = min(cell for cell in player.covered() if game.nearby_mines(cell) == len(player.around(cell) & game.mines))
    player.flag(player.around(number) & player.game.mines)
    player.press(number)
    player.session.player.reveal(number)
    before = player.snapshot()
    player.release(number)
    assert player.snapshot() == before
    assert str(player.game.history[-1]) == f"reveal {number[0]} {number[1]}"


# -- a board that scrolls


def test_a_click_at_the_edge_does_not_scroll_the_board(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=3)
    player.window.board_area.set_zoom(64)
    view = player.window.board_view
    viewport, bars = view.viewport(), (view.horizontalScrollBar(), view.verticalScrollBar())
    before = [bar.value() for bar in bars]
    player.qtbot.mouseClick(viewport, Qt.MouseButton.RightButton, pos=viewport.rect().bottomRight())
    assert player.mines_left == 98
    assert [bar.value() for bar in bars] == before
    for bar in bars:
        bar.setValue(20)
    for corner in (QPoint(1, 1), viewport.rect().bottomRight() - QPoint(1, 1)):
        index = view.indexAt(corner)
        cell = (index.row(), index.column())
        assert not viewport.rect().contains(view.visualRect(index))
        player.qtbot.mouseClick(viewport, LEFT, pos=corner)
        assert cell in player.game.clues.keys() | set(player.game.exploded)
