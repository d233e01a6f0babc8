"""Turns the faults of many games into findings, each with its likely cause and its smallest case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic

from minesweeper_qt.model.audit.audited_game import AuditedGame
from minesweeper_qt.model.audit.causes import likely_cause
from minesweeper_qt.model.audit.fault import FaultKey
from minesweeper_qt.model.audit.fault_group import FaultGroup, grouped, merged
from minesweeper_qt.model.audit.finding import Cause, Finding
from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.finding_text import finding_text
from minesweeper_qt.model.audit.progress import AuditStage
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.process import StudentProcess

CAUSE_SECONDS = 6.0
"""The time for the search for all causes."""

CASE_SECONDS = 18.0
"""The time for the search for all smallest cases."""

_WITH_CAUSE = (FindingKind.UNSOUND, FindingKind.INCOMPLETE, FindingKind.EXCEPTION)
"""The kinds of findings whose cause may be a fault in the rules."""


def diagnosed(
    played: Sequence[AuditedGame],
    process: StudentProcess,
    limits: Limits,
    show: Callable[[AuditStage, int, int], None],
    should_stop: Callable[[], bool],
) -> list[Finding]:
    """Return the findings in the games ``played``, each with its likely cause and its smallest case if there are some.

    ``process`` runs the agent for the cases. ``show`` is called with the progress. Once ``should_stop`` returns true,
    the remaining findings have no case.
    """
    groups = grouped(played)
    groups = merged(groups, _causes(groups, played, should_stop))
    return [
        Finding(
            g.key.kind, g.key.severity, len(g.games), finding_text(g, []), g.first.trace, g.cause, None, g.first.symptom
        )
        for g in groups
    ]


def _causes(
    groups: Sequence[FaultGroup], played: Sequence[AuditedGame], should_stop: Callable[[], bool]
) -> dict[FaultKey, Cause]:
    """Return the likely causes of the groups that have one.

    One fault that explains all games with a fault of the knowledge is the cause of all their groups; otherwise each
    group is looked at by itself.
    """
    learned = {game.number: game.learned for game in played if game.learned is not None}
    end = monotonic() + CAUSE_SECONDS

    def cause_of(games: Iterable[int]) -> Cause | None:
        return likely_cause([learned[game] for game in games], max(end - monotonic(), 0.1), should_stop)

    concerned = [group for group in groups if _may_have_cause(group)]
    common = cause_of(sorted({game for group in concerned for game in group.games}))
    if common is not None:
        return {group.key: common for group in concerned}
    causes = {group.key: cause_of(group.games) for group in concerned} if len(concerned) > 1 else {}
    return {key: cause for key, cause in causes.items() if cause is not None}


def _may_have_cause(group: FaultGroup) -> bool:
    """Return whether the faults may follow from a fault in the rules: wrong or missing knowledge, or an exception."""
    key = group.key
    if key.kind is FindingKind.SENTENCE:
        return key.severity is Severity.ERROR
    return key.severity is not Severity.NOTE and key.kind in _WITH_CAUSE
