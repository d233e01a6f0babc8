"""Tests of parts of the script of a student's process that can be called without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from minesweeper_qt.model.student import child

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no watching process")


@pytest.mark.parametrize("has_proc", [True, False])
def test_processes_are_listed_with_parents_and_groups(monkeypatch, has_proc) -> None:
    if not (child.HAS_PROC if has_proc else shutil.which("ps")):
        pytest.skip("this system lists its processes in the other way")
    monkeypatch.setattr(child, "HAS_PROC", has_proc)
    monkeypatch.setattr(child, "subprocess", subprocess, raising=False)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as other:
        table = child.all_processes()
        for pid, (parent, _, _) in table.items():
            if parent == os.getpid():
                os.kill(pid, 0)  # it runs still: what listed the processes is left out
        other.communicate(b"\n")
    assert table[os.getpid()][:2] == (os.getppid(), os.getpgrp())
    assert table[os.getpid()][2] > 2**20
    assert table[other.pid][:2] == (os.getpid(), other.pid)
    assert child.descendants(table, os.getpid(), 0).count(other.pid) == 1


def test_descendants_are_found_through_those_in_between_and_by_their_group() -> None:
    table = {1: (0, 1, 0), 2: (1, 2, 0), 3: (2, 3, 0), 4: (3, 4, 0), 5: (1, 9, 0), 6: (5, 6, 0), 7: (1, 7, 0)}
    assert sorted(child.descendants(table, 2, 9)) == [3, 4, 5, 6]


def test_a_folder_is_removed_without_following_links(tmp_path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("a")
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "folder" / "inner" / "file").write_text("a")
    (tmp_path / "folder" / "link").symlink_to(tmp_path / "kept")
    child.remove_folder(str(tmp_path / "folder"))
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept" / "file").exists()


def test_numbers_that_json_readers_may_not_keep_are_left_out() -> None:
    assert [child.whole(value) for value in (True, 2.0, -3, 2**53 - 1)] == [1, 2, -3, 2**53 - 1]
    assert [child.whole(value) for value in (2**53, 1.5, "1", None, float("nan"), float("inf"))] == [None] * 6
