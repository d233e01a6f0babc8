"""Checks whether Qt can show a window on this machine, and explains what is missing.

The check comes before the Qt application is created, because Qt aborts the process when it can't show a window.
"""

from __future__ import annotations

import importlib
import os
import re
import socket
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

OFFSCREEN_PACKAGES = (
    "libegl1 libgl1 libx11-6 libxkbcommon0 libfontconfig1 libfreetype6 libdbus-1-3 libglib2.0-0 fonts-dejavu-core"
)
X11_PACKAGES = (
    "libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
    "libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1"
)
WAYLAND_PACKAGES = "libwayland-client0 libwayland-cursor0 libwayland-egl1"

WITHOUT_SCREEN = "minesweeper-qt play --autoplay --screenshot out.png works without one"

_QT_MODULES = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg")

_GENERIC_FONTS = frozenset({"Monospace", "Sans Serif", "Serif"})
"""The names that Qt lists even when no font is installed."""


def problem(environ: Mapping[str, str], system: str = sys.platform) -> str | None:
    """Return why Qt can't show a window in this environment and what helps, in one or two lines; ``None`` if it can.

    Imports Qt, but creates no application.
    """
    linux = system == "linux"
    names = platforms(environ) if linux else _requested_platforms(environ)
    if linux and not names:
        return _no_screen("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set", environ)
    missing = _import_problem(names)
    if missing is not None:
        return missing
    found = plugins(plugin_folders(environ))
    problems = []
    for name in names:
        reason = _platform_problem(name, found, environ) if linux else plugin_problem(name, found)
        if reason is None:
            return None  # Qt uses the first platform that works
        problems.append(reason)
    return problems[-1] if problems else None


def platforms(environ: Mapping[str, str]) -> list[str]:
    """Return the names of the platforms that Qt tries on Linux, in order.

    They are those in ``QT_QPA_PLATFORM``, or else those of the displays. Empty if there are neither.
    """
    by_display = [("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")]
    return _requested_platforms(environ) or [name for name, variable in by_display if environ.get(variable)]


def _requested_platforms(environ: Mapping[str, str]) -> list[str]:
    # Parameters follow a colon; Qt compares names without regard to case.
    words = environ.get("QT_QPA_PLATFORM", "").split(";")
    return [word.partition(":")[0].strip().lower() for word in words if word.strip()]


def font_warning(families: Iterable[str]) -> str | None:
    """Return a warning if no font is installed; ``None`` if there is one.

    ``families``: the fonts that Qt knows (``QFontDatabase.families()``).
    """
    if not _GENERIC_FONTS.issuperset(families):
        return None
    return "no fonts are installed, so no text can be shown; on Debian or Ubuntu: apt-get install fonts-dejavu-core"


def missing_library(reason: str, names: Iterable[str]) -> str:
    """Return the message for a library that can't be loaded: its name, and the packages to install.

    ``reason``: the message of the loader. ``names``: the platforms that are to work.
    """
    packages = [OFFSCREEN_PACKAGES]
    packages += [more for name, more in (("xcb", X11_PACKAGES), ("wayland", WAYLAND_PACKAGES)) if name in names]
    # In a report from Qt, the loader's message follows Qt's own.
    match = re.search(r"([^\s:(]+): cannot open shared object file", reason)
    what = f"the system library {match[1]}, which Qt needs, is missing" if match else f"Qt can't be loaded: {reason}"
    return f"{what}\non Debian or Ubuntu: apt-get install {' '.join(packages)}"


def _no_screen(reason: str, environ: Mapping[str, str]) -> str:
    # A platform that the user chose is kept, for screenshots too, so the hint depends on it: it must work.
    hint = "QT_QPA_PLATFORM=offscreen needs none" if _requested_platforms(environ) else WITHOUT_SCREEN
    return f"{reason}; {hint}"


