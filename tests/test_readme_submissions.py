"""Tests of what the chapter tells teachers: the command for a class, and a test of each submission."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.model.support.corpus_files import copied
from tests.paths import ROOT


def block(file: str, comment: str) -> str:
    """Return the block of code below a comment in a file of the project."""
    text = (ROOT / file).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^<!-- {comment} -->\n```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return str(found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with submissions, and with what README's own installation makes."""
    for name, agent in (("ada", "correct_frozensets"), ("ben", "no_subset_rule_sets"), ("cem", "missing_method")):
        (tmp_path / "submissions" / name).mkdir(parents=True)
        copied(agent, tmp_path / "submissions" / name)
    (tmp_path / "submissions" / "dan").mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "minesweeper-qt").symlink_to(Path(sys.executable).with_name("minesweeper-qt"))
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the command is one for a Unix shell")
def test_the_command_prints_the_table_that_stands_there(folder: Path) -> None:
    command = f".venv/bin/{block('resources/help/87-check.md', 'command: check submissions').rstrip()} --games 2"
    ended = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 1, ended.stderr
    assert (folder / "class.html").stat().st_size > 10_000
    chapter = (ROOT / "resources" / "help" / "87-check.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(submission .*?)^```$", chapter, re.DOTALL | re.MULTILINE)
    # It stands there with a hundred games; two show no subset rule that is missing.
    printed, documented = (
        [[part for part in re.split(r" {2,}", line) if " of 100" not in part and " of 2" not in part] for line in lines]
        for lines in (ended.stdout.splitlines(), shown.splitlines())
    )
    assert [row[:3] for row in printed[:5]] == [row[:3] for row in documented[:5]]


@pytest.mark.long
def test_a_test_of_each_submission(folder: Path) -> None:
    few = block("resources/help/87-check.md", "program: submissions as tests").replace("games=20", "games=2")
    (folder / "test_submissions.py").write_text(few)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "test_submissions.py"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert "2 failed, 1 passed" in ended.stdout, ended.stdout
