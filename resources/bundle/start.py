"""Starts the program in a bundle, which is its own Python: it also runs the script of an agent's process."""

import multiprocessing
import os
import runpy
import sys

from minesweeper_qt.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    # As Python does with "python -u child.py ..." and "python -P child.py ...".
    if len(sys.argv) > 2 and sys.argv[1] in ("-u", "-P") and sys.argv[2].endswith("child.py"):
        isolates = sys.argv.pop(1) == "-P"
        del sys.argv[0]
        if not isolates:
            sys.path.insert(0, os.path.dirname(sys.argv[0]))
        runpy.run_path(sys.argv[0], run_name="__main__")
        sys.exit()
    sys.exit(main())
