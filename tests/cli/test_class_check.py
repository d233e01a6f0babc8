"""Tests of ``minesweeper-qt check`` with a folder of submissions: what it writes, and how it goes on."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.cli import check_command, program
from minesweeper_qt.model import Case, CheckResult, Finding, FindingKind, Report, Severity, Skill, pools
from minesweeper_qt.model.student.class_report import class_csv, class_page, class_table
from minesweeper_qt.model.student.report import WinComparison
from minesweeper_qt.model.student.skills import SkillResult
from tests.cli.support.lab_program import QUICK, wait_for
from tests.cli.support.tags import Tags
from tests.model.support.corpus_files import copied
from tests.model.support.students import marked_processes
from tests.paths import ROOT

FOUND = Finding(FindingKind.INCOMPLETE, Severity.WEAKNESS, 2, "It misses a cell.", cause=Skill.SUBSET_OF_NEW)


class FakeAudit:
    """Stands in for ``audit``: its reports name a weakness in files that say so."""

    def __init__(self) -> None:
        self.files: list[str] = []
        """The files that were audited, by the name of their folder."""

    def __call__(self, path: Path, *, difficulty: Any, games: int, seed: int, **others: Any) -> Report:
        self.files.append(path.parent.name)
        is_weak = "weak" in path.read_text()
        skills = tuple(SkillResult(skill, not (is_weak and skill is Skill.SUBSET_OF_NEW)) for skill in Skill)
        found = (CheckResult("one", True),), (FOUND,) if is_weak else (), WinComparison(games - 1, 0, 1, 0)
        is_complete = not others["should_stop"]()
        return Report(path, difficulty, games, seed, *found, is_complete=is_complete, skills=skills)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeAudit:
    audit = FakeAudit()
    monkeypatch.setattr(check_command, "audit", audit)
    return audit


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three submissions: a right one, a weak one, and one without a file."""
    for name, text in (("ada", "right"), ("ben", "weak"), ("cem", None)):
        (tmp_path / "class" / name).mkdir(parents=True)
        if text is not None:
            (tmp_path / "class" / name / "minesweeper.py").write_text(text)
    return tmp_path / "class"


def check(*arguments: object) -> int:
    return program.main(["check", *map(str, arguments), "--games", "5", "--jobs", "1"])


def test_a_row_for_each_submission(folder: Path, fake: FakeAudit, capsys) -> None:
    assert check(folder) == 1
    assert capsys.readouterr().out == (
        "submission  checks  skills             errors  weaknesses  won     what fails\n"
        "ada         1 of 1  40 of 40           0       0           4 of 5\n"
        "ben         1 of 1  39 of 40, 1 fails  0       1           4 of 5  subset-of-new\n"
        "cem         no Python file\n"
        "\n"
        "3 submissions: 1 can't be checked, 1 with errors or weaknesses, 1 with nothing found; "
        "the AI of this program won 5 of 5\n"
        "The same except for names and layout: ada and ben\n"
        "Skills that fail, and how often: subset-of-new 1\n"
    )
    assert sorted(fake.files) == ["ada", "ben"]


@pytest.mark.usefixtures("fake")
def test_a_long_name_is_cut_in_the_table_alone(folder: Path, capsys) -> None:
    (folder / "cem").rmdir()
    (folder / "ada").rename(folder / ("a" * 200))
    check(folder, "--csv", folder / "class.csv")
    assert f"\n{'a' * 29}...  1 of 1" in capsys.readouterr().out
    assert "a" * 200 in (folder / "class.csv").read_text()


@pytest.mark.usefixtures("fake")
def test_nothing_found_and_weaknesses_that_pass(folder: Path) -> None:
    (folder / "cem").rmdir()
    assert check(folder, "--fail-on", "error") == 0
    assert check(folder) == 1
    (folder / "ben" / "minesweeper.py").write_text("right too")
    assert check(folder) == 0


