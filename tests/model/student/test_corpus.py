"""The whole audit of each agent of the corpus: the kind, the severity, the cause and the smallest case of its fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model.board.rules import DIFFICULTIES
from minesweeper_qt.model.student import diagnosis
from minesweeper_qt.model.student.auditor import audit
from minesweeper_qt.model.student.case_text import case_lines
from minesweeper_qt.model.student.finding import Finding, Severity, Skill
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.student_state import Limits
from tests.model.student.support.corpus import ENDLESS, EXPECTED, HERE, VERDICTS, module_of
from tests.model.support.corpus_files import copied, names, source_of

SMALL = replace(DIFFICULTIES["cs50"], name="custom", height=7, width=7, mines=7)
GAMES = {"mines_not_passed_on_lists": 30, "move_random_none": 20}
"""The number of games with an agent whose fault shows in few of them."""

CORRECT = sorted(name for name, found in EXPECTED.items() if found["kind"] is None)
TOLERATED = sorted(name for name, found in EXPECTED.items() if found["severity"] == "note")
FAULTY = sorted(EXPECTED.keys() - {*CORRECT, *TOLERATED})
QUICK = {
    "exception_in_move",
    "exit_in_add_knowledge",
    "game_loop_at_import",
    "mutation_move_not_recorded",
    "sentence_double",
    "shared_clue_set",
}
"""Agents with faults of different kinds, hostile ones among them; the others are tried among the long tests."""


def audited(name: str, folder: Path) -> Report:
    # Only an agent that reaches the limit gets a low one: a call of the others may take long on a busy machine.
    is_endless = EXPECTED[name]["kind"] in ENDLESS
    import_seconds = 0.5 if name == "game_loop_at_import" else 10
    limits = Limits(seconds=0.5 if is_endless else 10, import_seconds=import_seconds, memory_mb=128)
    return audit(copied(name, folder), difficulty=SMALL, games=GAMES.get(name, 6), seed=3, limits=limits)


def is_expected(finding: Finding, expected: dict[str, Any]) -> bool:
    found = finding.to_json()
    return [found[key] for key in ("kind", "severity", "cause")] == [
        expected[key] for key in ("kind", "severity", "cause")
    ] and (finding.case is not None) == expected["case"]


@pytest.fixture(autouse=True)
def much_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search end early on a busy machine; that of an agent which hangs takes as long as it may."""
    callspec = getattr(request.node, "callspec", None)
    kind = None if callspec is None else EXPECTED[callspec.params["name"]]["kind"]
    monkeypatch.setattr(diagnosis, "SECONDS", 0.3 if kind in ENDLESS else 120.0)


def test_what_an_audit_should_find_is_known_of_each_agent() -> None:
    assert names() == EXPECTED.keys()
    assert len({source_of(name) for name in names()}) == len(EXPECTED)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in QUICK else pytest.mark.long) for name in FAULTY]
)
def test_the_fault_of_each_agent_is_found(name: str, tmp_path: Path) -> None:
    report = audited(name, tmp_path)
    assert not report.is_clean
    found = [finding for finding in report.findings if is_expected(finding, EXPECTED[name])]
    assert found, report.to_json()["findings"]
    # No other cause is named, whatever else follows from the fault.
    sizes = {Skill.SIZE} if "hard_coded" in name else set()
    also = set(map(Skill, EXPECTED[name].get("also", ())))
    causes = {finding.cause for finding in report.findings}
    assert also <= causes - sizes <= {None, found[0].cause, *also}
    for finding in report.findings:
        if finding.case is not None and name in HERE:
            assert finding.symptom is not None
            assert finding.case.height * finding.case.width <= 64
            if "random_move" not in finding.symptom.value.replace("-", "_"):  # those may be right by luck
                with pytest.raises(Exception):  # noqa: B017, PT011 - an assertion, or whatever the agent raises
                    exec(
                        "\n".join(case_lines(finding.case, finding.symptom)),
                        {"MinesweeperAI": module_of(name).MinesweeperAI},
                    )


@pytest.mark.long
@pytest.mark.parametrize("name", CORRECT)
def test_no_correct_agent_is_accused(name: str, tmp_path: Path) -> None:
    report = audited(name, tmp_path)
    assert [finding for finding in report.beside_checks() if finding.severity is not Severity.NOTE] == []
    assert all(check.passed for check in report.checks) == ("lists" not in name), "a list equals no set at the course"
    assert report.games == 6


@pytest.mark.long
@pytest.mark.parametrize("name", TOLERATED)
def test_what_is_tolerated_is_a_note(name: str, tmp_path: Path) -> None:
    report = audited(name, tmp_path)
    assert {finding.severity for finding in report.beside_checks()} == {Severity.NOTE}
    assert any(is_expected(finding, EXPECTED[name]) for finding in report.beside_checks())
    assert report.is_clean == ("0" not in VERDICTS[name])
    assert report.games == 6


@pytest.mark.long
def test_an_exception_that_the_reference_does_not_raise_has_no_cause(tmp_path: Path) -> None:
    path = tmp_path / "minesweeper.py"
    marked = "    def mark_mine(self, cell):\n"
    raising = f"{marked}        if len(self.mines) == 5:\n            raise KeyError(cell)\n"
    path.write_text(
        source_of("mines_not_subtracted_sets").replace(f"{marked}        self.m", f"{raising}        self.m")
    )
    report = audit(path, difficulty=SMALL, games=8, seed=3, limits=Limits(seconds=10))
    causes = {finding.kind.value: finding.cause for finding in report.beside_checks()}
    assert "sentence" in causes
    assert causes["exception"] is None
