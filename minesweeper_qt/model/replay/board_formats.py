"""Boards as other programs write them: MBF files, addresses with ``?b=&m=``, and game IDs of Simon Tatham's Mines.

MBF is bytes: width, height, the number of mines in two bytes, and column and row of each mine. Some programs copy it in
hexadecimal digits. In an address, ``b`` is the size and ``m`` has the cells in reading order, five to a digit. The
digits of a game ID have four cells each, mostly masked, so that nobody reads the mines by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha1
from urllib.parse import parse_qs, unquote

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.rules import FirstClick, Rules
from minesweeper_qt.model.errors import ForeignFileError, quoted
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.play.record import Record, RecordedMove

_MOST_SIDE = 255
_SIZES = {"1": "99", "2": "1616", "3": "3016"}
_ADDRESS = re.compile(r"(?:https?://)?[^\s?#]*\?((?:[^\s#]*&)?b=[^&\s#][^\s#]*)")
_GAME_ID = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?:(?:([0-9]{1,3}),([0-9]{1,3}),)?([mu]?)([0-9a-fA-F]+)")
_SEED = re.compile(r"[0-9]+(x[0-9]+)?(n[0-9]+%?)?a?(X[0-9]+)?(Y[0-9]+)?#.+|[0-9]+(x[0-9]+)?:r[0-9]+,.*")


def board_record(height: int, width: int, mines: Iterable[Cell], start: Cell | None = None) -> Record:
    """Return the record of a game on a board with these ``mines``, in which only ``start`` is opened, protected.

    >>> board_record(2, 3, [(0, 0)], (1, 2)).replay().clues[1, 1]
    1

    Raises ``ForeignFileError`` for a board that nobody can play, or a mine that is there twice or is the start.
    """
    if not (0 < height <= _MOST_SIDE and 0 < width <= _MOST_SIDE):
        raise ForeignFileError(f"a board of {width}×{height}; allowed are 1 to {_MOST_SIDE} rows and columns")
    cells = list(mines)
    layout = frozenset(cells)
    if not 0 < len(cells) < height * width:
        raise ForeignFileError(f"{len(cells)} mines on a board of {width}×{height}; both kinds of cells are needed")
    if len(layout) < len(cells) or not layout <= set(Board(height, width).cells):
        raise ForeignFileError("a mine is off the board, or there twice")
    if start in layout or not (start is None or start in Board(height, width).cells):
        raise ForeignFileError(f"the first opened cell {start} is a mine, or off the board")
    moves = () if start is None else (RecordedMove((Action(Verb.REVEAL, start),), seconds=0),)
    rules = Rules(FirstClick.ANYTHING if start is None else FirstClick.SAFE)
    return Record(height, width, len(layout), rules, None, start, moves, layout)


def read_mbf(data: bytes) -> Record:
    """Return the record of a game on the board of an MBF file, before its first move.

    >>> sorted(read_mbf(bytes([3, 2, 0, 1, 2, 0])).layout)
    [(0, 2)]

    Raises ``ForeignFileError``.
    """
    number = int.from_bytes(data[2:4])
    if len(data) < 4 or len(data) != 4 + 2 * number:
        raise ForeignFileError(f"{len(data)} bytes are not a board in MBF, which has 4, and 2 for each mine")
    return board_record(data[1], data[0], zip(data[5::2], data[4::2], strict=True))


def read_board(text: str) -> Record | None:
    """Return the record of a game on the board that ``text`` is, or ``None`` if it has none of the forms.

    >>> sorted(read_board("https://example.org/?b=33&m=80").layout)
    [(0, 1)]
    >>> read_board("4x2:0,0,u18").to_text().splitlines()[-2:]
    ['mines 0,3 1,0', 'reveal 0 0 at 0.000']
    >>> read_board("https://example.org/mines.html#4x2%3A0,0,u18") == read_board("4x2:0,0,u18")
    True
    >>> read_board("030200010200") == read_mbf(bytes([3, 2, 0, 1, 2, 0]))
    True
    >>> read_board("3x2x1") is None
    True

    Raises ``ForeignFileError`` for a text that has such a form, but is no board.
    """
    text = unquote(text.strip())
    address, _, behind = text.partition("#")
    if re.search("[/.]", address):  # a seed has a #, too, but neither before it
        text = behind or text
    if (query := _ADDRESS.fullmatch(text)) is not None:
        return _read_address(parse_qs(query[1]))
    if (game_id := _GAME_ID.fullmatch(text)) is not None:
        return _read_game_id(*game_id.groups())
    if _SEED.fullmatch(text):
        reason = "its mines need the random numbers of that program: copy the game ID after the first click"
        raise ForeignFileError(f"{quoted(text)} is a game of Simon Tatham's Mines before its first click, and {reason}")
    return read_mbf(bytes.fromhex(text)) if re.fullmatch("(?:[0-9a-fA-F]{2}){6,}", text) else None


def _read_address(values: dict[str, list[str]]) -> Record:
    size, digits = values["b"][0], values.get("m", [""])[0]
    size = _SIZES.get(size, size)
    half = len(size) // 2
    if not re.fullmatch("(?:[0-9]{2}){1,3}", size):
        raise ForeignFileError(f"b={quoted(size)} is not a size; allowed are 1, 2, 3, or columns and rows as in 1616")
    width, height = int(size[:half]), int(size[half:])
    if not re.fullmatch("[0-9a-v]+", digits) or len(digits) != -(-width * height // 5):
        raise ForeignFileError(f"m={quoted(digits)} is not a board of {width}×{height}: each digit is for 5 cells")
    return board_record(height, width, _set_cells("".join([f"{int(digit, 32):05b}" for digit in digits]), width))


def _read_game_id(columns: str, rows: str | None, x: str | None, y: str | None, mask: str, digits: str) -> Record:
    width, height = int(columns), int(rows or columns)
    cells = width * height
    if len(digits) != -(-cells // 4):
        raise ForeignFileError(f"{len(digits)} digits are not a board of {width}×{height}: each is for 4 cells")
    data = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if mask == "m":
        half = len(data) // 2
        last = _masked(data[half:], data[:half])
        last = last[:-1] + bytes([last[-1] & 0xFF << -cells % 8 & 0xFF])
        data = _masked(data[:half], last) + last
    start = None if x is None or y is None else (int(y), int(x))
    return board_record(height, width, _set_cells(f"{int.from_bytes(data):0{8 * len(data)}b}", width), start)


def _masked(data: bytes, key: bytes) -> bytes:
    """Return ``data`` with the bits switched that follow from ``key``."""
    parts = range(len(data) // 20 + 1)
    mask = b"".join([sha1(key + str(part).encode(), usedforsecurity=False).digest() for part in parts])
    return bytes([one ^ other for one, other in zip(data, mask, strict=False)])


def _set_cells(bits: str, width: int) -> Iterable[Cell]:
    """Return the cells of the ones in ``bits``, which has the cells in reading order."""
    return [divmod(place, width) for place, bit in enumerate(bits) if bit == "1"]
