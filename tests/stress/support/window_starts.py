"""Starts game windows with given settings files, in a process of its own: ``python -m ...window_starts FILE ...``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.paths import ROOT


def start_windows(folder: Path, files: Sequence[bytes]) -> int:
    """Open a window with each of the settings files, and return how many of them were damaged."""
    paths = []
    for number, data in enumerate(files):
        paths.append(folder / f"settings-{number}")
        paths[-1].write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.stress.support.window_starts", *map(str, paths)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    # The last line before a crash names the file.
    assert (done.returncode, done.stderr) == (0, ""), f"{done.stdout}\n{done.stderr}"
    lines = done.stdout.splitlines()
    assert len(lines) == len(files), done.stdout
    return sum(line.endswith("damaged") for line in lines)


def _main(paths: Sequence[str]) -> None:
    from PySide6.QtCore import QCoreApplication, QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from minesweeper_qt.gui.game.main_window import MainWindow
    from minesweeper_qt.gui.student.student_session import StudentSession
    from minesweeper_qt.gui.window.preferences import Preferences, open_settings
    from tests.stress.support.settings import check_preferences, settings_in

    def report(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        # A value of an unknown type counts as missing; Qt says so.
        if "propagateSizeHints" not in message and not message.startswith("QVariant::load"):
            print(f"Qt: {message}", file=sys.stderr)

    qInstallMessageHandler(report)
    application = QApplication([])
    for number, name in enumerate(paths):
        print(name, end=" ", flush=True)
        with settings_in(Path(name).parent / f"home-{number}") as path:
            path.write_bytes(Path(name).read_bytes())
            settings, notice = open_settings()
            preferences = Preferences(settings)
            session = StudentSession(preferences.difficulty, 1)
            window = MainWindow(session, preferences)
            window.show()
            for _ in range(10):
                application.processEvents()
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            # What the window saved must be right, whatever was there before.
            settings.sync()
            again, notice_again = open_settings()
            assert notice_again == "", notice_again
            check_preferences(Preferences(again))
            for file in path.parent.iterdir():
                file.unlink()
        print("damaged" if notice else "read", flush=True)


if __name__ == "__main__":
    _main(sys.argv[1:])
