"""Tests of opening the settings: a damaged file is set aside and named once."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.window.preferences import Preferences, open_settings
from minesweeper_qt.model import DIFFICULTIES

GOOD = b"[General]\nlevel=expert\nzoom=24\n\n[window]\ndocks=@ByteArray(\\0\\0\\x1\\xff)\n"
DAMAGED = {
    "binary": bytes(range(256)) * 40,
    "null characters": GOOD + b"\0\0",
    "a line without a value": GOOD + b"nonsense\n",
    "an open section": b"[General\n" + GOOD,
}


@pytest.fixture
def path(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the path of the settings file, in a folder of the test."""
    monkeypatch.delenv("MINESWEEPER_QT_DATA")
    before = (QCoreApplication.organizationName(), QCoreApplication.applicationName(), QSettings.defaultFormat())
    QCoreApplication.setOrganizationName("house")
    QCoreApplication.setApplicationName("game")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    path = Path(QSettings().fileName())
    path.parent.mkdir(exist_ok=True)
    yield path
    QCoreApplication.setOrganizationName(before[0])
    QCoreApplication.setApplicationName(before[1])
    QSettings.setDefaultFormat(before[2])


def play_once(settings: QSettings) -> None:
    """Check that the settings have their defaults and can be used, and save one."""
    preferences = Preferences(settings)
    assert preferences.difficulty == DIFFICULTIES["beginner"]
    preferences.difficulty = DIFFICULTIES["intermediate"]
    settings.sync()
    assert preferences.difficulty == DIFFICULTIES["intermediate"]


def test_a_file_that_is_right_is_used_where_qt_has_it_or_in_the_folder_of_a_variable(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(GOOD)
    settings, notice = open_settings()
    assert notice == ""
    assert Path(settings.fileName()) == path == Path(QSettings().fileName())
    assert Preferences(settings).difficulty == DIFFICULTIES["expert"]
    assert Preferences(settings).state("docks") == b"\0\0\x01\xff"
    assert list(path.parent.iterdir()) == [path]
    # A variable names another folder.
    monkeypatch.setenv("MINESWEEPER_QT_DATA", str(tmp_path / "other"))
    play_once(open_settings()[0])
    assert [file.name for file in (tmp_path / "other").iterdir()] == ["settings.ini"]
    assert path.read_bytes() == GOOD


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"; only a comment\n", b"\xef\xbb\xbf" + GOOD, GOOD.replace(b"\n", b"\r\n")]
)
def test_what_qt_can_read_is_not_set_aside(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert open_settings()[1] == ""
    assert path.read_bytes() == data


def test_a_missing_file_is_right(path: Path) -> None:
    settings, notice = open_settings()
    assert notice == ""
    play_once(settings)
    assert list(path.parent.iterdir()) == [path]
    assert sys.platform == "win32" or oct(path.stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_set_aside_and_named_once(path: Path, kind: str) -> None:
    data = DAMAGED[kind]
    path.write_bytes(data)
    settings, notice = open_settings()
    assert notice == (
        f"The settings file {path} can't be used: it is damaged. "
        "It is now named game.ini.damaged, and the settings start with their defaults."
    )
    play_once(settings)
    assert path.with_name("game.ini.damaged").read_bytes() == data
    assert open_settings()[1] == ""
    assert Preferences(open_settings()[0]).difficulty == DIFFICULTIES["intermediate"]


def test_a_folder_in_its_place_is_set_aside(path: Path) -> None:
    path.mkdir()
    (path / "inside").touch()
    settings, notice = open_settings()
    assert "can't be used: it can't be read. It is now named game.ini.damaged," in notice
    play_once(settings)
    assert path.with_name("game.ini.damaged").joinpath("inside").exists()


def test_a_file_that_can_not_be_renamed_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path.write_bytes(b"\0")
    monkeypatch.setattr(Path, "replace", refuse)
    settings, notice = open_settings()
    monkeypatch.undo()
    assert notice == (
        f"The settings file {path} can't be used: it is damaged. "
        "It can't be renamed either (Read-only file system), so this game's settings are not kept."
    )
    play_once(settings)
    del settings
    assert path.read_bytes() == b"\0"
    assert list(path.parent.iterdir()) == [path]
