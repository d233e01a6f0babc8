"""Tests of what is said where libraries that Qt needs are missing: the cause, and what to install, all at once.

An empty file with the name of a library, in a folder of ``LD_LIBRARY_PATH``, makes the loader fail as if it were
missing. So these tests hold on machines with all libraries, and on those without some.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from minesweeper_qt.gui import qt_libraries
from minesweeper_qt.gui.qt_libraries import LIBRARIES, install_advice, qt_problem
from tests.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all that it needs"),
]

OF_PLUGINS = ["libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxkbcommon-x11.so.0", "libxcb-keysyms.so.1"]
"""Libraries that the plugin for X11 needs; Qt itself blames the first one whichever is missing."""


@pytest.fixture
def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which an empty file hides a library from the programs that a test starts."""
    folder = tmp_path / "missing"
    folder.mkdir()
    monkeypatch.setenv("LD_LIBRARY_PATH", str(folder))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    return folder


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the checkout."""
    command = [sys.executable, "-m", *words]
    if variables.get("LC_ALL") == "C" and not sys.prefix.isascii():
        pytest.skip("Python itself can't start in a folder whose name is not ASCII, where the locale is C")
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100)


def packages_in(text: str) -> list[str]:
    """Return the packages that a message says to install."""
    found = re.search(r"; on Debian or Ubuntu: sudo apt install ([a-z0-9. -]+?)(;|$)", text.strip())
    assert found, text
    return found[1].split()


@pytest.mark.parametrize("library, locale", [*((name, "C.UTF-8") for name in OF_PLUGINS), (OF_PLUGINS[0], "C")])
def test_the_library_that_the_loader_misses_is_named(without: Path, library: str, locale: str) -> None:
    (without / library).touch()
    ended = run("minesweeper_qt", DISPLAY=":7654", LC_ALL=locale)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    message = r"minesweeper-qt: error: no window can be shown: (?:/.*/)?(lib[^/:]+): .*; minesweeper-qt play --auto.*\n"
    found = re.fullmatch(message, ended.stderr)
    assert found, ended.stderr
    # On a machine without others, too, the loader may name another one first.
    assert {LIBRARIES[library], LIBRARIES[found[1]]} <= {*packages_in(ended.stderr)}


def test_that_for_wayland_is_named_with_all_others_that_are_missing(without: Path) -> None:
    for library in ("libwayland-cursor.so.0", *OF_PLUGINS):
        (without / library).touch()
    ended = run("minesweeper_qt", QT_QPA_PLATFORM="wayland")
    assert re.search(r"no window can be shown: (/.*/)?libwayland-", ended.stderr)
    expected = {"libwayland-cursor0", "libxcb-cursor0", "libxcb-icccm4", "libxkbcommon-x11-0", "libxcb-keysyms1"}
    assert expected <= {*packages_in(ended.stderr)}


def test_where_nothing_but_a_display_is_missing_no_package_is_named(without: Path) -> None:
    ended = run("minesweeper_qt", DISPLAY=":7654", LC_ALL="C")
    if install_advice():
        pytest.skip("this machine lacks libraries of its own")
    assert "no window can be shown: could not connect to display :7654; minesweeper-qt play" in ended.stderr


def test_where_qt_itself_can_not_be_loaded_all_is_named_at_once(without: Path) -> None:
    for library in ("libEGL.so.1", "libxcb-icccm.so.4"):
        (without / library).touch()
    ended = run("minesweeper_qt", "--screenshot", "out.png")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert re.match(r"minesweeper-qt: error: Qt can't be loaded: (/.*/)?lib[^/:]+: .*; on Debian", ended.stderr)
    assert {"libegl1", "libxcb-icccm4"} <= {*packages_in(ended.stderr)}


def test_where_there_is_no_apt_the_libraries_are_named(without: Path) -> None:
    (without / "libEGL.so.1").touch()
    ended = run("minesweeper_qt", PATH=str(without))
    assert re.search("; these libraries are missing: (lib.*, )*libEGL.so.1(, |\n)", ended.stderr)
    assert "sudo apt" not in ended.stderr


def test_the_tests_say_what_to_install_and_nothing_else(without: Path) -> None:
    (without / "libEGL.so.1").touch()
    ended = run("pytest", "-n", "2", "-m", "fast", "tests/test_tiers.py")
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = filter(None, (ended.stdout + ended.stderr).splitlines())
    assert re.match(
        r"ERROR: Qt can't be loaded: (/.*/)?lib[^/:]+: .*; on Debian or Ubuntu: sudo apt install .*libegl1", line
    )


def test_without_the_package_of_qt_that_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ModuleNotFoundError("No module named 'PySide6'")

    monkeypatch.setattr(qt_libraries, "import_module", fail)
    assert qt_problem() == "Qt can't be loaded: No module named 'PySide6'; pip install PySide6-Essentials"


def test_the_table_has_every_library_that_qt_needs_and_does_not_bring() -> None:
    qt = Path(str(PySide6.__file__)).parent / "Qt"
    of_python = r"libz\.|libc\.|libm\.|libstdc\+\+\.|libgcc_s\.|libpthread\.|libdl\."
    needed = set()
    for name in ("lib/libQt6Widgets.so.6", "lib/libQt6Gui.so.6", "lib/libQt6Svg.so.6", "lib/libQt6DBus.so.6"):
        needed |= needed_by(qt / name)
    for name in ("xcb", "wayland", "offscreen"):
        needed |= needed_by(qt / f"plugins/platforms/libq{name}.so")
    needed |= needed_by(qt / "lib/libQt6XcbQpa.so.6") | needed_by(qt / "lib/libQt6WaylandClient.so.6")
    missing = {name for name in needed - {*LIBRARIES} if not (qt / "lib" / name).exists()}
    assert {name for name in missing if not re.match(of_python, name)} == set()


def needed_by(library: Path) -> set[str]:
    """Return the names of libraries in the table of names of a library: those that it needs, or loads later."""
    return {name.decode() for name in re.findall(rb"(?<=\0)(lib[\w.+-]+\.so\.\d+)(?=\0)", library.read_bytes())}
