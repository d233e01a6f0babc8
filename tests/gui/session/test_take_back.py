"""Tests of taking a move back: the game goes on before it, at once, and as one with help."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import State
from tests.gui.support.played import MakePlayed, Played, make_played

__all__ = ["make_played"]  # a fixture


@pytest.fixture
def played(make_played: MakePlayed) -> Played:
    made = make_played(seed=1)
    made.click((4, 4))
    return made


def test_after_a_loss_the_game_goes_on_before_the_fatal_click(played: Played) -> None:
    before, mines = played.snapshot(), played.game.mines
    played.click(played.mine())
    assert played.game.state is State.LOST
    played.session.take_back()
    assert played.snapshot() == before
    assert played.game.mines == mines
    assert played.status.startswith("Taken back. The game goes on with help: no record.")
    assert played.session.help.had
    played.end(State.WON)
    assert not played.session.can_take_back
    played.session.take_back()
    assert played.game.state is State.WON


def test_a_chord_is_taken_back_as_a_whole(played: Played) -> None:
    number = min(
        cell
        for cell, clue in played.game.clues.items()
        if len(played.around(cell) & played.game.mines) == clue > 0 and played.around(cell) & played.covered()
    )
    wrong = min(played.around(number) & played.covered())
    spared = min(played.around(number) & played.game.mines)
    for cell in {wrong, *(played.around(number) & played.game.mines)} - {spared}:
        played.session.player.toggle_flag(cell)
    before = played.snapshot()
    played.session.player.chord(number)
    assert played.game.state is State.LOST
    played.session.take_back()
    assert played.snapshot() == before


def test_a_mine_at_the_first_click_is_taken_back(make_played: MakePlayed) -> None:
    played = make_played("cs50")
    played.click(played.mine())
    assert played.game.state is State.LOST
    played.session.take_back()
    assert played.game.state is State.READY
    assert played.session.help.had


def test_only_the_last_move_that_is_in_sight_is_taken_back(played: Played) -> None:
    played.click(played.free())
    played.session.timeline.undo()
    assert not played.session.can_take_back, "an earlier move is shown; the later ones are not lost without a question"
    played.session.timeline.show_live()
    played.click(played.mine())
    played.session.timeline.undo()
    played.session.take_back()
    assert played.session.timeline.is_live
    assert len(played.session.timeline.moves) == 2
    assert played.game.state is State.PLAYING


def test_a_game_without_ai_hint_and_taken_back_moves_has_no_help(played: Played) -> None:
    assert not played.session.help.had
    played.move()
    assert played.session.help.had
