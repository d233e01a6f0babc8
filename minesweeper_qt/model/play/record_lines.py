"""Reads the lines of a record one by one, and names the line where a record is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.game.action import Action
from minesweeper_qt.model.play.recorded_move import RecordedMove
from minesweeper_qt.model.text.quoted_text import quoted

HEADS = ("minesweeper-qt record 1", "minesweeper-qt record 2")
"""The first lines of records, by version."""

MINES = "mines"
"""The first word of the line with the layout."""

_NUMBER = re.compile("-?[0-9]{1,20}")
_CELL = re.compile("([0-9]{1,9}),([0-9]{1,9})")


def layout_line(mines: Iterable[Cell]) -> str:
    """Return the line with a layout: the cells of its mines in reading order.

    >>> layout_line({(1, 0), (0, 12)})
    'mines 0,12 1,0'
    """
    return " ".join([MINES, *(f"{row},{column}" for row, column in sorted(mines))])


class RecordLines:
    """The lines of a record, read one by one; ``read`` counts those that were read.

    A last line without an end may be cut off: with ``allow_cut`` it is left out. Each method that reads a line raises
    ``RecordSyntaxError``, with the number of the line, unless the line has the expected form.

    >>> lines = RecordLines("seed 5\\nstart 0", allow_cut=True)
    >>> lines.numbers("seed", "NUMBER"), lines.read, lines.next_key()
    ([5], 1, '')
    """

    def __init__(self, text: str, allow_cut: bool) -> None:
        self._lines = text.splitlines()
        # A text of one letter has an empty line only if the letter ends a line.
        self._is_cut = text[-1:].splitlines() not in ([], [""])
        if self._is_cut and allow_cut:
            self._lines.pop()
            self._is_cut = False
        self.read = 0

    @property
    def is_at_end(self) -> bool:
        """True when all lines are read."""
        return self.read >= len(self._lines)

    def next_key(self) -> str:
        """Return the first word of the next line, or an empty text at the end."""
        words = self._words()
        return words[0] if words else ""

    def version(self) -> int:
        """Read the first line and return the version; a record of version 2 must not be cut off."""
        if self.is_at_end or self._lines[0] not in HEADS:
            raise self.expected(" or ".join(map(repr, HEADS)))
        version = 1 + HEADS.index(self._lines[0])
        if version > 1 and self._is_cut:
            last = quoted(self._lines[-1])
            raise RecordSyntaxError(
                f"line {len(self._lines)}: {last} has no end of line, so it may be cut off; allowed with allow_cut, "
                "which reads the lines before it"
            )
        self.read = 1
        return version

    def word(self, key: str, allowed: list[str]) -> str:
        """Read a line with ``key`` and one of the ``allowed`` words; return that word."""
        form = "|".join(allowed)
        (word,) = self._values(key, form)
        if word not in allowed:
            raise self.expected(f"{key} {form}")
        self.read += 1
        return word

    def numbers(self, key: str, form: str) -> list[int]:
        """Read a line with ``key`` and as many whole numbers as ``form`` has words; return the numbers."""
        words = self._values(key, form)
        if not all(map(_NUMBER.fullmatch, words)):
            raise self.expected(f"{key} {form}")
        self.read += 1
        return [int(word) for word in words]

    def layout(self, height: int, width: int, count: int) -> frozenset[Cell]:
        """Read a line with the layout of ``count`` mines on a board of this size; return the cells of its mines."""
        if self.next_key() != MINES:
            raise self.expected(f"{MINES} ROW,COLUMN ...")
        words = self._words()[1:]
        if len(words) != count:
            raise self.error(f"here are {len(words)} mines; the board has {count}")
        mines: set[Cell] = set()
        for word in words:
            form = _CELL.fullmatch(word)
            if form is None:
                raise self.expected(f"{MINES} ROW,COLUMN ...")
            cell = (int(form[1]), int(form[2]))
            if cell[0] >= height or cell[1] >= width:
                raise self.error(f"{cell} is not on the board of {height}x{width}")
            if cell in mines:
                raise self.error(f"{cell} is there twice")
            mines.add(cell)
        self.read += 1
        return frozenset(mines)

    def move(self, version: int) -> RecordedMove:
        """Read a line with a move; in version 1 it is an action of the player."""
        line = self._lines[self.read]
        try:
            move = RecordedMove((Action.from_text(line),)) if version == 1 else RecordedMove.from_line(line)
        except MinesweeperError as error:
            raise self.error(str(error)) from error
        self.read += 1
        return move

    def expected(self, form: str) -> RecordSyntaxError:
        """Return the error that shows the next line and the ``form`` that is expected there."""
        found = "the end" if self.is_at_end else quoted(self._lines[self.read])
        return self.error(f"{found}; expected {form}")

    def error(self, message: str) -> RecordSyntaxError:
        """Return the error with ``message`` about the next line."""
        return RecordSyntaxError(f"line {self.read + 1}: {message}")

    def _words(self) -> list[str]:
        """Return the words of the next line."""
        return [] if self.is_at_end else self._lines[self.read].split()

    def _values(self, key: str, form: str) -> list[str]:
        """Return the words after ``key`` in the next line, as many as ``form`` has."""
        words = self._words()
        if words[:1] != [key] or len(words) != 1 + len(form.split()):
            raise self.expected(f"{key} {form}")
        return words[1:]
