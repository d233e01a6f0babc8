"""Tests of points, and of the forms that Gradescope and check50 document for what a grader writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.cli import check_command, program
from minesweeper_qt.model import CheckResult, Report, Skill
from minesweeper_qt.model.student.course_checks import course_checks
from minesweeper_qt.model.student.grading import Points, PointsError
from minesweeper_qt.model.student.report import WinComparison
from minesweeper_qt.model.student.skills import SkillResult
from tests.paths import ROOT

FIRST, *OTHERS = [check.name for check in course_checks()]


def report(path: Path, *, difficulty: Any, games: int, seed: int, **others: Any) -> Report:
    """Return the report of an agent that fails one check and one skill, of which a second one is not known."""
    checks = [CheckResult(FIRST, False, "it is 3"), *(CheckResult(name, True) for name in OTHERS)]
    skills = [SkillResult(skill, True) for skill in Skill]
    skills[0] = SkillResult(skills[0].skill, False, problem="wrong")
    skills[1] = SkillResult(skills[1].skill, False, was_run=False)
    wins = WinComparison(2, 0, 2, 1)
    return Report(path, difficulty, games, seed, tuple(checks), (), wins, skills=tuple(skills))


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check_command, "audit", report)
    (tmp_path / "minesweeper.py").write_text("")
    return tmp_path / "minesweeper.py"


def points_file(folder: Path, text: str) -> Path:
    (folder / "points.toml").write_text(text)
    return folder / "points.toml"


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    assert program.main(["check", *map(str, arguments), "--games", "5"]) == 0
    return json.loads(capsys.readouterr().out)


def test_gradescope(agent: Path, capsys) -> None:
    """Keys, types and words of the Autograder Specifications."""
    results = printed(capsys, agent, "--format", "gradescope")
    assert results["output"].startswith("minesweeper.py: ")
    assert {results[name] for name in ("output_format", "test_output_format")} == {"text"}
    tests = results["tests"]
    for test in tests:
        kinds = {"name": str, "score": float, "max_score": float, "status": str, "output": str}
        assert {name: type(value) for name, value in test.items()} == kinds
        assert 0 <= test["score"] <= test["max_score"] == 1
        assert test["status"] == ("passed" if test["score"] == 1 else "failed")
    assert len(tests) == len({test["name"] for test in tests}) == len(course_checks()) + len(Skill)
    failed = [test["name"] for test in tests if test["status"] == "failed"]
    assert failed == [FIRST, *(f"Skill {skill.value}" for skill in list(Skill)[:2])]
    # What was not tried because another skill fails counts like those that were: one early fault costs one skill.
    tried = len(Skill) - 1
    (score,) = [test["score"] for test in tests if test["name"] == f"Skill {list(Skill)[1].value}"]
    assert score == round((tried - 1) / tried, 2)


def test_check50(agent: Path, capsys) -> None:
    """Keys, types and words of the JSON specification."""
    written = printed(capsys, agent, "--format", "check50")
    assert {name: type(value) for name, value in written.items()} == {"slug": str, "results": list, "version": str}
    for result in written["results"]:
        assert [*result] == ["name", "description", "passed", "log", "cause", "data", "dependency"]
        assert (result["cause"] is None) == (result["passed"] is True)
        assert result["cause"] is None or type(result["cause"]["rationale"]) is str
        assert (type(result["log"]), type(result["data"]), result["dependency"]) == (list, dict, None)
    not_passed = {each["name"]: each["passed"] for each in written["results"] if not each["passed"]}
    assert not_passed == {FIRST: False, next(iter(Skill)).value: False, list(Skill)[1].value: None}


def test_points_are_those_of_the_file_and_else_the_default(agent: Path, capsys) -> None:
    text = f'[checks]\n"{FIRST}" = 50\n[skills]\ndefault = 0\nmarks = 2.5\n[games]\nwon = 10\n'
    points = points_file(agent.parent, text)
    most = 50 + len(OTHERS) + 2.5 + 10
    record = printed(capsys, agent, "--json", "--points", points)
    # It wins 2 of 5 games, and the AI of this program 4.
    assert (record["points"], record["max_points"]) == (most - 50 - 5, most)
    tests = printed(capsys, agent, "--format", "gradescope", "--points", points)["tests"]
    assert (sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)) == (most - 55, most)
    program.main(["check", str(agent), "--points", str(points)])
    assert capsys.readouterr().out.endswith(f"\n\nPoints: {most - 55:g} of {most:g}\n")


@pytest.mark.parametrize(
    "text, part",
    [
        ("[skils]\nmarks = 1", "[skils] marks = 1 is not allowed"),
        ("[skills]\nmark = 1", "[skills] mark = 1 is not allowed"),
        ("[skills]\nmarks = -1", "[skills] marks = -1 is not allowed"),
        ("[games]\nwon = nan", "[games] won = nan is not allowed"),
        ("[games]\nwon = true", "[games] won = True is not allowed"),
        ("checks = 1", "[checks] = 1 is not allowed"),
        ("[checks", "Expected"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(agent: Path, refused, text: str, part: str) -> None:
    line = refused("check", agent, "--points", points_file(agent.parent, text))
    assert part in line
    assert line.endswith("with names as in the JSON or default, and numbers")


def test_the_points_of_the_chapter_can_be_read(tmp_path: Path) -> None:
    chapter = (ROOT / "resources" / "help" / "87-check.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```toml\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE)
    graded = Points.read(str(points_file(tmp_path, text))).graded({})
    assert sum(each.most for each in graded) == len(course_checks()) + 2 + 5 + 20
    with pytest.raises(PointsError, match="No such file"):
        Points.read(str(tmp_path / "nowhere.toml"))
