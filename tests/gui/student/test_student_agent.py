"""Tests of the student's agent in a session: it plays, is compared, fails, hangs, is reloaded and is dropped."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import create_autospec

import pytest

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark, Overlay
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.worker import SLOW_AFTER
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.model import DIFFICULTIES, State, StudentGame, TurnMaker
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.student.auditor import audit
from minesweeper_qt.model.student.diagnosis import diagnose
from minesweeper_qt.model.student.finding import Finding, Severity
from minesweeper_qt.model.student.report import AuditProgress, AuditStage
from minesweeper_qt.model.student.student_file import StudentFileError
from minesweeper_qt.model.student.student_state import FindingKind, Limits
from tests.gui.support.held import LIMIT
from tests.gui.support.student_sessions import copied, notice_change, play, replaced, settle, student_session

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_course_checks")]

FIRST = 10
"""The move at which the agent that infers once differs first in the game of seed 5."""


def counts(session: StudentSession) -> dict[RowKind, int]:
    comparison = session.view.comparison
    assert comparison is not None
    return comparison.counts


def test_a_correct_agent_wins_its_game_without_a_difference(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        play(student, qtbot)
        assert session.game.state is State.WON
        assert not student.agent.differences
        assert student.agent.failure is None
        turns = session.playthrough.history.turns
        assert {turn.strategy for turn in turns} == {STUDENT}
        assert {turn.maker for turn in turns} == {TurnMaker.AI}
        for number in range(len(turns)):
            session.timeline.show_move(number)
            found = counts(session)
            assert not any(found[kind] for kind in RowKind if kind is not RowKind.SAME)
            assert {row.derivation for row in session.view.comparison.rows} == {*session.view.snapshot.sentences}


def test_auto_play_stops_at_the_first_difference_only_and_next_difference_goes_on_to_the_next(tmp_path, qtbot):
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        agent = student.agent
        with qtbot.waitSignal(agent.difference_shown, timeout=30_000) as shown:
            session.autoplay.start()
        settle(student, qtbot)
        assert shown.args == [agent.differences[0]]
        assert len(agent.differences) == 1
        assert session.timeline.shown_move == FIRST
        assert session.status.text.startswith("Stopped at a difference: ")
        assert counts(session)[RowKind.MISSING] == 1
        student.search.show_next()
        settle(student, qtbot)
        assert len(agent.differences) == 2
        assert session.timeline.is_live
        session.timeline.show_move(0)
        for difference in agent.differences:
            student.search.show_next()
            assert session.timeline.shown_move == agent.turn_of(difference.learned)


def test_next_difference_plays_on_to_the_first_one_too(tmp_path, qtbot):
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        student.agent.stops_at_difference = False
        student.search.show_next()
        settle(student, qtbot)
        assert session.timeline.shown_move == FIRST


def test_every_moment_shows_what_both_agents_knew_then_and_the_table_gets_the_rows_that_come_and_go(tmp_path, qtbot):
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        shown = set(session.view.sentences)

        def on_changed(before: PositionView, now: PositionView) -> None:
            update = now.update(before)
            added, removed = set(update.added), set(update.removed)
            assert removed <= shown
            assert not added & shown
            shown.difference_update(removed)
            shown.update(added)
            assert shown == set(session.view.sentences)

        session.changed.connect(on_changed)
        student.agent.stops_at_difference = False
        play(student, qtbot)
        assert session.game.state.is_over, "it does not stop at differences"
        game = student.agent.game
        assert game is not None
        for number in [*range(len(session.timeline.moves) + 1), 3, 20, 7]:
            session.timeline.show_move(number)
            comparison = session.view.comparison
            assert comparison is not None
            learned = session.playthrough.history.clue_count(number)
            assert comparison.learned == learned
            state = game.state_after(learned)
            reference = session.view.snapshot
            missing = {cell for cell, verdict in comparison.verdicts.items() if verdict.kind is RowKind.MISSING}
            assert missing == (reference.safes - state.safes) | (reference.mines - state.mines)
            for cell in missing - session.view.clues.keys():
                assert session.view.look(cell).difference is RowKind.MISSING
        student.agent.set_shown(False)
        assert shown == set(session.view.snapshot.sentences)
        student.agent.set_shown(True)
        assert shown == {row.derivation for row in session.view.comparison.rows}
        session.changed.disconnect(on_changed)


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that limits the seconds of the agent's calls, and those of the search for a smallest case."""

    def set_limit(seconds: float) -> None:
        monkeypatch.setattr(model, "diagnose", partial(model.diagnose, limits=Limits(seconds=seconds), seconds=1))
        monkeypatch.setattr(model, "StudentGame", partial(StudentGame, limits=Limits(seconds=seconds)))

    return set_limit


