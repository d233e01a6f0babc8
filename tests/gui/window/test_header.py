"""Tests of the header: figures, the face that is New Game, and heights that nothing changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.window.face_button import Mood
from minesweeper_qt.model import State
from tests.gui.support.windows import LEFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def test_the_face_shows_how_the_game_stands(player: Player) -> None:
    face = player.window.header.face
    assert (face.mood, face.accessibleName()) == (Mood.CALM, "New Game")
    player.press((4, 4))
    assert face.mood is Mood.TENSE
    player.release((4, 4))
    assert face.mood is Mood.CALM
    player.end(State.WON)
    assert (face.mood, face.accessibleName()) == (Mood.WON, "New Game")
    assert face.accessibleDescription() == "The game is won"
    player.action("undo").trigger()
    assert face.mood is Mood.CALM
    player.action("live").trigger()
    assert face.mood is Mood.WON


def test_a_lost_game_has_a_face_and_a_press_does_not_change_it(player: Player) -> None:
    player.end(State.LOST)
    face = player.window.header.face
    assert face.mood is Mood.LOST
    player.press((0, 0))
    assert face.mood is Mood.LOST
    player.release((0, 0))


@pytest.mark.parametrize("way", ["click", "F2", "Ctrl+N"])
def test_the_face_and_its_keys_start_a_new_game(player: Player, way: str) -> None:
    player.end(State.LOST)
    before = player.game
    if way == "click":
        player.qtbot.mouseClick(player.window.header.face, LEFT)
    elif way == "F2":
        player.key(Key.Key_F2)
    else:
        player.action("new_game").trigger()
    assert player.game is not before
    assert player.window.header.face.mood is Mood.CALM


def places_of(window: MainWindow) -> list[QRect | tuple[int, int]]:
    """Return the places of header and board, and top and height of the footer, whose texts may make it wider."""
    footer = window.footer.geometry()
    return [window.header.geometry(), window.board_view.geometry(), (footer.top(), footer.height())]


@pytest.mark.parametrize("size", [(640, 480), (1280, 700)])
def test_header_and_footer_keep_their_heights(make_player: MakePlayer, size: tuple[int, int]) -> None:
    player = make_player(opens_panels=False)
    window = player.window
    for _ in range(3):
        window.resize(*size)
        player.wait_until_laid_out()
        places = places_of(window)
        player.end(State.LOST)
        player.key(Key.Key_O)
        player.qtbot.wait(1)
        assert places_of(window) == places
        player.key(Key.Key_O)
        player.key(Key.Key_F2)
        player.key(Key.Key_F9)
