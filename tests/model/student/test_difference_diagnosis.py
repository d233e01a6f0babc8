"""Tests of the search for the cause and the smallest case of a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper_qt.model import Observation
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.difference_diagnosis import DifferenceDiagnosis, diagnose
from minesweeper_qt.model.student.finding import Cause, Symptom
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_game import StudentGame
from minesweeper_qt.model.student.student_state import Limits
from tests.model.student.support.corpus import module_of
from tests.model.student.support.games import PATIENCE, corpus_moments
from tests.model.support.corpus_files import file_of
from tests.model.support.students import learning, nothing_left

pytestmark = pytest.mark.slow


def whole_game(name: str, seed: int) -> StudentGame:
    """Return a game in which the agent learned the cells that it learns in a game in this process."""
    game = StudentGame(file_of(name), 8, 8, seed, limits=Limits(seconds=20))
    for moment in corpus_moments(name, seed):
        state = moment.reference.knowledge_base.clues
        new = list(state.items())[game.taught :]
        game.teach([Observation(cell, clue) for cell, clue in new], moment.mines)
    assert game.wait(PATIENCE)
    game.take_over()
    game.close()
    return game


@pytest.mark.parametrize(
    "name, cause",
    [
        ("infers_once_sets", Cause.INFERS_ONCE),
        ("no_subset_rule_sets", Cause.NO_SUBSET_RULE),
        ("mines_not_subtracted_sets", Cause.MINES_NOT_SUBTRACTED),
    ],
)
def test_the_cause_and_the_case_of_the_first_difference_are_found(name: str, cause: Cause) -> None:
    game = whole_game(name, 3)
    first = game.differences[0]
    file = file_of(name)
    found = diagnose(file, game.learned_game(), first, seed=3, limits=Limits(seconds=20), seconds=120)
    assert found.cause is cause
    assert found.case is not None
    assert len(found.case.observations) <= first.learned
    lines = found.case_lines(first)
    with pytest.raises(AssertionError):
        exec("\n".join(lines), {"MinesweeperAI": module_of(name).MinesweeperAI})
    if first.fault.symptom in (Symptom.MISSING_SAFE, Symptom.MISSING_MINE):
        assert found.why[0] == "Why it follows there, and what the agent has of it:"


def failing(folder: Path, body: str) -> tuple[StudentGame, StudentFile, Difference]:
    file = learning(folder, body)
    game = StudentGame(file, 2, 3, 1, limits=Limits(seconds=0.3))
    game.teach([Observation((0, 0), 0)], frozenset({(0, 2)}))
    assert game.wait(PATIENCE)
    game.take_over()
    game.close()
    return game, file, game.differences[0]


def test_a_failure_has_a_case_and_no_cause(tmp_path: Path) -> None:
    game, file, first = failing(tmp_path, "os._exit(3)")
    found = diagnose(file, game.learned_game(), first, limits=Limits(seconds=30))
    assert found.cause is None
    assert found.case is not None
    assert (found.case.height, found.case.width, len(found.case.observations)) == (1, 1, 1)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes in /proc")
def test_the_search_is_stopped_while_the_agent_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").mkdir()
    here = tmp_path / "here"
    questions = 0

    def should_stop() -> bool:
        nonlocal questions
        questions += here.exists()
        return questions > 1

    with nothing_left(tmp_path / "temporary", monkeypatch):
        game, file, first = failing(tmp_path / "file", f"open({str(here)!r}, 'w').close()\nwhile True: pass")
        here.unlink()
        found = diagnose(file, game.learned_game(), first, limits=Limits(seconds=60), should_stop=should_stop)
        assert found == DifferenceDiagnosis()
        assert questions < 20, "it asks every 50 ms, and the call would take a minute"
