"""Tests of whole audits, with real processes of the agents."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from minesweeper_qt.model import (
    DIFFICULTIES,
    Difficulty,
    FindingKind,
    Guesses,
    Limits,
    PythonNotStarted,
    Report,
    Severity,
    Skill,
    StudentFileError,
    audit,
)
from minesweeper_qt.model.student import diagnosis
from minesweeper_qt.model.student.game_pool import play_audited
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.report import AuditProgress
from minesweeper_qt.model.student.student_file import StudentFile
from tests.model.support.corpus_files import copied, source_of
from tests.model.support.students import nothing_left

REFERENCE = "from minesweeper_qt.model import MinesweeperAI, Sentence\n"
PATIENT = Limits(seconds=60, import_seconds=60)
"""A busy machine may take long for a call that ends."""


def written(folder: Path, source: str) -> Path:
    file = folder / "minesweeper.py"
    file.write_text(source, encoding="utf-8")
    return file


def kinds(report: Report) -> list[tuple[FindingKind, Severity]]:
    return [(finding.kind, finding.severity) for finding in report.findings]


@pytest.mark.parametrize(
    "difficulty",
    [
        pytest.param(DIFFICULTIES["cs50"], marks=pytest.mark.slow),
        pytest.param(DIFFICULTIES["expert"], marks=pytest.mark.long),
        pytest.param(Difficulty.custom(2, 2, 1), marks=pytest.mark.long),
        pytest.param(Difficulty.custom(2, 30, 12), marks=pytest.mark.long),
        pytest.param(Difficulty.custom(30, 2, 12), marks=pytest.mark.long),
    ],
    ids=lambda difficulty: f"{difficulty.height}x{difficulty.width}",
)
def test_the_reference_in_a_process_is_never_accused(difficulty: Difficulty, tmp_path: Path) -> None:
    report = audit(written(tmp_path, REFERENCE), difficulty=difficulty, games=4, jobs=2, limits=PATIENT)
    assert report.is_clean
    assert report.findings == ()
    assert (report.games, len(report.checks), report.is_complete) == (4, 23, True)
    assert report.file == tmp_path / "minesweeper.py"


@pytest.mark.long
@pytest.mark.parametrize("agent", ["beyond_edge_sets", "sentence_double"])
def test_the_report_does_not_depend_on_the_number_of_jobs(agent: str, tmp_path: Path) -> None:
    file = copied(agent, tmp_path)
    one, three = (audit(file, games=25, jobs=jobs, limits=PATIENT).to_json() for jobs in (1, 3))
    assert one == three
    assert one["findings"]


@pytest.mark.slow
def test_the_board_of_a_finding_can_be_found_again(tmp_path: Path) -> None:
    report = audit(copied("infers_once_sets", tmp_path), games=4, seed=3, limits=PATIENT)
    finding = report.beside_checks()[0]
    assert finding.first_game is not None
    assert finding.first_learned is not None
    when = f"First in game {finding.first_game + 1}, after {finding.first_learned} observations: "
    assert finding.details[0].startswith(when)
    with StudentProcess(StudentFile.find(report.file), PATIENT) as process:
        game = play_audited(process, report.difficulty, 3, finding.first_game, lambda: False)
    assert min(fault.learned for fault in game.faults) == finding.first_learned
    assert set(finding.to_json()) == {"kind", "severity", "games", "headline", "text", "trace", "cause", "code", "case"}


@pytest.mark.slow
def test_games_with_fair_guesses_are_counted_and_compared_by_themselves(tmp_path: Path) -> None:
    fair = DIFFICULTIES["cs50"].with_guesses(Guesses.FAIR)
    report = audit(copied("infers_once_sets", tmp_path), difficulty=fair, games=4, seed=3, limits=PATIENT)
    assert (report.games, report.fair_wins.games) == (4, 4)
    assert report.difficulty == DIFFICULTIES["cs50"], "the others are as dealt"
    assert report.beside_checks()[0].first_game in range(4)


@pytest.mark.slow
def test_a_change_after_which_the_agent_errs_in_its_games_is_not_named(tmp_path: Path) -> None:
    # Each pair is compared in one order only. With += for the = before that all skills are there, but sentences grow.
    right = "            for s1 in self.knowledge:\n                for s2 in self.knowledge:"
    wrong = "            for i, s1 in enumerate(self.knowledge):\n                for s2 in self.knowledge[i + 1 :]:"
    source = source_of("correct_pairwise")
    assert right in source
    report = audit(written(tmp_path, source.replace(right, wrong)), games=8)
    assert report.repair is None
    assert report.first_to_mend is not None
    assert report.first_to_mend.cause is Skill.NEW_AS_SUBSET


@pytest.mark.slow
def test_a_folder_and_the_game_of_the_course_lead_to_the_file(tmp_path: Path) -> None:
    written(tmp_path, REFERENCE)
    (tmp_path / "runner.py").write_text("import pygame\n")
    assert audit(tmp_path, games=1, limits=PATIENT).file == tmp_path / "minesweeper.py"
    assert audit(tmp_path / "runner.py", games=1, limits=PATIENT).file == tmp_path / "minesweeper.py"


def test_a_missing_file_and_a_missing_python(tmp_path: Path) -> None:
    with pytest.raises(StudentFileError, match="does not exist"):
        audit(tmp_path / "minesweeper.py", limits=PATIENT)
    with pytest.raises(PythonNotStarted):
        audit(written(tmp_path, REFERENCE), games=1, python=str(tmp_path / "python"), limits=PATIENT)


@pytest.mark.slow
def test_a_size_that_is_hard_coded_is_played_with_a_note(tmp_path: Path) -> None:
    report = audit(copied("hard_coded_size", tmp_path), difficulty=Difficulty.custom(5, 6, 4), games=3, limits=PATIENT)
    assert (report.difficulty.height, report.difficulty.width, report.difficulty.mines) == (8, 8, 4)
    notes = report.with_severity(Severity.NOTE)
    assert [note.kind for note in notes] == [FindingKind.API]
    assert "hard-coded" in notes[0].text
    assert {finding.kind for finding in report.findings if finding.severity is Severity.ERROR} <= {FindingKind.CHECK}


@pytest.mark.slow
def test_a_file_without_the_class_fails_what_needs_it_and_nothing_is_played(tmp_path: Path) -> None:
    report = audit(written(tmp_path, REFERENCE.replace("MinesweeperAI, ", "")), games=5, limits=PATIENT)
    assert kinds(report) == [(FindingKind.API, Severity.ERROR), *[(FindingKind.CHECK, Severity.ERROR)] * 15]
    assert "MinesweeperAI" in report.findings[0].text
    assert report.games == 0
    assert sum(check.passed for check in report.checks) == 8, "those of Sentence"


def test_a_random_move_that_is_always_the_same_is_a_note(tmp_path: Path) -> None:
    source = source_of("correct_pairwise").replace("return random.choice(moves)", "return moves[0]")
    (note,) = [f.text for f in audit(written(tmp_path, source), games=1).findings if "random" in f.text]
    assert note == "make_random_move() returned (0, 0) in each of 8 new games; the course says to choose randomly"
    other = audit(written(tmp_path, source_of("correct_pairwise")), games=1)
    assert not [finding for finding in other.findings if "random" in finding.text]


def test_a_file_that_cannot_be_imported_is_one_finding(tmp_path: Path) -> None:
    report = audit(written(tmp_path, "import random\n\nraise KeyError('mine')\n"), games=5, limits=PATIENT)
    (finding,) = report.findings
    assert (finding.kind, finding.severity, finding.games) == (FindingKind.EXCEPTION, Severity.ERROR, 0)
    assert [line.line for line in finding.trace] == [3]
    assert finding.text == "minesweeper.py can't be loaded: line 3: KeyError: 'mine'"
    assert [check.message for check in report.checks] == ["not run: the file can't be loaded"] * 23


@pytest.mark.parametrize(
    "source, text",
    [
        ("class A:\n    def f(self)\n        pass\n", "line 2: expected ':'"),
        (
            "import random\nimport nothing_like_it\n",
            "line 2: No module named 'nothing_like_it'; "
            "install nothing_like_it, or name a Python that has it by --python",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_says_where_and_why(source: str, text: str, tmp_path: Path) -> None:
    report = audit(written(tmp_path, source), games=1, limits=PATIENT)
    assert [finding.text for finding in report.findings] == [f"minesweeper.py can't be loaded: {text}"]


ENDLESS = """
from minesweeper_qt.model import MinesweeperAI as Agent, Sentence

