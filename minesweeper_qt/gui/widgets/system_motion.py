"""Reads from the system whether programs should move as little as possible, which Qt 6.11 does not provide."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

_PATIENCE = 200
"""The longest wait for an answer of the desktop, in milliseconds, once at the start."""

_GET_CLIENT_AREA_ANIMATION = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows."""


def is_reduced() -> bool:
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