def _import_problem(names: Iterable[str]) -> str | None:
    try:
        for module in _QT_MODULES:
            importlib.import_module(module)
    except ModuleNotFoundError as missing:
        return f"{missing.name} is not installed; pip install PySide6-Essentials"
    except ImportError as broken:
        return missing_library(str(broken), names)
    return None


def plugin_folders(environ: Mapping[str, str]) -> list[Path]:
    """Return the folders in which Qt searches for platform plugins, in order."""
    from PySide6.QtCore import QLibraryInfo

    own = [Path(folder) for folder in [environ.get("QT_QPA_PLATFORM_PLUGIN_PATH")] if folder]
    roots = [
        *environ.get("QT_PLUGIN_PATH", "").split(os.pathsep),
        QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath),
    ]
    return own + [Path(root, "platforms") for root in roots if root]


def plugins(folders: Iterable[Path]) -> dict[str, str]:
    """Return the platforms that the plugins in these folders provide, each with the first file that does."""
    from PySide6.QtCore import QDir, QPluginLoader

    found: dict[str, str] = {}
    for folder in folders:
        for file in QDir(str(folder)).entryInfoList(QDir.Filter.Files, QDir.SortFlag.Name):
            about: Any = QPluginLoader(file.filePath()).metaData()  # reads the file, but runs no code of it
            for key in about.get("MetaData", {}).get("Keys", []):
                found.setdefault(key.lower(), file.filePath())
    return found


def plugin_problem(name: str, found: Mapping[str, str]) -> str | None:
    """Return why the plugin of that name can't be loaded; ``None`` if it can.

    Loads the plugin as a side effect, as Qt will do anyway.
    """
    from PySide6.QtCore import QPluginLoader

    if name not in found:
        return f"QT_QPA_PLATFORM: there is no platform {name!r}; allowed are {', '.join(sorted(found))}"
    loader = QPluginLoader(found[name])
    return None if loader.load() else missing_library(loader.errorString(), [name])


def _platform_problem(name: str, found: Mapping[str, str], environ: Mapping[str, str]) -> str | None:
    reason = plugin_problem(name, found)
    if reason is None and name == "xcb":
        return x11_problem(environ)
    if reason is None and name.startswith("wayland"):
        return wayland_problem(environ)
    return reason


def x11_problem(environ: Mapping[str, str], seconds: float = 10) -> str | None:
    """Return why the X server can't be used; ``None`` if it accepts a connection within ``seconds``."""
    display = environ.get("DISPLAY")
    if not display:
        return _no_screen("there is no display: DISPLAY is not set", environ)
    import ctypes

    libxcb = ctypes.CDLL("libxcb.so.1")  # it exists: the plugin, which is loaded already, needs it too
    libxcb.xcb_connect.restype = ctypes.c_void_p
    libxcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    errors: list[int] = []

    def connect() -> None:
        # Never closed: a bare X server resets when its last client disconnects, and would drop Qt's connection then.
        errors.append(libxcb.xcb_connection_has_error(libxcb.xcb_connect(os.fsencode(display), None)))

    # xcb_connect has no time limit, so it runs in a thread that can be abandoned.
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors == [0]:
        return None
    return _no_screen(f"no display: no X server lets us in at DISPLAY={display}", environ)


def wayland_problem(environ: Mapping[str, str]) -> str | None:
    """Return why the Wayland compositor can't be used; ``None`` if it accepts a connection."""
    # The second is a connection that the parent process has already opened.
    if sys.platform == "win32" or environ.get("WAYLAND_SOCKET"):
        return None
    # An absolute WAYLAND_DISPLAY replaces the folder, and so does joining an absolute path.
    path = Path(environ.get("XDG_RUNTIME_DIR", ""), environ.get("WAYLAND_DISPLAY") or "wayland-0")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            connection.connect(os.fspath(path))
    except OSError as refused:
        return _no_screen(
            f"no display: no Wayland compositor answers at {path} ({refused.strerror or refused})", environ
        )
    return None
