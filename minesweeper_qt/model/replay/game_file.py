"""Reads a file or a text with a game, a board or a position, whichever program wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import ForeignFileError
from minesweeper_qt.model.file_writing import read_whole
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.replay.board_formats import read_board, read_mbf
from minesweeper_qt.model.replay.replay_reader import MOST_MIB, PROGRAMS, read_replay

_MOST_MIB = 20


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a file holds: the record of a game, which may have no moves yet, or a position.

    ``note`` says which program wrote a replay whose moves have another result or time than it states.
    """

    content: Record | Position
    note: str = ""


def read_file(path: Path) -> GameFile:
    """Return what the file holds: a record, a position, or a replay or board of another program.

    The ending of its name tells replays and MBF files apart. Raises ``OSError``, and ``MinesweeperError`` for a file
    that holds none of these.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind in PROGRAMS:
        return GameFile(*read_replay(read_whole(path, MOST_MIB), kind))
    if kind == "mbf":
        return GameFile(read_mbf(read_whole(path, 1)))
    return read_text(read_whole(path, _MOST_MIB).decode("utf-8-sig", "replace"))


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
    if "rawvf_version" in text[:2000].lower():
        return GameFile(*read_replay(b"", "rawvf"))
    return GameFile(read_board(text) or Position.from_text(text))


def read_game(path: Path) -> Record:
    """Return the record of the game in a file: ours, or a replay or board of another program.

    Raises ``OSError``, and ``MinesweeperError`` for a file without a game.
    """
    content = read_file(path).content
    if isinstance(content, Position):
        raise ForeignFileError("this is a position, and no game")
    return content
