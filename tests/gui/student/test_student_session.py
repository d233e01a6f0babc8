"""Tests of the search for the next difference over many games, with agents that are right, wrong, or fail."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from minesweeper_qt import model
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.model import State, StudentGame
from minesweeper_qt.model.student.student_state import Limits
from tests.gui.support.student_sessions import copied, play, settle, student_session

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_course_checks")]

WITH_AN_ERROR_AT_THE_END = """

class MinesweeperAI(MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        if len(self.moves_made) == 9 * 9 - 10:
            self.mines.clear()
"""


def search(student: StudentSession, qtbot) -> None:
    student.search.show_next()
    settle(student, qtbot, lambda: not student.search.is_running)


def test_a_right_agent_plays_games_of_the_next_seeds_up_to_the_limit(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        student.search.most_games = 3
        told: list[str] = []
        seeds: list[int | None] = []
        session.status.changed.connect(lambda: told.append(session.status.text))
        session.changed.connect(lambda before, now: seeds.extend([now.seed] * (now.game != before.game)))
        search(student, qtbot)
        assert seeds == [6, 7]
        assert session.game.state.is_over, "each game is played to its end"
        assert student.agent.game_number == 3
        assert session.status.text.startswith("No further difference in 3 games. The audit (Shift+A) tries more.")
        assert {f"Game {number} of 3…" for number in (1, 2, 3)} <= set(told)
        assert session.difficulty.name == "cs50"
        session.new_game(seed=1)
        assert student.agent.game_number == 1


def test_after_the_last_difference_of_a_game_the_first_one_of_a_later_game_is_shown(tmp_path, qtbot):
    with student_session(copied("no_subset_rule_sets", tmp_path)) as student:
        session = student.session
        student.agent.stops_at_difference = False
        play(student, qtbot)
        assert session.game.state.is_over
        search(student, qtbot)
        assert session.game.seed == 6
        assert len(student.agent.differences) == 1
        title = model.student.fault_text.title(student.agent.differences[0])
        assert session.status.text.startswith(f"Game 2: {title}.")
        assert not session.game.state.is_over


@pytest.mark.long
def test_a_difference_after_the_last_clue_of_a_game_is_found(tmp_path, qtbot):
    path = copied("correct_lists", tmp_path)
    path.write_text(path.read_text() + WITH_AN_ERROR_AT_THE_END)
    with student_session(path, seed=1, level="beginner") as student:
        session = student.session
        search(student, qtbot)
        assert session.game.seed == 1
        assert session.game.state is State.WON
        assert session.status.text.startswith("Stopped at a difference: ")


@pytest.mark.parametrize(
    "name, level, status",
    [
        ("exception_in_move", "cs50", "Your agent plays no further. Your agent failed: make_safe_move() raised"),
        pytest.param(
            *("hang_in_add_knowledge", "cs50", "Your agent plays no further. Your agent failed: add_knowledge("),
            marks=pytest.mark.long,
        ),
        ("hard_coded_size", "expert", "Your agent plays no further. Your agent failed: the size 8×8 is hard-coded"),
    ],
)
def test_an_agent_that_can_not_go_on_ends_the_search_and_the_next_one_says_so(
    name, level, status, tmp_path: Path, qtbot, monkeypatch
):
    monkeypatch.setattr(model, "StudentGame", partial(StudentGame, limits=Limits(seconds=0.3)))
    with student_session(copied(name, tmp_path), seed=3, level=level) as student:
        session = student.session
        search(student, qtbot)
        assert session.status.text.startswith(status)
        assert session.game.seed == 3
        search(student, qtbot)
        assert session.game.seed == 3
        assert session.status.text.startswith("Your agent plays no further in this game. Your agent failed: ")


def test_a_move_that_cant_be_made_ends_the_search(tmp_path, qtbot):
    with student_session(copied("move_safe_repeated", tmp_path), seed=3) as student:
        session = student.session
        for _ in range(3):
            search(student, qtbot)
        assert "Your agent's move can't be made: " in session.status.text
        assert session.game.seed == 3


def test_from_a_past_moment_it_goes_to_the_present_one_and_starts_no_game(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        play(student, qtbot)
        before = session.playthrough
        session.timeline.show_move(3)
        search(student, qtbot)
        assert session.playthrough is before
        assert session.timeline.is_live
        assert session.status.text.startswith("No difference after that move.")


def test_it_goes_to_a_difference_also_while_another_strategy_plays(tmp_path, qtbot):
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        session.autoplay.set_strategy("cs50")
        search(student, qtbot)
        (difference, *_) = student.agent.differences
        assert session.timeline.shown_move == student.agent.turn_of(difference.learned)
        assert not session.autoplay.is_running


def test_another_game_of_the_user_ends_it_also_one_that_is_over(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        play(student, qtbot)
        over = session.game, session.playthrough.history
        for start in (partial(session.new_game, seed=77), partial(session.open, *over)):
            session.new_game(seed=5)
            with qtbot.waitSignal(
                session.changed, timeout=30_000, check_params_cb=lambda *_: len(session.timeline.moves) > 3
            ):
                student.search.show_next()
            start()
            chosen = session.playthrough
            settle(student, qtbot, lambda: not student.search.is_running)
            assert session.playthrough is chosen
            assert "Game" not in session.status.text


def test_a_session_that_is_shut_down_plays_no_further_game(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        # A look now and then may fall between the same two events of each game.
        with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=lambda _, now: now.state.is_over):
            student.search.show_next()
        assert student.search.is_running
        seed = session.game.seed
        student.close()
        session.shut_down()
        QCoreApplication.processEvents()
        assert session.game.seed == seed
        assert not student.search.is_running
