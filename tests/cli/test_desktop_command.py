"""Tests of the command that puts the program into the menus of a desktop of Linux."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_program import run_program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="such menus are those of Linux"),
]


@pytest.fixture
def share(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of shared data of an empty home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path / ".local/share"


def test_it_is_written_with_a_whole_path_and_removed_again(share: Path) -> None:
    assert run_program("desktop", "--install").returncode == 0
    entry = share / "applications/minesweeper-qt.desktop"
    (line,) = [line for line in entry.read_text().splitlines() if line.startswith("Exec=")]
    python = sys.executable if shlex.quote(sys.executable) == sys.executable else f'"{sys.executable}"'
    assert line == f"Exec={python} -m minesweeper_qt play --open %f"
    assert len(own_files(share)) == 9
    if shutil.which("desktop-file-validate"):
        assert subprocess.run(["desktop-file-validate", entry], capture_output=True).stdout == b""
    assert run_program("desktop", "--remove").returncode == 0
    assert own_files(share) == []


def own_files(share: Path) -> list[Path]:
    return [file for file in share.rglob("*minesweeper*") if file.is_file() and "mime/application" not in str(file)]


def test_what_can_not_be_written_is_said(share: Path) -> None:
    share.parent.mkdir()
    share.write_text("a file in place of the folder")
    ended = run_program("desktop", "--install")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "Traceback" not in ended.stderr
    assert str(share) in ended.stderr


@pytest.mark.parametrize("arguments", [(), ("--install", "--remove")])
def test_one_of_the_two_is_asked_for(share: Path, arguments: tuple[str, ...]) -> None:
    assert run_program("desktop", *arguments).returncode == 2
    assert not share.exists()
