"""The lines of a case fail with the faulty agent and pass with a correct one; the file of tests runs under pytest."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model import MinesweeperAI
from minesweeper_qt.model.student.case_text import case_lines, source_of_tests
from minesweeper_qt.model.student.finding import Case, Finding, Severity, Symptom
from minesweeper_qt.model.student.smallest_case import smallest_case
from minesweeper_qt.model.student.student_state import FindingKind
from tests.model.student.support.corpus import EXPECTED, HERE, each, module_of, play, process_of
from tests.model.support.corpus_files import copied

CORRECT = [name for name in HERE if EXPECTED[name]["kind"] is None]
CASE = replace(Case.of(3, 3, [(0, 0), (0, 1), (0, 2)], frozenset({(1, 1)})), cells=((1, 0),))


def run(lines: list[str], agent: Any) -> None:
    exec("\n".join(lines), {"MinesweeperAI": agent})


def cases_of(name: str) -> dict[Symptom, Case]:
    """Return smallest cases of the faults that some games of an agent show; of rare faults more games are played."""
    found: dict[Symptom, Case] = {}
    for seed in range(40):
        if found and seed >= 4:
            break
        random.seed(seed)  # agents use the random numbers of this process
        game = play(name, seed, 6, 7, 6)
        for fault in game.faults:
            if fault.symptom is not None and fault.symptom not in found:
                case = smallest_case(lambda limits: process_of(name), game.case(fault), fault, seconds=60)
                if isinstance(case, Case):
                    found[fault.symptom] = case
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", each(name for name in HERE if EXPECTED[name]["case"] and name != "sentence_growth"))
def test_the_lines_fail_with_the_agent_and_pass_with_a_correct_one(name: str) -> None:
    cases = cases_of(name)
    assert cases
    for symptom, case in cases.items():
        lines = case_lines(case, symptom)
        if "random_move" not in "".join(lines):  # those may be right by luck
            with pytest.raises(Exception):  # noqa: B017, PT011 - an assertion, or whatever the agent raises
                run(lines, module_of(name).MinesweeperAI)
        for correct in ("correct_dataclasses", "correct_lists"):
            run(lines, module_of(correct).MinesweeperAI)


@pytest.mark.parametrize("symptom", list(Symptom))
def test_the_lines_of_every_symptom_pass_with_a_correct_agent(symptom: Symptom) -> None:
    cell = {Symptom.MISSING_SAFE: (1, 0), Symptom.MISSING_MINE: (1, 1)}.get(symptom, (2, 0))
    case = replace(CASE, cells=(cell,))
    for agent in (MinesweeperAI, *(module_of(name).MinesweeperAI for name in CORRECT if name != "moves_as_lists")):
        run(case_lines(case, symptom), agent)


def finding(symptom: Symptom, kind: str, case: Case | None = CASE) -> Finding:
    return Finding(
        FindingKind(kind), Severity.ERROR, 1, f"It is wrong.\nLine 2 of {symptom.value}", (), None, case, symptom
    )


def test_every_kind_of_finding_becomes_a_test_and_the_file_is_valid_python() -> None:
    findings = [finding(symptom, (symptom.kind or FindingKind.EXCEPTION).value) for symptom in Symptom]
    findings += [finding(Symptom.LEARNING_FAILS, kind) for kind in ("timeout", "memory", "output", "exit", "api")]
    source = source_of_tests([*findings, finding(Symptom.WRONG_MINE, "unsound", None)], Path("minesweeper.py"))
    module: dict[str, Any] = {}
    exec(
        compile(source.replace("from minesweeper import", "from minesweeper_qt.model import"), "tests.py", "exec"),
        module,
    )
    tests = [name for name in module if name.startswith("test_")]
    assert len(tests) == len(findings) - 2  # growth has no test, and that of the memory is a comment
    assert [line.split()[1] for line in source.splitlines() if "import" in line] == [*("sys", "time", "minesweeper")]
    assert source.rindex("def test_") < len(source) - 10
    assert all(len(line) <= 120 for line in source.splitlines())


@pytest.mark.parametrize("name", ["my agent.py", "class.py", "2nd_try.py"])
def test_a_file_whose_name_is_no_name_of_python_is_imported_too(name: str, tmp_path: Path) -> None:
    copied("correct_lists", tmp_path, name)
    source = source_of_tests([finding(Symptom.SENTENCE_EMPTY, "sentence")], Path(name))
    (tmp_path / "try_it.py").write_text(source + "\n\ntest_no_sentence_is_empty()\n")
    subprocess.run([sys.executable, "try_it.py"], cwd=tmp_path, check=True, timeout=60)


def test_a_test_of_what_does_not_end_ends_by_itself(tmp_path: Path) -> None:
    body = "class MinesweeperAI:\n    def __init__(self, *size): self.safes = self.mines = ()\n"
    (tmp_path / "minesweeper.py").write_text(body + "    def add_knowledge(self, *seen):\n        while True: pass\n")
    source = source_of_tests([finding(Symptom.LEARNING_FAILS, "timeout")], Path("minesweeper.py"))
    (tmp_path / "try_it.py").write_text(
        source.replace("+ 20", "+ 0.1") + "\n\ntest_add_knowledge_ends_without_an_error()\n"
    )
    done = subprocess.run([sys.executable, "try_it.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "AssertionError: this does not end" in done.stderr


@pytest.mark.slow
def test_the_file_of_tests_fails_with_the_agent_and_passes_with_a_correct_one(tmp_path: Path) -> None:
    names = ["unsound_difference", "beyond_edge_sets", "mutation_safe_move", "sentence_empty", "move_safe_repeated"]
    findings = [
        finding(symptom, (symptom.kind or FindingKind.EXCEPTION).value, case)
        for name in names
        for symptom, case in cases_of(name).items()
    ]
    notes = [replace(found, severity=Severity.NOTE) for found in findings]
    assert "def test_" not in source_of_tests(notes, Path("minesweeper.py")), "a correct agent may have the same"
    (tmp_path / "test_minesweeper.py").write_text(source_of_tests(findings, Path("minesweeper.py")))
    for agent, code in (("unsound_difference", 1), ("correct_recursion", 0)):
        copied(agent, tmp_path)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_minesweeper.py"]
        quick = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(
            command, cwd=tmp_path, env=quick, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == code, done.stdout
