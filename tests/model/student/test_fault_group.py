"""Tests of how the faults of many games become findings, and of their words."""

from __future__ import annotations

from minesweeper_qt.model import Case, Cause, Finding, FindingKind, Severity
from minesweeper_qt.model.student.comparison import NEVER_NONE
from minesweeper_qt.model.student.fault import Fault, FaultKey
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.finding_text import (
    CAUSE_WORDS,
    FaultGroup,
    finding_text,
    grouped,
    merged,
    reason_lines,
)
from minesweeper_qt.model.student.game_pool import AuditedGame
from minesweeper_qt.model.student.student_state import SourceLine, StatedSentence, StudentState


def fault(
    symptom: Symptom, severity: Severity = Severity.ERROR, game: int = 0, learned: int = 1, place: str = ""
) -> Fault:
    return Fault.of(symptom, severity, game, learned, ((0, 1),), "(0, 1) is wrong", place)


def games(*faults: Fault) -> list[AuditedGame]:
    numbers = sorted({found.game for found in faults})
    return [
        AuditedGame(number, False, False, tuple(found for found in faults if found.game == number))
        for number in numbers
    ]


def places(groups: list[FaultGroup]) -> list[str]:
    return [group.key.place for group in groups]


def test_the_same_fault_in_many_games_is_one_finding() -> None:
    (group,) = grouped(games(*(fault(Symptom.WRONG_SAFE, game=game, learned=9 - game) for game in range(5))))
    assert group.games == [0, 1, 2, 3, 4]
    assert (group.first.game, group.simplest.game) == (0, 4)


def test_different_missing_steps_stay_apart_unless_one_cause_explains_them() -> None:
    found = grouped(
        games(
            fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, place="subset"),
            fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 1, place="all safe"),
            fault(Symptom.SENTENCE_DOUBLE, Severity.WEAKNESS, 1),
        )
    )
    assert places(found) == ["subset", "all safe", "sentence-double"]
    first, second, other = found
    (one, double) = merged(found, {first.key: Cause.INFERS_ONCE, second.key: Cause.INFERS_ONCE})
    assert (one.games, one.cause) == ([0, 1], Cause.INFERS_ONCE)
    assert (double, double.cause) == (other, None)
    assert len(merged(found, {first.key: Cause.INFERS_ONCE, second.key: Cause.NO_SUBSET_RULE})) == 3


def test_luck_is_left_out_where_the_same_kind_of_verdict_is_wrong() -> None:
    lucky = fault(Symptom.WRONG_SAFE, Severity.NOTE, 1, place="luck in safes")
    assert places(grouped(games(lucky))) == ["luck in safes"]
    assert places(grouped(games(lucky, fault(Symptom.WRONG_MINE)))) == ["wrong-mine", "luck in safes"]
    assert places(grouped(games(lucky, fault(Symptom.WRONG_SAFE)))) == ["wrong-safe"]


def test_none_that_never_comes_is_left_out_where_random_moves_are_wrong_anyway() -> None:
    never = fault(Symptom.RANDOM_MOVE_WRONG, game=1, place=NEVER_NONE)
    assert places(grouped(games(never))) == [NEVER_NONE]
    on_mine = fault(Symptom.RANDOM_MOVE_WRONG, place="random-move-wrong: is in mines")
    assert places(grouped(games(on_mine, never))) == ["random-move-wrong: is in mines"]


def test_a_hang_without_a_line_is_left_out_where_others_have_one() -> None:
    def hang(game: int, place: str) -> Fault:
        key = FaultKey(FindingKind.TIMEOUT, Severity.ERROR, place)
        return Fault(key, Symptom.LEARNING_FAILS, game, 1, (), "too long")

    assert places(grouped(games(hang(0, "add_knowledge")))) == ["add_knowledge"]
    both = grouped(games(hang(0, "add_knowledge"), hang(1, "add_knowledge infer")))
    assert places(both) == ["add_knowledge infer"]


