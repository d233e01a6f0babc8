"""Games that play on the timeline: each move is shown at its time, at each speed, until something stops them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random

import pytest

from minesweeper_qt.gui.session.game_review import GameReview
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import CLASSIC_RULES, Action, Minesweeper, Record, RecordedMove, Verb, read_game
from tests.gui.support.played import Played, make_played, played
from tests.gui.support.waiting import WaitingSchedule
from tests.paths import SHARED

__all__ = ["make_played", "played"]  # fixtures

SAMPLES = SHARED / "replays" / "samples"
TEN = ("avf-01.avf", "avf-03.avf", "avf-04.avf", "avf-05.avf", "evf-01.evf", "evf-02.evf", "evf-04.evf", "mvf-02.mvf")
TEN += ("rmv-01.rmv", "rmv-02.rmv")
FRAME = 0.021
"""The seconds by which a move may be late."""


def own_record(seed: int, *, has_times: bool = True) -> Record:
    """Return the record of a won game on a board of 3 to 6 rows and 4 to 9 columns, whose moves have random times."""
    rng = Random(seed)
    height, width = rng.randint(3, 6), rng.randint(4, 9)
    cells = [(row, column) for row in range(height) for column in range(width)]
    game = Minesweeper(height, width, 4, rules=CLASSIC_RULES, layout_mines=rng.sample(cells, 4))
    moves, seconds = list[RecordedMove](), 0.0
    for cell in rng.sample(cells, len(cells)):
        if cell not in game.mines and cell not in game.clues and not game.state.is_over:
            game.play(Action(Verb.REVEAL, cell))
            moves.append(RecordedMove((Action(Verb.REVEAL, cell),), seconds=seconds if has_times else None))
            seconds += rng.choice([0, 0.001, 0.3, 1.7, 6.5])
    return Record(height, width, 4, CLASSIC_RULES, None, None, tuple(moves), game.mines)


def opened(session: GameSession, record: Record) -> list[tuple[float, int]]:
    """Open the game of ``record``; return a list to which each move is added when it is shown, with the time."""
    session.open(*record.history())
    seen: list[tuple[float, int]] = []
    session.changed.connect(
        lambda before, now: now.move != before.move and seen.append((schedule.current.now(), now.move))
    )
    return seen


def assert_played(session: GameSession, time: WaitingSchedule, record: Record, speed: float) -> None:
    seen, timeline = opened(session, record), session.timeline
    times = [move.seconds for move in timeline.moves]
    timeline.speed = speed
    begun = time.seconds
    timeline.toggle_play()
    assert timeline.plays
    time.wait(1000 * ((times[-1] or 0) + len(times)) / speed + 100)
    assert not timeline.plays
    assert timeline.is_live
    assert [move for _, move in seen] == list(range(len(times) + 1)), "the start, and each move once"
    for number, (when, _) in enumerate(seen[1:]):
        due = number + 1 if times[0] is None else (times[number] or 0) - (times[0] or 0)
        assert -1e-6 <= when - begun - due / speed <= FRAME, number


@pytest.mark.parametrize("speed", [0.5, 1, 2, 4])
def test_own_games_play_at_their_times_and_a_move_a_second_without(
    played: Played, time: WaitingSchedule, speed: float
) -> None:
    for seed in range(3):
        assert_played(played.session, time, own_record(seed), speed)
    assert_played(played.session, time, own_record(3, has_times=False), speed)


@pytest.mark.long
@pytest.mark.skipif(find_spec("ms_toollib") is None or not SAMPLES.is_dir(), reason="needs ms_toollib and the samples")
@pytest.mark.parametrize("name", TEN)
def test_ten_replays_of_other_programs_play_at_four_speeds(played: Played, time: WaitingSchedule, name: str) -> None:
    record = read_game(SAMPLES / name)
    assert record.path
    for speed in (0.5, 1, 2, 4):
        places: list[tuple[float, float, float]] = []
        played.session.timeline.pointed.connect(places.extend)
        assert_played(played.session, time, record, speed)
        assert set(places) <= set(record.path)
        assert len(set(places)) > 0.5 * len(set(record.path)), "what is before the first move is not shown"
        played.session.timeline.pointed.disconnect(places.extend)


Stop = Callable[[GameSession], object]
STOPS: dict[str, Stop] = {
    "the button": lambda session: session.timeline.toggle_play(),
    "Esc": lambda session: session.timeline.stop(),
    "the end": lambda session: session.timeline.show_live(),
    "a click": lambda session: session.player.reveal(min(set(session.game.grid.cells) - session.view.clues.keys())),
    "another game": lambda session: session.new_game(),
}


@pytest.mark.parametrize("name", list(STOPS))
def test_a_game_that_plays_stops(played: Played, time: WaitingSchedule, name: str) -> None:
    session = played.session
    seen = opened(session, own_record(1))
    session.timeline.toggle_play()
    time.wait(900)
    assert session.view.plays
    STOPS[name](session)
    seen.clear()
    assert not session.view.plays
    time.wait(60_000)
    assert not seen


def test_a_pause_stops_and_a_jump_goes_on_from_there(played: Played, time: WaitingSchedule) -> None:
    session, timeline = played.session, played.session.timeline
    played.click((4, 4))
    for _ in range(3):
        time.wait(1000)
        played.click(played.free())
    timeline.toggle_play()
    assert (timeline.shown_move, timeline.plays) == (0, True)
    session.pause.begin()
    time.wait(2000)
    assert not timeline.plays
    session.pause.end()
    opened(session, own_record(2, has_times=False))
    timeline.toggle_play()
    time.wait(1500)
    timeline.show_move(4)
    time.wait(990)
    assert timeline.shown_move == 4
    time.wait(30)
    assert timeline.shown_move == 5


def test_a_game_stops_before_a_mistake_if_asked(played: Played, time: WaitingSchedule) -> None:
    session, timeline = played.session, played.session.timeline
    review = GameReview(session)
    opened(session, own_record(6))
    review.set_stops(True)
    played.qtbot.waitUntil(lambda: review.found is not None)
    mistakes = sorted(move.turn for move in review.mistakes)
    assert mistakes
    for number in mistakes:
        timeline.toggle_play()
        time.wait(100_000)
        assert (timeline.shown_move, timeline.plays) == (number - 1, False)
    review.set_wanted(True)
    review.set_stops(False)
    timeline.toggle_play()
    time.wait(100_000)
    assert timeline.is_live
    opened(session, own_record(5))
    played.qtbot.waitUntil(lambda: review.found is not None)  # for who wanted that before
