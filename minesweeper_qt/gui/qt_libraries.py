"""Finds the libraries of the system that Qt needs and that are missing, and says how to install them."""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
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
