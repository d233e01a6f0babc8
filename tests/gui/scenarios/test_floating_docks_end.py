"""Tests of closing and destroying windows while all panels float, each in a process of its own: it could crash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

OPEN = """
import faulthandler, sys
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer, qInstallMessageHandler
from PySide6.QtWidgets import QApplication
from shiboken6 import delete
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES

faulthandler.enable()
qInstallMessageHandler(lambda *_: None)
application = QApplication([])

def settle():
    for _ in range(10):
        application.processEvents()

settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
window = MainWindow(GameSession(DIFFICULTIES["beginner"], 1), Preferences(settings))
window.show()
window.actions_by["sandbox"].trigger()
while window.sandbox is None:
    application.processEvents()
sandbox = window.sandbox
docks = {"game": window.inspector.docks, "sandbox": sandbox.inspector.docks}

def floating():
    return [sum(dock.isFloating() and dock.isVisible() for dock in each.values()) for each in docks.values()]

def show(moment, *expected):
    # Qt puts docks right after some rounds of the event loop.
    while floating() != list(expected):
        application.processEvents()
    settle()
    print(moment, *floating())

settle()
"""

FLOAT = (
    OPEN
    + """
for each in docks.values():
    for dock in each.values():
        dock.setFloating(True)
        dock.show()
settle()
"""
)

END = """
tops = [top for top in application.topLevelWidgets() if top.isVisible()]
print("left", len(tops))
"""

DELETE = "QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete); settle()"


def run(tmp_path: Path, *lines: str, program: str = FLOAT, end: str = END) -> list[str]:
    """Run ``program`` with ``lines`` after it in a process, and return the lines that it printed."""
    command = [sys.executable, "-c", "\n".join((program, *lines, end)), str(tmp_path / "settings.ini")]
    environment = {**os.environ}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.slow
def test_closing_the_sandbox_hides_its_docks_alone_and_closing_the_game_window_all(tmp_path: Path) -> None:
    lines = (
        "show('all', 7, 3)",
        "sandbox.close(); show('closed', 7, 0)",
        "sandbox.show(); show('again', 7, 3)",
        "window.close(); show('closed', 0, 0)",
    )
    assert run(tmp_path, *lines) == ["all 7 3", "closed 7 0", "again 7 3", "closed 0 0", "left 0"]
    # Saved is which docks were visible before.
    assert run(tmp_path, program=OPEN, end="show('again', 7, 3)\nwindow.close()") == ["again 7 3"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"window.deleteLater(); {DELETE}", marks=pytest.mark.long),
        pytest.param(f"window.close(); window.deleteLater(); {DELETE}", marks=pytest.mark.slow),
        pytest.param("delete(window)", marks=pytest.mark.slow),
        pytest.param("QTimer.singleShot(0, application.quit); application.exec()", marks=pytest.mark.slow),
        pytest.param(
            f"QTimer.singleShot(0, window.close); application.exec(); window.deleteLater(); {DELETE}",
            marks=pytest.mark.long,
        ),
    ],
)
def test_destroying_windows_and_quitting(tmp_path: Path, line: str) -> None:
    assert run(tmp_path, line) == ["left 0"]
