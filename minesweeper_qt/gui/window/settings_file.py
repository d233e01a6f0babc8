"""Opens the settings file; a damaged one is set aside under another name, and named.

Qt alone would read what it can of a damaged file, print warnings, and write it anew without all the rest.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMessageLogContext, QSettings, QtMsgType, qInstallMessageHandler

MAX_BYTES = 1_000_000
"""The largest settings file that is read; the program's own has a few thousand bytes."""

_TEXT_CONTROLS = b"\t\n\r"


@dataclass(frozen=True, slots=True)
class OpenedSettings:
    """The settings, and a notice for the user if their file was damaged, else the empty string."""

    settings: QSettings
    notice: str


def open_settings() -> OpenedSettings:
    """Open the settings of the application.

    A file that is damaged, too large, unreadable or no regular file is renamed, and the settings have their defaults.
    Where the file can't be renamed it stays as it is; then the settings are kept in memory, for this run only.
    """
    path = _settings_path()
    if path.suffix not in (".conf", ".ini"):  # the registry of Windows, the property lists of macOS
        return OpenedSettings(QSettings(), "")
    damage = _damage(path)
    if not damage:
        return OpenedSettings(QSettings(str(path), QSettings.Format.IniFormat), "")
    start = f"The settings file {path} can't be used: {damage}."
    try:
        name = _set_aside(path)
    except OSError as wrong:
        left = f"It can't be renamed either ({wrong.strerror or wrong}), so this game's settings are not kept."
        return OpenedSettings(QSettings("", QSettings.Format.IniFormat), f"{start} {left}")
    renamed = f"It is now named {name}, and the settings start with their defaults."
    return OpenedSettings(QSettings(str(path), QSettings.Format.IniFormat), f"{start} {renamed}")


def _settings_path() -> Path:
    """Return the path of the settings file, without opening it: opening a pipe would block."""
    name = QCoreApplication.applicationName()
    neighbour = QSettings(
        QSettings.defaultFormat(),
        QSettings.Scope.UserScope,
        QCoreApplication.organizationName(),
        f"{name}-{secrets.token_hex(8)}",
    )
    path = Path(neighbour.fileName())
    return path.with_name(name + path.suffix)


def _damage(path: Path) -> str:
    """Return what is wrong with the settings file, the empty string if nothing is; a missing one is right."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return "it is a folder" if stat.S_ISDIR(status.st_mode) else "it is no regular file"
        if status.st_size > MAX_BYTES:
            return f"it has {status.st_size:,} bytes; allowed are {MAX_BYTES:,}"
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as wrong:
        return "its symbolic links lead in a circle" if wrong.errno == errno.ELOOP else wrong.strerror or str(wrong)
    try:
        data.decode()
    except UnicodeDecodeError:
        return "it is no text"
    if any(byte < 32 and byte not in _TEXT_CONTROLS for byte in data):
        return "it is no text"
    return _complaint(path)


def _complaint(path: Path) -> str:
    """Return what Qt finds wrong with the contents of the file, the empty string if nothing is."""
    messages: list[str] = []

    def keep(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        messages.append(message)

    before = qInstallMessageHandler(keep)
    try:
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        keys = settings.allKeys()
        for key in filter(None, keys):
            settings.value(key)
    finally:
        qInstallMessageHandler(before)
    if settings.status() is QSettings.Status.FormatError:
        return "a line of it is no setting"
    if "" in keys:
        return "a line has no name before its ="
    return "a value in it is damaged" if messages else ""


def _set_aside(path: Path) -> str:
    """Rename the file, and return its new name, which no other file has had; raise ``OSError`` if that is forbidden."""
    is_folder = path.is_dir() and not path.is_symlink()
    for number in count(1):
        other = path.with_name(f"{path.name}.damaged" + (f"-{number}" if number > 1 else ""))
        try:
            # Renaming would replace an existing file, so the name is taken first, in a way that fails if it exists.
            if is_folder:
                other.mkdir()
            else:
                other.touch(exist_ok=False)
        except FileExistsError:
            continue
        try:
            path.replace(other)
        except BaseException:  # whatever it is, the name that was taken must not stay behind
            other.rmdir() if is_folder else other.unlink()
            raise
        return other.name
    raise AssertionError("unreachable: the numbers never end")
