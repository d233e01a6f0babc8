"""Tests of Auto-play: start, stop, speed and end, and an event loop that stays responsive."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QToolButton

from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, MinesweeperAI, Playthrough, State
from tests.gui.support.windows import AUTOPLAY, LEFT, RIGHT, Key, MakePlayer, Player, seed_ending_in
from tests.model.support.agents import failing_after

pytestmark = pytest.mark.slow

BIG = Difficulty.custom(100, 100, 1500)


@pytest.fixture
def running(make_player: MakePlayer) -> Player:
    """Auto-play at one move per second, with its first move made."""
    player = make_player("expert", seed=3)
    player.window.speed_slider.setValue(0)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: len(player.game.history) == 1)
    assert player.session.autoplay.is_running
    return player


def assert_stopped(player: Player) -> None:
    assert not player.session.autoplay.is_running
    assert not player.action("autoplay").isChecked()
    assert "Stop" not in player.action("autoplay").text()
    steps = len(player.game.history)
    # If it were still running, the instant speed would make it move at once.
    player.window.speed_slider.setValue(7)
    player.qtbot.wait(20)
    assert len(player.game.history) == steps


def test_it_starts_and_shows_that_it_runs(running: Player) -> None:
    action = running.action("autoplay")
    assert action.isChecked()
    assert action.text() == "Stop Auto-&play"
    assert running.status.startswith("AI made a safe move: the first cell is safe.")


def test_p_stops_it(running: Player) -> None:
    running.key(AUTOPLAY)
    assert_stopped(running)


def test_the_menu_stops_it(running: Player) -> None:
    running.action("autoplay").trigger()
    assert_stopped(running)


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_a_click_on_the_board_stops_it_and_counts(running: Player, button: object) -> None:
    running.click(running.free(), button)
    assert len(running.game.history) == 2
    assert_stopped(running)


def test_a_single_step_stops_it_and_moves(running: Player) -> None:
    running.key(Key.Key_S)
    assert len(running.game.history) == 2
    assert_stopped(running)


@pytest.mark.parametrize("name", ["new_game", "restart"])
def test_another_game_stops_it(running: Player, name: str) -> None:
    running.action(name).trigger()
    assert running.game.history == []
    assert_stopped(running)


def test_another_difficulty_stops_it(running: Player) -> None:
    running.window.actions_by.difficulties["beginner"].trigger()
    assert running.game.history == []
    assert_stopped(running)


def test_switching_the_view_does_not_stop_it(running: Player) -> None:
    for key in (Key.Key_O, Key.Key_C, Key.Key_K, Key.Key_K, Key.Key_M, Key.Key_M, Key.Key_Right, Key.Key_Escape):
        running.key(key)
    assert running.session.autoplay.is_running


def test_it_can_be_started_again(running: Player) -> None:
    running.key(AUTOPLAY)
    running.key(AUTOPLAY)
    assert running.session.autoplay.is_running
    running.qtbot.waitUntil(lambda: len(running.game.history) == 2)


def test_a_new_speed_takes_effect_at_once(running: Player) -> None:
    running.window.speed_slider.setValue(7)
    running.qtbot.waitUntil(lambda: not running.session.autoplay.is_running, timeout=900)
    assert running.game.state.is_over or "No moves left" in running.status


def test_the_pause_between_moves_comes_after_a_big_opening_too(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulates a machine so slow that it learns one clue per time slice.
    monkeypatch.setattr("minesweeper_qt.gui.session.game_session.SLICE", 0.0)
    player = make_player(Difficulty.custom(30, 30, 20), seed=1)
    player.window.speed_slider.setValue(0)
    player.key(AUTOPLAY)
    # On a busy machine the learning may begin and end between two looks from outside.
    seen: list[bool] = []
    player.session.state_changed.connect(lambda _: seen.append(player.session.is_learning))
    player.qtbot.waitUntil(lambda: len(player.game.history) > 0)
    player.wait_until_learned()
    assert True in seen
    player.qtbot.wait(50)
    assert player.session.autoplay.is_running
    assert len(player.game.history) == 1


def test_instant_can_be_slowed_down(make_player: MakePlayer) -> None:
    player = make_player(BIG, seed=1)
    player.window.speed_slider.setValue(7)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: len(player.game.history) > 3)
    player.window.speed_slider.setValue(0)
    steps = len(player.game.history)
    player.qtbot.wait(100)
    assert player.session.autoplay.is_running
    assert len(player.game.history) == steps


@pytest.mark.parametrize("position", range(len(SPEEDS)))
def test_the_slider_sets_and_shows_the_speed(player: Player, position: int) -> None:
    player.window.speed_slider.setValue(position)
    speed = SPEEDS[position]
    assert player.session.autoplay.speed == speed
    words = "instant" if not speed else "1 move/s" if speed == 1 else f"{speed} moves/s"
    assert words in player.window.speed_slider.toolTip()
    assert player.window.speed_slider.accessibleDescription() == words


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_instant_plays_to_the_end(make_player: MakePlayer, difficulty: str) -> None:
    player = make_player(difficulty, seed=1)
    player.autoplay()
    assert player.game.state.is_over or "No moves left to make" in player.status
    assert not player.session.is_learning


def test_it_wins_by_the_rules_of_the_course(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.WON))
    player.autoplay()
    assert player.game.state is State.WON
    assert player.game.mines_found == player.game.mines
    assert player.mines_left == 0
    assert player.status.startswith("Won in ")
    assert player.status.endswith("No moves left to make: AI flagged the mines it knows.")
    assert player.window.windowTitle() == "Minesweeper - CS50 - won"


def test_it_loses_on_a_mine(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.LOST))
    player.autoplay()
    assert player.game.state is State.LOST
    (mine,) = player.game.exploded
    assert player.status.startswith("Lost after ")
    assert "No known safe move: AI made a random move." in player.status
    assert f"{mine} is a mine." in player.status
    assert player.window.windowTitle() == "Minesweeper - CS50 - lost"


def test_slow_and_instant_come_to_the_same_end(make_player: MakePlayer) -> None:
    histories = []
    for position in (6, 7):
        player = make_player("beginner", seed=4)
        player.autoplay(position)
        histories.append(player.game.history)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 3


def test_the_event_loop_stays_responsive_during_an_instant_run(make_player: MakePlayer) -> None:
    player = make_player(BIG, seed=1)
    ticks: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(len(player.game.history)))
    timer.start(5)
    player.autoplay()
    timer.stop()
    # The game advanced between the ticks, by few moves each time.
    assert len(set(ticks)) > 10
    assert max(later - earlier for earlier, later in pairwise(ticks)) < len(player.game.history) / 4


def test_the_event_loop_stays_responsive_while_a_big_opening_is_learned(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(100, 100, 20), seed=1)
    learned: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: learned.append(len(player.session.playthrough.snapshot.moves_made)))
    timer.start(5)
    player.autoplay()
    timer.stop()
    assert len(set(learned)) > 5
    assert max(later - earlier for earlier, later in pairwise(learned)) < len(player.game.clues) / 2


def test_new_game_in_the_middle_of_an_instant_run_takes_effect(make_player: MakePlayer) -> None:
    player = make_player(BIG, seed=1)
    old = player.game
    button = player.window.header.findChild(QToolButton)
    player.window.speed_slider.setValue(7)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: len(old.history) > 20)
    assert player.session.autoplay.is_running
    player.qtbot.mouseClick(button, LEFT)
    steps = len(old.history)
    assert player.game is not old
    assert player.game.history == []
    assert_stopped(player)
    assert len(old.history) == steps
    assert not old.state.is_over
    assert player.rows() == []
    assert player.mines_left == 1500


def test_the_stop_button_works_in_the_middle_of_an_instant_run(make_player: MakePlayer) -> None:
    player = make_player(BIG, seed=1)
    player.window.speed_slider.setValue(7)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: len(player.game.history) > 20)
    player.key(AUTOPLAY)
    steps = len(player.game.history)
    player.wait_until_learned()
    player.qtbot.wait(20)
    assert len(player.game.history) == steps
    assert player.session.playthrough.snapshot.moves_made == player.game.clues.keys()


def test_an_error_in_the_agent_ends_autoplay(make_player: MakePlayer) -> None:
    class Broken(MinesweeperAI):
        def make_safe_move(self) -> Cell | None:
            raise RuntimeError("someone else's agent")

    player = make_player(make_agent=Broken)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: not player.session.autoplay.is_running)
    assert player.session.view.state is State.READY
    assert player.status == (
        "The AI makes no move. The agent raised RuntimeError: someone else's agent. "
        "It learns and moves no more; a new game has a new agent."
    )
    player.click((4, 4))
    assert player.session.view.state is State.PLAYING


@pytest.mark.parametrize("speed", [7, 6])
def test_a_strategy_plays_on_without_an_agent_that_failed(make_player: MakePlayer, speed: int) -> None:
    player = make_player("beginner", make_agent=failing_after(5, lambda: ValueError("x not in list")))
    player.window.actions_by.strategies["exact"].trigger()
    player.click((4, 4))
    assert player.session.playthrough.failure is not None
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert len(player.session.timeline.moves) == 2
    player.autoplay(speed)
    assert player.game.state.is_over or not player.covered()
    assert "The agent raised ValueError: x not in list." in player.status


def test_a_mistake_while_a_move_is_carried_out_ends_autoplay(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: Playthrough, *arguments: object, **options: object) -> None:
        raise RuntimeError("a mistake in the program")

    monkeypatch.setattr(Playthrough, "play_choice", breaks)
    with player.qtbot.captureExceptions() as raised:
        player.session.autoplay.start()
        player.qtbot.waitUntil(lambda: not player.session.autoplay.is_running)
    assert [str(error) for _, error, _ in raised] == ["a mistake in the program"]
    assert player.session.view.state is State.READY
