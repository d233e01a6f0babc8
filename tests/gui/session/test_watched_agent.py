"""Tests of the student's agent in a session: it plays, is compared, fails, hangs, is reloaded and is dropped."""

from __future__ import annotations

import threading
from pathlib import Path
from time import perf_counter

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, State, TurnMaker
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.student.student_file import StudentFileError
from minesweeper_qt.model.watch.difference import first_error
from minesweeper_qt.model.watch.knowledge_comparison import RowKind
from tests.gui.support.student_sessions import copied, play, replaced, settle, student_session

pytestmark = pytest.mark.slow

FIRST = 10
"""The move at which the agent that infers once differs first in the game of seed 5."""


def counts(session: GameSession) -> dict[RowKind, int]:
    comparison = session.view.comparison
    assert comparison is not None
    return comparison.counts


def test_a_correct_agent_wins_its_game_without_a_difference(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("correct_lists", tmp_path)) as session:
        play(session, qtbot)
        assert session.game.state is State.WON
        assert not session.watched.differences
        assert session.watched.failure is None
        turns = session.playthrough.history.turns
        assert {turn.strategy for turn in turns} == {STUDENT}
        assert {turn.maker for turn in turns} == {TurnMaker.AI}
        for number in range(len(turns)):
            session.timeline.show_move(number)
            found = counts(session)
            assert not any(found[kind] for kind in RowKind if kind is not RowKind.SAME)
            assert {row.derivation for row in session.view.comparison.rows} == {*session.view.snapshot.sentences}


