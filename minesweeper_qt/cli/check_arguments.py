"""The parser of the command ``minesweeper-qt check``: its options and the values that they allow."""

from __future__ import annotations

import argparse
import re
import reprlib
from functools import partial
from pathlib import Path
from typing import Any

from minesweeper_qt.cli.arguments import AGENT_FILE, MAX_SEED, Parser, add_board_options, count, file_to_write, seed
from minesweeper_qt.model.audit.auditor import DEFAULT_GAMES, DEFAULT_SEED
from minesweeper_qt.model.student.limits import Limits

MAX_GAMES = 100_000
MAX_JOBS = 256
MAX_SECONDS = 3600
MIN_MEMORY, MAX_MEMORY = 64, 65536

_SECONDS = f"allowed are 0.1 to {MAX_SECONDS}"
_MEMORY = f"allowed are {MIN_MEMORY} to {MAX_MEMORY}"


def add_to(subparsers: Any) -> Parser:
    """Add the command ``check`` to the program's ``subparsers`` and return its parser."""
    command: Parser = subparsers.add_parser(
        "check",
        help="say what is wrong in your own minesweeper.py of the CS50 project",
        description="Run the checks of the CS50 course on an agent, let it play beside the AI of this program, and say "
        "where it first goes wrong, what it misses, and why that follows.",
        epilog="Exit codes: 0 nothing found, 1 errors or weaknesses, 2 wrong usage or no such file, 3 this machine "
        "can't run it, 130 after Ctrl-C, which prints what was found so far. It protects from accidents in the file, "
        "such as endless loops; it is no jail for files that you don't trust.",
    )
    option = command.option
    option("file", AGENT_FILE, type=Path, metavar="FILE", help="your minesweeper.py, or the folder with it")
    add_board_options(command, without="cs50")
    option(
        "--games",
        f"allowed are 1 to {MAX_GAMES}",
        type=partial(count, most=MAX_GAMES),
        default=DEFAULT_GAMES,
        metavar="N",
        help=f"how many it plays; without it {DEFAULT_GAMES}",
    )
    option(
        "--seed",
        f"allowed are 0 to {MAX_SEED}",
        type=seed,
        default=DEFAULT_SEED,
        metavar="S",
        help=f"from which the boards follow: 0 to {MAX_SEED}; without it {DEFAULT_SEED}",
    )
    option(
        "--time-limit",
        _SECONDS,
        type=_seconds,
        default=Limits().seconds,
        metavar="SECONDS",
        help=f"the time that one call may take; without it {Limits().seconds:g}",
    )
    option(
        "--memory-limit",
        _MEMORY,
        type=_memory,
        default=Limits().memory_mb,
        metavar="MB",
        help=f"the memory that it may use; without it {Limits().memory_mb}",
    )
    option(
        "--jobs",
        f"allowed are 1 to {MAX_JOBS}",
        type=partial(count, most=MAX_JOBS),
        metavar="J",
        help="how many processes play; without it one for each core",
    )
    option(
        "--python",
        "allowed is the path of Python 3.8 or newer",
        metavar="PATH",
        help="the Python that runs it; without it the one that runs this program",
    )
    option("--json", "it takes no value", action="store_true", help="write JSON, for programs")
    option(
        "--save-tests",
        "allowed is a file name that ends in .py, in a folder that can be written to",
        type=partial(file_to_write, ending=".py"),
        metavar="FILE",
        help="write the smallest cases as tests for pytest (.py), which import your file alone; what is there is "
        "replaced",
    )
    return command


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is no number of seconds")
    if not 0.1 <= float(text) <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text} is out of range")
    return float(text)


def _memory(text: str) -> int:
    megabytes = count(text, MAX_MEMORY)
    if megabytes < MIN_MEMORY:
        raise argparse.ArgumentTypeError(f"{megabytes} is out of range")
    return megabytes
