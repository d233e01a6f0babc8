"""The report of an audit: the checks of the course, the findings, the win rate and the times."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from minesweeper_qt.model.audit.call_times import CallTimes
from minesweeper_qt.model.audit.course_checks import CheckResult
from minesweeper_qt.model.audit.finding import Finding
from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.win_comparison import WinComparison
from minesweeper_qt.model.board.rules import Difficulty


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found in an agent.

    ``file`` is the file of the agent. ``difficulty`` is what was played, ``games_planned`` how many games were to be
    played, and ``seed`` the seed of their boards. ``checks`` are the results of the course's checks, in its order.
    ``findings`` are what is wrong or weak, the worst first. ``wins`` compares the games won. ``times`` are those of the
    agent's calls. ``is_complete`` is false if the audit was stopped.

    >>> from minesweeper_qt.model.board.rules import DIFFICULTIES
    >>> report = Report(Path("minesweeper.py"), DIFFICULTIES["cs50"], 100, 1)
    >>> report.is_clean, report.to_json()
    (True, {'checks': [], 'games': 0, 'won': 0, 'reference_won': 0, 'findings': []})
    """

    file: Path
    difficulty: Difficulty
    games_planned: int
    seed: int
    checks: tuple[CheckResult, ...] = ()
    findings: tuple[Finding, ...] = ()
    wins: WinComparison = field(default_factory=WinComparison)
    times: CallTimes = field(default_factory=CallTimes)
    is_complete: bool = True

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return self.wins.games

    @property
    def won(self) -> int:
        """The number of games that the agent won."""
        return self.wins.won

    @property
    def reference_won(self) -> int:
        """The number of games that the reference won on the same boards."""
        return self.wins.reference_won

    @property
    def is_clean(self) -> bool:
        """True if there are no errors and no weaknesses; notes don't count."""
        return not any(self.with_severity(Severity.ERROR)) and not any(self.with_severity(Severity.WEAKNESS))

    def with_severity(self, severity: Severity) -> list[Finding]:
        """Return the findings of a severity, the worst first, those about the course's checks too."""
        return [finding for finding in self.findings if finding.severity is severity]

    def beside_checks(self) -> list[Finding]:
        """Return the findings that are not about a check of the course, the worst first."""
        return [finding for finding in self.findings if finding.kind is not FindingKind.CHECK]

    def to_json(self) -> dict[str, object]:
        """Return the report as an object for JSON; the README describes its form."""
        return {
            "checks": [check.to_json() for check in self.checks],
            "games": self.games,
            "won": self.won,
            "reference_won": self.reference_won,
            "findings": [finding.to_json() for finding in self.findings],
        }
