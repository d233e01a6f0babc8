"""Finds the libraries of the system that Qt needs and that are missing, and says how to install them."""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

_GLIB = ("libglib-2.0.so.0", "libgthread-2.0.so.0")
_OTHERS = (
    *("libEGL.so.1", "libGL.so.1", "libX11.so.6", "libX11-xcb.so.1", "libdbus-1.so.3", "libfontconfig.so.1"),
    *("libfreetype.so.6", "libwayland-client.so.0", "libwayland-cursor.so.0", "libxcb.so.1", "libxcb-cursor.so.0"),
    *("libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1", "libxcb-randr.so.0", "libxcb-render.so.0"),
    *("libxcb-render-util.so.0", "libxcb-shape.so.0", "libxcb-shm.so.0", "libxcb-sync.so.1", "libxcb-util.so.1"),
    *("libxcb-xfixes.so.0", "libxcb-xkb.so.1", "libxkbcommon.so.0", "libxkbcommon-x11.so.0"),
)


def _package(library: str) -> str:
    """Return the package of ``library`` by Debian's rule: its name and its number, with a hyphen between digits."""
    name, _, number = library.lower().partition(".so.")
    return f"{name}-{number}" if name[-1].isdigit() else name + number


LIBRARIES = {**dict.fromkeys(_GLIB, "libglib2.0-0"), **{library: _package(library) for library in _OTHERS}}
"""What Qt and its plugins for X11 and Wayland load on Linux, and the packages of Debian and Ubuntu that have it."""


def qt_problem() -> str | None:
    """Return why Qt can't be loaded, and what to install; ``None`` if it can."""
    try:
        for module in ("PySide6.QtSvg", "PySide6.QtWidgets"):
            import_module(module)
    except ModuleNotFoundError as missing:
        return f"Qt can't be loaded: {missing}; pip install PySide6-Essentials"
    except ImportError as wrong:
        return f"Qt can't be loaded: {wrong}{install_advice()}"
    return None


def plugin_problem(plugins: Path, platforms: Iterable[str]) -> str | None:
    """Return why the loader can't load the plugin of one of the ``platforms``, and what to install.

    ``plugins`` is Qt's folder of plugins. The result is ``None`` if each plugin can be loaded or does not exist.
    """
    for platform in platforms:
        plugin = plugins / "platforms" / f"libq{platform.partition('-')[0]}.so"
        try:
            if plugin.exists():
                ctypes.CDLL(str(plugin))
        except OSError as wrong:
            return f"{wrong}{install_advice()}"
    return None


def install_advice() -> str:
    """Return which packages of Debian, or which libraries elsewhere, to install, after a semicolon; else nothing."""
    missing = {library: package for library, package in LIBRARIES.items() if not _is_loaded(library)}
    if sys.platform != "linux" or not missing:
        return ""
    if shutil.which("apt-get"):
        return f"; on Debian or Ubuntu: sudo apt install {' '.join(dict.fromkeys(missing.values()))}"
    return f"; these libraries are missing: {', '.join(missing)}"


def _is_loaded(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
