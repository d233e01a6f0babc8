"""Runs the ``minesweeper-qt`` command for ``python -m minesweeper_qt``."""

import sys

from minesweeper_qt.cli import main

if __name__ == "__main__":
    sys.exit(main())
