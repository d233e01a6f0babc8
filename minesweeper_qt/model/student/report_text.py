"""The report of an audit in words: verdict, checks, skills, findings, wins, times and notes."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.model.report_parts import Part, Section, as_text
from minesweeper_qt.model.statistics.win_rates import wilson_interval
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.course_checks import CheckResult
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.finding import Finding, Severity, Skill
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.skills import skills_line
from minesweeper_qt.model.words import counted, joined, plural, rows_and_columns

_WIDTH = 80
_MOST_TRACE_LINES = 6
"""The most lines of the student's code that are shown of a failure: the innermost ones."""


def report_text(report: Report) -> str:
    """Return the report as text: the verdict, the checks that fail, the findings, the wins and the notes."""
    if report.checks and not any(check.was_run for check in report.checks):
        # The file can't be loaded: there is no more to say.
        finding = report.findings[0]
        return as_text([Section(finding.text, [*finding.details, *_trace(finding)])], _WIDTH)
    findings = [finding for finding in report.beside_checks() if finding.severity is not Severity.NOTE]
    numbers: dict[Skill, int] = {}
    parts: list[Part] = []
    mended = report.first_to_mend
    if report.repair is not None:
        parts.append(f"Mend this first: {report.repair.words if mended is None else mended.cause_words}.")
        numbers = dict.fromkeys(Skill, 0)
    elif mended is not None and mended.cause and any(finding.is_course_check for finding in report.findings):
        parts.append(f"Mend this first: {mended.cause_words}.")
        numbers[mended.cause] = 0
    elif mended is None:
        advice = dict.fromkeys(check.advice for check in report.checks if check.advice)
        parts += (
            [f"Mend this first: {joined(list(advice))}: return a set, set() where nothing is known."] if advice else []
        )
    parts += _checks(report)
    parts += [f"{skills_line(report.skills)}."] if report.skills else []
    parts += ["What this program found beyond them, in experiments and games:"] if findings and report.checks else []
    for number, finding in enumerate(findings, 1):
        before = 0 if report.repair else number
        before = before if finding.cause is None else numbers.setdefault(finding.cause, number)
        same = "" if before == number else f"the same as in {before}" if before else 'see "Mend this first"'
        parts.append(finding_section(finding, report.games, f"{number}. ", same))
    parts += [*_wins(report), *_times(report), *_notes(report)]
    board = f"{rows_and_columns(report.difficulty.height, report.difficulty.width)}"
    board += f", {counted(report.difficulty.mines, 'mine')}"
    done = f"{counted(len(report.checks), 'check')}, {counted(report.games, 'game')} on {board}"
    stopped = "" if report.is_complete else f"; stopped early, {report.games_planned} games were planned"
    return f"{report.file.name}: {found_text(report)} ({done}{stopped})\n\n{as_text(parts, _WIDTH)}".rstrip()


def found_text(report: Report) -> str:
    """Return how much was found: the checks of the course that fail, and the errors and weaknesses beside them."""
    failed = sum(check.was_run and not check.passed for check in report.checks)
    severities = [finding.severity for finding in report.beside_checks()]
    errors, weaknesses = severities.count(Severity.ERROR), severities.count(Severity.WEAKNESS)
    found = [f"{counted(failed, 'check')} of the course {plural(failed, 'fails', 'fail')}"] if failed else []
    found += [counted(errors, "error")] if errors else []
    found += [counted(weaknesses, "weakness", "weaknesses")] if weaknesses else []
    return joined(found) or ("nothing found" if report.has_all_games else "nothing found so far")


def finding_section(finding: Finding, games: int, number: str = "", same: str = "") -> Section:
    """Return all that is known of a finding in an audit of this number of ``games``; ``same``: where its cause stands.

    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> finding = Finding(FindingKind.MOVE, Severity.ERROR, 3, "A move is wrong.", cause=Skill.SAFE_MOVE)
    >>> finding_section(finding, 10, same="the same as in 1")
    Section(title='ERROR in 3 of 10 games', parts=['A move is wrong.', 'Cause: the same as in 1.'], is_verbatim=False)
    """
    how_often = f" in {finding.games} of {counted(games, 'game')}" if finding.games else ""
    parts: list[Part] = [finding.text, *finding.details]
    words = same or finding.cause_words
    parts += [f"Cause: {words}."] if words else []
    title = f"{number}{finding.severity.value.upper()}{how_often}"
    return Section(title, [*parts, *_trace(finding), *case_parts(finding)])