def test_the_folder_of_out_has_records_and_reports_and_resumes(
    folder: Path, fake: FakeAudit, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = folder / "reports"
    assert check(folder, "--out", out) == 1
    first = capsys.readouterr().out
    assert sorted(file.name for file in out.iterdir()) == [
        f"{n}.{e}" for n in ("ada", "ben", "cem") for e in ("json", "txt")
    ]
    record = json.loads((out / "ben.json").read_text())
    assert (record["name"], record["file"], record["problem"]) == ("ben", "ben/minesweeper.py", "")
    assert [skill for skill, passed in record["skills"].items() if not passed] == ["subset-of-new"]
    assert (out / "ben.txt").read_text() == f"{record['report']}\n"

    (out / "cem.json").unlink()
    (out / "ben.json").write_text('{"name": "ben", "sett')
    assert check(folder, "--out", out, "--resume") == 1
    assert fake.files[2:] == ["ben"], "of what is lost or damaged"
    assert capsys.readouterr().out == first
    (folder / "ada" / "minesweeper.py").write_text("changed")
    assert check(folder, "--out", out, "--resume", "--json") == 1
    assert fake.files[3:] == ["ada"]
    assert json.loads(capsys.readouterr().out)[1] == record
    check(folder, "--out", out, "--resume", "--seed", "7")
    assert sorted(fake.files[4:]) == ["ada", "ben"], "with other options all are checked again"
    monkeypatch.setattr(check_command, "__version__", "0.0.1")
    check(folder, "--out", out, "--resume", "--seed", "7")
    assert sorted(fake.files[6:]) == ["ada", "ben"], "with another version, too"
    monkeypatch.setattr(check_command.platform, "python_version", lambda: "3.10.1")
    check(folder, "--out", out, "--resume", "--seed", "7")
    assert sorted(fake.files[8:]) == ["ada", "ben"], "with another Python, too"
    check(folder, "--out", out, "--resume", "--seed", "7")
    assert not fake.files[10:]


def test_a_machine_whose_processes_can_not_share_work_is_named(
    folder: Path, fake: FakeAudit, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **settings: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(pools, "ProcessPoolExecutor", refuse)
    assert program.main(["check", str(folder), "--jobs", "2", "--no-box"]) == 3
    said = "processes can't share work here, as semaphores can't be made"
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith(f"minesweeper-qt: error: {said}")
    assert error.endswith(": Permission denied; --jobs 1 needs none")
    assert check(folder) == 1
    out = folder.parent / "out.csv"
    assert program.main([*QUICK, "--games", "2", "--jobs", "2", "--out", str(out)]) == 1
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_a_submission_that_takes_too_long_is_stopped(folder: Path, fake: FakeAudit, monkeypatch, capsys) -> None:
    monkeypatch.setattr(check_command, "SECONDS", -1.0)
    check(folder, "--json")
    reports = [record["report"] for record in json.loads(capsys.readouterr().out) if record["file"]]
    assert len(reports) == 2
    assert all("stopped early" in report for report in reports)
    assert check(folder, "--fail-on", "error") == 1
    out = capsys.readouterr().out
    assert out.splitlines()[1].endswith("4 of 5  stopped early")
    assert "1 with errors or weaknesses, 1 with nothing found so far; the" in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_signal_prints_what_is_checked_so_far(folder: Path, fake: FakeAudit, monkeypatch, capsys) -> None:
    def stopped(path: Path, **settings: Any) -> Report:
        if path.parent.name == "ben":
            os.kill(os.getpid(), signal.SIGTERM)
            while not settings["should_stop"]():
                pass
        return fake(path, **settings)

    monkeypatch.setattr(check_command, "audit", stopped)
    out = folder.parent / "reports"
    assert program.main(["check", str(folder), "--out", str(out), "--jobs", "1"]) == 143
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1].startswith("1 submission: 1 with nothing found")
    assert printed.err.splitlines()[-1] == "1 of 3 submissions are checked; --resume continues"
    assert not (out / "ben.json").exists()


def test_wrong_usage_is_one_line(folder: Path, refused) -> None:
    one, out = folder / "ada" / "minesweeper.py", folder.parent / "reports"
    assert refused("check", one, "--html", out / "class.html").startswith("--html: ")
    for single in (one, one.parent):
        assert refused("check", single, "--out", out).endswith("; allowed is a folder of submissions")
    assert refused("check", folder, "--resume") == "--resume without --out; it continues the folder that --out names"
    assert refused("check", folder, "--save-tests", folder / "test.py").endswith("allowed is one submission")
    assert refused("check", folder, "--out", folder).endswith("holds the submissions; allowed is another folder")
    assert "No such file or directory; allowed" in refused("check", folder, "--out", out / "inner")
    out.mkdir()
    for form in ("gradescope", "check50"):
        assert refused("check", folder, "--format", form).endswith("folder of submissions; allowed are text, json")
    assert "holds no submissions; allowed" in refused("check", out, "--csv", out / "class.csv")
    (out / "other").write_text("")
    assert "is not empty; allowed are a new folder, or --resume" in refused("check", folder, "--out", out)


def record(name: str, **others: Any) -> dict[str, Any]:
    values = {"file": f"{name}.py", "problem": "", "checks": [], "skills": {}, "findings": [], "report": "the report"}
    games = {"complete": True, "settings": {"games": 5}, "games": 5, "won": 3, "reference_won": 4}
    return {"name": name, **values, **games, **others}


def test_games_that_were_left_out_are_named_and_nothing_found_counts_as_so_far() -> None:
    _, row, _, line = class_table([record("slow", games=3, settings={"games": 100}, complete=False)]).splitlines()
    assert row.endswith("only 3 of 100 games")
    assert line.startswith("1 submission: 1 with nothing found so far; ")


CAUSES = [{"severity": "error", "cause": None, "kind": kind.value} for kind in FindingKind]


def test_long_lists_of_causes_are_cut() -> None:
    *_, row = class_table([record("ada", findings=CAUSES)]).splitlines()[:2]
    assert row.split("  ")[-1] == "api, exception, timeout, memory, 7 more"


def test_a_skill_that_is_not_known_is_neither_there_nor_failing() -> None:
    skills = {"size": True, "edges": False, "marks": None}
    text = class_csv([record('a "b", c', skills=skills), record("dan", problem="no Python file")])
    one, other = csv.DictReader(text.splitlines())
    assert [one[name] for name in ("submission", "size", "edges", "marks")] == ['a "b", c', "1", "0", ""]
    assert class_table([record("ada", skills=skills)]).endswith("\nSkills that fail, and how often: edges 1")
    assert (other["problem"], other["won"], len(other)) == ("no Python file", "", 13 + len(Skill))


@pytest.mark.usefixtures("fake")
def test_points_and_what_is_the_same_but_for_names_stand_in_table_csv_and_page(folder: Path, capsys) -> None:
    (folder / "ada" / "minesweeper.py").write_text('def weak(a):\n    """It."""\n    return a + 1  # one\n')
    (folder / "ben" / "minesweeper.py").write_text("def weak (b): return (b+1)")
    (folder / "cem" / "minesweeper.py").write_text("def weak(b): return 1 + b")
    (folder / "points.toml").write_text("[checks]\ndefault = 0\n[games]\nwon = 4")
    table, page = folder / "class.csv", folder / "class.html"
    check(folder, "--points", folder / "points.toml", "--csv", table, "--html", page)
    out = capsys.readouterr().out
    assert [line.split()[:4] for line in out.splitlines()[1:4]] == [
        [name, "42.2", "of", str(4 + len(Skill))] for name in ("ada", "ben", "cem")
    ]
    assert "\nThe same except for names and layout: ada and ben\n" in out
    assert table.read_bytes().startswith(b"\xef\xbb\xbfsubmission,")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines()))
    assert [(row["same as"], row["points"], row["max points"]) for row in rows] == [
        (other, "42.2", f"{4 + len(Skill)}.0") for other in ("ben", "ada", "")
    ]
    html = page.read_text()
    assert html.count("<p>The same except for names and layout as ") == 2
    assert html.count(f"42.2 of {4 + len(Skill)} points") == 3
    assert re.findall('<section id="([^"]*)">', html) == ["ada", "ben", "cem"]


