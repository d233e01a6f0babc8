"""Tests of the games of an audit: how they are played, on how many threads, and when they end early."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    Cell,
    Difficulty,
    Guesses,
    Minesweeper,
    MinesweeperAI,
)
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.student import game_pool
from minesweeper_qt.model.student.diagnosis import grouped
from minesweeper_qt.model.student.driver import Call, Driver, play
from minesweeper_qt.model.student.fault import WrongMove
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.game_pool import AuditedGame, GamePool, game_seed, play_audited
from minesweeper_qt.model.student.student_state import FindingKind
from tests.model.student.support.local_process import LocalProcess

SMALL = Difficulty("custom", 4, 4, 2, CS50_RULES)
DENSE = Difficulty("custom", 6, 6, 9, CS50_RULES).with_guesses(Guesses.FAIR)


def pool(factory: Callable[..., Any] = MinesweeperAI, jobs: int = 1, seconds: float = 2.0) -> GamePool:
    return GamePool(lambda: LocalProcess(factory), 1, jobs, seconds)  # type: ignore[return-value]


def played(found: GamePool, games: int) -> list[AuditedGame]:
    return list(found.play([SMALL] * games, lambda: False))


def without_times(games: list[AuditedGame]) -> list[tuple[object, ...]]:
    return [(game.number, game.won, game.reference_won, game.faults, game.observations) for game in games]


@pytest.mark.slow
@settings(max_examples=60)
@given(
    height=st.integers(1, 9),
    width=st.integers(1, 9),
    share=st.floats(0, 0.4),
    rules=st.sampled_from([CS50_RULES, CLASSIC_RULES]),
    seed=st.integers(0, 10**9),
)
def test_the_reference_is_never_accused_at_any_size(
    height: int, width: int, share: float, rules: Any, seed: int
) -> None:
    cells = height * width
    mines = min(max(int(cells * share), 0), cells - 1)
    difficulty = Difficulty("custom", height, width, mines, rules)
    game = play_audited(LocalProcess(), difficulty, seed, 0, lambda: False)
    assert game.faults == ()


@pytest.mark.slow
@settings(max_examples=20)
@given(height=st.integers(2, 6), width=st.integers(2, 6), mines=st.integers(1, 6), seed=st.integers(0, 10**9))
def test_an_agent_that_knows_more_than_the_three_rules_is_never_accused(
    height: int, width: int, mines: int, seed: int
) -> None:
    """What the number of mines implies is neither wrong nor luck."""
    mines = min(mines, height * width - 1)
    difficulty = Difficulty("custom", height, width, mines, CS50_RULES)
    exact = LocalProcess(lambda height, width: MinesweeperAI(height, width, total_mines=mines, exact=True, seed=1))
    assert play_audited(exact, difficulty, seed, 0, lambda: False).faults == ()


@pytest.mark.parametrize("number", range(6))
def test_with_fair_guesses_whoever_knows_all_that_is_certain_wins(number: int) -> None:
    exact = LocalProcess(lambda height, width: MinesweeperAI(height, width, total_mines=9, exact=True, seed=1))
    game = play_audited(exact, DENSE, 1, number, lambda: False)
    assert (game.won, game.is_fair, game.faults) == (True, True, ())


@pytest.mark.parametrize("difficulty, has_faults", [(SMALL, True), (DENSE, False)])
def test_with_fair_guesses_only_the_wins_are_compared(difficulty: Difficulty, has_faults: bool) -> None:
    class Idle(MinesweeperAI):
        def add_knowledge(self, cell: Cell, count: int) -> Any:
            self.moves_made.add(cell)

    idle = LocalProcess(lambda height, width: Idle(height, width, seed=1))
    game = play_audited(idle, difficulty, 1, 1, lambda: False)
    assert game.observations
    assert (bool(game.faults), game.is_fair) == (has_faults, not has_faults)


def test_fair_guesses_are_dealt_as_in_every_game() -> None:
    def agent(height: int, width: int) -> MinesweeperAI:
        return MinesweeperAI(height, width, seed=1)

    lost = 0
    for number in range(8):
        found = play_audited(LocalProcess(agent), DENSE, 1, number, lambda: False)
        seed = game_seed(1, number)
        game = Minesweeper.at_difficulty(DENSE, seed=seed, dealer=FairDealer())
        steps = list(play(Driver(LocalProcess(agent)), game, seed, lambda: False))
        assert found.observations == tuple(step.observation for step in steps if step.observation is not None)
        assert found.mines == game.mines
        lost += not found.won
    assert 0 < lost < 8


def test_one_fault_does_not_hide_another() -> None:
    class TwoFaults(MinesweeperAI):
        def make_safe_move(self) -> Cell | None:
            cell = super().make_safe_move()
            if cell is not None:
                self.moves_made.add(cell)
            return cell

        def make_random_move(self) -> Cell | None:
            return min(self.mines - self.moves_made, default=super().make_random_move())

    games = played(pool(lambda height, width: TwoFaults(height, width, seed=1)), 30)
    groups = grouped(fault for game in games for fault in game.faults)
    assert {(group.key.form, *group.key.place) for group in groups} == {
        (Symptom.SAFE_MOVE_CHANGES, "moves_made"),
        (WrongMove.IN_MINES, Call.RANDOM_MOVE),
    }


@pytest.mark.slow
def test_the_reference_wins_as_often_as_itself() -> None:
    games = played(pool(), 60)
    assert [game.number for game in games] == list(range(60))
    assert sum(game.won for game in games) == sum(game.reference_won for game in games) > 20


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 5])
def test_the_games_do_not_depend_on_the_number_of_threads(jobs: int) -> None:
    assert without_times(played(pool(jobs=jobs), 35)) == without_times(played(pool(), 35))


def test_other_seeds_play_other_boards() -> None:
    first, second = (
        play_audited(LocalProcess(), DIFFICULTIES["cs50"], seed, 0, lambda: False).times for seed in (1, 2)
    )
    assert first != second


class Hanging(MinesweeperAI):
    """Does not end at the first clue of each game."""

    def add_knowledge(self, cell: Cell, count: int) -> Any:
        raise TimeoutError


@pytest.mark.parametrize("jobs", [1, 3])
def test_after_five_hangs_in_one_place_no_game_is_played(jobs: int) -> None:
    games = played(pool(Hanging, jobs), 100)
    hangs = [game for game in games if game.hang is not None]
    assert len(hangs) == game_pool.HANGS
    assert games[-1] is hangs[-1]
    assert {fault.key.kind for game in games for fault in game.faults} == {FindingKind.TIMEOUT}
    assert {fault.symptom for game in games for fault in game.faults} == {Symptom.LEARNING_FAILS}


def test_long_hangs_end_the_games_sooner() -> None:
    assert sum(game.hang is not None for game in played(pool(Hanging, seconds=20.0), 100)) == 2


def test_a_stop_ends_the_games_and_the_threads() -> None:
    before = threading.active_count()
    found = pool(jobs=2).play([SMALL] * 1000, lambda: len(games) >= 7)
    games: list[AuditedGame] = []
    games.extend(found)  # one after the other
    assert 7 <= len(games) < 1000
    assert [game.number for game in games] == list(range(len(games)))
    assert threading.active_count() == before


def test_an_error_of_the_audit_itself_is_raised() -> None:
    def broken() -> Any:
        raise RuntimeError("no process")

    with pytest.raises(RuntimeError, match="no process"):
        list(GamePool(broken, 1, 2, 2.0).play([SMALL] * 30, lambda: False))


class Stuck(MinesweeperAI):
    """Makes the same move again and again."""

    def make_safe_move(self) -> Cell | None:
        return None

    def make_random_move(self) -> Cell | None:
        return random.Random(5).choice([(i, j) for i in range(self.height) for j in range(self.width)])


def test_a_move_that_reveals_nothing_ends_the_game() -> None:
    game = play_audited(LocalProcess(Stuck), SMALL, 3, 0, lambda: False)
    assert not game.won
    assert Symptom.RANDOM_MOVE_WRONG in [fault.symptom for fault in game.faults]
