"""Every error of the model, named by its cause; all are ``MinesweeperError``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minesweeper_qt.model.derivation import Derivation
    from minesweeper_qt.model.sentence import Sentence


class MinesweeperError(ValueError):
    """Base of the model's errors: catch this to catch them all."""


class BoardSizeError(MinesweeperError):
    """The height or width is not one a board can have."""


class MineCountError(MinesweeperError):
    """The number of mines does not fit the board or the rules."""


class SeedError(MinesweeperError):
    """The seed is no whole number, or too long a one."""


class CellError(MinesweeperError, IndexError):
    """The cell is not on the board, or is no pair of whole numbers."""


class SentenceError(MinesweeperError):
    """A sentence that nothing can satisfy: count below 0 or above the number of cells."""


class ActionSyntaxError(MinesweeperError):
    """The text is not an action."""


class IllegalAction(MinesweeperError):
    """The action is against the rules in this position, which it leaves as it was."""


class GameOver(IllegalAction):
    """The game has ended: it takes no more actions."""


class RecordSyntaxError(MinesweeperError):
    """The text is not the record of a game."""


class InconsistentKnowledge(MinesweeperError):
    """What is known contradicts itself: no layout agrees with it.

    ``clash`` holds the records that cannot all be true, with how each came about; it is empty when the clue alone is
    impossible (above the number of neighbours), since then no sentence states it.
    """

    def __init__(self, message: str, clash: Sequence[Derivation] = ()) -> None:
        super().__init__(message)
        self.clash = tuple(clash)

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences that clash."""
        return [record.sentence for record in self.clash]
