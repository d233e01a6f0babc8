"""Smallest cases show the fault again in another process, are possible positions, and nothing more can be left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from minesweeper_qt.model.student.game_trace import play_traced

from minesweeper_qt.model import Cell, MinesweeperAI
from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.student.case_layouts import is_implied, is_possible, layout_of, with_clues_of
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.comparison import faults_of
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Case, FindingKind, Severity, Symptom
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.smallest_case import Trial, smallest_case
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits
from tests.model.student.support.corpus import EXPECTED, HERE, module_of, process_of
from tests.model.student.support.local_process import LocalProcess
from tests.model.support.corpus_files import file_of, source_of
from tests.model.support.oracles import Truth, truths

WITH_CASES = [name for name in HERE if EXPECTED[name]["case"]]
Started = tuple[Case, Fault]


def local(name: str):  # type: ignore[no-untyped-def]
    return lambda limits, is_fresh: process_of(name)


def found_in(name: str, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> list[Started]:
    """Return the faults in a game of an agent of the corpus, each with the case from which the search starts."""
    random.seed(seed)  # agents use the random numbers of this process
    return found_by(process_of(name), seed, height, width, mines)


def found_by(process: LocalProcess, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> list[Started]:
    game = Minesweeper(height, width, mines, rules=CS50_RULES, seed=seed)
    trace = play_traced(process, game, seed, seed)
    learned = trace.verdicts_learned()
    return [(learned.case(fault.learned), fault) for fault in faults_of(trace) if fault.symptom is not None]


def smaller_by_one(case: Case) -> Iterator[Case]:
    """Yield the case without one observation, row or column; its clues stay, so it may be impossible."""
    for place in range(len(case.observations)):
        yield replace(case, observations=case.observations[:place] + case.observations[place + 1 :])
    for axis, length in ((0, case.height), (1, case.width)):
        for line in range(length):
            seen = []
            for cell, clue in case.observations:
                moved = list(cell)
                moved[axis] -= cell[axis] > line
                if cell[axis] != line:
                    seen.append(((moved[0], moved[1]), clue))
            if length > 1:
                yield Case(case.height - (axis == 0), case.width - (axis == 1), tuple(seen), ())


@pytest.mark.slow
@settings(max_examples=25)
@given(
    name=st.sampled_from(WITH_CASES),
    seed=st.integers(0, 10**6),
    size=st.sampled_from([(8, 8, 8), (5, 7, 5), (9, 4, 6), (3, 3, 2)]),
)
def test_a_smallest_case_shows_the_fault_and_nothing_of_it_can_be_left_out(
    name: str, seed: int, size: tuple[int, int, int]
) -> None:
    started = found_in(name, seed, *size)
    assume(started)
    start, fault = started[0]
    random.seed(seed)
    found = smallest_case(local(name), start, fault, seconds=60)
    if fault.symptom is Symptom.SENTENCES_GROW:
        assert found is None
        return
    assert found is not None
    assert is_possible(found)
    assert len({cell for cell, _ in found.observations}) == len(found.observations) <= len(start.observations)
    trial = Trial(process_of(name), fault)
    assert trial.shown_by(found) == found
    if fault.symptom not in (Symptom.RANDOM_MOVE_WRONG, Symptom.RANDOM_MOVE_MISSING):
        assert not any(trial.shown_by(smaller) for smaller in smaller_by_one(found) if is_possible(smaller))
        assert smallest_case(local(name), start, fault, seconds=60) == found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "unsound_difference",
        "exception_key_error",
        "exit_in_add_knowledge",
        pytest.param("no_subset_rule_sets", marks=pytest.mark.long),
        pytest.param("mutation_safe_move", marks=pytest.mark.long),
    ],
)
def test_a_smallest_case_of_a_real_process_fails_again_in_another_one(name: str) -> None:
    file = file_of(name)

    def open_process(limits: Limits, is_fresh: bool) -> StudentProcess:
        return StudentProcess(file, limits, is_fresh=is_fresh)

    with StudentProcess(file) as process:
        start, fault = next(started for seed in range(9) for started in found_by(process, seed))
    found = smallest_case(open_process, start, fault)
    assert found is not None
    assert found.height * found.width <= 12
    with StudentProcess(file) as process:
        assert Trial(process, fault).shown_by(found) == found


def test_a_hang_is_tried_with_a_short_limit() -> None:
    limits: list[float] = []

    class Hanging(MinesweeperAI):
        def add_knowledge(self, cell: Cell, count: int) -> None:
            raise TimeoutError

    def open_process(limit: Limits, is_fresh: bool) -> LocalProcess:
        limits.append(limit.seconds)
        return LocalProcess(Hanging)

    start = with_clues_of(3, 3, [(2, 2), (0, 2)], frozenset({(0, 0)}))
    found = smallest_case(open_process, start, _failure("timeout"), limits=Limits(seconds=1))
    assert found is not None
    assert len(found.observations) == 1
    assert max(limits) == 1
    assert min(limits) < 0.5


def _failure(kind: str) -> Fault:
    started = Fault.of(Symptom.WRONG_MINE, Severity.ERROR, 0, 1, (), "add_knowledge((0, 0), 1) failed", "add_knowledge")
    return replace(started, key=replace(started.key, kind=FindingKind(kind)), symptom=Symptom.LEARNING_FAILS)


def test_a_board_of_a_hard_coded_size_keeps_its_size() -> None:
    agent = module_of("no_subset_rule_sets").MinesweeperAI

    class HardCoded(LocalProcess):
        def create(self, height: int, width: int, seed: int | None = None):  # type: ignore[no-untyped-def]
            state = super().create(8, 8)
            self.size = (8, 8)
            return state

    start, fault = next(started for seed in range(9) for started in found_in("no_subset_rule_sets", seed))
    found = smallest_case(lambda limits, is_fresh: HardCoded(agent), start, fault)
    assert found is not None
    assert (found.height, found.width, found.has_own_size) == (8, 8, True)
    assert len(found.observations) <= 3
    assert case_lines(found, fault.symptom)[0] == "ai = MinesweeperAI()"


def test_without_time_the_start_is_the_case() -> None:
    start, fault = next(started for seed in range(9) for started in found_in("no_subset_rule_sets", seed))
    found = smallest_case(local("no_subset_rule_sets"), start, fault, seconds=-1)
    assert found is not None
    assert replace(found, cells=()) == start
    assert found.cells
    assert smallest_case(local("no_subset_rule_sets"), start, fault, should_stop=lambda: True) == found


def test_what_an_agent_does_not_do_again_has_no_case() -> None:
    start, fault = next(started for seed in range(9) for started in found_in("no_subset_rule_sets", seed))
    assert smallest_case(local("correct_pairwise"), start, fault) is None


@pytest.mark.slow
def test_an_agent_that_errs_only_with_its_first_board_gets_a_process_for_each_try(tmp_path: Path) -> None:
    path = tmp_path / "minesweeper.py"
    right, wrong = (source_of(name) for name in ("correct_pairwise", "no_subset_rule_sets"))
    chooser = """