def test_the_page_sorts_and_filters_by_what_was_found() -> None:
    findings = [{**cause, "case": None} for cause in CAUSES]
    records = [record("ada"), record("b c", findings=findings), record("dan", problem="no Python file")]
    page = class_page("class", records)
    rows = re.findall('<details class="row all ([^"]*)" style="([^"]*)">', page)
    assert rows == [
        ("nothing", "--name: 0; --errors: 0; --weaknesses: 0; --won: -3"),
        ("errors", f"--name: 1; --errors: -{len(CAUSES)}; --weaknesses: 0; --won: -3"),
        ("unchecked", "--name: 2; --errors: 0; --weaknesses: 0; --won: 1"),
    ]
    ids = re.findall('<input type="radio" name="[a-z]+" id="([a-z-]+)"', page)
    assert sorted(set(re.findall(r"#([a-z-]+):checked", page))) == sorted(ids)
    assert 'id="b-c"' in page


def test_the_table_for_spreadsheets_names_all_causes() -> None:
    (row,) = csv.DictReader(class_csv([record("ada", findings=CAUSES)]).splitlines())
    assert row["what fails"].count(", ") == len(FindingKind) - 2


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1"])
def test_no_text_is_a_formula(formula: str) -> None:
    (row,) = csv.DictReader(class_csv([record(formula, file=f"{formula}.py", problem=formula)]).splitlines())
    texts = [row[name] for name in ("submission", "file", "problem")]
    assert texts == [f"'{formula}", f"'{formula}.py", f"'{formula}"]