class MinesweeperAI(Agent):
    def add_knowledge(self, cell, count):
        if cell[0] > 1:
            while True:
                count += 1
                count -= 1
        super().add_knowledge(cell, count)
"""


@pytest.mark.long
def test_after_five_hangs_in_one_loop_the_other_games_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "SECONDS", 3.0)
    threads = threading.active_count()
    report = audit(written(tmp_path, ENDLESS), games=60, jobs=2, limits=Limits(seconds=0.7, import_seconds=60))
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    hang = next(finding for finding in errors if finding.kind is FindingKind.TIMEOUT and finding.trace)
    assert hang.games == 5
    assert hang.trace[-1].function == "add_knowledge"
    assert hang.trace[-1].line in (7, 8, 9)
    assert hang.case is not None
    assert report.games < 60
    unplayed = next(finding for finding in report.findings if finding.severity is Severity.NOTE)
    assert unplayed.text.startswith(f"{60 - report.games} of 60 games were not played")
    not_run = [check for check in report.checks if not check.was_run]
    assert not_run, "after two checks that did not end"
    assert threading.active_count() == threads


@pytest.mark.long
def test_an_agent_of_the_class_is_judged_as_if_it_started_afresh(tmp_path: Path) -> None:
    report = audit(copied("state_of_the_class", tmp_path), games=12, jobs=2, limits=PATIENT)
    assert kinds(report) == [(FindingKind.CHECK, Severity.ERROR)]
    assert report.findings[0].cause is Skill.OWN_STATE
    assert all(check.passed for check in report.checks), "as in the course, where each check is a program of its own"


@pytest.mark.long
def test_a_stop_keeps_what_was_found_so_far(tmp_path: Path) -> None:
    shown: list[str] = []

    def should_stop() -> bool:
        return "games: 4 of 1000" in shown

    report = audit(
        copied("mutation_move_not_recorded", tmp_path),
        games=1000,
        jobs=2,
        progress=lambda progress: shown.append(str(progress)),
        should_stop=should_stop,
        limits=PATIENT,
    )
    assert not report.is_complete
    assert report.games == 4
    assert kinds(report)[0] == (FindingKind.MUTATION, Severity.ERROR)
    assert shown[0] == "checks: 0 of 23"
    assert "games: 0 of 1000" in shown


@pytest.mark.slow
def test_a_stop_during_the_checks_plays_nothing(tmp_path: Path) -> None:
    report = audit(copied("correct_lists", tmp_path), should_stop=lambda: True, limits=PATIENT)
    assert (report.is_complete, report.games, report.checks, report.findings) == (False, 0, (), ())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes in /proc")
@pytest.mark.parametrize("stage", ["checks: 9 of", "experiments: 0 of", "games: 0 of", "smallest cases: 0 of"])
def test_a_stop_ends_a_call_that_hangs_and_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    hangs, here = tmp_path / "hangs", tmp_path / "here"
    source = f"""{source_of("no_subset_rule_sets")}
import os
Agent = MinesweeperAI
class MinesweeperAI(Agent):
    def add_knowledge(self, cell, count):
        if os.path.exists({str(hangs)!r}):
            open({str(here)!r}, "w").close()
            while True: pass
        super().add_knowledge(cell, count)
"""
    questions = 0

    def show(progress: AuditProgress) -> None:
        if str(progress).startswith(stage):
            hangs.touch()

    def should_stop() -> bool:
        nonlocal questions
        questions += here.exists()
        return questions > 1

    with nothing_left(tmp_path / "temporary", monkeypatch):
        report = audit(written(tmp_path, source), games=4, limits=PATIENT, progress=show, should_stop=should_stop)
    assert not report.is_complete
    assert questions < 100, "it asks every 50 ms, and the call would take a minute"
    assert len(report.checks) == (9 if stage.startswith("checks") else 23)
    assert (sum(skill.was_run for skill in report.skills) > 20) == stage.startswith(("games", "smallest"))
    assert report.games == (4 if stage.startswith("smallest") else 0)
    assert any(finding.first_game is not None for finding in report.findings) == stage.startswith("smallest")
