"""The windows whose keys the chapters of the help name. Run as a program, writes their keys into the files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.help.key_table import KeySource, with_keys
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES
from tests.gui.support.sandboxes import opened_sandbox
from tests.paths import ROOT


def key_sources(window: MainWindow) -> dict[str, KeySource]:
    """Return the keys of ``window`` and of its sandbox, by the names that the chapters use."""
    if window.sandbox is None:
        window.actions_by["sandbox"].trigger()
    sandbox = opened_sandbox(window)
    return {
        "game": KeySource(window.actions_by.by_name, window.menuBar()),
        "sandbox": KeySource(sandbox.actions_by.by_name, sandbox.menuBar()),
    }


def main() -> None:
    """Write the present keys of a new window into all chapters."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder, "new.ini")), QSettings.Format.IniFormat)
        window = MainWindow(GameSession(DIFFICULTIES["beginner"], 1), Preferences(settings))
        sources = key_sources(window)
        for file in sorted((ROOT / "resources" / "help").glob("*.md")):
            file.write_text(with_keys(file.read_text(encoding="utf-8"), sources), encoding="utf-8")
        window.close()
    application.processEvents()


if __name__ == "__main__":
    main()
