"""Tests of the question before a game is given up: once for each new game, by real clicks in the real dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QKeyCombination, QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from minesweeper_qt.gui.game.game_actions import GiveUpDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import DIFFICULTIES, BoardCode, State
from tests.gui.support.shown import activate
from tests.gui.support.windows import AUTOPLAY, CTRL, LEFT, SHIFT, Key, MakePlayer, Player

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


def answered(player: Player, button: str, again: bool = True) -> list[str]:
    """Press F2, and in the dialog the button with this text, Enter or Escape; return the texts of the dialogs."""
    shown: list[str] = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        if box is None:
            QTimer.singleShot(1, player.window, click)
            return
        assert isinstance(box, QMessageBox)
        shown.append(box.text())
        if button in ("", "Enter"):
            QTest.keyClick(box, Key.Key_Return if button else Key.Key_Escape)
            return
        if not again:
            QTest.mouseClick(box.checkBox(), LEFT, pos=QPoint(8, box.checkBox().height() // 2))
        QTest.mouseClick(next(each for each in box.buttons() if button in each.text().replace("&", "")), LEFT)

    activate(player.qtbot, player.window)
    click()
    player.key(Key.Key_F2)
    return shown


def test_each_way_to_another_game_asks_once_if_there_is_something_to_lose(
    playing: Player, asked: list[str], monkeypatch: pytest.MonkeyPatch, make_player: MakePlayer
) -> None:
    game = playing.game
    for press, main in (
        (lambda: playing.key(Key.Key_F2), "&New game"),
        (lambda: playing.key(Key.Key_N, CTRL), "&New game"),
        (lambda: playing.qtbot.mouseClick(playing.window.header.face, LEFT), "&New game"),
        (lambda: playing.key(Key.Key_4, CTRL), "&New game"),
        (lambda: playing.key(Key.Key_R, CTRL), "&Restart"),
    ):
        press()
        assert asked == [main]
        assert playing.game is game
        assert playing.window.actions_by.difficulties["beginner"].isChecked()
        asked.clear()
    playing.key(Key.Key_P)
    playing.key(Key.Key_F2)
    assert asked == ["&New game"]
    assert playing.session.pause.is_on, "a paused game stays paused"
    playing.key(Key.Key_P)
    asked.clear()
    custom = dialogs.CustomGame(DIFFICULTIES["beginner"], 5)
    for dialog, key, chosen in (
        (dialogs.CustomDialog, QKeyCombination(CTRL, Key.Key_5), custom),
        (dialogs.EnterCodeDialog, QKeyCombination(CTRL | SHIFT, Key.Key_V), BoardCode.of(game)),
    ):
        for answer in (None, chosen):
            monkeypatch.setattr(dialog, "ask", lambda *_, answer=answer: answer)
            playing.key(key)
            assert asked == ["&New game"] * (answer is not None)
            assert playing.game is game
            asked.clear()
    # Nothing is asked when there is nothing to lose or by preference.
    player = make_player(asks=True)

    def play_alone() -> None:
        player.key(AUTOPLAY)
        player.qtbot.waitUntil(lambda: player.game.state is State.PLAYING)
        player.key(AUTOPLAY)

    def prefer_none() -> None:
        player.click((4, 4))
        player.preferences.asks_new_game = False

    player.window.speed_slider.setValue(3)
    for begin, state in (
        (lambda: None, State.READY),
        (lambda: player.end(State.WON), State.WON),
        (lambda: player.end(State.LOST), State.LOST),
        (play_alone, State.PLAYING),
        (prefer_none, State.PLAYING),
    ):
        player.again()
        begin()
        assert player.game.state is state
        game = player.game
        player.key(Key.Key_F2)
        assert player.game is not game
        assert asked == []


def test_the_answers_in_the_dialog(playing: Player) -> None:
    before, game = playing.snapshot(), playing.game
    for no in ("", "Keep playing", "Enter"):
        assert len(answered(playing, no)) == 1
        assert playing.game is game
        assert playing.snapshot() == before
    for yes, again in (("New game", True), ("New game", False)):
        assert len(answered(playing, yes, again)) == 1
        assert playing.game is not game
        assert playing.preferences.asks_new_game is again
        activate(playing.qtbot, playing.window)
        playing.click((4, 4))
        game = playing.game
        assert game.state is State.PLAYING
    playing.key(Key.Key_F2)
    assert playing.game is not game, "it is not asked again"


def test_later_moves_are_asked_about_if_preferred(playing: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[int] = []
    monkeypatch.setattr(dialogs.BranchDialog, "ask", lambda moves, parent: bool(questions.append(moves)))
    playing.click(playing.free())
    playing.key(Key.Key_Z, CTRL)
    for asks in (True, False):
        playing.preferences.asks_branch = asks
        playing.key(Key.Key_Return, CTRL)
        assert len(questions) == 1
        assert playing.session.timeline.is_live is not asks
