"""The report of an audit as text: verdict, checks, skills, findings, wins, times and notes."""

from __future__ import annotations

import re
from textwrap import wrap

from minesweeper_qt.model.statistics.win_rates import wilson_interval
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.course_checks import CheckResult
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.finding import Finding, Severity, Skill
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.skills import skills_line
from minesweeper_qt.model.words import counted, joined, plural, rows_and_columns

_WIDTH = 80
_INDENT = "   "

_MOST_TRACE_LINES = 6
"""The most lines of the student's code that are shown of a failure: the innermost ones."""


def as_text(report: Report) -> str:
    """Return the report as lines of text: the verdict, the checks that fail, the findings, the wins and the notes."""
    if report.checks and not any(check.was_run for check in report.checks):
        # The file can't be loaded: there is no more to say.
        finding = report.findings[0]
        return "\n".join([*_wrapped(finding.text, ""), *_trace(finding)])
    findings = [finding for finding in report.beside_checks() if finding.severity is not Severity.NOTE]
    skills = _wrapped(f"{skills_line(report.skills)}.", "") if report.skills else []
    causes: dict[Skill, int] = {}
    first = []
    mended = report.first_to_mend
    if mended is not None and mended.cause and any(finding.is_course_check for finding in report.findings):
        first = _wrapped(f"Mend this first: {mended.cause_words}.", "")
        causes[mended.cause] = 0
    parts = [_verdict(report), "\n".join(first), _checks(report), "\n".join(skills)]
    parts += ["What this program found beyond them, in experiments and games:"] if findings and report.checks else []
    parts += ["\n".join(_finding(number, finding, report, causes)) for number, finding in enumerate(findings, 1)]
    parts += [_wins(report), _times(report), _notes(report)]
    return "\n\n".join(part for part in parts if part)


def _verdict(report: Report) -> str:
    failed = sum(check.was_run and not check.passed for check in report.checks)
    beside = report.beside_checks()
    errors, weaknesses = (
        sum(finding.severity is severity for finding in beside) for severity in (Severity.ERROR, Severity.WEAKNESS)
    )
    found = [
        *([f"{counted(failed, 'check')} of the course {plural(failed, 'fails', 'fail')}"] if failed else []),
        *([counted(errors, "error")] if errors else []),
        *([f"{weaknesses} {plural(weaknesses, 'weakness', 'weaknesses')}"] if weaknesses else []),
    ]
    difficulty = report.difficulty
    board = f"{rows_and_columns(difficulty.height, difficulty.width)}, {counted(difficulty.mines, 'mine')}"
    done = f"{counted(len(report.checks), 'check')}, {counted(report.games, 'game')} on {board}"
    nothing = "nothing found" if report.has_all_games else "nothing found so far"
    stopped = "" if report.is_complete else f"; stopped early, {report.games_planned} games were planned"
    return f"{report.file.name}: {joined(found) or nothing} ({done}{stopped})"


def _checks(report: Report) -> str:
    """Return the checks of the course: how many pass, and what fails."""
    if not report.checks:
        return ""
    passed, run = (sum(getattr(check, name) for check in report.checks) for name in ("passed", "was_run"))
    of = f"the {run} that were run" if run < len(report.checks) else f"{run}"
    lines = [f"Checks of the course: {passed} of {of} passed."]
    alike: dict[object, list[CheckResult]] = {}
    for check in report.checks:
        if not check.passed:
            alike.setdefault(_how_it_failed(check), []).append(check)
    for first, *others in alike.values():
        if not first.was_run:
            lines += _wrapped(f"{counted(1 + len(others), 'check')} {first.problem}", _INDENT)
            continue
        lines += _wrapped(f"{first.name} fails:", _INDENT)
        for call in first.calls:
            lines += _wrapped(call, 2 * _INDENT)
        lines += _wrapped(first.problem, 2 * _INDENT)
        if others:
            lines += _wrapped(f"In the same way: {joined([check.name for check in others])}", _INDENT)
    return "\n".join(lines)


def _how_it_failed(check: CheckResult) -> object:
    """Return what checks have in common that failed in the same way: the line of the code, or the reason."""
    if check.failure is None:
        return check.message
    return check.failure.trace[-1] if check.failure.trace else (check.failure.kind, check.problem)


