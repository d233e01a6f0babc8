"""Tests of the preferences for mouse and touch: each fails when the preference is ignored."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QPointingDevice
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import CLASSIC_RULES, Cell, Minesweeper
from tests.gui.support.windows import LEFT, MIDDLE, RIGHT, Key, Player

pytestmark = pytest.mark.slow


# -- chord on left click


def test_a_left_click_on_a_number_chords_only_if_preferred_and_other_chords_always(player: Player) -> None:
    for chords, button in ((True, LEFT), (False, LEFT), (False, MIDDLE)):
        player.preferences.chord_on_left = chords
        player.again()
        player.click((4, 4))
        number = player.number()
        player.flag(player.around(number) & player.game.mines)
        hidden = player.around(number) & player.covered()
        player.click(number, button)
        opened = {player.face(cell) is Face.REVEALED for cell in hidden}
        assert opened == {chords or button is not LEFT}, (chords, button)


# -- touch


_screen: list[QPointingDevice] = []


def touch_screen() -> QPointingDevice:
    """Return a touch screen, which Qt keeps until the process ends."""
    if not _screen:
        _screen.append(QTest.createTouchDevice())
    return _screen[0]


class Finger:
    """A finger on the board."""

    def __init__(self, player: Player, cell: Cell) -> None:
        self._player = player
        self._port = player.view.viewport()
        QTest.touchEvent(self._port, touch_screen()).press(0, player.at(cell), self._port).commit()

    def slide(self, cell: Cell) -> None:
        QTest.touchEvent(self._port, touch_screen()).move(0, self._player.at(cell), self._port).commit()

    def lift(self, cell: Cell) -> None:
        QTest.touchEvent(self._port, touch_screen()).release(0, self._player.at(cell), self._port).commit()
        self._player.wait_until_learned()


@pytest.fixture
def opened(player: Player) -> Player:
    """A window with an area opened, so that there are numbers to touch."""
    player.click((4, 4))
    return player


def hold(player: Player) -> None:
    """Let so much time pass that a press becomes a long one."""
    player.time.wait(QGuiApplication.styleHints().mousePressAndHoldInterval())


def test_a_short_touch_reveals_and_a_long_one_flags_while_the_finger_is_down_if_preferred(opened: Player) -> None:
    cell = opened.free()
    Finger(opened, cell).lift(cell)
    assert opened.face(cell) is Face.REVEALED
    hold(opened)
    cell = opened.free()
    finger = Finger(opened, cell)
    assert opened.face(cell) is Face.COVERED
    hold(opened)
    assert opened.face(cell) is Face.FLAGGED
    finger.lift(cell)
    assert opened.face(cell) is Face.FLAGGED
    opened.preferences.long_press_flags = False
    cell = opened.free()
    finger = Finger(opened, cell)
    hold(opened)
    assert opened.face(cell) is Face.COVERED
    finger.lift(cell)
    assert opened.face(cell) is Face.REVEALED


def test_no_press_of_the_mouse_nor_one_that_slides_or_is_on_a_number_becomes_a_long_one(opened: Player) -> None:
    before, number = opened.snapshot(), opened.number()
    finger = Finger(opened, number)
    hold(opened)
    finger.lift(number)
    cells = sorted(opened.covered())
    one, other = next((one, other) for one in cells for other in cells if other not in {one} | opened.around(one))
    finger = Finger(opened, one)
    finger.slide(other)
    hold(opened)
    finger.lift(other)
    assert opened.snapshot() == before
    cell = opened.free()
    opened.press(cell)
    hold(opened)
    opened.release(cell)
    assert opened.face(cell) is Face.REVEALED


def test_a_game_that_is_replaced_under_the_finger_gets_no_flag(opened: Player) -> None:
    cell = opened.free()
    finger = Finger(opened, cell)
    opened.again()
    hold(opened)
    finger.lift(cell)
    assert opened.game.mines_found == set()


# -- the pointer


def test_keys_act_on_the_cell_under_the_pointer_only_if_preferred(opened: Player) -> None:
    pointed, other = sorted(opened.covered())[:2]
    for points, flagged in ((True, pointed), (False, other)):
        opened.preferences.keys_point = points
        opened.view.setFocus()
        opened.window.board_view.move_cursor(other)
        opened.key(Key.Key_D)
        framed = opened.picture(other)
        opened.move(pointed)
        assert (opened.picture(other) == framed) is not points, "the frame of the cursor is where keys act"
        opened.key(Key.Key_D)
        assert opened.picture(other) == framed
        opened.move(pointed)
        opened.key(Key.Key_F)
        assert opened.face(flagged) is Face.FLAGGED
        opened.session.player.toggle_flag(flagged)


def test_a_right_click_on_a_number_flags_what_it_proves_only_if_preferred(opened: Player) -> None:
    mines = [(0, 0), (1, 0)]
    opened.session.open(Minesweeper(3, 5, 2, rules=CLASSIC_RULES, layout_mines=mines))
    opened.click((0, 4))
    game, full, part = opened.game, (0, 1), (2, 1)
    assert [opened.around(cell) - game.clues.keys() for cell in (full, part)] == [{*mines}, {(1, 0), (2, 0)}]

    for flags, number in ((False, full), (True, part)):
        opened.preferences.flags_on_number = flags
        opened.click(number, RIGHT)
        assert not game.mines_found
    opened.click((1, 0), RIGHT)
    opened.click(full, RIGHT)
    assert game.mines_found == {*mines}, "the flag that was there stays"
