"""Lets a monkey use the windows for some seconds, and writes as JSON what went wrong and the growth.

Each action is printed before on a line of its own, so that the last ones are known when the process crashes.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import os
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, QSettings, QTimer, QtMsgType, Slot, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.app import pauses_kept_short
from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from tests.stress.support.monkey.monkey import Monkey
from tests.stress.support.monkey.window_acts import tidy

_PLATFORM = "This plugin does not support"
"""How the warnings of the offscreen platform begin, which are no fault of a window."""


class Inspection(QObject):
    """Collects the ``problems`` of a run, and takes the figures of its ``growth`` now and then.

    The monkey tidies up first, so that all figures are about the same windows. ``growth`` is a list of pairs: seconds,
    and the numbers of objects by name with the memory in MB.
    """

    def __init__(self, monkey: Monkey, every: float) -> None:
        super().__init__()
        self.problems: list[str] = []
        self.growth: list[tuple[float, dict[str, int]]] = []
        self._monkey = monkey
        self._every = every
        self._started = self._last = monotonic()

    def begin(self) -> None:
        """Watch for errors and warnings from now on."""
        sys.excepthook = self._on_error
        sys.unraisablehook = lambda what: self._on_error(what.exc_type, what.exc_value, what.exc_traceback)
        threading.excepthook = lambda what: self._on_error(what.exc_type, what.exc_value, what.exc_traceback)
        qInstallMessageHandler(self._on_message)

    def _on_error(self, kind: type, error: object, trace: object) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        self.problems.append(f"in action {self._monkey.choices.doing}:\n{text}")

    def _on_message(self, kind: QtMsgType, context: object, message: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not message.startswith(_PLATFORM):
            where = "".join(traceback.format_stack()[-8:-1])
            self.problems.append(f"in action {self._monkey.choices.doing}: Qt says {message!r} at\n{where}")

    @property
    def is_due(self) -> bool:
        return monotonic() - self._last > self._every

    def figures(self) -> dict[str, int]:
        """Return the numbers of objects."""
        gc.unfreeze()
        gc.collect()
        things = gc.get_objects()
        windows = [top for top in QApplication.topLevelWidgets() if top.parent() is None]
        kinds = Counter(type(thing).__name__ for thing in things)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return {
            "QObjects": sum(1 + len(window.findChildren(QObject)) for window in windows),
            "top-level widgets": len(QApplication.topLevelWidgets()),
            "objects": len(things),
            "threads": threading.active_count(),
            "MB": pages * os.sysconf("SC_PAGE_SIZE") >> 20,
            **{f"of {name}": number for name, number in kinds.most_common(6)},
        }

    def take(self) -> None:
        self.growth.append((round(monotonic() - self._started), self.figures()))
        self._last = monotonic()


class Run(QObject):
    """One run of the program: the monkey, the meter and the inspection, until the time is up."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__()
        self._settings = QSettings(str(Path("settings.ini").absolute()), QSettings.Format.IniFormat)
        self._seconds = arguments.seconds
        self.monkey = Monkey(arguments.seed, self._open, Preferences(self._settings))
        self.inspection = Inspection(self.monkey, arguments.seconds / 12)
        self._ends_at = 0.0
        self._printed = 0
        self._tidying: Iterator[object] | None = None
        self._is_last = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def _open(self) -> MainWindow:
        # The program starts without the garbage of the one before.
        gc.unfreeze()
        gc.collect()
        preferences = Preferences(self._settings)
        window = MainWindow(GameSession(preferences.difficulty, 1), preferences, folder=Path("kept").absolute())
        gc.freeze()
        resume(window.session, window.keeper)
        window.show()
        window.activateWindow()
        return window

    def start(self) -> None:
        self.inspection.begin()
        self._ends_at = monotonic() + self._seconds
        self.monkey.begin()
        self._timer.start(20)

    @Slot()
    def _look(self) -> None:
        """Print new actions; tidy up and take figures now and then, and at the end."""
        if self.monkey.choices.actions != self._printed:
            self._printed = self.monkey.choices.actions
            print(self.monkey.choices.doing, flush=True)
        if self._tidying is not None:
            try:
                next(self._tidying)
            except StopIteration:
                self._tidying = None
                self.inspection.take()
                if self._is_last:
                    self._finish()
                else:
                    self.monkey.resume()
        elif monotonic() > self._ends_at or self.inspection.is_due:
            self._is_last = monotonic() > self._ends_at
            self.monkey.pause()
            self._tidying = tidy(self.monkey.choices)

    def _finish(self) -> None:
        self._timer.stop()
        self.monkey.choices.window.close()
        self.monkey.choices.window.deleteLater()
        QCoreApplication.quit()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    arguments = parser.parse_args()
    faulthandler.enable()
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    qInstallMessageHandler(lambda *_: None)
    with pauses_kept_short():
        run = Run(arguments)
        run.start()
        application.exec()
    found = {
        "actions": run.monkey.choices.actions,
        "problems": run.inspection.problems,
        "growth": run.inspection.growth,
    }
    Path("found.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
