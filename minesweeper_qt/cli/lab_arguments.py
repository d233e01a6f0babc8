"""The parser of the command ``minesweeper-qt lab``: its options and the values that they allow."""

from __future__ import annotations

import argparse
import re
import reprlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from minesweeper_qt.cli.arguments import MAX_SEED, Parser, add_board_options, count, file_to_write, seed
from minesweeper_qt.model.board.rules import Difficulty, FirstClick
from minesweeper_qt.model.strategy.strategies import STRATEGIES
from minesweeper_qt.model.student.student_file import StudentFile, StudentFileError

MAX_GAMES = 10_000_000
MAX_JOBS = 256
MAX_BOARD_CELLS = Difficulty.MAX_SIDE**2
"""The cells of the largest board in a file: as many as --height and --width allow.

A game of 100x100 takes seconds, one of 200x200 takes some strategies minutes, one of 1000x1000 took 1.2 GB too.
"""
DEFAULT_GAMES = 1000
DEFAULT_SEED = 1

_GAMES = f"allowed are 1 to {MAX_GAMES}"
_JOBS = f"allowed are 1 to {MAX_JOBS}"
_OUT = "allowed is a file name that ends in .csv, in a folder that can be written to"
_PLOT = "allowed is a file name that ends in .svg, in a folder that can be written to"
BOARDS = "allowed is a file with a JSON object per line"


def add_to(subparsers: Any) -> Parser:
    """Add the command ``lab`` to the program's ``subparsers`` and return its parser."""
    names = ", ".join(STRATEGIES)
    command: Parser = subparsers.add_parser(
        "lab",
        help="play many games and compare strategies",
        description="Play the same boards with several strategies and say how often each wins.",
        epilog="The result depends on the seed alone, not on the number of jobs. Ctrl-C prints what is finished.",
    )
    add_board_options(command, without="expert")
    option = command.option
    clicks = [click.value for click in FirstClick]
    option(
        "--first-click",
        f"allowed are {', '.join(clicks)}",
        choices=clicks,
        metavar="C",
        help=f"what the first click may be: {', '.join(clicks)}; without it what the level says",
    )
    option("--games", _GAMES, type=partial(count, most=MAX_GAMES), metavar="N", help="how many; without it 1000")
    option(
        "--strategy",
        f"allowed are {names} and the file of an agent, such as minesweeper.py",
        type=_strategy,
        action="append",
        metavar="S",
        help=f"one of {names}, or the file of an agent, such as minesweeper.py; several times for several, the first "
        "is what the others are compared with; without it the four named ones",
    )
    option(
        "--seed",
        f"allowed are 0 to {MAX_SEED}",
        type=seed,
        default=DEFAULT_SEED,
        metavar="S",
        help=f"from which each game's own seed follows: 0 to {MAX_SEED}; without it {DEFAULT_SEED}",
    )
    option(
        "--jobs",
        _JOBS,
        type=partial(count, most=MAX_JOBS),
        metavar="J",
        help="how many processes play; without it one for each core",
    )
    option(
        "--out",
        _OUT,
        type=partial(file_to_write, ending=".csv"),
        metavar="FILE",
        help="write a row per game (.csv), each as soon as it is played",
    )
    option("--resume", "it takes no value", action="store_true", help="continue the file of --out where it broke off")
    option(
        "--plot",
        _PLOT,
        type=partial(file_to_write, ending=".svg"),
        metavar="FILE",
        help="draw the results (.svg); what is there is replaced",
    )
    option(
        "--boards",
        BOARDS,
        type=Path,
        metavar="FILE",
        help='play the layouts of this file; a line is {"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}; '
        f"of the level only the rules count then; up to {MAX_BOARD_CELLS:,} cells each",
    )
    option(
        "--cluster",
        "allowed is the address of a Dask scheduler, such as tcp://localhost:8786",
        type=_address,
        metavar="ADDRESS",
        help="play on the workers of this Dask scheduler instead of on this machine",
    )
    option(
        "--no-referee",
        "it takes no value",
        dest="referee",
        action="store_false",
        help="don't judge the guesses of strategies that don't know their risk: faster",
    )
    return command


@dataclass(frozen=True, slots=True)
class GivenStrategy:
    """A strategy as it was given: its name, and the file of the agent that plays by it unless it is one of the named.

    The name of a file's strategy is its path as it was given.
    """

    name: str
    file: StudentFile | None = None


def _strategy(text: str) -> GivenStrategy:
    """Return the strategy of that name, or that of the file of an agent; raises ``ArgumentTypeError`` otherwise."""
    if text in STRATEGIES:
        return GivenStrategy(text)
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} has letters that can't be shown")
    if not text.endswith(".py") and not Path(text).exists():
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is no strategy")
    try:
        return GivenStrategy(text, StudentFile.find(Path(text)))
    except StudentFileError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None


def _address(text: str) -> str:
    port = re.fullmatch(r"(?:(?:tcp|tls)://)?[^\s/:]+:([0-9]{1,5})", text)
    if port is None or not 1 <= int(port[1]) <= 65535:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is no address with a port")
    return text
