"""Tests of the checks of the course on agents in this process."""

from __future__ import annotations

import random

import pytest

from minesweeper_qt.model import MinesweeperAI, Sentence
from minesweeper_qt.model.student.course_checks import CheckResult, course_checks
from minesweeper_qt.model.student.student_state import StudentState
from tests.model.student.support.local_process import LocalProcess


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
        "s = Sentence({(0, 1), (2, 3)}, 2); s.known_mines(): expected {(0, 1), (2, 3)}; it returned {(9, 9)}"
    )
    assert found["Sentence 6: mark_mine((2, 5))"] == (
        "s = Sentence({(0, 1), (2, 3), (4, 5), (6, 7)}, 3); s.mark_mine((2, 5)): expected s.cells = "
        "{(0, 1), (2, 3), (4, 5), (6, 7)} and s.count = 3; they are {(0, 1), (2, 3), (4, 5), (6, 7)} and -6"
    )
    assert found["add_knowledge 1: moves_made"] == (
        "ai = MinesweeperAI(4, 5); ai.add_knowledge((0, 0), 2): expected ai.moves_made = {(0, 0)}; it is set()"
    )
    assert found["add_knowledge 4: knowledge"].endswith(
        "expected {(2, 3), (2, 4), (3, 3)} = 1 in ai.knowledge; ai.knowledge holds nothing"
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
    assert result.message == "ai = MinesweeperAI(3, 3): add_knowledge((0, 0), 1) raised KeyError: (0, 0)"
    assert result.failure is not None


def test_agents_that_share_their_sets_are_checked_each_from_a_file_that_is_run_again() -> None:
    """As the course does it: what an earlier check left behind must not fail a later one."""
    shared: set[tuple[int, int]] = set()

    class Sharing(MinesweeperAI):
        def __init__(self, height: int, width: int) -> None:
            super().__init__(height, width)
            self.moves_made = shared

    class Processes(LocalProcess):
        def create(self, height: int, width: int, seed: int | None = None, *, runs_again: bool = False) -> StudentState:
            if runs_again:
                shared.clear()
            return super().create(height, width, seed)

    assert failed(Processes(Sharing)) == {}


@pytest.mark.parametrize("seed", range(3))
def test_random_moves_are_checked_many_times(seed: int) -> None:
    class SometimesWrong(MinesweeperAI):
        def make_random_move(self) -> tuple[int, int]:
            return (0, 1) if chance.random() < 0.2 else (2, 2)

    chance = random.Random(seed)
    assert list(failed(LocalProcess(SometimesWrong))) == ["make_random_move 1: neither a known mine nor a move made"]
