"""Tests of opening the settings: a damaged file is set aside and named once, nothing of it is lost or warned about."""

from __future__ import annotations

import errno
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.window import settings_file
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.gui.window.settings_file import MAX_BYTES, OpenedSettings, open_settings
from minesweeper_qt.model import DIFFICULTIES

GOOD = b"[General]\nlevel=expert\nzoom=24\n\n[window]\ndocks=@ByteArray(\\0\\0\\x1\\xff)\n"
DAMAGED = {
    "binary": (bytes(range(256)) * 40, "it is no text"),
    "null characters": (GOOD + b"\0\0", "it is no text"),
    "latin 1": (GOOD + b"name=\xe4\n", "it is no text"),
    "a line without a value": (GOOD + b"nonsense\n", "a line of it is no setting"),
    "a line without a name": (b"=3\n" + GOOD, "a line has no name before its ="),
    "an open section": (b"[General\n" + GOOD, "a line of it is no setting"),
    "an unknown type": (GOOD + b"x=@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\x5xxxx)\n", "a value in it is damaged"),
    "another unknown type": (GOOD + b"x=@Variant(\\0\\0\\x4\\0\\0)\n", "a value in it is damaged"),
    "a type without its data": (GOOD + b"x=@Variant(\\0\\0\\0\\x88)\n", "a value in it is damaged"),
    "huge": (GOOD + b"# x\n" * (MAX_BYTES // 4), f"it has {len(GOOD) + MAX_BYTES:,} bytes; allowed are {MAX_BYTES:,}"),
}


@pytest.fixture
def path(qapp: QApplication, tmp_path: Path) -> Iterator[Path]:
    """Yield the path of the settings file, in a folder of the test."""
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


def play_once(opened: OpenedSettings) -> None:
    """Check that the settings have their defaults and can be used, and save one."""
    preferences = Preferences(opened.settings)
    assert preferences.difficulty == DIFFICULTIES["beginner"]
    preferences.difficulty = DIFFICULTIES["intermediate"]
    opened.settings.sync()
    assert preferences.difficulty == DIFFICULTIES["intermediate"]


def test_a_file_that_is_right_is_used_where_qt_has_it(path: Path) -> None:
    path.write_bytes(GOOD)
    opened = open_settings()
    assert opened.notice == ""
    assert Path(opened.settings.fileName()) == path == Path(QSettings().fileName())
    assert Preferences(opened.settings).difficulty == DIFFICULTIES["expert"]
    assert Preferences(opened.settings).state("docks") == b"\0\0\x01\xff"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"; only a comment\n", b"\xef\xbb\xbf" + GOOD, GOOD.replace(b"\n", b"\r\n")]
)
def test_what_qt_can_read_is_not_set_aside(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert open_settings().notice == ""
    assert path.read_bytes() == data


def test_a_missing_file_is_right(path: Path) -> None:
    opened = open_settings()
    assert opened.notice == ""
    play_once(opened)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_set_aside_and_named_once(path: Path, kind: str) -> None:
    data, cause = DAMAGED[kind]
    path.write_bytes(data)
    opened = open_settings()
    assert opened.notice == (
        f"The settings file {path} can't be used: {cause}. "
        "It is now named game.ini.damaged, and the settings start with their defaults."
    )
    play_once(opened)
    assert path.with_name("game.ini.damaged").read_bytes() == data
    assert open_settings().notice == ""
    assert Preferences(open_settings().settings).difficulty == DIFFICULTIES["intermediate"]


def test_no_earlier_file_is_overwritten(path: Path) -> None:
    for number in range(3):
        path.write_bytes(b"\0" + str(number).encode())
        assert f"named game.ini.damaged{('', '-2', '-3')[number]}, " in open_settings().notice
    path.mkdir()
    (path / "inside").touch()
    assert "it is a folder. It is now named game.ini.damaged-4," in open_settings().notice
    assert [path.with_name(f"game.ini.damaged{end}").read_bytes() for end in ("", "-2", "-3")] == [
        b"\x000",
        b"\x001",
        b"\x002",
    ]
    assert path.with_name("game.ini.damaged-4").joinpath("inside").exists()
    assert not path.exists()


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_circle(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and symbolic links")
@pytest.mark.parametrize(
    "make, cause", [(make_pipe, "it is no regular file"), (make_circle, "its symbolic links lead in a circle")]
)
def test_what_is_no_file_is_set_aside(path: Path, make: Callable[[Path], None], cause: str) -> None:
    make(path)
    mode = os.lstat(path).st_mode
    opened = open_settings()
    assert f"can't be used: {cause}. It is now named game.ini.damaged," in opened.notice
    play_once(opened)
    assert os.lstat(path.with_name("game.ini.damaged")).st_mode == mode


def test_a_file_that_can_not_be_read_is_set_aside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    path.write_bytes(GOOD)
    monkeypatch.setattr(Path, "read_bytes", refuse)  # root may read everything
    opened = open_settings()
    monkeypatch.undo()
    assert "can't be used: Permission denied. It is now named game.ini.damaged," in opened.notice
    play_once(opened)
    assert path.with_name("game.ini.damaged").read_bytes() == GOOD


@pytest.mark.parametrize("step", ["touch", "replace"])
def test_a_file_that_can_not_be_renamed_stays(path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def refuse(*arguments: object, **settings: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path.write_bytes(b"\0")
    monkeypatch.setattr(settings_file.Path, step, refuse)
    opened = open_settings()
    monkeypatch.undo()
    assert opened.notice == (
        f"The settings file {path} can't be used: it is no text. "
        "It can't be renamed either (Read-only file system), so this game's settings are not kept."
    )
    play_once(opened)
    del opened
    assert path.read_bytes() == b"\0"
    assert list(path.parent.iterdir()) == [path]


def test_no_mutation_makes_qt_warn(path: Path) -> None:
    """Warnings of Qt fail tests; those that the check itself provokes are kept from the user."""
    pieces = [
        b"@Variant(\\0\\0\\0\\x7f",
        b"@Variant(",
        b"@Size(1 2",
        b"@DateTime(\\0",
        b"@Rect(1)",
        b"@Invalid()",
        b"=",
        b"[",
        b"\n",
    ]
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    for number in range(300):
        data = bytearray(GOOD)
        for _ in range(chance.randint(1, 5)):
            place = chance.randrange(len(data))
            if chance.random() < 0.4:
                data[place] = chance.randrange(256)
            else:
                data[place:place] = chance.choice(pieces)
        path.write_bytes(data)
        opened = open_settings()
        kept = path.with_name("game.ini.damaged") if opened.notice else path
        assert kept.read_bytes() == data, f"seed {seed}, number {number}"
        for key in opened.settings.allKeys():
            opened.settings.value(key)
        if opened.notice:
            kept.unlink()
