"""``python -m minesweeper_qt`` does what ``minesweeper-qt`` does."""

import sys

from minesweeper_qt.cli.program import main

if __name__ == "__main__":
    sys.exit(main())