def _finding(number: int, finding: Finding, report: Report, numbers: dict[Skill, int]) -> list[str]:
    """Return the lines of a finding; ``numbers`` holds the numbers of those that have named a cause before."""
    how_often = f" in {finding.games} of {counted(report.games, 'game')}" if finding.games else ""
    lines = [f"{number}. {finding.severity.value.upper()}{how_often}"]
    for line in finding.text.split("\n"):
        lines += _wrapped(line, _INDENT)
    if finding.cause is not None:
        before = numbers.setdefault(finding.cause, number)
        same = f"the same as in {before}" if before else 'see "Mend this first"'
        words = finding.cause_words if before == number else same
        lines += _wrapped(f"Cause: {words}.", _INDENT)
    return lines + _trace(finding) + _case(finding, _INDENT)


def _trace(finding: Finding) -> list[str]:
    """Return the student's own lines, with a line that says so; none where the finding has none."""
    if not finding.trace:
        return []
    lines = _wrapped("The lines of the file, the innermost last:", _INDENT)
    return lines + [f"{2 * _INDENT}{line}" for line in finding.trace[-_MOST_TRACE_LINES:]]


def _case(finding: Finding, indent: str) -> list[str]:
    """Return the lines of the smallest case of a finding, and those that say why that is wrong or why it has none."""
    lines = []
    if finding.case is not None and finding.symptom is not None:
        lines += _wrapped("The smallest case that shows it:", indent)
        lines += [f"{indent}{_INDENT}{line}" for line in case_lines(finding.case, finding.symptom)]
    return lines + [line for text in finding.why for line in _wrapped(text, indent)]


def _wins(report: Report) -> str:
    wins, fair = report.wins, report.fair_wins
    if not wins.games:
        return ""
    low, high = wins.difference_interval
    lines = [
        f"Wins on these {counted(wins.games, 'board')}, with the 95 % intervals that they give:",
        f"{_INDENT}your agent: {wins.won} ({_percent(wins.won, wins.games)})",
        f"{_INDENT}the AI of this program: {wins.reference_won} ({_percent(wins.reference_won, wins.games)})",
        f"{_INDENT}difference: {100 * wins.difference:+.0f} percentage points ({100 * low:+.0f} to {100 * high:+.0f})",
    ]
    if fair.games:
        won = f"wins {fair.won} of {counted(fair.games, 'game')}"
        lines.append(f"Luck taken out: {won}; the AI of this program {fair.reference_won}")
    return "\n".join(lines)


def _percent(won: int, games: int) -> str:
    low, high = wilson_interval(won, games)
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _times(report: Report) -> str:
    """Return how long the calls take: those of ``add_knowledge`` by the number of the observation, and the others."""
    spans = report.times.spans(Call.ADD_KNOWLEDGE)
    if not spans:
        return ""
    parts = [f"{_milliseconds(span.mean)} at {span.first} to {span.last}" for span in spans]
    longest = _milliseconds(max(span.longest for span in spans))
    lines = [f"add_knowledge, by the number of the observation: {', '.join(parts)}; the longest {longest}"]
    for call in (Call.SAFE_MOVE, Call.RANDOM_MOVE):
        lines += [
            f"{call.value}: {_milliseconds(span.mean)}, the longest {_milliseconds(span.longest)}"
            for span in report.times.spans(call, most=1)
        ]
    return "\n".join(["Times of calls in ms:", *(line for text in lines for line in _wrapped(text, _INDENT))])


def _milliseconds(seconds: float) -> str:
    """Format a time in milliseconds, with two digits that count.

    >>> _milliseconds(0.00004), _milliseconds(0.0123), _milliseconds(1.5)
    ('0.04', '12', '1500')
    """
    milliseconds = 1000 * seconds
    digits = 0 if milliseconds >= 10 else 1 if milliseconds >= 1 else 2
    return f"{milliseconds:.{digits}f}"


def _notes(report: Report) -> str:
    notes = report.with_severity(Severity.NOTE)
    if not notes:
        return ""
    lines = ["Notes:"]
    for note in notes:
        how_often = f" (in {note.games} of {counted(report.games, 'game')})" if note.games else ""
        first, *more = note.text.split("\n")
        lines += _wrapped(f"- {first}{how_often}", _INDENT)
        for line in more:
            lines += _wrapped(line, _INDENT + "  ")
        lines += _case(note, _INDENT + "  ")
    return "\n".join(lines)


def _wrapped(text: str, indent: str) -> list[str]:
    """Return ``text`` in lines of at most ``_WIDTH`` characters, each with the ``indent``, later ones with two more.

    >>> _wrapped("the cell (0, 1)", "  ")
    ['  the cell (0, 1)']
    """
    # No line ends within a cell: a space that does not break stands in for the one after its comma.
    kept = re.sub(r"(\(-?\d+,) (-?\d+\))", "\\1\N{NO-BREAK SPACE}\\2", text)
    lines = wrap(kept, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