boards = []
def choose(height, width):
    boards.append(1)
    return (WrongAI if len(boards) == 1 else MinesweeperAI)(height, width)
WrongAI, MinesweeperAI = MinesweeperAI, None
"""
    path.write_text(
        f"{wrong}{chooser}{right}\nRightAI = MinesweeperAI\nMinesweeperAI = choose\n".replace(
            "else MinesweeperAI)", "else RightAI)"
        )
    )
    file = StudentFile.find(path)
    start, fault = next(started for seed in range(9) for started in found_in("no_subset_rule_sets", seed))
    found = smallest_case(lambda limits, is_fresh: StudentProcess(file, limits, is_fresh=is_fresh), start, fault)
    assert found is not None
    assert len(found.observations) <= 3


@pytest.mark.slow
@given(truth=truths(max_height=4, max_width=4))
def test_a_layout_agrees_with_the_clues_and_implied_sentences_hold_in_it(truth: Truth) -> None:
    case = with_clues_of(truth.height, truth.width, truth.order[:4], truth.mines)
    layout = layout_of(case)
    assert layout is not None
    assert with_clues_of(truth.height, truth.width, truth.order[:4], layout) == case
    for cell in truth.cells:
        for count in (0, 1):
            if is_implied(case, frozenset({cell}), count):
                assert (cell in layout) == (cell in truth.mines) == bool(count)


def test_no_layout_agrees_with_clues_that_contradict_each_other() -> None:
    assert layout_of(Case(1, 2, (((0, 0), 1), ((0, 1), 0)), ())) is None
