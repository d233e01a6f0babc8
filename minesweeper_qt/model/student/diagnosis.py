"""Turns the faults of many games into findings, each with its likely cause and its smallest case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Case, Finding, FindingKind, Severity
from minesweeper_qt.model.student.finding_text import FaultGroup, finding_text, grouped, merged, reason_lines
from minesweeper_qt.model.student.game_pool import AuditedGame
from minesweeper_qt.model.student.game_trace import CHANGED_SET
from minesweeper_qt.model.student.report import AuditStage
from minesweeper_qt.model.student.smallest_case import OpenProcess, smallest_case
from minesweeper_qt.model.student.student_state import Limits, StudentFailure, StudentState

CASE_SECONDS = 20.0
"""The time for the search for all smallest cases."""

_WITH_CAUSE = (FindingKind.UNSOUND, FindingKind.INCOMPLETE)
"""The kinds of findings whose cause may be a fault in the rules, beside wrong sentences and changed sets."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Makes findings of the faults in games.

    ``open_process`` starts processes of the agent, ``limits`` are those of the audit. ``show`` is called with the
    progress. Once ``should_stop`` returns true, the remaining findings have no case and no cause.
    """

    open_process: OpenProcess
    limits: Limits
    show: Callable[[AuditStage, int, int], None]
    should_stop: Callable[[], bool]

    def findings(self, played: Sequence[AuditedGame]) -> list[Finding]:
        """Return the findings in the games ``played``, each with its cause and its smallest case if it has some."""
        groups = grouped(played)
        groups = merged(groups, {})
        games = {game.number: game for game in played}
        end = monotonic() + CASE_SECONDS
        found: list[Finding] = []
        for group in groups:
            self.show(AuditStage.CASES, len(found), len(groups))
            # The searches share the time: what one of them leaves is for those that follow.
            left = max(end - monotonic(), 0) / (len(groups) - len(found))
            found.append(self._finding(group, games[group.simplest.game], left))
        return found

    # -- cases

    def _finding(self, group: FaultGroup, game: AuditedGame, seconds: float) -> Finding:
        fault, first = group.simplest, group.first
        case = None
        if not self.should_stop():
            assert game.learned is not None
            case = smallest_case(
                self.open_process,
                game.learned.case(fault.learned),
                fault,
                limits=self.limits,
                seconds=seconds,
                should_stop=self.should_stop,
            )
        why = () if case is None else why_lines(self.open_process, self.limits, case, fault)
        key = group.key
        return Finding(
            key.kind,
            key.severity,
            len(group.games),
            finding_text(group),
            first.trace,
            group.cause,
            case,
            fault.symptom,
            why,
            first.game,
            first.learned,
        )


def why_lines(open_process: OpenProcess, limits: Limits, case: Case, fault: Fault) -> tuple[str, ...]:
    """Return the lines that say why the agent errs after ``case``, which shows ``fault``; none where there is no more.

    ``open_process`` starts a process of the agent, with these ``limits``.
    """
    state = StudentState()
    try:
        with open_process(limits, True) as process:
            state = process.create(case.height, case.width)
            for observation in case.observations:
                state = process.add_knowledge(*observation).state
    except StudentFailure:
        return ()
    return () if fault.symptom is None else tuple(reason_lines(case, fault.symptom, state))


def may_have_cause(fault: Fault) -> bool:
    """Return whether a fault may follow from one in the rules: wrong or missing knowledge, or an exception.

    >>> from minesweeper_qt.model.student.finding import Symptom
    >>> may_have_cause(Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 1, ((0, 0),), "(0, 0) is safe", "subset"))
    True
    """
    key = fault.key
    if key.kind is FindingKind.SENTENCE:
        return key.severity is Severity.ERROR
    if key.kind is FindingKind.EXCEPTION:
        # No other exception is one of the reference.
        return CHANGED_SET in fault.text
    return key.severity is not Severity.NOTE and key.kind in _WITH_CAUSE
