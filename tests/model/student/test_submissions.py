"""Tests of the submissions that are found below a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper_qt.model.student.submissions import submissions


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
