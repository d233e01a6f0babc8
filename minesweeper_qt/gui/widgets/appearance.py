"""Chooses the theme, by the system or by the user, and gives it to the application: palette and style sheet."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSettings, Qt, QTemporaryDir, Signal, Slot
from PySide6.QtWidgets import QApplication, QStyle

from minesweeper_qt.gui.widgets import style
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.theme import CellStyle, Theme


class ThemeChoice(Enum):
    """What decides on the theme; the value is its name in the preferences."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Choices(NamedTuple):
    """The user's choices for the look. ``reduces_motion``: nothing moves, even if the system allows it."""

    theme: ThemeChoice = ThemeChoice.SYSTEM
    cells: CellStyle = CellStyle()
    reduces_motion: bool = False


@guarded
class Appearance(QObject):
    """The look of the application. ``current()`` returns the only one.

    Signal: ``changed``, after another theme or another style of cells has come into use; all widgets are repainted
    anyway, and those whose palette changed have received a ``PaletteChange``.
    """

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        # Otherwise widgets with a style would not follow the font and the palette of their parents.
        application.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
        self._application = application
        self._choices = Choices()
        self._theme: Theme | None = None
        self.system_palette = application.palette()
        """The palette before the first change, which shows whether a system without hints is light or dark."""
        self._pictures = QTemporaryDir()
        self._sheets: dict[str, str] = {}
        """The style sheet of each theme that has been used."""
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    @property
    def choices(self) -> Choices:
        """The choices of the user."""
        return self._choices

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._theme or themes.load(self._name(), self._choices.cells)

    @cached_property
    def system_reduces_motion(self) -> bool:
        """Whether the system's setting was to reduce motion when it was first needed."""
        return system_reduces_motion()

    @property
    def moves(self) -> bool:
        """False if nothing should move: the user, the system or the style does not want it."""
        duration = self._application.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        return not (self._choices.reduces_motion or self.system_reduces_motion) and duration > 0

    def apply(self, choices: Choices) -> None:
        """Use these choices from now on."""
        self._choices = choices
        hints = self._application.styleHints()
        # Title bars and dialogs of the system follow too, where it can do so.
        if choices.theme in _SCHEMES:
            hints.setColorScheme(_SCHEMES[choices.theme])
        elif choices.theme is ThemeChoice.SYSTEM:
            hints.unsetColorScheme()
        self._follow_system()

    @Slot()
    def _follow_system(self) -> None:
        """Use the theme that the choices and the system result in; do nothing if it is in use."""
        theme = themes.load(self._name(), self._choices.cells)
        before, self._theme = self._theme, theme
        if theme is before:
            return
        themes.set_style(theme.style)
        if before is None or before.name != theme.name:
            # To replace a style sheet takes Qt four times as long as to take it away and to set another one.
            self._application.setStyleSheet("")
            self._application.setPalette(style.palette(theme))
            self._application.setStyleSheet(self._sheet(theme))
        for widget in self._application.allWidgets():
            widget.update()
        self.changed.emit()

    def _sheet(self, theme: Theme) -> str:
        """Return the style sheet of ``theme``, with its pictures in a folder that exists as long as the program."""
        if theme.name not in self._sheets:
            folder = self._pictures.filePath(theme.name)
            # On a full disk the arrows and ticks of some widgets are missing.
            with suppress(OSError):
                style.write_pictures(theme, folder)
            self._sheets[theme.name] = style.sheet(theme, folder)
        return self._sheets[theme.name]

    def _name(self) -> str:
        """Return the name of the theme that the choices and the system result in."""
        if self._choices.theme is not ThemeChoice.SYSTEM:
            return str(self._choices.theme.value)
        hints = self._application.styleHints()
        if hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast:
            return "contrast"
        scheme = hints.colorScheme()
        if scheme is Qt.ColorScheme.Unknown:
            return "dark" if self.system_palette.window().color().lightness() < 128 else "light"
        return "dark" if scheme is Qt.ColorScheme.Dark else "light"


_SCHEMES = {
    ThemeChoice.LIGHT: Qt.ColorScheme.Light,
    ThemeChoice.DARK: Qt.ColorScheme.Dark,
    ThemeChoice.CONTRAST: Qt.ColorScheme.Dark,
}


def current() -> Appearance:
    """Return the look of the running application, made at the first call."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    found = application.findChild(Appearance)
    return found if isinstance(found, Appearance) else Appearance(application)


_PATIENCE = 200
"""The longest wait for an answer of the desktop, in milliseconds, once in a run."""

_GET_CLIENT_AREA_ANIMATION = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows."""


def system_reduces_motion() -> bool:
    """Return true if the system's setting is to reduce motion; false if there is none, or it can't be read."""
    if sys.platform == "win32":
        return _is_reduced_in_windows()
    if sys.platform == "darwin":
        return _is_true(QSettings("apple.com", "universalaccess").value("reduceMotion"))
    if "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
        return _is_reduced_in_kde()
    return desktop_setting("org.freedesktop.appearance", "reduced-motion") == 1 or (
        desktop_setting("org.gnome.desktop.interface", "enable-animations") is False
    )


def _is_reduced_in_windows() -> bool:
    import ctypes

    animates = ctypes.c_int(1)
    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return False
    windll.user32.SystemParametersInfoW(_GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0)
    return not animates.value


def _is_reduced_in_kde() -> bool:
    folder = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    settings = QSettings(str(Path(folder, "kdeglobals")), QSettings.Format.IniFormat)
    try:
        return float(str(settings.value("KDE/AnimationDurationFactor", "1"))) == 0
    except ValueError:
        return False


def _is_true(value: object) -> bool:
    return str(value).lower() in ("1", "true")


def desktop_setting(group: str, key: str) -> object:
    """Return a setting of the desktop, read through its portal; ``None`` if there is no portal or no such setting."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    place = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings")
    call = QDBusMessage.createMethodCall(*place, "ReadOne")
    call.setArguments([group, key])
    reply = bus.call(call, QDBus.CallMode.Block, _PATIENCE)
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value: object = reply.arguments()[0]
    return value.variant() if isinstance(value, QDBusVariant) else value
