"""The rules of a game as values, and the levels people choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from minesweeper_qt.model.board.board import check_whole
from minesweeper_qt.model.errors import BoardSizeError, MineCountError


class FirstClick(Enum):
    """What the first revealed cell may be."""

    ANYTHING = "anything"
    """It may be a mine."""
    SAFE = "safe"
    """It is no mine."""
    OPENING = "opening"
    """It opens an area when at least 9 cells can stay free of mines; on a fuller board it is just safe."""


class Win(Enum):
    """What it takes to win."""

    REVEALED = "revealed"
    """Every safe cell is revealed; the mines are then flagged."""
    FLAGGED = "flagged"
    """The flags are exactly the mines."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game is played. ``cascade``: revealing a clue of 0 reveals its neighbours too."""

    first_click: FirstClick = FirstClick.OPENING
    cascade: bool = True
    win: Win = Win.REVEALED


CS50_RULES = Rules(FirstClick.ANYTHING, cascade=False, win=Win.FLAGGED)
"""The rules of the CS50 project: what ``Minesweeper()`` plays by."""

CLASSIC_RULES = Rules()
"""What players of Minesweeper know."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A board size, a number of mines and the rules: what a new game needs to know.

    >>> DIFFICULTIES["expert"].height, LEVELS["expert"].width, LEVELS["expert"].mines
    (16, 30, 99)
    """

    MIN_SIDE: ClassVar[int] = 2
    MAX_SIDE: ClassVar[int] = 100

    name: str
    height: int
    width: int
    mines: int
    rules: Rules = CLASSIC_RULES

    @classmethod
    def custom(cls, height: int, width: int, mines: int) -> Difficulty:
        """Return a level of the player's own with the classic rules.

        >>> Difficulty.custom(2, 2, 4)
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.MineCountError: 4 mines on a board of 2x2; allowed are 1 to 3

        Raises ``BoardSizeError`` unless it is 2x2 to 100x100, ``MineCountError`` unless 1 to all but one are mines.
        """
        for name, side in (("height", height), ("width", width)):
            if not check_whole(side) or not cls.MIN_SIDE <= side <= cls.MAX_SIDE:
                raise BoardSizeError(f"{name} is {side!r}; allowed are {cls.MIN_SIDE} to {cls.MAX_SIDE}")
        most = height * width - 1
        if not check_whole(mines) or not 1 <= mines <= most:
            raise MineCountError(f"{mines!r} mines on a board of {height}x{width}; allowed are 1 to {most}")
        return cls("custom", height, width, mines)


DIFFICULTIES: Mapping[str, Difficulty] = MappingProxyType(
    {
        difficulty.name: difficulty
        for difficulty in (
            Difficulty("cs50", 8, 8, 8, CS50_RULES),
            Difficulty("beginner", 9, 9, 10),
            Difficulty("intermediate", 16, 16, 40),
            Difficulty("expert", 16, 30, 99),
        )
    }
)
"""The levels by name, easiest first."""
