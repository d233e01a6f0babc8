"""Writes the cells of a text by the letters that an example gives them. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from minesweeper_qt.model import Cell

LetterOf: TypeAlias = Callable[[Cell], str]
"""Returns the letter of a cell, empty if it has none."""

_CELL = re.compile(r"\((\d+), (\d+)\)")


def with_letters(text: str, letter_of: LetterOf | None) -> str:
    """Return ``text`` with letters in place of the cells that have one; ``letter_of`` is ``None`` where none has.

    >>> with_letters("{(0, 1), (2, 2)} = 1: clue 1 at (1, 1)", {(0, 1): "B", (2, 2): "C"}.get)
    '{B, C} = 1: clue 1 at (1, 1)'
    """
    if letter_of is None:
        return text
    return _CELL.sub(lambda found: letter_of((int(found[1]), int(found[2]))) or found[0], text)
