"""Measures the start of the window and its instant Auto-play: run ``python tests/benchmarks/window.py [CHECKOUT ...]``.

Each CHECKOUT, another version of this program, is measured side by side with this one, in turns. The first table is the
time from the start of a process to the first picture of its window, beside a bare ``QMainWindow`` with a
``QTableView``; the target is 2.6 times that. The second is the whole command with ``--screenshot``, beside a bare
window that is written to a file; the target is 2.3 times that. The third is an instant Auto-play of 12 Expert games,
and of one of 100x100 with 2,000 mines, in a window with the table of sentences, beside ``play_game`` without one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
STARTS = 20
RUNS = 7
LONG_GAME = 12
"""The number of a game of 100x100 that opens nearly half of the board."""

AT_FIRST_PICTURE = """
import os, sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Paint:
            QTimer.singleShot(0, self.end)
        return False

    def end(self):
        print(sum(name.partition(".")[0] == "minesweeper_qt" for name in sys.modules), flush=True)
        os._exit(0)

watch, run = Watch(), QApplication.exec

def run_watched(*arguments):
    for window in QApplication.topLevelWidgets():
        window.installEventFilter(watch)
    return run()

QApplication.exec = run_watched
"""
BARE_WINDOW = """
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QMainWindow, QTableView
application = QApplication(["bare"])
window, table, model = QMainWindow(), QTableView(), QStandardItemModel(20, 5)
table.setModel(model)
window.setCentralWidget(table)
window.show()
application.exec()
"""
BARE_PICTURE = BARE_WINDOW.replace("application.exec()", "application.processEvents()\nwindow.grab().save('bare.png')")
PICTURE = "from minesweeper_qt.cli import main\nmain(['--screenshot', 'own.png'])"
COUNT = "\nimport sys\nprint()\nprint(sum(name.partition('.')[0] == 'minesweeper_qt' for name in sys.modules))"
PROGRAM = (
    "from contextlib import suppress\n"
    "from minesweeper_qt.cli import main\n"
    "with suppress(ImportError): from minesweeper_qt.cli import program\n",
    "main([])",
)
"""What runs before Qt is imported to watch the window, as it does in the program, and what opens the window."""
AUTOPLAY = """
import os, sys, tempfile
from time import perf_counter
from PySide6.QtCore import QEventLoop, QSettings
from PySide6.QtWidgets import QApplication
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Difficulty

height, width, mines, *seeds = map(int, sys.argv[1:])
application = QApplication(["autoplay"])
preferences = Preferences(QSettings(os.path.join(tempfile.mkdtemp(), "none.ini"), QSettings.Format.IniFormat))
difficulty = Difficulty.custom(height, width, mines)
window = MainWindow(GameSession(difficulty, 1), preferences, WindowView.INSPECT)
window.show()
session, taken = window.session, 0.0

def finish():
    while session.autoplay.is_running or session.is_learning:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

session.autoplay.set_speed(0)
for seed in [seeds[0], *seeds]:  # the first one twice: it is not measured at first
    session.new_game(difficulty, seed)
    application.processEvents()
    begun = perf_counter()
    session.autoplay.start()
    finish()
    application.processEvents()
    taken += perf_counter() - begun
    if "warm" not in globals():
        warm, taken = True, 0.0
print(taken, flush=True)
os._exit(0)
"""
WITHOUT_WINDOW = """
import sys
from time import perf_counter
from minesweeper_qt.model.lab.experiment import Experiment, play_game

height, width, mines, first, *numbers = map(int, sys.argv[1:])
experiment = Experiment(("cs50",), height, width, mines, seed=first, referee=False)
play_game(experiment, numbers[0], "cs50")
begun = perf_counter()
for number in numbers:
    play_game(experiment, number, "cs50")
print(perf_counter() - begun)
"""


def run(code: str, checkout: Path, *arguments: object) -> tuple[float, float]:
    """Return the seconds of a process that runs ``code`` with the program of ``checkout``, and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        own = {
            "PYTHONPATH": str(checkout),
            "XDG_CONFIG_HOME": folder,
            "XDG_DATA_HOME": folder,
            "QT_QPA_PLATFORM": "offscreen",
        }
        command = [sys.executable, "-c", code, *map(str, arguments)]
        begun = perf_counter()
        done = subprocess.run(command, env={**kept, **own}, cwd=folder, capture_output=True, text=True, check=True)
        return perf_counter() - begun, float(done.stdout.split()[-1])


def measure_starts(checkouts: list[Path]) -> None:
    first = {str(path): (PROGRAM[0] + AT_FIRST_PICTURE + PROGRAM[1], path) for path in checkouts}
    measure("start to the first picture", {"bare window": (AT_FIRST_PICTURE + BARE_WINDOW, ROOT), **first})
    whole = {str(path): (PICTURE + COUNT, path) for path in checkouts}
    bare = "from PySide6.QtWidgets import QApplication\n" + BARE_PICTURE + COUNT
    measure("\nwhole command with a picture", {"bare window": (bare, ROOT), **whole})


def measure(title: str, programs: dict[str, tuple[str, Path]]) -> None:
    """Print the times of ``programs``, which run in turns, and their ratios to that of the first one."""
    times: dict[str, list[float]] = defaultdict(list)
    modules: dict[str, float] = {}
    for number in range(STARTS + 1):
        for name, (code, path) in programs.items():
            seconds, modules[name] = run(code, path)
            if number:  # the first one compiles the modules
                times[name].append(seconds)
    bare = median(times["bare window"])
    print(f"{title:40} {'median':>8} {'ratio':>6} {'modules':>8}")
    for name, found in times.items():
        print(f"{name:40} {median(found) * 1e3:6.0f}ms {median(found) / bare:6.2f} {modules[name]:8.0f}")


def measure_autoplay(checkouts: list[Path]) -> None:
    from minesweeper_qt.model.lab.experiment import Experiment

    for title, size, first, numbers in (
        ("12 Expert games", (16, 30, 99), 1, range(12)),
        ("100x100 with 2,000 mines", (100, 100, 2000), 1, [LONG_GAME]),
    ):
        experiment = Experiment(("cs50",), *size, seed=first)
        seeds = [experiment.game_seed(number) for number in numbers]
        times: dict[str, list[float]] = defaultdict(list)
        for _ in range(RUNS):
            times["play_game without a window"].append(run(WITHOUT_WINDOW, ROOT, *size, first, *numbers)[1])
            for path in checkouts:
                times[str(path)].append(run(AUTOPLAY, path, *size, *seeds)[1])
        print(f"\n{'instant Auto-play: ' + title:48} {'median':>8}")
        for name, found in times.items():
            print(f"{name:48} {median(found) * 1e3:6.0f}ms")


def main() -> None:
    sys.path.insert(0, str(ROOT))
    checkouts = [ROOT, *(Path(argument).resolve() for argument in sys.argv[1:])]
    measure_starts(checkouts)
    measure_autoplay(checkouts)


if __name__ == "__main__":
    main()
