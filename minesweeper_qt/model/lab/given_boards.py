"""Boards that are given to the lab, one JSON object on a line."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from minesweeper_qt.model.board.board import MAX_SIDE, Board, Cell, check_whole
from minesweeper_qt.model.board.rules import CLASSIC_RULES, FirstClick, Rules
from minesweeper_qt.model.errors import BoardsSyntaxError, MinesweeperError

_KEYS = ("height", "width", "mines", "start")


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A layout to be played and the cell to begin in; without ``start`` whoever plays begins where they like."""

    height: int
    width: int
    mines: tuple[Cell, ...]
    start: Cell | None = None


def read_boards(lines: Iterable[str], rules: Rules = CLASSIC_RULES) -> tuple[GivenBoard, ...]:
    """Read a board from each line: ``{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}``.

    Rows and columns count from 0. ``start`` may be missing or ``null`` where the ``rules`` allow the first click to be
    anything. Empty lines don't count.

    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}'])
    (GivenBoard(height=2, width=3, mines=((0, 1),), start=(1, 1)),)
    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 3]]}'])
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardsSyntaxError: line 1: mines: (0, 3) is off the board; allowed are (0, 0) to (1, 2)

    Raises ``BoardsSyntaxError`` with the number of the line: for what is no such object, for a cell off the board or
    twice among the mines, for no mine or none but mines, and for a mine or nothing as a start that should be safe.
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
    what = _object(line)
    for key in ("height", "width"):
        if not check_whole(what[key]) or not 1 <= what[key] <= MAX_SIDE:
            raise MinesweeperError(f"{key}: {reprlib.repr(what[key])}; allowed are whole numbers from 1 to {MAX_SIDE}")
    board = Board(what["height"], what["width"])
    mines = _mines(what["mines"], board)
    start = None if what.get("start") is None else _cell("start", what["start"], board)
    if rules.first_click is not FirstClick.ANYTHING:
        # Mines that are given don't move away.
        if start is None:
            raise MinesweeperError("'start' is missing: by these rules the first click is no mine")
        if start in mines:
            raise MinesweeperError(f"start: {start} is a mine, which the first click can't be by these rules")
    return GivenBoard(board.height, board.width, mines, start)


def _object(line: str) -> dict[str, Any]:
    try:
        # A name that comes twice is a mistake, not a change of mind: plain json would take the last.
        what = json.loads(line, object_pairs_hook=_without_repetition)
    except json.JSONDecodeError as wrong:
        raise MinesweeperError(f"no JSON at column {wrong.colno}: {wrong.msg}") from None
    except MinesweeperError:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise MinesweeperError("no board: too long a number or too many brackets") from None
    if not isinstance(what, dict):
        raise MinesweeperError(f"{reprlib.repr(what)}; expected an object with {', '.join(_KEYS)}")
    unknown = [key for key in what if key not in _KEYS]
    if unknown:
        raise MinesweeperError(f"{reprlib.repr(unknown[0])} is not known; allowed are {', '.join(_KEYS)}")
    missing = [key for key in _KEYS[:3] if key not in what]
    if missing:
        raise MinesweeperError(f"{missing[0]!r} is missing")
    return what


def _mines(what: Any, board: Board) -> tuple[Cell, ...]:
    if not isinstance(what, list):
        raise MinesweeperError(f"mines: {reprlib.repr(what)}; expected a list of cells [row, column]")
    mines = tuple(sorted(_cell("mines", mine, board) for mine in what))
    twice = [mine for mine, following in pairwise(mines) if mine == following]
    if twice:
        raise MinesweeperError(f"mines: {twice[0]} is there twice")
    if not 1 <= len(mines) < len(board.cells):
        raise MinesweeperError(f"mines: {len(mines)} of {len(board.cells)} cells; allowed are 1 to all but one")
    return mines


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise MinesweeperError(f"{reprlib.repr(name)} is there twice")
    return dict(pairs)


def _cell(name: str, what: Any, board: Board) -> Cell:
    if not isinstance(what, list) or len(what) != 2 or not all(map(check_whole, what)):
        raise MinesweeperError(f"{name}: {reprlib.repr(what)}; expected a cell [row, column]")
    cell = (what[0], what[1])
    if cell not in board:
        last = (board.height - 1, board.width - 1)
        raise MinesweeperError(f"{name}: {reprlib.repr(cell)} is off the board; allowed are (0, 0) to {last}")
    return cell
