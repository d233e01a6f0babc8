"""Tests of the watch over a file, however it is written, and of what is said of the difference after that."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.student.student_agent import FileWatch
from minesweeper_qt.gui.student.student_agent_reload import Reload, StudentAgentReload
from minesweeper_qt.model.student.finding import Symptom
from tests.gui.support.student_agents import difference
from tests.gui.support.student_sessions import copied, notice_change, replaced, student_session
from tests.gui.support.waiting import WaitingSchedule


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "minesweeper.py"
    path.write_text("1")
    return path


@pytest.fixture
def watch(path: Path, qtbot: QtBot) -> Iterator[FileWatch]:
    parent = QObject()
    watch = FileWatch(parent)
    watch.watch(path)
    yield watch
    watch.watch(None)


@pytest.fixture
def changes(path: Path, watch: FileWatch) -> list[str]:
    """The text of the file at each signal."""
    found: list[str] = []
    watch.changed.connect(lambda: found.append(path.read_text() if path.exists() else ""))
    return found


@pytest.fixture
def look(time: WaitingSchedule) -> Callable[[], None]:
    """Let the watch look at the file once, as it does several times a second."""
    return lambda: time.wait(150)


def replace(path: Path, text: str) -> None:
    new = path.with_suffix(".swp")
    new.write_text(text)
    os.replace(new, path)


def move_away_and_write(path: Path, text: str) -> None:
    shutil.move(path, path.with_suffix(".py~"))
    path.write_text(text)


@pytest.mark.parametrize("save", [Path.write_text, replace, move_away_and_write])
def test_each_way_to_save_is_signalled_once_and_again_the_next_time(
    save: Callable[[Path, str], None], path: Path, look: Callable[[], None], changes: list[str]
) -> None:
    texts = ["xx", "xxx", "xxxx"]
    for number, text in enumerate(texts):
        save(path, text)
        look()
        assert len(changes) == number, "it may not have been left alone yet"
        for _ in range(3):
            look()
    assert changes == texts


def test_a_file_is_signalled_when_it_is_whole_removed_and_back_and_others_of_its_folder_are_not(
    path: Path, look: Callable[[], None], changes: list[str]
) -> None:
    (path.parent / "other.py").write_text("2")
    (path.parent / "folder").mkdir()
    for _ in range(3):
        look()
    assert not changes
    # A file that is written in pieces is signalled when it is whole.
    with path.open("w") as file:
        for _ in range(8):
            file.write("piece ")
            file.flush()
            look()
    look()
    assert changes == ["piece " * 8]
    # A file is signalled when it is removed and when it is back.
    for text in ("", "back"):
        if text:
            path.write_text(text)
        else:
            path.unlink()
        for _ in range(3):
            look()
    assert changes[1:] == ["", "back"]


def test_nothing_is_signalled_after_the_end(watch: FileWatch, time: WaitingSchedule) -> None:
    watch.watch(None)
    assert not time.due


@pytest.mark.parametrize(
    "found, is_gone",
    [
        (difference(18, cells=((0, 1), (2, 2))), False),
        (difference(16, cells=((2, 2),)), False),  # as in the list: the same cell, whenever it is noticed
        (difference(18, Symptom.WRONG_SAFE, cells=((2, 2),)), True),
        (difference(20, cells=((3, 3),)), True),
    ],
)
def test_a_difference_about_the_same_cell_is_still_there(qtbot: QtBot, found, is_gone) -> None:
    parent = QObject()
    reloading = StudentAgentReload(lambda file: None, parent)
    reloading.last = Reload(difference(18, cells=((2, 2),)))
    reloading.judge(SimpleNamespace(learned=20, is_busy=False, failure=None, faults=[found]))
    assert reloading.last.is_gone == is_gone


@pytest.mark.slow
def test_checks_of_the_course_that_fail_are_known_of_the_file_as_it_is(tmp_path: Path, qtbot: QtBot) -> None:
    path = copied("correct_lists", tmp_path)
    with student_session(path) as student:
        qtbot.waitUntil(lambda: "Sentence 1: known_mines()" in student.agent.failed_checks, timeout=30_000)
        replaced("correct_pairwise", path)
        notice_change(student)
        qtbot.waitUntil(lambda: not student.agent.failed_checks, timeout=30_000)