def _trace(finding: Finding) -> list[Part]:
    """Return the student's own lines, with a line that says so; none where the finding has none."""
    lines = [*map(str, finding.trace[-_MOST_TRACE_LINES:])]
    return [Section("The lines of the file, the innermost last:", lines, is_verbatim=True)] if lines else []


def case_parts(finding: Finding) -> list[Part]:
    """Return the smallest case of a finding, and what says why that is wrong or why it has none."""
    if finding.case is None or finding.symptom is None:
        return [*finding.why]
    lines = case_lines(finding.case, finding.symptom)
    return [Section("The smallest case that shows it:", lines, is_verbatim=True), *finding.why]


def _checks(report: Report) -> list[Part]:
    """Return the checks of the course: how many pass, and what fails."""
    if not report.checks:
        return []
    passed, run = (sum(getattr(check, name) for check in report.checks) for name in ("passed", "was_run"))
    of = f"the {run} that were run" if run < len(report.checks) else f"{run}"
    alike: dict[object, list[CheckResult]] = {}
    for check in report.checks:
        if not check.passed:
            alike.setdefault(_how_it_failed(check), []).append(check)
    parts: list[Part] = []
    for first, *others in alike.values():
        if not first.was_run:
            parts.append(f"{counted(1 + len(others), 'check')} {first.problem}")
            continue
        parts.append(Section(f"{first.name} fails:", [*first.calls, first.problem]))
        parts += [f"In the same way: {joined([check.name for check in others])}"] if others else []
    return [Section(f"Checks of the course: {passed} of {of} passed.", parts)]


def _how_it_failed(check: CheckResult) -> object:
    """Return what checks have in common that failed in the same way: the line of the code, or the reason."""
    if check.failure is None:
        return check.message
    return check.failure.trace[-1] if check.failure.trace else (check.failure.kind, check.problem)


def _wins(report: Report) -> Sequence[Part]:
    wins, fair = report.wins, report.fair_wins
    if not wins.games:
        return []
    low, high = wins.difference_interval
    lines = [
        f"your agent: {wins.won} ({_percent(wins.won, wins.games)})",
        f"the AI of this program: {wins.reference_won} ({_percent(wins.reference_won, wins.games)})",
        f"difference: {100 * wins.difference:+.0f} percentage points ({100 * low:+.0f} to {100 * high:+.0f})",
    ]
    parts = [Section(f"Wins on these {counted(wins.games, 'board')}, with the 95 % intervals that they give:", lines)]
    if not fair.games:
        return parts
    won = f"wins {fair.won} of {counted(fair.games, 'game')}"
    return [Section("", [*parts, f"Luck taken out: {won}; the AI of this program {fair.reference_won}"])]


def _percent(won: int, games: int) -> str:
    low, high = wilson_interval(won, games)
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _times(report: Report) -> list[Part]:
    """Return how long the calls take: those of ``add_knowledge`` by the number of the observation, and the others."""
    spans = report.times.spans(Call.ADD_KNOWLEDGE)
    if not spans:
        return []
    parts = [f"{_milliseconds(span.mean)} at {span.first} to {span.last}" for span in spans]
    longest = _milliseconds(max(span.longest for span in spans))
    lines = [f"add_knowledge, by the number of the observation: {', '.join(parts)}; the longest {longest}"]
    for call in (Call.SAFE_MOVE, Call.RANDOM_MOVE):
        lines += [
            f"{call.value}: {_milliseconds(span.mean)}, the longest {_milliseconds(span.longest)}"
            for span in report.times.spans(call, most=1)
        ]
    return [Section("Times of calls in ms:", lines)]


def _milliseconds(seconds: float) -> str:
    """Format a time in milliseconds, with two digits that count.

    >>> _milliseconds(0.00004), _milliseconds(0.0123), _milliseconds(1.5)
    ('0.04', '12', '1500')
    """
    milliseconds = 1000 * seconds
    digits = 0 if milliseconds >= 10 else 1 if milliseconds >= 1 else 2
    return f"{milliseconds:.{digits}f}"


def _notes(report: Report) -> list[Part]:
    notes = []
    for note in report.with_severity(Severity.NOTE):
        how_often = f" (in {note.games} of {counted(report.games, 'game')})" if note.games else ""
        notes.append(Section(f"- {note.text}{how_often}", [*note.details, *case_parts(note)]))
    return [Section("Notes:", notes)] if notes else []
