"""Tests of ``minesweeper-qt check``: its exit codes, its output, and what ends it early."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.cli import check_command, output, program
from minesweeper_qt.model import FindingKind, Severity
from minesweeper_qt.model.box import box_problem
from minesweeper_qt.model.student import diagnosis
from tests.cli.support.lab_program import wait_for
from tests.model.support.corpus_files import copied
from tests.model.support.students import marked_processes
from tests.paths import GOLDEN, ROOT

CORRECT = GOLDEN / "agents" / "correct_frozensets.py"
QUICK = ["--games", "5", "--jobs", "2"]


@pytest.fixture(autouse=True)
def much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search end early on a busy machine."""
    monkeypatch.setattr(diagnosis, "SECONDS", 120.0)


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    return copied("no_subset_rule_sets", tmp_path, "no_subset_rule_sets.py")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT be what it is in a terminal, even if these tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def check(*arguments: object) -> int:
    patient = [] if "--time-limit" in arguments else ["--time-limit", "60"]
    return program.main(["check", *map(str, arguments), *patient])


@pytest.mark.slow
def test_nothing_found(capsys) -> None:
    assert check(CORRECT, *QUICK) == 0
    out = capsys.readouterr().out
    assert out.startswith("correct_frozensets.py: nothing found (23 checks, 5 games on 8 rows, 8 columns, 8 mines)\n")
    assert "Checks of the course: 23 of 23 passed." in out
    assert "\nWins on these 5 boards" in out


@pytest.mark.slow
def test_weaknesses_can_pass(faulty: Path) -> None:
    assert check(faulty, *QUICK, "--fail-on", "error") == 1, "a check of the course fails"
    late = copied("infers_once_dataclasses", faulty.parent, "late.py")
    assert [check(late, *QUICK, "--fail-on", each) for each in ("error", "weakness")] == [0, 1]


@pytest.mark.slow
def test_json_has_the_documented_form_and_a_test_of_the_finding_fails(faulty: Path, tmp_path: Path, capsys) -> None:
    tests = tmp_path / "test_cases.py"
    tests.write_text("what was there before")
    assert check(faulty, *QUICK, "--json", "--save-tests", tests) == 1
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
    quick = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(command, cwd=tmp_path, env=quick, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1, ended.stdout
    assert "1 failed" in ended.stdout

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert list(found)[:5] == ["checks", "skills", "skills_not_run", "games", "won"]
    assert list(found)[5:] == [
        *("reference_won", "fair_games", "fair_won", "fair_reference_won", "repair", "findings", "complete")
    ]
    assert [list(one) for one in found["checks"]] == [["name", "passed", "message"]] * 23
    assert all(bool(one["message"]) != one["passed"] for one in found["checks"])
    assert found["games"] == 5
    assert 0 <= found["won"] <= 5 >= found["reference_won"] >= 0
    assert 0 <= found["fair_won"] <= found["fair_games"] == 5
    for finding in found["findings"]:
        assert list(finding) == ["kind", "severity", "games", "headline", "text", "trace", "cause", "code", "case"]
        assert finding["kind"] in [kind.value for kind in FindingKind]
        assert finding["severity"] in [severity.value for severity in Severity]
    (incomplete,) = (finding for finding in found["findings"] if finding["kind"] == "incomplete")
    assert incomplete["cause"] == "subset-rule"
    assert list(incomplete["case"]) == ["height", "width", "observations", "cells"]
    assert all(len(observation) == 3 for observation in incomplete["case"]["observations"])


@pytest.mark.slow
def test_notes_alone_leave_the_exit_code_0(tmp_path: Path, capsys) -> None:
    file = tmp_path / "minesweeper.py"
    file.write_text(f"import pygame\n{CORRECT.read_text(encoding='utf-8')}", encoding="utf-8")
    assert check(tmp_path, *QUICK) == 0
    out = capsys.readouterr().out
    assert out.startswith("minesweeper.py: nothing found")
    assert "\nNotes:\n   - the file imports pygame" in out


@pytest.mark.slow
def test_the_seed_alone_decides(tmp_path: Path, capsys) -> None:
    def found(*arguments: object) -> Any:
        check(copied("move_safe_missing", tmp_path), "--games", 4, "--json", *arguments)
        return json.loads(capsys.readouterr().out)

    one, several = found("--jobs", 1), found("--jobs", 3)
    assert one == several
    assert found("--seed", 2, "--jobs", 2) != one


@pytest.mark.slow
def test_a_board_of_its_own(capsys) -> None:
    assert check(CORRECT, "--height", 3, "--width", 5, "--mines", 2, *QUICK) == 0
    assert "5 games on 3 rows, 5 columns, 2 mines" in capsys.readouterr().out


def test_a_file_that_cannot_be_imported(tmp_path: Path, capsys) -> None:
    file = tmp_path / "minesweeper.py"
    file.write_text("class MinesweeperAI(:\n")
    assert check(file, *QUICK) == 1
    assert capsys.readouterr().out.splitlines() == [
        "minesweeper.py can't be loaded: line 1: invalid syntax",
        "   The lines of the file, the innermost last:",
        "      minesweeper.py:1, in <module>: class MinesweeperAI(:",
    ]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nowhere.py"], "'nowhere.py' does not exist; allowed is a file in Python, or a folder with minesweeper.py"),
        ([], "the following arguments are required: FILE"),
        (["FILE", "--games", "0"], "--games: 0 is out of range; allowed are 1 to 100000"),
        (["FILE", "--jobs", "many"], "--jobs: 'many' is not a whole number; allowed are 1 to 256"),
        (["FILE", "--time-limit", "0"], "--time-limit: 0 is out of range; allowed are 0.1 to 3600"),
        (["FILE", "--time-limit", "nan"], "--time-limit: 'nan' is not a number of seconds; allowed are 0.1 to 3600"),
        (["FILE", "--memory-limit", "8"], "--memory-limit: 8 is out of range; allowed are 64 to 65536"),
        (
            ["FILE", "--level", "easy"],
            "--level: 'easy' is not a level; allowed are cs50, beginner, intermediate, expert",
        ),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], message: str, refused) -> None:
    assert refused("check", *[CORRECT if word == "FILE" else word for word in arguments]) == message


