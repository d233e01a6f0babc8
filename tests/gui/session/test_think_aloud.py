"""Tests of Think Aloud: a slow run says each move before it makes exactly that move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QAccessible

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.autoplay import Announcement
from minesweeper_qt.model import CS50_RULES, Guesses, Minesweeper, State
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from tests.gui.support.played import MakePlayed, Played, make_played

__all__ = ["make_played"]  # a fixture


@pytest.fixture
def thinking(make_played: MakePlayed) -> Played:
    """A run at a move in 4 s that has said its first move after an opening, and waits."""
    played = make_played("beginner", seed=3)
    played.click((4, 4))
    played.session.autoplay.set_speed(0.25)
    played.session.autoplay.set_thinks_aloud(True)
    played.session.autoplay.start()
    wait_for_announcement(played)
    return played


def wait_for_announcement(played: Played) -> Announcement:
    autoplay = played.session.autoplay
    played.qtbot.waitUntil(lambda: autoplay.announcement is not None or not autoplay.is_running)
    assert autoplay.announcement is not None
    return autoplay.announcement


def test_the_move_is_said_and_marked_before_it_is_made(thinking: Played) -> None:
    said = wait_for_announcement(thinking)
    assert len(thinking.session.timeline.moves) == 1
    assert thinking.status.startswith(f"{said.cell} is safe: the ")
    assert said.highlight.safes == {said.cell}
    assert said.highlight.clues
    assert said.highlight.mines <= thinking.game.mines
    assert said.milliseconds == thinking.pause == 3500
    words = thinking.status
    thinking.end_pause()
    assert thinking.session.timeline.moves[-1].cell == said.cell
    assert thinking.session.autoplay.announcement is None
    assert thinking.status.startswith(words)
    assert thinking.pause == 500


def test_with_a_screen_reader_a_move_waits_until_it_is_spoken(thinking: Played, request: pytest.FixtureRequest) -> None:
    autoplay = thinking.session.autoplay
    QAccessible.setActive(True)
    request.addfinalizer(lambda: QAccessible.setActive(False))
    autoplay.set_speed(1)
    said = wait_for_announcement(thinking)
    assert said.milliseconds == len(thinking.session.status.without().spoken) * 75 > 1000


def test_before_a_fair_guess_it_says_that_other_cells_are_safe_too(make_played: MakePlayed) -> None:
    played = make_played("beginner")
    autoplay = played.session.autoplay
    played.session.open(Minesweeper(rules=replace(CS50_RULES, guesses=Guesses.FAIR), seed=1, dealer=FairDealer()))
    autoplay.set_strategy("exact")
    autoplay.set_speed(0.25)
    autoplay.set_thinks_aloud(True)
    autoplay.start()
    said = wait_for_announcement(played)
    assert played.status.startswith(f"No cell is certain. A guess at {said.cell}: a mine in 12 % of the layouts")
    assert played.status.endswith(status_text.OTHERS_ARE_SAFE)
    autoplay.stop()


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["cs50", "exact"])
def test_a_whole_game_makes_the_moves_that_are_said(make_played: MakePlayed, strategy: str) -> None:
    played = make_played("beginner", seed=9)
    autoplay = played.session.autoplay
    autoplay.set_strategy(strategy)
    autoplay.set_speed(1)
    autoplay.set_thinks_aloud(True)
    said: list[tuple[object, str]] = []
    played.session.changed.connect(
        lambda before, now: now.announcement and said.append((now.announcement.cell, played.session.status.text))
    )
    autoplay.start()
    while autoplay.is_running:
        if played.pause is not None and autoplay.announcement is None:
            played.end_pause()
        played.qtbot.waitUntil(lambda: autoplay.announcement is not None or not autoplay.is_running)
        before = len(played.session.timeline.moves)
        if autoplay.announcement is not None:
            autoplay.step()
            turn = played.session.timeline.moves[before]
            assert (turn.cell, True) == (said[-1][0], said[-1][1] in played.status)
    assert len(said) >= 3
    assert played.game.state.is_over


def test_a_step_makes_the_move_at_once_and_the_run_goes_on(thinking: Played) -> None:
    said = wait_for_announcement(thinking)
    thinking.session.autoplay.step()
    assert thinking.session.timeline.moves[-1].cell == said.cell
    assert thinking.session.autoplay.is_running
    thinking.end_pause()
    assert wait_for_announcement(thinking).cell != said.cell


def test_a_stop_a_move_of_the_player_and_a_higher_speed_drop_what_is_said(thinking: Played) -> None:
    autoplay = thinking.session.autoplay
    autoplay.set_speed(8)
    assert autoplay.announcement is None
    autoplay.set_speed(0.125)
    assert wait_for_announcement(thinking).milliseconds == 7000
    thinking.click(thinking.free())
    assert autoplay.announcement is None
    assert not autoplay.is_running
    moves = len(thinking.session.timeline.moves)
    autoplay.start()
    wait_for_announcement(thinking)
    autoplay.stop()
    assert autoplay.announcement is None
    assert thinking.status == status_text.STOPPED, "nothing is said that is not done"
    assert len(thinking.session.timeline.moves) == moves
    assert thinking.pause is None


def test_switched_off_the_run_goes_on_without_words_before_a_move(thinking: Played) -> None:
    thinking.session.autoplay.set_thinks_aloud(False)
    assert thinking.session.autoplay.announcement is None
    thinking.qtbot.waitUntil(lambda: len(thinking.session.timeline.moves) == 2)
    assert thinking.pause == 4000


def test_one_move_on_request_is_made_at_once_and_says_why(make_played: MakePlayed) -> None:
    played = make_played("beginner", seed=3)
    played.click((4, 4))
    played.session.autoplay.set_thinks_aloud(True)
    played.session.autoplay.set_speed(0.125)
    played.move()
    cell = played.session.timeline.moves[-1].cell
    assert played.status.startswith(f"{cell} is safe: the ")
    assert played.game.state is State.PLAYING
