"""Opens the settings file; a damaged one is renamed, and the user is told so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings


@dataclass(frozen=True, slots=True)
class OpenedSettings:
    """The settings, and a notice for the user if their file was damaged, else the empty string."""

    settings: QSettings
    notice: str


def open_settings() -> OpenedSettings:
    """Open the settings of the application.

    A file that Qt can't read is renamed, and the settings have their defaults: Qt alone would write it anew without
    all that it could not read. Where the file can't be renamed, the settings are kept in memory, for this run only.
    """
    settings = _user_settings()
    settings.allKeys()  # the status is that of what was read, and sections are read when they are first used
    if settings.status() is QSettings.Status.NoError:
        return OpenedSettings(settings, "")
    damage = "it is damaged" if settings.status() is QSettings.Status.FormatError else "it can't be read"
    path = Path(settings.fileName())
    del settings  # or else Qt would share the contents of the damaged file with the next object
    start = f"The settings file {path} can't be used: {damage}."
    aside = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(aside)
    except OSError as wrong:
        left = f"It can't be renamed either ({wrong.strerror or wrong}), so this game's settings are not kept."
        return OpenedSettings(QSettings("", QSettings.Format.IniFormat), f"{start} {left}")
    renamed = f"It is now named {aside.name}, and the settings start with their defaults."
    return OpenedSettings(_user_settings(), f"{start} {renamed}")


def _user_settings() -> QSettings:
    settings = QSettings()
    settings.setFallbacksEnabled(False)  # only the user's own file, not the system's
    return settings
