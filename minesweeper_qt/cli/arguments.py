"""The argument parser of all commands, and what several of them take: boards, files to write, positions to read."""

from __future__ import annotations

import argparse
import codecs
import re
import reprlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from minesweeper_qt.cli.output import write_error, write_note, write_output
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty, Guesses
from minesweeper_qt.model.errors import MinesweeperError, PositionSyntaxError, TooHard
from minesweeper_qt.model.file_writing import check_target
from minesweeper_qt.model.strategy.strategies import STRATEGIES
from minesweeper_qt.model.words import size_text

if TYPE_CHECKING:
    from minesweeper_qt.model.dealing.no_guess import HardestStep

MAX_SEED = 10**18 - 1
"""The largest seed, the same as in the window's dialog: the largest number of 18 digits."""

EXIT_ENVIRONMENT = 1
EXIT_FOUND = 1
EXIT_USAGE = 2
EXIT_MACHINE = 3
"""The exit code of ``check`` when this machine could not run the agent, or the output could not be written."""

EXIT_INTERRUPTED = 130

AGENT_FILE = "allowed is a file in Python, or a folder with minesweeper.py"
PYTHON = "allowed is the path of Python 3.8 or newer"

SIDES = f"{Difficulty.MIN_SIDE} to {Difficulty.MAX_SIDE}"


class Parser(argparse.ArgumentParser):
    """An argument parser that reports a mistake in one line, with the values that the option allows."""

    def __init__(self, **settings: Any) -> None:
        # With abbreviations, a new option could change the meaning of an existing command line. An error that does not
        # exit names the option apart from the message.
        super().__init__(allow_abbrev=False, exit_on_error=False, **settings)
        self._allowed: dict[str, str] = {}

    def option(self, name: str, allowed: str, **settings: Any) -> None:
        """Add an option or argument.

        ``allowed`` is appended to the error message when the value is wrong or missing. ``settings`` are those of
        ``ArgumentParser.add_argument``; a ``MinesweeperError`` of the type is shown as it is.
        """
        action = self.add_argument(name, **settings)
        self._allowed["/".join(action.option_strings) or str(action.metavar)] = allowed

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as ``ArgumentParser`` does; report a wrong value with the values that are allowed, and exit."""
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as wrong:
            name, cause = wrong.argument_name, wrong.__context__
            allowed = self._allowed.get(name or "")
            message = str(cause) if isinstance(cause, MinesweeperError) else wrong.message
            self.error(str(wrong) if allowed is None else f"{name}: {message}; {allowed}")

    def error(self, message: str) -> NoReturn:
        """Print ``message`` as one line on standard error and exit with code 2; raises ``SystemExit``."""
        write_error(" ".join(message.split()))
        raise SystemExit(EXIT_USAGE)

    def exit(self, status: int | str | None = 0, message: str | None = None) -> NoReturn:
        """Print ``message``, if there is one, on standard error and exit; raises ``SystemExit``."""
        if message:
            write_note(message.removesuffix("\n"))
        raise SystemExit(status)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or version on standard output; exit with code 1 if that fails, which argparse would ignore."""
        if not write_output(message.removesuffix("\n")):
            raise SystemExit(EXIT_ENVIRONMENT)

    def number(self, name: str, least: int, most: int, **settings: Any) -> None:
        """Add an option whose value is a whole number from ``least`` to ``most``."""
        kind = partial(whole_between, least=least, most=most)
        self.option(name, f"allowed are {least} to {most}", type=kind, **settings)

    def file(self, name: str, *endings: str, about: str) -> None:
        """Add an option that names a file to write, with one of the ``endings``; ``about`` is its help."""
        allowed = f"allowed is a file name that ends in {' or '.join(endings)}, in a folder that can be written to"
        kind = partial(file_to_write, endings=endings)
        self.option(name, allowed, type=kind, metavar="FILE", help=about)

    def flag(self, name: str, about: str, **settings: Any) -> None:
        """Add an option without a value; ``about`` is its help."""
        self.option(name, "it takes no value", help=about, **{"action": "store_true", **settings})


def add_board_options(command: Parser, without: str) -> None:
    """Add ``--level``, ``--height``, ``--width`` and ``--mines`` to ``command``.

    ``without`` completes the help of ``--level``: the default when the option is not given.
    """
    levels = ", ".join(DIFFICULTIES)
    option, about = command.option, f"one of {levels}; without it {without}"
    option("--level", f"allowed are {levels}", type=difficulty, metavar="L", help=about)
    option("--height", f"allowed are {SIDES}", type=whole, metavar="H", help=f"rows of a board of your own: {SIDES}")
    option("--width", f"allowed are {SIDES}", type=whole, metavar="W", help=f"its columns: {SIDES}")
    mines = "1 to height x width - 1"
    option("--mines", f"allowed are {mines}", type=whole, metavar="N", help=f"its mines: {mines}")


