"""Tests of the pause of a session: the clock stands, nothing is played, and searches stop until it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minesweeper_qt.model import DIFFICULTIES, State
from tests.gui.support.played import MakePlayed, Played, make_played
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.waiting import WaitingSchedule

__all__ = ["engine", "make_played"]  # fixtures


@pytest.fixture
def playing(make_played: MakePlayed, time: WaitingSchedule) -> Played:
    """A game with an area opened, whose seconds the test sets."""
    played = make_played(seconds=time.now)
    played.click((4, 4))
    assert played.game.state is State.PLAYING
    return played


def test_the_clock_stands_while_the_game_is_paused(playing: Played, time: WaitingSchedule) -> None:
    clock, pause = playing.session.clock, playing.session.pause
    time.wait(5000)
    assert clock.seconds == 5
    pause.toggle()
    assert pause.is_on
    time.wait(95_000)
    clock.tick()
    assert clock.seconds == 5
    assert not clock.is_running
    pause.toggle()
    assert clock.is_running
    time.wait(3000)
    assert clock.seconds == playing.session.playthrough.seconds == 8
    for _ in range(2):
        pause.begin()
        time.wait(60 * 1000)
        pause.end()
    playing.end(State.WON)
    assert playing.session.playthrough.seconds == 8
    assert playing.session.playthrough.history.turns[-1].seconds == 8


def test_the_game_is_paused_where_it_was_when_the_computer_fell_asleep(playing: Played, time: WaitingSchedule) -> None:
    session = playing.session
    time.wait(5000)
    time.seconds += 2.9
    session.clock.tick()
    assert not session.pause.is_on, "a computer that is busy may take so long"
    time.seconds += 3600
    session.clock.tick()
    assert session.pause.is_on
    assert session.clock.seconds == 7
    assert session.playthrough.seconds == pytest.approx(7.9)
    session.pause.end()
    time.wait(1000)
    assert session.clock.seconds == 8
    session.autoplay.start()
    time.seconds += 3600
    session.clock.tick()
    assert not session.pause.is_on, "the AI plays on"


def test_a_past_moment_has_its_own_time_while_the_game_goes_on(playing: Played, time: WaitingSchedule) -> None:
    clock, timeline = playing.session.clock, playing.session.timeline
    time.wait(5 * 1000)
    playing.click(playing.free())
    time.wait(7 * 1000)
    for number, shown in ((1, 0), (0, 0), (2, 12)):
        timeline.show_move(number)
        assert clock.seconds == shown
    timeline.show_move(1)
    time.wait(9000)
    assert clock.seconds == 0
    timeline.show_live()
    assert clock.seconds == 21


CALLS: dict[str, Callable[[Played], object]] = {
    "reveal": lambda played: played.session.player.reveal(played.free()),
    "flag": lambda played: played.session.player.toggle_flag(played.free()),
    "chord": lambda played: played.session.player.chord(played.number()),
    "move": lambda played: played.session.autoplay.move(),
    "start": lambda played: played.session.autoplay.start(),
    "hint": lambda played: played.session.request_hint(),
    "undo": lambda played: played.session.timeline.undo(),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_played_meanwhile(playing: Played, name: str) -> None:
    session = playing.session
    session.pause.begin()
    before = playing.snapshot()
    CALLS[name](playing)
    playing.receive()
    assert playing.snapshot() == before
    assert not session.autoplay.is_running
    assert playing.pause is None
    assert not session.autoplay.is_pending
    assert session.timeline.is_live
    assert session.view.hint is None
    assert not session.advice.is_choice_requested


def test_auto_play_stops_and_does_not_go_on_by_itself(playing: Played) -> None:
    playing.session.autoplay.set_speed(1)
    playing.session.autoplay.start()
    playing.qtbot.waitUntil(lambda: playing.pause is not None)
    playing.session.pause.begin()
    assert not playing.session.autoplay.is_running
    assert playing.pause is None
    assert playing.session.pause.is_on
    playing.session.pause.end()
    assert not playing.session.autoplay.is_running


def test_searches_stop_and_are_taken_up_again(make_played: MakePlayed) -> None:
    session = (played := make_played("expert")).session
    played.click((8, 8))
    session.set_chances_enabled(True)
    assert session.worker.is_computing
    session.pause.begin()
    assert not session.worker.is_computing
    session.pause.end()
    played.wait_until_computed()
    assert session.view.chances is not None
    session.levels.set_needed("test", True)
    assert session.worker.is_computing
    session.pause.begin()
    assert not session.worker.is_computing
    session.pause.end()
    played.qtbot.waitUntil(lambda: session.levels.found is not None)


def test_a_rating_goes_on_and_the_search_for_a_hint_stops(make_played: MakePlayed, engine: type[GatedEngine]) -> None:
    played = make_played("cs50", seed=2)
    engine.gate.shut()
    played.click(played.free())
    played.qtbot.waitUntil(lambda: bool(engine.gate.came))
    played.session.request_hint()
    assert played.session.advice.is_choice_requested
    played.session.pause.begin()
    assert not played.session.advice.is_choice_requested
    engine.gate.open()
    played.wait_until_computed()
    assert played.session.pause.is_on
    assert played.session.playthrough.history.turns[0].risk is not None


def test_only_a_game_under_way_can_be_paused(make_played: MakePlayed) -> None:
    played = make_played()
    pause = played.session.pause
    for state in (State.READY, State.PLAYING, State.LOST):
        if state is State.PLAYING:
            played.click((4, 4))
        elif state is State.LOST:
            played.end(State.LOST)
        pause.begin()
        assert pause.is_possible is pause.is_on is (state is State.PLAYING)
        pause.end()
        assert not pause.is_on


STARTS: dict[str, Callable[[Played], object]] = {
    "new game": lambda played: played.session.new_game(),
    "restart": lambda played: played.session.restart(),
    "level": lambda played: played.session.new_game(DIFFICULTIES["intermediate"]),
}


@pytest.mark.parametrize("how", STARTS)
def test_another_game_is_not_paused(playing: Played, how: str) -> None:
    playing.session.pause.begin()
    STARTS[how](playing)
    assert not playing.session.pause.is_on
    playing.click(playing.free())
    assert playing.game.state is not State.READY
    assert playing.session.clock.is_running is (playing.game.state is State.PLAYING)


def test_a_pause_at_an_earlier_move_goes_on_there(playing: Played) -> None:
    timeline = playing.session.timeline
    playing.click(playing.free())
    timeline.undo()
    assert not timeline.is_live
    move = timeline.shown_move
    playing.session.pause.begin()
    assert playing.session.pause.is_on
    playing.session.pause.end()
    assert timeline.shown_move == move
