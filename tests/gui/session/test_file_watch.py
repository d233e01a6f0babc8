"""Tests of the watch over a file: written, replaced, removed, written in pieces, and left alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.watched_agent import FileWatch

pytestmark = pytest.mark.slow


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


def replace(path: Path, text: str) -> None:
    new = path.with_suffix(".swp")
    new.write_text(text)
    os.replace(new, path)


def move_away_and_write(path: Path, text: str) -> None:
    shutil.move(path, path.with_suffix(".py~"))
    path.write_text(text)


def write(path: Path, text: str) -> None:
    path.write_text(text)


@pytest.mark.parametrize("save", [write, replace, move_away_and_write])
def test_each_way_to_save_is_signalled_once_and_again_the_next_time(
    save: object, path: Path, watch: FileWatch, qtbot: QtBot
) -> None:
    assert callable(save)
    changes: list[str] = []
    watch.changed.connect(lambda: changes.append(path.read_text()))
    for number in range(3):
        text = "x" * (number + 2)
        save(path, text)
        qtbot.waitUntil(lambda number=number: len(changes) == number + 1, timeout=5_000)
        assert changes[-1] == text
        qtbot.wait(200)
    assert len(changes) == 3


def test_a_file_that_is_written_in_pieces_is_signalled_when_it_is_whole(
    path: Path, watch: FileWatch, qtbot: QtBot
) -> None:
    changes: list[str] = []
    watch.changed.connect(lambda: changes.append(path.read_text()))
    with path.open("w") as file:
        for _ in range(8):
            file.write("piece ")
            file.flush()
            qtbot.wait(20)
    qtbot.waitUntil(lambda: bool(changes), timeout=5_000)
    assert changes[-1] == "piece " * 8


def test_other_files_of_the_folder_are_not_signalled(path: Path, watch: FileWatch, qtbot: QtBot) -> None:
    changes: list[int] = []
    watch.changed.connect(lambda: changes.append(1))
    (path.parent / "other.py").write_text("2")
    (path.parent / "folder").mkdir()
    qtbot.wait(400)
    assert not changes


def test_a_file_is_signalled_when_it_is_removed_and_when_it_is_back(path: Path, watch: FileWatch, qtbot: QtBot) -> None:
    changes: list[int] = []
    watch.changed.connect(lambda: changes.append(1))
    path.unlink()
    qtbot.waitUntil(lambda: changes == [1], timeout=5_000)
    path.write_text("back")
    qtbot.waitUntil(lambda: changes == [1, 1], timeout=5_000)


def test_nothing_is_signalled_after_the_end(path: Path, watch: FileWatch, qtbot: QtBot) -> None:
    changes: list[int] = []
    watch.changed.connect(lambda: changes.append(1))
    path.write_text("22")
    watch.watch(None)
    qtbot.wait(400)
    assert not changes
