"""Tests of how the faults of many games become findings, and of their words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model import (
    Case,
    Finding,
    FindingKind,
    Limits,
    Observation,
    Severity,
    Skill,
    StudentFile,
    StudentGame,
    diagnose,
)
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.diagnosis import FaultGroup, finding_lines, grouped, merged
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form, WrongMove
from minesweeper_qt.model.student.fault_text import reason_lines, title
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
from tests.model.student.support.corpus import module_of
from tests.model.student.support.faults import fault_of
from tests.model.student.support.games import PATIENCE, corpus_moments
from tests.model.support.corpus_files import file_of
from tests.model.support.students import learning, nothing_left


def fault(symptom: Symptom, severity: Severity = Severity.ERROR, game: int = 0, **others: Any) -> Fault:
    return fault_of(symptom, severity, game=game, cells=((0, 1),), text="(0, 1) is wrong", **others)


def forms(groups: list[FaultGroup]) -> list[object]:
    return [group.key.form for group in groups]


def places(groups: list[FaultGroup]) -> list[object]:
    return [group.key.place for group in groups]


def test_the_same_fault_in_many_games_is_one_finding() -> None:
    (group,) = grouped(fault(Symptom.WRONG_SAFE, game=game, learned=9 - game) for game in range(5))
    assert group.games == {0, 1, 2, 3, 4}
    assert (group.first.game, group.simplest.game) == (0, 4)


def test_different_missing_steps_stay_apart_unless_one_cause_explains_them_or_they_come_late() -> None:
    first, second, other = grouped(
        [
            fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, form=Rule.SUBSET),
            fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 1, form=Rule.ALL_SAFE),
            fault(Symptom.WRONG_SAFE, game=1),
        ]
    )
    assert forms([first, second, other]) == [Rule.SUBSET, Rule.ALL_SAFE, Symptom.WRONG_SAFE]
    size = Skill("size")
    one, unsound = merged([replace(first, cause=size), replace(second, cause=size), other])
    assert (one.games, one.cause, unsound) == ({0, 1}, size, other)
    (worst,) = merged([replace(group, cause=size) for group in (first, second, other)])
    assert (worst.key, worst.games) == (other.key, {0, 1}), "the worst of what one cause explains"
    late, _ = merged([replace(first, late_cell=(0, 1)), replace(second, late_cell=(0, 1)), other])
    assert late.games == {0, 1}
    assert len(merged([first, replace(second, cause=size), other])) == 3


def test_luck_belongs_to_the_finding_where_the_same_kind_of_verdict_is_wrong() -> None:
    lucky = fault(Symptom.WRONG_SAFE, Severity.NOTE, 1, form=Form.LUCKY_SAFE)
    assert forms(grouped([lucky])) == [Form.LUCKY_SAFE]
    assert forms(grouped((lucky, fault(Symptom.WRONG_MINE)))) == [Symptom.WRONG_MINE, Form.LUCKY_SAFE]
    assert forms(grouped((lucky, fault(Symptom.WRONG_SAFE)))) == [Symptom.WRONG_SAFE]


def test_none_that_never_comes_belongs_to_random_moves_that_are_wrong_anyway() -> None:
    never = fault(Symptom.RANDOM_MOVE_WRONG, game=1, form=Form.NEVER_NONE)
    assert forms(grouped([never])) == [Form.NEVER_NONE]
    on_mine = fault(Symptom.RANDOM_MOVE_WRONG, form=WrongMove.IN_MINES)
    (both,) = grouped((on_mine, never))
    assert (both.key.form, both.games) == (WrongMove.IN_MINES, {0, 1}), "counted in every game"


def test_an_end_without_a_line_belongs_to_those_that_have_one() -> None:
    def end(game: int, *place: object) -> Fault:
        key = FaultKey(FindingKind.EXIT, Severity.ERROR, None, place)
        return Fault(key, Symptom.LEARNING_FAILS, Call.ADD_KNOWLEDGE, game=game, text="ended the process")

    learning = Call.ADD_KNOWLEDGE
    assert places(grouped([end(0, learning)])) == [(learning,)]
    assert places(grouped((end(0, learning), end(1, learning, "minesweeper.py", 7)))) == [
        (learning, "minesweeper.py", 7)
    ]


def test_findings_are_ordered_from_the_worst() -> None:
    found = [
        Finding(FindingKind.API, Severity.NOTE, 0, "note"),
        Finding(FindingKind.SENTENCE, Severity.WEAKNESS, 99, "superfluous"),
        Finding(FindingKind.INCOMPLETE, Severity.WEAKNESS, 90, "weakness"),
        Finding(FindingKind.SENTENCE, Severity.ERROR, 1, "wrong sentence"),
        Finding(FindingKind.CHECK, Severity.ERROR, 0, "check"),
        Finding(FindingKind.INCOMPLETE, Severity.WEAKNESS, 20, "with a cause", cause=Skill.MARKS),
        Finding(FindingKind.UNSOUND, Severity.ERROR, 3, "rare"),
        Finding(FindingKind.UNSOUND, Severity.ERROR, 9, "often"),
        Finding(FindingKind.EXCEPTION, Severity.ERROR, 1, "exception"),
    ]
    found.sort(key=lambda finding: finding.rank)
    assert [finding.text for finding in found] == [
        *("exception", "wrong sentence", "often", "rare", "with a cause"),
        *("check", "weakness", "superfluous"),
        "note",
    ]


def test_a_finding_says_when_a_missing_cell_comes_late() -> None:
    (group,) = grouped([fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 6, learned=3, form=Rule.SUBSET)])
    assert finding_lines(replace(group, late_cell=(0, 1)), "a game on 4x7") == [
        "The agent misses a cell that the three rules settle.",
        "First in a game on 4x7, after 3 observations: (0, 1) is wrong.",
        "Too late, not never: (0, 1) came when the same clue was given again.",
    ]
    # What is concluded and not stored may have no sentence any more.
    said = finding_lines(group, "a game on 4x7")
    assert len(said) == 3
    assert finding_lines(replace(group, cause=Skill.VERDICTS), "a game on 4x7") == said[:-1]


def test_why_a_verdict_is_missing() -> None:
    case = Case(1, 3, (((0, 0), 1),), ((0, 1),))
    stated = StudentState(safes=frozenset({(0, 0)}), sentences=(StatedSentence(frozenset({(0, 1)}), 1),))
    assert reason_lines(case, Symptom.MISSING_MINE, stated) == [
        "Why it follows there, and what the agent has of it:",
        "1. {(0, 1)} = 1: clue 1 at (0, 0) [known]",
        "2. (0, 1) is a mine: all mines in line 1 [missing]",
    ]


def test_why_a_verdict_is_wrong() -> None:
    right, left = (Case(1, 3, (((0, 1), 1),), ((0, 0),), frozenset({mine})) for mine in ((0, 2), (0, 0)))
    assert reason_lines(right, Symptom.WRONG_MINE, StudentState()) == [
        "Why it does not follow there: all these clues are right with a mine at (0, 2), and (0, 0) is safe."
    ]
    assert reason_lines(left, Symptom.WRONG_SAFE, StudentState()) == [
        "Why it does not follow there: all these clues are right with a mine at (0, 0)."
    ]
    assert reason_lines(left, Symptom.WRONG_MINE, StudentState()) == []  # that is right by luck
    empty = Case(1, 2, (), ((0, 0),))
    assert reason_lines(empty, Symptom.WRONG_MINE, StudentState()) == [
        "Why it does not follow there: all these clues are right without any mine."
    ]
    assert reason_lines(Case(1, 1, (), ((0, 1),)), Symptom.WRONG_SAFE, StudentState()) == []


# -- with processes


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["infers_once_sets", "no_subset_rule_sets", "mines_not_subtracted_sets"])
def test_the_case_of_the_first_difference_is_found_and_whether_it_comes_late(name: str) -> None:
    game = whole_game(name, 3)
    first = game.faults[0]
    file = file_of(name)
    limits = Limits(seconds=20)
    found = diagnose(file, game.board, game.mines, game.observations, first, seed=3, limits=limits, seconds=120)
    assert found.is_late == (name == "infers_once_sets")
    assert found.is_never == (name == "no_subset_rule_sets")
    assert found.text == f"{title(first)}."
    assert found.case is not None
    assert len(found.case.observations) <= first.learned
    assert found.symptom is not None
    with pytest.raises(AssertionError):
        exec("\n".join(case_lines(found.case, found.symptom)), {"MinesweeperAI": module_of(name).MinesweeperAI})
    if first.symptom in (Symptom.MISSING_SAFE, Symptom.MISSING_MINE):
        assert found.why[0] == "Why it follows there, and what the agent has of it:"


def failing(folder: Path, body: str) -> tuple[StudentGame, StudentFile, Fault]:
    file = learning(folder, body)
    game = StudentGame(file, 2, 3, 1, limits=Limits(seconds=0.3))
    game.teach([Observation((0, 0), 0)], frozenset({(0, 2)}))
    assert game.wait(PATIENCE)
    game.take_over()
    game.close()
    return game, file, game.faults[0]


@pytest.mark.slow
def test_a_failure_has_a_case_and_no_cause(tmp_path: Path) -> None:
    game, file, first = failing(tmp_path, "os._exit(3)")
    found = diagnose(file, game.board, game.mines, game.observations, first, limits=Limits(seconds=30))
    assert found.cause is None
    assert found.case is not None
    assert (found.case.height, found.case.width, len(found.case.observations)) == (1, 1, 1)


@pytest.mark.slow
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
        found = diagnose(
            file, game.board, game.mines, game.observations, first, limits=Limits(seconds=60), should_stop=should_stop
        )
        assert found.case is None
        assert questions < 100, "it asks every 50 ms and before each skill, and the call would take a minute"