def test_tests_in_a_folder_that_is_missing(tmp_path: Path, refused) -> None:
    line = refused("check", CORRECT, "--save-tests", tmp_path / "missing" / "test_cases.py")
    assert line.startswith("--save-tests: ")
    assert line.endswith("allowed is a file name that ends in .py, in a folder that can be written to")


def test_a_machine_that_cannot_run_it(tmp_path: Path, capsys) -> None:
    assert check(CORRECT, *QUICK, "--python", tmp_path / "python") == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("minesweeper-qt: error: ")
    assert len(printed.err.splitlines()) == 1


@pytest.mark.slow
def test_tests_that_cannot_be_written_any_more(tmp_path: Path, capsys, monkeypatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output, "write_whole", fails)
    path = tmp_path / "test_cases.py"
    assert check(CORRECT, *QUICK, "--save-tests", path) == 3
    printed = capsys.readouterr()
    assert "nothing found" in printed.out, "the report is printed all the same"
    assert printed.err == f"minesweeper-qt: error: {path}: No space left on device\n"


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_prints_what_was_found_so_far(faulty: Path, capsys, monkeypatch) -> None:
    shown: list[str] = []
    audit = check_command.audit

    def interrupted(*arguments: Any, progress: Any, **settings: Any) -> Any:
        def show(state: Any) -> None:
            progress(state)
            shown.append(str(state))
            if shown[-1] == "games: 12 of 10000":
                signal.raise_signal(signal.SIGINT)

        return audit(*arguments, progress=show, **settings)

    monkeypatch.setattr(check_command, "audit", interrupted)
    assert check(faulty, "--games", 10_000, "--jobs", 2) == 130
    out = capsys.readouterr().out
    assert "12 games on 8 rows, 8 columns, 8 mines; stopped early, 10000 games were planned)" in out.splitlines()[0]
    assert "WEAKNESS in " in out
    assert shown[0] == "checks: 0 of 23"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("name, code", [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_from_outside_leaves_nothing_behind(name: str, code: int, faulty: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "minesweeper_qt", "check", str(faulty), "--games", "100000", "--jobs", "2"]
    (tmp_path / "temporary").mkdir()
    environ, pipe = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}, subprocess.PIPE
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=pipe, stderr=pipe, text=True)
    wait_for(lambda: len(marked_processes(tmp_path / "temporary")) > 1)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert err == ""
    assert "stopped early, 100000 games were planned" in out
    assert marked_processes(tmp_path / "temporary") == []


@pytest.mark.skipif(bool(box_problem()), reason=box_problem())
@pytest.mark.parametrize("number", range(6))
def test_an_agent_that_starts_nothing_is_not_said_to_have_left_processes(number: int, capsys) -> None:
    """The box has processes of its own, some of which end a little later."""
    assert check(CORRECT, "--box", *QUICK) == 0
    assert "running; this program ended" not in capsys.readouterr().out
