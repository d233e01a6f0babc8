"""Tests of the check for a display: what is missing on a machine is reported before Qt could abort."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtCore import QLibraryInfo

from minesweeper_qt.gui import display

REAL_PLUGINS = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")

needs_x11_libraries = pytest.mark.skipif(
    display.plugin_problem("xcb", display.plugins([REAL_PLUGINS])) is not None,
    reason="the libraries that Qt needs for X are not installed, and are not needed offscreen",
)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is checked is how Qt finds a screen on Linux")


def qt_alone(**variables: str) -> subprocess.CompletedProcess[str]:
    """Start a Qt application without the check: where Qt aborts is the reason for everything in display.py."""
    rest = {name: value for name, value in os.environ.items() if not re.match("QT_|DISPLAY|WAYLAND|XDG_SESSION", name)}
    code = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
    return subprocess.run(
        [sys.executable, "-c", code], env=rest | variables, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    "environ, expected",
    [
        ({}, []),
        ({"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}, []),
        ({"DISPLAY": ":0"}, ["xcb"]),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["wayland"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ["wayland", "xcb"]),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, ["offscreen"]),
        ({"QT_QPA_PLATFORM": "OffScreen:size=1x1; xcb;"}, ["offscreen", "xcb"]),
    ],
)
def test_platforms_that_qt_will_try(environ, expected):
    assert display.platforms(environ) == expected


@pytest.mark.slow
@pytest.mark.parametrize("environ", [{"QT_QPA_PLATFORM": "offscreen"}, {"QT_QPA_PLATFORM": "nonsense;offscreen"}])
def test_an_environment_that_works_has_no_problem(environ):
    assert display.problem(environ) is None
    assert qt_alone(**environ).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "environ, pattern",
    [
        ({}, r"there is no display.*--autoplay --screenshot out.png works without one"),
        pytest.param(
            {"QT_QPA_PLATFORM": "xcb"},
            r"there is no display.*QT_QPA_PLATFORM=offscreen needs none",
            marks=needs_x11_libraries,
        ),
        pytest.param(
            {"DISPLAY": ":7654"},
            r"DISPLAY=:7654.*--screenshot out.png works without one",
            marks=needs_x11_libraries,
        ),
        pytest.param({"DISPLAY": "no such display"}, r"DISPLAY=no such display", marks=needs_x11_libraries),
        ({"QT_QPA_PLATFORM": "nonsense"}, r"no platform 'nonsense'; allowed are .*offscreen.*xcb"),
        ({"QT_QPA_PLATFORM": "minimal-not"}, r"no platform 'minimal-not'; allowed are .*offscreen.*xcb"),
    ],
)
def test_where_qt_would_abort_the_reason_is_returned(environ, pattern):
    problem = display.problem(environ)
    assert problem is not None
    assert re.search(pattern, problem)
    assert "\n" not in problem
    alone = qt_alone(**environ)
    assert alone.returncode != 0, "Qt no longer fails here: is the check still needed?"
    assert "platform plugin" in alone.stderr


@pytest.mark.slow
def test_an_x_server_that_never_answers_does_not_block():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if port < 6000:
            pytest.skip(f"X displays begin at port 6000; got {port}")
        environ = {"DISPLAY": f"127.0.0.1:{port - 6000}"}
        problem = display.x11_problem(environ, seconds=0.2)
    assert problem is not None
    assert environ["DISPLAY"] in problem


@pytest.fixture
def short_path() -> Iterator[Path]:
    """Yield a folder in which a socket can have a path, which is short."""
    with TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


def test_wayland_is_checked_at_its_socket(short_path):
    environ = {"WAYLAND_DISPLAY": "way", "XDG_RUNTIME_DIR": str(short_path)}
    missing = display.wayland_problem(environ)
    assert missing is not None
    assert str(short_path / "way") in missing
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(short_path / "way"))
        compositor.listen()
        assert display.wayland_problem(environ) is None
        assert display.wayland_problem({"WAYLAND_DISPLAY": str(short_path / "way")}) is None
    refused = display.wayland_problem(environ)
    assert refused is not None
    assert "refused" in refused
    assert "path too long" in (display.wayland_problem({"WAYLAND_DISPLAY": "/long" * 100}) or "")


def plugin_lacking(tmp_path: Path, plugin: str, library: bytes) -> Path:
    """Return a folder with a copy of a platform plugin that needs a library missing on this machine.

    It is a real file for the real loader.
    """
    folder = tmp_path / "platforms"
    folder.mkdir()
    copy = shutil.copy(REAL_PLUGINS / plugin, folder)
    content = Path(copy).read_bytes()
    assert library in content
    Path(copy).write_bytes(content.replace(library, b"libzz" + library[5:]))
    return folder


@pytest.mark.parametrize(
    "name, library, package",
    [
        ("offscreen", b"libxkbcommon.so.0", "libxkbcommon0"),
        pytest.param("xcb", b"libxcb-cursor.so.0", "libxcb-cursor0", marks=needs_x11_libraries),
    ],
)
def test_a_library_that_a_plugin_lacks_is_named_with_the_packages(tmp_path, name, library, package):
    folder = plugin_lacking(tmp_path, f"libq{name}.so", library)
    found = display.plugins([folder])
    assert list(found) == [name]
    first, second = (display.plugin_problem(name, found) or "").splitlines()
    assert f"libzz{library[5:].decode()}" in first
    assert str(tmp_path) not in first
    assert second.startswith("on Debian or Ubuntu: apt-get install ")
    assert package in second.split()
    assert ("libxcb-cursor0" in second.split()) == (name == "xcb"), "only what this platform needs"


def test_a_second_platform_replaces_one_that_fails(monkeypatch):
    monkeypatch.setattr(display, "wayland_problem", lambda environ: "no compositor")
    monkeypatch.setattr(display, "x11_problem", lambda environ: None)
    monkeypatch.setattr(display, "plugin_problem", lambda name, found: None)
    assert display.problem({"WAYLAND_DISPLAY": "wayland-0"}) == "no compositor"
    assert display.problem({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}) is None


def test_another_fault_of_a_plugin_shows_the_loaders_message():
    message = display.missing_library("/lib/libc.so.6: version `GLIBC_2.99' not found", ["offscreen"])
    assert "GLIBC_2.99" in message


def test_a_library_that_qt_itself_lacks_is_named(monkeypatch):
    def no_library(module):
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(display.importlib, "import_module", no_library)
    first, second = (display.problem({"QT_QPA_PLATFORM": "offscreen"}) or "").splitlines()
    assert first == "the system library libGL.so.1, which Qt needs, is missing"
    assert "libgl1" in second.split()
    assert "libxcb-cursor0" not in second
    assert "libxcb-cursor0" in (display.problem({"DISPLAY": ":0"}) or "")


def test_no_pyside_at_all(monkeypatch):
    monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
    problem = display.problem({"QT_QPA_PLATFORM": "offscreen"})
    assert problem == "PySide6.QtSvg is not installed; pip install PySide6-Essentials"


def test_plugin_folders_come_in_the_order_in_which_qt_looks():
    assert display.plugin_folders({}) == [REAL_PLUGINS]
    environ = {"QT_QPA_PLATFORM_PLUGIN_PATH": "/own", "QT_PLUGIN_PATH": os.pathsep.join(["/a", "", "/b"])}
    expected = [Path("/own"), Path("/a/platforms"), Path("/b/platforms"), REAL_PLUGINS]
    assert display.plugin_folders(environ) == expected


def test_folders_without_plugins_are_passed_over(tmp_path):
    (tmp_path / "libqfake.so").write_text("no plugin")
    assert display.plugins([tmp_path, tmp_path / "missing", tmp_path / ("long" * 100)]) == {}


def test_on_other_systems_than_linux_no_display_is_required():
    assert display.problem({}, system="darwin") is None
    assert "no platform 'nonsense'" in (display.problem({"QT_QPA_PLATFORM": "nonsense"}, system="win32") or "")


def test_font_warning():
    assert display.font_warning(["DejaVu Sans", "Monospace", "Sans Serif", "Serif"]) is None
    # Without fonts, Qt lists fontconfig's aliases on a bare Debian, and nothing on other systems.
    for none in ([], ["Monospace", "Sans Serif", "Serif"]):
        assert "fonts-dejavu-core" in (display.font_warning(none) or "")