def test_no_name_report_or_problem_is_taken_for_html() -> None:
    evil = "</pre><script>alert(1)</script>"
    tags = Tags(class_page(evil, [record(evil, report=evil), record("b", problem=evil)]))
    assert tags.text.count(evil) == 5
    assert "script" not in tags.opened


def test_the_smallest_cases_are_drawn_with_the_cells_that_the_agent_errs_about() -> None:
    case = Case(2, 3, (((0, 0), 1), ((0, 1), 2)), ((1, 2),))
    findings = [replace(FOUND, text="It <errs>.", case=case).to_json(), FOUND.to_json()]
    page = class_page("class", [{**record("ada"), "findings": findings}])
    assert re.findall("<title>(row [^<]+)</title>", page) == [
        *("row 0, column 0: 1", "row 0, column 1: 2", "row 0, column 2: covered"),
        *("row 1, column 0: covered", "row 1, column 1: covered", "row 1, column 2: covered, in question"),
    ]
    assert page.count("<figcaption>It &lt;errs&gt;.</figcaption>") == page.count("<figure>") == 1


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_right_broken_hanging_and_empty_ones_killed_in_the_middle_and_resumed(tmp_path: Path) -> None:
    folder, out, temporary = tmp_path / "class", tmp_path / "reports", tmp_path / "temporary"
    for name, agent in (("ada", "correct_frozensets"), ("cem", "no_subset_rule_sets")):
        (folder / name).mkdir(parents=True)
        copied(agent, folder / name)
    (folder / "ben.py").write_text("class MinesweeperAI(:")
    (folder / "dan").mkdir()
    (folder / "eve.py").write_text("while True: pass")
    temporary.mkdir()
    command = [sys.executable, "-m", "minesweeper_qt", "check", str(folder), "--out", str(out), "--games", "3"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen([*command, "--jobs", "1"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    wait_for(lambda: (out / "cem.json").exists())
    process.kill()
    process.wait(timeout=60)
    wait_for(lambda: marked_processes(temporary) == [])
    kept = {file.name: file.stat().st_mtime_ns for file in out.glob("*.json")}
    assert {"ada.json", "ben.json", "cem.json"} <= set(kept)
    ended = subprocess.run(
        [*command, "--resume"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=200
    )
    assert ended.returncode == 1, ended.stderr
    rows = [line.split(maxsplit=1) for line in ended.stdout.split("\n\n")[0].splitlines()[1:]]
    shown = dict(rows)
    assert shown["ada"].split("  ")[:2] == ["23 of 23", "40 of 40"]
    assert shown["ben"] == "ben.py can't be loaded: line 1: invalid syntax"
    assert shown["cem"].endswith("  subset-rule")
    assert shown["dan"] == "no Python file"
    assert "eve.py can't be loaded" in shown["eve"]
    assert all((out / name).stat().st_mtime_ns == before for name, before in kept.items())
