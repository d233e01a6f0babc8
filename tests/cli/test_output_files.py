"""Tests of the files that the commands write: each kind of target, by the option that names it."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.support.lab_program import QUICK, ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs the kinds of files of Linux")

OPTIONS = {
    "--screenshot": ["play", "--level", "cs50", "--seed", "1"],
    "--plot": [*QUICK, "--games", "2"],
    "--out": [*QUICK, "--games", "2", "--resume"],
}
ENDINGS = {"--screenshot": ".png", "--plot": ".svg", "--out": ".csv"}


def errors(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in result.stderr.splitlines() if line.startswith("minesweeper-qt: error: ")]


@pytest.mark.parametrize("option", OPTIONS)
def test_a_folder_is_refused_before_anything_else(tmp_path: Path, refused, option: str) -> None:
    target = tmp_path / f"file{ENDINGS[option]}"
    target.mkdir()
    message = f"{option}: '.*' is a folder; allowed is a file name that ends in .*"
    assert re.fullmatch(message, refused(*OPTIONS[option], option, target))


@pytest.mark.slow
def test_a_full_disk_of_both_files_is_named_twice(tmp_path: Path) -> None:
    out, plot = tmp_path / "out.csv", tmp_path / "plot.svg"
    plot.write_bytes(b"old")

    def fill_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (800, 800))

    command = [sys.executable, "-m", "minesweeper_qt", *QUICK, "--games", "9", "--out", out, "--plot", plot]
    result = subprocess.run(command, cwd=ROOT, preexec_fn=fill_disk, capture_output=True, text=True, timeout=120)
    assert result.returncode == 1
    assert errors(result) == [f"minesweeper-qt: error: {path}: File too large" for path in (out, plot)]
    assert "cs50-count" in result.stdout
    assert plot.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [out, plot]
