"""Moves the docks of a sandbox window at random, in a process of its own: ``python -m ... SEED STEPS SETTINGS``."""

from __future__ import annotations

import random
import sys

from PySide6.QtCore import QEvent, QSettings
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.window.preferences import Preferences


def main() -> None:
    seed, steps, settings = sys.argv[1:]
    application = QApplication([])
    window = SandboxWindow(Preferences(QSettings(settings, QSettings.Format.IniFormat)))
    window.show()
    application.processEvents()
    chance, docks = random.Random(int(seed)), window.inspector.docks
    for _ in range(int(steps)):
        act = chance.choice(("resize", "close", "arrange", "toggle", "float", "tab"))
        name, other = chance.choice(sorted(docks)), chance.choice(sorted(docks))
        print(act, name, other, window.width(), flush=True)
        if act == "resize":
            window.resize(chance.choice((540, 800, 1000, 1200)), chance.randint(400, 800))
        elif act == "close":
            docks[name].close()
        elif act == "arrange":
            window.actions_by["arrange"].trigger()
        elif act == "toggle":
            window.actions_by[name].trigger()
        elif act == "float":
            docks[name].setFloating(not docks[name].isFloating())
        elif name != other:
            window.tabifyDockWidget(docks[other], docks[name])
        # Some events stay for later, as when a user is quick.
        for _ in range(chance.choice((0, 0, 1, 5))):
            application.processEvents()
            # Without an event loop, Qt would keep what it deletes later.
            application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.close()
    application.processEvents()


if __name__ == "__main__":
    main()
