"""Tests of the AI's moves in a session: one move, Auto-play with its speeds, and what stops it. No window is needed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.model import (
    DIFFICULTIES,
    AgentMoveKind,
    Difficulty,
    Minesweeper,
    MinesweeperAI,
    Playthrough,
    State,
    play_agent_move,
)
from tests.gui.support.played import MakePlayed, Played, make_played, played
from tests.gui.support.waiting import WaitingSchedule

__all__ = ["make_played", "played"]  # fixtures

OPEN = Difficulty.custom(30, 30, 20)
"""A board whose first click opens most of it, with the seed 1."""


@pytest.fixture
def running(make_played: MakePlayed) -> Played:
    """Auto-play at one move per second, with its first move made."""
    played = make_played("expert", seed=3)
    played.session.autoplay.set_speed(1)
    played.session.autoplay.start()
    played.qtbot.waitUntil(lambda: len(played.game.history) == 1)
    played.wait_until_learned()
    assert_runs(played)
    return played


def assert_runs(played: Played) -> None:
    """Check that Auto-play pauses before its next move."""
    assert played.session.autoplay.is_running
    assert played.pause == 1000


def assert_stopped(played: Played) -> None:
    assert not played.session.autoplay.is_running
    assert played.pause is None


# -- movers


def test_a_mover_from_outside_says_why_it_is_awaited_and_why_it_stops(played: Played) -> None:
    mover = SimpleNamespace(explains=False, wait_text="It thinks.", problem="", next_move=lambda until, is_first: None)
    autoplay = played.session.autoplay
    autoplay.add_mover("cs50", mover)
    autoplay.move()
    played.receive()
    assert (played.status, autoplay.is_pending) == ("It thinks.", True)
    mover.problem = "It can't go on."
    played.receive()
    assert (played.status, autoplay.is_pending) == ("It can't go on.", False)


# -- one move


def test_the_first_move_is_safe_where_the_rules_protect_it(make_played: MakePlayed) -> None:
    played = make_played()
    played.move()
    assert played.status.endswith(" is safe as the first cell. Revealed 22 cells.")
    assert played.game.clues
    turn = played.session.timeline.moves[0]
    assert status_text.safety_text(turn) == "safe"
    assert status_text.reason_text(turn.reason) == "The first cell is safe."
    assert str(status_text.headline(1, 1, turn)) == f"Move 1 of 1: AI opened {turn.cell}, safe"
    played = make_played("cs50", seed=4)
    played.move()
    assert played.status.startswith("No safe cell known: a random guess at ")
    assert status_text.safety_text(played.session.timeline.moves[0]) == "guess"


def test_a_flag_on_a_provably_safe_cell_comes_off_with_a_notice(played: Played) -> None:
    played.click((4, 4))
    cell = played.session.playthrough.snapshot.safe_move
    played.session.player.toggle_flag(cell)
    assert cell in played.game.mines_found
    played.move()
    assert cell in played.game.clues
    assert played.status.startswith(f"AI took your flag off {cell}. {cell} is safe: ")
    assert played.session.view.mines_left == played.game.mine_total


def test_when_only_flagged_cells_are_left_the_ai_stops_and_explains_it(make_played: MakePlayed) -> None:
    played = make_played("cs50", 5)
    # One number that settles nothing, and flags on all other cells.
    number = min(
        cell for cell in played.covered() if len(played.around(cell)) == 8 and 0 < played.game.nearby_mines(cell) < 8
    )
    played.click(number)
    for cell in set(played.game.grid.cells) - {number}:
        played.session.player.toggle_flag(cell)
    for play in (played.move, played.run):
        before = played.game.clues.copy()
        play()
        assert played.game.clues == before
        assert played.game.state is State.PLAYING
        assert "No moves left to make" in played.status
        assert "The AI does not guess on your 63 flags: take one off to go on." in played.status
        assert_stopped(played)


@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_no_move_after_the_end(played: Played, state: State) -> None:
    played.end(state)
    before, status = played.snapshot(), played.status
    played.session.autoplay.move()
    assert not played.session.autoplay.is_pending
    played.session.autoplay.start()
    assert_stopped(played)
    assert played.snapshot() == before
    assert played.status == status


def test_a_move_waits_until_a_big_opening_is_learned(make_played: MakePlayed, slow_machine: None) -> None:
    played = make_played(OPEN)
    played.session.player.reveal((15, 15))
    assert played.session.is_learning
    played.session.autoplay.move()
    assert len(played.game.history) == 1
    played.wait_until_learned()
    played.qtbot.waitUntil(lambda: len(played.game.history) == 2)
    assert played.status.startswith(f"{played.session.timeline.moves[-1].cell} is safe: ")
    assert played.session.playthrough.snapshot.moves_made == played.game.clues.keys()


@pytest.mark.parametrize("how", ["auto-play", "new game"])
def test_a_pending_move_is_dropped_when_something_else_is_done(
    make_played: MakePlayed, slow_machine: None, how: str
) -> None:
    played = make_played(OPEN)
    played.session.player.reveal((15, 15))
    played.session.autoplay.move()
    assert played.session.is_learning
    if how == "auto-play":
        played.session.autoplay.start()
        played.session.stop_autoplay()
    else:
        played.session.new_game()
    steps = len(played.game.history)
    assert not played.session.autoplay.is_pending
    assert_stopped(played)
    played.wait_until_learned()
    assert len(played.game.history) == steps


# -- Auto-play starts and stops


STOPPING: dict[str, tuple[Callable[[Played], object], int]] = {
    "the user": (lambda played: played.session.stop_autoplay(), 1),
    "a click": (lambda played: played.session.player.reveal(played.free()), 2),
    "a flag": (lambda played: played.session.player.toggle_flag(played.free()), 2),
    "a single move": (lambda played: played.session.autoplay.move(), 2),
    "a new game": (lambda played: played.session.new_game(), 0),
    "another level": (lambda played: played.session.new_game(DIFFICULTIES["beginner"]), 0),
    "a restart": (lambda played: played.session.restart(), 0),
}


@pytest.mark.parametrize("how", STOPPING)
def test_what_stops_auto_play(running: Played, how: str) -> None:
    changes: list[bool] = []
    running.session.changed.connect(lambda before, now: changes.extend([now.runs] * (now.runs is not before.runs)))
    stop, moves = STOPPING[how]
    stop(running)
    running.qtbot.waitUntil(lambda: not running.session.autoplay.is_pending)
    assert len(running.game.history) == moves
    assert changes == [False]
    assert_stopped(running)
    running.session.autoplay.set_speed(0)
    assert_stopped(running)


def test_a_new_speed_takes_effect_at_once(running: Played) -> None:
    running.session.autoplay.set_speed(4)
    assert running.pause == 250
    running.session.autoplay.set_speed(0)
    assert running.pause is None
    running.run()
    assert running.game.state.is_over or "No moves left" in running.status


def test_instant_can_be_slowed_down_and_stopped(make_played: MakePlayed, slow_machine: None) -> None:
    played = make_played("expert", seed=3)
    played.session.autoplay.set_speed(0)
    played.session.autoplay.start()
    played.qtbot.waitUntil(lambda: len(played.game.history) > 3)
    played.session.autoplay.set_speed(1)
    assert_runs(played)
    played.session.autoplay.set_speed(0)
    played.qtbot.waitUntil(lambda: len(played.game.history) > 5)
    steps = len(played.game.history)
    played.session.stop_autoplay()
    assert_stopped(played)
    played.wait_until_learned()
    assert len(played.game.history) == steps
    assert played.session.playthrough.snapshot.moves_made == played.game.clues.keys()


# -- Auto-play to the end


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_instant_makes_the_moves_that_the_model_makes(make_played: MakePlayed, difficulty: str) -> None:
    game = Minesweeper.at_difficulty(DIFFICULTIES[difficulty], seed=7)
    agent = MinesweeperAI(game.height, game.width, seed=7)
    while not game.state.is_over:
        move = play_agent_move(game, agent)
        for play in move.plays:
            for cell, clue in play.observations:
                agent.add_knowledge(cell, clue)
        if move.kind is AgentMoveKind.LAST:
            break
    played = make_played(difficulty, seed=7)
    played.run()
    assert played.game.history == game.history
    assert played.game.state.is_over or "No moves left to make" in played.status


# -- the event loop


class Ticks:
    """Reads a number between the events while a run goes on."""

    def __init__(self, read: Callable[[], int]) -> None:
        self.numbers: list[int] = []
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(lambda: self.numbers.append(read()))
        self._timer.start()

    def largest_step(self) -> int:
        self._timer.stop()
        return max(later - earlier for earlier, later in pairwise(self.numbers))


def test_an_instant_run_makes_few_moves_between_events(make_played: MakePlayed, time: WaitingSchedule) -> None:
    time.seconds_a_look = SLICE / 4
    played = make_played("expert", seed=3)
    ticks = Ticks(lambda: len(played.game.history))
    played.run()
    assert len(played.game.history) > 20
    assert 1 < ticks.largest_step() <= 8


def test_a_big_opening_is_learned_between_events_and_the_pause_comes_after_it(
    make_played: MakePlayed, slow_machine: None
) -> None:
    played = make_played(OPEN)
    learned = Ticks(lambda: len(played.session.playthrough.snapshot.moves_made))
    played.session.autoplay.set_speed(1)
    played.session.autoplay.start()
    played.qtbot.waitUntil(lambda: len(played.game.history) > 0)
    assert len(played.game.clues) > 100
    assert played.session.is_learning
    played.wait_until_learned()
    assert learned.largest_step() <= 4
    assert_runs(played)
    assert len(played.game.history) == 1


# -- errors


def test_a_mistake_while_a_move_is_carried_out_ends_autoplay(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: Playthrough, *arguments: object, **options: object) -> None:
        raise RuntimeError("a mistake in the program")

    monkeypatch.setattr(Playthrough, "play_choice", breaks)
    with played.qtbot.captureExceptions() as raised:
        played.run()
    assert [str(error) for _, error, _ in raised] == ["a mistake in the program"]
    assert_stopped(played)
    assert played.session.view.state is State.READY
