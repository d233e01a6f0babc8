"""Tests of the note "with help": the header has it at once, the status says it once in a game."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import State
from tests.gui.support.heard import Heard
from tests.gui.support.windows import CTRL, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

SENTENCE = "Now with help: no record."


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    """Return a player of *Play* after a first click."""
    player = make_player("beginner", seed=3)
    player.window.show_view(WindowView.PLAY)
    player.click((4, 4))
    return player


def note(player: Player) -> str:
    return player.window.header.accessibleDescription().removeprefix("any board").removeprefix("; ")


def test_the_first_help_is_said_at_once_and_only_once(player: Player, heard: Heard) -> None:
    player.window.resize(640, 480)
    player.wait_until_laid_out()
    for name in ("hint", "risks", "overlay", "levels", "why"):
        player.again()
        player.click((4, 4))
        assert note(player) == ""
        heard.take()
        player.action(name).trigger()
        player.wait_until_computed()
        assert note(player) == "with help"
        assert player.status.endswith(SENTENCE)
        assert "".join(heard.take()).count(SENTENCE.rstrip(".")) == 1
        player.click(player.free())
        player.view.setFocus()
        player.key(Key.Key_H)
        assert not player.session.status.text.endswith(SENTENCE)
        if player.action(name).isChecked():
            player.action(name).trigger()


def test_what_stays_on_is_in_the_header_from_the_start_and_not_said_again(player: Player) -> None:
    player.preferences.keeps_risks = True
    player.action("risks").trigger()
    player.action("new_game").trigger()
    assert note(player) == "with help"
    player.click((4, 4))
    assert SENTENCE not in player.session.status.text
    player.action("new_game").trigger()
    player.action("risks").trigger()
    assert note(player) == "", "it was taken away before the first move"


def test_a_known_board_is_noted_but_no_help_after_the_end_or_of_the_ai_alone(player: Player) -> None:
    for key in (None, Key.Key_R):
        player.click((4, 4))
        player.key(Key.Key_R, CTRL)
        if key is not None:
            player.key(key)
        player.end(State.WON)
        assert note(player) == "known board"
        assert player.window.result.card.detail.text().endswith("known board")
    player.again()
    player.click((4, 4))
    player.end(State.WON)
    player.action("risks").trigger()
    assert note(player) == ""
    assert SENTENCE not in player.session.status.text
    player.action("risks").trigger()
    for starts, text in ((True, "with help"), (False, "")):
        player.again()
        if starts:
            player.click((4, 4))
        player.action("ai_move").trigger()
        player.wait_until_learned()
        assert note(player) == text
