"""Tests of the checks of the course on agents in this process."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper_qt.model import MinesweeperAI, Sentence
from minesweeper_qt.model.student.course_checks import CheckResult, course_checks
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits, StudentFailure
from tests.model.student.support.corpus import EXPECTED, VERDICTS
from tests.model.student.support.local_process import LocalProcess
from tests.model.support.corpus_files import source_of
from tests.paths import SHARED


def results(process: LocalProcess) -> dict[str, CheckResult]:
    return {check.name: check.run(process) for check in course_checks()}


def failed(process: LocalProcess) -> dict[str, str]:
    return {name: result.message for name, result in results(process).items() if not result.passed}


def test_our_own_agent_passes_all() -> None:
    assert failed(LocalProcess()) == {}
    assert len({check.name for check in course_checks()}) == 23


class Blank:
    """An agent that learns nothing, and always makes the same move."""

    def __init__(self, height: int, width: int) -> None:
        self.moves_made: set[tuple[int, int]] = set()
        self.mines: set[tuple[int, int]] = set()
        self.safes: set[tuple[int, int]] = set()
        self.knowledge: list[Sentence] = []

    def add_knowledge(self, cell: tuple[int, int], count: int) -> None:
        pass

    def make_safe_move(self) -> tuple[int, int]:
        return (0, 0)

    def make_random_move(self) -> tuple[int, int]:
        return (0, 0)


class BlankSentence:
    def __init__(self, cells: set[tuple[int, int]], count: int) -> None:
        self.cells = cells
        self.count = count

    def known_mines(self) -> set[tuple[int, int]]:
        return {(9, 9)}

    def known_safes(self) -> set[tuple[int, int]]:
        return {(9, 9)}

    def mark_mine(self, cell: tuple[int, int]) -> None:
        self.count -= 9

    mark_safe = mark_mine


def test_what_fails_is_told_with_call_expectation_and_result() -> None:
    found = failed(LocalProcess(Blank, BlankSentence))
    assert len(found) == 23
    assert found["Sentence 1: known_mines()"] == (
        "s = Sentence([(0, 1), (2, 3)], 2); s.known_mines(): expected {(0, 1), (2, 3)}; it returned {(9, 9)}"
    )
    assert found["Sentence 6: mark_mine((2, 5))"] == (
        "s = Sentence([(0, 1), (2, 3), (4, 5), (6, 7)], 3); s.mark_mine((2, 5)): expected s.cells = "
        "{(0, 1), (2, 3), (4, 5), (6, 7)}; it is the list [(0, 1), (2, 3), (4, 5), (6, 7)]"
    )
    assert found["add_knowledge 1: moves_made"] == (
        "ai = MinesweeperAI(height=4, width=5); ai.add_knowledge((0, 0), 2): "
        "expected ai.moves_made = {(0, 0)}; it is set()"
    )
    assert found["add_knowledge 4: knowledge"].endswith(
        "expected {(2, 3), (2, 4), (3, 3)} = 1 in ai.knowledge; it holds nothing"
    )
    assert found["add_knowledge 11: mines"].endswith("expected (1, 0), (2, 1) and (3, 1) in ai.mines; it is set()")
    assert found["make_safe_move 1: a known safe cell"].endswith(
        "ai.make_safe_move(): expected one of {(0, 1), (1, 1), (1, 2)}; it returned (0, 0)"
    )
    assert found["make_safe_move 3: None"].endswith("ai.make_safe_move(): expected None; it returned (0, 0)")
    assert found["make_random_move 1: neither a known mine nor a move made"].endswith(
        "ai.make_random_move(): expected a cell other than (0, 0), (0, 1), (1, 0) and (1, 1); it returned (0, 0)"
    )


def test_a_call_that_fails_fails_the_check() -> None:
    class Failing(MinesweeperAI):
        def add_knowledge(self, cell: tuple[int, int], count: int) -> None:
            raise KeyError(cell)

    result = results(LocalProcess(Failing))["make_safe_move 3: None"]
    assert not result.passed
    assert (
        result.message == "ai = MinesweeperAI(height=3, width=3): ai.add_knowledge((0, 0), 1) raised KeyError: (0, 0)"
    )
    assert result.failure is not None


def in_a_process(source: str, tmp_path: Path) -> dict[str, str]:
    """Return the messages of the checks that an agent fails in a process of its own."""
    file = StudentFile.of(tmp_path / "minesweeper.py", source.encode())
    with StudentProcess(file) as process:
        found = {check.name: check.run(process) for check in course_checks()}
    return {name: result.message for name, result in found.items() if not result.passed}


@pytest.mark.slow
def test_each_check_begins_with_a_new_import(tmp_path: Path) -> None:
    """What an earlier check left behind must not fail a later one."""
    source = source_of("correct_pairwise").replace("self.moves_made = set()", "self.moves_made = shared")
    assert "= shared" in source
    assert in_a_process(f"shared = set()\n{source}", tmp_path) == {}


@pytest.mark.slow
def test_only_an_older_python_took_samples_of_sets(tmp_path: Path) -> None:
    ((name, message),) = in_a_process(source_of("sample_of_a_set"), tmp_path).items()
    assert name.startswith("make_random_move")
    assert "ai.make_random_move() raised TypeError: Population must be a sequence" in message


@pytest.mark.slow
def test_what_is_no_set_is_named(tmp_path: Path) -> None:
    found = in_a_process(source_of("correct_lists"), tmp_path)
    assert found["Sentence 1: known_mines()"].endswith(
        "expected {(0, 1), (2, 3)}; it returned the list [(0, 1), (2, 3)]"
    )
    assert found["add_knowledge 1: moves_made"].endswith("expected ai.moves_made = {(0, 0)}; it is the list [(0, 0)]")
    assert "raised AttributeError: 'list' object has no attribute 'update'" in found["add_knowledge 5: knowledge"]


@pytest.mark.slow
def test_a_sentence_that_only_looks_alike_is_named(tmp_path: Path) -> None:
    source = re.sub(r"    def __eq__\(.*\n.*\n", "", source_of("correct_pairwise"))
    assert in_a_process(source, tmp_path)["add_knowledge 4: knowledge"].endswith(
        "it holds {(2, 3), (2, 4), (3, 3)} = 1; == says that the one that looks alike differs"
    )


HANGS = ("timeout", "memory", "output")
CASES = SHARED / "cs50" / "cases"


def verdicts(source: bytes, folder: Path) -> str:
    """Return the verdicts on an agent: 1 and 0, in the order of the checks."""
    file = StudentFile.of(folder / "minesweeper.py", source)
    with StudentProcess(file, Limits(seconds=0.5, import_seconds=1)) as process:
        try:
            process.load()
        except StudentFailure:
            return "0" * len(course_checks())
        return "".join("01"[check.run(process).passed] for check in course_checks())


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long if EXPECTED[name]["kind"] in HANGS else ())
        for name in VERDICTS
        if name != "source"
    ],
)
def test_the_verdicts_are_those_of_the_course(name: str, tmp_path: Path) -> None:
    assert verdicts(source_of(name).encode(), tmp_path) == VERDICTS[name]


@pytest.mark.slow
def test_the_verdicts_on_small_agents_are_those_of_the_course(tmp_path: Path) -> None:
    if not CASES.exists():
        pytest.skip(f"{CASES} is not on this machine")
    subprocess.run([sys.executable, str(CASES / "agents.py"), str(tmp_path)], check=True, timeout=60)
    expected = json.loads((CASES / "verdicts.json").read_text())
    found = {name: verdicts((tmp_path / name / "minesweeper.py").read_bytes(), tmp_path) for name in expected}
    assert found == {name: "".join(map("01".__getitem__, passed)) for name, passed in expected.items()}


@pytest.mark.parametrize("seed", range(3))
def test_random_moves_are_checked_many_times(seed: int) -> None:
    class SometimesWrong(MinesweeperAI):
        def make_random_move(self) -> tuple[int, int]:
            return (0, 1) if chance.random() < 0.2 else (2, 2)

    chance = random.Random(seed)
    assert list(failed(LocalProcess(SometimesWrong))) == ["make_random_move 1: neither a known mine nor a move made"]
