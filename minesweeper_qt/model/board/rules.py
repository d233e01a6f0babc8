"""The rules of a game as values, and the difficulties that players choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from minesweeper_qt.model.board.board import is_whole
from minesweeper_qt.model.errors import BoardSizeError, MineCountError
from minesweeper_qt.model.words import size_text


class FirstClick(Enum):
    """The protection of the first revealed cell; the value is its word in records.

    >>> CLASSIC_RULES.first_click.value, CS50_RULES.first_click.value
    ('opening', 'anything')
    >>> FirstClick("safe").name
    'SAFE'

    ``FirstClick(word)`` raises ``ValueError`` for any other word.
    """

    ANYTHING = "anything"
    """The first revealed cell may be a mine."""
    SAFE = "safe"
    """The first revealed cell is not a mine."""
    OPENING = "opening"
    """The first revealed cell has the clue 0 when at least 9 cells can stay free of mines, and else is just safe."""


class Win(Enum):
    """The condition for winning a game; the value is its word in records.

    >>> CLASSIC_RULES.win.value, CS50_RULES.win.value
    ('revealed', 'flagged')

    ``Win(word)`` raises ``ValueError`` for any other word.
    """

    REVEALED = "revealed"
    """Every safe cell is revealed; the game then flags the mines."""
    FLAGGED = "flagged"
    """The flagged cells are exactly the mines."""


class Guesses(Enum):
    """What becomes of guesses; the value is its word in records.

    >>> Guesses("fair").name
    'FAIR'

    ``Guesses(word)`` raises ``ValueError`` for any other word.
    """

    AS_DEALT = "as-dealt"
    """The mines stay where they were dealt."""
    FAIR = "fair"
    """A guess is safe when no covered cell is certainly safe, and a mine when one is; see ``FairDealer``."""
    NOT_NEEDED = "not-needed"
    """The board can be solved without a guess from the first opened cell; see ``find_board``."""

    @property
    def words(self) -> str:
        """What people read.

        >>> [guesses.words for guesses in Guesses]
        ['any board', 'fair guesses', 'no guess needed']
        """
        return {"as-dealt": "any board", "fair": "fair guesses", "not-needed": "no guess needed"}[self.value]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: the protection of the first click, the cascade, the condition for winning, and guesses.

    With ``cascade``, revealing a cell whose clue is 0 reveals its neighbours too.

    >>> Rules(FirstClick.SAFE, cascade=False).win
    <Win.REVEALED: 'revealed'>
    >>> Rules() == CLASSIC_RULES
    True
    """

    first_click: FirstClick = FirstClick.OPENING
    cascade: bool = True
    win: Win = Win.REVEALED
    guesses: Guesses = Guesses.AS_DEALT


CS50_RULES = Rules(FirstClick.ANYTHING, cascade=False, win=Win.FLAGGED)
"""The rules of the CS50 project, which ``Minesweeper()`` uses unless other rules are given."""

CLASSIC_RULES = Rules()
"""The rules of the usual Minesweeper programs."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A preset for a new game: a board size, a number of mines and the rules.

    ``MIN_SIDE`` and ``MAX_SIDE`` are the bounds of both sides of a ``custom`` difficulty.

    >>> DIFFICULTIES["expert"].height, DIFFICULTIES["expert"].width, DIFFICULTIES["expert"].mines
    (16, 30, 99)
    """

    MIN_SIDE: ClassVar[int] = 2
    MAX_SIDE: ClassVar[int] = 100

    name: str
    height: int
    width: int
    mines: int
    rules: Rules = CLASSIC_RULES

    @property
    def title(self) -> str:
        """The name as people read it.

        >>> DIFFICULTIES["cs50"].title, DIFFICULTIES["expert"].title
        ('CS50', 'Expert')
        """
        return "CS50" if self.name == "cs50" else self.name.capitalize()

    @classmethod
    def custom(cls, height: int, width: int, mines: int) -> Difficulty:
        """Return a difficulty named ``"custom"`` with the classic rules.

        >>> Difficulty.custom(2, 2, 4)
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.MineCountError: 4 mines on a board of 2×2; allowed are 1 to 3

        Raises ``BoardSizeError`` unless the size is 2x2 to 100x100, and ``MineCountError`` unless the number of mines
        is from 1 to one less than the number of cells.
        """
        for name, side in (("height", height), ("width", width)):
            if not is_whole(side) or not cls.MIN_SIDE <= side <= cls.MAX_SIDE:
                raise BoardSizeError(f"{name} is {side!r}; allowed are {cls.MIN_SIDE} to {cls.MAX_SIDE}")
        most = height * width - 1
        if not is_whole(mines) or not 1 <= mines <= most:
            raise MineCountError(f"{mines!r} mines on a board of {size_text(height, width)}; allowed are 1 to {most}")
        return cls("custom", height, width, mines)

    @classmethod
    def of(cls, height: int, width: int, mines: int, rules: Rules) -> Difficulty:
        """Return the difficulty of a game with this size, number of mines and rules: a preset, or ``"custom"``.

        The bounds of ``custom`` do not apply.

        >>> Difficulty.of(16, 30, 99, CLASSIC_RULES).name, Difficulty.of(1, 30, 99, CLASSIC_RULES).name
        ('expert', 'custom')
        """
        custom = cls("custom", height, width, mines, rules)
        return next((preset for preset in DIFFICULTIES.values() if replace(preset, name="custom") == custom), custom)

    def with_first_click(self, first_click: FirstClick) -> Difficulty:
        """Return this difficulty with another protection of the first click; one without cascades stays as it is.

        >>> DIFFICULTIES["expert"].with_first_click(FirstClick.ANYTHING).rules.first_click
        <FirstClick.ANYTHING: 'anything'>
        >>> DIFFICULTIES["cs50"].with_first_click(FirstClick.SAFE) == DIFFICULTIES["cs50"]
        True
        """
        if not self.rules.cascade:
            return self
        return replace(self, rules=replace(self.rules, first_click=first_click))

    def with_guesses(self, guesses: Guesses) -> Difficulty:
        """Return this difficulty with other ``guesses``; where none is needed, the first click is an opening.

        >>> DIFFICULTIES["cs50"].with_guesses(Guesses.FAIR).rules.guesses
        <Guesses.FAIR: 'fair'>
        >>> DIFFICULTIES["cs50"].with_guesses(Guesses.NOT_NEEDED).rules.first_click
        <FirstClick.OPENING: 'opening'>
        """
        first_click = FirstClick.OPENING if guesses is Guesses.NOT_NEEDED else self.rules.first_click
        return replace(self, rules=replace(self.rules, guesses=guesses, first_click=first_click))


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
"""The difficulties by name, easiest first."""
