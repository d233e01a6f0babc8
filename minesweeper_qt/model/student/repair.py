"""Searches for one small change of a student's file after which nothing fails any more: there the fault is.

What the change is in full is not told, only the line, and what helps there: the agent is the student's to write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from minesweeper_qt.model.student.course_checks import CheckResult, CourseCheck, course_checks, run_checks
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Case, Repair
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.skills import SkillResult, has_skill, tried_all
from minesweeper_qt.model.student.smallest_case import OpenProcess, Trial
from minesweeper_qt.model.student.source_edits import SourceEdits
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits, SourceLine, StudentFailure

_MOST_TRIED = 600
"""The number of changes that are tried."""

_HANG = 40
"""A change after which a call does not end counts as this number of changes, for it takes as long."""

_SLOW = 0.15
"""A test that takes longer in seconds is run after the others."""

_LIMITS = Limits(seconds=0.2, memory_mb=160, output_mb=1)

Test = Callable[[StudentProcess], bool]
"""Returns whether a new agent of a process passes."""


def find_repair(
    file: StudentFile,
    open_process: OpenProcess,
    checks: Sequence[CheckResult],
    skills: Sequence[SkillResult],
    shown: Sequence[tuple[Fault, Case]],
    plays_right: Callable[[StudentProcess], bool] = lambda process: True,
    should_stop: Callable[[], bool] = lambda: False,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> Repair | None:
    """Return the first small change of ``file`` that mends all that fails; ``None`` if none is found.

    After it the agent passes all the ``checks`` of the course, has all ``skills``, no case in ``shown`` shows its
    fault, and it ``plays_right``. ``show`` is called with the number of changes that were tried, and of all that will
    be. Raises ``Stopped`` once ``should_stop`` returns true, and ``PythonNotStarted``.

    Source: M. Papadakis and Y. Le Traon, Metallaxis-FL: mutation-based fault localization, Software Testing,
    Verification and Reliability 25, 2015.
    """
    of_course = {check.name: check for check in course_checks()}
    tests: list[Test] = [partial(_passes, of_course[check.name]) for check in checks if not check.passed]
    tests += [partial(has_skill, skill=result.skill) for result in skills if not result.passed]
    tests += [partial(_is_free, fault=fault, case=case) for fault, case in shown]
    try:
        source = file.source.decode("utf-8-sig")
        made = SourceEdits(source)
    except (UnicodeDecodeError, SyntaxError):
        return None
    with open_process(_LIMITS) as process:
        failing: list[tuple[bool, int, Test, frozenset[str]]] = []
        for number, test in enumerate(tests):
            begin = monotonic()
            with suppress(StudentFailure):
                process.change()
                if not test(process):
                    failing.append((monotonic() - begin > _SLOW, number, test, process.change()))
        if not failing:
            return None
        failing.sort(key=lambda each: each[:2])
        edits = made.all(failing[0][-1] or None)[:_MOST_TRIED]
        left = len(edits)
        for number, edit in enumerate(edits):
            show(number, len(edits))
            left -= 1
            try:
                process.change(made.applied(edit))
                is_right = all(test(process) for _, _, test, _ in failing) and _is_right(process, should_stop)
                if is_right and plays_right(process):
                    text = source.splitlines()[edit.line - 1].strip()[:200]
                    return Repair(SourceLine(file.path.name, edit.line, edit.function, text), edit.kind, edit.old)
            except StudentFailure as failure:
                left -= _HANG * failure.kind.is_slow
            if left <= 0:
                break
    return None


def _passes(check: CourseCheck, process: StudentProcess) -> bool:
    return check.run(process).passed


def _is_free(process: StudentProcess, fault: Fault, case: Case) -> bool:
    """Return whether an agent does not err in a case."""
    return Trial(process, fault).shown_by(case) is None


def _is_right(process: StudentProcess, should_stop: Callable[[], bool]) -> bool:
    """Return whether an agent passes all checks and has all skills."""
    return all(check.passed for check in run_checks(process, should_stop)) and all(
        result.passed for result in tried_all(process, should_stop)
    )
