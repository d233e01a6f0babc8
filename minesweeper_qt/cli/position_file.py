"""A position that a command reads: from a file or from standard input, and what is wrong with it in one line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from minesweeper_qt.cli.arguments import Parser
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import PositionSyntaxError, TooHard
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

MAX_BYTES = 4_000_000
"""More than a position of 1000x1000 cells needs in any form."""

FORMAT = (
    "A position is a line WIDTHxHEIGHTxMINES and a line for each row: 0-8 are clues, H is a covered cell, F one with a "
    "flag, which says nothing, ? and M are cells taken for mines. Cells are named (row,column), both from 0."
)


def add_position(command: Parser) -> None:
    """Add the name of the file to a command's arguments."""
    command.add_argument("file", metavar="FILE", help="the position; - reads standard input")


def read_position(file: str, error: Callable[[str], NoReturn]) -> Position:
    """Return the position in ``file``; ``error`` gets what is wrong, with the line and column."""
    try:
        return Position.from_text(_text(file))
    except OSError as wrong:
        error(f"{_shown(file)} can't be read: {wrong.strerror or wrong}")
    except PositionSyntaxError as wrong:
        error(f"{_shown(file)}, {wrong}")


def no_layout(file: str, position: Position) -> str:
    """Say that no layout agrees with the position of ``file``, and why as far as that is not hard to find."""
    try:
        clash = f": {describe_contradiction(position, contradicting_clues(position) or ())}"
    except TooHard:
        clash = ""
    return in_file(file, f"no layout agrees with this position{clash}")


def in_file(file: str, what: str) -> str:
    """Say ``what`` of the position in ``file``."""
    return f"{_shown(file)}: {what}"


def _shown(file: str) -> str:
    return "standard input" if file == "-" else repr(file)


def _text(file: str) -> str:
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
