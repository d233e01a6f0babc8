"""Tests of README for teachers: its loop over submissions writes reports, and its program prints them as a table."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.model.support.corpus_files import copied
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(comment: str) -> str:
    """Return the block of code below a comment."""
    (found,) = re.findall(rf"^<!-- {comment} -->\n```\w+\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return str(found)


def run(command: list[str], folder: Path) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.stderr == ""
    return ended.stdout


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("sh") is None, reason="the loop is one for a Unix shell")
def test_the_submissions_are_checked_and_printed_as_a_table(tmp_path: Path) -> None:
    for name, agent in (("ada", "correct_lists"), ("cem", "missing_method"), ("dan", "missing_class")):
        folder = tmp_path / "submissions" / name
        folder.mkdir(parents=True)
        copied(agent, folder)
    loop = block("command: check submissions")
    few = loop.replace("--json", "--json --games 2")
    assert few != loop
    assert run(["sh", "-c", few], tmp_path) == ""
    (tmp_path / "submissions" / "dan" / "minesweeper.json").write_text("")
    printed = run([sys.executable, "-c", block("program: submissions table")], tmp_path).splitlines()
    rows = [re.split(r" {2,}", line.rstrip()) for line in printed]
    assert rows[1][:4] == ["ada", "23 of 23", "0", "0"]
    assert rows[2][:3] == ["cem", "22 of 23", "2"]
    assert rows[2][-2:] == ["0 of 2", "api, check"]
    assert printed[3].split(maxsplit=1) == ["dan", "could not be checked"]
    # The table that stands in README has the same columns.
    shown = re.findall(r"^```text\n(name .*?)^```$", README, re.DOTALL | re.MULTILINE)[0].splitlines()
    assert shown[0] == printed[0]
    assert re.split(r" {2,}", shown[1])[:4] == rows[1][:4]