def test_auto_play_stops_at_the_first_difference_only(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        play(session, qtbot)
        assert len(session.watched.differences) == 1
        assert session.timeline.shown_move == FIRST
        assert session.status.text.startswith("Stopped at a difference: ")
        assert counts(session)[RowKind.MISSING] == 1
        play(session, qtbot)
        assert session.game.state.is_over
        assert len(session.watched.differences) > 1


def test_auto_play_does_not_stop_at_differences_when_that_is_switched_off(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        assert session.game.state.is_over


def test_next_difference_walks_through_them_and_plays_on_to_the_next(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        watched = session.watched
        watched.show_next_difference()
        settle(session, qtbot)
        assert session.timeline.shown_move == FIRST
        watched.show_next_difference()
        settle(session, qtbot)
        assert len(watched.differences) == 2
        assert session.timeline.is_live
        session.timeline.show_move(0)
        for difference in watched.differences:
            watched.show_next_difference()
            assert session.timeline.shown_move == watched.turn_of(difference.learned)
        session.watched.stops_at_difference = False
        play(session, qtbot)
        session.timeline.show_live()
        watched.show_next_difference()
        assert session.status.text.startswith("There is no further difference in this game")


def test_every_moment_shows_what_both_agents_knew_then(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        game = session.watched.game
        assert game is not None
        for number in [*range(len(session.timeline.moves) + 1), 3, 20, 7]:
            session.timeline.show_move(number)
            comparison = session.view.comparison
            assert comparison is not None
            learned = session.playthrough.history.clue_count(number)
            assert comparison.learned == learned
            state = game.snapshot(learned).state
            reference = session.view.snapshot
            missing = {cell for cell, verdict in comparison.verdicts.items() if verdict.kind is RowKind.MISSING}
            assert missing == (reference.safes - state.safes) | (reference.mines - state.mines)
            for cell in missing - session.view.clues.keys():
                assert session.view.look(cell).difference is RowKind.MISSING


def test_the_table_gets_exactly_the_rows_that_come_and_go(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        shown = set(session.view.sentences)

        def on_updated(update: object) -> None:
            added, removed = set(update.added), set(update.removed)
            assert removed <= shown
            assert not added & shown
            shown.difference_update(removed)
            shown.update(added)
            assert shown == set(session.view.sentences)

        session.updated.connect(on_updated)
        session.watched.stops_at_difference = False
        play(session, qtbot)
        for number in (5, 30, 2, 12):
            session.timeline.show_move(number)
        session.watched.set_shown(False)
        assert shown == set(session.view.snapshot.sentences)
        session.watched.set_shown(True)
        session.updated.disconnect(on_updated)


@pytest.mark.parametrize("name", ["hang_in_add_knowledge", "exit_in_add_knowledge", "exception_in_move"])
def test_an_agent_that_fails_stops_auto_play_and_never_blocks(name: str, tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied(name, tmp_path), seed=3) as session:
        longest, last = 0.0, perf_counter()

        def beat() -> bool:
            nonlocal longest, last
            longest, last = max(longest, perf_counter() - last), perf_counter()
            return session.watched.failure is not None and not session.autoplay.is_running

        session.autoplay.start()
        qtbot.waitUntil(beat, timeout=30_000)
        assert longest < 1, "the event loop waited for the agent, whose limit is 2 s"
        settle(session, qtbot)
        assert "Your agent failed: " in session.status.text
        # On a busy machine the lines of a hang may not arrive in time.
        assert not session.watched.failure.trace or "minesweeper.py:" in session.status.text
        rows = session.view.comparison.rows if session.view.comparison else ()
        assert rows
        assert rows[0].failure
        session.player.reveal(next(cell for cell in session.view.board.cells if cell not in session.view.clues))
        settle(session, qtbot)
        session.watched.drop()
        assert session.autoplay.strategy == "cs50"
        play(session, qtbot)
        assert session.game.state.is_over


def test_a_window_that_closes_while_the_agent_hangs_waits_only_a_moment(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("hang_in_add_knowledge", tmp_path), seed=3) as session:
        session.autoplay.start()
        qtbot.waitUntil(lambda: bool(session.timeline.moves) and session.watched.is_thinking, timeout=10_000)
        qtbot.wait(300)
        begun = perf_counter()
        session.shut_down()
        assert perf_counter() - begun < 1.5
        qtbot.waitUntil(lambda: not [one for one in threading.enumerate() if one.name == "student"], timeout=3_000)


def test_a_mended_file_is_loaded_and_the_difference_is_gone(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        play(session, qtbot)
        before = session.watched.differences[0]
        replaced("correct_lists", path)
        qtbot.waitUntil(
            lambda: bool(session.watched.reloading.last and session.watched.reloading.last.is_done), timeout=10_000
        )
        settle(session, qtbot)
        reload = session.watched.reloading.last
        assert reload is not None
        assert (reload.before, reload.is_gone, reload.following) == (before, True, None)
        assert not session.watched.differences
        assert counts(session)[RowKind.MISSING] == 0
        assert session.timeline.shown_move == FIRST
        assert session.status.text == f"The difference at move {FIRST} is gone. No difference is left so far."
        replaced("infers_once_sets", path)
        qtbot.waitUntil(lambda: bool(session.watched.differences), timeout=10_000)
        settle(session, qtbot, lambda: bool(session.watched.reloading.last and session.watched.reloading.last.is_done))
        assert session.watched.reloading.last.following is session.watched.differences[0]
        assert not session.watched.reloading.last.is_gone


@pytest.mark.parametrize(
    "source, problem",
    [
        ("class MinesweeperAI:\n    def __init__(self", "minesweeper.py raised SyntaxError: "),
        ("import nothing_of_that_name\n", "nothing_of_that_name"),
        ("x = 1\n", "MinesweeperAI"),
        ("class MinesweeperAI:\n    def __init__(self, height, width):\n        raise KeyError(1)\n", "KeyError"),
        ("\0", "minesweeper.py"),
    ],
)
def test_a_file_that_cant_be_loaded_keeps_the_agent_before(
    source: str, problem: str, tmp_path: Path, qtbot: QtBot
) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        play(session, qtbot)
        game, rows = session.watched.game, session.view.sentences
        path.write_text(source)
        qtbot.waitUntil(lambda: bool(session.watched.reloading.problem), timeout=15_000)
        assert problem in session.watched.reloading.problem
        assert session.watched.reloading.problem.endswith("the previous agent still plays")
        assert session.watched.game is game
        assert session.view.sentences == rows
        replaced("infers_once_sets", path)
        qtbot.waitUntil(lambda: not session.watched.reloading.problem, timeout=10_000)
        settle(session, qtbot)
        assert len(session.watched.differences) == 1


def test_a_file_that_is_gone_is_named_unless_it_comes_back_at_once(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        path.unlink()
        qtbot.wait(100)
        assert not session.watched.reloading.problem
        session.watched.reload()
        assert "does not exist" in session.watched.reloading.problem
        qtbot.waitUntil(lambda: "does not exist" in session.watched.reloading.problem, timeout=5_000)
        copied("correct_lists", tmp_path)
        qtbot.waitUntil(lambda: not session.watched.reloading.problem, timeout=10_000)


def test_no_file_changes_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    session = GameSession(DIFFICULTIES["cs50"], 1)
    with pytest.raises(StudentFileError):
        session.watched.open(tmp_path / "nowhere.py")
    assert session.watched.file is None
    assert session.autoplay.strategy == "cs50"
    session.shut_down()


def test_new_games_branches_and_levels_begin_with_a_new_agent(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        play(session, qtbot)
        session.timeline.show_move(4)
        session.branch(then_play=False)
        settle(session, qtbot)
        assert session.watched.game.learned == session.playthrough.history.clue_count(4)
        assert not session.watched.differences
        session.new_game(DIFFICULTIES["beginner"], seed=3)
        settle(session, qtbot)
        assert session.watched.game.board.height == 9
        assert session.watched.game.learned == 0
        session.watched.stops_at_difference = False
        play(session, qtbot)
        assert session.game.state.is_over


def test_a_player_plays_while_the_agent_watches(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("no_subset_rule_sets", tmp_path), seed=8, level="beginner") as session:
        session.autoplay.set_strategy("cs50")
        while not session.game.state.is_over and len(session.timeline.moves) < 40:
            session.autoplay.move()
            settle(session, qtbot)
        assert session.watched.game.learned == len(session.game.clues)
        assert all(turn.strategy == "cs50" for turn in session.timeline.moves)


def test_a_random_move_onto_a_flag_is_not_made(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("correct_lists", tmp_path)) as session:
        for cell in session.view.board.cells:
            session.player.toggle_flag(cell)
        session.autoplay.move()
        settle(session, qtbot)
        assert "where you put a flag" in session.status.text
        assert not session.game.clues


def test_the_first_difference_gets_its_cause_and_its_smallest_case(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        play(session, qtbot)
        watched = session.watched
        qtbot.waitUntil(lambda: watched.diagnosis.found is not None, timeout=40_000)
        assert not watched.diagnosis.is_running
        case = watched.diagnosis.found.case
        assert case is not None
        assert len(case.observations) <= 4
        replaced("correct_lists", path)
        qtbot.waitUntil(lambda: not watched.differences, timeout=10_000)
        assert watched.diagnosis.found is None
        assert not watched.diagnosis.is_running


def test_an_audit_runs_in_the_background_and_can_be_cancelled(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        audit = session.watched.audit
        session.watched.start_audit()
        qtbot.waitUntil(lambda: audit.progress is not None, timeout=20_000)
        audit.clear()
        assert not audit.is_running
        assert audit.report is audit.progress is None
        session.watched.start_audit()
        qtbot.waitUntil(lambda: audit.report is not None, timeout=60_000)
        assert audit.report.games == 100
        assert audit.report.findings
        session.watched.drop()
        assert audit.report is None


def test_a_finding_of_the_audit_is_shown_in_the_game_in_which_it_occurs_first(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        session.autoplay.set_speed(1)
        session.autoplay.set_strategy("cs50")
        session.watched.start_audit()
        qtbot.waitUntil(lambda: session.watched.audit.report is not None, timeout=60_000)
        finding = session.watched.audit.report.beside_checks()[0]
        session.show_finding(finding)
        settle(session, qtbot)
        assert session.status.text == "Here the audit found it."
        turn = session.watched.turn_of(finding.first_learned)
        assert session.timeline.shown_move == turn == len(session.timeline.moves)
        (difference, *_) = session.watched.differences
        assert difference.learned == finding.first_learned
        assert session.autoplay.speed == 1
        session.autoplay.set_speed(0)
        play(session, qtbot)
        assert session.game.state.is_over


def test_an_agent_that_fails_before_the_difference_has_not_mended_it(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        play(session, qtbot)
        path.write_text(path.read_text().replace("def add_knowledge(self, cell, count):", FAILING, 1))
        qtbot.waitUntil(lambda: session.watched.failure is not None, timeout=10_000)
        settle(session, qtbot, lambda: bool(session.watched.reloading.last and session.watched.reloading.last.is_done))
        reload = session.watched.reloading.last
        assert reload is not None
        assert (reload.is_gone, reload.is_reached) == (False, False)
        assert session.status.text.startswith("Loaded again: your agent fails at move 1, before it gets to")


FAILING = """def add_knowledge(self, cell, count):
        raise KeyError(cell)

    def unused(self, cell, count):"""


def test_a_file_that_does_not_load_is_named_in_the_status(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as session:
        play(session, qtbot)
        path.write_text("class MinesweeperAI:\n    def __init__(self, height, width):\n        self.size = hight\n")
        qtbot.waitUntil(lambda: bool(session.watched.reloading.problem), timeout=10_000)
        assert "minesweeper.py:3, in __init__" in session.watched.reloading.problem
        assert session.watched.reloading.last is None
        assert session.status.text.startswith("MinesweeperAI(8, 8) raised NameError")


def test_the_moment_of_a_difference_puts_it_forward(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("infers_once_sets", tmp_path)) as session:
        with qtbot.waitSignal(session.watched.difference_shown, timeout=20_000) as shown:
            session.autoplay.start()
        settle(session, qtbot)
        assert shown.args == [session.watched.differences[0]]


def test_after_an_error_the_end_is_no_proof_that_nothing_else_is_wrong(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("unsound_almost_all", tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        assert first_error(session.watched.differences) is not None
        session.watched.show_next_difference()
        session.timeline.show_live()
        session.watched.show_next_difference()
        assert "is not compared: it may follow from that." in session.status.text


def test_a_move_that_kills_is_not_called_safe(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("unsound_almost_all", tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        assert session.game.state is State.LOST
        assert "Your agent moved by make_safe_move()." in session.status.text
        assert "safe move." not in session.status.text
        qtbot.waitUntil(lambda: not session.is_computing, timeout=10_000)
        assert "Guess" not in session.status.text
