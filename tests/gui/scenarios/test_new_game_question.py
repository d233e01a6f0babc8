"""Tests of the question before a game is given up: once for each new game, by real clicks in the real dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from minesweeper_qt.gui.game.game_actions import GiveUpDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import DIFFICULTIES, State
from tests.gui.support.windows import AUTOPLAY, CTRL, LEFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answer each question with no, and note its main button."""
    found: list[str] = []

    def ask(main: str, parent: object) -> tuple[bool, bool]:
        found.append(main)
        return False, True

    monkeypatch.setattr(GiveUpDialog, "ask", ask)
    return found


@pytest.fixture
def playing(make_player: MakePlayer) -> Player:
    """A game under way, about which the user is asked."""
    player = make_player(asks=True)
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


def answer(player: Player, button: str, again: bool = True) -> list[str]:
    """Click the button with this text in the next dialog, and return the texts that the dialogs have shown."""
    shown: list[str] = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.append(box.text())
        if not again:
            QTest.mouseClick(box.checkBox(), LEFT, pos=QPoint(8, box.checkBox().height() // 2))
        QTest.mouseClick(next(each for each in box.buttons() if button in each.text().replace("&", "")), LEFT)

    QTimer.singleShot(100, player.window, click)
    return shown


@pytest.mark.parametrize("way", ["F2", "Ctrl+N", "face", "level", "restart"])
def test_each_way_to_another_game_asks_once(playing: Player, asked: list[str], way: str) -> None:
    game = playing.game
    if way == "F2":
        playing.key(Key.Key_F2)
    elif way == "Ctrl+N":
        playing.key(Key.Key_N, CTRL)
    elif way == "face":
        playing.qtbot.mouseClick(playing.window.header.face, LEFT)
    elif way == "level":
        playing.key(Key.Key_4, CTRL)
    else:
        playing.key(Key.Key_R, CTRL)
    assert asked == ["&Restart" if way == "restart" else "&New game"]
    assert playing.game is game
    assert playing.window.actions_by.difficulties["beginner"].isChecked()


def test_a_yes_starts_the_game(playing: Player) -> None:
    game = playing.game
    shown = answer(playing, "New game")
    playing.key(Key.Key_F2)
    assert len(shown) == 1
    assert playing.game is not game


def test_a_no_keeps_the_game(playing: Player) -> None:
    before = playing.snapshot()
    answer(playing, "Keep playing")
    playing.key(Key.Key_F2)
    assert playing.snapshot() == before


def test_escape_keeps_the_game(playing: Player) -> None:
    game = playing.game
    QTimer.singleShot(100, playing.window, lambda: QTest.keyClick(QApplication.activeModalWidget(), Key.Key_Escape))
    playing.key(Key.Key_F2)
    assert playing.game is game


def test_it_can_be_switched_off_in_the_dialog(playing: Player) -> None:
    answer(playing, "New game", again=False)
    playing.key(Key.Key_F2)
    assert playing.window._preferences.asks_new_game is False
    playing.window.activateWindow()
    playing.qtbot.waitUntil(playing.window.isActiveWindow)
    playing.click((4, 4))
    game = playing.game
    playing.key(Key.Key_F2)
    assert playing.game is not game


def test_it_can_be_switched_off_in_the_preferences(playing: Player, asked: list[str]) -> None:
    playing.window._preferences.asks_new_game = False
    game = playing.game
    playing.key(Key.Key_F2)
    assert playing.game is not game
    assert asked == []


@pytest.mark.parametrize("state", [State.READY, State.WON, State.LOST])
def test_nothing_is_asked_when_there_is_nothing_to_lose(
    make_player: MakePlayer, asked: list[str], state: State
) -> None:
    player = make_player(asks=True)
    if state is not State.READY:
        player.end(state)
    game = player.game
    player.key(Key.Key_F2)
    assert player.game is not game
    assert asked == []


def test_nothing_is_asked_about_a_game_of_the_ai_alone(make_player: MakePlayer, asked: list[str]) -> None:
    player = make_player(asks=True)
    player.window.speed_slider.setValue(0)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: player.game.state is State.PLAYING)
    player.key(AUTOPLAY)
    game = player.game
    player.key(Key.Key_F2)
    assert player.game is not game
    assert asked == []


def test_the_dialog_of_a_custom_game_is_the_only_question(
    playing: Player, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda *_: dialogs.CustomGame(DIFFICULTIES["beginner"], 5))
    playing.key(Key.Key_5, CTRL)
    assert asked == []
    assert playing.game.seed == 5


def test_a_paused_game_is_asked_about_and_stays_paused(playing: Player, asked: list[str]) -> None:
    playing.key(Key.Key_P)
    playing.key(Key.Key_F2)
    assert asked == ["&New game"]
    assert playing.session.pause.is_on


@pytest.mark.parametrize("asks", [True, False])
def test_later_moves_are_asked_about_if_preferred(playing: Player, monkeypatch: pytest.MonkeyPatch, asks: bool) -> None:
    questions: list[int] = []
    monkeypatch.setattr(dialogs.BranchDialog, "ask", lambda moves, parent: bool(questions.append(moves)))
    playing.window._preferences.asks_branch = asks
    playing.click(playing.free())
    playing.key(Key.Key_Z, CTRL)
    playing.key(Key.Key_Return, CTRL)
    assert len(questions) == asks
    assert playing.session.timeline.is_live is not asks