def add_guesses_option(command: Parser, without: str) -> None:
    """Add ``--guesses`` to ``command``; ``without`` completes its help, as for ``add_board_options``."""
    words = Guesses.AS_DEALT.value, Guesses.FAIR.value
    about = (
        "what happens at guesses: as-dealt, or fair: safe when no covered cell is certainly safe, else a mine; "
        f"without it {without}"
    )
    command.option("--guesses", f"allowed are {' and '.join(words)}", choices=words, metavar="G", help=about)


def add_no_guess_options(command: Parser) -> None:
    """Add ``--no-guess`` and ``--exactly`` to ``command``, which has ``--guesses``."""
    levels = ["clue", "subset", "overlap", "count", "cases"]
    listed = ", ".join(levels)
    about = f"boards that need no guess, with at most this as their hardest step: {listed}"
    command.option("--no-guess", f"allowed are {listed}", choices=levels, metavar="L", help=about)
    command.flag("--exactly", "with --no-guess: exactly that as their hardest step")


def chosen_no_guess(
    arguments: argparse.Namespace, difficulty: Difficulty | None, error: Callable[[str], NoReturn]
) -> HardestStep | None:
    """Return what ``--no-guess`` and ``--exactly`` ask for, ``None`` if neither was given.

    Calls ``error``, which does not return, when they conflict with other options, or have no room on a board of
    ``difficulty``.
    """
    if arguments.no_guess is None:
        if arguments.exactly:
            error("--exactly without --no-guess, which names the hardest step of boards that need no guess")
        return None
    if arguments.guesses is not None:
        error("--guesses does not go with --no-guess; allowed is the one or the other")
    # Imported only now: the window opens sooner without it.
    from minesweeper_qt.model.dealing.no_guess import HardestStep, check_room
    from minesweeper_qt.model.evidence.derivation import Reasoning

    if difficulty is not None:
        try:
            check_room(difficulty.height, difficulty.width, difficulty.mines)
        except MinesweeperError as wrong:
            error(str(wrong))
    return HardestStep(Reasoning[arguments.no_guess.upper()], arguments.exactly)