@pytest.mark.parametrize("name", ["hang_in_add_knowledge", "exit_in_add_knowledge", "exception_in_move"])
def test_an_agent_that_fails_stops_auto_play(name, tmp_path, qtbot, limit):
    if name.startswith("hang"):
        limit(0.3)
    with student_session(copied(name, tmp_path), seed=3) as student:
        session = student.session
        session.autoplay.start()
        settle(student, qtbot, lambda: student.agent.failure is not None)
        assert "Your agent failed: " in session.status.text
        # On a busy machine the lines of a hang may not arrive in time.
        assert not student.agent.failure.trace or "minesweeper.py:" in session.status.text
        rows = session.view.comparison.rows if session.view.comparison else ()
        assert rows
        assert rows[0].failure
        session.player.reveal(next(cell for cell in session.view.board.cells if cell not in session.view.clues))
        settle(student, qtbot)
        student.agent.drop()
        assert session.autoplay.strategy == "cs50"
        play(student, qtbot)
        assert session.game.state.is_over


def test_while_the_agent_hangs_the_user_can_play_and_close_the_window(tmp_path, qtbot, limit):
    limit(600)
    with student_session(copied("hang_in_add_knowledge", tmp_path), seed=3) as student:
        session = student.session
        session.autoplay.start()
        qtbot.waitUntil(lambda: bool(session.timeline.moves) and student.agent.is_thinking, timeout=30_000)
        session.autoplay.stop()
        made = len(session.timeline.moves)
        session.player.reveal(min(cell for cell in session.view.board.cells if cell not in session.view.clues))
        assert len(session.timeline.moves) == made + 1
        assert student.agent.is_thinking
        session.shut_down()
        qtbot.waitUntil(lambda: not [one for one in threading.enumerate() if one.name == "student"], timeout=30_000)


def test_a_mended_file_is_loaded_and_the_difference_is_gone(tmp_path, qtbot):
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as student:
        session = student.session
        reloading = student.agent.reloading

        def save(name: str) -> None:
            replaced(name, path)
            notice_change(student)
            settle(student, qtbot, lambda: bool(reloading.last and reloading.last.is_done))

        play(student, qtbot)
        before = student.agent.differences[0]
        save("correct_lists")
        reload = reloading.last
        assert (reload.before, reload.is_gone, reload.following) == (before, True, None)
        assert not student.agent.differences
        assert counts(session)[RowKind.MISSING] == 0
        assert session.timeline.shown_move == FIRST
        assert session.status.text == f"The difference at move {FIRST} is gone. No difference is left so far."
        save("infers_once_sets")
        assert reloading.last.following is student.agent.differences[0]
        assert not reloading.last.is_gone


UNLOADABLE = {
    "class MinesweeperAI:\n    def __init__(self": "minesweeper.py can't be loaded: line 2: ",
    "class MinesweeperAI:\n    def __init__(self, height, width):\n        self.size = hight\n": (
        "minesweeper.py:3, in __init__"
    ),
}
"""Sources that can't be loaded, and a part of the reason that is given."""


def test_a_file_that_cant_be_loaded_keeps_the_agent_before(tmp_path, qtbot):
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as student:
        session = student.session
        play(student, qtbot)
        game, rows, reloading = student.agent.game, session.view.sentences, student.agent.reloading
        for source, problem in UNLOADABLE.items():
            path.write_text(source)
            notice_change(student)
            qtbot.waitUntil(lambda: not reloading.is_loading and bool(reloading.problem), timeout=30_000)
            assert problem in reloading.problem
            assert reloading.problem.endswith("the previous agent still plays")
            assert reloading.last is None
            assert student.agent.game is game
            assert session.view.sentences == rows
        assert session.status.text.startswith("MinesweeperAI(8, 8) raised NameError")
        path.unlink()
        notice_change(student)
        assert "does not exist" in reloading.problem
        copied("infers_once_sets", tmp_path)
        notice_change(student)
        qtbot.waitUntil(lambda: not reloading.problem, timeout=30_000)
        settle(student, qtbot)
        assert len(student.agent.differences) == 1


