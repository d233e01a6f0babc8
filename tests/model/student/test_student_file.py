"""Tests of finding the file of a student's agent, and the submissions of a class."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from minesweeper_qt.model.student.student_file import StudentFile, StudentFileError, submissions


def test_a_file_is_found_as_it_is(tmp_path) -> None:
    (tmp_path / "ä b.py").write_bytes(b"x = 1\n")
    file = StudentFile.find(tmp_path / "ä b.py")
    assert file == StudentFile(tmp_path / "ä b.py", b"x = 1\n", (), hashlib.sha256(b"x = 1\n").hexdigest())


def test_a_relative_path_becomes_absolute(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("minesweeper.py").write_text("")
    assert StudentFile.find(Path("minesweeper.py")).path == tmp_path / "minesweeper.py"
    assert StudentFile.find(Path()).path == tmp_path / "minesweeper.py"


def test_the_file_in_a_folder_or_beside_the_game_is_found(tmp_path) -> None:
    for name in ("minesweeper.py", "runner.py"):
        (tmp_path / name).write_text("")
    assert StudentFile.find(tmp_path).notes == ()
    beside = StudentFile.find(tmp_path / "runner.py")
    assert beside.path == tmp_path / "minesweeper.py"
    assert beside.notes == ("runner.py shows the game; the agent is in the minesweeper.py beside it",)


def test_the_only_file_in_the_folders_of_a_folder_is_found(tmp_path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "minesweeper.py").write_text("")
    assert StudentFile.find(tmp_path).notes == ("minesweeper.py was found in the folder a",)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "minesweeper.py").write_text("")
    with pytest.raises(StudentFileError, match="but 2 of its folders have one: a, b"):
        StudentFile.find(tmp_path)


def test_what_is_missing_is_named(tmp_path) -> None:
    with pytest.raises(StudentFileError, match=r"'nothing\.py' does not exist"):
        StudentFile.find(tmp_path / "nothing.py")
    with pytest.raises(StudentFileError, match=r"^the folder '.*' has no minesweeper\.py; it holds no Python file$"):
        StudentFile.find(tmp_path)
    (tmp_path / "runner.py").write_text("")
    with pytest.raises(StudentFileError, match=r"has no minesweeper\.py; it holds runner\.py"):
        StudentFile.find(tmp_path)
    with pytest.raises(StudentFileError, match=r"there is no minesweeper\.py beside it"):
        StudentFile.find(tmp_path / "runner.py")
    with pytest.raises(StudentFileError, match="does not exist"):
        StudentFile.find(Path("a\0b"))
    with pytest.raises(StudentFileError, match="can't be read: File name too long"):
        StudentFile.find(tmp_path / ("long" * 100))
    (tmp_path / "z.zip").write_bytes(b"PK\3\4 and more")
    with pytest.raises(StudentFileError, match=r"^'z\.zip' is an archive; unpack it$"):
        StudentFile.find(tmp_path / "z.zip")
    (tmp_path / "large.py").write_bytes(b"#" * (2**22 + 1))
    with pytest.raises(StudentFileError, match="larger than 4 MiB"):
        StudentFile.find(tmp_path / "large.py")


def test_a_relative_path_in_a_folder_that_is_gone_can_not_be_read(tmp_path, monkeypatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(StudentFileError, match="can't be read: No such file or directory"):
        StudentFile.find(Path("minesweeper.py"))


@pytest.mark.skipif(sys.platform == "win32", reason="there only an administrator makes links")
def test_a_link_that_leads_out_of_a_submission_is_no_file_of_it(tmp_path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ben").mkdir()
    (tmp_path / "secret.py").write_text("")
    (tmp_path / "class" / "ada" / "minesweeper.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "class" / "ben" / "own.py").write_text("")
    (tmp_path / "class" / "ben" / "minesweeper.py").symlink_to("own.py")
    found = {each.name: each.file for each in submissions(tmp_path / "class")}
    assert found == {"ada": None, "ben": tmp_path / "class" / "ben" / "minesweeper.py"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_file(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(StudentFileError, match=r"'pipe\.py' is not a file"):
        StudentFile.find(tmp_path / "pipe.py")


@pytest.mark.parametrize(
    "files, found",
    [
        (["ada.py", "ben/minesweeper.py"], {"ada": "ada.py", "ben": "ben/minesweeper.py"}),
        (["ada/project/src/minesweeper.py", "ada/project/help.py"], {"ada": "ada/project/src/minesweeper.py"}),
        (["ada/minesweeper.py", "ada/old/minesweeper.py"], {"ada": "ada/minesweeper.py"}),
        (["ada/agent.py", "ada/runner.py", "ada/notes.txt"], {"ada": "ada/agent.py"}),
        (["ada/notes.txt", "ben.txt"], {"ada": None}),
        (
            ["one/ada/minesweeper.py", "one/ben/x/minesweeper.py", "one/cem/notes.txt", "two/dan.py", "two/eve.py"],
            {
                "one/ada": "one/ada/minesweeper.py",
                "one/ben": "one/ben/x/minesweeper.py",
                "one/cem": None,
                "two/dan": "two/dan.py",
                "two/eve": "two/eve.py",
            },
        ),
        (["ada.py", "ada/minesweeper.py"], {"ada": "ada/minesweeper.py", "ada.py": "ada.py"}),
        (["__MACOSX/ada/minesweeper.py", ".git/x.py", "ada/.venv/a.py", "ada/a.py", "ada/._a.py"], {"ada": "ada/a.py"}),
        (["a\nb\x07.py", "a?b?.py"], {"a\\nb\\x07": "a\nb\x07.py", "a?b?": "a?b?.py"}),
        ([], {}),
    ],
)
def test_each_file_and_each_folder_with_one(files: list[str], found: dict[str, str | None], tmp_path: Path) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    relative = {
        each.name: None if each.file is None else each.file.relative_to(tmp_path).as_posix()
        for each in submissions(tmp_path)
    }
    assert relative == found
