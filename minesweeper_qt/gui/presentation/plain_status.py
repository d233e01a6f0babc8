"""The status line where the board has no coordinates: without the names of cells. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass

from minesweeper_qt.model import Cell

_CELL = re.compile(r"\((\d+), (\d+)\)")
_CELLS = re.compile(r"\(\d+, \d+\)(?:(?:, | and )\(\d+, \d+\))+")
_OTHER = re.compile(r"but \(\d+, \d+\) was safe")
_START = re.compile(r"(^|[.:!?] )(that cell|those cells)")


@dataclass(frozen=True, slots=True)
class PlainStatus:
    """A text that names no cell, and the ``cell`` that it speaks of, ``None`` unless it is one alone.

    >>> PlainStatus.of("Lost after 0:47. (9, 7) is a mine.")
    PlainStatus(text='Lost after 0:47. That cell is a mine.', cell=(9, 7))
    >>> PlainStatus.of("Revealed 3 cells.").cell is None
    True
    """

    text: str
    cell: Cell | None

    @classmethod
    def of(cls, text: str) -> PlainStatus:
        """Return ``text`` with "that cell" in place of each name of a cell."""
        # "That cell, but that cell" would be a riddle.
        text = _OTHER.sub("but there was a safe cell", text)
        named = {(int(row), int(column)) for row, column in _CELL.findall(text)}
        plain = _CELL.sub("that cell", _CELLS.sub("those cells", text))
        plain = _START.sub(lambda found: found[1] + found[2].capitalize(), plain)
        return cls(plain, named.pop() if len(named) == 1 else None)