def test_a_file_that_is_gone_is_named_when_it_is_loaded_again_and_its_agent_is_the_guest_until_dropped(tmp_path, qtbot):
    path = copied("correct_lists", tmp_path)
    with student_session(path) as student:
        path.unlink()
        student.agent.reload()
        assert "does not exist" in student.agent.reloading.problem
        assert student.session.guest is student.agent
        student.agent.drop()
        assert student.session.guest is None
        assert student.session.autoplay.strategy == "cs50"


def test_no_file_changes_nothing(tmp_path, qtbot):
    student = StudentSession(GameSession(DIFFICULTIES["cs50"], 1))
    with pytest.raises(StudentFileError):
        student.agent.open(tmp_path / "nowhere.py")
    assert student.agent.file is None
    assert student.session.autoplay.strategy == "cs50"
    student.session.shut_down()


def test_new_games_branches_and_levels_begin_with_a_new_agent(tmp_path, qtbot):
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        play(student, qtbot)
        session.timeline.show_move(4)
        session.branch(then_play=False)
        settle(student, qtbot)
        assert student.agent.game.learned == session.playthrough.history.clue_count(4)
        assert not student.agent.differences
        session.new_game(DIFFICULTIES["beginner"], seed=3)
        settle(student, qtbot)
        assert student.agent.game.board.height == 9
        assert student.agent.game.learned == 0
        student.agent.stops_at_difference = False
        play(student, qtbot)
        assert session.game.state.is_over


def test_a_player_plays_while_the_agent_watches(tmp_path, qtbot):
    with student_session(copied("no_subset_rule_sets", tmp_path)) as student:
        session = student.session
        session.autoplay.set_strategy("cs50")
        for _ in range(5):
            session.autoplay.move()
            settle(student, qtbot)
        assert student.agent.game.learned == len(session.game.clues)
        assert [turn.strategy for turn in session.timeline.moves] == ["cs50"] * 5


def test_a_random_move_onto_a_flag_is_not_made(tmp_path, qtbot):
    with student_session(copied("correct_lists", tmp_path)) as student:
        session = student.session
        for cell in session.view.board.cells:
            session.player.toggle_flag(cell)
        session.autoplay.move()
        settle(student, qtbot)
        assert "where you put a flag" in session.status.text
        assert not session.game.clues


def test_the_first_difference_is_diagnosed(tmp_path, qtbot, monkeypatch):
    found = Finding(FindingKind.INCOMPLETE, Severity.WEAKNESS, 1, "Your agent does not know that (0, 1) is safe.")
    asked = create_autospec(diagnose, return_value=found)
    monkeypatch.setattr(model, "diagnose", asked)
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        agent = student.agent
        agent.python = sys.executable
        agent.reload()
        settle(student, qtbot, lambda: agent.game.python == sys.executable)
        play(student, qtbot)
        qtbot.waitUntil(lambda: agent.diagnosis.found is found, timeout=30_000)
        (file, board, mines, seen, difference), options = asked.call_args
        assert file is agent.file
        assert (board, mines) == (agent.game.board, session.game.mines)
        assert seen == agent.game.observations[: difference.learned]
        assert difference is agent.differences[0]
        assert (options["seed"], options["python"]) == (5, sys.executable)
        assert not agent.diagnosis.is_running
        play(student, qtbot)
        second = agent.differences[1]
        agent.diagnose(second)
        agent.changed.emit()
        assert agent.sought is second, "the one that is shown is kept"
        qtbot.waitUntil(lambda: asked.call_count == 2, timeout=30_000)
        assert asked.call_args.args[4] is second
        agent.reload()
        settle(student, qtbot, lambda: not agent.reloading.is_loading)
        qtbot.waitUntil(lambda: asked.call_count == 3, timeout=30_000)
        agent.drop()
        assert agent.diagnosis.found is None
        assert not agent.diagnosis.is_running


def test_of_a_file_that_cant_be_loaded_there_is_nothing_to_diagnose(tmp_path, qtbot, monkeypatch):
    asked = create_autospec(diagnose)
    monkeypatch.setattr(model, "diagnose", asked)
    path = tmp_path / "minesweeper.py"
    path.write_text("class MinesweeperAI:\n    def __init__(self")
    with student_session(path) as student:
        settle(student, qtbot)
        assert student.agent.failure.is_import
        assert student.agent.differences
        assert not asked.called


