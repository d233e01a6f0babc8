"""Tests of the window on a real X server, played with the mouse; events come from the server, not from test tools."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from PySide6.QtCore import QSettings

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, State

pytestmark = pytest.mark.x11

LEFT, MIDDLE, RIGHT = 1, 2, 3


@pytest.fixture
def window(qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(GameSession(DIFFICULTIES["beginner"], seed=1), Preferences(settings))
    qtbot.addWidget(window)
    window.move(20, 20)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def mouse(window, xdotool):
    """Return a function that moves the X server's pointer to a cell and runs further xdotool commands there."""

    def mouse(cell, *rest):
        view = window.board_view
        point = view.viewport().mapToGlobal(view.visualRect(view.model().index(*cell)).center())
        scale = view.devicePixelRatioF()
        xdotool("mousemove", round(point.x() * scale), round(point.y() * scale), *rest)

    return mouse


def test_a_game_is_won_with_the_mouse(window, mouse, qtbot):
    session = window.session
    assert "ready" in window.windowTitle()

    mouse((4, 4), "click", LEFT)
    qtbot.waitUntil(lambda: session.view.state is State.PLAYING)
    qtbot.waitUntil(lambda: not session.is_learning)
    game = session.game
    assert len(game.clues) > 1, "the first click opens an area"
    assert "playing" in window.windowTitle()

    # A clue whose mines can be flagged and that then has something to open.
    def covered(cell):
        return session.view.board.neighbours(cell) - game.clues.keys()

    clue = next(cell for cell in sorted(game.clues) if game.clues[cell] and covered(cell) - game.mines)
    mines = sorted(covered(clue) & game.mines)
    for mine in mines:
        mouse(mine, "click", RIGHT)
    qtbot.waitUntil(lambda: game.mines_found == set(mines))
    safe = sorted(covered(clue) - game.mines)

    mouse(safe[0], "mousedown", LEFT)
    mouse(clue, "mouseup", LEFT)
    mouse(mines[0], "click", RIGHT)  # events keep their order: when this one has come, the drag is over
    qtbot.waitUntil(lambda: mines[0] not in game.mines_found)
    assert safe[0] not in game.clues, "dragging off cancels"
    mouse(mines[0], "click", RIGHT)
    qtbot.waitUntil(lambda: mines[0] in game.mines_found)

    mouse(clue, "click", MIDDLE)
    qtbot.waitUntil(lambda: game.clues.keys() >= set(safe))

    for cell in sorted(set(game.grid.cells) - game.mines):
        if cell not in game.clues:
            mouse(cell, "click", LEFT)
            qtbot.waitUntil(lambda cell=cell: cell in game.clues)
    qtbot.waitUntil(lambda: session.view.state is State.WON)
    assert "won" in window.windowTitle()
    assert game.mines_found == game.mines, "the rest is flagged"


def test_a_game_is_lost_with_the_mouse(window, mouse, qtbot):
    session = window.session
    mouse((4, 4), "click", LEFT)
    qtbot.waitUntil(lambda: session.view.state is State.PLAYING)
    mouse(min(session.game.mines), "click", LEFT)
    qtbot.waitUntil(lambda: session.view.state is State.LOST)
    assert "lost" in window.windowTitle()


@pytest.fixture
def russian():
    """The keyboard has a Russian layout and no other."""
    if shutil.which("setxkbmap") is None:
        pytest.skip("setxkbmap is not installed")
    subprocess.run(["setxkbmap", "ru"], check=True)
    yield
    subprocess.run(["setxkbmap", "us"], check=True)


def test_letters_act_by_their_places_and_f_on_the_cell_under_the_mouse(russian, window, mouse, xdotool, qtbot):
    place_of_f, place_of_r = 41, 27
    game = window.session.game
    xdotool("windowfocus", "--sync", int(window.winId()))
    qtbot.waitUntil(window.board_view.hasFocus)
    xdotool("key", place_of_f)
    qtbot.waitUntil(lambda: game.mines_found == {(0, 0)})
    mouse((5, 6))
    qtbot.waitUntil(lambda: window.board_view.hovered_cell == (5, 6))
    xdotool("key", place_of_f)
    qtbot.waitUntil(lambda: game.mines_found == {(0, 0), (5, 6)})
    xdotool("key", place_of_r)
    qtbot.waitUntil(window.actions_by["risks"].isChecked)
