"""Reads boards that are given to the lab, one JSON object on a line."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from minesweeper_qt.model.board.board import MAX_SIDE, Board, Cell, is_whole
from minesweeper_qt.model.board.rules import CLASSIC_RULES, FirstClick, Rules
from minesweeper_qt.model.errors import BoardsSyntaxError, MinesweeperError

_KEYS = ("height", "width", "mines", "start")


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A layout to be played, and the cell to begin in; without ``start`` the strategy chooses where to begin.

    >>> GivenBoard(2, 3, mines=((0, 1),)).start is None
    True

    Nothing is checked here; ``read_boards`` raises ``BoardsSyntaxError`` for boards that can't be played.
    """

    height: int
    width: int
    mines: tuple[Cell, ...]
    start: Cell | None = None


def read_boards(lines: Iterable[str], rules: Rules = CLASSIC_RULES) -> tuple[GivenBoard, ...]:
    """Return the boards in ``lines``, one on each: ``{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}``.

    Rows and columns count from 0. ``start`` may be missing or ``null`` where the ``rules`` allow the first click to be
    a mine. Empty lines are skipped.

    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}'])
    (GivenBoard(height=2, width=3, mines=((0, 1),), start=(1, 1)),)
    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 3]]}'])
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardsSyntaxError: line 1: mines: (0, 3) is off the board; allowed are (0, 0) to (1, 2)

    Raises ``BoardsSyntaxError`` with the number of the line: for anything but such an object, for a cell off the board
    or twice among the mines, for a board without mines or without safe cells, and, where the rules protect the first
    click, for a ``start`` that is missing or a mine.
    """
    boards = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                boards.append(_board(line, rules))
            except MinesweeperError as wrong:
                raise BoardsSyntaxError(number, str(wrong)) from None
    return tuple(boards)


def _board(line: str, rules: Rules) -> GivenBoard:
    """Return the board on a line; raise ``MinesweeperError`` if it can't be played by the ``rules``."""
    value = _object(line)
    for key in ("height", "width"):
        if not is_whole(value[key]) or not 1 <= value[key] <= MAX_SIDE:
            raise MinesweeperError(f"{key}: {reprlib.repr(value[key])}; allowed are whole numbers from 1 to {MAX_SIDE}")
    board = Board(value["height"], value["width"])
    mines = _mines(value["mines"], board)
    start = None if value.get("start") is None else _cell("start", value["start"], board)
    if rules.first_click is not FirstClick.ANYTHING:
        # Given mines don't move away from the first click.
        if start is None:
            raise MinesweeperError("'start' is missing: by these rules the first click is no mine")
        if start in mines:
            raise MinesweeperError(f"start: {start} is a mine, which the first click can't be by these rules")
    return GivenBoard(board.height, board.width, mines, start)


def _object(line: str) -> dict[str, Any]:
    """Return the JSON object on a line, with the names of a board."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as wrong:
        raise MinesweeperError(f"no JSON at column {wrong.colno}: {wrong.msg}") from None
    except (ValueError, RecursionError):  # a number with thousands of digits, or thousands of brackets
        raise MinesweeperError("no board: too long a number or too many brackets") from None
    if not isinstance(value, dict):
        raise MinesweeperError(f"{reprlib.repr(value)}; expected an object with {', '.join(_KEYS)}")
    unknown = [key for key in value if key not in _KEYS]
    if unknown:
        raise MinesweeperError(f"{reprlib.repr(unknown[0])} is not known; allowed are {', '.join(_KEYS)}")
    missing = [key for key in _KEYS[:3] if key not in value]
    if missing:
        raise MinesweeperError(f"{missing[0]!r} is missing")
    return value


def _mines(value: Any, board: Board) -> tuple[Cell, ...]:
    """Return the mines of a board, sorted; raise ``MinesweeperError`` for a wrong cell, a repeated one, or a wrong
    number.
    """
    if not isinstance(value, list):
        raise MinesweeperError(f"mines: {reprlib.repr(value)}; expected a list of cells [row, column]")
    mines = tuple(sorted(_cell("mines", mine, board) for mine in value))
    twice = [mine for mine, following in pairwise(mines) if mine == following]
    if twice:
        raise MinesweeperError(f"mines: {twice[0]} is there twice")
    if not 1 <= len(mines) < len(board.cells):
        raise MinesweeperError(f"mines: {len(mines)} of {len(board.cells)} cells; allowed are 1 to all but one")
    return mines


def _cell(name: str, value: Any, board: Board) -> Cell:
    """Return ``value`` as a cell of the board; ``name`` stands before the message of a ``MinesweeperError``."""
    if not isinstance(value, list) or len(value) != 2 or not all(map(is_whole, value)):
        raise MinesweeperError(f"{name}: {reprlib.repr(value)}; expected a cell [row, column]")
    cell = (value[0], value[1])
    if cell not in board:
        last = (board.height - 1, board.width - 1)
        raise MinesweeperError(f"{name}: {reprlib.repr(cell)} is off the board; allowed are (0, 0) to {last}")
    return cell