@pytest.mark.threads
def test_an_audit_can_be_cancelled_and_its_finding_is_shown_in_its_game(tmp_path, qtbot, monkeypatch, time):
    progress, stopped = AuditProgress(AuditStage.GAMES, 1, 3), threading.Event()

    def held(*arguments: object, **options: Any) -> None:
        options["progress"](progress)
        assert stopped.wait(LIMIT)
        assert options["should_stop"]()
        assert options["python"] is None

    monkeypatch.setattr(model, "audit", held)
    with student_session(copied("infers_once_sets", tmp_path)) as student:
        session = student.session
        session.autoplay.set_speed(1)
        session.autoplay.set_strategy("cs50")
        found = student.agent.audit
        student.agent.start_audit()
        qtbot.waitUntil(lambda: time.wait(SLOW_AFTER) or found.progress is progress)
        assert found.is_running
        found.clear()
        stopped.set()
        assert not found.is_running
        assert found.found is found.progress is None
        monkeypatch.setattr(model, "audit", partial(audit, games=2))
        student.agent.start_audit()
        qtbot.waitUntil(lambda: found.found is not None, timeout=30_000)
        assert found.found.games == 2
        finding = found.found.beside_checks()[0]
        student.show_finding(finding)
        settle(student, qtbot)
        assert session.status.text == "The audit found the mistake here."
        turn = student.agent.turn_of(finding.first_learned)
        assert session.timeline.shown_move == turn == len(session.timeline.moves)
        (difference, *_) = student.agent.differences
        assert difference.learned == finding.first_learned
        assert session.autoplay.speed == 1
        session.autoplay.set_speed(0)
        play(student, qtbot)
        assert session.game.state.is_over
        student.agent.drop()
        assert found.found is None


FAILING = """def add_knowledge(self, cell, count):
        raise KeyError(cell)

    def unused(self, cell, count):"""


def test_an_agent_that_fails_before_the_difference_has_not_mended_it(tmp_path, qtbot):
    path = copied("infers_once_sets", tmp_path)
    with student_session(path) as student:
        session = student.session
        play(student, qtbot)
        path.write_text(path.read_text().replace("def add_knowledge(self, cell, count):", FAILING, 1))
        notice_change(student)
        reloading = student.agent.reloading
        settle(student, qtbot, lambda: bool(reloading.last and reloading.last.is_done))
        assert (reloading.last.is_gone, reloading.last.is_reached) == (False, False)
        assert session.status.text.startswith("Loaded again: your agent fails at move 1, before it gets to")


def test_a_move_that_kills_is_not_called_safe(tmp_path, qtbot):
    with student_session(copied("unsound_almost_all", tmp_path)) as student:
        session = student.session
        student.agent.stops_at_difference = False
        play(student, qtbot)
        assert session.game.state is State.LOST
        assert "Your agent moved by make_safe_move()." in session.status.text
        assert "safe move." not in session.status.text
        qtbot.waitUntil(lambda: not session.is_computing, timeout=30_000)
        assert "Guess" not in session.status.text
        (exploded,) = session.game.exploded
        look = session.view.look(exploded)
        certain = Chance(100, is_certain=True)
        assert look == Look(Face.EXPLODED, mark=Mark.SAFE, chance=certain, difference=RowKind.WRONG)
        assert look.under(Overlay.OFF) == Look(Face.EXPLODED, chance=certain)
        others = session.game.mines - {exploded}
        assert not any(session.view.look(cell).mark is Mark.MINE for cell in others), "the face says that"


def test_two_sessions_have_agents_of_their_own(tmp_path, qtbot):
    folders = [tmp_path / name for name in ("correct_lists", "infers_once_sets")]
    for folder in folders:
        folder.mkdir()
    paths = [copied(folder.name, folder) for folder in folders]
    with student_session(paths[0]) as first, student_session(paths[1]) as second:
        for student in (first, second):
            student.session.autoplay.start()
        for student in (first, second):
            settle(student, qtbot, lambda: bool(first.session.timeline.moves))
        assert first.session.game.state is State.WON
        assert not first.agent.differences
        assert len(second.agent.differences) == 1
        first.close()
        first.session.shut_down()
        second.session.autoplay.move()
        settle(second, qtbot)
        assert second.session.timeline.shown_move == FIRST + 1
