"""What was typed. All of it is checked before Qt is imported; a mistake is one line and exit code 2."""

from __future__ import annotations

import argparse
import os
import re
import reprlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from minesweeper_qt import __version__, display
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.rules import LEVELS, Level
from minesweeper_qt.options import PlayOptions

PROGRAM = "minesweeper-qt"
MAX_SEED = 10**18 - 1
"""The same as in the window's dialog: any number of up to 18 digits."""

EXIT_ENVIRONMENT = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

SIDES = f"{Level.MIN_SIDE} to {Level.MAX_SIDE}"


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments (``sys.argv`` by default) say and return the exit code.

    Raises ``SystemExit`` after ``--help``, after ``--version`` and on wrong input (2).
    """
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    finally:
        _flush_output()


def _run(argv: Sequence[str]) -> int:
    parser, commands = _parsers()
    # The window is what the bare program means: options without a command are those of `play`.
    bare = not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version"))
    arguments, unknown = parser.parse_known_args(["play", *argv] if bare else argv)
    if unknown:
        misplaced = [word for word in unknown if bare and word in commands]
        what = f"{misplaced[0]!r} must come first" if misplaced else f"unknown: {' '.join(map(reprlib.repr, unknown))}"
        parser.error(f"{what}; {PROGRAM} {arguments.command} --help lists what is allowed")
    return play(_play_options(arguments, commands["play"].error))


def play(options: PlayOptions) -> int:
    """Open the window, or take the picture, and return the exit code: 1 when this machine can't show a window."""
    if options.screenshot is not None and not os.environ.get("QT_QPA_PLATFORM"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    problem = display.problem(os.environ)
    if problem is not None:
        print(f"{PROGRAM}: error: {problem}", file=sys.stderr)
        return EXIT_ENVIRONMENT
    from minesweeper_qt.gui.app import run

    return run(options)


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports a mistake in one line, with what the option allows."""

    def __init__(self, **settings: Any) -> None:
        # Abbreviations would turn every new option into a change of what existing command lines mean.
        super().__init__(allow_abbrev=False, **settings)
        self._allowed: dict[str, str] = {}

    def option(self, name: str, allowed: str, **settings: Any) -> None:
        """Add an option; ``allowed`` completes the message when its value is wrong or missing."""
        action = self.add_argument(name, **settings)
        self._allowed["/".join(action.option_strings)] = allowed

    def error(self, message: str) -> NoReturn:
        subject, separator, reason = message.partition(": ")
        name = subject.removeprefix("argument ")
        if separator and name in self._allowed:
            message = f"{name}: {reason}; {self._allowed[name]}"
        self.exit(EXIT_USAGE, f"{PROGRAM}: error: {' '.join(message.split())}\n")


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of everything and those of the commands by name."""
    parser = _Parser(
        prog=PROGRAM,
        description="A native Minesweeper whose player can be watched thinking.",
        epilog=f"Without a command it plays: `{PROGRAM} --level expert` is `{PROGRAM} play --level expert`.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    command = subparsers.add_parser(
        "play",
        help="open the window and play (the default)",
        description="Open the window and play.",
    )
    levels = ", ".join(LEVELS)
    option = command.option
    option(
        "--level",
        f"allowed are {levels}",
        type=_level,
        metavar="L",
        help=f"one of {levels}; without it the level of last time",
    )
    option("--height", f"allowed are {SIDES}", type=_whole, metavar="H", help=f"rows of a board of your own: {SIDES}")
    option("--width", f"allowed are {SIDES}", type=_whole, metavar="W", help=f"its columns: {SIDES}")
    option(
        "--mines",
        "allowed are 1 to height x width - 1",
        type=_whole,
        metavar="N",
        help="its mines: 1 to height x width - 1",
    )
    option(
        "--seed",
        f"allowed are 0 to {MAX_SEED}",
        type=_seed,
        metavar="S",
        help=f"repeat a layout: a whole number, 0 to {MAX_SEED}",
    )
    option("--autoplay", "it takes no value", action="store_true", help="let the AI play to the end")
    option(
        "--overlay",
        "it takes no value",
        action=argparse.BooleanOptionalAction,
        help="show what is known of the cells; without either as last time",
    )
    option(
        "--screenshot",
        "allowed is a file name that ends in .png, in a folder that can be written to",
        type=_picture,
        metavar="FILE",
        help="write a picture (.png) of the window and end; needs no display",
    )
    return parser, {"play": command}


def _play_options(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> PlayOptions:
    """What the arguments of ``play`` say together; ``error`` reports what does not go together."""
    level: Level | None = arguments.level
    size = {name: getattr(arguments, name) for name in ("height", "width", "mines")}
    given = [f"--{name}" for name, value in size.items() if value is not None]
    missing = [f"--{name}" for name, value in size.items() if value is None]
    if given:
        if level is not None:
            error(f"--level does not go with {' and '.join(given)}; allowed is the one or the other")
        if missing:
            error(f"{' and '.join(given)} without {' and '.join(missing)}; a board of your own needs all three")
        try:
            level = Level.custom(**size)
        except MinesweeperError as wrong:
            error(str(wrong))
    return PlayOptions(level, arguments.seed, arguments.autoplay, arguments.overlay, arguments.screenshot)


def _whole(text: str) -> int:
    # int() alone would also take "1_000", " 7 " and other scripts' digits, and refuse 5,000 digits with a traceback.
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a whole number")
    if len(text) > 18:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is out of range")
    return int(text)


def _seed(text: str) -> int:
    seed = _whole(text)
    if not 0 <= seed <= MAX_SEED:
        raise argparse.ArgumentTypeError(f"{seed} is out of range")
    return seed


def _level(text: str) -> Level:
    try:
        return LEVELS[text.lower()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is no level") from None


def _picture(text: str) -> Path:
    path = Path(text)
    name = reprlib.repr(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{name} does not end in .png")
    try:
        if path.is_dir():
            raise argparse.ArgumentTypeError(f"{name} is a folder")
        # Behind a link it is the link's end that gets written.
        folder = path.resolve().parent
        if not folder.is_dir():
            raise argparse.ArgumentTypeError(
                f"there is no folder {str(folder if path.is_symlink() else path.parent)!r}"
            )
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise argparse.ArgumentTypeError(f"{name} can't be written")
    except OSError as wrong:  # too long a name, a folder that may not be entered
        raise argparse.ArgumentTypeError(f"{name} can't be written: {wrong.strerror}") from None
    return path


def _flush_output() -> None:
    """Let nothing be left to write when the reader has gone (``| head``): Python would complain at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
