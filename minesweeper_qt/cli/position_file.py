"""Reads the position for a command, from a file or from standard input, and reports its errors in one line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from minesweeper_qt.cli.arguments import Parser, size_problem
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import PositionSyntaxError, TooHard
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

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


def add_position(command: Parser) -> None:
    """Add the argument ``file`` to ``command``, and what a position is to its help."""
    command.epilog = FORMAT
    command.add_argument("file", metavar="FILE", help="the position; - reads standard input")


def read_position(file: str, error: Callable[[str], NoReturn]) -> Position:
    """Return the position in ``file``; ``-`` is standard input.

    Calls ``error``, which does not return, when the file can't be read, is no position, or has more than ``MAX_CELLS``
    cells. The message names the line and column of a syntax error.
    """
    try:
        position = Position.from_text(_read_text(file))
    except OSError as wrong:
        error(f"{_shown_name(file)} can't be read: {wrong.strerror or wrong}")
    except PositionSyntaxError as wrong:
        error(f"{_shown_name(file)}, {wrong}")
    problem = size_problem(position.height, position.width, MAX_CELLS)
    if problem:
        error(message_about_file(file, problem))
    return position


def no_layout_message(file: str, position: Position) -> str:
    """Return the message that no layout agrees with the position in ``file``.

    It names clues that contradict each other, unless they are too hard to find.
    """
    try:
        contradiction = f": {describe_contradiction(position, contradicting_clues(position) or ())}"
    except TooHard:
        contradiction = ""
    return message_about_file(file, f"no layout agrees with this position{contradiction}")


def message_about_file(file: str, message: str) -> str:
    """Return ``message`` with the name of ``file`` before it."""
    return f"{_shown_name(file)}: {message}"


def _shown_name(file: str) -> str:
    return "standard input" if file == "-" else repr(file)


def _read_text(file: str) -> str:
    if file == "-":
        if sys.stdin is None:
            raise OSError("it is closed")
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        with open(file, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise OSError(f"more than {MAX_BYTES} bytes; a position of 1000x1000 cells has about a million")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        before = raw[: wrong.start].decode("utf-8").split("\n")
        reason = f"byte 0x{raw[wrong.start]:02x} is not UTF-8; expected plain text"
        raise PositionSyntaxError(len(before), len(before[-1]) + 1, reason) from None
