"""Tests of the preferences for mouse, touch and keys: each fails when the preference is ignored."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QPointingDevice
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Cell, State
from tests.gui.support.windows import LEFT, MIDDLE, RIGHT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def preferences(player: Player) -> Preferences:
    return player.window._preferences


@pytest.fixture
def opened(player: Player) -> Player:
    """A window with an area opened, so that there are numbers to chord on."""
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


def covered_pair(player: Player) -> tuple[Cell, Cell]:
    """Return two safe covered cells that are not neighbours."""
    cells = sorted(player.covered())
    return next((one, other) for one in cells for other in cells if other not in player.around(one) and other != one)


# -- a press that slides


def test_a_press_that_slides_is_cancelled(opened: Player) -> None:
    one, other = covered_pair(opened)
    before = opened.snapshot()
    opened.press(one)
    opened.move(other)
    opened.release(other)
    assert opened.snapshot() == before


# -- chord on left click


@pytest.mark.parametrize("chords", [True, False])
def test_a_left_click_on_a_number_chords_if_preferred(opened: Player, preferences: Preferences, chords: bool) -> None:
    preferences.chord_on_left = chords
    number = opened.number()
    opened.flag(opened.around(number) & opened.game.mines)
    hidden = opened.around(number) & opened.covered()
    opened.click(number)
    assert {opened.face(cell) is Face.REVEALED for cell in hidden} == {chords}


@pytest.mark.parametrize("way", ["middle", "both", "space"])
def test_other_chords_do_not_depend_on_the_left_button(opened: Player, preferences: Preferences, way: str) -> None:
    preferences.chord_on_left = False
    number = opened.number()
    opened.flag(opened.around(number) & opened.game.mines)
    hidden = opened.around(number) & opened.covered()
    if way == "middle":
        opened.click(number, MIDDLE)
    elif way == "both":
        opened.press(number, LEFT)
        opened.press(number, RIGHT)
        opened.release(number, LEFT)
        opened.release(number, RIGHT)
    else:
        opened.go_to(number)
        opened.key(Key.Key_Space)
    assert all(opened.face(cell) is Face.REVEALED for cell in hidden)


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


def wait_for_a_long_press(player: Player) -> None:
    player.qtbot.wait(QGuiApplication.styleHints().mousePressAndHoldInterval() + 100)


def test_a_short_touch_reveals(opened: Player) -> None:
    cell = opened.free()
    Finger(opened, cell).lift(cell)
    assert opened.face(cell) is Face.REVEALED


def test_a_long_touch_flags_while_the_finger_is_down(opened: Player) -> None:
    cell = opened.free()
    finger = Finger(opened, cell)
    opened.qtbot.waitUntil(lambda: opened.face(cell) is Face.FLAGGED)
    finger.lift(cell)
    assert opened.face(cell) is Face.FLAGGED


def test_a_long_touch_reveals_if_that_is_preferred(opened: Player, preferences: Preferences) -> None:
    preferences.long_press_flags = False
    cell = opened.free()
    finger = Finger(opened, cell)
    wait_for_a_long_press(opened)
    assert opened.face(cell) is Face.COVERED
    finger.lift(cell)
    assert opened.face(cell) is Face.REVEALED


def test_a_long_touch_that_left_its_cell_flags_nothing(opened: Player) -> None:
    one, other = covered_pair(opened)
    finger = Finger(opened, one)
    finger.slide(other)
    wait_for_a_long_press(opened)
    finger.lift(other)
    assert opened.game.mines_found == set()
    assert {opened.face(one), opened.face(other)} == {Face.COVERED}


def test_a_long_touch_on_a_number_flags_nothing(opened: Player) -> None:
    number = opened.number()
    before = opened.snapshot()
    finger = Finger(opened, number)
    wait_for_a_long_press(opened)
    assert opened.snapshot() == before
    finger.lift(number)


def test_a_long_press_of_the_mouse_reveals(opened: Player) -> None:
    cell = opened.free()
    opened.press(cell)
    wait_for_a_long_press(opened)
    opened.release(cell)
    assert opened.face(cell) is Face.REVEALED


@pytest.mark.parametrize("end", ["new game", "close"])
def test_a_game_that_is_replaced_under_the_finger_gets_no_flag(opened: Player, end: str) -> None:
    cell = opened.free()
    finger = Finger(opened, cell)
    if end == "new game":
        opened.session.new_game(seed=1)
    else:
        opened.window.close()
    wait_for_a_long_press(opened)
    assert opened.game.mines_found == set()
    finger.lift(cell)
