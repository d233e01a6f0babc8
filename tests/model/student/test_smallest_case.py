"""Smallest cases show the fault again in another process, and nothing more can be left out; else it says why not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, MinesweeperAI
from minesweeper_qt.model.board.rules import DIFFICULTIES
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form
from minesweeper_qt.model.student.finding import Case, Severity, Symptom
from minesweeper_qt.model.student.game_pool import play_audited
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.smallest_case import NoCase, Trial, smallest_case
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits
from tests.model.student.support.corpus import EXPECTED, HERE, module_of, play, process_of
from tests.model.student.support.faults import fault_of
from tests.model.student.support.local_process import LocalProcess
from tests.model.support.corpus_files import file_of, source_of

WITH_CASES = [name for name in HERE if EXPECTED[name]["case"]]
Started = tuple[Case, Fault]


def local(name: str):  # type: ignore[no-untyped-def]
    return lambda limits: process_of(name)


def found_in(name: str, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> list[Started]:
    """Return the faults in a game of an agent of the corpus, each with the case from which the search starts."""
    random.seed(seed)  # agents use the random numbers of this process
    game = play(name, seed, height, width, mines)
    return [(game.case(fault), fault) for fault in game.faults if fault.symptom is not None]


def first_found_in(name: str) -> Started:
    return next(started for seed in count() for started in found_in(name, seed))


def smaller_by_one(case: Case) -> Iterator[Case]:
    """Yield the case without one observation, mine, row or column."""
    height, width, mines = case.height, case.width, case.mines
    cells = [cell for cell, _ in case.observations]
    for left_out in cells:
        yield Case.of(height, width, [cell for cell in cells if cell != left_out], mines)
    for left_out in mines:
        yield Case.of(height, width, cells, mines - {left_out})
    for line in range(height if height > 1 else 0):
        places = {(i, j): (i - (i > line), j) for i in range(height) for j in range(width) if i != line}
        seen = [places[cell] for cell in cells if cell in places]
        yield Case.of(height - 1, width, seen, frozenset(places[mine] for mine in mines if mine in places))
    for line in range(width if width > 1 else 0):
        places = {(i, j): (i, j - (j > line)) for i in range(height) for j in range(width) if j != line}
        seen = [places[cell] for cell in cells if cell in places]
        yield Case.of(height, width - 1, seen, frozenset(places[mine] for mine in mines if mine in places))


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
    assert isinstance(found, Case)
    cells = [cell for cell, _ in found.observations]
    assert replace(Case.of(found.height, found.width, cells, found.mines), cells=found.cells) == found
    assert not found.mines.intersection(cells)
    assert len(set(cells)) == len(cells) <= min(len(start.observations), 15)
    trial = Trial(process_of(name), fault)
    shown = trial.shown_by(found)
    assert shown is not None
    is_random = fault.symptom in (Symptom.RANDOM_MOVE_WRONG, Symptom.RANDOM_MOVE_MISSING)
    # Each time another move may be the wrong one.
    assert (replace(shown, cells=found.cells) if is_random else shown) == found
    if not is_random:
        assert not any(trial.shown_by(smaller) for smaller in smaller_by_one(found))
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

    def open_process(limits: Limits) -> StudentProcess:
        return StudentProcess(file, limits)

    with StudentProcess(file) as process:
        games = (play_audited(process, DIFFICULTIES["cs50"], 1, number, lambda: False) for number in count())
        game = next(game for game in games if game.faults)
    fault = game.faults[0]
    found = smallest_case(open_process, game.case(fault), fault)
    assert isinstance(found, Case)
    assert found.height * found.width <= 12
    with StudentProcess(file) as process:
        assert Trial(process, fault).shown_by(found) == found


@pytest.mark.parametrize("cell, is_shown", [((0, 1), True), ((0, 2), False)])
def test_a_verdict_right_by_luck_is_shown_by_a_wrong_one_but_not_by_one_off_the_board(
    cell: Cell, is_shown: bool
) -> None:
    class Claiming(MinesweeperAI):
        def add_knowledge(self, *seen: object) -> None:
            super().add_knowledge((0, 0), 1)
            self.safes.add(cell)

    lucky = fault_of(Symptom.WRONG_SAFE, Severity.NOTE, form=Form.LUCKY_SAFE)
    case = Case.of(1, 2, [(0, 0)], frozenset({(0, 1)}))
    assert (Trial(LocalProcess(Claiming), lucky).shown_by(case) is not None) is is_shown


def test_a_hang_is_tried_with_a_short_limit() -> None:
    limits: list[float] = []

    class Hanging(MinesweeperAI):
        def add_knowledge(self, cell: Cell, count: int) -> None:
            raise TimeoutError

    def open_process(limit: Limits) -> LocalProcess:
        limits.append(limit.seconds)
        return LocalProcess(Hanging)

    start = Case.of(3, 3, [(2, 2), (0, 2)], frozenset({(0, 0)}))
    key = FaultKey(FindingKind.TIMEOUT, Severity.ERROR, None, (Call.ADD_KNOWLEDGE,))
    fault = Fault(key, Symptom.LEARNING_FAILS, Call.ADD_KNOWLEDGE, learned=1)
    found = smallest_case(open_process, start, fault, limits=Limits(seconds=1))
    assert isinstance(found, Case)
    assert len(found.observations) == 1
    assert max(limits) == 1
    assert min(limits) < 0.5


def test_a_board_of_a_hard_coded_size_keeps_its_size() -> None:
    agent = module_of("no_subset_rule_sets").MinesweeperAI

    class HardCoded(LocalProcess):
        def create(self, height, width, seed=None, *, runs_again=False):  # type: ignore[no-untyped-def]
            state = super().create(8, 8)
            self.size = (8, 8)
            return state

    start, fault = first_found_in("no_subset_rule_sets")
    found = smallest_case(lambda limits: HardCoded(agent), start, fault)
    assert isinstance(found, Case)
    assert (found.height, found.width, found.has_own_size) == (8, 8, True)
    assert len(found.observations) <= 3
    assert fault.symptom is not None
    assert case_lines(found, fault.symptom)[0] == "ai = MinesweeperAI()"


def test_without_time_there_is_no_case() -> None:
    start, fault = first_found_in("no_subset_rule_sets")
    assert smallest_case(local("no_subset_rule_sets"), start, fault, seconds=-1) is NoCase.TIME
    assert smallest_case(local("no_subset_rule_sets"), start, fault, should_stop=lambda: True) is NoCase.TIME


class Chancy(LocalProcess):
    """An agent that draws no conclusion if the seed of its random numbers is one of ``seeds``, or every second time."""

    made = 0

    def __init__(self, seeds: tuple[int | None, ...] = ()) -> None:
        super().__init__()
        self.seeds = seeds

    def create(self, height, width, seed=None, *, runs_again=False):  # type: ignore[no-untyped-def]
        Chancy.made += 1
        is_wrong = seed in self.seeds if self.seeds else Chancy.made % 2
        self.factory = module_of("no_subset_rule_sets").MinesweeperAI if is_wrong else MinesweeperAI
        return super().create(height, width, seed)


def test_a_case_that_depends_on_chance_says_so() -> None:
    start, fault = first_found_in("no_subset_rule_sets")
    always = smallest_case(local("no_subset_rule_sets"), start, fault)
    sometimes = smallest_case(lambda limits: Chancy((0,)), start, fault)
    assert isinstance(always, Case)
    assert isinstance(sometimes, Case)
    assert (always.depends_on_chance, sometimes.depends_on_chance) == (False, True)
    assert always == replace(sometimes, depends_on_chance=False)


@pytest.mark.slow
def test_what_an_agent_does_not_do_again_has_no_case() -> None:
    start, fault = first_found_in("no_subset_rule_sets")
    assert smallest_case(local("correct_pairwise"), start, fault) is NoCase.CALLS
    assert smallest_case(lambda limits: Chancy((1,)), start, fault) is NoCase.CHANCE


@pytest.mark.slow
def test_an_agent_that_errs_only_with_its_first_board_runs_again_for_each_try(tmp_path: Path) -> None:
    path = tmp_path / "minesweeper.py"
    right, wrong = (source_of(name) for name in ("correct_pairwise", "no_subset_rule_sets"))
    chooser = """
boards = []
def choose(height, width):
    boards.append(1)
    return (WrongAI if len(boards) == 1 else RightAI)(height, width)
WrongAI, MinesweeperAI = MinesweeperAI, None
"""
    path.write_text(f"{wrong}{chooser}{right}\nRightAI = MinesweeperAI\nMinesweeperAI = choose\n")
    file = StudentFile.find(path)
    start, fault = first_found_in("no_subset_rule_sets")
    found = smallest_case(lambda limits: StudentProcess(file, limits), start, fault)
    assert isinstance(found, Case)
    assert len(found.observations) <= 3
