"""The command line: parses the arguments and runs ``play``, ``lab``, ``solve`` or ``explain``.

May import ``model``, ``gui.options`` and ``gui.display``; ``gui.app``, and Qt with it, only once a window is asked for.
"""

from minesweeper_qt.cli.program import main

__all__ = ["main"]
