"""Tests of the AI's strategies: chosen in a menu, remembered, run in the worker, and cancelled at any moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QTimer

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.worker import Kind, Request, Worker
from minesweeper_qt.model import CS50_RULES, STRATEGIES, Minesweeper, Rule, State
from minesweeper_qt.model.play.playthrough import STUDENT
from tests.gui.support.delayed_moves import assert_late_answer_is_ignored, delayed_game, request_move
from tests.gui.support.slow import Gate, strategies
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, RIGHT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

__all__ = ["delayed_game", "strategies"]  # fixtures

ALT_KEYS = dict(zip(STRATEGIES, (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5), strict=True))


def chosen(player: Player) -> list[str]:
    return [name for name, action in player.window.actions_by.strategies.items() if action.isChecked()]


# -- choosing


def test_the_menu_has_an_entry_for_each_and_cs50_is_the_default(player: Player) -> None:
    assert tuple(STRATEGIES) == tuple(status_text.STRATEGY_DESCRIPTIONS)
    assert tuple(player.window.actions_by.strategies) == (*STRATEGIES, STUDENT)
    assert not player.window.actions_by.strategies[STUDENT].isEnabled(), "no agent was opened"
    assert chosen(player) == ["cs50"]
    assert player.session.autoplay.strategy == "cs50"


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_choice_in_the_menu_is_remembered(make_player: MakePlayer, name: str) -> None:
    player = make_player()
    player.window.actions_by.strategies[name].trigger()
    assert player.session.autoplay.strategy == name
    assert chosen(player) == [name]
    player.window.close()
    player = make_player()
    assert player.session.autoplay.strategy == name
    assert chosen(player) == [name]
    assert player.session.playthrough.uses_mine_count is (name in ("cs50-count", "cs50-overlap"))
    assert player.session.playthrough.uses_overlap_rule is (name == "cs50-overlap")


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_has_a_key(player: Player, name: str) -> None:
    player.window.actions_by.strategies["cs50-count" if name == "cs50" else "cs50"].trigger()
    player.key(ALT_KEYS[name], ALT)
    assert chosen(player) == [name]


def test_an_unknown_strategy_in_the_settings_is_ignored(make_player: MakePlayer) -> None:
    player = make_player()
    player.window.close()
    player.settings.setValue("strategy", "psychic")
    player.settings.sync()
    assert make_player().session.autoplay.strategy == "cs50"


def test_the_status_names_the_choice(player: Player) -> None:
    player.window.actions_by.strategies["expert"].trigger()
    assert player.status.startswith("The AI plays by Expert: the Strongest Play.")


def test_the_status_shows_whether_the_knowledge_base_uses_the_mine_count(player: Player) -> None:
    """Choosing the strongest play leaves the knowledge base unchanged, and the status describes it."""
    for first, uses_count in ((Key.Key_1, False), (Key.Key_2, True)):
        player.key(first, ALT)
        player.key(Key.Key_5, ALT)
        assert player.session.playthrough.uses_mine_count is uses_count
        assert player.status == "The AI plays by Expert: the Strongest Play. It counts the mines" + (
            "." if uses_count else "; the knowledge table leaves them uncounted."
        )
    player.key(Key.Key_M)
    assert player.status == (
        "The knowledge table no longer uses the number of mines; the AI, when it moves, still does."
    )
    player.key(Key.Key_M)
    assert player.status == "The knowledge table now uses the number of mines."
    player.key(Key.Key_1, ALT)
    assert player.status == "The AI plays by CS50: Sentences, Else Random."
    player.key(Key.Key_M)
    assert player.status.endswith("It plays by CS50, Told the Number of Mines.")


def test_the_tool_tips_of_playing_actions_name_the_strategy(player: Player) -> None:
    for key, name in ((Key.Key_5, "Expert: the Strongest Play"), (Key.Key_1, "CS50: Sentences, Else Random")):
        player.key(key, ALT)
        for action in ("ai_move", "autoplay", "step"):
            assert f"Strategy: {name} (" in player.action(action).toolTip()


def test_using_the_mine_count_chooses_another_strategy_of_the_agent(player: Player) -> None:
    strategy_actions, mine_count_action = player.window.actions_by.strategies, player.action("tell_mines")
    player.key(Key.Key_M)
    assert chosen(player) == ["cs50-count"]
    player.key(Key.Key_M)
    assert chosen(player) == ["cs50"]
    strategy_actions["cs50-count"].trigger()
    assert mine_count_action.isChecked()
    assert player.session.playthrough.uses_mine_count
    strategy_actions["expert"].trigger()
    assert mine_count_action.isChecked()
    for on in (False, True):
        player.key(Key.Key_M)
        assert mine_count_action.isChecked() is on
        assert chosen(player) == ["expert"]
    strategy_actions["cs50"].trigger()
    assert not mine_count_action.isChecked()
    assert not player.session.playthrough.uses_mine_count


def test_a_running_game_is_learned_anew_by_the_rules_of_the_strategy(player: Player) -> None:
    mines = [(0, 1), (0, 3), (1, 3), (0, 6)]
    player.session.open(Minesweeper(2, 7, 4, rules=CS50_RULES, layout_mines=mines))
    player.window.actions_by.strategies["cs50"].trigger()
    player.click((1, 1))
    player.click((1, 2))
    # Only the cells that both clues share settle (0, 0), the number of mines does not.
    for name, settles in (("cs50-overlap", True), ("exact", False), ("cs50-overlap", True), ("cs50", False)):
        player.window.actions_by.strategies[name].trigger()
        player.wait_until_learned()
        assert ((0, 0) in player.session.playthrough.snapshot.safes) is settles, name
        assert player.action("tell_mines").isChecked() is (name != "cs50")
    player.window.actions_by.strategies["cs50-overlap"].trigger()
    player.wait_until_learned()
    rules = [derivation.origin.rule for derivation in player.session.playthrough.snapshot.sentences]
    assert Rule.OVERLAP in rules
    player.click((0, 0))
    player.session.branch()
    assert player.session.playthrough.uses_overlap_rule
    player.key(Key.Key_M)
    assert chosen(player) == ["cs50"]
    assert not player.session.playthrough.uses_overlap_rule


# -- playing


@pytest.mark.parametrize("position", [6, 7])
@pytest.mark.parametrize("name", STRATEGIES)
def test_autoplay_ends_with_each_strategy(make_player: MakePlayer, name: str, position: int) -> None:
    player = make_player("beginner", seed=5)
    player.window.actions_by.strategies[name].trigger()
    player.autoplay(position)
    assert player.game.state.is_over or "No moves left to make" in player.status
    assert not player.session.advice.is_choice_requested


@pytest.mark.parametrize("difficulty", ["intermediate", "expert"])
@pytest.mark.parametrize("risks", [False, True])
def test_autoplay_by_the_strongest_play(make_player: MakePlayer, difficulty: str, risks: bool) -> None:
    player = make_player(difficulty, seed=3)
    player.action("risks").setChecked(risks)
    player.window.actions_by.strategies["expert"].trigger()
    player.autoplay()
    player.wait_until_computed()
    assert player.game.state.is_over
    if player.game.state is State.LOST:
        assert "No safe cell: AI made a guess" in player.status
        assert "Guess at " in player.status


def test_with_the_courses_rules_it_wins_by_flags_at_the_end(make_player: MakePlayer) -> None:
    states = set()
    for seed in range(1, 5):
        player = make_player("cs50", seed)
        player.window.actions_by.strategies["exact"].trigger()
        player.autoplay()
        states.add(player.game.state)
        if player.game.state is State.WON:
            assert player.status.startswith("Won in ")
            assert player.status.endswith("No moves left to make: AI flagged the mines it knows.")
    assert State.WON in states


def test_slow_and_instant_come_to_the_same_end(make_player: MakePlayer) -> None:
    histories = []
    for position in (6, 7):
        player = make_player("beginner", seed=4)
        player.window.actions_by.strategies["expert"].trigger()
        player.autoplay(position)
        histories.append(player.game.history)
    assert histories[0] == histories[1]


def test_it_computes_in_the_worker_and_only_without_a_safe_cell(make_player: MakePlayer, strategies: Gate) -> None:
    player = make_player("intermediate", seed=1)
    player.window.actions_by.strategies["exact"].trigger()
    player.click((8, 8))
    assert player.session.playthrough.snapshot.safe_move is not None
    player.key(Key.Key_A)
    assert len(player.game.history) == 2
    assert strategies.came == []
    player = make_player("expert", seed=2)
    player.window.actions_by.strategies["exact"].trigger()
    player.autoplay()
    assert strategies.came
    assert strategies.threads == {"computing_0"}


def test_an_instant_autoplay_requests_each_move_of_a_strategy_once(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = make_player("intermediate", seed=3)
    player.window.actions_by.strategies["exact"].trigger()
    requested: list[int] = []
    request = Worker.request

    def note(worker: Worker, kind: Kind, function: Callable[..., object], *arguments: Any) -> Request:
        if kind is Kind.MOVE:
            requested.append(len(arguments[0].clues))
        return request(worker, kind, function, *arguments)

    monkeypatch.setattr(Worker, "request", note)
    player.autoplay()
    assert len(requested) > 1
    assert len(set(requested)) == len(requested), "each for another position"


def test_the_status_shows_the_risk_of_a_guess_by_the_worker(delayed_game: Player, strategies: Gate) -> None:
    strategies.open()
    delayed_game.key(Key.Key_A)
    delayed_game.wait_until_computed()
    assert delayed_game.status.startswith("No safe cell: AI made a guess, by the stand-in.")
    assert delayed_game.status.endswith("Guess at (0, 0): risk 12.5 %, the lowest there was.")


def test_the_status_shows_the_reason_of_a_safe_move_by_the_worker(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=1)
    player.key(Key.Key_5, ALT)
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert "AI made a safe move: the first cell is safe." in player.status


def test_the_restarted_board_protects_no_first_click(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=1)
    player.window.actions_by.strategies["expert"].trigger()
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert "safe move" in player.status
    player.key(Key.Key_R, CTRL)
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert player.status.startswith("No safe cell: AI made a guess")


# -- while the worker computes a move


@pytest.mark.parametrize("key", [Key.Key_A, AUTOPLAY, Key.Key_S])
def test_a_click_during_the_computation_counts_and_the_late_move_does_not(
    delayed_game: Player, strategies: Gate, key: Key
) -> None:
    request_move(delayed_game, strategies, key)
    cell = delayed_game.free()
    delayed_game.click(cell)
    assert cell in delayed_game.game.clues
    assert len(delayed_game.game.history) == 1
    delayed_game.qtbot.wait(1)
    strategies.open()
    delayed_game.wait_until_computed()
    delayed_game.qtbot.wait(20)
    assert len(delayed_game.game.history) == 1


@pytest.mark.parametrize("stop", [AUTOPLAY, Key.Key_Escape])
def test_autoplay_can_be_stopped_during_the_computation(delayed_game: Player, strategies: Gate, stop: Key) -> None:
    request_move(delayed_game, strategies, AUTOPLAY)
    delayed_game.key(stop)
    assert not delayed_game.session.autoplay.is_running
    assert not delayed_game.action("autoplay").isChecked()
    assert delayed_game.status == "Stopped thinking."
    assert_late_answer_is_ignored(delayed_game, strategies)
    assert delayed_game.game.history == []


def test_escape_stops_a_single_move(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies)
    delayed_game.key(Key.Key_Escape)
    assert delayed_game.status == "Stopped thinking."
    assert_late_answer_is_ignored(delayed_game, strategies)
    assert delayed_game.game.history == []


def test_an_impossible_click_cancels_the_move_too(delayed_game: Player, strategies: Gate) -> None:
    delayed_game.flag([(2, 2)])
    request_move(delayed_game, strategies)
    delayed_game.click((2, 2))
    assert delayed_game.status.startswith("Not possible")
    assert_late_answer_is_ignored(delayed_game, strategies)


CHANGES: dict[str, Callable[[Player], None]] = {
    "new game": lambda player: player.key(Key.Key_N, CTRL),
    "restart": lambda player: player.key(Key.Key_R, CTRL),
    "level": lambda player: player.window.actions_by.difficulties["beginner"].trigger(),
    "flag": lambda player: player.click((3, 3), RIGHT),
    "strategy": lambda player: player.window.actions_by.strategies["cs50"].trigger(),
    "mines told": lambda player: player.key(Key.Key_M),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_outdated_move_is_dropped(delayed_game: Player, strategies: Gate, change: str) -> None:
    request_move(delayed_game, strategies)
    CHANGES[change](delayed_game)
    assert_late_answer_is_ignored(delayed_game, strategies)


def test_pressing_twice_makes_one_move(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies)
    for key in (Key.Key_A, Key.Key_S, Key.Key_A):
        delayed_game.key(key)
    strategies.open()
    delayed_game.wait_until_computed()
    delayed_game.qtbot.wait(20)
    assert len(delayed_game.game.history) == 1
    assert len(strategies.came) == 1


def test_a_move_being_computed_can_become_the_first_of_autoplay(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies)
    delayed_game.key(AUTOPLAY)
    assert delayed_game.session.autoplay.is_running
    strategies.open()
    delayed_game.autoplay()
    assert delayed_game.game.state.is_over
    assert strategies.came[0] != strategies.came[1]


def test_another_strategy_takes_over_a_running_autoplay(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies, AUTOPLAY)
    delayed_game.window.speed_slider.setValue(7)
    delayed_game.window.actions_by.strategies["cs50"].trigger()
    delayed_game.qtbot.waitUntil(lambda: not delayed_game.session.autoplay.is_running)
    assert delayed_game.game.state.is_over or "No moves left" in delayed_game.status
    before = delayed_game.snapshot()
    strategies.open()
    delayed_game.wait_until_computed()
    assert delayed_game.snapshot() == before
    assert len(strategies.came) == 1


def test_another_speed_requests_no_second_move(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies, AUTOPLAY)
    for position in (7, 0, 7, 3, 0):
        delayed_game.window.speed_slider.setValue(position)
        delayed_game.qtbot.wait(2)
    strategies.open()
    delayed_game.qtbot.waitUntil(lambda: len(delayed_game.game.history) == 1)
    assert len(strategies.came) == 1
    assert delayed_game.session.autoplay.is_running or delayed_game.game.state.is_over


def test_the_event_loop_stays_responsive_and_the_status_shows_a_long_computation(
    delayed_game: Player, strategies: Gate
) -> None:
    ticks: list[str] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(delayed_game.status))
    timer.start(5)
    request_move(delayed_game, strategies)
    delayed_game.qtbot.waitUntil(lambda: delayed_game.status == "Thinking… Esc stops it.")
    timer.stop()
    assert len(ticks) > 10
    strategies.open()
    delayed_game.wait_until_computed()
    assert delayed_game.status.startswith("No safe cell")


def test_the_window_closes_during_the_computation(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies, AUTOPLAY)
    delayed_game.window.close()
    assert not delayed_game.window.isVisible(), "closing does not wait for a strategy that can't be interrupted"
    strategies.open()
    assert delayed_game.session.worker.wait(20)
    assert not delayed_game.session.autoplay.is_running
    assert delayed_game.game.history == []


def test_an_error_in_a_strategy_ends_autoplay_and_is_shown(
    delayed_game: Player, strategies: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(position: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(strategies, "enter", breaks)
    with delayed_game.qtbot.captureExceptions() as errors:
        delayed_game.key(AUTOPLAY)
        delayed_game.qtbot.waitUntil(lambda: not delayed_game.session.autoplay.is_running)
    assert [str(error) for _, error, _ in errors] == ["a mistake"]
    assert delayed_game.status == "The AI found no move: a mistake."