def test_hangs_in_one_loop_are_one_finding_whatever_function_of_it_was_running() -> None:
    def hang(game: int, *functions: str) -> Fault:
        trace = tuple(SourceLine("minesweeper.py", 1, function, "") for function in functions)
        key = FaultKey(FindingKind.TIMEOUT, Severity.ERROR, f"add_knowledge {functions[-1]}")
        return Fault(key, Symptom.LEARNING_FAILS, game, 1, (), "too long", trace)

    loop, within = hang(0, "add_knowledge", "settle"), hang(1, "add_knowledge", "settle", "known_safes")
    other = hang(2, "add_knowledge", "neighbours")
    found = grouped(games(loop, within, other))
    assert [(group.key.place, group.games) for group in found] == [
        ("add_knowledge settle", [0, 1]),
        ("add_knowledge neighbours", [2]),
    ]


def test_findings_are_ordered_from_the_worst() -> None:
    found = [
        Finding(FindingKind.API, Severity.NOTE, 0, "note"),
        Finding(FindingKind.SENTENCE, Severity.WEAKNESS, 99, "superfluous"),
        Finding(FindingKind.INCOMPLETE, Severity.WEAKNESS, 90, "weakness"),
        Finding(FindingKind.SENTENCE, Severity.ERROR, 1, "wrong sentence"),
        Finding(FindingKind.CHECK, Severity.ERROR, 0, "check"),
        Finding(FindingKind.UNSOUND, Severity.ERROR, 3, "rare"),
        Finding(FindingKind.UNSOUND, Severity.ERROR, 9, "often"),
        Finding(FindingKind.EXCEPTION, Severity.ERROR, 1, "exception"),
    ]
    found.sort(key=lambda finding: finding.place)
    assert [finding.text for finding in found] == [
        *("exception", "wrong sentence", "often", "rare", "check"),
        *("weakness", "superfluous"),
        "note",
    ]


def test_every_cause_has_words() -> None:
    assert CAUSE_WORDS.keys() == set(Cause)


def test_the_text_of_a_missing_cell_names_the_missing_step_unless_the_cause_does() -> None:
    (group,) = grouped(games(fault(Symptom.MISSING_SAFE, Severity.WEAKNESS, 6, 3, place="subset")))
    assert finding_text(group).split("\n") == [
        "The agent misses a cell that the three rules settle.",
        "First in game 7, after 3 observations: (0, 1) is wrong.",
        "What is missing first: one sentence is within another, but their difference is not concluded.",
    ]
    (explained,) = merged([group], {group.key: Cause.NO_SUBSET_RULE})
    assert len(finding_text(explained).split("\n")) == 2


def test_why_a_verdict_is_missing() -> None:
    case = Case(1, 3, (((0, 0), 1),), ((0, 1),))
    stated = StudentState(safes=frozenset({(0, 0)}), sentences=(StatedSentence(frozenset({(0, 1)}), 1),))
    assert reason_lines(case, Symptom.MISSING_MINE, stated) == [
        "Why it follows there, and what the agent has of it:",
        "1. {(0, 1)} = 1: the neighbours of the 1 at (0, 0) [known]",
        "2. (0, 1) is a mine: line 1 counts as many mines as cells [missing]",
    ]


def test_why_a_verdict_is_wrong() -> None:
    case = Case(1, 3, (((0, 1), 1),), ((0, 0),))
    assert reason_lines(case, Symptom.WRONG_MINE, StudentState()) == [
        "Why it does not follow there: with a mine at (0, 2) all these clues are right, and (0, 0) is safe."
    ]
    assert reason_lines(case, Symptom.WRONG_SAFE, StudentState()) == [
        "Why it does not follow there: with a mine at (0, 0) all these clues are right, and (0, 0) is a mine."
    ]
    empty = Case(1, 2, (), ((0, 0),))
    assert reason_lines(empty, Symptom.WRONG_MINE, StudentState()) == [
        "Why it does not follow there: without any mine all these clues are right, and (0, 0) is safe."
    ]
    assert reason_lines(Case(1, 1, (), ((0, 1),)), Symptom.WRONG_SAFE, StudentState()) == []