def chosen_difficulty(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> Difficulty | None:
    """Return the difficulty that the board options select, ``None`` if none of them was given.

    Calls ``error``, which does not return, when they are incomplete, conflict or make no valid board.
    """
    chosen: Difficulty | None = arguments.level
    size = {name: getattr(arguments, name) for name in ("height", "width", "mines")}
    given = [f"--{name}" for name, value in size.items() if value is not None]
    missing = [f"--{name}" for name, value in size.items() if value is None]
    if given:
        if chosen is not None:
            error(f"--level does not go with {' and '.join(given)}; allowed is the one or the other")
        if missing:
            error(f"{' and '.join(given)} without {' and '.join(missing)}; a board of your own needs all three")
        try:
            chosen = Difficulty.custom(**size)
        except MinesweeperError as wrong:
            error(str(wrong))
    return chosen


def whole(text: str) -> int:
    """Parse a whole number of at most 18 characters; the type of an argument.

    Raises ``ArgumentTypeError`` for anything else.
    """
    # int() alone would also take "1_000", " 7 " and other scripts' digits, and refuse 5,000 digits with a traceback.
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a whole number")
    if len(text) > 18:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is out of range")
    return int(text)


def whole_between(text: str, least: int, most: int) -> int:
    """Parse a whole number from ``least`` to ``most``; raises ``ArgumentTypeError`` for anything else."""
    number = whole(text)
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{number} is out of range")
    return number


def difficulty(text: str) -> Difficulty:
    """Return the difficulty of that name, upper or lower case; raises ``ArgumentTypeError`` for an unknown name."""
    try:
        return DIFFICULTIES[text.lower()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a level") from None


def strategy(text: str) -> str:
    """Return ``text`` if it is the name of a strategy; raises ``ArgumentTypeError`` otherwise."""
    if text not in STRATEGIES:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a strategy")
    return text


def agent_file(text: str) -> Path:
    """Return the path of the agent's file that ``text`` names, as ``StudentFile.find`` finds it, or raises."""
    # Imported only now: the window needs it for an agent's file alone.
    from minesweeper_qt.model.student.student_file import StudentFile

    return StudentFile.find(Path(text)).path


def size_problem(height: int, width: int, most: int) -> str:
    """Return the message that a board has more than ``most`` cells; the empty string if it has not.

    >>> size_problem(200, 201, 40_000)
    '201×200 are 40,200 cells; allowed are up to 40,000: a larger board would take minutes'
    >>> size_problem(200, 200, 40_000)
    ''
    """
    if height * width <= most:
        return ""
    cells = f"{size_text(height, width)} are {height * width:,} cells"
    return f"{cells}; allowed are up to {most:,}: a larger board would take minutes"


def file_to_write(text: str, endings: Sequence[str]) -> Path:
    """Return the path of a file with one of the ``endings``, such as ``.png``, in a folder that can be written to.

    Nothing is written. Raises ``ArgumentTypeError``, with the cause, if the ending differs or it can't be written.
    """
    path = Path(text)
    name = reprlib.repr(text)
    if path.suffix.lower() not in endings:
        raise argparse.ArgumentTypeError(f"{name} does not end in {' or '.join(endings)}")
    try:
        check_target(path)
    except FileNotFoundError as missing:
        raise argparse.ArgumentTypeError(missing.strerror) from None
    except IsADirectoryError:
        raise argparse.ArgumentTypeError(f"{name} is a folder") from None
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{name} can't be written: {wrong.strerror}") from None
    return path


# -- a position in a file

MAX_BYTES = 4_000_000
"""The largest size of a file that is read, in bytes: more than a position of 1000x1000 cells needs in any form."""

MAX_CELLS = 40_000
"""The cells of the largest position that a command computes with, such as 200x200, for which ``solve`` takes seconds.

A position of 1000x1000 took it 12 s with no way to know for how long, and others minutes. The model itself takes them.
"""

FORMAT = (
    "A position is a line WIDTHxHEIGHTxMINES and a line for each row: 0-8 are clues, H is a covered cell, F one with a "
    "flag, which says nothing, ? and M are cells taken for mines. Cells are named (row,column), both from 0. "
    f"Allowed are up to {MAX_CELLS:,} cells."
)


def add_position(command: Parser, **settings: Any) -> None:
    """Add the argument ``file`` to ``command``, and what a position is to its help; ``settings`` as of ``option``."""
    command.epilog = FORMAT
    command.add_argument("file", metavar="FILE", help="the position; - reads standard input", **settings)


def add_svg_option(command: Parser, marks: str) -> None:
    """Add ``--svg`` to ``command``; ``marks`` is what its picture marks."""
    command.file("--svg", ".svg", about=f"also draw the position as a picture (.svg) with {marks}")


def read_position(file: str, error: Callable[[str], NoReturn]) -> Position:
    """Return the position in ``file``; ``-`` is standard input.

    Calls ``error``, which does not return, when the file can't be read, is no position, or has more than ``MAX_CELLS``
    cells. The message names the line and column of a syntax error.
    """
    try:
        position = Position.from_text(read_text(file, error))
    except PositionSyntaxError as wrong:
        error(f"{_shown_name(file)}, {wrong}")
    if problem := size_problem(position.height, position.width, MAX_CELLS):
        error(message_about_file(file, problem))
    return position


def read_text(file: str, error: Callable[[str], NoReturn]) -> str:
    """Return the text in ``file``; ``-`` is standard input.

    Calls ``error``, which does not return, if it can't be read or is not text.
    """
    name = _shown_name(file)
    try:
        if file != "-":
            with open(file, "rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
        elif sys.stdin is not None:
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            error(f"{name} can't be read: it is closed")
    except OSError as wrong:
        error(f"{name} can't be read: {wrong.strerror or wrong}")
    if len(raw) > MAX_BYTES:
        most = f"more than {MAX_BYTES} bytes; a position of 1000x1000 cells has about a million"
        error(f"{name} can't be read: {most}")
    if raw.startswith(codecs.BOM_UTF16_LE):  # PowerShell's > writes it
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        *lines, last = raw[: wrong.start].decode("utf-8").split("\n")
        where = f"line {len(lines) + 1}, column {len(last) + 1}"
        error(f"{name}, {where}: byte 0x{raw[wrong.start]:02x} is not UTF-8; expected plain text")


def no_layout_message(file: str, position: Position) -> str:
    """Return the message that no layout agrees with the position in ``file``; see ``no_layout_problem``."""
    return message_about_file(file, no_layout_problem(position))


def no_layout_problem(position: Position) -> str:
    """Return that no layout agrees with ``position``, and the clues that contradict each other.

    They are left out if they are too hard to find.
    """
    # Imported only now: the window never needs it here.
    from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

    try:
        contradiction = f": {describe_contradiction(position, contradicting_clues(position) or ())}"
    except TooHard:
        contradiction = ""
    return f"no layout agrees with this position{contradiction}"


def message_about_file(file: str, message: str) -> str:
    """Return ``message`` with the name of ``file`` before it."""
    return f"{_shown_name(file)}: {message}"


def _shown_name(file: str) -> str:
    return "standard input" if file == "-" else repr(file)
