"""Opens a settings file as the window does, and checks that it is read, or set aside, and never lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QSettings

from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.window.preferences import Preferences, open_settings
from minesweeper_qt.model import STRATEGIES, Difficulty


@contextmanager
def settings_in(folder: Path) -> Iterator[Path]:
    """Provide the path of the settings file, which is in ``folder``."""
    before = (QCoreApplication.organizationName(), QCoreApplication.applicationName(), QSettings.defaultFormat())
    QCoreApplication.setOrganizationName("house")
    QCoreApplication.setApplicationName("game")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    path = folder / "house" / "game.ini"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield path
    finally:
        QCoreApplication.setOrganizationName(before[0])
        QCoreApplication.setApplicationName(before[1])
        QSettings.setDefaultFormat(before[2])


def check_settings(folder: Path, data: bytes, is_changed: bool) -> None:
    """Open a settings file with the contents ``data``, and read all preferences."""
    with settings_in(folder) as path:
        path.write_bytes(data)
        settings, notice = open_settings()
        assert len(notice.splitlines()) <= 1
        check_preferences(Preferences(settings))
        kept = path.with_name("game.ini.damaged") if notice else path
        assert is_changed or not notice, notice
        assert kept.read_bytes() == data
        # Beside a damaged file there is a new one, which is empty.
        assert [file for file in path.parent.iterdir() if file != kept and file.stat().st_size] == []
        for file in path.parent.iterdir():
            file.unlink()


def check_preferences(preferences: Preferences) -> None:
    """Read all preferences, and check that each has a value that is allowed."""
    assert isinstance(preferences.difficulty, Difficulty)
    assert preferences.speed in SPEEDS
    assert preferences.strategy is None or preferences.strategy in STRATEGIES
    assert preferences.zoom >= 0
    for name in ("overlay", "risks", "ids"):
        assert preferences.switch(name, True) in (True, False)
    for name in ("geometry", "docks"):
        assert isinstance(preferences.state(name), QByteArray | None)
