"""Tests of the AI's strategies and hints in a session: computed in the worker, and cancelled at any moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minesweeper_qt.gui.presentation.status_text import STOPPED
from minesweeper_qt.gui.session.computations import choose
from minesweeper_qt.gui.session.worker import Request, Worker
from minesweeper_qt.model import CS50_RULES, DIFFICULTIES, STRATEGIES, Difficulty, FirstClick, Minesweeper, Rule, State
from tests.gui.support.delayed_moves import assert_late_answer_is_ignored, delayed_game, request_move
from tests.gui.support.played import MakePlayed, Played, make_played, played
from tests.gui.support.slow import Gate, strategies

__all__ = ["delayed_game", "make_played", "played", "strategies"]  # fixtures


def test_a_running_game_is_learned_anew_by_the_rules_of_the_strategy(played: Played) -> None:
    session, autoplay = played.session, played.session.autoplay
    session.open(Minesweeper(2, 7, 4, rules=CS50_RULES, layout_mines=[(0, 1), (0, 3), (1, 3), (0, 6)]))
    played.click((1, 1))
    played.click((1, 2))
    # Only the cells that both clues share settle (0, 0), the number of mines does not.
    for name, settles in (("cs50-overlap", True), ("exact", False), ("cs50-overlap", True), ("cs50", False)):
        autoplay.set_strategy(name)
        played.wait_until_learned()
        assert ((0, 0) in session.playthrough.snapshot.safes) is settles, name
        assert session.playthrough.uses_mine_count is (name != "cs50")
    autoplay.set_strategy("cs50-overlap")
    played.wait_until_learned()
    assert Rule.OVERLAP in [derivation.origin.rule for derivation in session.playthrough.snapshot.sentences]
    played.click((0, 0))
    session.branch()
    assert session.playthrough.uses_overlap_rule
    autoplay.set_uses_mine_count(False)
    assert autoplay.strategy == "cs50"
    assert not session.playthrough.uses_overlap_rule


# -- playing


@pytest.mark.parametrize("name", STRATEGIES)
def test_slow_and_instant_come_to_the_same_end(make_played: MakePlayed, name: str) -> None:
    histories = []
    for speed in (64, 0):
        played = make_played("beginner", seed=5)
        played.session.autoplay.set_strategy(name)
        played.run(speed)
        assert played.game.state.is_over or "No moves left to make" in played.status
        assert not played.session.advice.is_choice_requested
        histories.append(played.game.history)
    assert histories[0] == histories[1]


@pytest.mark.parametrize("difficulty", ["intermediate", "expert"])
@pytest.mark.parametrize("shows_chances", [False, True])
def test_the_strongest_play_ends_and_its_last_guess_is_rated(
    make_played: MakePlayed, difficulty: str, shows_chances: bool
) -> None:
    played = make_played(difficulty, seed=3)
    played.session.set_chances_enabled(shows_chances)
    played.session.autoplay.set_strategy("expert")
    played.run()
    played.wait_until_computed()
    assert played.game.state.is_over
    if played.game.state is State.LOST:
        assert "No cell is certain. A guess at " in played.status
        assert "Guess at " in played.status


@pytest.mark.threads
def test_it_computes_in_the_worker_and_only_without_a_safe_cell(make_played: MakePlayed, strategies: Gate) -> None:
    played = make_played("intermediate", seed=1)
    played.session.autoplay.set_strategy("exact")
    played.click((8, 8))
    assert played.session.playthrough.snapshot.safe_move is not None
    played.move()
    assert len(played.game.history) == 2
    assert strategies.came == []
    played = make_played("expert", seed=2)
    played.session.autoplay.set_strategy("exact")
    played.run()
    assert strategies.came
    assert strategies.threads == {"computing quick answers"}


def test_an_instant_autoplay_requests_each_move_of_a_strategy_once(
    make_played: MakePlayed, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested: list[int] = []
    request = Worker.request

    def note(self: Worker, then: Any, function: Callable[..., object], *arguments: Any, **options: Any) -> Request:
        if function is choose:
            requested.append(len(arguments[0].clues))
        return request(self, then, function, *arguments, **options)

    monkeypatch.setattr(Worker, "request", note)
    played = make_played("intermediate", seed=3)
    played.session.autoplay.set_strategy("exact")
    played.run()
    assert len(requested) > 1
    assert len(set(requested)) == len(requested), "each for another position"


def test_the_status_shows_the_risk_of_a_guess_by_the_worker(delayed_game: Played, strategies: Gate) -> None:
    strategies.open()
    delayed_game.move()
    delayed_game.wait_until_computed()
    assert delayed_game.status.startswith(
        "No cell is certain. A guess at (0, 0): risk 12 %, the lowest; by the stand-in."
    )


def test_the_status_shows_the_reason_of_a_safe_move_and_a_restarted_board_protects_none(played: Played) -> None:
    played.session.autoplay.set_strategy("expert")
    played.move()
    assert " is safe as the first cell." in played.status
    played.session.restart()
    played.move()
    assert played.status.startswith("No cell is certain. A guess at ")


# -- while the worker computes a move


@pytest.mark.parametrize("runs", [False, True])
def test_a_click_during_the_computation_counts_and_the_late_move_does_not(
    delayed_game: Played, strategies: Gate, runs: bool
) -> None:
    request_move(delayed_game, strategies, runs)
    cell = delayed_game.free()
    delayed_game.click(cell)
    assert cell in delayed_game.game.clues
    assert len(delayed_game.game.history) == 1
    strategies.open()
    delayed_game.receive()
    delayed_game.wait_until_computed()
    assert len(delayed_game.game.history) == 1
    assert not delayed_game.session.autoplay.is_pending


@pytest.mark.parametrize("stop", ["stop_autoplay", "stop_computing"])
@pytest.mark.parametrize("runs", [False, True])
def test_the_computation_can_be_stopped(delayed_game: Played, strategies: Gate, stop: str, runs: bool) -> None:
    request_move(delayed_game, strategies, runs)
    getattr(delayed_game.session, stop)()
    assert not delayed_game.session.autoplay.is_running
    assert delayed_game.status == STOPPED
    assert_late_answer_is_ignored(delayed_game, strategies)
    assert delayed_game.game.history == []


CHANGES: dict[str, Callable[[Played], None]] = {
    "new game": lambda played: played.session.new_game(),
    "restart": lambda played: played.session.restart(),
    "level": lambda played: played.session.new_game(DIFFICULTIES["beginner"]),
    "flag": lambda played: played.session.player.toggle_flag((3, 3)),
    "strategy": lambda played: played.session.autoplay.set_strategy("cs50"),
    "mines told": lambda played: played.session.autoplay.set_uses_mine_count(True),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_outdated_move_is_dropped(delayed_game: Played, strategies: Gate, change: str) -> None:
    request_move(delayed_game, strategies)
    CHANGES[change](delayed_game)
    assert_late_answer_is_ignored(delayed_game, strategies)


def test_another_strategy_takes_over_a_running_autoplay(delayed_game: Played, strategies: Gate) -> None:
    request_move(delayed_game, strategies, runs=True)
    delayed_game.session.autoplay.set_strategy("cs50")
    assert delayed_game.session.autoplay.is_running
    delayed_game.run()
    assert delayed_game.game.state.is_over or "No moves left" in delayed_game.status
    assert_late_answer_is_ignored(delayed_game, strategies)
    assert len(strategies.came) == 1


def test_an_error_in_a_strategy_ends_autoplay_and_is_shown(
    delayed_game: Played, strategies: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(position: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(strategies, "enter", breaks)
    with delayed_game.qtbot.captureExceptions() as errors:
        delayed_game.run()
    assert [str(error) for _, error, _ in errors] == ["a mistake"]
    assert delayed_game.status == "The AI found no move: a mistake."


# -- hints


def test_a_hint_where_nothing_is_certain_shows_the_risk(make_played: MakePlayed) -> None:
    played = make_played("cs50", seed=2)
    played.session.request_hint()
    played.wait_until_computed()
    assert played.session.view.hint is not None
    assert played.status.startswith(f"Hint: guess at {played.session.view.hint}: risk 12 %, the lowest")
    assert played.game.history == []


def test_there_is_no_hint_where_all_safe_cells_are_open_or_under_flags_and_none_after_the_end(
    make_played: MakePlayed,
) -> None:
    def hinted(played: Played) -> str:
        played.session.request_hint()
        played.wait_until_computed()
        assert played.session.view.hint is None
        return played.status

    played = make_played("cs50", seed=2)
    while played.covered():
        played.click(played.free())
    assert hinted(played) == "No cell is left to open: flag the remaining mines."
    played = make_played(Difficulty.custom(3, 3, 2).with_first_click(FirstClick.ANYTHING), seed=1)
    for cell in played.game.grid.cells:
        played.session.player.toggle_flag(cell)
    assert hinted(played) == "No hint: what may be safe is under your 9 flags; take one off to go on."
    played = make_played(Difficulty.custom(3, 3, 1), seed=1)
    played.end(State.WON)
    played.wait_until_computed()
    played.session.request_hint()
    assert not played.session.is_computing


def test_only_opening_the_cell_of_a_hint_follows_it(played: Played) -> None:
    played.click((4, 4))
    played.session.request_hint()
    hint = played.session.view.hint
    assert hint is not None
    played.session.player.toggle_flag(hint)
    assert not played.session.timeline.moves[-1].is_hint
    played.session.player.toggle_flag(hint)
    played.session.request_hint()
    played.click(hint)
    assert played.session.timeline.moves[-1].is_hint


def test_a_click_or_the_user_stops_the_search_for_a_hint(delayed_game: Played, strategies: Gate) -> None:
    session = delayed_game.session
    for stop in (session.stop_computing, lambda: delayed_game.click(delayed_game.free())):
        strategies.shut()
        came = len(strategies.came)
        session.request_hint()
        delayed_game.qtbot.waitUntil(lambda came=came: len(strategies.came) > came)
        stop()
        assert not session.advice.is_choice_requested
        strategies.open()
        delayed_game.receive()
        delayed_game.wait_until_computed()
        assert session.view.hint is None
