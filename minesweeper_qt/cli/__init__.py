"""The command line: the commands, which `program.py` lists, their arguments, and what they print."""

import gc
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments (``sys.argv`` by default) name, and return the exit code.

    Raises ``SystemExit`` after ``--help``, after ``--version`` and on wrong input (2).
    """
    try:
        # Imported only now: Ctrl-C while that takes its time must end quietly too.
        # What is imported stays: to search it for garbage again and again would take 6 ms.
        gc.disable()
        from minesweeper_qt.cli import program

        gc.enable()
        return program.main(argv)
    except KeyboardInterrupt:
        return 130
