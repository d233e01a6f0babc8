"""The report of an audit: the checks of the course, the findings, the win rate and the times; and its progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.statistics.win_rates import Interval, paired_interval
from minesweeper_qt.model.student.course_checks import CheckResult
from minesweeper_qt.model.student.driver import Call, Step
from minesweeper_qt.model.student.finding import Finding, Repair, Severity, Skill
from minesweeper_qt.model.student.skills import SkillResult

_MOVES = 10
"""The observations of a span of times are this number, or a multiple of it."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """The calls at the observations ``first`` to ``last``: their number, their mean and longest time in seconds.

    >>> TimeSpan(1, 10, 20, 0.001, 0.01).calls
    20
    """

    first: int
    last: int
    calls: int
    mean: float
    longest: float


@dataclass(slots=True)
class CallTimes:
    """The times of an agent's calls, added up over games.

    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> times = CallTimes()
    >>> for seconds in (1, 3):
    ...     times.add_step(Step(Call.ADD_KNOWLEDGE, None, None, StudentState(), seconds), 1)
    >>> times.spans(Call.ADD_KNOWLEDGE)
    [TimeSpan(first=1, last=10, calls=2, mean=2.0, longest=3)]
    """

    _seconds: dict[tuple[Call, int], list[float]] = field(default_factory=dict)
    """By the call and the number of observations before it."""

    def add_step(self, step: Step, learned: int) -> None:
        """Add a call that did not fail, after which the agent had been given ``learned`` observations."""
        if step.failure is None:
            self._seconds.setdefault((step.call, max(learned - 1, 0)), []).append(step.seconds)

    def add(self, other: CallTimes) -> None:
        """Add the times of another game."""
        for key, seconds in other._seconds.items():
            self._seconds.setdefault(key, []).extend(seconds)

    def spans(self, call: Call, most: int = 6) -> list[TimeSpan]:
        """Return the times of ``call`` by the number of the observation, in at most ``most`` spans of equal length."""
        found = {before: seconds for (name, before), seconds in self._seconds.items() if name is call}
        size = -(-(max(found, default=0) // _MOVES + 1) // most) * _MOVES
        spans: dict[int, list[float]] = {}
        for before in sorted(found):
            spans.setdefault(before // size, []).extend(found[before])
        return [
            TimeSpan(span * size + 1, (span + 1) * size, len(seconds), sum(seconds) / len(seconds), max(seconds))
            for span, seconds in spans.items()
        ]


@dataclass(frozen=True, slots=True)
class WinComparison:
    """The numbers of boards on which both players won, only the agent, only the reference, and neither.

    >>> wins = WinComparison.of([(True, True), (False, True)])
    >>> wins.games, wins.won, wins.reference_won, wins.difference
    (2, 1, 2, -0.5)
    """

    both: int = 0
    agent_only: int = 0
    reference_only: int = 0
    neither: int = 0

    @classmethod
    def of(cls, results: Iterable[tuple[bool, bool]]) -> WinComparison:
        """Return the comparison of these games, for each whether the agent and whether the reference won."""
        pairs = list(results)
        return cls(*(pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.both + self.agent_only + self.reference_only + self.neither

    @property
    def won(self) -> int:
        """The number of games that the agent won."""
        return self.both + self.agent_only

    @property
    def reference_won(self) -> int:
        """The number of games that the reference won."""
        return self.both + self.reference_only

    @property
    def difference(self) -> float:
        """How much more often the agent wins than the reference, from -1 to 1; 0 without games."""
        return (self.won - self.reference_won) / self.games if self.games else 0.0

    @property
    def difference_interval(self) -> Interval:
        """The 95 % interval of the difference between the two chances to win."""
        return paired_interval(self.both, self.agent_only, self.reference_only, self.neither)


class AuditStage(Enum):
    """The stages of an audit, in their order; the value names what is counted in it.

    >>> AuditStage.GAMES.value
    'games'
    """

    CHECKS = "checks"
    SKILLS = "experiments"
    GAMES = "games"
    CASES = "smallest cases"
    CHANGES = "small changes of the file"


@dataclass(frozen=True, slots=True)
class AuditProgress:
    """How much of a stage of an audit is done.

    >>> print(AuditProgress(AuditStage.GAMES, 3, 100))
    games: 3 of 100
    """

    stage: AuditStage
    done: int
    total: int

    def __str__(self) -> str:
        return f"{self.stage.value}: {self.done} of {self.total}"


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found in an agent.

    ``file`` is the file of the agent. ``difficulty`` is what was played, ``games_planned`` how many games were to be
    played, and ``seed`` the seed of their boards. ``checks`` are the results of the course's checks, in its order.
    ``findings`` are what is wrong or weak, the worst first. ``wins`` compares the games won. ``times`` are those of the
    agent's calls. ``is_complete`` is false if the audit was stopped. ``skills`` are the results of the experiments, in
    the order of ``Skill``; there are none if no agent could be created. ``fair_wins`` compares the games won with fair
    guesses, where only reasoning decides. ``repair`` is a small change of the file after which nothing fails any more.

    >>> from minesweeper_qt.model.board.rules import DIFFICULTIES
    >>> report = Report(Path("minesweeper.py"), DIFFICULTIES["cs50"], 100, 1)
    >>> report.is_clean, report.games, [*report.to_json()][3:6]
    (True, 0, ['games', 'won', 'reference_won'])
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
    skills: tuple[SkillResult, ...] = ()
    fair_wins: WinComparison = field(default_factory=WinComparison)
    repair: Repair | None = None

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
    def has_all_games(self) -> bool:
        """False if the audit was stopped early, or played fewer games than it was to play."""
        return self.is_complete and self.games >= self.games_planned

    @property
    def is_clean(self) -> bool:
        """True if there are no errors and no weaknesses; notes don't count."""
        return not any(self.with_severity(Severity.ERROR)) and not any(self.with_severity(Severity.WEAKNESS))

    def with_severity(self, severity: Severity) -> list[Finding]:
        """Return the findings of a severity, the worst first, those about the course's checks too."""
        return [finding for finding in self.findings if finding.severity is severity]

    def beside_checks(self) -> list[Finding]:
        """Return the findings that are not about a check of the course, the worst first."""
        return [finding for finding in self.findings if not finding.is_course_check]

    @property
    def first_to_mend(self) -> Finding | None:
        """The finding whose cause comes first in the order of ``Skill``, for later skills need it; ``None`` without."""
        found = {each.cause: each for each in reversed(self.findings) if each.severity is not Severity.NOTE}
        return next((found[skill] for skill in Skill if skill in found), None)

    def to_json(self) -> dict[str, object]:
        """Return the report as an object for JSON; the README describes its form."""
        return {
            "checks": [check.to_json() for check in self.checks],
            "skills": {
                result.skill.value: result.passed if result.passed or result.has_failed else None
                for result in self.skills
            },
            "skills_not_run": [result.skill.value for result in self.skills if not result.was_run],
            "games": self.games,
            "won": self.won,
            "reference_won": self.reference_won,
            "fair_games": self.fair_wins.games,
            "fair_won": self.fair_wins.won,
            "fair_reference_won": self.fair_wins.reference_won,
            "repair": None if self.repair is None else self.repair.to_json(),
            "findings": [finding.to_json() for finding in self.findings],
            "complete": self.has_all_games,
        }
