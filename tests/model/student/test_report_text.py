"""Tests of the report of an audit as text, on reports made by hand."""

from __future__ import annotations

from pathlib import Path

from minesweeper_qt.model import DIFFICULTIES, Case, CheckResult, Finding, FindingKind, Report, Severity, Skill
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.driver import Call, Step
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.report import CallTimes, WinComparison
from minesweeper_qt.model.student.report_text import report_text
from minesweeper_qt.model.student.student_state import SourceLine, StudentFailure, StudentState

LINE = SourceLine("minesweeper.py", 7, "add_knowledge", "self.mines.remove(cell)")


def report(*findings: Finding, **others: object) -> Report:
    values: dict[str, object] = {"wins": WinComparison(60, 1, 9, 30), "findings": findings, **others}
    return Report(Path("minesweeper.py"), DIFFICULTIES["cs50"], 100, 1, **values)  # type: ignore[arg-type]


def test_nothing_found() -> None:
    passed = tuple(CheckResult(str(number), True) for number in range(23))
    assert report_text(report(checks=passed)) == (
        "minesweeper.py: nothing found (23 checks, 100 games on 8 rows, 8 columns, 8 mines)\n"
        "\n"
        "Checks of the course: 23 of 23 passed.\n"
        "\n"
        "Wins on these 100 boards, with the 95 % intervals that they give:\n"
        "   your agent: 61 (51 to 70 %)\n"
        "   the AI of this program: 69 (59 to 77 %)\n"
        "   difference: -8 percentage points (-14 to -2)"
    )


def test_wins_without_luck_have_a_line() -> None:
    text = report_text(report(fair_wins=WinComparison(20, 1, 3, 1)))
    assert text.endswith("\nLuck taken out: wins 21 of 25 games; the AI of this program 23")


def test_findings_with_lines_case_reason_and_cause() -> None:
    failing = Finding(FindingKind.EXCEPTION, Severity.ERROR, 5, "add_knowledge((0, 0), 1) raised KeyError", (LINE,))
    case = Case(1, 2, (((0, 0), 1),), ((0, 1),))
    missing = Finding(
        FindingKind.INCOMPLETE,
        Severity.WEAKNESS,
        1,
        "The agent misses a cell.",
        details=("First in game 2.",),
        cause=Skill.TWO_STEPS,
        case=case,
        symptom=Symptom.MISSING_MINE,
        why=("Why it follows there:", "1. {(0, 1)} = 1"),
    )
    again = Finding(FindingKind.SENTENCE, Severity.ERROR, 1, "A sentence is wrong.", cause=Skill.TWO_STEPS)
    text = report_text(report(failing, again, missing, wins=WinComparison()))
    assert text == (
        "minesweeper.py: 2 errors and 1 weakness (0 checks, 0 games on 8 rows, 8 columns, 8 mines)\n"
        "\n"
        "1. ERROR in 5 of 0 games\n"
        "   add_knowledge((0, 0), 1) raised KeyError\n"
        "   The lines of the file, the innermost last:\n"
        "      minesweeper.py:7, in add_knowledge: self.mines.remove(cell)\n"
        "\n"
        "2. ERROR in 1 of 0 games\n"
        "   A sentence is wrong.\n"
        "   Cause: no second conclusion is drawn from the first in the same call. A new\n"
        "     conclusion can make others possible: repeat until nothing changes.\n"
        "\n"
        "3. WEAKNESS in 1 of 0 games\n"
        "   The agent misses a cell.\n"
        "   First in game 2.\n"
        "   Cause: the same as in 2.\n"
        "   The smallest case that shows it:\n"
        "      ai = MinesweeperAI(1, 2)\n"
        "      ai.add_knowledge((0, 0), 1)\n"
        "      assert (0, 1) in ai.mines\n"
        "   Why it follows there:\n"
        "   1. {(0, 1)} = 1"
    )


def test_checks_that_fail_in_the_same_way_are_told_once() -> None:
    failure = StudentFailure(FindingKind.EXCEPTION, "add_knowledge((0, 0), 1) raised KeyError", (LINE,))
    checks = (
        CheckResult("one", False, ("ai = MinesweeperAI(3, 3)",), str(failure), failure),
        CheckResult("two", True),
        CheckResult("three", False, ("ai = MinesweeperAI(2, 2)",), str(failure), failure),
        CheckResult("four", False, ("ai.make_safe_move()",), "expected None; it returned (0, 0)"),
        CheckResult("five", False, (), "not run: 2 checks before it did not end", was_run=False),
        CheckResult("six", False, (), "not run: 2 checks before it did not end", was_run=False),
    )
    _, text = report_text(report(checks=checks, wins=WinComparison())).split("\n\n")
    assert text == (
        "Checks of the course: 1 of the 4 that were run passed.\n"
        "   one fails:\n"
        "      ai = MinesweeperAI(3, 3)\n"
        "      add_knowledge((0, 0), 1) raised KeyError\n"
        "   In the same way: three\n"
        "   four fails:\n"
        "      ai.make_safe_move()\n"
        "      expected None; it returned (0, 0)\n"
        "   2 checks not run: 2 checks before it did not end"
    )


def test_a_report_that_was_stopped_early_and_notes() -> None:
    note = Finding(FindingKind.API, Severity.NOTE, 0, "the size 8×8 is hard-coded")
    luck = Finding(FindingKind.UNSOUND, Severity.NOTE, 3, "The agent is lucky.", details=("First in game 2.",))
    text = report_text(report(note, luck, is_complete=False))
    assert "stopped early, 100 games were planned)" in text.splitlines()[0]
    assert text.endswith(
        "Notes:\n   - the size 8×8 is hard-coded\n   - The agent is lucky. (in 3 of 100 games)\n      First in game 2."
    )


def test_times_by_call() -> None:
    state = StudentState()
    steps = [
        Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 0), None, state, 0.001 * (number // 10 + 1))
        for number in range(40)
    ]
    steps += [Step(Call.SAFE_MOVE, None, None, state, 0.02), Step(Call.SAFE_MOVE, None, None, state, 0.001)]
    times = CallTimes()
    for number, step in enumerate(steps):
        times.add_step(step, min(number + 1, 40))
    *_, text = report_text(report(times=times)).split("\n\n")
    assert text == (
        "Times of calls in ms:\n"
        "   add_knowledge, by the number of the observation: 1.0 at 1 to 10, 2.0 at 11 to\n"
        "     20, 3.0 at 21 to 30, 4.0 at 31 to 40; the longest 4.0\n"
        "   make_safe_move: 10, the longest 20"
    )


def test_no_line_ends_within_a_cell() -> None:
    cells = ", ".join(f"({row}, {column})" for row in range(9) for column in range(9))
    lines = report_text(report(Finding(FindingKind.UNSOUND, Severity.ERROR, 1, cells))).splitlines()
    assert all(line.count("(") == line.count(")") for line in lines)
    assert max(map(len, lines)) <= 80
