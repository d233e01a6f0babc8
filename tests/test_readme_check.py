"""Tests of the chapter about checking agents: its example, its JSON keys and its words are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minesweeper_qt.cli.program import main
from minesweeper_qt.model import FindingKind, Severity, Skill
from minesweeper_qt.model.student import diagnosis
from tests.model.support.corpus_files import copied
from tests.paths import ROOT
from tests.test_readme import report_keys

CHAPTER = (ROOT / "resources" / "help" / "87-check.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_is_what_the_program_prints(tmp_path: Path, monkeypatch, capsys) -> None:
    copied("no_subset_rule_sets", tmp_path)
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"^```console\n\$ minesweeper-qt (.*?)\n(.*?)^```$", CHAPTER, re.DOTALL | re.MULTILINE)
    command, expected = block
    # A busy machine may take long for calls and searches that end.
    monkeypatch.setattr(diagnosis, "SECONDS", 120.0)
    assert main([*command.split(), "--jobs", "2", "--time-limit", "60"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith(expected)
    assert printed.removeprefix(expected).startswith("\nWins on these ")
    assert max(map(len, printed.splitlines()[1:])) <= 80


def test_the_tables_name_every_key() -> None:
    tables = re.findall(r"^\| key \|.*?\n\n", CHAPTER, re.DOTALL | re.MULTILINE)
    rows = "\n".join(tables)
    named = set(re.findall(r"`([a-z_]+)`", rows))
    assert report_keys() <= named


def test_the_tables_name_every_word_that_the_json_uses() -> None:
    rows = {
        row[0]: set(re.findall(r"`([a-z-]+)`", row[1])) for row in re.findall(r"^\| `(\w+)` \| (.*) \|$", CHAPTER, re.M)
    }
    assert rows["kind"] == {kind.value for kind in FindingKind}
    assert rows["severity"] == {severity.value for severity in Severity}
    assert rows["cause"] - {"null"} == {skill.value for skill in Skill}


def test_the_chapter_says_that_it_is_not_a_security_boundary() -> None:
    assert "This is not a security boundary: it protects from accidents" in CHAPTER
    assert "not from malice" in CHAPTER
