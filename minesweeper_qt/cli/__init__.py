"""The command line: parses the arguments and runs ``play``, ``lab``, ``solve`` or ``explain``.

May import ``model``, ``gui.options`` and ``gui.display``. Imports ``gui.app``, and Qt with it, only to open a window or
take a screenshot.
"""

from minesweeper_qt.cli.program import main

__all__ = ["main"]
