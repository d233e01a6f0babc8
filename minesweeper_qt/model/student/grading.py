"""Gives points for what an audit found, and writes it as the graders of courses read it: Gradescope and check50.

Sources of the forms: "Autograder Specifications" of Gradescope, and "JSON specification" in check50's documentation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from minesweeper_qt import __version__
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.file_writing import read_whole
from minesweeper_qt.model.student.course_checks import course_checks
from minesweeper_qt.model.student.finding import Skill

CheckedAgent = Mapping[str, Any]
"""What is known of an agent: the keys of ``check --json``."""

_MOST_POINTS = 1_000_000
_GAMES = {"won": ("reference_won", "Games won"), "fair_won": ("fair_reference_won", "Games won with luck taken out")}


class PointsError(MinesweeperError):
    """A file of points can't be read, or holds something else.

    >>> raise PointsError("points.toml: [skils] marks = 1 is not allowed")
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.student.grading.PointsError: points.toml: [skils] marks = 1 is not allowed
    """


class Graded(NamedTuple):
    """A check, a skill or the games of an agent: whether it passed, if that is known, and its points."""

    name: str
    description: str
    passed: bool | None
    points: float
    most: float
    message: str


@dataclass(frozen=True)
class Points:
    """How many points there are: for each of the ``checks`` and ``skills`` by its name, and for the ``games``.

    Without a number of its own each check and each skill has that of ``default``, or 1; games have none. An agent gets
    all points for games if it wins as many as the AI of this program, and else that share of them.

    >>> points = Points({"skills": {"default": 0}, "games": {"won": 10}})
    >>> points_text(points.added({"games": 4, "won": 1, "reference_won": 2}))
    '5 of 33'
    """

    table: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str) -> Points:
        """Return the points of a file in TOML; raise ``PointsError`` that says what is wrong."""
        names = {
            "checks": ["default", *(check.name for check in course_checks())],
            "skills": ["default", *(skill.value for skill in Skill)],
            "games": list(_GAMES),
        }
        try:
            table = tomllib.loads(read_whole(Path(path), 1).decode())
        except (OSError, ValueError) as wrong:
            raise PointsError(f"{path}: {getattr(wrong, 'strerror', None) or wrong}") from None
        for part, values in table.items():
            for name, value in values.items() if isinstance(values, dict) else [("", values)]:
                is_number = type(value) in (int, float) and 0 <= value <= _MOST_POINTS
                if name not in names.get(part, ()) or not is_number:
                    raise PointsError(f"{path}: [{part}] {name} = {value!r} is not allowed")
        return cls(table)

    def graded(self, record: CheckedAgent) -> list[Graded]:
        """Return what has points or could be passed, in the order of the report; games only if they have points."""
        found = []

        def add(table: str, name: str, description: str, passed: bool | None, share: float, message: str) -> None:
            values = self.table.get(table, {})
            most = float(values.get(name, values.get("default", table != "games")))
            if most or table != "games":
                found.append(Graded(name, description, passed, round(most * share, 2), most, message))

        checks = {check["name"]: check for check in record.get("checks", ())}
        not_run = {"passed": None, "message": "It was not run."}
        for name in (check.name for check in course_checks()):
            check = checks.get(name, not_run)
            add("checks", name, name, check["passed"], float(bool(check["passed"])), check["message"])
        skills, untried = record.get("skills", {}), record.get("skills_not_run", ())
        tried, has = len(skills) - len(untried), sum(map(bool, skills.values()))
        for skill in Skill:
            passed = skills.get(skill.value)
            share, message = float(bool(passed)), "An error ended its experiment."
            if skill.value in untried:
                share = has / max(tried, 1)
                message = "Not known, because a skill that it needs fails: it counts like the "
                message += f"{tried} that were tried, of which {has} are there."
            elif passed is not None:
                message = "It is there." if passed else f"{skill.words}."
            add("skills", skill.value, f"Skill {skill.value}", passed, share, message)
        for name, (reference, description) in _GAMES.items():
            won, wanted = record.get(name, 0), record.get(reference, 0)
            share = min(1.0, won / wanted) if wanted else float(record.get("games", 0) > 0)
            message = "" if share == 1 else f"{won} won; the AI of this program won {wanted} on the same boards"
            add("games", name, description, share == 1, share, message)
        return found

    def added(self, record: CheckedAgent) -> CheckedAgent:
        """Return the record with the keys ``points`` and ``max_points``."""
        graded = self.graded(record)
        return {
            **record,
            "points": round(sum(each.points for each in graded), 2),
            "max_points": round(sum(each.most for each in graded), 2),
        }


def points_text(record: CheckedAgent) -> str:
    """Return the points of a record that has them, such as "52 of 53"."""
    return f"{record['points']:g} of {record['max_points']:g}"


def as_gradescope(graded: Sequence[Graded], text: str) -> dict[str, Any]:
    """Return the contents of Gradescope's ``results.json``: a test for each item, and the report as ``text``."""
    tests = [
        {
            "name": each.description,
            "score": each.points,
            "max_score": each.most,
            "status": "passed" if each.passed else "failed",
            "output": each.message,
        }
        for each in graded
    ]
    return {"output": text, "output_format": "text", "test_output_format": "text", "tests": tests}


def as_check50(graded: Sequence[Graded]) -> dict[str, Any]:
    """Return what ``check50 --output json`` prints, with a result for each item."""
    results: list[dict[str, Any]] = [
        {
            "name": each.name,
            "description": each.description,
            "passed": each.passed,
            "log": [],
            "cause": None if each.passed else {"rationale": each.message, "help": None},
            "data": {"points": each.points, "max_points": each.most},
            "dependency": None,
        }
        for each in graded
    ]
    return {"slug": "minesweeper-qt/check", "results": results, "version": __version__}
