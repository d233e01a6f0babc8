"""Reads a file or a text with a game, a board or a position, whichever program wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import BoardCodeError, ForeignFileError, quoted
from minesweeper_qt.model.file_writing import read_whole
from minesweeper_qt.model.play.board_code import BoardCode
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.replay.board_formats import read_board, read_mbf
from minesweeper_qt.model.replay.replay_reader import MOST_MIB, PROGRAMS, READ, read_replay, signed_kind

_MOST_MIB = 20
_NO_GAME = (
    "this is not a game that can be read; allowed are records of this program, replays in AVF, EVF, MVF and RMV, "
    "boards in MBF, in an address with ?b= and &m= or as a game ID of Simon Tatham's Mines, and positions that begin "
    "with WIDTHxHEIGHTxMINES"
)


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a file holds: the record of a game, which may have no moves yet, or a position.

    ``note`` says which program wrote a replay whose moves have another result or time than it states.
    """

    content: Record | Position
    note: str = ""

    @property
    def record(self) -> Record:
        """The record of the game; raises ``ForeignFileError`` for a position."""
        if isinstance(self.content, Position):
            raise ForeignFileError("this is a position, not a game: it has no moves")
        return self.content


def read_file(path: Path) -> GameFile:
    """Return what the file holds: a record, a position, or a replay or board of another program.

    The ending of its name tells replays and MBF files apart, unless its content does. Raises ``OSError``, and
    ``MinesweeperError`` for a file that holds none of these.
    """
    kind = path.suffix.lower().removeprefix(".")
    data = read_whole(path, MOST_MIB if kind in PROGRAMS else _MOST_MIB)
    if kind not in PROGRAMS or kind in READ:
        kind = signed_kind(data) or kind
    if kind == "mbf":
        return GameFile(read_mbf(data))
    # The replays that are read have many zeros, a text has none.
    if kind in PROGRAMS and (kind not in READ or b"\0" in data):
        return GameFile(*read_replay(data, kind))
    return read_text(data.decode("utf-8-sig", "replace"))


def read_text(text: str) -> GameFile:
    """Return what ``text`` is: a record, a position, or a board of another program.

    >>> read_text("3x1x1\\n1HH\\n").content.mines
    1
    >>> read_text("?b=33&m=80").content.layout
    frozenset({(0, 1)})

    Raises ``MinesweeperError`` for another text.
    """
    if text.startswith("minesweeper-qt record"):
        return GameFile(Record.from_text(text))
    if re.search("(?im)^(rawvf_version|board):", text[:2000]):
        return GameFile(*read_replay(b"", "rawvf"))
    board = read_board(text)
    if board is None and not re.match(r"\s*[0-9]+[x×][0-9]+[x×][0-9]", text):
        raise ForeignFileError(_NO_GAME)
    return GameFile(board or Position.from_text(text))


def read_code(text: str) -> BoardCode | Record:
    """Return the board that a line says: a code of this program, or a game ID or address of another one.

    >>> read_code("1FJE-W7C0-000J").seed
    2026
    >>> read_code("https://example.org/mines.html#4x2:0,0,u18").start
    (0, 0)

    Raises ``BoardCodeError`` or ``ForeignFileError`` for another text.
    """
    try:
        return BoardCode.from_text(text)
    except BoardCodeError:
        board = read_board(text)
        if board is None and re.search("[:/?#]", text):
            allowed = "board codes, game IDs such as 4x2:0,0,u18, and addresses with one"
            raise ForeignFileError(f"{quoted(text.strip())} is no board; allowed are {allowed}") from None
        if board is None:
            raise
        return board


def read_game(path: Path) -> Record:
    """Return the record of the game in a file: ours, or a replay or board of another program.

    Raises ``OSError``, and ``MinesweeperError`` for a file without a game.
    """
    return read_file(path).record
